"""masked_softmax and the masks: against plain loops, and every way in which lengths and masks can be wrong."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kino.attention import causal_mask, length_mask, masked_softmax, softmax
from tests import loops
from tests.attention_cases import lengths, masks, wrong

pytestmark = pytest.mark.filterwarnings("error")

shapes = arrays.array_shapes(min_dims=2, max_dims=3, max_side=5)


@st.composite
def masked_scores(draw, limit=1e4):
    """Scores, valid_lens and mask: each of the two may be missing."""
    shape = draw(shapes)
    scores = draw(arrays.arrays(float, shape, elements=st.floats(-limit, limit)))
    return scores, draw(st.none() | lengths(shape)), draw(st.none() | masks(shape))


def kept(scores, valid_lens, mask):
    """Which scores count, entry by entry."""
    keep = np.empty(scores.shape, bool)
    for place in np.ndindex(scores.shape):
        length = math.inf if valid_lens is None else valid_lens[place[: valid_lens.ndim]]
        keep[place] = place[-1] < length and (mask is None or mask[place])
    return keep


@given(masked_scores())
def test_it_agrees_with_a_plain_loop(case):
    scores, valid_lens, mask = case
    n_k, keep = scores.shape[-1], kept(*case)
    rows = zip(scores.reshape(-1, n_k).tolist(), keep.reshape(-1, n_k).tolist(), strict=True)
    right = np.reshape([loops.softmax(row, keep) for row, keep in rows], scores.shape)
    np.testing.assert_allclose(masked_softmax(scores, valid_lens, mask), right, rtol=1e-12, atol=1e-15)


@given(masked_scores())
def test_rows_sum_to_one_or_to_zero_and_masked_keys_weigh_exactly_nothing(case):
    weights, keep = masked_softmax(*case), kept(*case)
    assert (weights >= 0).all() and (weights[~keep] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), keep.any(axis=-1), rtol=0, atol=1e-12)


@given(masked_scores(limit=100), st.floats(-1e3, 1e3))
def test_a_constant_added_to_all_scores_changes_nothing(case, constant):
    scores, valid_lens, mask = case
    shifted = masked_softmax(scores + constant, valid_lens, mask)
    np.testing.assert_allclose(shifted, masked_softmax(*case), rtol=1e-10, atol=1e-12)


@given(masked_scores(), st.randoms())
def test_permuting_scores_and_mask_permutes_the_weights(case, random):
    scores, keep = case[0], kept(*case)
    order = random.sample(range(scores.shape[-1]), scores.shape[-1])
    permuted = masked_softmax(scores[..., order], mask=keep[..., order])
    np.testing.assert_allclose(permuted, masked_softmax(*case)[..., order], rtol=1e-12, atol=0)


@given(masked_scores(), st.sampled_from([math.nan, math.inf, -math.inf, 1e300]))
def test_a_masked_score_is_never_read(case, rubbish):
    scores, valid_lens, mask = case
    spoiled = np.where(kept(*case), scores, rubbish)
    np.testing.assert_array_equal(masked_softmax(spoiled, valid_lens, mask), masked_softmax(*case))


@given(masked_scores())
def test_the_input_is_not_changed(case):
    before = [None if array is None else array.copy() for array in case]
    masked_softmax(*case)
    for array, copy in zip(case, before, strict=True):
        np.testing.assert_array_equal(array, copy)


@given(arrays.arrays(float, shapes, elements=st.floats(-1e4, 1e4)))
def test_without_a_limit_it_is_softmax(scores):
    np.testing.assert_array_equal(masked_softmax(scores), softmax(scores))
    np.testing.assert_array_equal(masked_softmax(scores, np.full(scores.shape[:-1], scores.shape[-1])), softmax(scores))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_scores_of_ten_thousand_keep_their_dtype(dtype):
    scores = np.array([[1e4, -1e4, 1e4], [-1e4, 1e4, 1e4], [1e4, 1e4, 1e4]], dtype)
    weights = masked_softmax(scores, [3, 1, 0])
    assert weights.dtype == dtype and weights.tolist() == [[0.5, 0, 0.5], [1, 0, 0], [0, 0, 0]]


def test_an_empty_row_is_neither_uniform_nor_nan():
    scores = np.array([[1.0, 2.0]])
    assert softmax(np.where([[False, False]], scores, -1e6)).tolist() == [[0.5, 0.5]]
    assert np.isnan(softmax(np.where([[False, False]], scores, -math.inf))).all()
    assert masked_softmax(scores, [0]).tolist() == masked_softmax(scores, mask=[False, False]).tolist() == [[0, 0]]


@pytest.mark.parametrize(
    ("shape", "valid_lens", "right"),
    [
        ((2, 2, 3), [1, 3], [[[1, 0, 0]] * 2, [[1, 1, 1]] * 2]),
        ((2, 2, 3), [[0, 1], [2, 3]], [[[0, 0, 0], [1, 0, 0]], [[1, 1, 0], [1, 1, 1]]]),
        ((2, 3), [1, 2], [[1, 0, 0], [1, 1, 0]]),
        ((2, 3), 2, [[1, 1, 0], [1, 1, 0]]),
        ((3,), 2, [1, 1, 0]),
        ((2, 3), [1.0, 2.0], [[1, 0, 0], [1, 1, 0]]),
        ((2, 3), np.array([1, 2], "uint8"), [[1, 0, 0], [1, 1, 0]]),
        ([2, 3], [1, 2], [[1, 0, 0], [1, 1, 0]]),
    ],
)
def test_lengths_keep_the_first_keys(shape, valid_lens, right):
    assert np.broadcast_to(length_mask(valid_lens, shape), shape).astype(int).tolist() == right
    assert (masked_softmax(np.zeros(shape), valid_lens) > 0).astype(int).tolist() == right


@pytest.mark.parametrize(
    ("shape", "valid_lens", "words"),
    [
        ((2, 3, 4), [1, 2, 3], ["(3,)", "(2, 3, 4)", "(2, 3), one length for each query", "(2,), one for each batch"]),
        ((2, 3, 4), 1, ["()", "(2, 3, 4)", "(2,)"]),
        ((2, 3, 4), np.ones((2, 1), int), ["(2, 1)", "(2, 3, 4)", "(2, 3)"]),
        ((2, 4), [1, 2, 3], ["(3,)", "(2, 4)", "(2,), one length for each query", "single number"]),
        ((4,), [1], ["(1,)", "(4,)", "one query has one length, a single number"]),
        ((3, 4), [5, 6, 7], ["valid_lens[0] is 5", "above 4"]),
        ((2, 4), [1, 5], ["valid_lens[1] is 5", "above 4", "(2, 4)"]),
        ((2, 4), [-1, 2], ["valid_lens[0] is -1", "negative"]),
        ((2, 2, 4), [[1, 2], [2.5, 4]], ["valid_lens[1, 0] is 2.5", "no whole number"]),
        ((2, 4), [math.nan, 2], ["valid_lens[0] is nan", "no whole number"]),
        ((2, 4), [2, math.inf], ["valid_lens[1] is inf", "no whole number"]),
        ((4,), 7, ["valid_lens is 7", "above 4"]),
        ((2, 4), [True, False], ["booleans", "mask"]),
        ((2, 4), ["1", "2"], ["valid_lens", "whole numbers, not <U1"]),
        ((2, 4), [[1], [1, 2]], ["valid_lens", "differ in length"]),
    ],
)
def test_lengths_that_are_none_are_named(shape, valid_lens, words):
    for text in (wrong(masked_softmax, np.zeros(shape), valid_lens), wrong(length_mask, valid_lens, shape)):
        assert all(word in text for word in words), text


def test_a_number_alone_has_no_keys_to_count():
    assert "does not fit scores of shape ()" in wrong(length_mask, 1, ())


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (np.ones((3, 4), int), ["booleans", "True = keep", "int64", "mask == 1"]),
        (np.zeros((3, 4)), ["booleans", "float64"]),
        (np.ones((2, 4), bool), ["(2, 4)", "(2, 3, 4)", "axis -2 is 2 in the mask", "3 in the scores"]),
        (np.ones(3, bool), ["(3,)", "(2, 3, 4)", "axis -1 is 3 in the mask"]),
        (np.ones((2, 2, 4), bool), ["(2, 2, 4)", "(2, 3, 4)", "axis -2 is 2 in the mask"]),
        (np.ones((2, 1), bool), ["(2, 1)", "(2, 3, 4)", "axis -2 is 2 in the mask"]),
        (np.ones((1, 2, 3, 4), bool), ["(1, 2, 3, 4)", "(2, 3, 4)", "it has 4 axes, they have 3"]),
    ],
)
def test_masks_that_do_not_fit_are_refused(mask, words):
    text = wrong(masked_softmax, np.zeros((2, 3, 4)), mask=mask)
    assert all(word in text for word in words), text


def test_a_nan_that_counts_spoils_its_row_also_where_that_is_masked():
    weights = masked_softmax([[math.nan, 0, 0], [1, 1, math.nan]], [2, 2])
    assert np.isnan(weights[0]).all() and weights[1].tolist() == [0.5, 0.5, 0]


def test_scores_that_are_no_numbers_are_named():
    assert wrong(masked_softmax, ["a"]).startswith("scores must be real numbers")


def test_there_must_be_a_key():
    for options in ({}, {"valid_lens": [0, 0]}):
        assert "nothing along axis -1" in wrong(masked_softmax, np.zeros((2, 0)), **options)


def test_the_causal_mask_shows_the_past_and_the_present():
    assert causal_mask(3).tolist() == [[True, False, False], [True, True, False], [True, True, True]]
    assert causal_mask(np.int64(1)).tolist() == [[True]]


@pytest.mark.parametrize("n", [0, -1, 2.0, "3", None, True])
def test_the_causal_mask_needs_a_number_of_places(n):
    assert wrong(causal_mask, n) == f"n must be a whole number, 1 or more, not {n!r}"
