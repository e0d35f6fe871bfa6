"""The figure "Attention maps": its weights worked out anew, its words, its markup, and the colours numbers stand on."""

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from kino import attention, figures
from kino.figures.attention_map import SEED
from kino.heatmap import FLIP, heatmap, legend, sketch
from kino_build import film

FIGURE = figures.load("attention-map")
CSS = Path(__file__).parents[2] / "site/css"
LENGTHS = {"1": 2, "2": 6}
STATES = {
    "start": {},
    "two-keys": {"batch": "1", "query": 1},
    "additive-numbers": {"scoring": "additive", "query": 3, "numbers": True},
    "head-3": {"scoring": "multi-head", "head": "3", "query": 4},
    "head-1-two-keys": {"scoring": "multi-head", "batch": "1", "query": 2, "numbers": True},
}
GRID = [
    dict(zip([control.name for control in FIGURE.controls], state, strict=True))
    for state in itertools.product(*(control.steps() for control in FIGURE.controls))
]


def elements(picture):
    # XML would read a line's end in an attribute as a space; HTML keeps it.
    return list(ET.fromstring(f"<div>{picture.svg}</div>".replace("\n", "&#10;")).iter())


def text_of(element):
    return " ".join("".join(element.itertext()).split())


def bodies(picture):
    """The texts of the table's rows, without the row's name: those of the map, and the row of bars below it."""
    rows, foot = (element for element in elements(picture) if element.tag == "tbody")
    return [[text_of(cell) for cell in row[1:]] for row in rows], [text_of(cell) for cell in foot[0][1:]]


def weights_in_loops(state):
    """What the map must show, pair by pair, from the same random numbers."""
    rng = np.random.default_rng(SEED)
    queries, keys, _ = (rng.standard_normal((2, n, 8))[int(state["batch"]) - 1] for n in (4, 10, 10))
    learned = np.random.default_rng(SEED)

    def matrix(rows, columns):
        limit = (6 / (rows + columns)) ** 0.5
        return learned.uniform(-limit, limit, (rows, columns))

    if state["scoring"] == "additive":
        W_q, W_k, w_v = matrix(8, 8), matrix(8, 8), matrix(1, 8)[0]
        scores = [[w_v @ np.tanh(W_q @ q + W_k @ k) for k in keys] for q in queries]
    elif state["scoring"] == "multi-head":
        W_q, W_k = matrix(8, 8), matrix(8, 8)
        rows = slice(2 * (int(state["head"]) - 1), 2 * int(state["head"]))
        scores = [[(W_q @ q)[rows] @ (W_k @ k)[rows] / 2**0.5 for k in keys] for q in queries]
    else:
        scores = [[q @ k / 8**0.5 for k in keys] for q in queries]
    length = LENGTHS[state["batch"]]
    powers = [[np.exp(score) if j < length else 0.0 for j, score in enumerate(row)] for row in scores]
    return np.array([[power / sum(row) for power in row] for row in powers])


@pytest.mark.parametrize("state", GRID[::5], ids=str)
def test_the_weights_are_those_of_each_scoring(state):
    values = FIGURE.draw(state).values
    np.testing.assert_allclose(values["weights"], weights_in_loops(state), rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(values["row"], values["weights"][state["query"] - 1])
    np.testing.assert_allclose(values["row_sums"], 1, rtol=1e-12)


@pytest.mark.parametrize("state", GRID[::5], ids=str)
def test_the_scores_of_the_formulas_give_the_weights_of_the_map(state):
    values = FIGURE.draw(state).values
    again = attention.masked_softmax(values["scores"], valid_lens=np.full(4, values["valid_len"]))
    np.testing.assert_allclose(values["weights"], again, rtol=1e-12)


@pytest.mark.parametrize("state", GRID, ids=str)
def test_masked_keys_get_exactly_0_and_are_hatched(state):
    picture, length = FIGURE.draw(state), LENGTHS[state["batch"]]
    assert picture.values["valid_len"] == length
    assert (picture.values["weights"][:, length:] == 0).all() and (picture.values["weights"][:, :length] > 0).all()
    cells = [element for element in elements(picture) if "cell" in element.get("class", "").split()]
    cells = [cell for cell in cells if cell.tag == "td"]
    for j, cell in enumerate(cells):
        masked = j % 10 >= length
        assert ("masked" in cell.get("class")) == masked
        assert (text_of(cell) == "0") == masked


@pytest.mark.parametrize("state", GRID[::7], ids=str)
def test_table_bars_words_and_values_agree(state):
    picture = FIGURE.draw(state)
    rows, foot = bodies(picture)
    length, weights = LENGTHS[state["batch"]], np.round(picture.values["weights"], 9)
    right = [[f"{w:.2f}" if j < length else "0" for j, w in enumerate(row)] + ["1.00"] for row in weights]
    assert rows == right
    assert foot == right[state["query"] - 1]
    shares = re.findall(r"([\d.]+) to key (\d+)", picture.words)
    assert sorted(int(key) for _, key in shares) == list(range(1, length + 1))
    assert all(share == foot[int(key) - 1] for share, key in shares)
    assert [share for share, _ in shares] == sorted((share for share, _ in shares), reverse=True)
    bars = [element[0] for element in elements(picture) if element.get("class") == "column"]
    heights = [float(bar.get("height").rstrip("%")) for bar in bars]
    np.testing.assert_allclose(heights, 100 * picture.values["row"], rtol=0, atol=0.005001)


def test_the_row_that_is_read_is_the_one_that_stands_out():
    for state in GRID[::5]:
        rows = [e for e in elements(FIGURE.draw(state)) if e.tag == "tr"][1:5]
        assert [row.get("class") for row in rows] == ["read" if i + 1 == state["query"] else None for i in range(4)]


def test_the_rail_has_its_handle_on_that_row():
    for query in range(1, 5):
        grip = next(e for e in elements(FIGURE.draw({"query": query})) if e.get("class") == "grip")
        at = float(re.match(r"translate\(([\d.]+) 0\)", grip.get("transform"))[1])
        assert (at - float(grip.get("data-zero"))) / float(grip.get("data-unit")) == query
        assert grip.get("data-slide") == "query"


def test_scorings_without_heads_say_so_and_ignore_the_choice():
    for scoring in ("dot product", "additive"):
        pictures = [FIGURE.draw({"scoring": scoring, "head": head}) for head in "1234"]
        assert len({picture.svg for picture in pictures}) == 1
        assert pictures[3].values["head"] == 1
        assert "one head" in pictures[0].words and 'class="one"' in pictures[0].svg
    pictures = [FIGURE.draw({"scoring": "multi-head", "head": head}) for head in "1234"]
    assert len({picture.svg for picture in pictures}) == 4
    assert all(f"head {head} of 4" in picture.words for head, picture in zip("1234", pictures, strict=True))


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_every_weight_tells_where_it_comes_from(state):
    picture = FIGURE.draw(state)
    cells = [e for e in elements(picture) if e.tag == "td" and e.get("data-why")]
    assert len(cells) == 40
    for cell in cells:
        why, shown = cell.get("data-why"), text_of(cell)
        if "masked" in cell.get("class"):
            assert "= 0 exactly" in why and shown == "0"
        else:
            part, whole = re.search(r"= ([\d.]+) / \((.*)\) = ", why).groups()
            assert why.endswith(f"= {shown}")
            powers = [float(power) for power in whole.split(" + ")]
            assert len(powers) == picture.values["valid_len"] and float(part) in powers
            assert float(part) / sum(powers) == pytest.approx(float(shown), abs=0.02)
    buttons = [e for e in elements(picture) if e.tag == "button"]
    assert len(buttons) == 14 and all(button.get("data-why") for button in buttons)


def test_nothing_in_any_state_is_nan_or_more_than_a_picture():
    for state in GRID:
        picture = FIGURE.draw(state)
        assert not re.search(r"\b(nan|inf|None)\b", picture.svg + picture.words)
        picture.plain_values()
        for element in elements(picture):
            assert element.tag != "script" and not {"style", "id", "href"} & set(element.attrib)
            assert not [name for name in element.attrib if name.startswith("on")]


def test_the_markup_keeps_its_form_while_the_query_and_the_numbers_change():
    for scoring, batch in itertools.product(("dot product", "additive", "multi-head"), "12"):
        states = [s for s in GRID if (s["scoring"], s["batch"]) == (scoring, batch)]
        assert len({tuple(element.tag for element in elements(FIGURE.draw(state))) for state in states}) == 1


def test_the_film_shows_what_was_drawn():
    pictures = film.shoot(FIGURE, FIGURE.start)
    reel = film.develop(FIGURE, FIGURE.start, pictures)
    assert reel["steps"] == (1, 2, 3, 4)
    for i, picture in enumerate(pictures):
        shown = film.project(reel, i)
        assert (shown.svg, shown.words) == (picture.svg, picture.words)
        np.testing.assert_allclose(shown.values["weights"], picture.values["weights"], rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", STATES)
def test_drawings_look_as_before(name, golden):
    picture = FIGURE.draw(STATES[name])
    one_tag_a_line = re.sub("(?<=>)(?=<)", "\n", picture.svg)
    golden(f"attention-map/{name}.svg", f"{one_tag_a_line}\n<!-- {picture.words} -->\n")


def test_the_heat_map_draws_any_weights_on_any_scale():
    # What is masked is 0, what only rounds to it is 0.00.
    weights, keep = [[0.1, 0.3], [0.2, 0.0], [0.4, 0.0]], [[True, True], [True, False], [True, True]]
    marks = {"queries": ("a", "b", "c"), "keys": ("x", "y"), "label": "map"}
    table = ET.fromstring(heatmap(weights, keep, **marks, top=0.4, read=1))
    assert [e.get("opacity") for e in table.iter("rect")] == ["0.25", "0.75", "0.5", "0", "1", "0"]
    assert [e.get("class") for e in table.iter("td")][:2] == ["cell", "cell high"]
    assert [text_of(e) for e in table.iter("td")] == [
        "0.10",
        "0.30",
        "0.40",
        "0.20",
        "0",
        "0.20",
        "0.40",
        "0.00",
        "0.40",
    ]
    assert [e.get("class") for e in table.iter("tr")][1:] == [None, "read", None]
    assert not list(table.iter("button"))
    assert [e.get("opacity") for e in ET.fromstring(sketch(weights, keep, top=0.4)).iter("rect")] == [
        *(None, "0.25", None, "0.75", None, "0.5", None, None, "1", None, "0"),
    ]
    assert text_of(ET.fromstring(legend(top=0.4))).startswith("weight 0 0.4")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_number_stands_out_from_its_cell_whatever_the_weight(theme):
    paper, heat = colour("tokens", theme, "card"), colour("heatmap", theme, "heat")
    for share in np.linspace(0, 1, 1001):
        ink = colour("heatmap", theme, "on-high" if share >= FLIP else "on-low")
        assert contrast(ink, paper + share * (heat - paper)) >= 4.5, share


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_full_colour_stands_out_from_the_card(theme):
    assert contrast(colour("tokens", theme, "card"), colour("heatmap", theme, "heat")) >= 4.5


def colour(sheet, theme, name):
    light, dark = (CSS / f"{sheet}.css").read_text("utf-8").split(':root[data-theme="dark"]', 1)
    return (
        np.array(
            [
                int(pair, 16)
                for pair in re.search(rf"--{name}: #(..)(..)(..);", light if theme == "light" else dark).groups()
            ]
        )
        / 255
    )


def contrast(one, other):
    """Of two colours, as the Web Content Accessibility Guidelines define it."""

    def luminance(rgb):
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return linear @ (0.2126, 0.7152, 0.0722)

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
