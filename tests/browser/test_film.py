"""The film strip and the live drawing are one: whoever turns the query cannot tell which is which."""

import pytest

from kino import figures
from tests.browser import pages

REEL = figures.load("turning-query").reel_control
SAME = ("label", "valuetext", "words", "angle", "table", "markup")


@pytest.fixture(scope="module")
def strips(visit):
    """What the figure shows at every step of the reel: from the film with Python asleep, then live."""
    # With save data the film plays and Python stays asleep until Run.
    page = visit(init=pages.SAVE_DATA)
    film = pages.play(page, "film", REEL.steps())
    assert pages.python_state(page) == "asleep"
    pages.wake(page)
    return film, pages.play(page, "live", REEL.steps())


def test_there_is_a_frame_for_every_step(strips):
    film, live = strips
    assert len(film) == len(live) == 361
    assert [frame["values"]["angle"] for frame in film] == list(range(-180, 181))
    assert len({frame["markup"] for frame in film}) > 350


@pytest.mark.parametrize("part", SAME)
def test_film_and_live_drawing_are_identical(strips, part):
    different = [frame["values"]["angle"] for frame, drawn in zip(*strips, strict=True) if frame[part] != drawn[part]]
    assert different == [], f"{part} of film and live differ at these angles"


def test_numbers_of_film_and_live_drawing_agree(strips):
    for frame, drawn in zip(*strips, strict=True):
        assert frame["values"].keys() == drawn["values"].keys()
        for name, value in drawn["values"].items():
            assert frame["values"][name] == pytest.approx(value, abs=1e-9), (name, drawn["values"]["angle"])


def test_the_first_picture_is_the_one_in_the_page(visit, strips):
    page = visit(java_script_enabled=False)
    first = page.content()
    film, _ = strips
    start = next(frame for frame in film if frame["values"]["angle"] == 50)
    assert start["words"] in first
    assert pages.shown(visit())["markup"] == start["markup"]


def test_nothing_of_a_picture_is_held_back_from_the_page(awake):
    figure = figures.load("turning-query")
    for state in (
        {"angle": -180},
        {"angle": 33, "length": 0, "scaled": True},
        {"angle": 7, "length": 3, "scaled": False},
    ):
        full = figure.start | state
        assert pages.turn(awake, **full)["markup"] == pages.canonical(awake, figure.draw(full).svg)
