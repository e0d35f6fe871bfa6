"""The figure "Four scoring functions": its numbers worked out anew, its map, its words, and its markup."""

import gzip
import itertools
import json
import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from kino import figures
from kino.figures import turning_query
from kino.figures.scoring_functions import COLOURS, CORNERS, FUNCTIONS, KEYS, LABELS, NAMES, W_K, W_Q, W_V
from kino.svg import hex_colour
from kino_build import film

FIGURE = figures.load("scoring-functions")
STATES = {
    "start": {},
    "gaussian-narrow": {"x": 3, "y": -3, "width": 0.3, "view": "Gaussian"},
    "additive": {"x": -2, "y": 1.5, "view": "additive"},
    "undecided": {"x": 0, "y": 0, "view": "dot"},
    "on-a-key": {"x": 1, "y": 0.5, "width": 2, "view": "Gaussian"},
}
STEPS = {"x": (-3, -1.3, 0, 1, 3), "y": (-3, -0.5, 0, 0.5, 2.6), "width": (0.3, 1, 2), "view": FUNCTIONS}
GRID = [dict(zip(STEPS, state, strict=True)) for state in itertools.product(*STEPS.values())]


def by_loops(x, y, width):
    """The scores of each function, key by key, from the formulas of the lesson."""
    scores = {name: [] for name in FUNCTIONS}
    for key in KEYS.tolist():
        dot = x * key[0] + y * key[1]
        scores["dot"].append(dot)
        scores["scaled dot"].append(dot / math.sqrt(2))
        units = [q[0] * x + q[1] * y + k[0] * key[0] + k[1] * key[1] for q, k in zip(W_Q, W_K, strict=True)]
        scores["additive"].append(sum(w * math.tanh(unit) for w, unit in zip(W_V, units, strict=True)))
        scores["Gaussian"].append(-((x - key[0]) ** 2 + (y - key[1]) ** 2) / (2 * width**2))
    return scores


def softmax(scores):
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def elements(picture):
    # XML would read a line's end in an attribute as a space; HTML keeps it.
    return list(ET.fromstring(f"<div>{picture.svg}</div>".replace("\n", "&#10;")).iter())


def of_class(picture, name):
    return [element for element in elements(picture) if element.get("class") == name]


def cells(picture):
    """The cells of the table by function, first key first."""
    rows = next(element for element in elements(picture) if element.tag == "tbody")
    return {name: [row.findall("td")[i] for row in rows] for i, name in enumerate(FUNCTIONS)}


def text_of(element):
    return " ".join("".join(element.itertext()).split())


def grid_marks(picture):
    """How many small marks each key has on the map."""
    (field,) = of_class(picture, "field")
    return [path.get("d").count("M") for path in field]


@pytest.mark.parametrize("state", GRID[::11], ids=str)
def test_scores_and_weights_are_those_of_plain_sums(state):
    values = FIGURE.draw(state).values
    assert values["query"].tolist() == [state["x"], state["y"]]
    for name, right in by_loops(state["x"], state["y"], state["width"]).items():
        np.testing.assert_allclose(values["scores"][name], right, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(values["weights"][name], softmax(right), rtol=1e-12, atol=1e-15)


def test_the_keys_look_like_those_of_the_first_lesson():
    assert NAMES == turning_query.NAMES and LABELS == turning_query.LABELS
    assert tuple(hex_colour(value) for value in turning_query.VALUES) == COLOURS
    square, *paths = (ET.fromstring(shape) for shape in turning_query.SHAPES[1:])
    x, y, width, height = (float(square.get(name)) for name in ("x", "y", "width", "height"))
    assert CORNERS[1] == ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    for path, corners in zip(paths, (CORNERS[2], CORNERS[3]), strict=True):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d"))]
        # The triangle's last height is that of the point before.
        assert numbers == list(itertools.chain(*corners))[: len(numbers)] and len(numbers) >= 5
    assert len({np.linalg.norm(key).round(6) for key in KEYS}) == 4


def test_additive_scoring_has_eight_hidden_units():
    assert (W_Q.shape, W_K.shape, W_V.shape) == ((8, 2), (8, 2), (8,))


def test_the_dot_product_never_picks_the_first_key_and_the_gaussian_picks_it_on_the_spot():
    for x, y in itertools.product(np.arange(-30, 31, 3) / 10, repeat=2):
        weights = FIGURE.draw({"x": float(x), "y": float(y)}).values["weights"]
        assert weights["dot"].max() > weights["dot"][0] or x == y == 0
    for width in (0.3, 1.0, 1.4):
        assert np.argmax(FIGURE.draw({"x": 1.0, "y": 0.5, "width": width}).values["weights"]["Gaussian"]) == 0


def test_each_function_but_the_dot_product_picks_every_key_somewhere():
    for name, least in (("dot", 0), ("scaled dot", 0), ("additive", 10), ("Gaussian", 10)):
        counts = grid_marks(FIGURE.draw({"view": name}))
        assert min(counts[1:]) >= 10 and counts[0] >= least and (counts[0] > 0) == (least > 0)


@pytest.mark.parametrize("state", GRID[::7], ids=str)
def test_the_map_is_what_the_function_would_pick(state):
    """Each mark's place and size are those of the key with the largest weight at that place."""
    (field,) = of_class(FIGURE.draw(state), "field")
    for j, path in enumerate(field):
        for mark in re.findall("M[^M]*Z", path.get("d")):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", mark)]
            if j == 0:
                radius = numbers[2]
                place = (numbers[0] + radius, numbers[1])
            else:
                (i, k), radius = CORNERS[j][0], None
                spread = numbers[2] - numbers[0], CORNERS[j][1][0] - i
                radius = spread[0] / spread[1]
                place = (numbers[0] - radius * i, numbers[1] - radius * k)
            x, y = round(place[0] / 50, 1), round(-place[1] / 50, 1)
            weights = softmax(by_loops(x, y, state["width"])[state["view"]])
            assert max(weights) == weights[j]
            assert radius == pytest.approx(7 * weights[j], abs=0.02)


@pytest.mark.parametrize("state", GRID[::11], ids=str)
def test_words_table_and_values_agree(state):
    picture = FIGURE.draw(state)
    for name, column in cells(picture).items():
        weights = picture.values["weights"][name].round(9)
        assert [text_of(cell) for cell in column] == [f"{weight:.2f}" for weight in weights]
        best = np.flatnonzero(weights == weights.max())
        picked = [j for j, cell in enumerate(column) if cell.get("class") == "pick"]
        if best.size == 1:
            assert picked == best.tolist()
            assert f"{name} {NAMES[best[0]]} {weights.max():.2f}" in picture.words
        else:
            assert picked == [] and f"{name} cannot decide" in picture.words


@pytest.mark.parametrize(
    ("state", "right"),
    [
        (
            {},
            "Dot and scaled dot pick k2 ochre; additive differs with k1 vermilion; Gaussian differs with k1 vermilion.",
        ),
        (
            {"x": 3, "y": -3},
            "Dot and scaled dot pick k4 indigo; additive agrees on k4 indigo; Gaussian agrees on k4 indigo.",
        ),
        (
            {"x": 0, "y": 0},
            "Dot and scaled dot cannot decide; additive picks k1 vermilion; Gaussian picks k1 vermilion.",
        ),
    ],
)
def test_the_verdict_says_who_agrees(state, right):
    (verdict,) = of_class(FIGURE.draw(state), "verdict")
    assert text_of(verdict) == right


def test_dot_and_scaled_dot_always_pick_the_same():
    for state in GRID:
        weights = FIGURE.draw(state).values["weights"]
        assert np.argmax(weights["dot"].round(9)) == np.argmax(weights["scaled dot"].round(9))


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_each_cell_tells_where_its_weight_comes_from(state):
    picture = FIGURE.draw(state)
    for name, column in cells(picture).items():
        scores = picture.values["scores"][name]
        for j, cell in enumerate(column):
            first, second = cell.get("data-why").split("\n")
            assert first.startswith("score = ") and second.startswith("weight = exp(score − largest)")
            shown = float(first.rpartition(" = ")[2].replace("−", "-"))
            assert shown == pytest.approx(scores[j], abs=0.005001)
            assert second.endswith(f" = {text_of(cell)}")
            powers = re.search(r"= ([\d.]+) / \((.+)\) =", second)
            terms = [float(term) for term in powers[2].split(" + ")]
            np.testing.assert_allclose(terms, np.exp(scores - scores.max()), rtol=0, atol=0.005001)
            assert float(powers[1]) == terms[j]
    heads = [e.get("data-why") for e in elements(picture) if e.tag == "button"]
    assert len(heads) == 4 and all(f"{NAMES[0]} " in why and why.startswith("score = ") for why in heads)


def test_the_query_is_moved_by_its_point_and_by_the_plane():
    picture = FIGURE.draw({"x": -1.2, "y": 0.7})
    (grip,), (ground,) = of_class(picture, "grip"), of_class(picture, "ground")
    assert grip.get("transform") == "translate(-60 -35)"
    for part in (grip, ground):
        assert (part.get("data-move"), part.get("data-unit")) == ("x y", "50")


def test_the_ring_about_the_query_is_as_wide_as_the_gaussian():
    for width in (0.3, 1.0, 2):
        (ring,) = of_class(FIGURE.draw({"width": width, "view": "Gaussian"}), "ring")
        assert float(ring.get("r")) == pytest.approx(50 * width)
    (ring,) = of_class(FIGURE.draw({"width": 2, "view": "dot"}), "ring")
    assert ring.get("r") == "0"


def test_nothing_in_any_state_is_nan_or_more_than_a_picture():
    for state in GRID:
        picture = FIGURE.draw(state)
        assert not re.search(r"\b(nan|inf|None)\b", picture.svg + picture.words)
        picture.plain_values()
        for element in elements(picture):
            assert element.tag != "script" and not {"style", "id", "href"} & set(element.attrib)
            assert not [name for name in element.attrib if name.startswith("on")]


def test_the_markup_keeps_its_form_wherever_the_query_is():
    """So the page changes numbers in place, and a point in drag stays what it was. At the origin a sentence differs."""
    forms = {tuple(e.tag for e in elements(FIGURE.draw(state))) for state in GRID if state["x"] or state["y"]}
    assert len(forms) == 1


@pytest.mark.parametrize("state", [{}, {"view": "Gaussian", "width": 0.5}, {"y": 0}], ids=str)
def test_the_film_shows_what_was_drawn(state):
    drawn = film.shoot(FIGURE, state)
    packed = json.dumps(film.develop(FIGURE, state, drawn), ensure_ascii=False, separators=(",", ":"))
    strip = json.loads(packed)
    assert len(drawn) == 61
    for i, picture in enumerate(drawn):
        shown = film.project(strip, i)
        assert (shown.svg, shown.words) == (picture.svg, picture.words)
        for name in FUNCTIONS:
            right = picture.values["weights"][name]
            np.testing.assert_allclose(shown.values["weights"][name], right, rtol=0, atol=1e-9)


def test_the_film_is_small():
    strip = film.develop(FIGURE, {}, film.shoot(FIGURE, {}))
    packed = json.dumps(strip, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(gzip.compress(packed, 9)) <= 40_000


@pytest.mark.parametrize("name", STATES)
def test_drawings_look_as_before(name, golden):
    picture = FIGURE.draw(STATES[name])
    one_tag_a_line = re.sub("(?<=>)(?=<)", "\n", picture.svg)
    golden(f"scoring-functions/{name}.svg", f"{one_tag_a_line}\n<!-- {picture.words} -->\n")
