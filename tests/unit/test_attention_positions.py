"""positional_encoding: entry by entry, and what it is good for."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino.attention import positional_encoding
from tests.attention_cases import wrong


@given(st.integers(1, 30), st.integers(1, 13))
def test_every_entry_is_a_sine_or_a_cosine(length, d):
    right = [
        [(math.cos if j % 2 else math.sin)(place / 10000 ** ((j - j % 2) / d)) for j in range(d)]
        for place in range(length)
    ]
    encoding = positional_encoding(length, d)
    assert encoding.shape == (length, d) and encoding.dtype == float
    np.testing.assert_allclose(encoding, right, rtol=0, atol=1e-12)


def test_the_first_place_is_zeros_and_ones_and_an_odd_d_ends_in_a_sine():
    assert positional_encoding(1, 4).tolist() == [[0, 1, 0, 1]]
    assert positional_encoding(1, 5).tolist() == [[0, 1, 0, 1, 0]]


def test_the_dot_product_of_two_places_depends_on_their_distance_only():
    encoding = positional_encoding(40, 16)
    products = encoding @ encoding.T
    for distance in (0, 1, 7):
        diagonal = np.diagonal(products, distance)
        np.testing.assert_allclose(diagonal, diagonal[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("number", [0, -3, 2.5, "4", None, True])
def test_length_and_d_are_counted(number):
    assert wrong(positional_encoding, number, 4) == f"length must be a whole number, 1 or more, not {number!r}"
    assert wrong(positional_encoding, 4, number) == f"d must be a whole number, 1 or more, not {number!r}"
