"""The figure answers slider, hand, touch and keys, and what it shows belongs to one state."""

import math

import numpy as np
import pytest

from kino import figures
from kino.figures.turning_query import KEYS, VALUES
from tests.browser import pages

FIGURE = figures.load("turning-query")


def by_numpy(angle, length, scaled):
    query = length * np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
    scores = KEYS @ query / (math.sqrt(2) if scaled else 1)
    weights = np.exp(scores) / np.exp(scores).sum()
    return {"query": query, "scores": scores, "weights": weights, "output": weights @ VALUES}


def sign(number):
    return f"−{abs(number)}" if number < 0 else f"{number}"


def check_one_state(shown):
    """All that is shown belongs to the state that `values` names."""
    state = {name: shown["values"][name] for name in FIGURE.start}
    for name, value in by_numpy(**state).items():
        assert shown["values"][name] == pytest.approx(list(value), abs=1e-9), (name, state)
    degrees = f"{sign(state['angle'])}°"
    assert (shown["label"], shown["angle"]) == (degrees, degrees)
    assert shown["words"] == shown["valuetext"] == FIGURE.draw(state).words
    scores, weights = zip(*shown["table"], strict=True)
    written = [f"{score:+.2f}".replace("-", "−") for score in shown["values"]["scores"]]
    assert [text.replace("0.00", "+0.00") if text == "0.00" else text for text in scores] == written
    assert list(weights) == [f"{weight:.2f}" for weight in shown["values"]["weights"]]


@pytest.mark.parametrize("angle", [-180, -133, -25, 0, 1, 71, 180])
def test_values_are_numpys_own_after_turning(awake, angle):
    pages.turn(awake, length=1.5, scaled=True)
    pages.slider(awake).fill(str(angle))
    shown = pages.settle(awake, "live")
    assert shown["state"] == {"angle": angle, "length": 1.5, "scaled": True}
    check_one_state(shown)


@pytest.mark.parametrize("length", ["0", "0.7", "3"])
@pytest.mark.parametrize("scaled", [True, False])
def test_values_are_numpys_own_for_other_lengths_and_without_scaling(awake, length, scaled):
    pages.turn(awake, angle=35)
    pages.slider(awake, "length").fill(length)
    pages.slider(awake, "scaled").set_checked(scaled)
    shown = pages.settle(awake, "live")
    assert shown["state"] == {"angle": 35, "length": float(length), "scaled": scaled}
    check_one_state(shown)


def test_arrow_keys_turn_by_one_degree(awake):
    pages.turn(awake, **FIGURE.start)
    for key, angle in (("ArrowRight", 51), ("ArrowUp", 52), ("ArrowLeft", 51), ("ArrowDown", 50)):
        pages.slider(awake).press(key)
        assert pages.settle(awake)["values"]["angle"] == angle


def test_home_end_and_page_keys(awake):
    pages.turn(awake, angle=50)
    for key, is_right in (
        ("PageUp", lambda angle: 55 <= angle <= 100),
        ("PageDown", lambda angle: angle == 50),
        ("End", lambda angle: angle == 180),
        ("Home", lambda angle: angle == -180),
    ):
        pages.slider(awake).press(key)
        shown = pages.settle(awake)
        assert is_right(shown["values"]["angle"]), (key, shown["values"]["angle"])
        check_one_state(shown)


def test_the_angle_goes_round_at_half_a_turn(awake):
    for start, key, end in (
        (180, "ArrowRight", -179),
        (-180, "ArrowLeft", 179),
        (180, "ArrowUp", -179),
        (-180, "ArrowDown", 179),
    ):
        pages.turn(awake, angle=start)
        pages.slider(awake).press(key)
        assert pages.settle(awake)["values"]["angle"] == end


def test_the_length_does_not_go_round(awake):
    pages.turn(awake, length=3)
    pages.slider(awake, "length").press("ArrowRight")
    assert pages.settle(awake)["values"]["length"] == 3


# The hand, by mouse and by finger


def place(page, angle, radius):
    """The point of the page at an angle and a distance (in the dial's units) from the dial's middle."""
    page.locator("kino-figure .dial").scroll_into_view_if_needed()
    return page.evaluate(
        """([x, y]) => {
          const matrix = document.querySelector("kino-figure .dial").getScreenCTM();
          const point = new DOMPoint(x, y).matrixTransform(matrix);
          return [point.x, point.y];
        }""",
        [radius * math.cos(math.radians(angle)), -radius * math.sin(math.radians(angle))],
    )


def test_the_hand_is_dragged_by_mouse(awake):
    pages.turn(awake, **FIGURE.start)
    awake.mouse.move(*place(awake, 50, 75))
    awake.mouse.down()
    for angle in range(50, 141, 10):
        awake.mouse.move(*place(awake, angle, 90))
    # Outside the dial the hand still follows.
    awake.mouse.move(*place(awake, 150, 210))
    shown = pages.settle(awake, "live")
    awake.mouse.up()
    assert shown["values"]["angle"] == pytest.approx(150, abs=1)
    check_one_state(shown)
    awake.mouse.move(*place(awake, 0, 75))
    assert pages.settle(awake)["values"]["angle"] == shown["values"]["angle"], "the hand moves after it was let go"


def test_the_hand_does_not_jump_when_it_is_taken_beside_its_middle(awake):
    pages.turn(awake, **FIGURE.start)
    awake.mouse.move(*place(awake, 60, 75))
    awake.mouse.down()
    awake.mouse.move(*place(awake, 61, 75))
    shown = pages.settle(awake, "live")
    awake.mouse.up()
    assert shown["values"]["angle"] == pytest.approx(51, abs=1)


def test_a_drag_goes_round_past_half_a_turn(awake):
    pages.turn(awake, **FIGURE.start | {"angle": 170})
    awake.mouse.move(*place(awake, 170, 75))
    awake.mouse.down()
    for angle in (175, 180, 185, 190):
        awake.mouse.move(*place(awake, angle, 75))
    shown = pages.settle(awake, "live")
    awake.mouse.up()
    assert shown["values"]["angle"] == pytest.approx(-170, abs=1)


def test_a_press_on_the_dial_turns_the_hand_there(awake):
    pages.turn(awake, **FIGURE.start)
    awake.mouse.click(*place(awake, -40, 120))
    assert pages.settle(awake, "live")["values"]["angle"] == pytest.approx(-40, abs=1)


def test_a_tap_on_the_dial_turns_the_hand_there(awake):
    pages.turn(awake, **FIGURE.start)
    awake.touchscreen.tap(*place(awake, -130, 110))
    shown = pages.settle(awake, "live")
    assert shown["values"]["angle"] == pytest.approx(-130, abs=1)
    check_one_state(shown)


def move_finger(page, points):
    """Put a finger on the first of the points, move it along the others, lift it."""
    finger = page.context.new_cdp_session(page)

    def touch(kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", points[0])
    for point in points[1:]:
        touch("touchMove", point)
    touch("touchEnd")
    finger.detach()


def test_the_hand_is_dragged_by_finger_and_the_page_does_not_scroll(awake):
    pages.turn(awake, **FIGURE.start)
    points = [place(awake, angle, 75) for angle in range(50, 11, -4)]
    before = awake.evaluate("scrollY")
    move_finger(awake, points)
    shown = pages.settle(awake, "live")
    assert shown["values"]["angle"] == pytest.approx(14, abs=1)
    check_one_state(shown)
    assert awake.evaluate("scrollY") == before


def test_a_finger_on_the_dial_scrolls_the_page(awake):
    pages.turn(awake, **FIGURE.start)
    x, y = place(awake, -40, 120)
    before = awake.evaluate("scrollY")
    move_finger(awake, [(x, y - step) for step in range(0, 200, 10)])
    pages.until(awake, "before => scrollY - before > 50", before)
    assert pages.settle(awake)["values"]["angle"] == 50


# What is said


def test_start_again_returns_to_the_lessons_own_state(awake):
    pages.turn(awake, angle=-20, length=2.5, scaled=False)
    awake.get_by_role("button", name="Start again").click()
    shown = pages.settle(awake, "live")
    assert shown["state"] == FIGURE.start
    check_one_state(shown)


def test_a_settled_change_is_announced_once(awake):
    pages.turn(awake, **FIGURE.start)
    awake.evaluate("""() => {
      window.said = [];
      const status = document.querySelector("kino-figure [data-status]");
      new MutationObserver(() => said.push(status.textContent)).observe(status, {childList: true, characterData: true, subtree: true});
    }""")
    pages.slider(awake, "length").focus()
    for _ in range(8):
        awake.keyboard.press("ArrowRight")
    shown = pages.settle(awake, "live")
    pages.until(awake, "words => said.includes(words)", shown["words"])
    assert awake.evaluate("said") == [shown["words"]]


def test_only_the_settled_sentence_speaks_up(awake):
    live = awake.locator("kino-figure output, kino-figure [role=status], kino-figure [aria-live]")
    speaking = live.evaluate_all(
        "nodes => nodes.filter((node) => node.ariaLive !== 'off').map((node) => node.outerHTML.slice(0, 14))"
    )
    assert speaking == ["<p data-status"]


def test_pointing_at_a_number_shows_where_it_comes_from(awake):
    pages.turn(awake, **FIGURE.start)
    reason = awake.locator("kino-figure [data-reason]")
    awake.mouse.move(0, 0)
    hint = reason.inner_text()
    awake.locator("kino-figure tbody tr").first.hover()
    assert "(0.96·2.72 + 1.15·1.27) / √2 = +2.88" in reason.inner_text()
    pages.turn(awake, angle=51)
    assert "(0.94·2.72 + 1.17·1.27) / √2" in reason.inner_text(), "the formula does not follow the picture"
    awake.mouse.move(0, 0)
    assert reason.inner_text() == hint
    awake.locator("kino-figure button.why", has_text="output").focus()
    assert "·vermilion + " in reason.inner_text()


# While Python is elsewhere (case F1)


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
    numpy = pages.Held(page, "**/numpy-*.whl")
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
