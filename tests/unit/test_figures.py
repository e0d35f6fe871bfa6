"""What a figure is: its controls, its states, and every way in which a figure file can be wrong."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest

from kino import figures
from kino.figures import Picture, Slider, Toggle

X = Slider("x", "Place", -1, 1, start=0.5, step=0.1, marks=((0, "zero"),))
ON = Toggle("on", "Switch", start=True)


def module(**changes):
    """A figure's module; changes: attributes to set, None to leave out."""
    parts = {
        "TITLE": "T",
        "CONTROLS": (X, ON),
        "REEL": "x",
        "draw": lambda x, on: Picture("<svg></svg>", {"x": x}, "w"),
    }
    return SimpleNamespace(**{name: value for name, value in (parts | changes).items() if value is not None})


def wrong(name="own", **changes):
    with pytest.raises(ValueError) as caught:
        figures.read(name, module(**changes))
    return str(caught.value)


# Controls


@pytest.mark.parametrize(
    ("low", "high", "step", "right"),
    [
        (0, 3, 0.1, [round(i / 10, 1) for i in range(31)]),
        (-1, 1, 0.1, [round(i / 10, 1) for i in range(-10, 11)]),
        (-180, 180, 1, list(range(-180, 181))),
        (0, 1, 0.35, [0, 0.35, 0.7]),
        (0, 1, 0.3, [0, 0.3, 0.6, 0.9]),
        (5, 5, 1, [5]),
        (0, 0.7, 0.7 / 7, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
    ],
)
def test_a_slider_stands_at_every_step_and_never_beyond_its_end(low, high, step, right):
    slider = Slider("x", "x", low, high, start=low, step=step)
    assert list(slider.steps()) == right
    assert all(slider.accepts(value) for value in slider.steps())


@pytest.mark.parametrize("value", [-1, 1, 0, 0.1, -0.7, 0.1 + 0.2, 1.0])
def test_a_slider_takes_a_number_within(value):
    assert X.accepts(value)


@pytest.mark.parametrize("value", [1.01, 0.123, -2, math.nan, math.inf, True, "0", None, [0], np.float64(0.5), 1j])
def test_a_slider_takes_nothing_else(value):
    assert not X.accepts(value)


def test_a_toggle_is_true_or_false():
    assert [value for value in (True, False, 0, 1, "on", None) if ON.accepts(value)] == [True, False]
    assert [type(value) for value in (True, False, 0, 1) if ON.accepts(value)] == [bool, bool]
    assert ON.steps() == (False, True)


# States


def test_controls_that_a_state_does_not_name_stand_at_their_start():
    figure = figures.read("own", module(draw=lambda x, on: Picture("", {"x": x, "on": on}, "")))
    assert figure.start == {"x": 0.5, "on": True}
    assert figure.draw({}).values == {"x": 0.5, "on": True}
    assert figure.draw({"on": False, "x": -1}).values == {"x": -1, "on": False}


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"y": 1}, ['"own"', '"y"', "it has x, on"]),
        ({"x": 2}, ['"x"', "a number from -1 to 1", "not 2"]),
        ({"x": "0"}, ['"x"', "not '0'"]),
        ({"x": math.nan}, ["not nan"]),
        ({"on": 1}, ['"on"', "true or false", "not 1"]),
    ],
)
def test_a_wrong_state_is_refused_in_words(state, words):
    figure = figures.read("own", module())
    with pytest.raises(ValueError) as caught:
        figure.draw(state)
    assert all(word in str(caught.value) for word in words), caught.value


def test_every_mistake_of_a_state_is_told_with_its_control():
    found = list(figures.read("own", module()).mistakes({"x": 9, "y": 1, "on": None}))
    assert [name for name, _ in found] == ["x", "y", "on"]


# Values


def test_values_as_json_has_them():
    values = {
        "a": np.arange(3),
        "b": np.float64(0.5),
        "c": np.bool_(True),
        "d": {"e": (1, np.eye(1))},
        "f": "t",
        "g": None,
    }
    plain = Picture("", values, "").plain_values()
    assert plain == {"a": [0, 1, 2], "b": 0.5, "c": True, "d": {"e": [1, [[1.0]]]}, "f": "t", "g": None}
    assert type(plain["c"]) is bool and type(plain["a"][0]) is int


@pytest.mark.parametrize("value", [math.nan, np.array([[0, math.nan]]), [1, (math.inf,)], {"deep": [-math.inf]}])
def test_a_value_that_is_no_finite_number_is_refused_by_name(value):
    with pytest.raises(
        ValueError, match=r'the value "weights" of the drawing holds .*(nan|inf), which is no finite number'
    ):
        Picture("", {"weights": value}, "").plain_values()


@pytest.mark.parametrize(
    ("value", "kind"), [({1}, "set"), (1j, "complex"), (b"x", "bytes"), (np.array([1j]), "complex")]
)
def test_a_value_that_json_does_not_know_is_refused_by_name(value, kind):
    with pytest.raises(ValueError, match=f'the value "v" of the drawing holds a {kind}'):
        Picture("", {"v": value}, "").plain_values()


# Files


@pytest.mark.parametrize("name", ["TITLE", "CONTROLS", "REEL", "draw"])
def test_a_figure_that_lacks_a_part(name):
    text = wrong(**{name: None})
    assert text.startswith(f'figure "own" lacks {name}:')


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"CONTROLS": (X, X)}, ["two controls of one name", "x, x"]),
        ({"REEL": "angle"}, ['films "angle"', "none of its controls: x, on"]),
        ({"REEL": "on"}, ['films "on"', "no slider"]),
        ({"CONTROLS": ()}, ["none of its controls"]),
        ({"CONTROLS": (Slider("x", "x", 0, 1, start=2),)}, ['"x"', "starts at 2", "a number from 0 to 1"]),
        ({"CONTROLS": (X, Toggle("on", "on", start=1))}, ['"on"', "starts at 1", "true or false"]),
    ],
)
def test_a_figure_with_wrong_controls(changes, words):
    text = wrong(**changes)
    assert '"own"' in text and all(word in text for word in words), text


def test_a_caption_is_optional():
    assert figures.read("own", module()).caption == ""
    assert figures.read("own", module(CAPTION="c")).caption == "c"


def test_a_figure_is_loaded_by_its_name():
    figure = figures.load("turning-query")
    assert (figure.name, figure.reel, figure.reel_control.name) == ("turning-query", "angle", "angle")


@pytest.mark.parametrize("name", ["", "no-such", "turning-query.x"])
def test_a_figure_that_is_not_there(name):
    with pytest.raises(LookupError, match=f'there is no figure called "{name}"'):
        figures.load(name)


def test_a_module_that_a_figure_misses_is_not_taken_for_the_figure(tmp_path, monkeypatch):
    (tmp_path / "needy.py").write_text("import no_such_module\n")
    monkeypatch.setattr(figures, "__path__", [*figures.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        figures.load("needy")


def test_marks_and_starts_of_kinos_own_figures_lie_on_their_sliders():
    figure = figures.load("turning-query")
    for slider in (control for control in figure.controls if isinstance(control, Slider)):
        assert slider.start in slider.steps()
        assert all(slider.low <= at <= slider.high for at, _ in slider.marks)
        if slider.wrap:
            others = {name: value for name, value in figure.start.items() if name != slider.name}
            ends = [figure.draw(others | {slider.name: end}) for end in (slider.low, slider.high)]
            for name, value in ends[0].values.items():
                if name != slider.name:
                    np.testing.assert_allclose(value, ends[1].values[name], rtol=0, atol=1e-12)
    assert any(slider.wrap for slider in figure.controls if isinstance(slider, Slider))


def test_every_state_on_the_steps_can_be_drawn():
    figure = figures.read("own", module())
    grid = itertools.product(*(control.steps() for control in figure.controls))
    assert len([figure.draw(dict(zip(figure.start, state, strict=True))) for state in grid]) == 21 * 2
