"""The figure "Masked softmax": its numbers worked out anew, its handles, its words, and its markup."""

import itertools
import json
import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from kino import figures
from kino.figures.masked_softmax import A_MILLION, LEFT_OUT, SCORES, draw
from kino_build import film

FIGURE = figures.load("masked-softmax")
NAMES = ("length_1", "length_2", "length_3", "length_4")
STATES = {
    "start": {},
    "minus-a-million": {"fill": A_MILLION},
    "all-empty": dict.fromkeys(NAMES, 0),
    "all-full": dict.fromkeys(NAMES, 6),
    "two-empty-minus-a-million": {"length_1": 1, "length_2": 0, "fill": A_MILLION},
}
GRID = [
    dict(zip(NAMES, lengths, strict=True)) | {"fill": fill}
    for lengths in itertools.product(range(7), (0, 3, 6), (1, 6), (0, 5))
    for fill in (LEFT_OUT, A_MILLION)
]


def by_loops(state):
    """The weights, row by row, from the sums of the lesson."""
    rows = []
    for name, scores in zip(NAMES, SCORES.tolist(), strict=True):
        length = state[name]
        powers = [math.exp(score) if j < length else 0.0 for j, score in enumerate(scores)]
        if length:
            rows.append([power / sum(powers) for power in powers])
        else:
            rows.append([1 / 6] * 6 if state["fill"] == A_MILLION else [0.0] * 6)
    return rows


def elements(picture):
    # XML would read a line's end in an attribute as a space; HTML keeps it.
    return list(ET.fromstring(f"<div>{picture.svg}</div>".replace("\n", "&#10;")).iter())


def rows_of(picture, name):
    """The body's rows of one of the three tables."""
    table = next(element for element in elements(picture) if element.tag == "table" and element.get("class") == name)
    return list(table.find("tbody"))


def texts(row):
    return ["".join(cell.itertext()) for cell in row.findall("td")]


@pytest.mark.parametrize("state", GRID[::5], ids=str)
def test_the_weights_are_those_of_plain_sums(state):
    values = FIGURE.draw(state).values
    np.testing.assert_allclose(values["weights"], by_loops(state), rtol=1e-13, atol=0)
    assert values["valid_lens"].tolist() == [state[name] for name in NAMES]
    keep = np.arange(6) < values["valid_lens"][:, None]
    hidden = SCORES if state["fill"] == LEFT_OUT else np.full(SCORES.shape, -1e6)
    np.testing.assert_array_equal(values["scores"], np.where(keep, SCORES, hidden))


def test_the_scores_have_one_decimal_and_the_best_key_is_sometimes_masked():
    np.testing.assert_array_equal(SCORES, SCORES.round(1))
    assert SCORES.shape == (4, 6)
    assert [int(row.argmax()) >= FIGURE.start[name] for row, name in zip(SCORES, NAMES, strict=True)][1:] == [True] * 3


@pytest.mark.parametrize("state", GRID[::5], ids=str)
def test_the_three_tables_show_one_state(state):
    picture = FIGURE.draw(state)
    weights = picture.values["weights"]
    for i, name in enumerate(NAMES):
        length = state[name]
        scores, mask, shares = (texts(rows_of(picture, table)[i]) for table in ("scores", "mask", "weights"))
        shown = [f"{score:.1f}".replace("-", "−") for score in SCORES[i]]
        if state["fill"] == A_MILLION:
            shown[length:] = ["−1e6"] * (6 - length)
        assert scores == shown
        assert mask == ["1"] * length + ["0"] * (6 - length) + [str(length)]
        *each, total = shares
        assert each == [f"{weight:.2f}" if weight else "0" for weight in weights[i].round(9)]
        assert total == ("1.00" if length or state["fill"] == A_MILLION else "0.00")


@pytest.mark.parametrize("state", GRID[::7], ids=str)
def test_what_is_masked_is_marked_in_all_three_tables(state):
    picture = FIGURE.draw(state)
    for table in ("scores", "mask", "weights"):
        for name, row in zip(NAMES, rows_of(picture, table), strict=True):
            marks = [cell.get("class").split()[0] for cell in row.findall("td")[:6]]
            assert marks == ["kept"] * state[name] + ["masked"] * (6 - state[name])


@pytest.mark.parametrize("length", range(7))
def test_a_handle_stands_at_its_length_in_the_units_of_its_svg(length):
    picture = FIGURE.draw(dict.fromkeys(NAMES, length))
    for name, row in zip(NAMES, rows_of(picture, "mask"), strict=True):
        handle = row.find("td").find("svg")
        (grip,) = [part for part in handle if part.get("class") == "grip"]
        zero, unit = float(grip.get("data-zero")), float(grip.get("data-unit"))
        assert grip.get("data-slide") == name
        assert grip.get("transform") == f"translate({zero + unit * length:g} 0)"
        assert handle.get("viewBox").split()[2] == f"{6 * unit:g}", "six cells are as wide as the svg over them"


def test_a_bar_is_as_high_as_its_weight():
    picture = FIGURE.draw({})
    for i, row in enumerate(rows_of(picture, "weights")):
        bars = [rect for rect in row.iter("rect")]
        heights = [float(bar.get("height").rstrip("%")) for bar in bars]
        tops = [float(bar.get("y").rstrip("%")) for bar in bars]
        np.testing.assert_allclose(heights, 100 * picture.values["weights"][i], rtol=0, atol=0.005001)
        np.testing.assert_allclose(np.add(heights, tops), 100, rtol=0, atol=0.011)


@pytest.mark.parametrize(
    ("state", "said", "noted"),
    [
        ({}, "row 4 has no key left: weights 0, not NaN.", "Row 4: no key left, weights 0, not NaN, and the output"),
        (
            {"length_1": 0},
            "row 1 has no key left: weights 0, not NaN; row 2 gives most to key 2, 0.54",
            "Rows 1 and 4: no key left, weights 0, not NaN",
        ),
        (
            {"fill": A_MILLION},
            "row 4 has no key left: and yet every weight is 0.17.",
            "Row 4: no key left, and yet every weight is 0.17, an average over padding.",
        ),
        ({"length_4": 6}, "row 4 gives most to key 3, 0.43.", "Every row has a key left"),
    ],
)
def test_a_row_without_keys_is_said_in_words_and_beside_the_tables(state, said, noted):
    picture = FIGURE.draw(state)
    assert said in picture.words and noted in picture.svg
    lengths = ", ".join(str((FIGURE.start | state)[name]) for name in NAMES)
    assert picture.words.startswith(f"Valid lengths {lengths} of 6 keys: row 1 ")


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_every_weight_tells_where_it_comes_from(state):
    picture = FIGURE.draw(state)
    for i, row in enumerate(rows_of(picture, "weights")):
        length = picture.values["valid_lens"][i]
        for j, cell in enumerate(row.findall("td")[:6]):
            why, weight = cell.get("data-why"), picture.values["weights"][i, j]
            assert why.endswith(f"= {weight:.2f}" if weight else "= 0 exactly")
            assert ("/ sum over the keys that count" in why) == (j < length)
            assert ("1e6" in why) == (j >= length and picture.values["fill"] == A_MILLION)
            if j < length:
                terms = re.search(r"\((.+?)\) =", why.split("\n")[1])[1].split(" + ")
                assert terms == [f"{math.exp(score):.2f}" for score in SCORES[i, :length]]


def test_nothing_in_any_state_is_nan_or_more_than_a_picture():
    for state in GRID:
        picture = FIGURE.draw(state)
        assert not re.search(r"\b(nan|inf|None)\b", picture.svg + picture.words)
        assert not re.search("(?<!not )(?<!would be )NaN", picture.svg + picture.words)
        picture.plain_values()
        for element in elements(picture):
            assert element.tag != "script" and not {"style", "id", "href"} & set(element.attrib)
            assert not [name for name in element.attrib if name.startswith("on")]


def test_the_markup_keeps_its_form_in_every_state():
    """So the page changes numbers in place, and a handle in drag stays what it was."""
    assert len({tuple(element.tag for element in elements(FIGURE.draw(state))) for state in GRID}) == 1


@pytest.mark.parametrize("state", [{}, {"fill": A_MILLION}], ids=str)
def test_the_film_shows_what_was_drawn(state):
    drawn = film.shoot(FIGURE, state)
    strip = json.loads(json.dumps(film.develop(FIGURE, state, drawn)))
    assert strip["steps"] == list(range(7))
    for i, picture in enumerate(drawn):
        shown = film.project(strip, i)
        assert (shown.svg, shown.words) == (picture.svg, picture.words)
        np.testing.assert_allclose(shown.values["weights"], picture.values["weights"], rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", STATES)
def test_drawings_look_as_before(name, golden):
    picture = FIGURE.draw(STATES[name])
    one_tag_a_line = re.sub("(?<=>)(?=<)", "\n", picture.svg)
    golden(f"masked-softmax/{name}.svg", f"{one_tag_a_line}\n<!-- {picture.words} -->\n")


def test_another_masked_softmax_can_be_handed_in():
    def forgets_the_mask(scores, valid_lens):
        powers = np.exp(scores)
        return powers / powers.sum(axis=-1, keepdims=True)

    picture = draw(6, 4, 2, 0, LEFT_OUT, masked_softmax=forgets_the_mask)
    assert texts(rows_of(picture, "weights")[3])[2] == "0.43"
    assert "Row 4: no key left, and yet weights up to 0.43" in picture.svg
    leaks = [cell.get("class") for cell in rows_of(picture, "weights")[1].findall("td")[:6]]
    assert leaks == ["kept"] * 4 + ["masked leak"] * 2
