"""Files that cost time to make, kept in the user's cache under a key of all that they are made from. I/O."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from .fetch import sha256_of


def key(*parts: str | bytes) -> str:
    """A short name for what is made from these parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(f"{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:20]


def is_whole(path: Path) -> bool:
    """Whether `path` was kept and is as it was then."""
    note = _note(path)
    return path.is_file() and note.is_file() and note.read_text() == sha256_of(path)


def keep(made: Path, path: Path) -> None:
    """Move a finished file to its place in the cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = sha256_of(made)
    made.replace(path)
    _note(path).write_text(digest)


def contents(paths: Iterable[Path]) -> list[bytes]:
    """What files hold, to make a key of."""
    return [path.read_bytes() for path in paths]


def _note(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")
