"""Below a cell that has run: its arrays and numbers in a line, unfolded as they are at that moment."""

from tests.browser import pages
from tests.browser.pages import SECOND, until
from tests.browser.test_access import axe, check  # noqa: F401 (axe is a fixture)

MAKE = "import numpy as np\nQ = np.array([[1.0, 2], [3, np.nan]])\nW = np.full((2, 2), 0.5)\nn = 5"


def line(page, name=pages.FIRST):
    return pages.cell(page, name).locator(".variables summary")


def until_line(page, words, name=pages.FIRST):
    until(
        page,
        "([id, words]) => document.querySelector(`#${id} .variables summary`)?.textContent === words",
        [name, words],
    )


def unfold(page, name=pages.FIRST):
    line(page, name).click()
    pages.cell(page, name).locator(".variables-body table").first.wait_for()


def rows(page, name=pages.FIRST):
    return page.evaluate(
        "id => [...document.querySelectorAll(`#${id} .variables-body > table > tbody > tr`)]"
        ".map((row) => [...row.children].map((cell) => cell.textContent))",
        name,
    )


def until_rows(page, part, name=pages.FIRST):
    until(
        page,
        "([id, part]) => document.querySelector(`#${id} .variables-body`)?.textContent.includes(part)",
        [name, part],
    )


def shown(page, name):
    table = pages.cell(page).get_by_label(f"Values of {name}").locator("table")
    table.wait_for()
    return table.locator(".shown").all_text_contents()


def test_what_a_cell_made_stands_in_a_line_and_unfolds(awake, axe):  # noqa: F811
    pages.run(awake, MAKE)
    until_line(awake, "Variables: Q (2, 2), W (2, 2), n = 5")
    unfold(awake)
    assert rows(awake) == [
        ["Q1 NaN, infinite or masked", "(2, 2)", "float64", "1", "3"],
        ["Weach row sums to 1", "(2, 2)", "float64", "0.5", "0.5"],
        ["n", "= 5", "int", "", ""],
    ]
    button = pages.cell(awake).get_by_role("button", name="Q", exact=True)
    assert button.get_attribute("aria-expanded") == "false"
    button.focus()
    awake.keyboard.press("Enter")
    assert shown(awake, "Q") == ["1", "2", "3", "NaN"]
    until(awake, "() => document.activeElement.dataset.name === 'Q' && document.activeElement.ariaExpanded === 'true'")
    check(awake, axe)
    awake.keyboard.press("Enter")
    pages.cell(awake).get_by_label("Values of Q").wait_for(state="detached")


def test_it_shows_what_there_is_now(awake):
    pages.run(awake, MAKE)
    until_line(awake, "Variables: Q (2, 2), W (2, 2), n = 5")
    if not awake.evaluate("() => document.querySelector('.variables').open"):
        unfold(awake)
    pages.cell(awake).get_by_role("button", name="W", exact=True).click()
    assert shown(awake, "W") == ["0.5"] * 4
    pages.run(awake, "W[0] = 7\nQ = None", name=SECOND)
    until_line(awake, "Variables: W (2, 2)", SECOND)
    until_rows(awake, "changed since by another cell")
    assert shown(awake, "W") == ["7", "7", "0.5", "0.5"]
    assert [name[0] for name, *cells in rows(awake) if cells] == ["W", "n"]


def test_there_is_no_line_for_nothing_and_none_after_reset_or_a_restart(awake, problems):
    pages.run(awake, MAKE)
    until_line(awake, "Variables: Q (2, 2), W (2, 2), n = 5")
    pages.run(awake, "print('nothing')")
    until(awake, "() => !document.querySelector('#soft-lookup .variables')")
    pages.run(awake, MAKE)
    until_line(awake, "Variables: Q (2, 2), W (2, 2), n = 5")
    pages.button(awake, "Reset").click()
    assert line(awake).count() == 0
    pages.run(awake, MAKE)
    until_line(awake, "Variables: Q (2, 2), W (2, 2), n = 5")
    pages.run(awake, "import os; os._exit(1)", name=SECOND)
    until(awake, "() => !document.querySelector('.variables')")
    pages.until_python(awake, "ready")
    problems.clear()


def test_runs_that_follow_each_other_are_all_listed(awake):
    pages.begin(awake, "a = 1")
    pages.begin(awake, "b = 2", name=SECOND)
    until_line(awake, "Variables: a = 1")
    until_line(awake, "Variables: b = 2", SECOND)


def test_names_and_values_are_text_and_no_markup(awake):
    pages.run(
        awake,
        "import numpy as np\nbad = np.array(['<img src=x>'])\nclass B(np.ndarray): pass\nown = np.ones(1).view(B)",
    )
    until_line(awake, "Variables: bad (1,), own (1,)")
    unfold(awake)
    pages.cell(awake).get_by_role("button", name="bad", exact=True).click()
    assert shown(awake, "bad") == ["<img src=x>"]
