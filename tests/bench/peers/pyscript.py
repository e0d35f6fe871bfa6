"""PyScript's editor for one piece of code in a page."""

import html
import json
import shutil
from pathlib import Path

from ..visit import CODE, Side
from .install import locked, npm, pyodide_with, wheels

NAME = "PyScript"
VERSION = "0.7.31"
# With these headers it may use shared memory, which it prefers.
HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
CONFIG = {"interpreter": "/pyodide/pyodide.mjs", "packages": ["numpy"]}
PAGE = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>PyScript</title>
<link rel="stylesheet" href="pyscript/core.css">
<script type="module" src="pyscript/core.js"></script>
<script type="py-editor" config="{html.escape(json.dumps(CONFIG))}">
{CODE}
</script>
</html>
"""


def build(site: Path, draft: Path, root: Path) -> None:
    """Raises PeerMissing, RuntimeFilesError."""
    site.mkdir()
    (site / "index.html").write_text(PAGE, "utf-8")
    shutil.copytree(npm(draft / "npm", f"@pyscript/core@{VERSION}") / "@pyscript/core/dist", site / "pyscript")
    pyodide_with(site / "pyodide", root, wheels(draft / "wheels", locked(root, "micropip")))


def side(url: str) -> Side:
    buttons = (".py-editor-run-button", ".py-editor-output")
    return Side("PyScript's py-editor", url, "press", buttons, times_faster=6)
