"""Hands that cannot keep still: Stop at every moment, buttons in any order, and what an editor can be given."""

import random

import pytest

from tests.browser import breaking, pages
from tests.browser.pages import FIRST, SECOND
from tests.browser.test_breaking import check_all_is_well

pytestmark = pytest.mark.long


@pytest.mark.parametrize("code", breaking.ENDLESS.values(), ids=breaking.ENDLESS)
def test_stop_ends_it(awake, code):
    pages.begin(awake, f"print('on')\n{code}")
    pages.until_output(awake, "on")
    pages.press_stop(awake)
    check_all_is_well(awake)


HAMMER = """async ([presses, gap]) => {
  const cells = [...document.querySelectorAll("kino-cell")];
  for (const [i, [action, code]] of presses.entries()) {
    const cell = cells[i % cells.length];
    if (action === "run") cell.code = code;
    cell.querySelector(`[data-action=${action}]`).click();
    if (gap) await new Promise((next) => setTimeout(next, gap));
  }
  for (const cell of cells) cell.querySelector("[data-action=stop]").click();
}"""
MEANWHILE = (
    *("print('a')", "while True: pass", "import time\ntime.sleep(50)", "1/0", "input('n')"),
    "import asyncio\nawait asyncio.sleep(30)",
)


@pytest.mark.parametrize("gap", [0, 5, 40])
def test_buttons_pressed_without_end_in_any_order(awake, gap):
    chance = random.Random(gap)
    presses = [[chance.choice(["run", "run", "stop", "reset"]), chance.choice(MEANWHILE)] for _ in range(60)]
    awake.evaluate(HAMMER, [presses, gap])
    pages.until_state(awake, *pages.ENDED, "idle", name=FIRST)
    pages.until_state(awake, *pages.ENDED, "idle", name=SECOND)
    check_all_is_well(awake)


# With a spare Python a restart is over before anyone could press: here the buttons are pressed as it begins.
WHILE_RESTARTING = """([first, second, actions]) => new Promise((done) => {
  const press = (name, action) => document.querySelector(`#${name} [data-action=${action}]`).click();
  new MutationObserver((_, observer) => {
    if (document.documentElement.dataset.python !== "restarting") return;
    observer.disconnect();
    for (const action of actions) press(second, action);
    done();
  }).observe(document.documentElement, {attributes: true});
  document.getElementById(first).code = "import os\\nos._exit(1)";
  document.getElementById(second).code = "print(7)";
  press(first, "run");
})"""


@pytest.mark.parametrize(
    ("actions", "states"),
    [(["run"], ["done"]), (["run", "stop"], ["stopped"]), (["run", "reset"], ["stopped", "idle"])],
    ids=["run", "stop", "reset"],
)
def test_buttons_pressed_while_python_restarts(awake, problems, actions, states):
    pages.awaited(awake, WHILE_RESTARTING, [FIRST, SECOND, actions])
    pages.until_state(awake, *states, name=SECOND)
    check_all_is_well(awake)
    problems.clear()


def test_stop_while_matplotlib_is_fetched(visit):
    page = visit()
    pages.wake(page)
    held = pages.Held(page, "**/*.whl")
    with page.expect_request("**/*.whl"):
        pages.begin(page, "import matplotlib.pyplot as plt\nplt.plot([1, 2])")
    pages.button(page, "Stop").click()
    assert pages.until_ended(page) == "Stopped."
    held.release()
    check_all_is_well(page)
    pages.run(page, "import matplotlib.pyplot as plt\nplt.plot([1, 2])")
    assert pages.cell(page).locator("[data-output] img").count() == 1


def test_a_page_that_was_left_and_comes_back_runs(visit):
    page = visit()
    pages.wake(page)
    page.goto(page.url.replace(pages.LESSON, "index.html"))
    page.go_back()
    pages.wake(page)
    check_all_is_well(page)


# The editor


@pytest.fixture
def editor(awake):
    editor = pages.open_editor(awake)
    awake.keyboard.press("ControlOrMeta+A")
    awake.keyboard.press("Delete")
    return editor


def code(page):
    return page.evaluate(f"document.getElementById('{FIRST}').code")


def test_a_megabyte_that_is_pasted_can_be_run(awake, editor):
    text = "# " + "x" * 60 + "\n"
    awake.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text * 16_000 + "print('pasted')",
    )
    assert len(code(awake)) > 1_000_000
    pages.button(awake, "Run").click()
    assert pages.until_ended(awake) == "pasted\n"
    check_all_is_well(awake)


def test_undo_past_the_start_and_redo_past_the_end(awake, editor):
    awake.keyboard.type("print(1)")
    for _ in range(60):
        awake.keyboard.press("ControlOrMeta+Z")
    for _ in range(60):
        awake.keyboard.press("ControlOrMeta+Shift+Z")
    assert code(awake) == "print(1)"
    check_all_is_well(awake)


def test_typing_while_the_code_runs_does_not_change_what_runs(awake, editor):
    awake.keyboard.insert_text("import time\nfor i in range(5): time.sleep(.1); print(i)")
    awake.keyboard.press("ControlOrMeta+Enter")
    awake.keyboard.type("\n# more")
    assert pages.until_ended(awake) == "0\n1\n2\n3\n4\n"
    assert code(awake).endswith("# more")


def test_letters_that_are_composed(awake, editor):
    session = awake.context.new_cdp_session(awake)
    awake.keyboard.insert_text("print('')")
    awake.keyboard.press("ArrowLeft")
    awake.keyboard.press("ArrowLeft")
    session.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    session.send("Input.insertText", {"text": "日本"})
    awake.keyboard.press("ControlOrMeta+Enter")
    assert pages.until_ended(awake) == "日本\n"


def test_text_that_is_dragged_in(awake, editor):
    awake.keyboard.insert_text("print(1)\n")
    awake.evaluate(
        """() => {
          const content = document.activeElement;
          const data = new DataTransfer();
          data.setData("text/plain", "print(2)");
          const {left, bottom} = content.getBoundingClientRect();
          content.dispatchEvent(new DragEvent("drop", {dataTransfer: data, clientX: left + 5, clientY: bottom - 3,
            bubbles: true, cancelable: true}));
        }"""
    )
    assert "print(2)" in code(awake)
    awake.keyboard.press("ControlOrMeta+Enter")
    assert "2" in pages.until_ended(awake)
    check_all_is_well(awake)
