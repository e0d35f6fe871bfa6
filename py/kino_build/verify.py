"""Compares a published site with its build: every file's digest, what is missing, what a host does to files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from kino_build.deployed import Answer, CannotVerify, Folder, Host, Missing, Silent, place
from kino_build.diagnosis import difference, sha256, type_trouble
from kino_build.inventory import FILE as LIST
from kino_build.mime import shrinks, type_of
from kino_build.progress import Progress

AT_ONCE = 6
LARGE = 100_000  # bytes from which it counts whether a host compresses


@dataclass(frozen=True)
class Listed:
    """A file as the build lists it."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Remark:
    """Something about a published site: which part, what is so, what would be right. A fault, or only worth knowing."""

    about: str
    text: str
    is_fault: bool = True

    def __str__(self) -> str:
        return f"{self.about}: {'' if self.is_fault else '(note) '}{self.text}"


@dataclass(frozen=True)
class Report:
    """All remarks, faults first, and the sentence that sums them up."""

    remarks: Sequence[Remark]
    summary: str

    @property
    def faults(self) -> list[Remark]:
        return [remark for remark in self.remarks if remark.is_fault]


def verify(site: str, against: Path | None, *, progress: Progress) -> Report:
    """Check the site, a folder or an address, by the list of the build in the folder `against`, or else by its own.

    Raises CannotVerify where there is nothing to compare.
    """
    there = place(site)
    own = _own_list(there)
    build = _build(against, there)
    remarks = [] if build is None or build == own else [_other_list(against, own)]
    listed = read_list(own or build, there.name)
    originals = Folder(against) if build is not None and build == own else None
    remarks += _files(there, listed, originals, progress)
    remarks += _surroundings(there) if isinstance(there, Host) else _extra(there, listed)
    remarks.sort(key=lambda remark: (not remark.is_fault, remark.about))
    return Report(remarks, _summary(there.name, len(listed), remarks, against if build is not None else None))


def read_list(content: bytes, where: str) -> dict[str, Listed]:
    """The list of a build: what it says of each file, by path. Raises CannotVerify."""
    try:
        entries = json.loads(content)["files"]
        return {one["path"]: Listed(one["path"], one["bytes"], one["sha256"]) for one in entries}
    except (ValueError, KeyError, TypeError) as problem:
        raise CannotVerify(f"{LIST} of {where} is no list of kino's: publish the site as a whole") from problem


def _own_list(there: Folder | Host) -> bytes:
    try:
        answer = there.get(LIST, 0)
        if answer.address.endswith(f"/{LIST}"):
            there.follow(answer.address.removesuffix(LIST))
        return answer.content
    except Silent as problem:
        raise CannotVerify(f"{there.name}: {problem}") from problem
    except Missing as problem:
        raise CannotVerify(
            f"{there.name}{LIST}: {problem}; name the folder of index.html, as this kino built it"
        ) from problem


def _build(against: Path | None, there: Folder | Host) -> bytes | None:
    """The list to be trusted; None where there is none but the site's own."""
    if against is None or (isinstance(there, Folder) and against.resolve() == there.path.resolve()):
        return None
    try:
        return Folder(against).get(LIST, 0).content
    except Missing as problem:
        raise CannotVerify(f"{against} has no {LIST}: build it, or name another build with --against") from problem


def _other_list(against: Path, own: bytes) -> Remark:
    text = (
        f"is not the one of {against}: the site is of another build, or the list was changed. Publish {against}, or "
        "name the build that was published with --against. What follows only compares the site with its own list"
    )
    return Remark(LIST, text)


def _files(
    there: Folder | Host, listed: Mapping[str, Listed], originals: Folder | None, progress: Progress
) -> Iterator[Remark]:
    # What begins with a dot is for the host, and few hosts hand it out.
    wanted = [one for one in listed.values() if not (there.is_host and one.path.rpartition("/")[2].startswith("."))]
    total, done, plain = sum(one.size for one in wanted) or 1, 0, []
    silent: list[str] = []

    def get(one: Listed) -> Answer | Missing:
        try:
            return there.get(one.path, one.size)
        except Missing as problem:
            return problem

    with ThreadPoolExecutor(AT_ONCE if there.is_host else 1) as threads:
        for one, answer in zip(wanted, threads.map(get, wanted), strict=True):
            done += one.size
            progress(f"Comparing {len(wanted)} files", min(done, total), total)
            if isinstance(answer, Silent):
                silent.append(one.path)
            elif isinstance(answer, Missing):
                yield Remark(one.path, f"{answer}; publish it again")
            else:
                original = originals.get(one.path, one.size).content if originals else None
                yield from compare(one, answer, original)
                plain += [one] if _is_plain(one, answer) else []
    if silent:
        more = f" and {len(silent) - 1} more files" if len(silent) > 1 else ""
        yield Remark(silent[0], f"the host did not answer for it{more}; they were not compared, try again later")
    if plain:
        yield _uncompressed(plain)


def compare(one: Listed, answer: Answer, original: bytes | None) -> Iterator[Remark]:
    """What is wrong with a file that came. original: its right bytes, where they are at hand."""
    if sha256(answer.content) != one.sha256:
        yield Remark(one.path, difference(one.path, one.size, one.sha256, answer, original))
    elif trouble := type_trouble(one.path, answer.headers):
        yield Remark(one.path, trouble)
    if answer.address and urlsplit(answer.address).netloc != urlsplit(answer.asked).netloc:
        yield Remark(one.path, f"comes from another host, {answer.address}: pages refuse it, so publish it beside them")
    elif answer.address != answer.asked:
        text = f"leads to {answer.address}: switch off redirects like “pretty URLs”, for they cannot be kept offline"
        yield Remark(one.path, text, is_fault=False)


def _is_plain(one: Listed, answer: Answer) -> bool:
    return bool(answer.headers) and not answer.wire and one.size > LARGE and shrinks(type_of(Path(one.path)))


def _uncompressed(files: Sequence[Listed]) -> Remark:
    names = ", ".join(sorted({one.path.rpartition("/")[2] for one in files}))
    size = sum(one.size for one in files) / 1e6
    types = ", ".join(sorted({type_of(Path(one.path)).partition(";")[0] for one in files}))
    text = f"not compressed on the way, {size:.1f} MB where a third would do: let the host compress {types}"
    return Remark(names, text, is_fault=False)


def _extra(there: Folder, listed: Mapping[str, Listed]) -> Iterator[Remark]:
    """Files that the build does not list. Beside the site they may be the owner's, in kino's folders not."""
    folders = {path.partition("/")[0] for path in listed if "/" in path}
    beside = set()
    for name in there.names():
        top, mark, _ = name.partition("/")
        if name in listed or name == LIST:
            continue
        if mark and top in folders:
            yield Remark(name, "is not of this build; remove it, or publish into an empty folder")
        else:
            beside.add(top)
    if beside:
        yield Remark(", ".join(sorted(beside)), "beside the site, and not kino's; not compared", is_fault=False)


def _surroundings(there: Host) -> Iterator[Remark]:
    """What is right or wrong about the host itself."""
    if not there.is_secure:
        text = "browsers let a page run Python only where it comes over https: switch that on"
        yield Remark(there.name, text)
    try:
        first, index = there.get("", 0), there.get("index.html", 0)
    except Silent:
        return  # said already
    except Missing as problem:
        yield Remark(there.name, f"{problem}; the folder's own address should give index.html")
        return
    if first.content != index.content:
        yield Remark(there.name, "does not give index.html: make that the folder's first page")
    policy = first.headers.get("content-security-policy", "")
    if "-src" in policy and not all(word in policy for word in ("blob:", "'wasm-unsafe-eval'")):
        text = f"the host sends a policy under which Python cannot start ({policy}): pages have their own, take it away"
        yield Remark(there.name, text)


def _summary(name: str, count: int, remarks: Sequence[Remark], against: Path | None) -> str:
    faults = sum(remark.is_fault for remark in remarks)
    how = (
        f"compared with {against}"
        if against
        else f"compared with {LIST} beside them: that shows damage, not what somebody changed on purpose, list and all"
    )
    if not faults:
        return f"{name}: all {count} files are those of the build ({how})."
    return f"{name}: {faults} {'fault' if faults == 1 else 'faults'} among {count} files ({how})."
