"""What Python in the page is made of: kino's own files as one archive, and the manifest that lists every file."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kino_build.bytecode import LIBRARY
from kino_build.runtime import Runtime

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
AWAKE = ("numpy",)
REST = "the rest of Python"  # what a start from a snapshot fetches later
WORKER = "worker.js"
COMPRESSED = (".zip", ".whl")
PACKED = (*COMPRESSED, ".gzip")


@dataclass(frozen=True)
class Pack:
    """The runtime's part of a site: files by address, the manifest's address and digest, the bytes of a start."""

    files: dict[str, bytes | Path]
    manifest: str
    sha256: str
    wake_bytes: int


def pack(runtime: Runtime, kino: bytes, worker: bytes, snapshot: Mapping[str, Path] | None = None) -> Pack:
    """Lay out the runtime.

    kino: the archive of `archive`; worker: the script of Python's worker; snapshot: of `snapshot.take`
    """
    snapshot = snapshot or {}
    contents: dict[str, bytes | Path] = {file.name: file.path for file in runtime.files}
    contents["pyodide-lock.json"] = _trim_lock(contents["pyodide-lock.json"], runtime)
    contents |= {"kino.zip": kino, WORKER: worker, **snapshot}
    entries = {name: _entry(name, content) for name, content in contents.items()}
    libraries = [LIBRARY, *(name for package in AWAKE for name in _wheels(package, runtime)), "kino.zip"]
    sources = {file.name: file.path for file in runtime.sources if file.name in libraries}
    plain = {name: _entry(name, path) for name, path in sources.items()}
    starts = {"snapshot": [entries[name] for name in snapshot]} if snapshot else {}
    starts["bytecode" if plain else "plain"] = [entries[name] for name in libraries]
    if plain:
        starts["plain"] = [plain.get(name, entries[name]) for name in libraries]
    manifest = {
        "version": runtime.version,
        "worker": entries[WORKER],
        "core": [entries[name] for name in CORE],
        "starts": [{"name": name, "files": files} for name, files in starts.items()],
        "packages": {REST: libraries}
        | {name: [file for file in _wheels(name, runtime) if file not in libraries] for name in runtime.packages},
        "files": {name: entry for name, entry in entries.items() if name.endswith(COMPRESSED)},
    }
    listing = json.dumps(manifest, sort_keys=True, separators=(",", ":")).encode()
    digest = hashlib.sha256(listing).hexdigest()
    address = f"runtime/manifest.{digest[:10]}.json"
    files = {f"runtime/{entries[name]['path']}": content for name, content in contents.items()}
    files |= {f"runtime/{plain[name]['path']}": path for name, path in sources.items()}
    fetched = [*CORE, *(snapshot or libraries), WORKER]
    wire = sum(_wire_size(name, _bytes(contents[name])) for name in fetched)
    return Pack(files | {address: listing}, address, digest, wire + len(listing))


def archive(folder: Path, own_figures: Iterable[Path]) -> bytes:
    """The package `kino` as a zip, an instructor's figures among its own; the same files give the same bytes."""
    members = {f"kino/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*.py")}
    members |= {f"kino/figures/{path.name}": path for path in own_figures}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(members):
            target.writestr(zipfile.ZipInfo(name), members[name].read_bytes())
    return file.getvalue()


def in_words(size: int) -> str:
    """A size for a reader: "9.3 MB"."""
    return f"{size / 1e6:.1f} MB"


def _wheels(package: str, runtime: Runtime) -> list[str]:
    names = [name for other in runtime.packages[package]["depends"] for name in _wheels(other, runtime)]
    return list(dict.fromkeys([*names, runtime.packages[package]["file"]]))


def _trim_lock(path: Path, runtime: Runtime) -> bytes:
    # The official list has hundreds of packages; the page gets the entries of those that the site carries.
    lock = json.loads(path.read_text("utf-8"))
    lock["packages"] = {name: lock["packages"][name] for name in sorted(runtime.packages)}
    return json.dumps(lock, sort_keys=True, separators=(",", ":")).encode()


def _entry(name: str, content: bytes | Path) -> dict:
    data = _bytes(content)
    digest = hashlib.sha256(data).hexdigest()
    return {"name": name, "path": f"{digest[:12]}/{name}", "sha256": digest, "bytes": len(data)}


def _wire_size(name: str, data: bytes) -> int:
    # Hosts compress text and wasm on the way, not what is an archive already.
    return len(data) if name.endswith(PACKED) else len(zlib.compress(data, 6))


def _bytes(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()
