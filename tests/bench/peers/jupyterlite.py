"""JupyterLite's REPL: it starts Python when it is opened, and runs the code in its address."""

import json
from pathlib import Path
from urllib.parse import urlencode

from ..visit import CODE, PRINTED, Side
from .install import environment, locked, pyodide_with, run, wheels

NAME = "JupyterLite"
VERSION = "0.8.6"
HEADERS: dict[str, str] = {}
PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
COMM = "comm==0.2.3"  # its kernel wants it, and Pyodide has none


def build(site: Path, draft: Path, root: Path) -> None:
    """Raises PeerMissing, RuntimeFilesError."""
    programs = environment(draft / "venv", f"jupyterlite-core=={VERSION}", f"jupyterlite-pyodide-kernel=={VERSION}")
    source = draft / "source"
    source.mkdir()
    settings = {"litePluginSettings": {PLUGIN: {"pyodideUrl": "/pyodide/pyodide.mjs"}}}
    config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}
    (source / "jupyter-lite.json").write_text(json.dumps(config), "utf-8")
    run(programs / "jupyter-lite", "build", "--apps=repl", f"--output-dir={site}", folder=source)
    packages = wheels(draft / "wheels", [*locked(root, "micropip", "ipython", "jedi"), COMM])
    pyodide_with(site / "pyodide", root, packages)


def side(url: str) -> Side:
    query = urlencode({"kernel": "python", "code": CODE})
    place = (".jp-OutputArea-output pre", PRINTED)
    address = f"{url}repl/index.html?{query}"
    return Side("JupyterLite's REPL", address, "shown", place, starts_itself=True, times_faster=15)
