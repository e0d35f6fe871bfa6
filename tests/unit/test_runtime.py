"""The runtime's files: sources, order, and every refusal, with small files in place of Pyodide's."""

import hashlib
import io
import json
import socket
import zipfile
from pathlib import Path

import pytest

from kino_build import fetch
from kino_build.progress import Bar
from kino_build.runtime import RuntimeFilesError, gather, user_cache
from kino_build.static import StaticServer

PYODIDE = {
    "pyodide.mjs": b"export {}",
    "pyodide.asm.mjs": b"core",
    "pyodide.asm.wasm": b"\0asm",
    "python_stdlib.zip": b"PK",
}
WHEELS = {"numpy-1-wasm32.whl": b"numpy" * 5000, "plot-2-wasm32.whl": b"plot", "six_er-3-any.whl": b"six"}
DEPENDS = {"numpy": [], "six-er": [], "plot": ["numpy", "six-er"]}
CARRIER = {"requirement": "kino-carrier==1.0", "folder": "carried/pyodide/", "size": 4000}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def entry(name: str) -> dict:
    file = next(wheel for wheel in WHEELS if wheel.split("-")[0] == name.replace("-", "_"))
    return {
        "file_name": file,
        "sha256": sha256(WHEELS[file]),
        "depends": DEPENDS[name],
        "imports": [name.replace("-", "_")],
        "version": "1",
    }


def silent(label: str, done: int, total: int) -> None:
    """A progress that nobody sees."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a made-up Pyodide 1.2.3, three wheels in its lock, and no source that answers."""
    root = tmp_path / "project"
    modules = root / "node_modules/pyodide"
    modules.mkdir(parents=True)
    lock = json.dumps({"packages": {name: entry(name) for name in DEPENDS}}).encode()
    core = PYODIDE | {"pyodide-lock.json": lock}
    for name, content in core.items():
        (modules / name).write_bytes(content)
    (modules / "package.json").write_text('{"version": "1.2.3"}')
    (root / "site").mkdir()
    table = {
        "version": "1.2.3",
        "core": {name: sha256(content) for name, content in core.items()},
        "cdn": "http://127.0.0.1:9/",  # the discard port: nobody listens
        "carrier": CARRIER,
    }
    write_table(root, **table)
    empty = tmp_path / "index"
    empty.mkdir()
    for name, value in {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(empty),
        "PIP_CONFIG_FILE": "/dev/null",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("KINO_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return root


def write_table(root: Path, **changes) -> None:
    path = root / "site/runtime.json"
    table = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(table | changes))


def put(folder: Path, **changes: bytes) -> Path:
    """A folder with all wheels; changes: numpy=b"..." for a wheel that is another."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in WHEELS.items():
        (folder / name).write_bytes(changes.get(name.split("-")[0], content))
    return folder


def put_carrier(tmp_path: Path, members: dict[str, bytes]) -> None:
    """A wheel for pip, in the folder where it looks, that carries the members."""
    info = "kino_carrier-1.0.dist-info"
    texts = {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: kino-carrier\nVersion: 1.0\nRequires-Python: <3\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(tmp_path / "index/kino_carrier-1.0-py3-none-any.whl", "w") as wheel:
        for name, content in (texts | members).items():
            wheel.writestr(name, content)


def carried(**changes: bytes) -> dict[str, bytes]:
    folder = CARRIER["folder"]
    return {folder + name: changes.get(name.split("-")[0], content) for name, content in WHEELS.items()}


def run(root: Path, cache: Path, packages=("plot",), progress=silent):
    return gather(root, packages, progress=progress, cache=cache)


def test_core_then_wheels_each_after_what_it_needs(project: Path, tmp_path: Path) -> None:
    runtime = run(project, put(tmp_path / "kept"), ["plot", "numpy"])
    assert runtime.version == "1.2.3"
    assert [file.name for file in runtime.files] == [
        *PYODIDE,
        "pyodide-lock.json",
        *sorted(WHEELS, key=ORDER.index),
    ]
    assert [file.package for file in runtime.files] == [None] * 5 + ["numpy", "six-er", "plot"]
    assert all(sha256(file.path.read_bytes()) == file.sha256 for file in runtime.files)
    assert all(file.path.stat().st_size == file.size for file in runtime.files)
    assert runtime.packages["plot"] == {
        "imports": ["plot"],
        "depends": ["numpy", "six-er"],
        "file": "plot-2-wasm32.whl",
    }


ORDER = ["numpy-1-wasm32.whl", "six_er-3-any.whl", "plot-2-wasm32.whl"]


def test_only_what_is_asked_for_is_gathered(project: Path, tmp_path: Path) -> None:
    runtime = run(project, put(tmp_path / "kept"), ["Six_Er"])
    assert list(runtime.packages) == ["six-er"]


def test_an_unknown_package_is_named(project: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeFilesError, match=r'no package "nunpy"\. Did you mean "numpy"\?'):
        run(project, tmp_path, ["nunpy"])


def test_wheels_come_from_the_cdn_once(project: Path, tmp_path: Path) -> None:
    cache = tmp_path / "kept"
    with StaticServer(put(tmp_path / "remote")) as server:
        write_table(project, cdn=server.url)
        run(project, cache)
        assert server.requests == [f"/{name}" for name in ORDER]
        run(project, cache)
        assert len(server.requests) == 3
    assert sorted(path.name for path in cache.iterdir()) == sorted(WHEELS)


def test_a_refusing_cdn_is_asked_once_then_the_carrier_gives_all(project: Path, tmp_path: Path) -> None:
    (tmp_path / "remote").mkdir()
    put_carrier(tmp_path, carried() | {CARRIER["folder"] + "other.whl": b"not wanted"})
    with StaticServer(tmp_path / "remote") as server:
        write_table(project, cdn=server.url)
        run(project, tmp_path / "kept")
        assert server.requests == [f"/{ORDER[0]}"]
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == sorted(WHEELS)


def test_a_wrong_file_from_the_cdn_is_left_for_the_next_source(project: Path, tmp_path: Path) -> None:
    put_carrier(tmp_path, carried())
    with StaticServer(put(tmp_path / "remote", six_er=b"other")) as server:
        write_table(project, cdn=server.url)
        runtime = run(project, tmp_path / "kept")
        assert server.requests == [f"/{name}" for name in ORDER[:2]]
    assert all(sha256(file.path.read_bytes()) == file.sha256 for file in runtime.files)


def test_a_cut_off_answer_is_not_kept(project: Path, tmp_path: Path) -> None:
    cut = WHEELS["numpy-1-wasm32.whl"][:-1]
    with StaticServer(put(tmp_path / "remote", numpy=cut)) as server:
        write_table(project, cdn=server.url)
        with pytest.raises(RuntimeFilesError, match=sha256(cut)):
            run(project, tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []


def test_no_source_is_one_sentence_that_names_all_of_them(project: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeFilesError) as caught:
        run(project, tmp_path / "kept")
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("no source for numpy-1-wasm32.whl, six_er-3-any.whl, plot-2-wasm32.whl (tried ")
    assert "KINO_RUNTIME_DIR: not set" in text
    assert f"{tmp_path / 'kept'}: not there" in text
    assert "Pyodide's CDN: Connection refused" in text
    assert "the PyPI package kino-carrier==1.0: No matching distribution found" in text
    assert text.endswith("name that folder in KINO_RUNTIME_DIR")


def test_a_wrong_or_missing_member_of_the_carrier_is_named(project: Path, tmp_path: Path) -> None:
    put_carrier(tmp_path, carried(plot=b"other"))
    expected = f"plot-2-wasm32.whl has the SHA-256 {sha256(b'other')}, but the official one is {sha256(b'plot')}"
    with pytest.raises(RuntimeFilesError, match=expected):
        run(project, tmp_path / "kept")
    put_carrier(tmp_path, {})
    with pytest.raises(RuntimeFilesError, match=r"plot-2-wasm32\.whl is not in it"):
        run(project, tmp_path / "kept")


def test_a_server_that_never_answers_is_given_up(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        write_table(project, cdn=f"http://127.0.0.1:{mute.getsockname()[1]}/")
        with pytest.raises(RuntimeFilesError, match=r"Pyodide's CDN: no answer within 0\.2 s"):
            run(project, tmp_path / "kept")


def test_a_damaged_file_in_the_cache_is_fetched_anew(project: Path, tmp_path: Path) -> None:
    cache = put(tmp_path / "kept", numpy=b"damaged")
    with StaticServer(put(tmp_path / "remote")) as server:
        write_table(project, cdn=server.url)
        run(project, cache)
        assert server.requests == ["/numpy-1-wasm32.whl"]
    assert (cache / "numpy-1-wasm32.whl").read_bytes() == WHEELS["numpy-1-wasm32.whl"]


def test_the_own_folder_comes_first(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = put(tmp_path / "own")
    monkeypatch.setenv("KINO_RUNTIME_DIR", str(own))
    runtime = run(project, tmp_path / "kept")
    assert {file.path.parent for file in runtime.files if file.package} == {own}
    assert not (tmp_path / "kept").exists()


def test_what_the_own_folder_lacks_comes_from_the_cache(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = put(tmp_path / "own")
    (own / "plot-2-wasm32.whl").unlink()
    monkeypatch.setenv("KINO_RUNTIME_DIR", str(own))
    runtime = run(project, put(tmp_path / "kept"))
    assert runtime.files[-1].path == tmp_path / "kept/plot-2-wasm32.whl"


def test_a_wrong_file_in_the_own_folder_is_refused(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINO_RUNTIME_DIR", str(put(tmp_path / "own", plot=b"other")))
    with pytest.raises(RuntimeFilesError) as caught:
        run(project, put(tmp_path / "kept"))
    for part in ("plot-2-wasm32.whl", sha256(b"other"), sha256(b"plot"), str(tmp_path / "own")):
        assert part in str(caught.value)


def test_an_own_folder_that_is_none_is_refused(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINO_RUNTIME_DIR", str(tmp_path / "nowhere"))
    with pytest.raises(RuntimeFilesError, match=r"KINO_RUNTIME_DIR names .*nowhere, which is no folder"):
        run(project, put(tmp_path / "kept"))


def test_a_changed_core_file_is_refused_with_both_digests(project: Path, tmp_path: Path) -> None:
    (project / "node_modules/pyodide/python_stdlib.zip").write_bytes(b"other")
    with pytest.raises(RuntimeFilesError) as caught:
        run(project, put(tmp_path / "kept"))
    for part in ("python_stdlib.zip", sha256(b"other"), sha256(b"PK"), "npm ci"):
        assert part in str(caught.value)


def test_a_changed_lock_is_refused_before_it_is_believed(project: Path, tmp_path: Path) -> None:
    (project / "node_modules/pyodide/pyodide-lock.json").write_text('{"packages": {}}')
    with pytest.raises(RuntimeFilesError, match=r"pyodide-lock\.json has the SHA-256"):
        run(project, put(tmp_path / "kept"))


def test_another_version_of_pyodide_is_refused(project: Path, tmp_path: Path) -> None:
    (project / "node_modules/pyodide/package.json").write_text('{"version": "1.2.4"}')
    with pytest.raises(RuntimeFilesError, match=r"is Pyodide 1\.2\.4, but kino needs 1\.2\.3: run `npm ci`"):
        run(project, tmp_path)


def test_missing_node_modules_are_named(project: Path, tmp_path: Path) -> None:
    (project / "node_modules/pyodide/package.json").unlink()
    with pytest.raises(RuntimeFilesError, match=r"pyodide/package\.json is missing: run `npm ci`"):
        run(project, tmp_path)


def test_an_interruption_leaves_nothing_half_written(tmp_path: Path) -> None:
    def interrupted():
        yield b"some"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch.keep(interrupted(), tmp_path / "file", sha256(b"some more"))
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_ends_pip_and_removes_what_it_had(project: Path, tmp_path: Path) -> None:
    put_carrier(tmp_path, carried())

    def interrupt(label: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(project, tmp_path / "kept", progress=interrupt)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_cache_that_cannot_be_written_is_named(project: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RuntimeFilesError, match=r"cannot write to the cache .*file/kept .*XDG_CACHE_HOME"):
        run(project, tmp_path / "file/kept")


def test_progress_ends_at_the_whole(project: Path, tmp_path: Path) -> None:
    seen = []
    put_carrier(tmp_path, carried())
    run(project, tmp_path / "kept", progress=lambda *event: seen.append(event))
    assert seen[-1] == (f"Pyodide's wheels, inside {CARRIER['requirement']}", CARRIER["size"], CARRIER["size"])
    assert all(done < total for _, done, total in seen[:-1])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_one_line_that_is_redrawn() -> None:
    screen = Terminal()
    bar = Bar(screen)
    for done in (0, 5_000_000, 10_000_000):
        bar("numpy.whl", done, 10_000_000)
    assert screen.getvalue().count("\n") == 1
    assert screen.getvalue().split("\r")[2].endswith("[############............] 5.0 of 10.0 MB")


def test_a_log_gets_a_line_every_tenth() -> None:
    log = io.StringIO()
    bar = Bar(log)
    for done in range(1001):
        bar("numpy.whl", done * 10_000, 10_000_000)
    assert log.getvalue().splitlines() == [f"numpy.whl: {tenth}.0 of 10.0 MB" for tenth in range(11)]


def test_work_that_is_not_counted_in_bytes_has_steps():
    log = io.StringIO()
    bar = Bar(log)
    for done in range(2):
        bar("Taking an image", done, 1)
    assert log.getvalue().splitlines() == ["Taking an image: step 0 of 1", "Taking an image: step 1 of 1"]


@pytest.mark.parametrize(
    ("platform", "setting", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/kino"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/kino"),
        ("linux", {"XDG_CACHE_HOME": ""}, "/home/me/.cache/kino"),
        ("darwin", {}, "/home/me/Library/Caches/kino"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/kino"),
    ],
)
def test_the_cache_is_where_the_system_keeps_caches(
    monkeypatch: pytest.MonkeyPatch, platform: str, setting: dict, expected: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("HOME", "/home/me")
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    assert user_cache() == Path(expected)
