"""Python's libraries as bytecode: made once, by the pinned Pyodide under Node, and not in every browser. I/O."""

import json
import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from . import kept
from .progress import Progress
from .runtime import Runtime, RuntimeFile, RuntimeFilesError, user_cache

TOOLS = ("site/tools/bytecode.mjs", "site/tools/bytecode.py")
LIBRARY = "python_stdlib.zip"
PLACES = {LIBRARY: "/lib/python314.zip"}
SITE_PACKAGES = "/lib/python3.14/site-packages"
LABEL = "Compiling Python's libraries"


def compiled(
    root: Path, runtime: Runtime, *, progress: Progress, cache: Path | None = None, has_docs: bool = True
) -> Runtime:
    """The runtime with bytecode in its archives in place of source, under the same names.

    root: the project. cache: the folder that keeps them (default: the user's cache). Raises RuntimeFilesError.
    """
    tools = kept.contents(root / tool for tool in TOOLS)
    interpreter = [file.sha256 for file in runtime.files if not file.package]
    cache = cache or user_cache() / "bytecode"
    places = {
        file: cache / kept.key(file.sha256, *interpreter, *tools, str(has_docs)) / file.name
        for file in runtime.files
        if file.package or file.name == LIBRARY
    }
    missing = {file: place for file, place in places.items() if not kept.is_whole(place)}
    if missing:
        _compile(root, missing, has_docs, progress)
    files = tuple(_replaced(file, places) for file in runtime.files)
    return replace(runtime, files=files, sources=tuple(places))


def run_node(root: Path, tool: str, request: dict, on_line) -> None:
    """Run one of site/tools with a request as JSON; on_line is called with each line that it prints.

    Raises RuntimeFilesError.
    """
    node = shutil.which("node")
    if node is None:
        raise RuntimeFilesError("Node.js is not installed; Python is made ready by it. Install version 20 or newer")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        command = [node, str(root / tool)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors}
        with subprocess.Popen(command, cwd=root, encoding="utf-8", **pipes) as process:
            process.stdin.write(json.dumps(request))
            process.stdin.close()
            for line in process.stdout:
                on_line(line.rstrip("\n"))
        if process.returncode:
            errors.seek(0)
            # Pyodide's files are one long line each, which Node quotes in full.
            said = "\n".join(line[:300] for line in errors.read().strip().splitlines()[-12:])
            raise RuntimeFilesError(f"{tool} failed; run: npm ci. Node said:\n{said}")


def _compile(root: Path, missing: dict[RuntimeFile, Path], has_docs: bool, progress: Progress) -> None:
    total = sum(file.size for file in missing)
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        archives = [
            {
                "source": str(file.path.resolve()),
                "target": str(Path(folder) / file.name),
                "place": PLACES.get(file.name, SITE_PACKAGES),
                "docs": has_docs,
            }
            for file in missing
        ]

        def finished(line: str) -> None:
            nonlocal done
            file = list(missing)[int(line)]
            kept.keep(Path(folder) / file.name, missing[file])
            done += file.size
            progress(LABEL, done, total)

        progress(LABEL, 0, total)
        request = {"pyodide": str((root / "node_modules/pyodide").resolve()), "archives": archives}
        run_node(root, TOOLS[0], request, finished)


def _replaced(file: RuntimeFile, places: dict[RuntimeFile, Path]) -> RuntimeFile:
    if file not in places:
        return file
    return replace(file, path=places[file], sha256=kept.sha256_of(places[file]), size=places[file].stat().st_size)
