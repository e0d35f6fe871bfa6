"""While Python wakes or runs a cell the figure follows at once, by film, and the last state wins (case F1)."""

from tests.browser import pages
from tests.browser.oracle import FIGURE, check_one_state


def turn_by_keys(page, times):
    for _ in range(times):
        page.keyboard.press("ArrowRight")


def check_record(page, last):
    kept = pages.recorded(page)
    for shown in kept:
        check_one_state(shown)
    assert kept[-1]["values"]["angle"] == last
    return kept


def test_the_figure_follows_while_python_wakes(visit):
    page = visit()
    numpy = pages.Held(page, "**/pyodide.asm.wasm")
    pages.record(page)
    pages.slider(page).focus()
    turn_by_keys(page, 30)
    assert pages.settle(page, "film")["values"]["angle"] == 80
    assert pages.python_state(page) == "waking"
    pages.until(page, "document.querySelector('kino-figure progress').checkVisibility()")
    numpy.release()
    pages.until_python(page, "ready")
    shown = pages.settle(page, "live")
    assert shown["values"]["angle"] == 80
    kept = check_record(page, last=80)
    assert {shown["source"] for shown in kept} >= {"film"}


def test_a_touch_before_the_film_has_come_is_not_lost(visit):
    page = visit("index.html", init=pages.SAVE_DATA)
    film = pages.Held(page, "**/films/*.json")
    page.goto(page.url.replace("index.html", pages.LESSON))
    pages.slider(page).focus()
    turn_by_keys(page, 5)
    film.release()
    shown = pages.settle(page, "film")
    assert shown["values"]["angle"] == 55
    check_one_state(shown)
    page.keyboard.press("ArrowLeft")
    assert pages.settle(page, "film")["values"]["angle"] == 54


def test_the_figure_follows_while_a_cell_runs_and_the_last_state_wins(awake):
    pages.turn(awake, **FIGURE.start)
    pages.record(awake)
    pages.begin(awake, "print('on')\nwhile True: pass")
    pages.until_output(awake, "on")
    pages.slider(awake).focus()
    turn_by_keys(awake, 25)
    shown = pages.settle(awake, "film")
    assert shown["values"]["angle"] == 75
    assert pages.python_state(awake) == "busy"
    # A state that the film does not have waits, and is drawn once Python is free.
    pages.slider(awake, "length").press("ArrowRight")
    pages.button(awake, "Stop").click()
    pages.until_state(awake, "stopped")
    shown = pages.settle(awake, "live")
    assert shown["state"] == FIGURE.start | {"angle": 75, "length": 1.6}
    check_record(awake, last=75)


def test_a_touch_at_the_moment_of_run_loses_neither(awake):
    pages.turn(awake, **FIGURE.start)
    pages.run(awake, "import asyncio\nawait asyncio.sleep(0.01)\nprint('slept')")
    for angle in range(-30, 30):
        # Both at once, in one order and in the other: they go to Python by two ways.
        awake.evaluate(
            """angle => {
              const touch = () => (document.querySelector("kino-figure").state = {angle});
              const run = () => document.querySelector("#soft-lookup [data-action=run]").click();
              for (const act of angle % 2 ? [touch, run] : [run, touch]) act();
            }""",
            angle,
        )
        assert pages.until_ended(awake) == "slept\n"
        assert pages.settle(awake, "live")["values"]["angle"] == angle


# A drawing takes its time to the worker, as it does in a browser that has much to do.
LATE = """
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (message, ...rest) {
  setTimeout(() => post.call(this, message, ...rest), message?.type === "draw" ? 300 : 0);
};
"""


def test_a_drawing_that_comes_behind_a_long_run_neither_waits_for_it_nor_ends_it(visit):
    page = visit(init=LATE)
    pages.wake(page)
    pages.turn(page, **FIGURE.start)
    code = "import time\nstart = time.time()\nprint('on')\nwhile time.time() < start + 7: pass\nprint('end')"
    page.evaluate(
        """code => {
          const cell = document.getElementById("soft-lookup");
          cell.code = code;
          document.querySelector("kino-figure").state = {angle: 20};
          cell.querySelector("[data-action=run]").click();
        }""",
        code,
    )
    pages.until_output(page, "on")
    assert pages.settle(page, "film")["values"]["angle"] == 20
    assert pages.python_state(page) == "busy"
    assert pages.until_ended(page) == "on\nend\n"
    assert pages.turn(page, angle=30)["values"]["angle"] == 30


def test_a_burst_of_changes_leaves_no_queue(awake):
    pages.turn(awake, **FIGURE.start)
    pages.record(awake)
    awake.evaluate("""() => {
      const figure = document.querySelector("kino-figure");
      for (let angle = -180; angle <= 120; angle++) figure.state = {angle};
    }""")
    assert pages.settle(awake, "live")["values"]["angle"] == 120
    pages.run(awake, "'after the burst'")
    kept = check_record(awake, last=120)
    assert len(kept) < 10, "states that were no longer wanted were drawn"
