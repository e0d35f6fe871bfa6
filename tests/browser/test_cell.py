"""A cell is edited, run, stopped and reset, and whatever it does, the next run works."""

import pytest

import kino.cell
from tests.browser import pages
from tests.browser.pages import FIRST, SECOND

# Editing and running


def test_a_cell_is_edited_and_run_from_the_keyboard(awake):
    pages.open_editor(awake)
    awake.keyboard.press("Control+A")
    awake.keyboard.type("import numpy as np\nnp.arange(4) * 10")
    assert awake.evaluate("document.getElementById('soft-lookup').code") == "import numpy as np\nnp.arange(4) * 10"
    awake.keyboard.press("Control+Enter")
    assert pages.until_ended(awake) == "array([ 0, 10, 20, 30])"
    awake.keyboard.press("End")
    awake.keyboard.type(" + 1")
    awake.keyboard.press("Shift+Enter")
    assert pages.until_ended(awake) == "array([ 1, 11, 21, 31])"
    assert pages.state(awake) == "done"


@pytest.fixture(scope="module")
def starter(visit):
    """The code of the first cell, as the author wrote it."""
    return visit(java_script_enabled=False).locator(f"#{FIRST} pre").text_content().removesuffix("\n")


def test_the_starter_runs_as_it_stands(awake, starter):
    items = []
    kino.cell.run(starter, {}, name=FIRST, emit=lambda kind, text: items.append(text))
    assert pages.run(awake, starter) == "".join(items)
    assert "each row sums to [1. 1. 1.]" in pages.output(awake)
    assert pages.state(awake) == "done"


def test_run_works_before_the_editor_has_come(visit):
    page = visit()
    page.route("**/editor.js", lambda route: route.abort())
    pages.wake(page)
    assert pages.run(page, "6 * 7") == "42"
    assert page.locator(".cm-editor").count() == 0


def test_cells_share_what_they_define(awake):
    pages.run(awake, "from math import tau as there\nshared = [1, 2]")
    assert pages.run(awake, "shared.append(3); shared, round(there, 2)", SECOND) == "([1, 2, 3], 6.28)"
    assert pages.run(awake, "len(shared)") == "3"


def test_a_double_click_on_run_runs_once(awake):
    pages.run(awake, "count = 0")
    awake.evaluate("document.getElementById('soft-lookup').code = 'count += 1; print(count)'")
    pages.watch(awake)
    pages.button(awake, "Run").dblclick()
    # The second click may find the first run already over: then it is a second run, and never a mixture of both.
    pages.until_ended(awake)
    pages.until_python(awake, "ready")
    states = [state for state in pages.watched(awake) if state.startswith(FIRST)]
    assert states == [f"{FIRST} queued", f"{FIRST} running", f"{FIRST} done"] * (len(states) // 3)
    assert pages.output(awake) == f"{len(states) // 3}\n"


def test_clicks_on_run_while_a_cell_runs_change_nothing(awake):
    pages.begin(awake, pages.LOOP)
    pages.until_output(awake, "on")
    for _ in range(3):
        pages.button(awake, "Run").click(force=True)
    pages.press_stop(awake)
    assert pages.output(awake).count("on") == 1
    assert pages.python_state(awake) == "ready"


def test_two_cells_run_in_the_order_in_which_they_were_asked(awake):
    awake.evaluate(
        """([first, second]) => {
          const [a, b] = [first, second].map((name) => document.getElementById(name));
          b.code = "order = ['b']\\nfor i in range(200): print('b', i)\\norder";
          a.code = "order.append('a')\\nfor i in range(200): print('a', i)\\norder";
        }""",
        [FIRST, SECOND],
    )
    pages.watch(awake)
    awake.evaluate(
        "names => names.forEach((name) => document.querySelector(`#${name} [data-action=run]`).click())",
        [SECOND, FIRST],
    )
    assert pages.until_ended(awake, FIRST).endswith("a 199\n['b', 'a']")
    assert pages.output(awake, SECOND) == "".join(f"b {i}\n" for i in range(200)) + "['b']"
    assert "b" not in pages.output(awake, FIRST).removesuffix("['b', 'a']")
    for state in ("running", "done"):
        assert [name for name in pages.watched(awake) if name.endswith(f" {state}")] == [
            f"{SECOND} {state}",
            f"{FIRST} {state}",
        ]


def test_top_level_await_works(awake):
    code = "import asyncio\nprint('before')\nawait asyncio.sleep(0.05)\nprint('after')\nawait asyncio.sleep(0, 'value')"
    assert pages.run(awake, code) == "before\nafter\n'value'"


@pytest.mark.parametrize("code", ["import sys; sys.exit(3)", "exit()", "quit()", "raise SystemExit"])
def test_a_program_may_end_itself(awake, code):
    pages.run(awake, "kept = 1")
    assert pages.run(awake, f"print('before')\n{code}\nprint('never')") == "before\nThe program ended."
    assert pages.state(awake) == "done"
    assert pages.run(awake, "kept") == "1"


# Reset


def test_reset_brings_the_starter_back_and_can_be_undone(awake, starter):
    pages.open_editor(awake)
    awake.keyboard.press("Control+A")
    awake.keyboard.type("mine = 1")
    pages.run_as_it_is(awake)
    pages.button(awake, "Reset").click()
    assert awake.evaluate("document.getElementById('soft-lookup').code") == starter
    assert (pages.output(awake), pages.state(awake)) == ("", "idle")
    pages.open_editor(awake)
    awake.keyboard.press("Control+Z")
    assert awake.evaluate("document.getElementById('soft-lookup').code") == "mine = 1"


def test_reset_stops_what_runs(awake):
    pages.begin(awake, pages.LOOP)
    pages.until_output(awake, "on")
    pages.button(awake, "Reset").click()
    pages.until_state(awake, "stopped")
    pages.until_python(awake, "ready")
