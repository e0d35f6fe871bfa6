"""What a page is made of (the accessibility tree), where its parts stand, what figures draw, and how it looks."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests import drawings
from tests.browser import pages, pixels
from tests.browser.states import work
from tests.browser.test_room import look_at_all

NARROW = {"width": 390, "height": 844}
FIGURE = "figure.figure"
BOXES = Path(__file__).with_name("boxes.js").read_text("utf-8")
PAGES = ("index.html", pages.LESSON, pages.SECOND_LESSON)
SIZES = {"wide": pages.WIDE, "narrow": NARROW}


@pytest.fixture
def look(request):
    """look(name, picture): compare pixels with the reference, or renew it."""
    return lambda name, png: pixels.compare(name, png, renew=request.config.getoption("--golden"))


def settled(page):
    """Fonts and picture are there, and the pointer is nowhere."""
    page.evaluate("() => document.fonts.ready.then(() => 0)")
    page.mouse.move(0, 0)
    return page


def figure_picture(page, name="turning-query"):
    figure = settled(page).locator(f"{FIGURE}:has(> kino-figure[name={name}])")
    return figure.screenshot(animations="disabled", caret="hide")


def whole_picture(page):
    return settled(look_at_all(page)).screenshot(full_page=True, animations="disabled", caret="hide")


def boxes(page):
    return settled(look_at_all(page)).evaluate(BOXES)


@pytest.fixture(scope="module")
def opened(visit):
    """opened(path, size, scheme): a page asleep, opened once for the file."""
    return cache(
        lambda path, size, scheme: visit(path, viewport=SIZES[size], color_scheme=scheme, init=pages.SAVE_DATA)
    )


# Structure


def tree(text):
    """An accessibility tree without what changes when nothing in it does: the names of files with a digest in them."""
    return re.sub(r"\.[0-9a-f]{10}\.", ".….", text) + "\n"


def test_the_accessibility_tree_of_the_figure(visit, golden):
    golden("figure.aria.yml", tree(visit().locator(FIGURE).aria_snapshot()))


@pytest.mark.parametrize("path", [*PAGES, "404.html"])
def test_the_accessibility_tree_of_a_page(visit, golden, path):
    golden(path.replace(".html", ".aria.yml"), tree(visit(path).locator("body").aria_snapshot()))


def test_the_accessibility_tree_of_the_lesson_after_some_work(visit, golden):
    golden("attention-worked.aria.yml", tree(work(visit()).locator("body").aria_snapshot()))


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


# Places


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PAGES)
def test_the_parts_of_a_page_stand_where_they_stood(opened, golden, path, size):
    golden(f"boxes/{path.removesuffix('.html')}-{size}.txt", boxes(opened(path, size, "light")))


# Looks


@pytest.mark.parametrize("path", PAGES)
def test_a_whole_page_looks_as_it_did(visit, look, path):
    """At half its size: what stands where, which is megabytes otherwise; figures are held at theirs."""
    look(f"whole-{path.removesuffix('.html')}", whole_picture(visit(path, device_scale_factor=0.5)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [name for name in drawings.NAMES if name != "turning-query"])
def test_every_figure_looks_as_it_did(opened, look, name, size, scheme):
    path = next(path for path, names in drawings.FIGURES.items() if name in names)
    look(f"{name}-{scheme}-{SIZES[size]['width']}", figure_picture(opened(path, size, scheme), name))


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
def test_the_top_of_a_page_looks_as_it_did_in_the_dark(visit, look, path):
    page = settled(visit(path, color_scheme="dark"))
    look(f"{path.removesuffix('.html')}-dark", page.screenshot(animations="disabled", caret="hide"))


def test_two_shots_of_one_page_are_equal(visit):
    assert figure_picture(visit()) == figure_picture(visit())


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", PAGES)
def test_twenty_times_the_same_bytes(visit, path):
    names = drawings.FIGURES.get(path, ())
    seen = set()
    for _ in range(20):
        page = visit(path, init=pages.SAVE_DATA)
        looks = [whole_picture(page), *(figure_picture(page, name) for name in names)]
        seen.add((tree(page.locator("body").aria_snapshot()), boxes(page), *looks))
        page.context.close()
    assert len(seen) == 1


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_twenty_pythons_draw_the_same_lines(visit):
    seen = set()
    for _ in range(20):
        page = visit()
        seen.add(pages.run(page, drawings.code()))
        page.context.close()
    assert len(seen) == 1
