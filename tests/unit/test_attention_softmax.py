"""softmax and its derivative: against plain float loops, tables worked out by hand, and inputs that break a softmax."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kino.attention import masked_softmax, softmax, softmax_jacobian
from tests import loops
from tests.attention_cases import numbers, wrong

pytestmark = pytest.mark.filterwarnings("error")

shapes = arrays.array_shapes(min_dims=1, max_dims=4, max_side=5)
magnitudes = st.floats(-1e4, 1e4)
ROUNDED = 2**-24  # four times the root of float64's eps
scores = arrays.arrays(float, shapes, elements=magnitudes)


@pytest.mark.parametrize(
    ("row", "right"),
    [
        ([0, math.log(2), math.log(3)], [1 / 6, 2 / 6, 3 / 6]),
        ([math.log(9), 0], [0.9, 0.1]),
        ([5.0], [1]),
        ([1e4, 0, -1e4], [1, 0, 0]),
        ([-1e4, -1e4], [0.5, 0.5]),
        ([7, -math.inf, 7], [0.5, 0, 0.5]),
        ([True, True], [0.5, 0.5]),
    ],
)
def test_tables_worked_out_by_hand(row, right):
    np.testing.assert_allclose(softmax(row), right, rtol=0, atol=1e-15)


@given(scores)
def test_it_agrees_with_a_plain_loop(scores):
    rows = scores.reshape(-1, scores.shape[-1])
    right = np.reshape([loops.softmax(row) for row in rows.tolist()], scores.shape)
    np.testing.assert_allclose(softmax(scores), right, rtol=1e-12, atol=1e-15)


@given(scores, st.data())
def test_weights_along_any_axis_are_positive_and_sum_to_one(scores, data):
    axis = data.draw(st.integers(-scores.ndim, scores.ndim - 1))
    weights = softmax(scores, axis=axis)
    assert weights.shape == scores.shape and (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=axis), 1, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(weights, np.moveaxis(softmax(np.moveaxis(scores, axis, 0), axis=0), 0, axis))


@given(scores, st.floats(-1e3, 1e3))
def test_a_constant_added_to_all_scores_changes_nothing(scores, constant):
    np.testing.assert_allclose(softmax(scores + constant), softmax(scores), rtol=1e-10, atol=1e-12)


@given(arrays.arrays(float, st.integers(1, 8), elements=magnitudes), st.randoms())
def test_permuting_the_scores_permutes_the_weights(scores, random):
    order = random.sample(range(len(scores)), len(scores))
    np.testing.assert_allclose(softmax(scores[order]), softmax(scores)[order], rtol=1e-12, atol=0)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_large_scores_do_not_overflow_and_the_dtype_is_kept(dtype):
    rows = np.array([[1e4, -1e4, 1e4], [-1e4, -1e4, -1e4], [1e4, 0, -1e4]], dtype)
    weights = softmax(rows)
    assert weights.dtype == dtype
    np.testing.assert_allclose(weights, [[0.5, 0, 0.5], [1 / 3] * 3, [1, 0, 0]], rtol=1e-3)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_two_ends_of_a_dtype_do_not_overflow(dtype):
    end = np.finfo(dtype).max
    assert softmax(np.array([-end, end], dtype)).tolist() == [0, 1]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "bool"])
def test_whole_numbers_are_computed_in_float64(dtype):
    row = np.array([0, 1, 1], dtype)
    assert softmax(row).dtype == masked_softmax(row, 3).dtype == float
    np.testing.assert_allclose(softmax(row), loops.softmax([0, 1, 1]), rtol=1e-15)


def test_whole_numbers_do_not_wrap_round():
    assert softmax(np.array([-128, 127], "int8")).tolist() == pytest.approx([0, 1])


def test_nan_and_infinity_spoil_their_own_row_only():
    rows = [[math.nan, 0], [math.inf, 0], [-math.inf, -math.inf], [-math.inf, 0]]
    for weights in (softmax(rows), masked_softmax(rows), masked_softmax(rows, [2, 2, 2, 2])):
        assert np.isnan(weights[:3]).all() and weights[3].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("scores", "axis", "words"),
    [
        (3.0, -1, ["single number"]),
        (np.zeros((2, 0)), -1, ["(2, 0)", "axis -1"]),
        (np.zeros((0, 2)), 0, ["(0, 2)", "axis 0"]),
        (np.zeros((2, 3)), 2, ["(2, 3)", "axis 2"]),
        (np.zeros((2, 3)), -3, ["(2, 3)", "axis -3"]),
        (["a", "b"], -1, ["scores", "real numbers"]),
        ([1 + 2j], -1, ["scores", "complex128"]),
        ([None], -1, ["scores", "object"]),
        ([[1, 2], [3]], -1, ["scores", "differ in length"]),
    ],
)
def test_scores_that_have_no_softmax_are_refused_in_words(scores, axis, words):
    text = wrong(softmax, scores, axis=axis)
    assert all(word in text for word in words), text


def test_no_rows_at_all_have_no_weights():
    assert softmax(np.zeros((0, 3))).shape == masked_softmax(np.zeros((0, 3))).shape == (0, 3)


# softmax_jacobian


@given(numbers((3, 4), limit=5))
def test_the_jacobian_is_the_difference_quotient(scores):
    jacobian, step = softmax_jacobian(softmax(scores)), 1e-6
    assert jacobian.shape == (3, 4, 4)
    for j, nudge in enumerate(step * np.eye(4)):
        quotient = (softmax(scores + nudge) - softmax(scores - nudge)) / (2 * step)
        np.testing.assert_allclose(jacobian[..., j], quotient, rtol=0, atol=1e-8)


def test_the_jacobian_of_two_equal_weights_and_of_one_that_took_all():
    assert softmax_jacobian([0.5, 0.5]).tolist() == [[0.25, -0.25], [-0.25, 0.25]]
    assert (softmax_jacobian([0, 1, 0]) == 0).all()
    assert (softmax_jacobian(masked_softmax([[3.0, 4.0]], [0])) == 0).all()


def test_weights_may_be_off_by_what_rounding_does_to_them():
    assert softmax_jacobian([0.5, 0.5 + ROUNDED]).shape == (2, 2)
    # Added up in float16, in the order in which these lie in memory, each small one would count twice.
    row = [0.5, *[0.00025] * 600, 0.35]
    assert softmax_jacobian(np.asfortranarray([row, row], "float16")).shape == (2, 602, 602)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_jacobian_keeps_the_dtype(dtype):
    weights = softmax(np.linspace(-2, 2, 50, dtype=dtype))
    assert softmax_jacobian(weights).dtype == dtype


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([0.2, 3.0], ["sum to 1", "(2,)", "softmax(scores)"]),
        ([[1.0, 0], [1.5, -0.5]], ["0 or more", "(2, 2)"]),
        ([[1.0, 0], [0.2, 3.0]], ["sum to 1", "(2, 2)"]),
        ([0.5, 0.5 + 1.2 * ROUNDED], ["sum to 1"]),
        ([0.5, 0.4], ["sum to 1"]),
        (1.0, ["single number"]),
        (["a"], ["weights", "real numbers"]),
    ],
)
def test_what_is_no_weights_has_no_jacobian(weights, words):
    text = wrong(softmax_jacobian, weights)
    assert all(word in text for word in words), text
