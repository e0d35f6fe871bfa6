"""The figure answers slider and keys, and what it shows belongs to one state."""

import pytest

from tests.browser import pages
from tests.browser.oracle import FIGURE, check_one_state


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
      const observer = new MutationObserver(() => said.push(status.textContent));
      observer.observe(status, {childList: true, characterData: true, subtree: true});
    }""")
    pages.slider(awake, "length").focus()
    for _ in range(8):
        awake.keyboard.press("ArrowRight")
    shown = pages.settle(awake, "live")
    pages.until(awake, "words => said.includes(words)", shown["words"])
    assert awake.evaluate("said") == [shown["words"]]


def test_a_slider_in_focus_says_its_own_value_and_the_sentence_once_it_stands(awake):
    pages.turn(awake, **FIGURE.start)
    pages.slider(awake).focus()
    awake.keyboard.press("ArrowRight")
    words = pages.settle(awake, "live")["words"]
    assert pages.slider(awake).get_attribute("aria-valuetext") == "51°"
    pages.until(awake, "words => document.querySelector('kino-figure [data-status]').textContent === words", words)


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
