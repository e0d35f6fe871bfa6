"""Cells in the hands of someone set on breaking them: whatever they do, the next cell prints and the figure is live."""

import itertools

import pytest

from tests import damages
from tests.browser import breaking, pages
from tests.browser.pages import FIRST, SECOND

_angles = itertools.cycle(range(-170, 170, 7))


def check_all_is_well(page):
    pages.until_python(page, "ready")
    assert pages.run(page, "print(6 * 7)", SECOND) == "42\n"
    # What the first cell makes of `attend` draws the figure, also where it is nothing that can be called.
    if (put_back := page.get_by_role("button", name="Put back")).count():
        put_back.click()
    pages.turn(page, angle=next(_angles))


def rows(*tables):
    return [pytest.param(*row, id=name) for table in tables for name, row in table.items()]


@pytest.mark.parametrize("code", damages.HELD.values(), ids=damages.HELD)
def test_what_a_cell_does_to_python_is_put_back(awake, code):
    words = pages.run(awake, code)
    assert "restart" not in words
    check_all_is_well(awake)


@pytest.mark.parametrize("code", damages.LOST.values(), ids=damages.LOST)
def test_what_cannot_be_put_back_costs_a_restart(awake, problems, code):
    assert "Python had to restart. Your code is safe." in pages.run(awake, code)
    assert pages.state(awake) == "stopped"
    check_all_is_well(awake)
    problems.clear()  # what the interpreter says as it ends


TABLES = breaking.ERRORS, breaking.SOURCES, breaking.DEPTHS, breaking.MEMORY, breaking.OUTSIDE


@pytest.mark.parametrize(("code", "state", "words"), rows(*TABLES))
def test_a_cell_that_is_meant_to_break(awake, problems, code, state, words):
    found = pages.run(awake, code)
    right = {(state, words)}
    if words == "RecursionError":  # how deep the browser's own stack is at that moment decides which comes first
        right.add(("stopped", "Your code is safe"))
    assert any(words in found and pages.state(awake) == state for state, words in right)
    check_all_is_well(awake)
    problems.clear()


def test_a_figure_that_a_cell_has_changed_costs_a_restart_at_the_latest_when_it_is_drawn(awake):
    pages.turn(awake, angle=40)
    before = pages.shown(awake)["markup"]
    pages.run(awake, "import kino.figures.turning_query as t\nt.KEYS[:] = 0")
    pages.until_python(awake, "ready")
    pages.turn(awake, angle=41)
    pages.turn(awake, angle=40)
    assert pages.shown(awake)["markup"] == before


# Reset


def test_reset_brings_names_back(awake):
    pages.run(awake, "import numpy as np\nfrom kino.attention import softmax\nkept = 1", SECOND)
    pages.run(awake, "np = softmax = None\nprint = len = 5\nkept = 2\nmine = 3")
    pages.button(awake, "Reset").click()
    pages.until_output(awake, "Reset also brought back kept, len, np, print, softmax.")
    words = pages.run(awake, "print(np.ones(2), softmax(np.zeros(2)), len('ab'), kept, 'mine' in globals())", SECOND)
    assert words == "[1. 1.] [0.5 0.5] 2 1 False\n"


def test_reset_of_a_cell_that_runs_takes_back_what_it_has_done_so_far(awake):
    pages.run(awake, "x = 1", SECOND)
    pages.begin(awake, "x = 2\nprint('on')\nwhile True: pass")
    pages.until_output(awake, "on")
    pages.button(awake, "Reset").click()
    pages.until_output(awake, "Reset also brought back x.")
    assert pages.run(awake, "x", SECOND) == "1"


def test_reset_does_not_wake_python(visit):
    page = visit()
    pages.button(page, "Reset").click()
    page.wait_for_timeout(300)
    assert pages.python_state(page) == "asleep"


def test_reset_says_nothing_where_nothing_came_back(awake):
    pages.run(awake, "quite_new = 1")
    pages.button(awake, "Reset").click()
    pages.until_python(awake, "ready")
    assert pages.run(awake, "'quite_new' in globals()", SECOND) == "False"
    assert "brought back" not in pages.output(awake, FIRST)
