"""One changed byte in any file of the runtime: it is named, never used, and once it is mended all is well again."""

import json
from functools import cache
from pathlib import Path

import pytest

from kino_build.static import StaticServer
from tests.altered import Altered
from tests.browser import pages

ROOT = Path(__file__).parents[2]
SUM = "import numpy as np\nint(np.ones(3).sum())"
OTHER = "is not the file that this site was built with, so it was not used"


@cache
def manifest():
    """The list of Python's files as it was built, and its address; nothing where nothing is built."""
    found = [*(ROOT / "dist").glob("runtime/manifest.*.json")]
    return (f"runtime/{found[0].name}", json.loads(found[0].read_text())) if found else ("", None)


def paths(names):
    """Which file names stand for, as parameters; where nothing is built the fixture `dist` says so."""
    return [pytest.param(name, id=name.rpartition("/")[2]) for name in names]


def vital():
    """What every start needs."""
    address, listing = manifest()
    if not listing:
        return []
    return [address, *(f"runtime/{one['path']}" for one in (listing["worker"], *listing["core"]))]


def of_start(i):
    return [f"runtime/{one['path']}" for one in manifest()[1]["starts"][i]["files"]] if manifest()[1] else []


def of_packages():
    _, listing = manifest()
    if not listing:
        return []
    return [f"runtime/{listing['files'][name]['path']}" for name in listing["packages"]["matplotlib"]]


@pytest.fixture
def altered(dist):
    with StaticServer(dist) as server:
        yield Altered(server)


@pytest.fixture
def opened(visit, altered):
    """opened() → a page of that host, with the warnings on its console. It is closed before the host is."""
    opened = []

    def open_page():
        page = visit(server=altered.server)
        opened.append(page)
        page.warnings = []
        page.on("console", lambda message: message.type == "warning" and page.warnings.append(message.text))
        return page

    yield open_page
    for page in opened:
        page.close()


def named(path):
    return "The list of Python's files" if "manifest" in path else path.rpartition("/")[2]


def check_refused_and_mended(page, altered, path):
    altered.change(path)
    pages.begin(page, SUM)
    pages.until_state(page, "error")
    pages.until_python(page, "failed")
    said = page.locator(f"#{pages.FIRST} [data-output] .said.error").inner_text()
    assert said.startswith(f"{named(path)} {OTHER}"), said
    assert page.locator("iframe").count() == 0, "nothing was started with it"
    altered.mend()
    page.locator(f"#{pages.FIRST}").get_by_role("button", name="Try again").click()
    pages.until_state(page, "done")
    assert pages.output(page) == "3"


@pytest.mark.long
@pytest.mark.parametrize("path", paths(vital()))
def test_what_every_start_needs_is_named_and_trying_again_works_once_it_is_mended(opened, altered, path):
    check_refused_and_mended(opened(), altered, path)


def test_one_that_every_start_needs(opened, altered):
    """A sample of those above: the list itself, at which all begins."""
    check_refused_and_mended(opened(), altered, vital()[0])


def check_slower(page, altered, changed, start):
    for path in changed:
        altered.change(path)
    assert pages.run(page, SUM) == "3"
    assert page.locator("html").get_attribute("data-python-start") == start
    for path in changed:
        assert any(named(path) in words and OTHER in words for words in page.warnings), page.warnings


@pytest.mark.long
@pytest.mark.parametrize("path", paths(of_start(0)))
def test_what_the_fastest_start_needs_is_named_on_the_console_and_the_next_one_serves(opened, altered, path):
    check_slower(opened(), altered, [path], "bytecode")


@pytest.mark.long
@pytest.mark.parametrize("path", paths(path for path in of_start(1) if path not in of_start(2)))
def test_what_the_second_start_needs_is_named_on_the_console_and_the_last_one_serves(opened, altered, path):
    check_slower(opened(), altered, [of_start(0)[0], path], "plain")


@pytest.mark.long
@pytest.mark.parametrize("path", paths(of_start(2)))
def test_where_no_start_is_left_the_last_one_s_file_is_named_and_trying_again_works(opened, altered, path):
    for faster in (of_start(0)[0], of_start(1)[0]):
        altered.change(faster)
    page = opened()
    check_refused_and_mended(page, altered, path)
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"


def check_later(page, altered, path, code, right):
    """A file that a cell fetches once Python runs: said in the cell, and running it again works once it is mended."""
    altered.change(path)
    pages.begin(page, code)
    pages.until_ended(page)
    said = pages.output(page)
    assert f"{named(path)} {OTHER}" in said and "Run the cell to try again." in said, said
    assert any(named(path) in words and OTHER in words for words in page.warnings), page.warnings
    altered.mend()
    assert right in pages.run(page, code)


@pytest.mark.long
@pytest.mark.parametrize("path", paths(of_start(1)))
def test_what_comes_after_the_fastest_start_is_named_and_comes_with_the_next_run(opened, altered, path):
    page = opened()
    check_later(page, altered, path, "import decimal\nprint(decimal.Decimal(1) / 8)", "0.125")


def test_the_wheels_of_a_package_are_named_and_come_with_the_next_run(opened, altered):
    """All of them, one after the other, on one page; then the package itself."""
    page = opened()
    pages.wake(page)
    code = "import matplotlib\nprint('here')"
    for path in of_packages():
        altered.change(path)
        pages.begin(page, code)
        pages.until_ended(page)
        said = pages.output(page)
        assert f"{named(path)} {OTHER}" in said and "here" not in said, said
        altered.mend()
    assert "here" in pages.run(page, code)


def test_every_file_of_the_runtime_is_in_one_of_these_lists(dist):
    tried = {*vital(), *of_start(0), *of_start(1), *of_start(2), *of_packages()}
    there = {path.relative_to(dist).as_posix() for path in dist.glob("runtime/**/*") if path.is_file()}
    assert there == tried
