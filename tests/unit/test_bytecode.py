"""Libraries as bytecode: by the pinned Pyodide, once for the same input, the same bytes each time."""

import io
import marshal
import os
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from kino_build import bytecode, kept
from kino_build.runtime import RuntimeFile, RuntimeFilesError

ROOT = Path(__file__).parents[2]
WHEEL = {
    "pond/__init__.py": b'"""A pond."""\ndef deep():\n    assert 1\n    return 1 / 0\n',
    "pond/broken.py": b"def\n",
    "pond/data.json": b"{}",
    "pond/tests/test_pond.py": b"",
    "pond/pond.pyi": b"",
    "pond-1.dist-info/METADATA": b"Name: pond\n",
    "pond-1.dist-info/LICENSE": b"Copyright",
    "pond-1.dist-info/RECORD": b"pond/__init__.py,sha256=x,1\n",
}


@pytest.fixture(scope="module")
def pond(runtime, tmp_path_factory):
    """A runtime of Pyodide's own files, less the library, and one wheel."""
    path = tmp_path_factory.mktemp("pond") / "pond-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, content in WHEEL.items():
            wheel.writestr(name, content)
    own = [file for file in runtime.files if not file.package and file.name != bytecode.LIBRARY]
    return replace(runtime, files=(*own, RuntimeFile(path.name, path, kept.sha256_of(path), 1, "pond")))


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def made(pond, cache):
    return bytecode.compiled(ROOT, pond, progress=lambda *_: None, cache=cache)


def archive(runtime):
    return zipfile.ZipFile(io.BytesIO(runtime.files[-1].path.read_bytes()))


def test_sources_become_bytecode_and_the_rest_stays_less_what_nobody_imports(made):
    assert archive(made).namelist() == [
        "pond-1.dist-info/LICENSE",
        "pond-1.dist-info/METADATA",
        "pond/__init__.pyc",
        "pond/broken.py",
        "pond/data.json",
        "pond-1.dist-info/RECORD",
    ]
    assert archive(made).read("pond/data.json") == b"{}"
    assert b"pond/__init__.pyc,," in archive(made).read("pond-1.dist-info/RECORD")


def test_the_bytecode_is_of_that_python_unchecked_and_knows_its_place(made):
    data = archive(made).read("pond/__init__.pyc")
    flags = int.from_bytes(data[4:8], "little")
    assert flags == 1, "hashed, and not checked against a source"
    assert b"/lib/python3.14/site-packages/pond/__init__.py" in data and b"A pond." in data
    if sys.version_info[:2] == (3, 14):
        assert marshal.loads(data[16:]).co_name == "<module>"


def test_the_runtime_keeps_its_sources_and_says_the_size_of_what_it_has_now(made, pond):
    [file] = [file for file in made.files if file.package]
    assert made.sources == (pond.files[-1],) and file.name == pond.files[-1].name
    assert (file.sha256, file.size) == (kept.sha256_of(file.path), file.path.stat().st_size)


def test_a_second_build_compiles_nothing_and_a_damaged_file_is_made_anew_the_same(made, pond, cache, monkeypatch):
    path = made.files[-1].path
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(bytecode, "run_node", lambda *_: pytest.fail("compiled again"))
        assert bytecode.compiled(ROOT, pond, progress=lambda *_: None, cache=cache) == made
    path.write_bytes(before[:-1])
    assert bytecode.compiled(ROOT, pond, progress=lambda *_: None, cache=cache) == made
    assert path.read_bytes() == before


def test_without_node_it_says_so(pond, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(RuntimeFilesError, match=r"Node.js is not installed.*Install version 20 or newer"):
        bytecode.compiled(ROOT, pond, progress=lambda *_: None, cache=tmp_path)


def test_what_node_says_is_handed_on_shortened(tmp_path):
    (tmp_path / "loud.mjs").write_text("throw new Error('lost ' + 'x'.repeat(10000))")
    with pytest.raises(RuntimeFilesError, match=r"Node said:[\s\S]*lost") as caught:
        bytecode.run_node(tmp_path, "loud.mjs", {}, print)
    assert len(str(caught.value)) < 4000
