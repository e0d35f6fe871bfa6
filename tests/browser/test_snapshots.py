"""What a page is made of (the accessibility tree), what the figure draws, and how both look."""

import re

import pytest

from tests.browser import pages, pixels

NARROW = {"width": 390, "height": 844}
FIGURE = "figure.figure"


@pytest.fixture
def look(request):
    """look(name, picture): compare pixels with the reference, or renew it."""
    return lambda name, png: pixels.compare(name, png, renew=request.config.getoption("--golden"))


def settled(page):
    """Fonts and picture are there, and the pointer is nowhere."""
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    page.mouse.move(0, 0)
    return page


def figure_picture(page):
    return settled(page).locator(FIGURE).screenshot(animations="disabled", caret="hide")


# Structure


def tree(text):
    """An accessibility tree without what changes when nothing in it does: the names of files with a digest in them."""
    return re.sub(r"\.[0-9a-f]{10}\.", ".….", text) + "\n"


def test_the_accessibility_tree_of_the_figure(visit, golden):
    golden("figure.aria.yml", tree(visit().locator(FIGURE).aria_snapshot()))


@pytest.mark.parametrize("path", ["index.html", pages.LESSON, "404.html"])
def test_the_accessibility_tree_of_a_page(visit, golden, path):
    golden(path.replace(".html", ".aria.yml"), tree(visit(path).locator("body").aria_snapshot()))


def test_the_accessibility_tree_of_a_cell_that_was_run(awake, golden):
    pages.run(awake, "print('printed')\n1 / 0")
    pages.cell(awake).locator(".cm-line.marked").wait_for()
    golden("cell-with-error.aria.yml", tree(pages.cell(awake).aria_snapshot()))


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("start", {"angle": 50, "length": 1.5, "scaled": True}),
        ("sharp", {"angle": -68, "length": 3, "scaled": False}),
        ("uniform", {"angle": 0, "length": 0, "scaled": True}),
    ],
)
def test_the_drawing_in_the_page(awake, golden, name, state):
    markup = pages.turn(awake, **state)["markup"]
    golden(f"page-{name}.svg.txt", re.sub(r"(?<=>)(?=<)", "\n", markup) + "\n")


# Looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [pages.WIDE, NARROW], ids=["wide", "narrow"])
def test_the_figure_looks_as_it_did(visit, look, scheme, size):
    page = visit(viewport=size, color_scheme=scheme, init=pages.SAVE_DATA)
    look(f"figure-{scheme}-{size['width']}", figure_picture(page))


def test_the_figure_looks_the_same_live_as_from_film(awake, visit, look):
    film = visit(init=pages.SAVE_DATA)
    pages.turn(film, "film", angle=-20)
    pages.turn(awake, angle=-20, length=1.5, scaled=True)
    for page in (film, awake):
        look("dial-turned", settled(page).locator("kino-figure [data-picture]").screenshot(animations="disabled"))


@pytest.mark.parametrize("path", ["index.html", pages.LESSON, "licences.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_top_of_a_page_looks_as_it_did(visit, look, path, scheme):
    page = settled(visit(path, color_scheme=scheme))
    look(f"{path.removesuffix('.html')}-{scheme}", page.screenshot(animations="disabled", caret="hide"))


def test_two_shots_of_one_page_are_equal(visit):
    assert figure_picture(visit()) == figure_picture(visit())
