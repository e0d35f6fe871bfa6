"""What the builder's tests share: a course in a temporary folder, a runtime of a few bytes, and the site they make."""

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from hypothesis import settings

from kino_build import write
from kino_build.runtime import Runtime, RuntimeFile
from tests.unit.reading import Html

# A slow machine is no mistake, and a mistake found once is found at every run.
settings.register_profile("kino", deadline=None, derandomize=True)
settings.load_profile("kino")

ROOT = Path(__file__).resolve().parents[2]
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEELS = {"numpy": [], "six": [], "plot": ["numpy", "six"]}

TOUR = Path(__file__).parent / "data/tour"


@pytest.fixture(scope="session")
def write_course():
    """write_course(folder, {path: text or bytes}) → the folder: a course of one lesson, and what the paths say.

    A path with None as its text is left out.
    """

    def put(folder: Path, files: dict[str, str | bytes | None]) -> Path:
        plain = {
            "course.yml": "title: C\nmodules:\n  - title: M\n    lessons: [a]\n",
            "a.md": "---\ntitle: A\nminutes: 1\n---\nText.\n",
        }
        for name, content in (plain | files).items():
            if content is not None:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return put


@pytest.fixture(scope="session")
def write_tour():
    """write_tour(folder) → the folder: a course with everything that a lesson can hold."""
    return lambda folder: Path(shutil.copytree(TOUR, folder, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture(scope="session")
def lesson_of():
    """lesson_of(body) → a lesson's text whose body begins on line 5."""
    return lambda body: f"---\ntitle: A\nminutes: 1\n---\n{body}\n"


@pytest.fixture(scope="session")
def runtime(tmp_path_factory) -> Runtime:
    """A runtime as `runtime.gather` returns it, of files that are small: what is in them, the builder never asks."""
    folder = tmp_path_factory.mktemp("runtime")
    entries = {
        name: {
            "name": name,
            "version": "1",
            "file_name": f"{name}-1-py3-none-any.whl",
            "depends": depends,
            "imports": [name],
        }
        for name, depends in WHEELS.items()
    }
    lock = {"info": {"python": "3.14.0"}, "packages": entries | {"unwanted": {"name": "unwanted"}}}
    for name in CORE:
        (folder / name).write_bytes(json.dumps(lock).encode() if name.endswith(".json") else name.encode() * 99)
    for name, entry in entries.items():
        with zipfile.ZipFile(folder / entry["file_name"], "w") as wheel:
            wheel.writestr(
                f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\nLicense: MIT\n"
            )
            wheel.writestr(f"{name}-1.dist-info/LICENSE", "Copyright <someone>")
    packages = {
        name: {"imports": entry["imports"], "depends": entry["depends"], "file": entry["file_name"]}
        for name, entry in entries.items()
    }
    files = [_file(folder / name, None) for name in CORE]
    files += [_file(folder / entry["file_name"], name) for name, entry in entries.items()]
    return Runtime("1.2.3", tuple(files), packages)


def _file(path: Path, package: str | None) -> RuntimeFile:
    content = path.read_bytes()
    return RuntimeFile(path.name, path, hashlib.sha256(content).hexdigest(), len(content), package)


@pytest.fixture(scope="session")
def site(tmp_path_factory, write_tour, runtime) -> dict[str, bytes]:
    """The site made of the tour: content by address."""
    course = write_tour(tmp_path_factory.mktemp("course") / "tour")
    made = write.compose(ROOT, write.check(ROOT, course), runtime, base="/kino/")
    return {
        address: content if isinstance(content, bytes) else content.read_bytes() for address, content in made.items()
    }


@pytest.fixture(scope="session")
def pages(site) -> dict[str, Html]:
    """Every page of the tour's site, as read."""
    found = [address for address in site if "/" not in address and address.endswith(".html")]
    return {address: Html(site[address].decode()) for address in found}
