"""marimo's export of a notebook as a page: it starts Python when it is opened, and runs all of the notebook."""

import zipfile
from pathlib import Path

from ..visit import PRINTED, Side
from .install import environment, npm, pyodide_with, run, wheels

NAME = "marimo"
VERSION = "0.25.2"
HEADERS: dict[str, str] = {}
PYODIDE = "314.0.0"  # the one that its pages are made for
# What its wheel asks for in a browser, at the versions its own environment got.
NEEDS = (
    *("docutils", "itsdangerous", "jedi", "markdown", "msgspec", "narwhals", "packaging", "parso", "pygments"),
    *("pymdown-extensions", "python-multipart", "tomlkit"),
)
OTHERS = ("micropip==0.11.1", "pyodide-http==0.2.2")
# A page shows the value of a cell, and not what it prints.
NOTEBOOK = """import marimo
app = marimo.App()

@app.cell
def _():
    import numpy as np
    float(np.ones(3).sum())
"""
# `export --offline` fetches the same files from Pyodide's own server, which cannot be had everywhere. Here `build` lays
# them down, and the export is only told how the page finds them.
EXPORT = """
import sys
from marimo._cli.cli import main
from marimo._cli.export import commands
from marimo._export import offline
from marimo._schemas.export_options import WASMRuntimeConfig

async def there_already(code, output, **sources):
    return code, WASMRuntimeConfig(pyodide_index_url="./pyodide/", pyodide_lockfile_url="./pyodide/pyodide-lock.json")

async def not_needed():
    pass

offline.bundle_wasm_runtime = there_already
commands.check_offline_export_browser = not_needed
commands.resolve_notebook_local_modules = lambda *path, **options: ()  # asks for uv, to find none
main(["export", "html-wasm", "--offline", "--mode", "run", sys.argv[1], "-o", sys.argv[2]])
"""


def build(site: Path, draft: Path, root: Path) -> None:
    """Raises PeerMissing, RuntimeFilesError."""
    programs = environment(draft / "venv", f"marimo=={VERSION}", "playwright")
    (draft / "notebook.py").write_text(NOTEBOOK, "utf-8")
    (draft / "export.py").write_text(EXPORT, "utf-8")
    run(programs / "python", draft / "export.py", draft / "notebook.py", site)
    installed = _versions(programs)
    wanted = [f"marimo-base=={VERSION}", *OTHERS, *(f"{name}=={installed[name]}" for name in NEEDS)]
    packages = [*wheels(draft / "wheels", wanted), _plain_yaml(draft, programs, installed["pyyaml"])]
    needs = {"marimo-base": [*NEEDS, "pyyaml"]}
    pyodide_with(site / "pyodide", root, packages, needs, npm(draft / "npm", f"pyodide@{PYODIDE}") / "pyodide")


def side(url: str) -> Side:
    place = (".output, .output-area", PRINTED)
    return Side("marimo's export", url, "shown", place, starts_itself=True, times_faster=18)


def _versions(programs: Path) -> dict[str, str]:
    listed = run(programs / "python", "-m", "pip", "freeze")
    pairs = (line.partition("==")[::2] for line in listed.splitlines())
    return {name.lower(): version for name, version in pairs}


def _plain_yaml(draft: Path, programs: Path, version: str) -> Path:
    """PyYAML as a wheel without its C part, which is optional: there is none for Pyodide in the registry."""
    wheel = draft / f"pyyaml-{version}-py3-none-any.whl"
    [source] = programs.parent.glob("**/site-packages/yaml")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in source.glob("*.py"):
            archive.write(file, f"yaml/{file.name}")
        info = f"pyyaml-{version}.dist-info"
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: PyYAML\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return wheel
