"""Styles, scripts and fonts: bundled by esbuild, put into folders named after their content. I/O."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fontTools import version as fonttools

from kino_build import kept, mathfont, textfont
from kino_build.check import CourseError, Finding
from kino_build.runtime import user_cache

MAIN = "main.js"
# Fetched when they are wanted. What several need is in parts that they share.
LATER_MODULES = (
    "difference",
    "driving",
    "editor",
    "exercise",
    "keeping",
    "offline",
    "predictions",
    "variables",
    "work",
)
FONT_STYLES = (
    "@fontsource-variable/source-serif-4/wght.css",
    "@fontsource-variable/source-serif-4/wght-italic.css",
    "@fontsource-variable/inter/wght.css",
    "@fontsource/ibm-plex-mono/400.css",
)

EARLY_FONTS = ("source-serif-4-latin-wght-normal-", "inter-latin-wght-normal-")
# Of the others, those that a page of such elements is set in; told ahead, or they are asked for when all else is there.
SOON_FONTS = {"source-serif-4-latin-wght-italic-": "<em>", "ibm-plex-mono-latin-400-": "<code", mathfont.FILE: "<math"}


@dataclass(frozen=True)
class Assets:
    """What pages link to: files by address; `folder` and `fonts` end in a slash; the text of four scripts."""

    files: dict[str, bytes]
    folder: str
    fonts: str
    modules: list[str]  # the page's scripts, for the browser to fetch all at once
    theme: str  # stands in each page: nothing of it is seen before this has run
    frame: str
    worker: str
    service: str

    @property
    def early_fonts(self) -> list[str]:
        """The fonts that the first words of every page are set in."""
        return self._named(EARLY_FONTS)

    def soon_fonts(self, body: str) -> list[str]:
        """The fonts that a lesson wants beside them."""
        return self._named(tuple(name for name, mark in SOON_FONTS.items() if mark in body))

    def _named(self, beginnings: tuple[str, ...]) -> list[str]:
        names = [path.removeprefix(self.fonts) for path in self.files if path.startswith(self.fonts)]
        return sorted(name for name in names if name.startswith(beginnings))


def make(root: Path, *, math_css: str, characters: str) -> Assets:
    """Bundle the site's own files. math_css: the typesetter's rules; characters: all that the math font must have.

    Raises CourseError when esbuild is missing or refuses a file.
    """
    site = root / "site"
    page, modules = _scripts(root)
    styles = _bundle(root, [site / "css/kino.css"])
    classic = [site / f"js/{name}.js" for name in ("theme", "frame", "worker", "sw")]
    alone = _bundle(root, classic, "--format=iife", "--entry-names=[name]")
    faces, fonts = _fonts(root, characters)
    font_folder = f"assets/{_digest(fonts)}/"
    # One sheet, not two: nothing of the page is seen before all of them are there.
    faces = faces.replace('url("./', f'url("../{Path(font_folder).name}/')
    files = {"kino.css": faces.encode() + math_css.encode() + styles["kino.css"]}
    files |= {f"js/{name}": data for name, data in page.items()}
    files |= {path.name: path.read_bytes() for path in sorted(site.glob("icon*"))}
    folder = f"assets/{_digest(files)}/"
    placed = {folder + name: data for name, data in files.items()} | {
        font_folder + name: data for name, data in fonts.items()
    }
    theme, frame, worker, service = (alone[f"{path.stem}.js"].decode() for path in classic)
    return Assets(placed, folder, font_folder, modules, theme.strip(), frame.strip(), worker, service)


def _scripts(root: Path) -> tuple[dict[str, bytes], list[str]]:
    """The page's scripts, and the names of those that it begins with."""
    entries = [root / "site/js" / MAIN, *(root / f"site/js/{name}.js" for name in LATER_MODULES)]
    options = ("--format=esm", "--splitting", "--entry-names=[name]", "--chunk-names=part-[hash]")
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "facts.json"
        files = _bundle(root, entries, *options, f"--metafile={facts}")
        outputs = json.loads(facts.read_text("utf-8"))["outputs"]
    outputs = {Path(path).name: output for path, output in outputs.items()}
    parts = [Path(one["path"]).name for one in outputs[MAIN]["imports"] if one["kind"] == "import-statement"]
    return files, [MAIN, *parts]


def whole(root: Path) -> str:
    """All scripts of a page as one, for a lesson in one file."""
    script = _bundle(root, [root / "site/js/single.js"], "--format=iife", "--entry-names=[name]")["single.js"].decode()
    if "<!--" in script:
        raise CourseError([Finding("site/js", 1, "a script in a page must not hold <!--: write it as <\\!--")])
    return script


def _fonts(root: Path, characters: str) -> tuple[str, dict[str, bytes]]:
    """The rules that tell of the fonts, which stand beside them, and the fonts."""
    with tempfile.TemporaryDirectory() as folder:
        entry = Path(folder) / "fonts.css"
        entry.write_text(
            "".join(f'@import "{root.as_posix()}/node_modules/{name}";\n' for name in FONT_STYLES), encoding="utf-8"
        )
        files = _bundle(root, [entry], "--loader:.woff2=file", "--loader:.woff=empty", "--asset-names=[name]-[hash]")
    # The older format is not sent along; what names it goes too.
    faces = re.sub(r',url\(\)\s*format\("?woff"?\)', "", files.pop("fonts.css").decode())
    files |= {name: _lightened(name, data) for name, data in files.items() if "-latin-wght-" in name}
    files[mathfont.FILE] = mathfont.subset(root, characters)
    return faces + mathfont.FACE, files


def _lightened(name: str, font: bytes) -> bytes:
    """A font of the text without what no page uses. It takes seconds, so it is kept."""
    place = user_cache() / "fonts" / kept.key(font, fonttools, Path(textfont.__file__).read_bytes()) / name
    if not kept.is_whole(place):
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            made = Path(folder) / name
            made.write_bytes(textfont.lighten(font))
            kept.keep(made, place)
    return place.read_bytes()


def _bundle(root: Path, entries: list[Path], *options: str) -> dict[str, bytes]:
    """Run esbuild; the files it writes, by name, with what they import, without comments and with short names."""
    tool = shutil.which("esbuild", path=str(root / "node_modules/.bin"))
    if not tool:
        raise CourseError([Finding("package.json", 1, "esbuild is not installed; run: npm ci")])
    with tempfile.TemporaryDirectory() as out:
        command = [
            tool,
            *entries,
            "--bundle",
            "--minify",
            "--legal-comments=none",
            "--log-level=warning",
            f"--outdir={out}",
            *options,
        ]
        done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise CourseError(
                [Finding("site", 1, f"esbuild could not bundle the page's files:\n{done.stderr.strip()}")]
            )
        return {path.name: path.read_bytes() for path in sorted(Path(out).rglob("*")) if path.is_file()}


def _digest(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return digest.hexdigest()[:10]
