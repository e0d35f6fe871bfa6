"""With JavaScript off the lesson is a page to read, figure and code included, and nothing on it pretends to work."""

import pytest

from kino import figures
from tests.browser import pages
from tests.browser.pages import FIRST, SECOND


@pytest.fixture(scope="module")
def still(visit):
    return visit(java_script_enabled=False)


def test_text_and_math_are_readable(still):
    assert still.get_by_role("heading", level=1, name="Attention").is_visible()
    assert still.get_by_role("heading", level=2).count() >= 5
    formulas = still.locator("div.math math")
    assert formulas.count() >= 5
    for formula in formulas.all():
        box = formula.bounding_box()
        assert box["width"] > 50 and box["height"] > 15
    assert "scripts are switched off" in still.locator("main").inner_text()


def test_the_figure_is_drawn_and_told(still):
    picture = figures.load("turning-query").draw({"angle": 50})
    assert still.locator("svg.dial").is_visible()
    assert still.locator("svg.dial .marker").count() == 4
    assert still.locator("kino-figure table tbody tr").count() == 4
    assert still.locator("kino-figure td.number.strong").all_inner_texts() == [
        f"{w:.2f}" for w in picture.values["weights"]
    ]
    assert still.locator("kino-figure [data-words]").inner_text() == picture.words


def test_the_code_is_there_and_coloured(still):
    for name in (FIRST, SECOND):
        code = still.locator(f"#{name} pre")
        assert code.is_visible()
        assert code.inner_text().startswith("import ")
        assert code.locator(".tok-keyword").count() > 0


def test_nothing_that_needs_scripts_is_offered(still):
    controls = still.locator(
        "input, select, textarea, progress, [data-action], [data-again], [data-retry], [data-theme-switch]"
    )
    assert controls.count() > 5
    assert [control.evaluate("node => node.outerHTML") for control in controls.all() if control.is_visible()] == []
    promises = (
        "Python sleeps until you press run",
        "Ctrl-Enter",
        "edit the code and run it",
        "Touch it and Python wakes",
        "tap it or reach it",
    )
    text = still.locator("main").inner_text()
    assert [promise for promise in promises if promise.lower() in text.lower()] == []


@pytest.mark.parametrize("path", ["index.html", "licences.html"])
def test_the_other_pages_need_no_scripts(visit, path):
    page = visit(path, java_script_enabled=False)
    assert page.get_by_role("heading", level=1).is_visible()
    assert page.locator("main a").count() > 0
    assert page.locator("[data-theme-switch]").is_hidden()


def test_the_lesson_is_reached_from_the_index(visit):
    page = visit("index.html", java_script_enabled=False)
    page.locator("main").get_by_role("link", name="Attention").first.click()
    assert page.url.endswith(pages.LESSON)
