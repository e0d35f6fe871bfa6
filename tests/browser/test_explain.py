"""An error is told in plain words in the page as well; its fix, its link and its traceback are there for the reader."""

import json

import pytest

from tests.browser import pages
from tests.browser.conftest import ROOT
from tests.browser.pages import FIRST, SECOND
from tests.explained import ROWS

QUOTES = "x = 3\nprint(“it’s”)"


def code(page, name=FIRST):
    return page.evaluate("name => document.getElementById(name).code", name)


def plain(page, name=FIRST):
    return pages.cell(page, name).locator(".error .plain").text_content()


def test_the_tables_hold_in_the_browser(awake):
    source = (ROOT / "tests/explained/checking.py").read_text("utf-8")
    words = pages.run(awake, f"{source}\nimport json\nprint(json.dumps(wrong(json.loads({json.dumps(ROWS)!r}))))")
    assert pages.state(awake) == "done", words
    assert json.loads(words) == []


def test_a_fix_changes_the_code_and_does_not_run_it_and_one_undo_takes_it_back(awake):
    pages.run(awake, QUOTES)
    assert plain(awake).startswith("Line 2, column 7: there is a curly quote, “.")
    pages.button(awake, "Use straight quotes").click()
    pages.until(awake, "code => document.getElementById('soft-lookup').code === code", 'x = 3\nprint("it’s")')
    assert pages.state(awake) == "error"
    assert awake.evaluate("document.activeElement.textContent") == "Run"
    assert pages.button(awake, "Use straight quotes").count() == 0
    pages.open_editor(awake)
    awake.keyboard.press("Control+Z")
    assert code(awake) == QUOTES
    awake.keyboard.press("Control+Y")
    awake.keyboard.press("Control+Enter")
    assert pages.until_ended(awake) == "it’s\n"


def test_a_fix_is_for_the_code_that_ran_and_no_other(awake):
    pages.run(awake, QUOTES)
    awake.evaluate("document.getElementById('soft-lookup').code = 'mine = 1'")
    pages.button(awake, "Use straight quotes").click()
    pages.until_output(awake, "The code has been changed since.")
    assert code(awake) == "mine = 1"


def test_a_fix_works_where_the_editor_had_not_come_yet(visit):
    page = visit()
    editor = pages.Held(page, "**/editor.js")
    pages.wake(page)
    pages.run(page, QUOTES)
    pages.button(page, "Use straight quotes").click()
    editor.release()
    pages.until(page, "() => document.getElementById('soft-lookup').code.includes('\"it’s\"')")
    pages.open_editor(page).press("Control+Z")
    assert code(page) == QUOTES


def test_a_name_of_another_cell_brings_the_reader_there(visit):
    page = visit()
    words = pages.run(page, "print(weights)", SECOND)
    assert f"weights is made in the cell {FIRST} above. Run that one first." in words
    page.get_by_role("link", name=f"Go to {FIRST}").click()
    run = pages.button(page, "Run", FIRST)
    assert run.evaluate("button => button === document.activeElement")
    pages.until(page, "() => document.activeElement.getBoundingClientRect().top >= 0")
    assert "#" not in page.url
    page.keyboard.press("Enter")
    pages.until_ended(page, FIRST)
    assert pages.run(page, "weights.shape", SECOND) == "(3, 4)"
    # What the other cell says now counts, not what it said when it ran.
    page.evaluate("name => { document.getElementById(name).code = 'tail = 1' }", FIRST)
    assert f"tail is made in the cell {FIRST}" in pages.run(page, "tail", SECOND)


def test_the_part_that_failed_is_marked_in_the_editor(awake):
    for source, parts in (
        (QUOTES, ["“"]),
        ("import numpy as np\nx = '😀'; y = np.ones(2) @ np.ones(3)", ["np.ones(2) @ np.ones(3)"]),
        ("def f(x):\n    return x +", []),
    ):
        pages.run(awake, source)
        mark = pages.cell(awake).locator(".cm-line.marked")
        pages.until(awake, "() => document.querySelector('#soft-lookup .cm-line.marked')")
        assert mark.locator(".marked-part").all_text_contents() == parts


def test_what_a_library_did_is_folded(awake):
    pages.run(awake, "import numpy as np\nnp.linalg.inv(np.ones((2, 3)))")
    error = pages.cell(awake).locator(".error")
    assert error.locator(".inside").text_content() == "in numpy.linalg.inv, called from line 2"
    assert error.locator("li").count() == 1
    trace = error.locator("details pre")
    assert not trace.is_visible()
    error.get_by_text("Python's own traceback").click()
    assert trace.is_visible() and "_assert_stacked_square" in trace.text_content()
    pages.run(awake, "1 / 0")
    assert pages.cell(awake).locator("details").count() == 0


@pytest.mark.parametrize("bad", ["<img src=x onerror=alert(1)>", "`<b>x</b>`", "</code><script>1</script>"])
def test_nothing_in_plain_words_is_markup(awake, bad):
    pages.run(awake, f"d = {{'a': 1}}\nd[{bad!r}]")
    assert bad.replace("`", "'") in plain(awake)
    assert pages.cell(awake).locator(".error .plain *:not(code)").count() == 0


def test_the_error_is_told_to_who_cannot_see_it(awake):
    pages.run(awake, "nothing_here")
    status = pages.cell(awake).locator("[data-status]").text_content()
    assert status.startswith("NameError: name 'nothing_here' is not defined") and "Nothing is called" in status


def test_an_answer_that_was_forged_breaks_nothing(awake):
    for error in ({"fix": 3}, {"fix": {"label": 4, "code": []}}, {"see": "x"}, {"plain": {}}, {"traceback": 5}):
        forged = {"type": "E", "message": "m", "frames": []} | error
        pages.run(
            awake,
            "import kino.bridge as b\nreal = b._dump\n"
            f"def dump(answer):\n    b._dump = real\n    return real({{'status': 'error', 'error': {forged!r}}})\n"
            "b._dump = dump",
        )
        assert pages.state(awake) in ("error", "done")
        assert pages.run(awake, "6 * 7") == "42"
