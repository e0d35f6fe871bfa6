"""Puts a site together and writes it: dist/ is replaced as a whole, or not at all. I/O."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from kino_build import (
    assets,
    bill,
    contents,
    installable,
    inventory,
    licences,
    links,
    pack,
    page,
    single,
    source,
    stage,
)
from kino_build.check import CourseError
from kino_build.progress import Progress
from kino_build.rehearse import Shown, rehearse
from kino_build.runtime import Runtime
from kino_build.source import Source
from kino_build.stage import Shot
from kino_build.typeset import Typeset, typeset

MARKER = "kino.json"
SINGLE = b" data-single"
MARKED_WITHIN = 1000  # bytes from the beginning of the file
Site = dict[str, bytes | Path]


class OutError(Exception):
    """The folder for the site cannot be used; the text says why and what to do."""


@dataclass(frozen=True)
class Checked:
    """A course without a mistake, and all that was made of it on the way to being sure."""

    source: Source
    typeset: Typeset
    shots: dict[tuple[str, str], Shot]
    outputs: dict[tuple[str, str], tuple[Shown, ...]]


def check(root: Path, course: Path) -> Checked:
    """Read a course and find every mistake in it. Raises CourseError with all of them."""
    read, findings = source.read(course)
    misread = {finding.file for finding in findings}
    maths = [math for lesson in read.lessons.values() for math in lesson.maths]
    lessons = read.lessons.values()
    codes = [code for lesson in lessons for code in lesson.codes]
    codes += [code for lesson in lessons for cell in lesson.cells for code in (cell.code, *cell.solutions)]
    typeset_parts = typeset(maths, codes, root=root)
    if read.course.modules:
        findings += links.findings(read)
    for lesson in read.lessons.values():
        findings += typeset_parts.findings(lesson.maths, file=lesson.file)
    shots, outputs = {}, {}
    try:
        shots = stage.shoot(read)
    except CourseError as error:
        findings += error.findings
    # Cells that could not be read would be missed by those after them.
    for lesson in (lesson for lesson in read.lessons.values() if lesson.file not in misread):
        try:
            outputs |= {(lesson.slug, cell): shown for cell, shown in rehearse(lesson).items()}
        except CourseError as error:
            findings += error.findings
    if findings:
        raise CourseError(findings)
    return Checked(read, typeset_parts, shots, outputs)


@dataclass(frozen=True)
class _Parts:
    """What pages are made of: the files that all of them share, by address, and what renders them."""

    files: Site
    pages: page.Pages
    licences: tuple[licences.Licence, ...]


def compose(
    root: Path, checked: Checked, runtime: Runtime, *, base: str = "/", snapshot: Callable[[bytes], dict] = lambda _: {}
) -> Site:
    """All files of the site, by address. snapshot(the archive of kino) → the files of an image of Python, by name."""
    parts = _parts(root, checked, runtime, snapshot)
    pages, site = parts.pages, dict(parts.files)
    site |= {f"{slug}.html": pages.lesson(slug).encode() for slug in checked.source.lessons}
    site["index.html"] = pages.index().encode()
    site["licences.html"] = pages.licences(parts.licences).encode()
    site["404.html"] = pages.missing(base).encode()
    site[".nojekyll"] = b""  # GitHub Pages hides nothing then
    absent, course = pages.absent(), checked.source.course
    site[installable.MANIFEST] = installable.manifest(course, pages.assets.folder)
    site[installable.SERVICE] = installable.service(pages.assets.service, build=inventory.UNTOLD, absent=absent)
    build = inventory.version(site)
    site |= inventory.told(site, build)
    site[installable.SERVICE] = installable.service(pages.assets.service, build=build, absent=absent)
    entries = sorted({address.partition("/")[0] for address in site} | {MARKER, inventory.FILE})
    site[MARKER] = json.dumps({"made by": "kino", "entries": entries}, indent=1).encode()
    site[inventory.FILE] = inventory.listing(site, build)
    return site


def compose_single(
    root: Path,
    checked: Checked,
    runtime: Runtime,
    slug: str,
    *,
    snapshot: Callable[[bytes], dict] = lambda _: {},
    progress: Progress = lambda *_: None,
) -> bytes:
    """One lesson with all that belongs to it, as one page. Raises single.NoLesson."""
    single.find(checked.source.lessons, slug)
    parts = _parts(root, checked, runtime, snapshot)

    def content(address: str) -> bytes:
        found = parts.files[address]
        return found if isinstance(found, bytes) else found.read_bytes()

    return single.render(parts.pages, slug, content, assets.whole(root), parts.licences, progress)


def _parts(root: Path, checked: Checked, runtime: Runtime, snapshot: Callable[[bytes], dict]) -> _Parts:
    read = checked.source
    characters = "".join(html for html in checked.typeset.maths.values() if isinstance(html, str))
    made = assets.make(root, math_css=checked.typeset.css, characters=characters)
    templates = page.environment(root)
    archive = pack.archive(root / "py/kino", stage.own_files(read.folder))
    packed = pack.pack(runtime, archive, made.worker.encode(), snapshot(archive))
    images = _images(read)
    listing, listed = contents.listing(read)
    pages = page.Pages(
        templates,
        read,
        made,
        page.PageRuntime(packed.manifest, packed.sha256, pack.in_words(packed.wake_bytes)),
        checked.typeset,
        checked.shots,
        {key: address for key, (address, _) in images.items()},
        checked.outputs,
        listing,
    )
    files: Site = made.files | packed.files
    files |= {shot.film_path: shot.film for shot in checked.shots.values()}
    files |= {shown.path: shown.png for output in checked.outputs.values() for shown in output if shown.png}
    files |= dict(images.values())
    files[listing] = listed
    collected = licences.collect(root, runtime)
    files[bill.FILE] = bill.bill(read.course.title, collected, hashlib.sha256(archive).hexdigest())
    return _Parts(files, pages, collected)


def write_single(page: bytes, file: Path) -> None:
    """Write the page of `compose_single`. Raises OutError, and changes nothing, where something else stands there."""
    if file.is_dir():
        raise OutError(f"{file} is a folder; name a file with --out")
    if file.exists() and SINGLE not in file.read_bytes()[:MARKED_WITHIN]:
        raise OutError(f"{file} is a file that kino did not write; name another with --out, or move it away")
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        fresh.write_bytes(page)
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)


def write(site: Site, out: Path) -> None:
    """Replace the folder `out` by the site. Raises OutError, and changes nothing, where `out` holds something else."""
    if out.exists() and not out.is_dir():
        raise OutError(f"{out} is a file; name a folder with --out")
    if out.exists() and any(out.iterdir()) and not (out / MARKER).is_file():
        raise OutError(f"{out} holds files that kino did not write; name another folder with --out, or empty this one")
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        for address, content in site.items():
            _put(fresh / address, content)
        fresh.chmod(0o755)
        _swap(fresh, out, keep=_foreign(out, site))
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _put(target: Path, content: bytes | Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        target.write_bytes(content)
    else:
        shutil.copyfile(content, target)


def _foreign(out: Path, site: Site) -> list[str]:
    """What someone else put into `out` beside the site, like CNAME or .git. It stays."""
    if not (out / MARKER).is_file():
        return []
    ours = set(json.loads((out / MARKER).read_text("utf-8")).get("entries", ()))
    foreign = sorted(path.name for path in out.iterdir() if path.name not in ours) if ours else []
    clash = {address.partition("/")[0] for address in site} & set(foreign)
    if clash:
        raise OutError(
            f"{out} holds {', '.join(sorted(clash))}, which kino did not write but has to: move it away first"
        )
    return foreign


def _swap(fresh: Path, out: Path, keep: list[str]) -> None:
    if not out.exists():
        fresh.rename(out)
        return
    old = fresh.with_name(f"{fresh.name}-old")
    out.rename(old)
    try:
        fresh.rename(out)
    except BaseException:
        old.rename(out)
        raise
    for name in keep:
        (old / name).rename(out / name)
    shutil.rmtree(old)


def _images(read: Source) -> dict[tuple[str, str], tuple[str, Path]]:
    found = {}
    for lesson in read.lessons.values():
        for image in lesson.images:
            path = read.folder / unquote(image.src)
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:10]
            found[lesson.slug, image.src] = (f"images/{digest}{path.suffix}", path)
    return found
