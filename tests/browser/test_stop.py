"""Stop always wins: by an interrupt where one reaches the code, and else by another Python; crashes are noticed."""

import re

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST, SECOND

STUBBORN = """
print('on')
while True:
    try:
        while True: pass
    except BaseException: pass
"""
MATRIX = "import numpy as np\na = np.ones((200, 200))\nprint('on')\n"


@pytest.mark.parametrize(
    "loop",
    [
        pages.LOOP,
        "print('on')\nwhile True: print('x' * 50)",
        "import numpy as np\nprint('on')\nwhile True: np.random.normal(size=10_000).sort()",
        "import asyncio\nprint('on')\nawait asyncio.sleep(60)",
        "import asyncio\nprint('on')\nwhile True: await asyncio.sleep(0)",
        "print('on')\nx = 0\nfor i in iter(int, 1): x += i",
        "print('on')\ntry:\n    while True: pass\nexcept KeyboardInterrupt:\n    while True: pass",
        MATRIX + "while True: a @ a",
        MATRIX + "def train():\n    while True: a @ a\ntrain()",
        MATRIX + "list(map(lambda _: (a @ a)[0], range(10**6)))",
    ],
    ids=[
        "pass",
        "print",
        "numpy",
        "await",
        "await often",
        "for",
        "twice",
        "slow",
        "slow in a function",
        "slow in a map",
    ],
)
def test_stop_interrupts_without_losing_python(awake, loop):
    pages.run(awake, "kept = 'kept'")
    pages.begin(awake, loop)
    pages.until_output(awake, "on")
    pages.watch(awake)
    pages.press_stop(awake)
    assert pages.output(awake).endswith("Stopped.")
    pages.until_python(awake, "ready")
    assert "python restarting" not in pages.watched(awake)
    assert pages.run(awake, "kept") == "'kept'"


def test_what_cleans_up_is_interrupted_once(awake):
    clean = "    end = time.monotonic() + 0.3\n    while time.monotonic() < end: pass\n    print('cleaned')"
    pages.begin(awake, f"import time\nprint('on')\ntry:\n    while True: pass\nexcept KeyboardInterrupt:\n{clean}")
    pages.until_output(awake, "on")
    pages.button(awake, "Stop").click()
    assert pages.until_ended(awake) == "on\ncleaned\n"


def test_what_no_interrupt_reaches_is_stopped_by_a_restart(awake):
    pages.begin(awake, STUBBORN)
    pages.until_output(awake, "on")
    pages.press_stop(awake)
    assert "could not be interrupted" in pages.output(awake)
    assert "Your code is safe" in pages.output(awake)
    assert awake.evaluate("document.getElementById('soft-lookup').code") == STUBBORN
    assert pages.run(awake, "'again'") == "'again'"


def test_a_queued_cell_is_stopped_and_the_running_one_is_not(awake):
    pages.begin(awake, pages.LOOP)
    pages.until_output(awake, "on")
    pages.begin(awake, "print('never')", SECOND)
    assert pages.state(awake, SECOND) == "queued"
    pages.press_stop(awake, SECOND)
    assert pages.state(awake) == "running"
    pages.press_stop(awake)
    assert pages.run(awake, "'next'") == "'next'"
    assert pages.output(awake, SECOND) == "Stopped."


def test_stop_while_python_wakes(visit):
    page = visit()
    numpy = pages.Held(page, "**/pyodide.asm.wasm")
    pages.begin(page, "print('never')")
    pages.until(page, "document.querySelector('#soft-lookup progress').checkVisibility()")
    assert pages.state(page) == "queued"
    pages.press_stop(page)
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


def test_a_slow_loop_in_a_function_of_an_earlier_cell_is_stopped(awake):
    pages.run(awake, MATRIX + "def train():\n    print('trains')\n    while True: a @ a")
    pages.begin(awake, "train()", SECOND)
    pages.until_output(awake, "trains", SECOND)
    pages.press_stop(awake, SECOND)
    assert pages.run(awake, "a.shape") == "(200, 200)"


def test_the_watch_over_slow_loops_disturbs_no_tool_of_the_readers_own(awake):
    code = """
import sys
events = []
sys.settrace(lambda frame, event, value: events.append(event))
def f(): pass
f()
sys.settrace(None)
print(events)
monitoring = sys.monitoring
print([monitoring.get_tool(tool) for tool in (0, 1, 2, 5)])
for tool in (3, 4):
    if not monitoring.get_tool(tool): monitoring.use_tool_id(tool, "mine")
"""
    assert pages.run(awake, code) == "['call']\n[None, None, None, None]\n"
    pages.begin(awake, pages.LOOP)
    pages.until_output(awake, "on")
    pages.press_stop(awake)
    assert pages.run(awake, "monitoring.free_tool_id(3)\nsys.settrace(None)") == ""


def test_the_figure_turns_while_a_cell_prints_for_ever(awake):
    # How long the page stands still meanwhile is measured by `make bench`.
    pages.begin(awake, "print('on')\nwhile True: print('x')")
    pages.until_output(awake, "left out")
    assert pages.turn(awake, None, angle=-60)["values"]["angle"] == -60
    pages.press_stop(awake)
    assert "lines left out" in pages.output(awake)


def test_after_a_stop_another_worker_waits_to_take_over(awake, problems):
    pages.begin(awake, pages.LOOP)
    pages.until_output(awake, "on")
    pages.press_stop(awake)
    pages.until_true(awake, lambda: len(awake.workers) == 2)
    assert pages.run(awake, "'the first goes on'") == "'the first goes on'"
    for _ in range(3):
        assert "Python had to restart." in pages.run(awake, "import os\nos._exit(1)")
        pages.until_python(awake, "ready")
        assert pages.run(awake, "import numpy as np\nint(np.arange(3).sum())") == "3"
        assert pages.turn(awake, angle=-20)["source"] == "live"
    pages.until_true(awake, lambda: len(awake.workers) == 2)


def test_a_whole_python_that_waits_takes_over_or_makes_room(awake, problems):
    def ask_for_spare(is_whole):
        awake.evaluate(
            """isWhole => {
              const frame = document.querySelector("iframe.sealed").contentWindow;
              frame.postMessage({type: "spare", isWhole}, "*");
            }""",
            is_whole,
        )

    pages.run(awake, "pass")
    ask_for_spare(True)
    pages.until_true(awake, lambda: len(awake.workers) == 2)
    before = list(awake.workers)
    ask_for_spare(False)
    pages.until_true(awake, lambda: len(awake.workers) == 2 and awake.workers != before)
    ask_for_spare(True)
    pages.run(awake, "import os\nos._exit(1)")
    pages.until_python(awake, "ready")
    assert pages.run(awake, "import numpy as np\nint(np.arange(3).sum())") == "3"
    assert pages.turn(awake, angle=-20)["source"] == "live"


def test_cells_whose_names_are_gone_say_so_until_they_are_run_again(awake, problems):
    def note(name):
        return pages.cell(awake, name).locator("[data-note]").inner_text()

    pages.run(awake, "mine = 1")
    pages.run(awake, "2", SECOND)
    assert note(FIRST) == note(SECOND) == "Python is awake"
    pages.run(awake, "import os\nos._exit(1)", SECOND)
    pages.until_python(awake, "ready")
    assert "the names from this cell are gone" in note(FIRST)
    assert note(SECOND) == "Python is awake", "its output says it already"
    pages.run(awake, "mine = 1")
    assert note(FIRST) == "Python is awake"
