"""The list of what a site contains: each file's address, size and SHA-256, and the build's version. I/O.

The version is one digest of the list. Pages carry it, so it is taken while a word stands in its place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

FILE = "contents.json"
UNTOLD = "not-yet-built"
DIGITS = 12


def version(site: Mapping[str, bytes | Path]) -> str:
    """The version of a site whose pages say `UNTOLD` in its place."""
    lines = [f"{entry['sha256']} {entry['path']}\n" for entry in entries(site)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:DIGITS]


def told(site: Mapping[str, bytes | Path], version: str) -> dict[str, bytes]:
    """The pages at the root of a site, each with the version in its place."""
    before, after = (f'data-build="{word}"'.encode() for word in (UNTOLD, version))
    return {
        path: content.replace(before, after, 1)
        for path, content in site.items()
        if "/" not in path and path.endswith(".html") and isinstance(content, bytes)
    }


def listing(site: Mapping[str, bytes | Path], version: str) -> bytes:
    """The content of `FILE`, JSON with a file a line: all files of the site but itself."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries(site))
    return f'{{"version": {json.dumps(version)}, "files": [\n{lines}\n]}}\n'.encode()


def entries(site: Mapping[str, bytes | Path]) -> list[dict]:
    """{path, bytes, sha256} of each file, in the order of the paths."""
    return [{"path": path, **_facts(site[path])} for path in sorted(site) if path != FILE]


def _facts(content: bytes | Path) -> dict:
    data = content if isinstance(content, bytes) else content.read_bytes()
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
