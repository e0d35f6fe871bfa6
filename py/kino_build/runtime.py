"""Gathers the files of Pyodide that a site needs, each one checked against the official SHA-256."""

import difflib
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import fetch
from .fetch import Source, SourceFailed, WrongFile
from .progress import Progress

TABLE = "site/runtime.json"
OWN_FOLDER = "KINO_RUNTIME_DIR"


class RuntimeFilesError(Exception):
    """A file of the runtime that is missing or not the official one; the text names it and the remedy."""


@dataclass(frozen=True)
class RuntimeFile:
    name: str
    path: Path
    sha256: str
    size: int
    package: str | None  # None: a file of Pyodide itself


@dataclass(frozen=True)
class Runtime:
    version: str
    files: tuple[RuntimeFile, ...]  # Pyodide's own, then the wheels, each after those it depends on
    packages: dict[str, dict]  # name → {"imports": [...], "depends": [...], "file": name}
    sources: tuple[RuntimeFile, ...] = ()  # what `files` has as bytecode, as it was


def gather(
    root: Path,
    packages: Sequence[str],
    *,
    progress: Progress,
    cache: Path | None = None,
    sources: Sequence[Source] | None = None,
) -> Runtime:
    """All files needed to run Python with `packages` in the browser.

    root: the project, with site/runtime.json and node_modules/. cache: the folder that keeps fetched wheels
    (default: the user's cache). sources: tried in order for what is in neither (default: those of the table).
    Raises RuntimeFilesError.
    """
    table = json.loads((root / TABLE).read_text("utf-8"))
    version = table["version"]
    core = _core_files(root / "node_modules/pyodide", version, table["core"])
    lock = json.loads((root / "node_modules/pyodide/pyodide-lock.json").read_text("utf-8"))["packages"]
    names = _closure(lock, packages)
    digests = {lock[name]["file_name"]: lock[name]["sha256"] for name in names}
    if sources is None:
        sources = (fetch.cdn(table["cdn"]), fetch.carrier(**table["carrier"]))
    found = _wheels(digests, cache or user_cache() / f"pyodide-{version}", sources, progress)
    wheels = [_file(found[lock[name]["file_name"]], lock[name]["sha256"], name) for name in names]
    return Runtime(version, (*core, *wheels), {name: _package(lock[name]) for name in names})


def user_cache() -> Path:
    """kino's folder in the place where this system keeps caches."""
    if sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    else:
        named = Path(os.environ.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else Path.home() / ".cache"
    return base / "kino"


def _core_files(folder: Path, version: str, digests: Mapping[str, str]) -> list[RuntimeFile]:
    try:
        installed = json.loads((folder / "package.json").read_text("utf-8"))["version"]
        if installed != version:
            raise RuntimeFilesError(f"{folder} is Pyodide {installed}, but kino needs {version}: run `npm ci`")
        for name, sha256 in digests.items():
            fetch.verify(folder / name, sha256)
    except FileNotFoundError as problem:
        raise RuntimeFilesError(f"{problem.filename} is missing: run `npm ci`") from problem
    except WrongFile as problem:
        raise RuntimeFilesError(f"{folder}: {problem}: remove node_modules and run `npm ci`") from problem
    return [_file(folder / name, sha256, None) for name, sha256 in digests.items()]


def _closure(lock: Mapping[str, dict], packages: Sequence[str]) -> list[str]:
    """The packages and all that they depend on, each after what it depends on."""
    ordered: list[str] = []

    def visit(name: str) -> None:
        name = re.sub(r"[-_.]+", "-", name).lower()
        if name not in lock:
            close = difflib.get_close_matches(name, lock, n=1)
            hint = f' Did you mean "{close[0]}"?' if close else ""
            raise RuntimeFilesError(f'Pyodide has no package "{name}".{hint}')
        if name not in ordered:
            for other in lock[name]["depends"]:
                visit(other)
            ordered.append(name)

    for package in packages:
        visit(package)
    return ordered


def _wheels(digests: Mapping[str, str], cache: Path, sources: Sequence[Source], progress: Progress) -> dict[str, Path]:
    """Where each wheel (file name → SHA-256) lies; what is missing is fetched into the cache."""
    own = _own_files(digests)
    kept = {name: cache / name for name in digests if name not in own}
    _drop_damaged(kept, digests)
    tried = [
        f"{OWN_FOLDER}: {'not there' if os.environ.get(OWN_FOLDER) else 'not set'}",
        f"{cache}: not there",
    ]
    for source in sources:
        missing = {name: digests[name] for name, path in kept.items() if not path.exists()}
        if not missing:
            break
        try:
            cache.mkdir(parents=True, exist_ok=True)
            source.fetch(missing, cache, progress)
        except SourceFailed as problem:
            tried.append(f"{source.name}: {problem}")
        except OSError as problem:
            raise RuntimeFilesError(
                f"cannot write to the cache {cache} ({problem.strerror}): free it, or set XDG_CACHE_HOME"
            ) from problem
    missing = [name for name, path in kept.items() if not path.exists()]
    if missing:
        raise RuntimeFilesError(
            f"no source for {', '.join(missing)} (tried {'; '.join(tried)}): "
            f"get what is missing elsewhere, put it into a folder and name that folder in {OWN_FOLDER}"
        )
    return own | kept


def _own_files(digests: Mapping[str, str]) -> dict[str, Path]:
    """The wheels that lie in the user's own folder. A wrong one there is an error: someone put it there."""
    setting = os.environ.get(OWN_FOLDER)
    if not setting:
        return {}
    folder = Path(setting)
    if not folder.is_dir():
        raise RuntimeFilesError(f"{OWN_FOLDER} names {folder}, which is no folder: correct it or unset it")
    own = {name: folder / name for name in digests if (folder / name).exists()}
    for name, path in own.items():
        try:
            fetch.verify(path, digests[name])
        except WrongFile as problem:
            raise RuntimeFilesError(f"{folder}: {problem}: replace or remove that file") from problem
    return own


def _drop_damaged(kept: Mapping[str, Path], digests: Mapping[str, str]) -> None:
    for name, path in kept.items():
        if path.exists() and fetch.sha256_of(path) != digests[name]:
            path.unlink()


def _file(path: Path, sha256: str, package: str | None) -> RuntimeFile:
    return RuntimeFile(path.name, path, sha256, path.stat().st_size, package)


def _package(entry: Mapping) -> dict:
    return {"imports": list(entry["imports"]), "depends": list(entry["depends"]), "file": entry["file_name"]}
