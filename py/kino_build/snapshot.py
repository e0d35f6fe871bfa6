"""An image of Python's memory after its imports, from which readers' Pythons start: taken once, under Node. I/O."""

import gzip
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from . import bytecode, kept
from .progress import Progress
from .runtime import Runtime, user_cache

TOOLS = (
    "site/tools/snapshot.mjs",
    "site/tools/snapshot.py",
    "site/js/boot.js",
    "site/js/image.js",
    "site/js/let-go.js",
    "site/js/unzip.js",
)
IMAGE = "image.gzip"  # not .gz: some servers would say that it is packed on the way, and browsers unpack it
LABEL = "Taking an image of Python"
# The compiled libraries that `import numpy` needs, named and in the order as in boot.js: where they are in the wheel.
LIBRARIES = {
    "multiarray_umath.wasm": "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so",
    "umath_linalg.wasm": "numpy/linalg/_umath_linalg.cpython-314-wasm32-emscripten.so",
}


def take(
    root: Path, runtime: Runtime, kino: bytes, *, progress: Progress, cache: Path | None = None
) -> Mapping[str, Path]:
    """The files of an image, by name. kino: the archive of kino and the course's figures.

    runtime: of sources, as `runtime.gather` returns it. cache: the folder that keeps images. Raises RuntimeFilesError.
    """
    cache = cache or user_cache() / "snapshot"
    bare = bytecode.compiled(root, _awake(runtime), progress=progress, has_docs=False)
    tools = kept.contents(root / tool for tool in TOOLS)
    folder = cache / kept.key(*(file.sha256 for file in bare.files), kino, *tools)
    files = {name: folder / name for name in (IMAGE, *LIBRARIES)}
    if not all(map(kept.is_whole, files.values())):
        _take(root, bare, kino, files, progress)
    return files


def _awake(runtime: Runtime) -> Runtime:
    return replace(runtime, files=tuple(file for file in runtime.files if file.package in (None, "numpy")))


def _take(root: Path, bare: Runtime, kino: bytes, files: Mapping[str, Path], progress: Progress) -> None:
    library = next(file.path for file in bare.files if file.name == bytecode.LIBRARY)
    numpy = next(file.path for file in bare.files if file.package == "numpy")
    progress(LABEL, 0, 1)
    with tempfile.TemporaryDirectory() as temporary:
        made = {name: Path(temporary) / name for name in files}
        with zipfile.ZipFile(numpy) as wheel:
            for name, member in LIBRARIES.items():
                made[name].write_bytes(wheel.read(member))
        archive, image = Path(temporary) / "kino.zip", Path(temporary) / "image"
        archive.write_bytes(kino)
        request = {
            "pyodide": str((root / "node_modules/pyodide").resolve()),
            "library": str(library),
            "packages": [str(numpy), str(archive)],
            "libraries": [str(made[name]) for name in LIBRARIES],
            "target": str(image),
        }
        bytecode.run_node(root, TOOLS[0], request, lambda line: None)
        made[IMAGE].write_bytes(gzip.compress(image.read_bytes(), 9, mtime=0))
        for name, path in files.items():
            kept.keep(made[name], path)
    progress(LABEL, 1, 1)
