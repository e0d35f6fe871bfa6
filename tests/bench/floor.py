"""The floor: the site that holds nothing but a bare page, Pyodide and NumPy, as their makers give them."""

import shutil
from pathlib import Path

from kino_build import runtime
from kino_build.progress import Bar

PAGE = "floor.html"
HERE = Path(__file__).parent


def write(folder: Path, root: Path) -> None:
    """Write the floor into `folder`. root: the project. Raises runtime.RuntimeFilesError."""
    for name in (PAGE, "floor.js"):
        shutil.copy(HERE / name, folder / name)
    (folder / "pyodide").mkdir()
    shutil.copy(root / "node_modules/pyodide/pyodide-lock.json", folder / "pyodide")
    for file in runtime.gather(root, ["numpy"], progress=Bar()).files:
        shutil.copy(file.path, folder / "pyodide" / file.name)
