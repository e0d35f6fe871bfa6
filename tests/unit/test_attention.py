"""The core: against plain float loops, tables worked out by hand, and the inputs that break a softmax."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kino.attention import attend, softmax

shapes = arrays.array_shapes(min_dims=1, max_dims=4, max_side=5)
magnitudes = st.floats(-1e4, 1e4)
scores = arrays.arrays(float, shapes, elements=magnitudes)


@pytest.fixture(autouse=True)
def no_warnings():
    """A warning in the core is a mistake: an overflow or a division by zero that the reader would see."""
    with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
        warnings.simplefilter("error")
        yield


def loop_softmax(row):
    """Weights by plain float arithmetic."""
    powers = [math.exp(score - max(row)) for score in row]
    return [power / math.fsum(powers) for power in powers]


def loop_attend(query, keys, values, scaled):
    """One query's output and weights by plain float arithmetic."""
    scores = [math.fsum(q * k for q, k in zip(query, key, strict=True)) for key in keys]
    weights = loop_softmax([score / math.sqrt(len(query)) if scaled else score for score in scores])
    size = range(len(values[0]))
    return [math.fsum(w * value[i] for w, value in zip(weights, values, strict=True)) for i in size], weights


def wrong(function, *arguments, **options):
    with pytest.raises(ValueError) as caught:
        function(*arguments, **options)
    return str(caught.value)


# softmax


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
    right = np.reshape([loop_softmax(row) for row in rows.tolist()], scores.shape)
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


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "bool"])
def test_whole_numbers_are_computed_in_float64(dtype):
    row = np.array([0, 1, 1], dtype)
    assert softmax(row).dtype == float
    np.testing.assert_allclose(softmax(row), loop_softmax([0, 1, 1]), rtol=1e-15)


def test_whole_numbers_do_not_wrap_round():
    assert softmax(np.array([-128, 127], "int8")).tolist() == pytest.approx([0, 1])


def test_nan_and_infinity_spoil_their_own_row_only():
    rows = [[math.nan, 0], [math.inf, 0], [-math.inf, -math.inf], [-math.inf, 0]]
    weights = softmax(rows)
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
    ],
)
def test_scores_that_have_no_softmax_are_refused_in_words(scores, axis, words):
    text = wrong(softmax, scores, axis=axis)
    assert all(word in text for word in words), text


def test_no_rows_at_all_have_no_weights():
    assert softmax(np.zeros((0, 3))).shape == (0, 3)


# attend


@st.composite
def cases(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    entries = st.floats(-30, 30)
    return [draw(arrays.arrays(float, shape, elements=entries)) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v))]


@given(cases(), st.booleans())
def test_attention_agrees_with_a_plain_loop(case, scaled):
    queries, keys, values = case
    output, weights = attend(queries, keys, values, scaled=scaled)
    pairs = [loop_attend(query, keys.tolist(), values.tolist(), scaled) for query in queries.tolist()]
    np.testing.assert_allclose(output, [pair[0] for pair in pairs], rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(weights, [pair[1] for pair in pairs], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=0, atol=1e-12)


@given(cases())
def test_a_query_alone_gets_what_it_gets_among_others(case):
    queries, keys, values = case
    output, weights = attend(queries, keys, values)
    for i, query in enumerate(queries):
        one, its_weights = attend(query, keys, values)
        assert one.shape == (values.shape[1],) and its_weights.shape == (len(keys),)
        np.testing.assert_allclose(one, output[i], rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(its_weights, weights[i], rtol=1e-10, atol=1e-12)


@given(cases(), st.randoms())
def test_permuting_the_keys_with_their_values_permutes_the_weights(case, random):
    queries, keys, values = case
    order = random.sample(range(len(keys)), len(keys))
    output, weights = attend(queries, keys, values)
    other_output, other_weights = attend(queries, keys[order], values[order])
    np.testing.assert_allclose(other_weights, weights[:, order], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(other_output, output, rtol=1e-9, atol=1e-9)


def test_the_division_is_by_the_root_of_d():
    query, keys, values = [2.0, 0, 0, 0], [[math.log(3), 0, 0, 0], [0, 0, 0, 0]], [[1.0], [0.0]]
    assert attend(query, keys, values)[1].tolist() == pytest.approx([3 / 4, 1 / 4])
    assert attend(query, keys, values, scaled=False)[1].tolist() == pytest.approx([9 / 10, 1 / 10])


def test_equal_keys_share_exactly():
    for n in (2, 3, 4, 7):
        _, weights = attend([0.3, -0.7], [[0.1, 0.2]] * n, np.eye(n))
        assert (weights == 1 / n).all()


@pytest.mark.parametrize("scaled", [True, False])
def test_the_query_zero_takes_a_quarter_of_each_of_four(scaled):
    output, weights = attend([0, 0], [[1, 2], [-3, 4], [5, 6], [0, -9]], np.eye(4), scaled=scaled)
    assert (weights == 0.25).all() and (output == 0.25).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_scores_of_ten_thousand(dtype):
    query, keys = np.array([100.0], dtype), np.array([[100.0], [-100.0], [0]], dtype)
    output, weights = attend(query, keys, np.array([[1.0], [2.0], [3.0]], dtype), scaled=False)
    assert weights.tolist() == [1, 0, 0] and output.tolist() == [1]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("scaled", [True, False])
def test_the_dtype_is_kept(dtype, scaled):
    query, keys, values = (np.ones(shape, dtype) for shape in ((2, 3), (4, 3), (4, 5)))
    output, weights = attend(query, keys, values, scaled=scaled)
    assert output.dtype == weights.dtype == dtype


def test_the_input_is_not_changed():
    arrays_in = [np.arange(6.0).reshape(2, 3), np.ones((4, 3)), np.arange(8.0).reshape(4, 2)]
    before = [array.copy() for array in arrays_in]
    attend(*arrays_in)
    softmax(arrays_in[0])
    for array, copy in zip(arrays_in, before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((2, 3), (4, 5), (4, 1)), ["(2, 3)", "(4, 5)", "same d_k"]),
        (((3,), (4, 5), (4, 1)), ["(3,)", "(4, 5)", "same d_k"]),
        (((2, 3), (4, 3), (5, 1)), ["(4, 3)", "(5, 1)", "4 keys", "5 values"]),
        (((2, 0), (4, 0), (4, 1)), ["(2, 0)", "(4, 0)", "d_k = 0"]),
        (((), (4, 3), (4, 1)), ["query", "()", "(n_q, d_k)"]),
        (((2, 2, 3), (4, 3), (4, 1)), ["query", "(2, 2, 3)"]),
        (((3,), (3,), (4, 1)), ["keys", "(3,)", "(n_k, d_k)"]),
        (((3,), (4, 3), (4,)), ["values", "(4,)", "(n_k, d_v)"]),
        (((3,), (0, 3), (0, 2)), ["(0,)", "axis -1"]),
    ],
)
def test_sizes_that_disagree_are_named(shapes, words):
    text = wrong(attend, *map(np.zeros, shapes))
    assert all(word in text for word in words), text


@pytest.mark.parametrize(("place", "name"), [(0, "query"), (1, "keys"), (2, "values")])
def test_what_is_no_number_is_named(place, name):
    arguments = [np.ones(2), np.ones((3, 2)), np.ones((3, 1))]
    arguments[place] = arguments[place].astype(str)
    assert wrong(attend, *arguments).startswith(f"{name} must be real numbers")
