"""A cell is edited, run, stopped and reset, and whatever it does, the next run works."""

import re

import pytest

import kino.cell
from tests.browser import pages
from tests.browser.pages import FIRST, SECOND

LOOP = "print('on')\nwhile True: pass"
STUBBORN = """
print('on')
while True:
    try:
        while True: pass
    except BaseException: pass
"""


def watch(page):
    """Begin to keep the states of Python and of the cells, in the order in which they came; `watched` returns them."""
    page.evaluate(
        """() => {
          window.changes = [];
          const keep = (records) => {
            for (const {target, attributeName, oldValue} of records) changes.push({target, attributeName, oldValue});
          };
          window.watcher?.disconnect();
          const observer = window.watcher = new MutationObserver(keep);
          observer.observe(document.documentElement, {attributeFilter: ["data-python"], attributeOldValue: true});
          for (const cell of document.querySelectorAll("kino-cell")) {
            observer.observe(cell, {attributeFilter: ["data-state"], attributeOldValue: true});
          }
        }"""
    )


def watched(page):
    # What a change led to is what the next change of the same element found there.
    return page.evaluate(
        """() => changes.map(({target, attributeName}, i) => {
          const next = changes.slice(i + 1).find((change) => change.target === target);
          return `${target.id || "python"} ${next ? next.oldValue : target.getAttribute(attributeName)}`;
        })"""
    )


def press_stop(page, name=FIRST):
    """Press Stop, and return the milliseconds until the cell says that it is stopped."""
    return page.evaluate(
        """(name) => new Promise((resolve) => {
          const cell = document.getElementById(name);
          const start = performance.now();
          const observer = new MutationObserver(() => {
            if (cell.dataset.state === "stopped") resolve(performance.now() - start);
          });
          observer.observe(cell, {attributes: true});
          cell.querySelector("[data-action=stop]").click();
        })""",
        name,
    )


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
    watch(awake)
    pages.button(awake, "Run").dblclick()
    # The second click may find the first run already over: then it is a second run, and never a mixture of both.
    pages.until_ended(awake)
    pages.until_python(awake, "ready")
    states = [state for state in watched(awake) if state.startswith(FIRST)]
    assert states == [f"{FIRST} queued", f"{FIRST} running", f"{FIRST} done"] * (len(states) // 3)
    assert pages.output(awake) == f"{len(states) // 3}\n"


def test_clicks_on_run_while_a_cell_runs_change_nothing(awake):
    pages.begin(awake, LOOP)
    pages.until_output(awake, "on")
    for _ in range(3):
        pages.button(awake, "Run").click(force=True)
    press_stop(awake)
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
    watch(awake)
    awake.evaluate(
        "names => names.forEach((name) => document.querySelector(`#${name} [data-action=run]`).click())",
        [SECOND, FIRST],
    )
    assert pages.until_ended(awake, FIRST).endswith("a 199\n['b', 'a']")
    assert pages.output(awake, SECOND) == "".join(f"b {i}\n" for i in range(200)) + "['b']"
    assert "b" not in pages.output(awake, FIRST).removesuffix("['b', 'a']")
    for state in ("running", "done"):
        assert [name for name in watched(awake) if name.endswith(f" {state}")] == [
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
    pages.begin(awake, LOOP)
    pages.until_output(awake, "on")
    pages.button(awake, "Reset").click()
    pages.until_state(awake, "stopped")
    pages.until_python(awake, "ready")


# Stop


@pytest.mark.parametrize(
    "loop",
    [
        LOOP,
        "print('on')\nwhile True: print('x' * 50)",
        "import numpy as np\nprint('on')\nwhile True: np.random.normal(size=10_000).sort()",
        "import asyncio\nprint('on')\nawait asyncio.sleep(60)",
        "import asyncio\nprint('on')\nwhile True: await asyncio.sleep(0)",
        "print('on')\nx = 0\nfor i in iter(int, 1): x += i",
    ],
    ids=["pass", "print", "numpy", "await", "await often", "for"],
)
def test_stop_interrupts_without_losing_python(awake, loop):
    pages.run(awake, "kept = 'kept'")
    pages.begin(awake, loop)
    pages.until_output(awake, "on")
    watch(awake)
    assert press_stop(awake) < 2500
    assert pages.output(awake).endswith("Stopped.")
    pages.until_python(awake, "ready")
    assert "python restarting" not in watched(awake)
    assert pages.run(awake, "kept") == "'kept'"


def test_what_no_interrupt_reaches_is_stopped_by_a_restart(awake):
    pages.begin(awake, STUBBORN)
    pages.until_output(awake, "on")
    assert press_stop(awake) < 4000
    assert "could not be interrupted" in pages.output(awake)
    assert "Your code is safe" in pages.output(awake)
    assert awake.evaluate("document.getElementById('soft-lookup').code") == STUBBORN
    assert pages.run(awake, "'again'") == "'again'"


def test_a_queued_cell_is_stopped_and_the_running_one_is_not(awake):
    pages.begin(awake, LOOP)
    pages.until_output(awake, "on")
    pages.begin(awake, "print('never')", SECOND)
    assert pages.state(awake, SECOND) == "queued"
    press_stop(awake, SECOND)
    assert pages.state(awake) == "running"
    press_stop(awake)
    assert pages.run(awake, "'next'") == "'next'"
    assert pages.output(awake, SECOND) == "Stopped."


def test_stop_while_python_wakes(visit):
    page = visit()
    numpy = pages.Held(page, "**/numpy-*.whl")
    pages.begin(page, "print('never')")
    pages.until(page, "document.querySelector('#soft-lookup progress').checkVisibility()")
    assert pages.state(page) == "queued"
    press_stop(page)
    numpy.release()
    pages.until_python(page, "ready")
    assert pages.output(page) == "Stopped."
    assert pages.run(page, "'now'") == "'now'"


# When the interpreter is lost


@pytest.mark.parametrize(
    "code",
    [
        "x = []\nfor i in range(100_000): x = [x]\nrepr(x)",
        "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return f(n + 1)\nf(0)",
        "import os\nos._exit(1)",
        "import os\nos.abort()",
    ],
    ids=["nested list", "endless call", "os._exit", "os.abort"],
)
def test_python_is_woken_again_when_a_cell_crashes_it(awake, problems, code):
    pages.begin(awake, code)
    pages.begin(awake, "'the one behind it'", SECOND)
    words = pages.until_ended(awake)
    assert words.startswith("Python had to restart.") and "Your code is safe" in words
    assert awake.evaluate("document.getElementById('soft-lookup').code") == code
    # The figure goes on, first by film.
    awake.evaluate("document.querySelector('kino-figure').state = {angle: 50, length: 1.5, scaled: true}")
    assert pages.turn(awake, None, angle=-60)["values"]["angle"] == -60
    assert pages.until_ended(awake, SECOND) == "'the one behind it'"
    assert pages.settle(awake, "live")["values"]["angle"] == -60
    problems[:] = [
        problem for problem in problems if not re.match("Pyodide|The cause|Aborted|RangeError|RuntimeError", problem)
    ]


def test_endless_recursion_through_c_is_an_error_or_a_restart(awake, problems):
    # Which of the two depends on how deep the browser's own stack is at that moment.
    pages.begin(awake, "class A:\n    def __getattr__(self, name): return getattr(self, name)\nA().x")
    words = pages.until_ended(awake)
    assert "RecursionError" in words or "Your code is safe" in words
    pages.until_python(awake, "ready")
    assert pages.run(awake, "'on'") == "'on'"
    problems.clear()
