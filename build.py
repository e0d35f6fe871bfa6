#!/usr/bin/env python3
"""kino's front door: build · serve · check · verify · new. `python build.py --help` tells what each does."""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "py"))

DIST = ROOT / "dist"
PACKAGES = ("numpy", "matplotlib")


def build(options):
    """Turn the course into a site, or one lesson into one file."""
    from kino_build import write

    if options.single:
        return _build_single(options)
    checked = write.check(ROOT, options.course)
    runtime, snapshot = _runtime()
    site = write.compose(ROOT, checked, runtime, base=options.base, snapshot=snapshot)
    out = options.out or DIST
    write.write(site, out)
    print(f"Wrote {out}: {len(site)} files", flush=True)


def _build_single(options):
    from kino_build import pack, single, write
    from kino_build.progress import Bar

    checked = write.check(ROOT, options.course)
    single.find(checked.source.lessons, options.single)
    runtime, snapshot = _runtime()
    page = write.compose_single(ROOT, checked, runtime, options.single, snapshot=snapshot, progress=Bar())
    out = options.out or Path(f"{options.single}-single.html")
    write.write_single(page, out)
    print(f"Wrote {out}: one file, {pack.in_words(len(page))}", flush=True)


def serve(options):
    """Build, serve on this machine, and build again whenever a file changes."""
    from kino_build import rebuild
    from kino_build.serve import serve as run_server

    if not options.course.is_dir():
        sys.exit(f"{options.course} is no folder: name the one with course.yml by --course")
    # Fetched here, where its progress can be seen; the builds find it in the cache.
    _runtime()
    out = options.out or DIST
    watched = [options.course, ROOT / "site", ROOT / "py"]
    run_server(
        lambda: rebuild.in_fresh_python(ROOT, options.course, out),
        out,
        watched,
        port=options.port,
    )


def check(options):
    """Say what is wrong with the course, and write nothing."""
    from kino_build import write

    checked = write.check(ROOT, options.course)
    print(f"No mistakes in {len(checked.source.lessons)} lessons.")


def verify(options):
    """Compare a published site, a folder or an address, with its build."""
    from kino_build import verify as verifying
    from kino_build.progress import Bar

    against = options.against or (DIST if DIST.is_dir() else None)
    report = verifying.verify(options.site, against, progress=Bar())
    print("\n".join(map(str, report.remarks)), end="\n" if report.remarks else "")
    if report.faults:
        sys.exit(report.summary)
    print(report.summary)


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
    for function in (build, serve, check, verify, new):
        command = commands.add_parser(function.__name__, help=function.__doc__, description=function.__doc__)
        command.set_defaults(run=function)
        if function is verify:
            command.add_argument("site", metavar="DIR|URL", help="the published folder, or its address")
            command.add_argument(
                "--against", type=Path, metavar="DIR", help="the build to compare with (dist, where there is one)"
            )
            continue
        command.add_argument(
            "--course",
            type=Path,
            default=ROOT / "lessons",
            metavar="DIR",
            help="the folder with course.yml (lessons)",
        )
        if function in (build, serve):
            command.add_argument("--out", type=Path, metavar="DIR", help="the folder to write (dist)")
        if function is build:
            command.add_argument(
                "--base",
                default="/",
                metavar="PATH",
                type=_base,
                help="where the site will stand on its host, for 404.html (/)",
            )
            command.add_argument(
                "--single",
                metavar="LESSON",
                help="write one lesson as one file, with Python in it (LESSON-single.html, or what --out names)",
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
    if "course" in options:
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
    from kino_build.single import NoLesson
    from kino_build.verify import CannotVerify
    from kino_build.write import OutError

    try:
        options.run(options)
    except (CourseError, RuntimeFilesError, LicenceError, OutError, PortError, NoLesson, CannotVerify) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
