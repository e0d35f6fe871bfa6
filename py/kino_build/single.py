"""A lesson in one file: everything that its page fetches on a site stands in the page itself. Pure."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from kino_build.check import suggest
from kino_build.mime import type_of
from kino_build.page import PageRuntime, Pages, digest
from kino_build.progress import Progress
from kino_build.rehearse import Shown

# What is written out is let in by its digest. The page asks for nothing, so that there is no 'self'.
POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src blob:; "
    "img-src data:; style-src {styles}; font-src data:; base-uri 'none'; form-action 'none'"
)
FREE = "nothing to fetch"
# The last way to start would only come after a fault of both others, and is a seventh of the file.
LEFT_OUT = ("plain",)


class NoLesson(Exception):
    """There is no lesson of that name; the text says which there are."""


@dataclass(frozen=True)
class File:
    """A file inside the page: its address on a site, and its content, gzipped, in letters."""

    address: str
    packed: Markup


def find(lessons: Iterable[str], slug: str) -> None:
    """Raise NoLesson unless there is such a lesson."""
    if slug not in lessons:
        raise NoLesson(f'there is no lesson "{slug}".{suggest(slug, lessons)} There are: {", ".join(lessons)}')


def render(
    pages: Pages, slug: str, content: Callable[[str], bytes], script: str, licences: object, progress: Progress
) -> bytes:
    """The page of a lesson with all that belongs to it. content(address on the site) → bytes; script: all scripts."""
    folder = pages.assets.folder
    one, runtime = pages.source.lessons[slug], pages.runtime
    fonts = pages.assets.fonts
    sheet = content(f"{folder}kino.css").decode()
    styles = written_out(sheet, f"../{Path(fonts).name}/", lambda name: data_url(fonts + name, content))
    scripts = (pages.assets.theme, script, pages.assets.frame)
    policy = POLICY.format(scripts=" ".join(map(digest, scripts)), styles=digest(styles))
    films = sorted({shot.film_path for (lesson, _), shot in pages.shots.items() if lesson == slug})
    early = [packed(address, content(address)) for address in (*films, pages.listing)]
    manifest, needed = runtime_files(runtime.manifest, content)
    late = [packed(runtime.manifest, manifest)]
    for i, address in enumerate(needed if one.figures or one.cells else (), 1):
        late.append(packed(address, content(address)))
        progress("Packing Python's files", i, len(needed))
    alone = replace(
        pages,
        alone=slug,
        runtime=PageRuntime(runtime.manifest, hashlib.sha256(manifest).hexdigest(), FREE),
        images={key: data_url(address, content) for key, address in pages.images.items() if key[0] == slug},
        outputs={key: [_Inside(**vars(one)) for one in shown] for key, shown in pages.outputs.items()},
    )
    return alone.lesson(
        slug,
        "single.html",
        single=True,
        csp=policy,
        icon=data_url(f"{folder}icon.svg", content),
        styles=Markup(styles),
        script=Markup(script),
        early=early,
        late=late,
        licences=licences,
    ).encode()


def runtime_files(manifest: str, content: Callable[[str], bytes]) -> tuple[bytes, list[str]]:
    """The list of Python's files without the start that is left out, and the addresses of all that are still on it."""
    listing = json.loads(content(manifest))
    listing["starts"] = [start for start in listing["starts"] if start["name"] not in LEFT_OUT] or listing["starts"]
    entries = list(_entries(listing))
    folder = manifest.rpartition("/")[0]
    return json.dumps(listing).encode(), list(dict.fromkeys(f"{folder}/{entry['path']}" for entry in entries))


def _entries(node: object) -> Iterator[Mapping]:
    """Every file that a list names, wherever in it."""
    if isinstance(node, dict) and "sha256" in node:
        yield node
    elif isinstance(node, dict | list):
        for value in node.values() if isinstance(node, dict) else node:
            yield from _entries(value)


def packed(address: str, content: bytes) -> File:
    """A file as the page holds it; the same content gives the same letters."""
    return File(address, Markup(base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()))


def data_url(address: str, content: Callable[[str], bytes]) -> str:
    """A file of the site as an address that holds it."""
    kind = type_of(Path(address)).partition(";")[0]
    return f"data:{kind};base64,{base64.b64encode(content(address)).decode()}"


def written_out(sheet: str, folder: str, url: Callable[[str], str]) -> str:
    """A style sheet in which the files of a folder stand as url(their name)."""
    address = rf"""url\(["']?{re.escape(folder)}([^"')]+)["']?\)"""
    return re.sub(address, lambda found: f"url({url(found[1])})", sheet)


class _Inside(Shown):
    """Output of a cell whose picture stands in the page."""

    @property
    def path(self) -> str:
        return f"data:image/png;base64,{base64.b64encode(self.png).decode()}"
