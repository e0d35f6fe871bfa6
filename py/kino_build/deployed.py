"""Reads a published site: a folder, or an address as a browser would. I/O."""

from __future__ import annotations

import threading
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

PATIENCE = 20  # seconds in which a host has to answer
SPARE = 1_000_000  # bytes read beyond a file's size, to see what stands there instead
MOST_SILENT = 4  # files without any answer after which a host is not asked for more


class CannotVerify(Exception):
    """There is nothing that could be compared; the text says why and what to do."""


class Missing(Exception):
    """A file that does not come; the text says what came instead, in a few words."""


class Silent(Missing):
    """The host did not answer at all."""


@dataclass(frozen=True)
class Answer:
    """What came for a file: its bytes as a page gets them, and from a host the rest of the answer too."""

    content: bytes
    headers: Mapping[str, str] = field(default_factory=dict)  # names in small letters
    asked: str = ""  # its address
    address: str = ""  # where it was found in the end
    wire: bytes = b""  # its bytes as they came, if they were packed on the way


@dataclass(frozen=True)
class Folder:
    """A site in a folder."""

    path: Path
    is_host = False

    @property
    def name(self) -> str:
        return f"{self.path}/"

    def get(self, path: str, size: int) -> Answer:
        """A file of the site. Raises Missing."""
        file = self.path / path
        if not file.is_file():
            raise Missing("is not there")
        try:
            return Answer(file.read_bytes())
        except OSError as problem:
            raise Missing(f"cannot be read ({problem.strerror})") from problem

    def names(self) -> Iterator[str]:
        """Every file, by its path."""
        for path in sorted(self.path.rglob("*")):
            if path.is_file():
                yield path.relative_to(self.path).as_posix()


class Host:
    """A site at an address, which is that of its first page or of its folder."""

    is_host = True

    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise CannotVerify(f"{address} is no address of a site: it begins with https:// and a host's name")
        folder = parts.path.removesuffix("index.html")
        self.name = urllib.parse.urlunsplit((parts.scheme, parts.netloc, folder.rstrip("/") + "/", "", ""))
        self._silent = 0
        self._lock = threading.Lock()

    def follow(self, address: str) -> None:
        """Ask there from now on: where the site itself has moved, as from http to https."""
        self.name = address

    @property
    def is_secure(self) -> bool:
        """Whether browsers let a page from there check its files."""
        parts = urllib.parse.urlsplit(self.name)
        return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")

    def get(self, path: str, size: int) -> Answer:
        """A file of the site; size: the bytes that it should have. Raises Missing."""
        if self._silent > MOST_SILENT:
            raise Silent("was not asked for")
        try:
            answer = self._ask(path, size)
        except Silent:
            with self._lock:
                self._silent += 1
            raise
        self._silent = 0
        return answer

    def _ask(self, path: str, size: int) -> Answer:
        headers = {"Accept-Encoding": "gzip", "User-Agent": "Mozilla/5.0 (kino verify)", "Cache-Control": "no-cache"}
        request = urllib.request.Request(self.name + urllib.parse.quote(path), headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                wire = answer.read(size + SPARE)
                found = {name.lower(): value for name, value in answer.headers.items()}
                address = answer.url
        except urllib.error.HTTPError as problem:
            with problem:
                raise Missing(f"the host answers {problem.code} {problem.reason}".strip()) from problem
        except (OSError, HTTPException) as problem:
            raise Silent(f"the host does not answer ({_reason(problem)})") from problem
        if found.get("content-encoding", "identity") == "identity":
            return Answer(wire, found, request.full_url, address)
        return Answer(_unpacked(wire, found["content-encoding"]), found, request.full_url, address, wire)


def _unpacked(wire: bytes, encoding: str) -> bytes:
    if encoding not in ("gzip", "x-gzip"):
        raise Missing(f"comes packed as {encoding}, which was not asked for")
    try:
        return zlib.decompress(wire, 31)
    except zlib.error as problem:
        raise Missing("is said to be packed as gzip, and is not") from problem


def _reason(problem: Exception) -> str:
    if isinstance(problem, urllib.error.URLError) and isinstance(problem.reason, Exception):
        problem = problem.reason
    if isinstance(problem, TimeoutError):
        return f"nothing within {PATIENCE} s"
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def place(site: str) -> Folder | Host:
    """What a reader of the command line means by DIR or URL. Raises CannotVerify."""
    if "://" in site:
        return Host(site)
    folder = Path(site)
    if not folder.is_dir():
        raise CannotVerify(f"there is no folder {site}; an address begins with https://")
    return Folder(folder)
