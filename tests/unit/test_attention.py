"""attend and pool: against plain float loops, with every kind of mask, and the inputs that break an average."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kino.attention import additive_scores, attend, causal_mask, gaussian_scores, pool
from tests import loops
from tests.attention_cases import batches, lengths, masks, numbers, wrong

pytestmark = pytest.mark.filterwarnings("error")


@st.composite
def cases(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    entries = st.floats(-30, 30)
    return [draw(arrays.arrays(float, shape, elements=entries)) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v))]


@given(cases(), st.booleans())
def test_attention_agrees_with_a_plain_loop(case, scaled):
    queries, keys, values = case
    output, weights = attend(queries, keys, values, scaled=scaled)
    score = loops.scaled_dot if scaled else loops.dot
    right_output, right_weights = loops.attend(queries.tolist(), keys.tolist(), values.tolist(), score)
    np.testing.assert_allclose(output, right_output, rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(weights, right_weights, rtol=1e-9, atol=1e-12)
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


def attend_by_loops(queries, keys, values, score, keep):
    """One batch after the other, by plain loops; `keep` is (batch, n_q, n_k)."""
    lists = (array.tolist() for array in (queries, keys, values, keep))
    pairs = [loops.attend(q, k, v, score, seen) for q, k, v, seen in zip(*lists, strict=True)]
    return [output for output, _ in pairs], [weights for _, weights in pairs]


@given(batches(), st.data())
def test_a_batch_with_lengths_and_mask_agrees_with_a_plain_loop(case, data):
    shape = (*case[0].shape[:2], case[1].shape[1])
    valid_lens, mask = data.draw(lengths(shape)), data.draw(masks(shape))
    each_query = valid_lens.reshape(shape[0], -1, 1)
    keep = mask & (np.arange(shape[2]) < each_query)
    for score, loop in ((None, loops.scaled_dot), (gaussian_scores, loops.gaussian)):
        found = attend(*case, score=score, valid_lens=valid_lens, mask=mask)
        for array, right in zip(found, attend_by_loops(*case, loop, keep), strict=True):
            np.testing.assert_allclose(array, right, rtol=1e-9, atol=1e-9)


@given(batches(), st.data())
def test_a_member_of_a_batch_gets_what_it_gets_alone(case, data):
    valid_lens = data.draw(lengths((*case[0].shape[:2], case[1].shape[1])))
    output, weights = attend(*case, valid_lens=valid_lens)
    for i, (queries, keys, values) in enumerate(zip(*case, strict=True)):
        alone = attend(queries, keys, values, valid_lens=valid_lens[i])
        np.testing.assert_allclose(alone[0], output[i], rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(alone[1], weights[i], rtol=1e-10, atol=1e-12)


@given(batches(), st.sampled_from([1e9, math.nan, math.inf, -math.inf]), st.data())
def test_masked_keys_do_not_influence_the_output(case, rubbish, data):
    queries, keys, values = case
    keep = data.draw(masks((*queries.shape[:2], keys.shape[1])))
    unseen = ~keep.any(axis=1)
    score = data.draw(st.sampled_from([None, gaussian_scores]))
    output, weights = attend(queries, keys, values, score=score, mask=keep)
    spoiled_keys, spoiled_values = keys.copy(), values.copy()
    spoiled_keys[unseen] = spoiled_values[unseen] = rubbish
    again, same_weights = attend(queries, spoiled_keys, spoiled_values, score=score, mask=keep)
    np.testing.assert_array_equal(same_weights, weights)
    np.testing.assert_allclose(again, output, rtol=1e-12, atol=1e-12)
    assert np.isfinite(again).all() and (again[~keep.any(axis=2)] == 0).all()


def test_what_one_query_may_not_see_may_spoil_another():
    values = np.array([[1.0], [2.0], [math.nan]])
    output, weights = attend(np.zeros((3, 2)), np.ones((3, 2)), values, mask=causal_mask(3))
    assert weights[1].tolist() == [0.5, 0.5, 0] and output[:2].tolist() == [[1], [1.5]] and np.isnan(output[2])


def test_a_nan_that_is_seen_shows():
    keys, values = np.array([[1.0], [math.nan]]), np.array([[1.0], [2.0]])
    output, weights = attend(np.array([[1.0], [2.0]]), keys, values, valid_lens=[2, 1])
    assert np.isnan(weights[0]).all() and np.isnan(output[0]).all()
    assert weights[1].tolist() == [1, 0] and output[1].tolist() == [1]


def test_the_score_may_be_any_function_of_queries_and_keys():
    queries, keys, values = np.zeros((2, 3, 7)), np.zeros((2, 5, 4)), np.ones((2, 5, 1))
    given_shapes = []

    def score(queries, keys):
        given_shapes.append((queries.shape, keys.shape))
        return additive_scores(queries, keys, np.ones((6, 7)), np.ones((6, 4)), np.ones(6))

    output, weights = attend(queries, keys, values, score=score, valid_lens=[4, 5])
    assert given_shapes == [((2, 3, 7), (2, 5, 4))] and (output == 1).all()
    assert (weights[0] == [0.25, 0.25, 0.25, 0.25, 0]).all() and (weights[1] == 0.2).all()


def test_a_score_as_a_list_will_do():
    assert attend([1.0], [[1.0], [2.0]], [[1.0], [3.0]], score=lambda q, k: [5, 5])[0].tolist() == [2]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"score": gaussian_scores, "scaled": False}, ["scaled=False", "score of your own"]),
        ({"score": "dot"}, ["score must be a function", "'dot'"]),
        ({"score": lambda q, k: np.zeros((4, 2))}, ["(4, 2)", "(2, 3)", "(4, 3)", "it must be (2, 4)"]),
        ({"score": lambda q, k: "good"}, ["scores must be real numbers"]),
        ({"valid_lens": [1, 2, 3]}, ["valid_lens of shape (3,)", "(2, 4)"]),
        ({"mask": np.ones((3, 4), bool)}, ["mask of shape (3, 4)", "(2, 4)"]),
    ],
)
def test_options_that_do_not_fit_are_refused(options, words):
    text = wrong(attend, np.zeros((2, 3)), np.zeros((4, 3)), np.zeros((4, 1)), **options)
    assert all(word in text for word in words), text


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
    attend(*arrays_in, valid_lens=3, mask=causal_mask(4)[:2])
    for array, copy in zip(arrays_in, before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((2, 3), (4, 5), (4, 1)), ["(2, 3)", "(4, 5)", "same d_k"]),
        (((3,), (4, 5), (4, 1)), ["(3,)", "(4, 5)", "same d_k"]),
        (((2, 3), (4, 3), (5, 1)), ["(4, 3)", "(5, 1)", "4 keys", "5 values"]),
        (((2, 0), (4, 0), (4, 1)), ["(2, 0)", "(4, 0)", "d_k = 0"]),
        (((), (4, 3), (4, 1)), ["queries", "()", "(n_q, d_k)"]),
        (((2, 2, 3), (4, 3), (4, 1)), ["(2, 2, 3)", "keys must be (batch, n_k, d_k)", "(4, 3)"]),
        (((2, 2, 3), (2, 4, 3), (4, 1)), ["(2, 2, 3)", "values must be (batch, n_k, d_v)", "(4, 1)"]),
        (((2, 2, 3), (3, 4, 3), (3, 4, 1)), ["(2, 2, 3)", "(3, 4, 3)", "different batches", "axis 0 is 2"]),
        (((2, 2, 3), (2, 4, 3), (3, 4, 1)), ["(2, 2, 3)", "values of shape (3, 4, 1)", "different batches"]),
        (((3,), (3,), (4, 1)), ["keys", "(3,)", "(n_k, d_k)"]),
        (((3,), (4, 3), (4,)), ["values", "(4,)", "(n_k, d_v)"]),
        (((3,), (0, 3), (0, 2)), ["(0,)", "axis -1"]),
    ],
)
def test_sizes_that_disagree_are_named(shapes, words):
    text = wrong(attend, *map(np.zeros, shapes))
    assert all(word in text for word in words), text


@pytest.mark.parametrize(("place", "name"), [(0, "queries"), (1, "keys"), (2, "values")])
def test_what_is_no_number_is_named(place, name):
    arguments = [np.ones(2), np.ones((3, 2)), np.ones((3, 1))]
    arguments[place] = arguments[place].astype(str)
    assert wrong(attend, *arguments).startswith(f"{name} must be real numbers")


# pool


@given(numbers((2, 3, 4)), numbers((2, 4, 2)))
def test_pooling_is_a_product(weights, values):
    np.testing.assert_allclose(pool(weights, values), weights @ values, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(pool(weights[0], values[0]), weights[0] @ values[0], rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(pool(weights[0, 0], values[0]), weights[0, 0] @ values[0], rtol=1e-12, atol=1e-9)


@given(numbers((2, 3, 4)), numbers((2, 4, 2)), st.data())
def test_pooling_leaves_out_what_has_weight_0(weights, values, data):
    hole = data.draw(st.integers(0, 3))
    weights[..., hole] = 0
    right = weights @ values
    values[:, hole] = data.draw(st.sampled_from([math.nan, math.inf]))
    np.testing.assert_allclose(pool(weights, values), right, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(pool(weights[0], values[0]), right[0], rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(pool(weights[0, 0], values[0]), right[0, 0], rtol=1e-12, atol=1e-9)


def test_lists_and_whole_numbers_are_pooled_too():
    assert pool([0.25, 0.75], [[4], [8]]).tolist() == [7]
    assert pool([[1, 0]], [[4], [8]]).tolist() == [[4]]
    assert wrong(pool, ["a"], [[1]]).startswith("weights must be real numbers")
    assert wrong(pool, [1], [["a"]]).startswith("values must be real numbers")


def test_pooling_passes_on_what_has_a_weight():
    values = np.array([[math.inf, math.nan, 1.0], [1.0, 1.0, 1.0]], "float32")
    pooled = pool(np.array([0.5, 0.5], "float32"), values)
    assert pooled.dtype == "float32" and pooled[0] == math.inf and np.isnan(pooled[1]) and pooled[2] == 1


@pytest.mark.parametrize(
    ("weights", "values", "words"),
    [
        ((2, 5, 3), (2, 4, 1), ["of shape (2, 5, 3) share among 3 keys", "4 values (shape (2, 4, 1)"]),
        ((2, 3), (4, 1), ["of shape (2, 3) share among 3 keys (axis -1)", "4 values (shape (4, 1), axis -2)"]),
        ((3,), (3,), ["(3,) and values of shape (3,)", "(n_k, d_v)"]),
        ((2, 2, 3), (3, 1), ["(2, 2, 3)", "(3, 1)", "(batch, n_k, d_v)"]),
        ((2, 2, 3), (1, 3, 1), ["(2, 2, 3)", "(1, 3, 1)"]),
        ((), (3, 1), ["()", "(3, 1)"]),
    ],
)
def test_weights_and_values_that_do_not_fit_are_named(weights, values, words):
    text = wrong(pool, np.zeros(weights), np.zeros(values))
    assert all(word in text for word in words), text
