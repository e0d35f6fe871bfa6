"""Figures in each engine: they follow at once, and all that is seen belongs to one state (cases F1 to F4)."""

import math
from pathlib import Path

import pytest

from tests.browser import pages
from tests.browser.oracle import FIGURE, check_one_state
from tests.engines.servers import holding, refusing
from tests.engines.tab import FIRST

LONG_IN_CHROMIUM = SHARES_PYTHON = True

TESTS = Path(__file__).resolve().parents[1]


def turn_by_keys(tab, times):
    tab.evaluate("document.querySelector('kino-figure input[name=angle]').focus()")
    for _ in range(times):
        tab.press("ArrowRight")


def check_record(tab, last):
    kept = pages.recorded(tab)
    for shown in kept:
        check_one_state(shown)
    assert kept[-1]["values"]["angle"] == last
    return kept


def place(tab, angle, radius):
    """The point of the page at an angle and a distance (in the dial's units) from the dial's middle."""
    return tab.evaluate(
        """([x, y]) => {
          const dial = document.querySelector("kino-figure .dial");
          dial.scrollIntoView({block: "center", behavior: "instant"});
          const point = new DOMPoint(x, y).matrixTransform(dial.getScreenCTM());
          return [point.x, point.y];
        }""",
        [radius * math.cos(math.radians(angle)), -radius * math.sin(math.radians(angle))],
    )


# F1


def test_the_figure_follows_while_python_wakes_and_the_last_state_wins(open_tab, dist):
    with holding(dist, "pyodide.asm.wasm") as (server, release):
        tab = open_tab(server=server)
        pages.record(tab)
        turn_by_keys(tab, 30)
        assert pages.settle(tab, "film")["values"]["angle"] == 80
        assert tab.python == "waking"
        tab.until("document.querySelector('kino-figure progress').checkVisibility()")
        release()
        tab.until_python("ready")
        shown = pages.settle(tab, "live")
        assert shown["values"]["angle"] == 80
        check_record(tab, last=80)
        tab.close()


def test_the_figure_follows_while_a_cell_runs_and_the_last_state_wins(awake):
    pages.turn(awake, **FIGURE.start)
    pages.record(awake)
    awake.begin(pages.LOOP)
    awake.until_output("on")
    turn_by_keys(awake, 25)
    assert pages.settle(awake, "film")["values"]["angle"] == 75
    assert awake.python == "busy"
    # A state that the film does not have waits, and is drawn once Python is free.
    awake.evaluate("document.querySelector('kino-figure input[name=length]').focus()")
    awake.press("ArrowRight")
    awake.stop()
    shown = pages.settle(awake, "live")
    assert shown["state"] == FIGURE.start | {"angle": 75, "length": 1.6}
    check_record(awake, last=75)


def test_a_burst_of_changes_leaves_no_queue(awake):
    pages.turn(awake, **FIGURE.start)
    pages.record(awake)
    awake.evaluate("""() => {
      const figure = document.querySelector("kino-figure");
      for (let angle = -180; angle <= 120; angle++) figure.state = {angle};
    }""")
    assert pages.settle(awake, "live")["values"]["angle"] == 120
    awake.run("'after the burst'")
    assert len(check_record(awake, last=120)) < 10, "states that were no longer wanted were drawn"


def test_the_hand_is_dragged(awake):
    pages.turn(awake, **FIGURE.start)
    pages.record(awake)
    awake.drag([place(awake, 50, 75), *(place(awake, angle, 90) for angle in range(50, 151, 10))])
    shown = pages.settle(awake, "live")
    assert shown["values"]["angle"] == pytest.approx(150, abs=1)
    check_record(awake, last=shown["values"]["angle"])


def test_every_way_to_turn_gives_numpys_own_numbers(awake):
    pages.turn(awake, angle=180, length=1.5, scaled=True)
    for key, angle in (("ArrowRight", -179), ("Home", -180), ("ArrowLeft", 179), ("End", 180), ("ArrowUp", -179)):
        awake.evaluate("document.querySelector('kino-figure input[name=angle]').focus()")
        awake.press(key)
        shown = pages.settle(awake, "live")
        assert shown["values"]["angle"] == angle
        check_one_state(shown)
    awake.click("kino-figure input[name=scaled]")
    shown = pages.settle(awake, "live")
    assert shown["state"]["scaled"] is False
    check_one_state(shown)
    awake.click("kino-figure [data-again]")
    shown = pages.settle(awake, "live")
    assert shown["state"] == FIGURE.start
    check_one_state(shown)


def test_the_film_is_what_is_drawn_live(awake):
    angles = list(range(-180, 181, 20))
    awake.evaluate("document.activeElement.blur()")
    awake.point("h1")  # nothing is pointed at whose formula would be told
    live = pages.play(awake, "live", angles)
    awake.begin(pages.LOOP)
    awake.until_output("on")
    film = pages.play(awake, "film", angles)
    awake.stop()
    for frame, picture in zip(film, live, strict=True):
        assert frame["markup"] == picture["markup"] and frame["words"] == picture["words"]


# F3


def test_where_python_is_refused_the_film_plays_and_retry_works_once_it_is_well(open_tab, dist):
    with refusing(dist, "pyodide.asm.wasm") as (server, mend):
        tab = open_tab(server=server)
        tab.begin("6 * 7")
        tab.until_python("failed")
        words = tab.until_ended()
        assert "pyodide.asm.wasm could not be fetched: the server answered 403" in words
        assert pages.turn(tab, "film", angle=70)["values"]["angle"] == 70
        mend()
        tab.click(f"#{FIRST} [data-output] button")
        tab.until_python("ready")
        assert tab.until_ended() == "42"
        tab.close()


# F4


def test_the_cores_own_checks_pass(awake):
    source = (TESTS / "core_checks.py").read_text("utf-8")
    reference = (TESTS / "reference/attention.json").read_text("utf-8")
    words = awake.run(f"{source}\nimport json\nprint(*run(json.loads({reference!r})))")
    assert awake.state() == "done", words
    checks = [name for name in words.split() if name.startswith("check_")]
    assert len(checks) == source.count("\ndef check_")


def test_a_wrong_shape_is_told_with_both_shapes(awake):
    code = (
        "import numpy as np\nfrom kino.attention import masked_softmax\n"
        "masked_softmax(np.zeros((2, 3, 4)), np.ones((5, 7)))"
    )
    words = awake.run(code)
    assert awake.state() == "error" and "(5, 7)" in words and "(2, 3, 4)" in words
