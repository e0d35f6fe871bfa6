"""What is too long, too wide, too many or sent by a worker that is gone: said, and nothing waits for ever."""

import re

import pytest

from tests.browser import pages


def test_a_message_of_five_million_letters_is_an_error_like_any_other(awake):
    words = pages.run(awake, "raise ValueError('x' * 5_000_000)")
    assert pages.state(awake) == "error"
    assert "ValueError" in words and "characters left out" in words and len(words) < 6000
    assert pages.run(awake, "print(6 * 7)") == "42\n"


def test_an_answer_that_is_not_to_be_believed_is_an_answer_all_the_same(awake):
    code = """
import js
for i in range(2000):
    answer = js.JSON.parse('{"type": "answer", "payload": 7}')
    answer.id = i
    js.postMessage(answer)
"""
    pages.begin(awake, code)
    assert "not of the form that this page believes, so Python was restarted" in pages.until_ended(awake)
    pages.until_python(awake, "ready")
    assert pages.run(awake, "print(6 * 7)") == "42\n"


def test_two_last_words_of_one_worker_restart_python_once(awake):
    pages.run(awake, "gone = 1")
    code = """
import js
last = js.JSON.parse('{"type": "fatal", "text": "x"}')
js.postMessage(last)
js.postMessage(last)
"""
    pages.begin(awake, code)
    assert "Python had to restart." in pages.until_ended(awake)
    pages.until_python(awake, "ready", "failed")
    assert pages.python_state(awake) == "ready"
    assert pages.run(awake, "print('gone' in globals())") == "False\n"


# A worker of the worker, which ends with it and only so.
SPEAK = """
import js
from pyodide.ffi import to_js
code = to_js(["const channel = new BroadcastChannel('left'); setInterval(() => channel.postMessage('alive'), 20)"])
kind = to_js({"type": "text/javascript"}, dict_converter=js.Object.fromEntries)
speaker = js.Worker.new(js.URL.createObjectURL(js.Blob.new(code, kind)))
"""
LISTEN = """
import asyncio, js
from pyodide.ffi import create_proxy
heard = set()
channel = js.BroadcastChannel.new("left")
channel.onmessage = create_proxy(lambda event: heard.add(event.data))
for _ in range(TIMES):
    if not heard: await asyncio.sleep(0.05)
channel.close()
heard
"""


def test_a_worker_that_was_replaced_is_gone(awake, problems):
    pages.run(awake, SPEAK)
    assert pages.run(awake, LISTEN.replace("TIMES", "1000")) == "{'alive'}"
    pages.run(awake, "import os; os._exit(1)")
    pages.until_python(awake, "ready")
    assert pages.run(awake, LISTEN.replace("TIMES", "10")) == "set()"
    problems.clear()


def test_a_very_wide_plot_with_a_very_long_title_is_shown(awake):
    code = """
print('before')
import matplotlib.pyplot as plt
plt.figure(figsize=(101, 1))
plt.title(str(list(range(600))), fontsize=1)
"""
    assert pages.run(awake, code) == "before\n"
    picture = pages.cell(awake).locator("[data-output] img")
    assert picture.count() == 1
    assert int(picture.get_attribute("width")) == 4000 and len(picture.get_attribute("alt")) == 1000


def test_many_small_pieces_of_two_streams_are_all_shown(awake):
    code = "import sys\nfor i in range(3000):\n    print('o', end='')\n    print('e', end='', file=sys.stderr)"
    words = pages.run(awake, code)
    assert (words.count("o"), words.count("e")) == (3000, 3000)


@pytest.mark.parametrize(
    ("before", "rest", "shown"),
    [(400, "print()", "\n"), (400, "print()\nprint('b')", "\nb\n"), (399, "print('a')\nprint('b')", "a\nb\n")],
)
def test_a_line_or_two_beyond_the_cap_are_simply_shown(awake, before, rest, shown):
    words = pages.run(awake, f"for i in range({before}): print(i)\n{rest}")
    assert "left out" not in words and words.endswith(shown)


def test_no_figure_speaks_that_nobody_touched(visit):
    page = visit("attention-scoring-functions.html")
    pages.run(page, "1", "batched-matrix-product")
    pages.until(page, "() => [...document.querySelectorAll('kino-figure')].every((f) => f.dataset.source === 'live')")
    page.wait_for_timeout(1200)
    said = page.locator("kino-figure [data-status]").all_text_contents()
    assert said == ["", "", "", ""]


def test_after_a_fetch_that_failed_the_next_run_says_that_it_runs(visit, problems):
    page = visit()
    pages.wake(page)
    page.route("**/*.whl", lambda route: route.abort())
    pages.run(page, "import matplotlib")
    pages.begin(page, "while True: pass")
    pages.until_state(page, "running")
    assert pages.cell(page).locator("[data-note]").inner_text() == "Running"
    assert pages.cell(page).locator("progress").is_hidden()
    pages.button(page, "Stop").click()
    pages.until_ended(page)
    page.close()  # it would go on trying for the rest of NumPy
    problems.clear()


def test_a_line_is_not_marked_in_code_that_has_changed(awake):
    editor = pages.open_editor(awake)
    pages.begin(awake, "import time\nfor i in range(300): time.sleep(0.01)\n1/0")
    pages.until_state(awake, "running")
    editor.press("Control+Home")
    editor.press("Enter")
    pages.until_ended(awake)
    assert pages.state(awake) == "error"
    assert awake.locator("#soft-lookup .marked").count() == 0


def test_what_a_formula_says_is_heard_with_its_number(awake):
    pages.turn(awake, angle=50, length=1.5, scaled=True)
    row = awake.locator("kino-figure button.why").first
    row.focus()
    first = row.get_attribute("aria-description")
    assert first == row.get_attribute("data-why") and "√2" in first
    awake.evaluate("document.querySelector('kino-figure').state = {angle: 60}")
    pages.until(awake, "() => document.querySelector('kino-figure').values.angle === 60")
    assert row.get_attribute("aria-description") == row.get_attribute("data-why") != first


TOO_MUCH = {
    "a long list": "x = [0] * 10**9",
    "a large array": "import numpy as np\nnp.zeros(10**10)",
    "long bytes": "b'x' * 2**31",
    "a list that grows": "x = []\nwhile True: x.append(bytearray(10_000_000))",
}
HOLDS = "import pyodide_js\npyodide_js._module.HEAPU8.length"


@pytest.mark.parametrize("code", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_takes_too_much_memory_is_said_in_words_and_python_lives_on(awake, code):
    pages.run(awake, "kept = 'kept'", pages.SECOND)
    words = pages.run(awake, code)
    assert pages.state(awake) == "error"
    assert "memory that a page has" in words or "more memory than a page has" in words
    assert pages.run(awake, "kept", pages.SECOND) == "'kept'"
    assert pages.turn(awake, angle=20)["source"] == "live"


def test_memory_that_python_has_taken_is_given_back_by_a_restart_which_is_offered(awake):
    assert int(pages.run(awake, HOLDS, pages.SECOND)) <= 512 * 2**20
    pages.run(awake, "import os\nos._exit(1)")
    pages.until_python(awake, "ready")
    before = int(pages.run(awake, HOLDS, pages.SECOND))
    assert "Python has taken" not in pages.run(awake, "x = 'a' * 10_000_000")
    words = pages.run(awake, "x = 'a' * 400_000_000\ndel x")
    assert re.search(r"Python has taken \d{3} MB of this device’s memory", words)
    assert "Python has taken" not in pages.run(awake, "1"), "it is said where it was taken"
    pages.run(awake, TOO_MUCH["a list that grows"])
    assert "Python has taken" in pages.output(awake)
    pages.cell(awake).get_by_role("button", name="Restart Python").press("Enter")
    assert awake.evaluate("document.activeElement.dataset.action") == "run", "the focus vanishes with the button"
    assert "Python has taken" not in pages.output(awake)
    pages.until_python(awake, "ready")
    assert "the names from this cell are gone" in pages.cell(awake).locator("[data-note]").inner_text()
    assert int(pages.run(awake, HOLDS, pages.SECOND)) <= before
