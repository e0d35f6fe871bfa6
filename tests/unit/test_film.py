"""Film strips: what the player shows is what was drawn, frame by frame, for kino's figures and for any others."""

import gzip
import json
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino import figures
from kino.figures import Picture, Slider, Toggle
from kino_build import film


def figure_of(pictures):
    """A figure whose reel goes through these pictures."""
    return figures.read(
        "own",
        SimpleNamespace(
            TITLE="T",
            CONTROLS=(Slider("i", "i", 0, len(pictures) - 1, start=0), Toggle("on", "on", start=False)),
            REEL="i",
            draw=lambda i, on: pictures[i],
        ),
    )


def through_json(figure, state):
    """The frames as drawn, and the film as the browser gets it."""
    pictures = film.shoot(figure, state)
    return pictures, json.loads(json.dumps(film.develop(figure, state, pictures)))


def assert_same(shown, drawn):
    assert shown.svg == drawn.svg and shown.words == drawn.words
    assert_close(shown.values, drawn.plain_values())


def assert_close(shown, right):
    if isinstance(right, dict):
        assert list(shown) == list(right)
        for key in right:
            assert_close(shown[key], right[key])
    elif isinstance(right, list):
        assert len(shown) == len(right)
        for pair in zip(shown, right, strict=True):
            assert_close(*pair)
    elif isinstance(right, float):
        assert abs(shown - right) <= 1e-9
    else:
        assert shown == right


@pytest.mark.parametrize("state", [{"angle": 50}, {"length": 0, "scaled": False}, {"length": 3}], ids=str)
def test_every_frame_of_the_turning_query_is_the_live_drawing(state):
    figure = figures.load("turning-query")
    pictures, strip = through_json(figure, state)
    steps = figure.reel_control.steps()
    assert len(pictures) == len(steps) == 361
    for i, step in enumerate(steps):
        assert strip["steps"][i] == step
        assert_same(film.project(strip, i), figure.draw(state | {"angle": step}))


def test_a_film_says_which_control_was_filmed_and_where_the_others_stood():
    figure = figures.load("turning-query")
    _, strip = through_json(figure, {"angle": 50, "length": 2})
    assert {key: strip[key] for key in ("reel", "state")} == {
        "reel": "angle",
        "state": {"length": 2, "scaled": True},
    }


def test_the_film_of_the_attention_lesson_is_small():
    figure = figures.load("turning-query")
    strip = film.develop(figure, {"angle": 50}, film.shoot(figure, {"angle": 50}))
    packed = json.dumps(strip, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(gzip.compress(packed, 9)) <= 40_000


def test_what_frames_share_is_kept_once():
    pictures = [Picture(f'<path d="M{i} 0"/><text>{i}</text>', {"i": i, "same": [1, 2]}, f"at {i}") for i in range(5)]
    _, strip = through_json(figure_of(pictures), {})
    assert strip["markup"] == ['<path d="', 0, ' 0"/><text>', 1, "</text>"]
    assert strip["columns"][:2] == [["M0", "M1", "M2", "M3", "M4"], ["0", "1", "2", "3", "4"]]
    assert strip["words"] == ["at ", 1, ""] and strip["values"] == {"i": {"column": 2}, "same": [1, 2]}


def test_frames_of_different_structure_are_kept_whole():
    pictures = [Picture("<g/>" * i, {"list": list(range(i))}, "a b" if i else "a") for i in range(3)]
    drawn, strip = through_json(figure_of(pictures), {})
    assert strip["markup"] == [0] and strip["columns"][0] == ["", "<g/>", "<g/><g/>"]
    for i, picture in enumerate(drawn):
        assert_same(film.project(strip, i), picture)


@pytest.mark.parametrize(
    "values",
    [
        [{"v": {"a": 1}}, {"v": {"a": 1}}],
        [{"v": {"a": 1}}, {"v": {"b": [2]}}],
        [{"v": 1.5}, {"v": [1.5]}],
        [{"v": [[1], [2, 3]]}, {"v": [[1], [2]]}],
        [{"v": "text"}, {"v": None}],
        [{"v": [{"column": 0}]}, {"v": [{"column": 0}]}],
        [{"v": np.zeros((2, 0))}, {"v": np.ones((2, 0))}],
        [{}, {}],
    ],
    ids=str,
)
def test_values_of_any_form_come_back(values):
    pictures, strip = through_json(figure_of([Picture("", v, "") for v in values]), {})
    for i, picture in enumerate(pictures):
        assert_same(film.project(strip, i), picture)


texts = st.text(st.sampled_from('<>"=/ .,;#%+−-0123abcé\n{}'), max_size=12) | st.text(max_size=6)
leaves = st.integers(-9, 9) | st.floats(-1e6, 1e6) | st.text(max_size=3) | st.booleans()
trees = st.recursive(
    leaves, lambda kids: st.lists(kids, max_size=3) | st.dictionaries(st.text(max_size=2), kids, max_size=2)
)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=5))
def test_any_texts_come_back(frames):
    pictures, strip = through_json(figure_of([Picture(svg, {}, words) for svg, words in frames]), {})
    for i, picture in enumerate(pictures):
        assert_same(film.project(strip, i), picture)


@given(st.lists(trees, min_size=1, max_size=4))
def test_any_values_come_back(frames):
    pictures, strip = through_json(figure_of([Picture("", {"v": tree}, "") for tree in frames]), {})
    for i, picture in enumerate(pictures):
        assert_same(film.project(strip, i), picture)


def test_a_state_beside_the_reel_is_a_still_and_one_on_it_is_not():
    figure = figures.load("turning-query")
    states = [figure.start | {"length": 3}, figure.start | {"angle": -20}]
    stills = [(state, figure.draw(state)) for state in states]
    strip = json.loads(json.dumps(film.develop(figure, {}, film.shoot(figure, {}), stills)))
    [still] = strip["stills"]
    assert still["state"] == states[0] and still["svg"] == stills[0][1].svg
    assert_close(still["values"], stills[0][1].plain_values())
    assert "stills" not in film.develop(figure, {}, film.shoot(figure, {}))
