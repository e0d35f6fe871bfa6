"""What all tests share: the reference files under tests/golden; the built site, its server and Playwright."""

import difflib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from kino_build.static import StaticServer
from tests.browsers import ENGINES

HERE = Path(__file__).resolve().parent


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="draw the reference files anew")


def pytest_collection_modifyitems(config, items):
    """With --golden only the tests that have a reference run."""
    if config.getoption("--golden"):
        chosen = [item for item in items if {"golden", "look"} & set(item.fixturenames)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def pytest_xdist_make_scheduler(config, log):
    """A file stays in one process, for it shares pages; an engine too, for its files share a browser and a Python."""
    return _Scheduling(config, log)


class _Scheduling(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        file, _, test = nodeid.partition("::")
        engine = re.search(rf"\[({'|'.join(ENGINES)})\b", test) if file.startswith("tests/engines/") else None
        return engine[1] if engine else file


@pytest.fixture
def golden(request):
    """golden(name, text): compare text with the reference file tests/golden/<name>, and fail with the difference."""

    def compare(name: str, text: str) -> None:
        reference = HERE / "golden" / name
        if request.config.getoption("--golden"):
            _put(reference, text)
        elif not reference.is_file():
            pytest.fail(f"tests/golden/{name} is missing: run `make golden`, look at it, and commit it", pytrace=False)
        elif reference.read_text("utf-8") != text:
            _put(HERE / "output" / name, text)
            pytest.fail(_difference(name, reference.read_text("utf-8"), text), pytrace=False)

    return compare


@pytest.fixture(scope="session")
def single(tmp_path_factory):
    """The first lesson in one file, in a folder whose name needs care, as a memory stick's may."""
    file = tmp_path_factory.mktemp("stick") / "my lessons #1 ü" / "attention-single.html"
    command = [sys.executable, "build.py", "build", "--single", "attention", "--out", str(file)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"Wrote {re.escape(str(file))}: one file, \d+\.\d MB$", done.stdout)
    return file


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _difference(name: str, before: str, now: str) -> str:
    names = f"tests/golden/{name}", f"tests/output/{name}"
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), *names, lineterm="", n=1)
    return "\n".join((*lines, f"{name} is drawn otherwise than before. If that is right: make golden"))


@pytest.fixture(scope="session")
def dist():
    """The site as it was built. The tests do not build it: what they try is what a host would get."""
    folder = HERE.parent / "dist"
    if not (folder / "attention.html").is_file():
        pytest.fail("dist/ is not built: run `make build` (or `python build.py build`) first", pytrace=False)
    return folder


@pytest.fixture(scope="session")
def site(dist):
    with StaticServer(dist) as server:
        yield server


@pytest.fixture(scope="module")
def listener(tmp_path_factory):
    """A server of another origin, which would like to hear something."""
    with StaticServer(
        tmp_path_factory.mktemp("listener"), extra_headers={"Access-Control-Allow-Origin": "*"}
    ) as server:
        yield server


@pytest.fixture(scope="session")
def playwright():
    """One for the whole run: it keeps an event loop going, beside which there can be no second."""
    from playwright.sync_api import sync_playwright  # slow to load, and only pages need it

    with sync_playwright() as playwright:
        yield playwright
