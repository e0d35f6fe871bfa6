"""The figure "Turn the query": its numbers worked out anew, its words, and its markup."""

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from kino import figures
from kino.attention import attend
from kino.figures.turning_query import KEY_ANGLES, KEYS, NAMES, VALUES, draw

FIGURE = figures.load("turning-query")
STATES = {
    "angle-50": {},
    "angle-minus-165": {"angle": -165},
    "length-0": {"length": 0},
    "length-3-unscaled": {"angle": 25, "length": 3, "scaled": False},
    "angle-180-unscaled": {"angle": 180, "length": 0.7, "scaled": False},
}
STEPS = {"angle": range(-180, 181, 15), "length": np.linspace(0, 3, 7).tolist(), "scaled": (True, False)}
GRID = [dict(zip(STEPS, state, strict=True)) for state in itertools.product(*STEPS.values())]


def elements(picture):
    # XML would read a line's end in an attribute as a space; HTML keeps it.
    return list(ET.fromstring(f"<div>{picture.svg}</div>".replace("\n", "&#10;")).iter())


def text_of(element):
    return " ".join("".join(element.itertext()).split())


def column(picture, i):
    """The texts of one column of the table, first row first."""
    rows = next(element for element in elements(picture) if element.tag == "tbody")
    return [text_of(row[i]) for row in rows]


@pytest.mark.parametrize("state", GRID[::7], ids=str)
def test_the_numbers_are_those_of_attention(state):
    values = FIGURE.draw(state).values
    turn = np.deg2rad(state["angle"])
    query = np.array([np.cos(turn), np.sin(turn)]) * state["length"]
    keys = 3 * np.array([[np.cos(np.deg2rad(a)), np.sin(np.deg2rad(a))] for a in KEY_ANGLES])
    scores = np.einsum("d,kd->k", query, keys) / (2**0.5 if state["scaled"] else 1)
    weights = np.exp(scores) / np.exp(scores).sum()
    assert {name: values[name] for name in state} == state
    for name, right in (("query", query), ("scores", scores), ("weights", weights), ("output", weights @ VALUES)):
        np.testing.assert_allclose(values[name], right, rtol=1e-12, atol=1e-12)


def test_a_key_gets_the_most_when_the_query_points_along_it():
    for j, angle in enumerate(KEY_ANGLES):
        assert np.argmax(FIGURE.draw({"angle": angle}).values["weights"]) == j


def test_at_length_0_every_weight_is_a_quarter_exactly():
    for scaled in (True, False):
        values = FIGURE.draw({"length": 0, "angle": 77, "scaled": scaled}).values
        assert values["weights"].tolist() == [0.25] * 4
        np.testing.assert_allclose(values["output"], VALUES.mean(axis=0), rtol=1e-15)


@pytest.mark.parametrize(
    ("state", "right"),
    [
        ({"length": 0}, "Query at 50°, length 0.0: vermilion 0.25, ochre 0.25, teal 0.25, indigo 0.25. "),
        ({"angle": -165, "length": 3, "scaled": False}, "Query at −165°, length 3.0: teal 1.00, "),
        ({"angle": 100}, "Query at 100°, length 1.5: ochre "),
    ],
)
def test_the_words_say_the_state_and_the_weights_largest_first(state, right):
    assert FIGURE.draw(state).words.startswith(right)


@pytest.mark.parametrize("state", GRID[::11], ids=str)
def test_words_table_and_values_agree(state):
    picture = FIGURE.draw(state)
    shown = column(picture, 3)
    assert shown == [f"{weight:.2f}" for weight in np.round(picture.values["weights"], 9)]
    for name, weight in zip(NAMES, shown, strict=True):
        assert f"{name} {weight}" in picture.words
    colour = "#" + bytes(np.rint(255 * picture.values["output"]).astype("uint8")).hex()
    assert picture.words.endswith(f"The output is {colour}.") and f"<code>{colour}</code>" in picture.svg
    signs = [text.replace("−", "-") for text in column(picture, 1)]
    np.testing.assert_allclose([float(sign) for sign in signs], picture.values["scores"], rtol=0, atol=0.005001)


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_each_row_tells_where_its_weight_comes_from(state):
    picture = FIGURE.draw(state)
    reasons = [
        e.get("data-why") for e in elements(picture) if e.tag == "button" and e.get("data-why").startswith("score")
    ]
    for reason, weight, score in zip(reasons, column(picture, 3), column(picture, 1), strict=True):
        first, second = reason.split("\n")
        assert first.startswith("score = ") and first.endswith(f"= {score}")
        assert ("√2" in first) == picture.values["scaled"]
        assert second.startswith("weight = ") and second.endswith(f"= {weight}")


def test_nothing_in_any_state_is_nan_or_more_than_a_picture():
    for state in GRID:
        picture = FIGURE.draw(state)
        assert not re.search(r"\b(nan|inf|None)\b", picture.svg + picture.words)
        picture.plain_values()
        for element in elements(picture):
            assert element.tag != "script" and not {"style", "id", "href"} & set(element.attrib)
            assert not [name for name in element.attrib if name.startswith("on")]


def test_the_markup_keeps_its_form_in_every_state():
    """So the page changes numbers in place, and a row in focus or a hand in drag stays what it was."""
    assert len({tuple(element.tag for element in elements(FIGURE.draw(state))) for state in GRID}) == 1


def test_the_strip_is_as_wide_as_the_whole():
    for state in GRID[::5]:
        strip = next(element for element in elements(FIGURE.draw(state)) if element.get("class") == "strip")
        widths = [float(part.get("width").rstrip("%")) for part in strip]
        places = [float((part.get("x") or "0%").rstrip("%")) for part in strip]
        np.testing.assert_allclose(places, np.cumsum([0, *widths[:-1]]), rtol=0, atol=0.03)
        assert sum(widths) == pytest.approx(100, abs=0.03)


def test_at_every_step_of_the_film_hand_bars_strip_swatch_table_and_sentence_tell_the_same():
    for angle in FIGURE.reel_control.steps():
        picture = FIGURE.draw({"angle": angle})
        by_class = {}
        for element in elements(picture):
            by_class.setdefault(element.get("class"), []).append(element)
        weights, output = picture.values["weights"], picture.values["output"]
        hand, grip = by_class["hand"][0].get("transform"), by_class["grip"][0].get("transform")
        assert (hand, grip) == (f"rotate({-angle})", "translate(75 0)") and len(by_class["bar"]) == 4
        for bar, weight in zip(by_class["bar"], weights, strict=True):
            assert float(bar[0].get("width").rstrip("%")) == pytest.approx(100 * weight, abs=0.005001)
        parts = [float(part.get("width").rstrip("%")) for part in by_class["strip"][0]]
        np.testing.assert_allclose(parts, 100 * weights, rtol=0, atol=0.03)
        shown = [f"{weight:.2f}" for weight in np.round(weights, 9)]
        assert column(picture, 3) == shown and all(
            f"{name} {share}" in picture.words for name, share in zip(NAMES, shown, strict=True)
        )
        colour = "#" + bytes(np.rint(255 * output).astype("uint8")).hex()
        fills = {part.get("fill") for swatch in by_class["swatch"] for part in swatch.iter()}
        assert colour in fills and f"{angle}°".replace("-", "−") in picture.words
        assert text_of(by_class["angle"][0]) == f"{angle}°".replace("-", "−")


@pytest.mark.parametrize("name", STATES)
def test_drawings_look_as_before(name, golden):
    picture = FIGURE.draw(STATES[name])
    one_tag_a_line = re.sub("(?<=>)(?=<)", "\n", picture.svg)
    golden(f"turning-query/{name}.svg", f"{one_tag_a_line}\n<!-- {picture.words} -->\n")


@pytest.mark.parametrize(
    ("weights", "colour", "said"),
    [
        ((0.5, 0.5, 0, 0), 1.0, []),
        ((0.5, 0.5, 0, 0), 1.01, ["The output leaves the range from 0 to 1"]),
        ((0.5, 0.5, 0, 0), -0.01, ["The output leaves the range from 0 to 1"]),
        ((0.5, 0.502, 0, 0), 0.5, ["The weights sum to 1.002, not to 1."]),
        ((1.5, -0.5, 0, 0), 0.5, ["A weight below 0"]),
    ],
)
def test_what_is_odd_about_another_attentions_numbers_is_said(weights, colour, said):
    picture = draw(50, 1.5, True, attend=lambda *_, scaled: (np.full((1, 3), colour), np.array([weights])))
    remarks = ("The output leaves", "The weights sum", "A weight below 0")
    assert sum(words in picture.svg for words in remarks) == len(said)
    assert all(words in picture.words and words in picture.svg for words in said)


def test_another_attention_can_be_handed_in():
    def hard(query, keys, values, *, scaled):
        weights = np.eye(len(keys))[[2]]
        return weights @ values, weights

    picture = draw(50, 1.5, True, attend=hard)
    assert column(picture, 3) == ["0.00", "0.00", "1.00", "0.00"]
    assert draw(50, 1.5, True).svg == draw(50, 1.5, True, attend=attend).svg != picture.svg
    assert KEYS.shape == (4, 2)
