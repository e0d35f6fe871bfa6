"""The scoring functions: against plain float loops, in all three forms, and where they agree with each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino.attention import additive_scores, dot_product_scores, gaussian_scores, softmax
from tests import loops
from tests.attention_cases import batches, numbers, wrong

pytestmark = pytest.mark.filterwarnings("error")


def loop_scores(queries, keys, score):
    return [[[score(q, k) for k in ks] for q in qs] for qs, ks in zip(queries.tolist(), keys.tolist(), strict=True)]


def check_all_forms(function, queries, keys, right):
    """A batch, many queries and one query get the same scores, and those are right."""
    np.testing.assert_allclose(function(queries, keys), right, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(function(queries[0], keys[0]), right[0], rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(function(queries[0, 0], keys[0]), right[0][0], rtol=1e-10, atol=1e-10)


@given(batches())
def test_dot_products(case):
    queries, keys, _ = case
    check_all_forms(dot_product_scores, queries, keys, loop_scores(queries, keys, loops.scaled_dot))
    scores = dot_product_scores(queries, keys, scaled=False)
    np.testing.assert_allclose(scores, loop_scores(queries, keys, loops.dot), rtol=1e-10, atol=1e-10)


@given(batches(), st.floats(0.1, 10))
def test_gaussian_scores(case, width):
    queries, keys, _ = case
    right = loop_scores(queries, keys, lambda q, k: loops.gaussian(q, k, width))
    check_all_forms(lambda q, k: gaussian_scores(q, k, width), queries, keys, right)


@given(batches(key_size=2), st.data())
def test_additive_scores_take_queries_and_keys_of_different_size(case, data):
    queries, keys, _ = case
    h = data.draw(st.integers(1, 4))
    weights = [data.draw(numbers(shape, 3)) for shape in ((h, queries.shape[-1]), (h, 2), (h,))]
    right = loop_scores(queries, keys, lambda q, k: loops.additive(q, k, *(w.tolist() for w in weights)))
    check_all_forms(lambda q, k: additive_scores(q, k, *weights), queries, keys, right)


@given(numbers((3, 2), 5), st.floats(0.5, 3))
def test_for_keys_of_one_length_the_gaussian_weighs_like_the_dot_product(queries, width):
    turns = np.linspace(0, 6, 5)
    keys = 2 * np.column_stack([np.cos(turns), np.sin(turns)])
    right = softmax(dot_product_scores(queries, keys, scaled=False) / width**2)
    np.testing.assert_allclose(softmax(gaussian_scores(queries, keys, width)), right, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(dtype):
    queries, keys, weights = np.ones((2, 3, 4), dtype), np.ones((2, 5, 4), dtype), np.ones((2, 4), dtype)
    for scores in (
        dot_product_scores(queries, keys),
        gaussian_scores(queries, keys, 2),
        additive_scores(queries, keys, weights, weights, weights[:, 0]),
    ):
        assert scores.dtype == dtype and scores.shape == (2, 3, 5)


def test_whole_numbers_are_scored_in_float64():
    keys = np.array([[100, 100]], "int8")
    assert dot_product_scores(keys, keys, scaled=False).tolist() == [[20000.0]]
    assert gaussian_scores(-keys, keys).tolist() == [[-40000.0]]


@pytest.mark.parametrize(
    ("function", "measure"), [(dot_product_scores, "a dot product"), (gaussian_scores, "a distance")]
)
def test_other_sizes_are_refused_and_the_way_out_is_named(function, measure):
    text = wrong(function, np.zeros((2, 1, 20)), np.zeros((2, 10, 2)))
    words = "queries of shape (2, 1, 20) end in 20", "keys of shape (2, 10, 2) in 2", measure, "axis -1"
    assert all(word in text for word in (*words, "AdditiveAttention does not")), text


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((2, 3, 4), (5, 4)), ["(2, 3, 4)", "keys must be (batch, n_k, d_k)", "(5, 4)"]),
        (((3, 4), (2, 5, 4)), ["(3, 4)", "keys must be (n_k, d_k)", "(2, 5, 4)"]),
        (((2, 3, 4), (3, 5, 4)), ["(2, 3, 4)", "(3, 5, 4)", "axis 0 is 2 in one and 3 in the other"]),
        (((), (3, 4)), ["queries", "shape ()"]),
        (((1, 2, 3, 4), (5, 4)), ["4 axes, ending in (n_k, d_k)", "(5, 4)"]),
        (((2, 0), (3, 0)), ["d_k = 0", "(2, 0)", "(3, 0)"]),
    ],
)
def test_forms_that_do_not_go_together_are_named(shapes, words):
    for function in (dot_product_scores, gaussian_scores):
        text = wrong(function, *map(np.zeros, shapes))
        assert all(word in text for word in words), text


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (0, "above 0, not 0"),
        (-1.5, "above 0, not -1.5"),
        (float("nan"), "not nan"),
        (float("inf"), "not inf"),
        ([1, 2], "one number above 0, not [1.0, 2.0]"),
        ("wide", "real numbers"),
    ],
)
def test_a_width_is_a_number_above_0(width, words):
    text = wrong(gaussian_scores, [1.0], [[1.0]], width)
    assert text.startswith("width must be") and words in text


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (((8, 5), (8, 2), (8,)), ["queries of shape (3, 4) end in 4", "W_q of shape (8, 5)", "(8, 4)"]),
        (((8, 4), (8, 4), (8,)), ["keys of shape (5, 2) end in 2", "W_k of shape (8, 4)", "(8, 2)"]),
        (((7, 4), (8, 2), (8,)), ["W_q of shape (7, 4)", "7 rows", "8 hidden units"]),
        (((8, 4), (7, 2), (8,)), ["W_k of shape (7, 2)", "7 rows", "8 hidden units"]),
        (((8, 4), (8, 2), (1, 8)), ["w_v must be (8,)", "(1, 8)"]),
        (((4,), (8, 2), (8,)), ["W_q of shape (4,)"]),
    ],
)
def test_additive_weights_that_do_not_fit_are_named(weights, words):
    text = wrong(additive_scores, np.zeros((3, 4)), np.zeros((5, 2)), *map(np.zeros, weights))
    assert all(word in text for word in words), text


def test_what_is_no_number_is_named():
    assert wrong(dot_product_scores, ["a"], [[1.0]]).startswith("queries must be real numbers")
    assert wrong(gaussian_scores, [1.0], [["a"]]).startswith("keys must be real numbers")
    for place, name in enumerate(("W_q", "W_k", "w_v")):
        weights = [[[1.0]], [[1.0]], [1.0]]
        weights[place] = ["a"]
        assert wrong(additive_scores, [1.0], [[1.0]], *weights).startswith(f"{name} must be real numbers")
