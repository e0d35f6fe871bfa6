"""What is said of a guess beside the truth: the sentence, its numbers, and bars made to sum to 1."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kino.svg import figure_text
from tests.unit import javascript

SHARES = st.lists(st.integers(0, 100).map(lambda n: n / 100), min_size=2, max_size=12)


def said(guess, truth):
    return javascript.run("verdict.js", "return m.verdictOn(input[0], input[1])", [guess, truth])


@pytest.mark.parametrize(
    ("guess", "truth", "words"),
    [
        ((0.7, 0.3), (0.7, 0.3), "Your largest was a, and so it is; every number is as you said."),
        ((0.7, 0.3), (0.74, 0.26), "Your largest was a, and so it is; no number is off by more than 0.04."),
        ((0.7, 0.3), (0.84, 0.16), "Your largest was a, and so it is, with 0.14 more than you thought."),
        ((0.3, 0.7), (0.84, 0.16), "Your largest was b; it is a, with 0.54 more than you thought."),
        ((0.3, 0.9), (0.3, 0.4), "Your largest was b, and so it is, with 0.50 less than you thought."),
        ((0.5, 0.5), (0.84, 0.16), "You saw no single largest; it is a, with 0.34 more than you thought."),
        ((0.84, 0.16), (0.5, 0.5), "Your largest was a; no single one is; a has 0.34 less than you thought."),
        ((0, 0), (0.5, 0.5), "You saw no single largest, and there is none; a has 0.50 more than you thought."),
        ((0.51, 0.49), (0.5049, 0.5051), "Your largest was a; it is b; no number is off by more than 0.02."),
    ],
)
def test_the_sentence(guess, truth, words):
    assert said(*({"a": a, "b": b} for a, b in (guess, truth))) == words


def test_the_difference_is_the_one_of_the_numbers_that_are_shown():
    # 0.126 and 0.30 are shown as 0.13 and 0.30.
    assert "b has 0.17 less" in said({"a": 0.87, "b": 0.3}, {"a": 0.874, "b": 0.126})


def test_numbers_are_written_as_the_figures_write_them():
    values = [*(k / 8 for k in range(9)), *(k / 1000 for k in range(0, 1001, 5)), 1 / 3, 0.125 + 1e-12, 1e-17]
    assert javascript.run("verdict.js", "return input.map(m.inWords)", values) == [figure_text(x) for x in values]


@settings(max_examples=8)
@given(st.lists(SHARES, min_size=30, max_size=30))
def test_levelled_shares_make_one_and_keep_their_order(lists):
    for before, after in zip(lists, javascript.run("verdict.js", "return input.map(m.levelled)", lists), strict=True):
        assert sum(round(100 * x) for x in after) == 100
        assert len(after) == len(before)
        total = sum(before)
        for x, y in zip(before, after, strict=True):
            assert abs(y - (x / total if total else 1 / len(before))) < 0.0101


def test_shares_that_make_one_stay_as_they_are():
    assert javascript.run("verdict.js", "return m.levelled(input)", [0.29, 0.57, 0.14, 0]) == [0.29, 0.57, 0.14, 0]
