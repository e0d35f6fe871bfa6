"""DotProductAttention and AdditiveAttention: against plain loops and `attend`, their weights, dropout, and refusals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino.attention import AdditiveAttention, DotProductAttention, additive_scores, attend, causal_mask
from kino.attention.parameters import glorot_uniform
from tests import loops
from tests.attention_cases import batches, lengths, masks, wrong

pytestmark = pytest.mark.filterwarnings("error")
LAYERS = [DotProductAttention, lambda **options: AdditiveAttention(8, **options)]


def inputs(dtype=float, query_size=4, key_size=4, seed=0):
    rng = np.random.default_rng(seed)
    shapes = (2, 3, query_size), (2, 10, key_size), (2, 10, 4)
    return [rng.normal(size=shape).astype(dtype) for shape in shapes]


@given(batches(), st.data())
def test_dot_product_attention_is_attend(case, data):
    shape = (*case[0].shape[:2], case[1].shape[1])
    valid_lens, mask = data.draw(st.none() | lengths(shape)), data.draw(st.none() | masks(shape))
    layer = DotProductAttention()
    right_output, right_weights = attend(*case, valid_lens=valid_lens, mask=mask)
    np.testing.assert_allclose(layer(*case, valid_lens, mask), right_output, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(layer.attention_weights, right_weights, rtol=1e-10, atol=1e-12)


@given(batches(key_size=3), st.data())
def test_additive_attention_agrees_with_a_plain_loop(case, data):
    lens = data.draw(lengths((*case[0].shape[:2], case[1].shape[1])))
    layer = AdditiveAttention(5, rng=1)
    output = layer(*case, lens)
    trained = [W.tolist() for W in (layer.W_q, layer.W_k, layer.w_v)]
    for i, (queries, keys, values) in enumerate(zip(*(array.tolist() for array in case), strict=True)):
        keep = [loops.prefix(length, len(keys)) for length in np.broadcast_to(lens[i], len(queries))]
        right, weights = loops.attend(queries, keys, values, lambda q, k: loops.additive(q, k, *trained), keep)
        np.testing.assert_allclose(output[i], right, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(layer.attention_weights[i], weights, rtol=1e-9, atol=1e-12)


def test_the_demo_of_the_slides():
    """Two batches, ten equal keys, values 0, 1, 2 …, of which the first 2 and the first 6 count."""
    rng = np.random.default_rng(0)
    keys, values = np.ones((2, 10, 2)), np.tile(np.arange(40.0).reshape(1, 10, 4), (2, 1, 1))
    for layer, size in ((DotProductAttention(dropout=0.5), 2), (AdditiveAttention(8, dropout=0.1, rng=0), 20)):
        output = layer(rng.normal(size=(2, 1, size)), keys, values, np.array([2, 6]))
        np.testing.assert_allclose(output, [[[2, 3, 4, 5]], [[10, 11, 12, 13]]], rtol=1e-14)
        assert (layer.attention_weights[0, 0] == [1 / 2] * 2 + [0] * 8).all()
        assert (layer.attention_weights[1, 0] == [1 / 6] * 6 + [0] * 4).all()


def test_additive_attention_makes_its_weights_at_first_use_from_the_sizes_seen():
    layer = AdditiveAttention(8, rng=3)
    assert layer.W_q is layer.W_k is layer.w_v is None
    queries, keys, values = inputs(query_size=20, key_size=2)
    output = layer(queries, keys, values)
    first = layer.W_q, layer.W_k, layer.w_v
    assert [W.shape for W in first] == [(8, 20), (8, 2), (8,)]
    right, _ = attend(queries, keys, values, score=lambda q, k: additive_scores(q, k, *first))
    np.testing.assert_allclose(output, right, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(layer(queries, keys, values), output)
    assert all(W is now for W, now in zip(first, (layer.W_q, layer.W_k, layer.w_v), strict=True))


def test_additive_attention_draws_its_weights_in_one_order_by_glorots_rule():
    layer, rng = AdditiveAttention(8, rng=3), np.random.default_rng(3)
    layer(*inputs(query_size=20, key_size=2))
    for drawn, (size_out, size_in) in ((layer.W_q, (8, 20)), (layer.W_k, (8, 2)), (layer.w_v[None], (1, 8))):
        np.testing.assert_array_equal(drawn, glorot_uniform(rng, size_out, size_in, float))


def test_a_seed_or_a_generator_decides_the_weights():
    seeds = np.int64(7), np.random.default_rng(7), 8, None, None
    outputs = [AdditiveAttention(8, rng=rng)(*inputs()) for rng in seeds]
    np.testing.assert_array_equal(outputs[0], outputs[1])
    assert all((outputs[0] != other).any() for other in outputs[2:]) and (outputs[3] != outputs[4]).any()


def test_own_weights_may_be_set():
    layer = AdditiveAttention(1)
    layer.W_q, layer.W_k, layer.w_v = [[0.0, 0.0]], [[1.0]], [2.0]
    layer(np.ones((1, 1, 2)), np.array([[[0.0], [1.0]]]), np.ones((1, 2, 1)))
    np.testing.assert_allclose(layer.attention_weights[0, 0], loops.softmax([0, 2 * np.tanh(1)]), rtol=1e-12)


def test_the_first_weights_fill_glorots_interval_evenly():
    weights, limit = glorot_uniform(np.random.default_rng(0), 300, 200, float), (6 / 500) ** 0.5
    assert weights.shape == (300, 200) and np.abs(weights).max() <= limit
    counts, _ = np.histogram(weights, bins=10, range=(-limit, limit))
    assert (np.abs(counts / weights.size - 0.1) < 0.01).all()
    assert glorot_uniform(np.random.default_rng(0), 2, 3, "float32").dtype == "float32"


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(layer, dtype):
    layer = layer(dropout=0.5, rng=0)
    for layer.training in (False, True):
        assert layer(*inputs(dtype), [1, 0]).dtype == layer.attention_weights.dtype == dtype


@pytest.mark.parametrize("layer", LAYERS)
def test_dropout_is_off_until_training(layer):
    layer = layer(dropout=0.9, rng=0)
    assert layer.training is False
    calm = layer(*inputs())
    np.testing.assert_array_equal(layer(*inputs()), calm)
    layer.training = True
    assert (layer(*inputs()) != calm).any()
    np.testing.assert_allclose(layer.attention_weights.sum(axis=-1), 1, rtol=1e-12)
    layer.training = False
    np.testing.assert_array_equal(layer(*inputs()), calm)


def test_dropout_leaves_out_a_share_and_enlarges_the_rest():
    layer = DotProductAttention(dropout=0.25, rng=0)
    layer.training = True
    kept = layer(np.zeros((50, 40, 1)), np.zeros((50, 40, 1)), np.tile(np.eye(40), (50, 1, 1))) * 40
    assert set(np.round(kept, 12).flat) == {0, round(1 / 0.75, 12)}
    assert abs((kept == 0).mean() - 0.25) < 0.01 and abs(kept.mean() - 1) < 0.02


class Halves(np.random.Generator):
    """A generator that draws nothing but ½."""

    def random(self, size):
        return np.full(size, 0.5)


def test_a_draw_that_is_the_share_itself_is_kept():
    # Draws begin at 0 and end before 1, so those from the share on are 1 - share of all.
    layer = DotProductAttention(dropout=0.5, rng=Halves(np.random.PCG64(0)))
    calm = layer(*inputs())
    layer.training = True
    np.testing.assert_allclose(layer(*inputs()), 2 * calm, rtol=1e-12)


def test_without_dropout_nothing_is_drawn():
    rng = np.random.default_rng(0)
    layer = DotProductAttention(rng=rng)
    layer.training = True
    layer(*inputs())
    assert rng.random() == np.random.default_rng(0).random()


def test_dropout_is_seeded():
    outputs = []
    for rng in (5, 5, 6):
        layer = DotProductAttention(dropout=0.5, rng=rng)
        layer.training = True
        outputs.append([layer(*inputs()), layer(*inputs())])
    np.testing.assert_array_equal(outputs[0], outputs[1])
    assert (outputs[0][0] != outputs[2][0]).any() and (outputs[0][0] != outputs[0][1]).any()


@pytest.mark.parametrize("layer", LAYERS)
def test_lists_will_do(layer):
    arrays = inputs()
    np.testing.assert_array_equal(layer(rng=0)(*(array.tolist() for array in arrays)), layer(rng=0)(*arrays))


@pytest.mark.parametrize("layer", LAYERS)
def test_a_mask_works_beside_the_lengths(layer):
    layer, (queries, keys, values) = layer(), inputs()
    layer(queries, keys, values, [2, 10], mask=causal_mask(10)[:3])
    seen = layer.attention_weights > 0
    assert seen.sum(axis=-1).tolist() == [[1, 2, 2], [1, 2, 3]]


@pytest.mark.parametrize("layer", LAYERS)
def test_padding_that_is_nan_stays_out(layer):
    layer, (queries, keys, values) = layer(rng=0), inputs()
    right = layer(queries, keys, values, [3, 0])
    keys[0, 3:] = values[0, 3:] = keys[1] = values[1] = np.nan
    np.testing.assert_allclose(layer(queries, keys, values, [3, 0]), right, rtol=1e-12, atol=1e-12)
    assert (right[1] == 0).all()


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((3, 4), (5, 4), (5, 2)), ["a layer takes a batch", "queries", "(3, 4)"]),
        (((2, 3, 4), (5, 4), (5, 2)), ["a layer takes a batch", "keys", "(5, 4)"]),
        (((2, 3, 4), (2, 5, 4), (5, 2)), ["a layer takes a batch", "values", "(5, 2)"]),
        (((2, 3, 4), (3, 5, 4), (3, 5, 2)), ["(2, 3, 4)", "(3, 5, 4)", "axis 0 is 2"]),
        (((2, 3, 4), (2, 5, 4), (2, 6, 2)), ["5 keys", "(2, 5, 4)", "6 values", "(2, 6, 2)"]),
    ],
)
def test_forms_that_do_not_fit_are_named(layer, shapes, words):
    text = wrong(layer(), *map(np.zeros, shapes))
    assert all(word in text for word in words), text


def test_the_dot_product_sends_other_sizes_to_additive_attention():
    text = wrong(DotProductAttention(), np.zeros((2, 1, 20)), np.zeros((2, 10, 2)), np.zeros((2, 10, 4)))
    assert "end in 20" in text and "in 2: a dot product needs" in text and "AdditiveAttention does not" in text


@pytest.mark.parametrize(("query_size", "key_size", "words"), [(5, 4, "queries"), (4, 5, "keys")])
def test_additive_attention_keeps_the_sizes_it_first_saw(query_size, key_size, words):
    layer = AdditiveAttention(8)
    layer(*inputs())
    text = wrong(layer, *inputs(query_size=query_size, key_size=key_size))
    assert text.startswith(words) and "end in 5" in text and "(8, 4)" in text and "(8, 5)" in text
    assert "keeps the sizes that it first saw" in text


@pytest.mark.parametrize("dropout", [-0.1, 1, 1.5, float("nan"), [0.1, 0.2]])
def test_a_dropout_that_is_no_share_is_refused(dropout):
    for layer in LAYERS:
        text = wrong(layer, dropout=dropout)
        assert "at least 0 and below 1" in text and repr(dropout) in text


def test_a_dropout_that_is_no_number_is_named():
    for layer in LAYERS:
        assert wrong(layer, dropout="half").startswith("dropout must be real numbers")


@pytest.mark.parametrize("rng", [-1, 1.5, "seed", True])
def test_an_rng_that_is_none_is_refused(rng):
    for layer in LAYERS:
        assert wrong(layer, rng=rng).endswith(f"not {rng!r}")


@pytest.mark.parametrize("num_hiddens", [0, -2, 2.5, "8", None])
def test_the_hidden_units_are_counted(num_hiddens):
    text = wrong(AdditiveAttention, num_hiddens)
    assert text == f"num_hiddens must be a whole number, 1 or more, not {num_hiddens!r}"
