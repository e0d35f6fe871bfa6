"""What the tests of several engines share: `open_tab` in each engine that this machine has."""

import pytest

from tests import browsers
from tests.browsers import ENGINES
from tests.engines.playwright_tab import chromium, firefox
from tests.engines.webkit_tab import webkit

LESSON = "attention.html"


def pytest_collection_modifyitems(items):
    """Of a file that says LONG_ELSEWHERE, only what runs in the first engine is short.

    Of one that says LONG_IN_CHROMIUM all but that: tests/browser has the same for Chromium, and more of it.
    """
    first = next(iter(ENGINES))
    for item in items:
        if getattr(item.module, "LONG_ELSEWHERE", False) and item.callspec.params["engine"] != first:
            item.add_marker(pytest.mark.long)
        if getattr(item.module, "LONG_IN_CHROMIUM", False) and item.callspec.params["engine"] == first:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session", params=ENGINES)
def engine(request):
    """The engine: a function that opens a tab of a new reader. One at a time runs, for as long as it has tests."""
    name = request.param
    path = browsers.find_chromium() if name == "chromium" else ENGINES[name].find()
    if not path:
        pytest.skip(ENGINES[name].absence)
    start = {
        "chromium": lambda: chromium(request.getfixturevalue("playwright"), path),
        "firefox": lambda: firefox(request.getfixturevalue("playwright"), path),
        "webkit": lambda: webkit(path),
    }
    with start[name]() as open_tab:
        yield open_tab


@pytest.fixture(scope="module")
def _tabs():
    return []


@pytest.fixture(scope="module")
def open_tab(engine, site, _tabs):
    """open_tab(path, server=…, init=…, size=…) → a Tab of a reader who was never here; closed after the module.

    init: JavaScript that runs before the page's own. A path with "://" in it is a whole address.
    """

    def open_tab(path=LESSON, server=site, init=None, **size):
        tab = engine(init=init, server=server, **size)
        _tabs.append(tab)
        tab.goto(path if "://" in path else server.url + path)
        return tab

    yield open_tab
    for tab in _tabs:
        tab.close()
    _tabs.clear()


@pytest.fixture(scope="module")
def awake(open_tab):
    """The lesson with Python ready, woken once for an engine and a file."""
    tab = open_tab()
    tab.wake()
    return tab


@pytest.fixture(autouse=True)
def _nothing_uncaught(_tabs):
    yield
    problems = []
    for tab in _tabs:
        if tab.is_open:
            problems += tab.problems
            tab.problems.clear()
    assert problems == [], "the page reported errors that the test did not mean"
