"""The strings of a picture: rounding that is the same on every machine, and escaping."""

import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino.svg import figure_text, hex_colour, lowered, num, tag, text

finite = st.floats(-1e5, 1e5)


@pytest.mark.parametrize(
    ("x", "digits", "right"),
    [
        (1, 2, "1"),
        (1.5, 2, "1.5"),
        (100, 2, "100"),
        (100, 0, "100"),
        (1.005, 2, "1"),
        (0.125, 2, "0.12"),
        (0.375, 2, "0.38"),
        (-0.0, 2, "0"),
        (-0.001, 2, "0"),
        (-0.004999, 2, "0"),
        (-1.25, 1, "-1.2"),
        (2 / 3, 2, "0.67"),
        (1e-12, 6, "0"),
        (np.float64(0.1) + np.float64(0.2), 2, "0.3"),
        (np.float32(0.1), 9, "0.100000001"),
        (np.int64(3), 2, "3"),
    ],
)
def test_a_number_for_an_attribute(x, digits, right):
    assert num(x, digits) == right


@pytest.mark.parametrize(
    ("x", "options", "right"),
    [
        (0, {}, "0.00"),
        (-0.0, {"signed": True}, "0.00"),
        (-0.001, {}, "0.00"),
        (0.001, {"signed": True}, "0.00"),
        (-0.25, {}, "−0.25"),
        (0.25, {"signed": True}, "+0.25"),
        (1, {}, "1.00"),
        (-180, {"digits": 0}, "−180"),
        (0.5, {"digits": 0}, "0"),
        (1.5, {"digits": 0}, "2"),
        (0.99999, {}, "1.00"),
    ],
)
def test_a_number_to_be_read(x, options, right):
    assert figure_text(x, **options) == right


@pytest.mark.parametrize("tie", [0.005, 0.015, 0.125, 0.145, 0.375, 1.005, 2.675, -0.005, -2.675])
def test_the_last_bits_do_not_decide_a_tie(tie):
    nearby = [tie, math.nextafter(tie, -9), math.nextafter(tie, 9), tie + 1e-14, tie - 1e-14]
    assert len({num(x) for x in nearby}) == len({figure_text(x) for x in nearby}) == 1


@given(finite, st.integers(0, 6))
def test_a_number_reads_back_and_never_is_minus_zero(x, digits):
    written = num(x, digits)
    assert abs(float(written) - x) <= 0.5 * 10**-digits + 1e-8
    assert written != "-0" and not (("." in written) and written.endswith(("0", ".")))


@given(finite, st.integers(0, 6))
def test_numbers_to_be_read_have_their_decimals_and_a_real_minus(x, digits):
    written = figure_text(x, digits, signed=True)
    assert len(written.partition(".")[2]) == digits and "-" not in written
    value = float(written.replace("−", "-"))
    assert (value > 0) == written.startswith("+") and (value < 0) == written.startswith("−")


def test_a_number_that_is_none_cannot_be_drawn_as_a_colour():
    with pytest.raises(ValueError):
        hex_colour((math.nan, 0, 0))


@pytest.mark.parametrize(
    ("rgb", "right"),
    [
        ((0, 0, 0), "#000000"),
        ((1, 1, 1), "#ffffff"),
        ((-0.2, 0.5, 7), "#0080ff"),
        ((-math.inf, math.inf, 1 / 255), "#00ff01"),
        ((0.5 / 255, 1.5 / 255, 254.5 / 255), "#0002fe"),
        (np.array([0xD2, 0x3C, 0x28]) / 255, "#d23c28"),
    ],
)
def test_colours_are_rounded_and_cut_off(rgb, right):
    assert hex_colour(rgb) == right


@given(st.lists(st.integers(0, 255), min_size=3, max_size=3))
def test_every_colour_of_a_screen_comes_back(channels):
    assert hex_colour([c / 255 for c in channels]) == "#" + bytes(channels).hex()


def test_an_element():
    assert tag("g") == "<g></g>"
    assert tag(
        "circle", class_="a", r=1.0, stroke_width=0.125, data_why=None, viewBox="0 0 1 1", aria_hidden=False
    ) == ('<circle class="a" r="1" stroke-width="0.12" viewBox="0 0 1 1"></circle>')
    assert tag("p", tag("b", text("1 < 2")), " ", text("& more")) == "<p><b>1 &lt; 2</b> &amp; more</p>"
    assert tag("rect", x=0, y=-0.0, hidden=True) == '<rect x="0" y="0" hidden="True"></rect>'
    assert tag("rect", x=np.float64(1 / 3)) == '<rect x="0.33"></rect>'


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")))
def test_any_text_comes_back_from_an_attribute_and_from_an_element(words):
    node = ET.fromstring(tag("t", text(words), title=words))
    assert (node.text or "") == words and node.get("title") == words


@pytest.mark.parametrize("sign", "<>\"'")
def test_no_text_closes_an_attribute(sign):
    assert sign not in tag("t", x=sign).removeprefix('<t x="').removesuffix('"></t>')


def test_subscripts_become_an_element():
    assert lowered("k₁ and k₁₂", "sub") == "k<sub>1</sub> and k<sub>12</sub>"
    assert lowered("₀<", "tspan", dy="0.3em") == '<tspan dy="0.3em">0</tspan>&lt;'
    assert lowered("plain", "sub") == "plain"
