"""The hand of the dial is turned by mouse and by finger."""

import math

import pytest

from tests.browser import pages
from tests.browser.oracle import FIGURE, check_one_state


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
