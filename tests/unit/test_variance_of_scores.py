"""The figure "Variance of scores": its numbers worked out anew and held against theory, its words, and its markup."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from kino import figures
from kino.figures.variance_of_scores import BIN, SEED
from kino_build import film

FIGURE = figures.load("variance-of-scores")
SIZES = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
GOLDEN = (2, 64, 256, 1024)


@pytest.fixture(scope="module")
def pool():
    """The pairs, from the seed alone: queries and keys, each (1000, 1024)."""
    return np.random.default_rng(SEED).standard_normal((2, 1000, 1, 1024))[:, :, 0]


@pytest.fixture(params=SIZES, scope="module")
def state(request, pool):
    """(picture, scores) for one d, the scores summed up product by product."""
    scores = np.zeros(1000)
    for i in range(request.param):
        scores += pool[0, :, i] * pool[1, :, i]
    return FIGURE.draw({"d": request.param}), scores


def elements(picture):
    # XML would read a line's end in an attribute as a space; HTML keeps it.
    return list(ET.fromstring(f"<div>{picture.svg}</div>".replace("\n", "&#10;")).iter())


def text_of(element):
    return " ".join("".join(element.itertext()).split())


def rows(picture):
    body = next(element for element in elements(picture) if element.tag == "tbody")
    return [[text_of(cell) for cell in row] for row in body]


def softmax_in_a_loop(scores):
    powers = [np.exp(score - max(scores)) for score in scores]
    return np.array([power / sum(powers) for power in powers])


def jacobian_size(scores):
    """By moving one score at a time, both ways."""
    h, steps = 1e-6, np.eye(len(scores))
    columns = [(softmax_in_a_loop(scores + h * e) - softmax_in_a_loop(scores - h * e)) / (2 * h) for e in steps]
    return np.sqrt(sum((column**2).sum() for column in columns))


def test_the_numbers_are_those_of_the_pairs(state):
    picture, scores = state
    values = picture.values
    d = values["d"]
    mean = sum(scores) / 1000
    variance = sum((score - mean) ** 2 for score in scores) / 999
    assert values["theory"] == d
    assert values["variance"] == pytest.approx(variance, rel=1e-10)
    assert values["variance_scaled"] == pytest.approx(variance / d, rel=1e-10)
    for name, ten in (("", scores[:10]), ("_scaled", scores[:10] / d**0.5)):
        weights = softmax_in_a_loop(ten)
        np.testing.assert_allclose(values[f"weights{name}"], weights, rtol=1e-9, atol=1e-12)
        assert values[f"largest{name}"] == pytest.approx(max(weights), rel=1e-9)
        assert values[f"jacobian{name}"] == pytest.approx(jacobian_size(ten), rel=1e-5, abs=1e-9)


def test_the_variance_matches_theory_within_what_1000_pairs_allow(state):
    values = state[0].values
    assert abs(values["variance"] - values["theory"]) < 2 * values["standard_error"]


@pytest.mark.parametrize("d", [2, 16])
def test_the_standard_error_is_how_much_such_variances_differ(d):
    rng = np.random.default_rng(1)
    variances = [np.einsum("nd,nd->n", *rng.standard_normal((2, 1000, d))).var(ddof=1) for _ in range(2000)]
    # 2,000 variances pin their own spread down to some 2 %; a normal's standard error would be 42 % off at d = 2.
    assert FIGURE.draw({"d": d}).values["standard_error"] == pytest.approx(np.std(variances), rel=0.08)


def test_saturation_arrives_and_the_scaling_undoes_it():
    first, last = (FIGURE.draw({"d": d}).values for d in (2, 1024))
    assert first["largest"] < 0.5 and first["jacobian"] > 0.3
    assert last["largest"] > 0.999 and last["jacobian"] < 1e-3
    for d in SIZES:
        values = FIGURE.draw({"d": d}).values
        assert values["largest_scaled"] < 0.6 and values["jacobian_scaled"] > 0.2


def test_the_histogram_counts_every_pair(state):
    picture, scores = state
    paths = [e.get("d") for e in elements(picture) if e.get("class") == "bars"]
    assert len(set(paths)) == 1 and len(paths) == 3
    heights = [float(number) for number in re.findall(r"V([-\d.]+)h", paths[0])]
    counts = -np.array(heights) * BIN
    right, _ = np.histogram(scores / picture.values["d"] ** 0.5, np.linspace(-8, 8, 65))
    np.testing.assert_allclose(counts, right, rtol=0, atol=1e-9)
    assert counts.sum() == 1000


def test_both_histograms_stand_on_the_axis_from_minus_80_to_80(state):
    picture, scores = state
    d = picture.values["d"]
    windows = [e.get("viewBox").split() for e in elements(picture) if e.get("viewBox")]
    # In standard deviations: √d of the plain scores, 1 of the scaled ones; the lens goes from −4 to 4.
    for (left, _, width, _), edge in zip(windows, (80 / d**0.5, 80, 4), strict=True):
        assert float(left) == pytest.approx(-edge, abs=1e-4) and float(width) == pytest.approx(2 * edge, abs=1e-4)
    assert f"({(abs(scores) > 80).sum()} beyond ±80 not drawn)" in picture.svg


def test_the_curve_is_the_normal_one():
    path = next(e.get("d") for e in elements(FIGURE.draw({})) if e.get("class") == "curve")
    points = np.array([float(number) for number in re.findall(r"-?[\d.]+", path)]).reshape(-1, 2)
    density = np.exp(-(points[:, 0] ** 2) / 2) / np.sqrt(2 * np.pi)
    np.testing.assert_allclose(points[:, 1], -1000 * density, rtol=0, atol=0.006)


def test_the_bars_are_the_weights_and_the_largest_is_marked(state):
    picture = state[0]
    charts = [e for e in elements(picture) if e.get("class") == "weights"]
    for chart, name in zip(charts, ("weights", "weights_scaled"), strict=True):
        weights = picture.values[name]
        bars = [e for e in chart.iter("rect")]
        heights = [float(bar.get("height").rstrip("%")) for bar in bars]
        np.testing.assert_allclose(heights, 100 * weights, rtol=0, atol=0.005001)
        assert [bar.get("class") == "largest" for bar in bars] == [i == np.argmax(weights) for i in range(10)]
        labels = [text_of(e) for e in chart.iter("text") if "peak" in e.get("class", "").split()]
        assert labels == [f"{max(weights):.2f}", str(np.argmax(weights) + 1)]


def test_table_words_and_values_agree(state):
    picture = state[0]
    values = picture.values
    d, error = values["d"], values["standard_error"]
    plain, scaled = rows(picture)
    for row, name, theory in ((plain, "", d), (scaled, "_scaled", 1)):
        assert row[1] == f"{theory} ± {error * theory / d:.2f}"
        assert row[2:4] == [f"{values[key + name]:.2f}" for key in ("variance", "largest")]
        assert row[4] == f"{values['jacobian' + name]:.4f}"
        assert f"1,000 pairs is {row[2]} (theory {row[1]})" in picture.words
        assert f"weights {row[3]} and the size of the Jacobian {row[4]}" in picture.words
    said = next(text_of(e) for e in elements(picture) if e.get("class") == "verdict")
    gap = (values["variance"] - d) / error
    assert f"lies {abs(gap):.1f} of that {'above' if gap > 0 else 'below'} theory’s {d}." in said


def test_each_number_tells_where_it_comes_from(state):
    picture = state[0]
    whys = [e.get("data-why") for e in elements(picture) if e.tag == "button"]
    shown = [number for row in rows(picture) for number in row[2:]]
    assert len(whys) == 6
    for why, number in zip(whys, shown, strict=True):
        assert f"= {number}" in why
    d = picture.values["d"]
    # The standard error that is shown is what its own formula gives.
    assert f"= {d} · √(6 / (1000 · {d}) + 2 / 999) = {d * (6 / (1000 * d) + 2 / 999) ** 0.5:.2f}" in whys[0]


def test_nothing_in_any_state_is_nan_or_more_than_a_picture():
    for d in SIZES:
        picture = FIGURE.draw({"d": d})
        assert not re.search(r"\b(nan|inf|None)\b", picture.svg + picture.words)
        picture.plain_values()
        for element in elements(picture):
            assert element.tag != "script" and not {"style", "id", "href"} & set(element.attrib)
            assert not [name for name in element.attrib if name.startswith("on")]


def test_the_markup_keeps_its_form_in_every_state():
    assert len({tuple(element.tag for element in elements(FIGURE.draw({"d": d}))) for d in SIZES}) == 1


def test_the_film_shows_what_was_drawn():
    pictures = film.shoot(FIGURE, FIGURE.start)
    reel = film.develop(FIGURE, FIGURE.start, pictures)
    assert list(reel["steps"]) == SIZES
    for i, picture in enumerate(pictures):
        shown = film.project(reel, i)
        assert (shown.svg, shown.words) == (picture.svg, picture.words)
        np.testing.assert_allclose(shown.values["weights"], picture.values["weights"], rtol=0, atol=1e-9)


@pytest.mark.parametrize("d", GOLDEN)
def test_drawings_look_as_before(d, golden):
    picture = FIGURE.draw({"d": d})
    one_tag_a_line = re.sub("(?<=>)(?=<)", "\n", picture.svg)
    golden(f"variance-of-scores/d-{d}.svg", f"{one_tag_a_line}\n<!-- {picture.words} -->\n")
