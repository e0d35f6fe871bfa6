"""What the tests of several engines share: `open_tab` in each engine that this machine has."""

import pytest

from tests import browsers
from tests.browsers import ENGINES
from tests.engines.playwright_tab import chromium, firefox
from tests.engines.webkit_tab import webkit

LESSON = "attention.html"
IS_READY = "document.documentElement.dataset.python === 'ready'"
# The texts of the lesson, and the figure as it was in the beginning.
TIDY = """() => {
  for (const cell of document.querySelectorAll("kino-cell")) cell.querySelector("[data-action=reset]").click();
  document.querySelector("kino-figure [data-again]").click();
}"""


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
    """The tabs of a file, of which nothing may go uncaught."""
    return []


@pytest.fixture(scope="module")
def open_tab(engine, site, _tabs):
    """open_tab(path, server=…, init=…, size=…) → a Tab of a reader who was never here; closed after the module.

    init: JavaScript that runs before the page's own. A path with "://" in it is a whole address.
    """

    own = []

    def open_tab(path=LESSON, server=site, init=None, **size):
        tab = engine(init=init, server=server, **size)
        own.append(tab)
        _tabs.append(tab)
        tab.goto(path if "://" in path else server.url + path)
        return tab

    yield open_tab
    for tab in own:
        tab.close()


def wake(tab):
    tab.wake()
    return tab


@pytest.fixture(scope="session")
def _shared(engine, site):
    """shared(key) → a tab that is opened once for an engine, and again only where it has gone."""
    tabs = {}

    def shared(key):
        if key not in tabs or not tabs[key].is_open:
            tabs[key] = engine(server=site)
        return tabs[key]

    yield shared
    for tab in tabs.values():
        if tab.is_open:
            tab.close()


@pytest.fixture(scope="module")
def awake(request, open_tab, site, _shared, _tabs):
    """The lesson with Python ready, woken once for an engine and a file.

    Files that say SHARES_PYTHON have one together: what goes only once in a page, like a prediction, is not for it.
    """
    if not getattr(request.module, "SHARES_PYTHON", False):
        return wake(open_tab())
    tab = _shared("awake")
    _tabs.append(tab)
    if not tab.evaluate(IS_READY):
        tab.goto(site.url + LESSON)
        wake(tab)
    tab.evaluate(TIDY)
    return tab


@pytest.fixture
def reader(site, _shared, _tabs):
    """The lesson, Python asleep, as a new reader finds it; in one tab for all tests, for to open one takes long."""
    tab = _shared("asleep")
    if tab not in _tabs:
        _tabs.append(tab)
    open_anew(tab, site.url + LESSON)
    return tab


def open_anew(tab, url):
    """Open a page of which the browser has kept nothing that was typed or chosen."""
    tab.goto(url)
    if tab.evaluate("localStorage.length"):
        tab.evaluate("localStorage.clear()")
        tab.goto("about:blank")  # an address with a hash would else be the same page
        tab.goto(url)


@pytest.fixture(autouse=True)
def _nothing_uncaught(_tabs):
    yield
    problems = []
    for tab in _tabs:
        if tab.is_open:
            problems += tab.problems
            tab.problems.clear()
    assert problems == [], "the page reported errors that the test did not mean"
