"""What the tests of pages in Chromium share: one browser, and what its pages report."""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from kino_build.static import StaticServer
from tests.browser import pages
from tests.browsers import NO_POPUPS, find_chromium

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# But for the first, what makes one machine draw the same pixels as another.
FLAGS = (
    NO_POPUPS,
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--disable-font-subpixel-positioning",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
)


@pytest.fixture(scope="session")
def browser(playwright, tmp_path_factory):
    path = find_chromium()
    if not path:
        pytest.fail("no Chromium is installed: run `python -m tests.browsers` first", pytrace=False)
    environment = os.environ | {"FONTCONFIG_FILE": str(_own_fonts(tmp_path_factory.mktemp("fonts")))}
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS, env=environment)
    yield browser
    browser.close()


def _own_fonts(folder):
    import matplotlib  # slow to load, and only its fonts are wanted

    config = (HERE / "fonts.conf").read_text()
    config = config.replace("FONTS", str(Path(matplotlib.get_data_path()) / "fonts" / "ttf"))
    file = folder / "fonts.conf"
    file.write_text(config.replace("CACHE", str(folder / "cache")))
    return file


@pytest.fixture(scope="session")
def _heard():
    return []


@pytest.fixture(autouse=True)
def problems(_heard):
    """Uncaught errors, and errors on the console, of every page in the present test, as text.

    A test that means a fault looks at them and clears the list; what is left at its end fails it.
    """
    _heard.clear()
    yield _heard
    assert _heard == [], "the page reported errors that the test did not mean"


@pytest.fixture(scope="module")
def visit(browser, site, _heard):
    """visit(path, init=…, server=…, **options of a browser context) → a page; closed after the module's last test.

    Without a service worker, past which Playwright sees no request; service_workers="allow" lets it be.
    """
    contexts = []

    def visit(path=pages.LESSON, *, init=None, server=site, **options):
        context = browser.new_context(
            **{"viewport": pages.WIDE, "reduced_motion": "reduce", "service_workers": "block"} | options
        )
        contexts.append(context)
        context.on("weberror", lambda error: _heard.append(f"uncaught: {error.error}"))
        context.on("console", lambda message: message.type == "error" and _heard.append(message.text))
        if init:
            context.add_init_script(init)
        page = context.new_page()
        page.goto(server.url + path)
        uncaught = [problem for problem in _heard if problem.startswith("uncaught")]
        assert not uncaught, f"{path} does not even open: {uncaught}"
        return page

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture
def serve(browser):
    """serve(folder) → a server for one test. Its pages are closed before it goes: they may still ask."""
    with ExitStack() as stack:

        def serve(folder):
            server = stack.enter_context(StaticServer(folder))
            stack.callback(_close_pages, browser, server.url)
            return server

        yield serve


def _close_pages(browser, url):
    for context in browser.contexts:
        for page in context.pages:
            if page.url.startswith(url):
                page.close()


@pytest.fixture(scope="module")
def awake(visit):
    """The lesson with Python ready, woken once for a test file."""
    page = visit(has_touch=True)
    pages.wake(page)
    return page
