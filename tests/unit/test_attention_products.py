"""bmm: the batched matrix product."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino.attention import bmm
from tests import loops
from tests.attention_cases import SIDE, numbers, wrong

pytestmark = pytest.mark.filterwarnings("error")


@st.composite
def factors(draw):
    batch, n, m, p = (draw(SIDE) for _ in range(4))
    return draw(numbers((batch, n, m))), draw(numbers((batch, m, p)))


@given(factors())
def test_every_entry_is_a_row_times_a_column(case):
    a, b = case
    right = [
        [[loops.dot(row, column) for column in zip(*y, strict=True)] for row in x] for x, y in zip(a, b, strict=True)
    ]
    np.testing.assert_allclose(bmm(a, b), right, rtol=1e-12, atol=1e-10)


def test_it_is_numpys_matrix_product():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(3, 40, 70)), rng.normal(size=(3, 70, 50))
    np.testing.assert_allclose(bmm(a, b), a @ b, rtol=0, atol=1e-12)
    np.testing.assert_allclose(bmm(a, b[:, :, ::-2]), (a @ b)[:, :, ::-2], rtol=0, atol=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(dtype):
    assert bmm(np.ones((2, 3, 4), dtype), np.ones((2, 4, 5), dtype)).dtype == dtype


def test_whole_numbers_become_float64():
    assert bmm(np.full((1, 1, 1), 100, "int8"), np.full((1, 1, 1), 100, "int8")).tolist() == [[[10000.0]]]


def test_nan_spreads_as_in_any_product():
    product = bmm([[[0.0, 1.0], [1.0, 0.0]]], [[[math.nan, 1.0], [2.0, 3.0]]])
    assert np.isnan(product[0, :, 0]).all() and product[0, :, 1].tolist() == [3, 1]


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ((2, 3, 4), (3, 4, 5), ["(2, 3, 4)", "(3, 4, 5)", "batch of 2", "one of 3", "axis 0"]),
        ((2, 3, 4), (2, 5, 4), ["(2, 3, 4)", "(2, 5, 4)", "4 columns (axis 2)", "5 rows (axis 1)"]),
        ((3, 4), (2, 4, 5), ["a must be (batch, n, m)", "(3, 4)"]),
        ((2, 3, 4), (4, 5), ["b must be (batch, m, p)", "(4, 5)"]),
    ],
)
def test_matrices_that_do_not_fit_are_named(a, b, words):
    text = wrong(bmm, np.zeros(a), np.zeros(b))
    assert all(word in text for word in words), text


def test_what_is_no_number_is_named():
    assert wrong(bmm, [[["x"]]], [[[1.0]]]).startswith("a must be real numbers")
    assert wrong(bmm, [[[1.0]]], [[[None]]]).startswith("b must be real numbers")
