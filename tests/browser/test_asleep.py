"""Reading asks for nothing of Python; the first Run or the first touch does."""

import pytest

from kino_build.static import StaticServer
from tests.browser import pages


@pytest.fixture
def quiet_site(dist):
    """A server of its own, whose list of requests belongs to one test."""
    with StaticServer(dist) as server:
        yield server


def asked_for_python(page, server):
    # Whatever was asked for before this request has arrived by now.
    page.evaluate("() => fetch('kino.json').then((answer) => answer.text())")
    assert any(path.endswith("/kino.json") for path in server.requests)
    return [path for path in server.requests if "/runtime/" in path]


def read_through(page):
    page.mouse.move(640, 450)
    for _ in range(40):
        page.mouse.wheel(0, 400)
    pages.until(page, "scrollY + innerHeight >= document.documentElement.scrollHeight - 2")


@pytest.mark.parametrize("path", ["index.html", pages.LESSON, "licences.html"])
def test_loading_and_scrolling_ask_for_nothing(visit, quiet_site, path):
    page = visit(path, server=quiet_site)
    read_through(page)
    assert asked_for_python(page, quiet_site) == []


def test_pointing_and_tabbing_ask_for_nothing(visit, quiet_site):
    page = visit(server=quiet_site)
    for place in ("[data-picture]", "kino-figure .grip", "input[name=angle]", "[data-code]", "[data-action=run]"):
        page.locator(place).first.hover()
    pages.cell(page).locator(".cm-content").wait_for()
    page.evaluate("scrollTo(0, 0)")
    tab_to_the_end(page)
    assert asked_for_python(page, quiet_site) == []
    assert pages.python_state(page) == "asleep"


def tab_to_the_end(page):
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.cm-content')"):
            page.keyboard.press("Escape")
        if page.evaluate("document.activeElement.closest('footer') !== null"):
            return
    raise AssertionError("after 100 presses of Tab the end of the page is not reached")


def test_the_page_says_what_waking_costs_before_it_is_asked_to(visit):
    page = visit()
    size = page.locator("html").get_attribute("data-wake-size")
    assert size.endswith(" MB")
    assert pages.cell(page).locator("[data-size]").inner_text() == size
    assert size in page.locator("kino-figure [data-note]").inner_text()


def test_the_first_touch_of_the_figure_wakes(visit):
    page = visit()
    with page.expect_request("**/runtime/**"):
        pages.slider(page).press("ArrowRight")
    assert pages.python_state(page) == "waking"


def test_the_first_run_wakes(visit):
    page = visit()
    with page.expect_request("**/runtime/**"):
        pages.button(page, "Run").click()
    assert pages.python_state(page) == "waking"


def test_with_save_data_only_run_wakes(visit, quiet_site):
    page = visit(init=pages.SAVE_DATA, server=quiet_site)
    pages.slider(page).press("ArrowRight")
    assert pages.settle(page)["values"]["angle"] == 51
    assert asked_for_python(page, quiet_site) == []
    assert pages.python_state(page) == "asleep"
    with page.expect_request("**/runtime/**"):
        pages.button(page, "Run").click()
