"""The pages that are measured, all served in one way: kino's lesson, the same without scripts, and the floor."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kino_build import runtime
from kino_build.progress import Bar
from kino_build.static import StaticServer

from .link import SlowLink

LESSON = "attention.html"
FLOOR = "floor.html"
HERE = Path(__file__).parent
SCRIPTS = re.compile(r"<script\b[^>]*>.*?</script>|<link rel=\"modulepreload\"[^>]*>", re.DOTALL)


@dataclass(frozen=True)
class Sites:
    server: StaticServer  # of the built site
    lesson: str
    still: str  # the lesson as a static page: its HTML, styles and fonts
    floor: str


@contextmanager
def serving(site: Path, floor: Path, *, slowly: bool = False) -> Iterator[Sites]:
    """Serve the built site and a folder that `write` has filled. slowly: over a slow line."""
    with StaticServer(site) as server, StaticServer(floor) as bare:
        if not slowly:
            yield Sites(server, server.url + LESSON, bare.url + LESSON, bare.url + FLOOR)
            return
        with SlowLink(server.url) as link, SlowLink(bare.url) as bare_link:
            yield Sites(server, link.url + LESSON, bare_link.url + LESSON, bare_link.url + FLOOR)


def write(folder: Path, site: Path, root: Path) -> None:
    """Write the still page and the floor into `folder`: a bare page, Pyodide and NumPy as their makers give them.

    root: the project. Raises runtime.RuntimeFilesError.
    """
    (folder / LESSON).write_text(SCRIPTS.sub("", (site / LESSON).read_text("utf-8")), "utf-8")
    shutil.copytree(site / "assets", folder / "assets")
    for name in (FLOOR, "floor.js"):
        shutil.copy(HERE / name, folder / name)
    pyodide_files(folder / "pyodide", root, ["numpy"])


def pyodide_files(folder: Path, root: Path, packages: list[str]) -> None:
    """Put Pyodide and some of its packages into a new folder, with its whole lock file."""
    folder.mkdir(parents=True)
    shutil.copy(root / "node_modules/pyodide/pyodide-lock.json", folder)
    for file in runtime.gather(root, packages, progress=Bar()).files:
        shutil.copy(file.path, folder / file.name)
