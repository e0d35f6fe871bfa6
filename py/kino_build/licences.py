"""The licences of everything of others' that a built site carries."""

import base64
import email
import json
import re
import zipfile
from dataclasses import dataclass, replace
from email.message import Message
from pathlib import Path

from .runtime import Runtime, RuntimeFile

# npm packages that work while building and leave nothing of themselves in the site, only their output.
BUILD_ONLY = {"esbuild", "temml"}

# What comes without its licence text; the texts are kept in site/licences.
PYODIDE = ("Pyodide", "MPL-2.0", "MPL-2.0.txt", "https://pyodide.org")
CPYTHON = ("CPython", "PSF-2.0", "PSF-2.0.txt", "https://www.python.org")

# What the wheels call their licences where they name none in the SPDX way.
SPDX = {
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Python Software Foundation License": "PSF-2.0",
    "Apache Software License": "Apache-2.0",
}


class LicenceError(Exception):
    """A package without a licence text; the text names it."""


@dataclass(frozen=True)
class Licence:
    name: str
    version: str
    licence: str  # an SPDX expression, or the package's own words
    text: str
    url: str  # "" if the package names none
    purl: str = ""  # the package's address among all packages (package-url)
    digest: tuple[str, str] | None = None  # of the package as it was fetched: the algorithm, and the digest in hex


def collect(root: Path, runtime: Runtime) -> tuple[Licence, ...]:
    """The licences of Pyodide, CPython, the wheels of `runtime` and the npm packages of the page.

    Sorted by name. Raises LicenceError for a package without a text.
    """
    python = _python_version(root)
    digests = _digests(root)
    official = {file.name: file.sha256 for file in runtime.sources}
    pyodide = _kept(root, *PYODIDE, version=runtime.version)
    found = [replace(pyodide, purl=f"pkg:npm/pyodide@{runtime.version}", digest=digests.get("pyodide"))]
    found += [replace(_kept(root, *CPYTHON, version=python), purl=f"pkg:generic/cpython@{python}")]
    for file in runtime.files:
        found += [_of_wheel(file, official.get(file.name, file.sha256))] if file.package else []
    found += [_of_module(folder, digests) for folder in _shipped_modules(root)]
    return tuple(sorted(found, key=lambda licence: licence.name.lower()))


def _python_version(root: Path) -> str:
    lock = json.loads((root / "node_modules/pyodide/pyodide-lock.json").read_text("utf-8"))
    return lock["info"]["python"]


def _kept(root: Path, name: str, licence: str, file: str, url: str, *, version: str) -> Licence:
    path = root / "site/licences" / file
    if not path.exists():
        raise LicenceError(f"{name} has no licence text: put it at {path}")
    return Licence(name, version, licence, path.read_text("utf-8"), url)


def _shipped_modules(root: Path) -> list[Path]:
    """The folders of the npm packages of package.json and of all they need, less the builder's own."""
    modules = root / "node_modules"
    wanted = set(_manifest(root)["dependencies"]) - BUILD_ONLY - {"pyodide"}
    reached: set[str] = set()
    while wanted:
        name = wanted.pop()
        reached.add(name)
        wanted |= set(_manifest(modules / name).get("dependencies", {})) - reached
    return [modules / name for name in sorted(reached)]


def _digests(root: Path) -> dict[str, tuple[str, str]]:
    """The digests of the npm packages as they were fetched, by name; none where nothing was pinned."""
    lock = root / "package-lock.json"
    entries = json.loads(lock.read_text("utf-8"))["packages"] if lock.exists() else {}
    found = {}
    for path, entry in entries.items():
        algorithm, _, digest = entry.get("integrity", "").partition("-")
        if algorithm == "sha512":
            found[path.removeprefix("node_modules/")] = ("SHA-512", base64.b64decode(digest).hex())
    return found


def _of_module(folder: Path, digests: dict[str, tuple[str, str]]) -> Licence:
    manifest = _manifest(folder)
    name = manifest["name"]
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir()) if _is_licence(path.name)]
    url = manifest.get("homepage") or _repository(manifest)
    purl = f"pkg:npm/{name.replace('@', '%40')}@{manifest['version']}"
    return Licence(name, manifest["version"], manifest["license"], _joined(name, texts), url, purl, digests.get(name))


def _manifest(folder: Path) -> dict:
    try:
        return json.loads((folder / "package.json").read_text("utf-8"))
    except FileNotFoundError as problem:
        raise LicenceError(f"{problem.filename} is missing: run `npm ci`") from problem


def _repository(manifest: dict) -> str:
    entry = manifest.get("repository", "")
    address = entry if isinstance(entry, str) else entry.get("url", "")
    return re.sub(r"^git\+|\.git$", "", address)


def _of_wheel(file: RuntimeFile, sha256: str) -> Licence:
    with zipfile.ZipFile(file.path) as wheel:
        members = [name for name in wheel.namelist() if name.split("/")[0].endswith(".dist-info")]
        metadata = [name for name in members if name.endswith("/METADATA")]
        if not metadata:
            raise LicenceError(f"{file.name} is no wheel: it has no METADATA")
        about = email.message_from_bytes(wheel.read(metadata[0]))
        texts = [wheel.read(name).decode("utf-8", "replace") for name in sorted(members) if _is_licence(name)]
    text = _joined(about["Name"], texts)
    purl = f"pkg:pypi/{about['Name'].lower().replace('_', '-')}@{about['Version']}"
    return Licence(
        about["Name"], about["Version"], _licence_name(about), text, _homepage(about), purl, ("SHA-256", sha256)
    )


def _licence_name(about: Message) -> str:
    """The SPDX expression if there is one, else what the classifiers say, else the free text's first line."""
    if expression := about["License-Expression"]:
        return expression
    classified = [
        value.rpartition(" :: ")[2]
        for value in about.get_all("Classifier", [])
        if value.startswith("License :: OSI Approved :: ")
    ]
    if classified:
        return " OR ".join(SPDX.get(name, name) for name in classified)
    return (about["License"] or "see the text").splitlines()[0]


def _homepage(about: Message) -> str:
    pairs = [value.partition(",") for value in about.get_all("Project-URL", [])]
    named = {label.strip().lower(): address.strip() for label, _, address in pairs}
    return about["Home-page"] or named.get("homepage") or named.get("source") or named.get("repository") or ""


def _is_licence(name: str) -> bool:
    """Whether a file's name, with or without folders, is that of a licence text."""
    return bool(re.search(r"(LICEN[CS]E|COPYING|NOTICE)[^/]*$", name, re.IGNORECASE))


def _joined(name: str, texts: list[str]) -> str:
    """All texts of one package as one, each once: wheels repeat the same text for several of their parts."""
    stripped = dict.fromkeys(text.strip("\n\r\ufeff") for text in texts if text.strip())
    if not stripped:
        raise LicenceError(f"{name} has no licence text among its files: it cannot be shipped without one")
    return ("\n\n" + "-" * 72 + "\n\n").join(stripped) + "\n"
