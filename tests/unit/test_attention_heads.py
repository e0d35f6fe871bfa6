"""MultiHeadAttention: head by head against `attend`, its weights, and what it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kino.attention import MultiHeadAttention, attend, causal_mask
from kino.attention.heads import join_heads, split_heads
from tests.attention_cases import batches, lengths, masks, wrong

pytestmark = pytest.mark.filterwarnings("error")
PARAMETERS = ("W_q", "W_k", "W_v", "W_o")


def inputs(sizes=(4, 4, 4), seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(2, n, size)) for n, size in zip((3, 5, 5), sizes, strict=True)]


@given(batches(key_size=3), st.sampled_from([(6, 1), (6, 2), (6, 6)]), st.booleans(), st.data())
def test_each_head_is_an_attention_of_its_own(case, form, bias, data):
    num_hiddens, num_heads = form
    shape = (*case[0].shape[:2], case[1].shape[1])
    valid_lens, mask = data.draw(lengths(shape)), data.draw(masks(shape))
    layer = MultiHeadAttention(num_hiddens, num_heads, rng=1, bias=bias)
    layer(*case)
    if bias:
        layer.b_q, layer.b_k, layer.b_v, layer.b_o = np.random.default_rng(2).normal(size=(4, num_hiddens))
    output = layer(*case, valid_lens, mask)
    projected = [x @ W.T + (b if bias else 0) for x, W, b in zip(case, *parameters(layer), strict=True)]
    heads = []
    for h, rows in enumerate(np.split(np.arange(num_hiddens), num_heads)):
        head, weights = attend(*(array[..., rows] for array in projected), valid_lens=valid_lens, mask=mask)
        np.testing.assert_allclose(layer.attention_weights[:, h], weights, rtol=1e-9, atol=1e-12)
        heads.append(head)
    right = np.concatenate(heads, axis=-1) @ layer.W_o.T + (layer.b_o if bias else 0)
    np.testing.assert_allclose(output, right, rtol=1e-9, atol=1e-9)


def parameters(layer):
    return (layer.W_q, layer.W_k, layer.W_v), (layer.b_q, layer.b_k, layer.b_v)


@given(st.integers(1, 3), st.integers(1, 4), st.integers(1, 3), st.integers(1, 3))
def test_joining_undoes_splitting(batch, n, num_heads, piece):
    vectors = np.arange(batch * n * num_heads * piece).reshape(batch, n, -1)
    pieces = split_heads(vectors, num_heads)
    assert pieces.shape == (batch, num_heads, n, piece)
    np.testing.assert_array_equal(pieces[:, -1], vectors[..., -piece:])
    np.testing.assert_array_equal(join_heads(pieces), vectors)


def test_the_weights_are_made_at_first_use():
    layer = MultiHeadAttention(6, 2, rng=0, bias=True)
    assert all(getattr(layer, name) is None for name in PARAMETERS)
    assert layer(*inputs((4, 3, 2))).shape == (2, 3, 6) and layer.attention_weights.shape == (2, 2, 3, 5)
    assert [getattr(layer, name).shape for name in PARAMETERS] == [(6, 4), (6, 3), (6, 2), (6, 6)]
    assert all((getattr(layer, name) == np.zeros(6)).all() for name in ("b_q", "b_k", "b_v", "b_o"))
    same = MultiHeadAttention(6, 2, rng=np.random.default_rng(0))
    np.testing.assert_array_equal(same(*inputs((4, 3, 2))), layer(*inputs((4, 3, 2))))
    assert same.b_q is same.b_k is same.b_v is same.b_o is None


def test_a_query_without_keys_gets_the_bias():
    layer = MultiHeadAttention(4, 2, rng=0, bias=True)
    layer.b_o = np.array([1.0, 2, 3, 4])
    queries, keys, values = inputs()
    keys[1] = values[1] = np.nan
    output = layer(queries, keys, values, [5, 0])
    assert (layer.attention_weights[1] == 0).all() and (output[1] == [1, 2, 3, 4]).all()
    assert np.isfinite(output).all()


def test_every_head_sees_the_same_keys():
    layer = MultiHeadAttention(4, 4, rng=0)
    layer(*inputs(), [5, 2], mask=causal_mask(5)[:3])
    seen = (layer.attention_weights > 0).sum(axis=-1)
    assert (seen[0] == [1, 2, 3]).all() and (seen[1] == [1, 2, 2]).all()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("bias", [True, False])
def test_the_dtype_is_kept(dtype, bias):
    layer = MultiHeadAttention(4, 2, dropout=0.5, rng=0, bias=bias)
    for layer.training in (False, True):
        assert layer(*(array.astype(dtype) for array in inputs())).dtype == layer.attention_weights.dtype == dtype


def test_dropout_is_off_until_training_and_seeded():
    layers = [MultiHeadAttention(4, 2, dropout=0.5, rng=seed) for seed in (1, 1)]
    calm = [layer(*inputs()) for layer in layers]
    np.testing.assert_array_equal(calm, [MultiHeadAttention(4, 2, rng=1)(*inputs())] * 2)
    for layer in layers:
        layer.training = True
    stirred = [layer(*inputs()) for layer in layers]
    np.testing.assert_array_equal(*stirred)
    assert (stirred[0] != calm[0]).any()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((6, 4), "num_hiddens = 6 cannot be shared out evenly among num_heads = 4"),
        ((0, 1), "num_hiddens must be a whole number, 1 or more, not 0"),
        ((6, 0), "num_heads must be a whole number, 1 or more, not 0"),
        ((6, 2.0), "num_heads must be a whole number, 1 or more, not 2.0"),
        ((6, 2, 1.0), "dropout is the share"),
        ((6, 2, 0, "x"), "rng must be a NumPy Generator or a seed"),
    ],
)
def test_heads_that_cannot_be_are_refused(arguments, words):
    assert words in wrong(MultiHeadAttention, *arguments)


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ((5, 4, 4), ["queries", "end in 5", "W_q of shape (6, 4)", "(6, 5)"]),
        ((4, 5, 4), ["keys", "end in 5", "W_k of shape (6, 4)"]),
        ((4, 4, 5), ["values", "end in 5", "W_v of shape (6, 4)"]),
    ],
)
def test_it_keeps_the_sizes_it_first_saw(sizes, words):
    layer = MultiHeadAttention(6, 2)
    layer(*inputs())
    text = wrong(layer, *inputs(sizes))
    assert all(word in text for word in (*words, "first saw")), text


@pytest.mark.parametrize(
    ("name", "shape", "words"),
    [
        ("W_q", (5, 4), "W_q of shape (5, 4) has 5 rows (axis 0) for 6 hidden units"),
        ("W_o", (6, 4), "W_o must be (6, 6), and has shape (6, 4)"),
        ("b_k", (4,), "b_k must be (6,), one number for each hidden unit, and has shape (4,)"),
        ("b_o", (1, 6), "b_o must be (6,), one number for each hidden unit, and has shape (1, 6)"),
    ],
)
def test_own_weights_that_do_not_fit_are_named(name, shape, words):
    layer = MultiHeadAttention(6, 2)
    setattr(layer, name, np.zeros(shape))
    assert wrong(layer, *inputs()) == words


@pytest.mark.parametrize(
    ("valid_lens", "mask", "words"),
    [
        ([1, 2, 3], None, ["(3,)", "(2, 3, 5)"]),
        (None, np.ones((2, 2, 3, 5), bool), ["(2, 2, 3, 5)", "(2, 3, 5)"]),
    ],
)
def test_lengths_and_masks_are_those_of_one_head(valid_lens, mask, words):
    text = wrong(MultiHeadAttention(4, 2), *inputs(), valid_lens, mask)
    assert all(word in text for word in words), text


def test_only_batches_are_taken():
    assert "a layer takes a batch" in wrong(MultiHeadAttention(4, 2), *(array[0] for array in inputs()))
