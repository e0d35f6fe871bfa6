#!/usr/bin/env python3
"""kino's front door: build · serve · check · new. `python build.py --help` tells what each does."""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "py"))

PACKAGES = ("numpy", "matplotlib")


def build(options):
    """Turn the course into a site."""
    from kino_build import write

    checked = write.check(ROOT, options.course)
    runtime, snapshot = _runtime()
    site = write.compose(ROOT, checked, runtime, base=options.base, snapshot=snapshot)
    write.write(site, options.out)
    print(f"Wrote {options.out}: {len(site)} files", flush=True)


def serve(options):
    """Build, serve on this machine, and build again whenever a file changes."""
    from kino_build import rebuild
    from kino_build.serve import serve as run_server

    if not options.course.is_dir():
        sys.exit(f"{options.course} is no folder: name the one with course.yml by --course")
    # Fetched here, where its progress can be seen; the builds find it in the cache.
    _runtime()
    watched = [options.course, ROOT / "site", ROOT / "py"]
    run_server(
        lambda: rebuild.in_fresh_python(ROOT, options.course, options.out),
        options.out,
        watched,
        port=options.port,
    )


def check(options):
    """Say what is wrong with the course, and write nothing."""
    from kino_build import write

    checked = write.check(ROOT, options.course)
    print(f"No mistakes in {len(checked.source.lessons)} lessons.")


def new(options):
    """Start a lesson."""
    from kino_build import scaffold

    print(scaffold.lesson(options.course, options.slug))


def _runtime():
    """Python's files, and what takes an image of it."""
    from kino_build import bytecode, runtime, snapshot
    from kino_build.progress import Bar

    bar = Bar()
    sources = runtime.gather(ROOT, PACKAGES, progress=bar)
    compiled = bytecode.compiled(ROOT, sources, progress=bar)
    return compiled, lambda kino: snapshot.take(ROOT, sources, kino, progress=bar)


def _parser():
    parser = argparse.ArgumentParser(prog="build.py", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    for function in (build, serve, check, new):
        command = commands.add_parser(function.__name__, help=function.__doc__, description=function.__doc__)
        command.set_defaults(run=function)
        command.add_argument(
            "--course",
            type=Path,
            default=ROOT / "lessons",
            metavar="DIR",
            help="the folder with course.yml (lessons)",
        )
        if function in (build, serve):
            command.add_argument(
                "--out", type=Path, default=ROOT / "dist", metavar="DIR", help="the folder to write (dist)"
            )
        if function is build:
            command.add_argument(
                "--base",
                default="/",
                metavar="PATH",
                type=_base,
                help="where the site will stand on its host, for 404.html (/)",
            )
        if function is serve:
            command.add_argument("--port", type=int, default=8000, help="the port, or the first one to try (8000)")
        if function is new:
            command.add_argument("slug", help="the lesson's file name without .md, like scoring-functions")
    return parser


def _base(path):
    return f"/{path.strip('/')}/" if path.strip("/") else "/"


def main():
    options = _parser().parse_args()
    options.course = options.course.resolve()
    try:
        _run(options)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("kino"):
            raise
        sys.exit(
            f"{sys.executable} does not have {error.name}. Use the environment's own Python: .venv/bin/python build.py "
            "(on Windows .venv\\Scripts\\python); README.md tells how it is made"
        )


def _run(options):
    from kino_build.check import CourseError
    from kino_build.licences import LicenceError
    from kino_build.runtime import RuntimeFilesError
    from kino_build.serve import PortError
    from kino_build.write import OutError

    try:
        options.run(options)
    except (CourseError, RuntimeFilesError, LicenceError, OutError, PortError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
