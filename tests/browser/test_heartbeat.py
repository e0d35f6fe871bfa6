"""A Python that ends without a word is noticed, also while nothing runs; one that is only slow is left alone."""

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST

pytestmark = pytest.mark.long

CLOSE = "import js, asyncio\nasync def end():\n    await asyncio.sleep(0.2)\n    js.self.close()\n"
SPIN = "import asyncio\nasync def end():\n    await asyncio.sleep(0.2)\n    while True: pass\n"
LEAVE = "task = asyncio.create_task(end())"


@pytest.mark.parametrize("code", [CLOSE, SPIN], ids=["closed", "endless task"])
def test_an_idle_python_that_is_gone_is_started_anew(awake, code):
    pages.watch(awake)
    assert pages.run(awake, code + LEAVE) == ""
    pages.until(awake, "changes.some(({oldValue}) => oldValue === 'restarting')")
    pages.until_python(awake, "ready")
    assert "gone: run it again" in pages.cell(awake, FIRST).locator("[data-note]").inner_text()
    assert pages.run(awake, "6 * 7") == "42"


def test_a_run_that_reaches_no_python_is_answered(awake):
    pages.run(awake, "import js\njs.self.close()")
    pages.begin(awake, "'never'")
    assert "Python had to restart. Your code is safe." in pages.until_ended(awake)
    pages.until_python(awake, "ready")
    assert pages.run(awake, "6 * 7") == "42"


def test_stop_ends_a_run_whose_python_is_gone(awake):
    pages.begin(awake, "import js, asyncio\nprint('on')\njs.self.close()\nawait asyncio.sleep(60)")
    pages.until_output(awake, "on")
    pages.press_stop(awake)
    pages.until_python(awake, "ready")
    assert pages.run(awake, "6 * 7") == "42"


def test_a_python_that_computes_for_long_is_left_alone(awake):
    pages.watch(awake)
    code = "import time\nend = time.monotonic() + 9\nwhile time.monotonic() < end: pass\n'done'"
    assert pages.run(awake, code) == "'done'"
    assert "python restarting" not in pages.watched(awake)


# The first drawing takes eight seconds, and one after it none.
SLOW_DRAWING = pages.in_worker("""
  let [slow, post] = [1, MessagePort.prototype.postMessage];
  MessagePort.prototype.postMessage = function (message, ...rest) {
    const end = performance.now() + 8000;
    if (message?.type === "answer" && slow-- > 0) while (performance.now() < end);
    return post.call(this, message, ...rest);
  };
""")


def test_a_python_that_draws_for_long_is_left_alone(visit):
    page = visit(init=SLOW_DRAWING)
    pages.wake(page)
    pages.watch(page)
    page.evaluate("() => { document.querySelector('kino-figure').state = {scaled: false} }")
    pages.until(page, "document.querySelector('kino-figure').dataset.source === 'live'")
    assert "python restarting" not in pages.watched(page)


def test_a_page_that_slept_does_not_take_its_python_for_lost(awake):
    pages.run(awake, "kept = 'kept'")
    pages.watch(awake)
    for _ in range(3):
        # The page stands still, as one in the background may, while the clock goes on.
        awake.evaluate("() => { const end = performance.now() + 4000; while (performance.now() < end); }")
        awake.wait_for_timeout(300)
    assert pages.python_state(awake) == "ready"
    assert pages.watched(awake) == []
    assert pages.run(awake, "kept") == "'kept'"
