"""What must hold for the core wherever it runs. pytest runs these checks here, the browser tests run them in Pyodide.

Only NumPy and kino.attention are used. Each check is a function that raises AssertionError; one that takes an argument
takes the table of tests/reference/attention.json.
"""

import math

import numpy as np

from kino import attention
from kino.attention import AdditiveAttention, DotProductAttention, MultiHeadAttention, attend, masked_softmax, softmax

DTYPES = ("float16", "float32", "float64")
SCORES = (
    None,
    attention.gaussian_scores,
    lambda q, k: attention.additive_scores(q, k, *np.ones((2, 3, 4)), np.ones(3)),
)


def run(reference):
    """Run every check of this file. Returns their names; raises the first AssertionError."""
    for check in CHECKS:
        check(*[reference][: check.__code__.co_argcount])
    return [check.__name__ for check in CHECKS]


def close(found, right):
    np.testing.assert_allclose(found, right, rtol=0, atol=1e-12)


def case(reference, name):
    return {key: np.array(value) if isinstance(value, list) else value for key, value in reference[name].items()}


def check_attend_gives_the_numbers_of_pytorch(reference):
    torch = case(reference, "dot_product")
    given = torch["queries"], torch["keys"], torch["values"]
    close(attend(*given)[0], torch["output"])
    close(attend(*given, scaled=False)[0], torch["output_unscaled"])
    close(attend(*given, mask=torch["mask"])[0], torch["output_masked"])
    close(attend(*given, valid_lens=torch["valid_lens"])[0], torch["output_lengths"])
    close(attend(*given, valid_lens=torch["query_valid_lens"])[0], torch["output_query_lengths"])
    own = torch["own"]
    close(attend(own, own, own, mask=attention.causal_mask(own.shape[1]))[0], torch["output_causal"])


def check_dot_product_attention_gives_the_numbers_of_pytorch(reference):
    torch = case(reference, "dot_product")
    layer, given = DotProductAttention(), (torch["queries"], torch["keys"], torch["values"])
    close(layer(*given), torch["output"])
    close(layer(*given, torch["valid_lens"]), torch["output_lengths"])
    close(layer(*given, mask=torch["mask"]), torch["output_masked"])


def check_additive_attention_gives_the_numbers_of_pytorch(reference):
    torch = case(reference, "additive")
    weights = torch["W_q"], torch["W_k"], torch["w_v"]
    close(attention.additive_scores(torch["queries"], torch["keys"], *weights), torch["scores"])
    layer = AdditiveAttention(num_hiddens=len(torch["w_v"]))
    layer.W_q, layer.W_k, layer.w_v = weights
    close(layer(torch["queries"], torch["keys"], torch["values"], torch["valid_lens"]), torch["output"])
    close(layer.attention_weights, torch["weights"])


def check_gaussian_scores_give_the_numbers_of_pytorch(reference):
    torch = case(reference, "gaussian")
    scores = attention.gaussian_scores(torch["queries"], torch["keys"], torch["width"])
    close(scores, torch["scores"])
    close(softmax(scores), torch["weights"])


def check_the_jacobian_is_the_one_pytorch_differentiates(reference):
    torch = case(reference, "softmax_jacobian")
    close(attention.softmax_jacobian(softmax(torch["scores"])), torch["jacobian"])


def check_multi_head_attention_gives_the_numbers_of_pytorch(reference):
    for name in ("multi_head", "multi_head_sizes"):
        torch = case(reference, name)
        layer = MultiHeadAttention(torch["num_hiddens"], torch["num_heads"])
        for parameter in (key for key in torch if key[:2] in ("W_", "b_")):
            setattr(layer, parameter, torch[parameter])
        close(layer(torch["queries"], torch["keys"], torch["values"], torch["valid_lens"]), torch["output"])
        close(layer.attention_weights, torch["weights"])


def check_a_row_of_length_0_has_zero_weights_and_zero_output():
    for score in SCORES:
        queries, keys, values = samples(0)
        output, weights = attend(queries, keys, values, score=score, valid_lens=[[0, 2, 5], [5, 0, 0]])
        empty = np.array([[True, False, False], [False, True, True]])
        assert (weights[empty] == 0).all() and (output[empty] == 0).all()
        close(weights[~empty].sum(axis=-1), 1)


def check_scores_of_ten_thousand_do_not_overflow():
    for dtype in DTYPES:
        rows = np.array([[1e4, -1e4, 1e4], [-1e4, -1e4, 1e4], [1e4, 0, -1e4]], dtype)
        with np.errstate(all="raise", under="ignore"):
            weights = masked_softmax(rows, valid_lens=[3, 2, 3])
        assert weights.dtype == dtype and weights.tolist() == [[0.5, 0, 0.5], [0.5, 0.5, 0], [1, 0, 0]]


def check_equal_keys_share_exactly():
    for score in SCORES:
        for n in range(1, 20):
            queries, keys, values = (array[:, :1] for array in samples(n))
            keys, values = np.repeat(keys, n, axis=1), np.repeat(values, n, axis=1)
            assert (attend(queries, keys, values, score=score)[1] == 1 / n).all(), (score, n)


def check_equal_keys_share_exactly_in_the_layers():
    for n in (2, 3, 5, 7, 18):
        for layer in (DotProductAttention(), AdditiveAttention(6, rng=n), MultiHeadAttention(6, 2, rng=n)):
            queries, keys, values = (array[:, :1] for array in samples(n, size=33))
            layer(queries, np.repeat(keys, n, axis=1), np.repeat(values, n, axis=1))
            assert (layer.attention_weights == 1 / n).all(), (layer, n)


def check_the_query_zero_takes_a_quarter_of_each_of_four():
    _, keys, values = samples(4)
    output, weights = attend(np.zeros(4), keys[0, :4], values[0, :4])
    assert (weights == 0.25).all()
    close(output, values[0, :4].mean(axis=0))


def check_no_input_is_changed():
    scores = samples(0)[0]
    before = scores.copy()
    masked_softmax(scores, [1, 2], attention.causal_mask(4)[:3])
    assert (scores == before).all()
    for score in SCORES:
        given = samples(1)
        attend(*given, score=score, valid_lens=[1, 2])
        for layer in (DotProductAttention(0.5, rng=1), AdditiveAttention(4, 0.5), MultiHeadAttention(4, 2, 0.5)):
            layer.training = True
            layer(*given, [1, 2])
        for array, original in zip(given, samples(1), strict=True):
            assert (array == original).all()


def check_lengths_of_a_wrong_shape_are_refused_with_both_shapes():
    try:
        masked_softmax(np.zeros((2, 3, 5)), valid_lens=[1, 2, 3])
    except ValueError as error:
        assert "(3,)" in str(error) and "(2, 3, 5)" in str(error)
    else:
        raise AssertionError("valid_lens of shape (3,) passed for scores of shape (2, 3, 5)")


def check_what_is_masked_has_no_influence():
    for score in SCORES:
        queries, keys, values = samples(2)
        output, weights = attend(queries, keys, values, score=score, valid_lens=[2, 0])
        for rubbish in (1e6, math.nan, math.inf):
            keys[0, 2:] = values[0, 2:] = keys[1] = values[1] = rubbish
            again = attend(queries, keys, values, score=score, valid_lens=[2, 0])
            close(again[0], output)
            assert (again[1] == weights).all()


def check_the_dtype_is_kept():
    for dtype in DTYPES:
        given = [array.astype(dtype) for array in samples(3)]
        for score in (None, attention.gaussian_scores):
            assert [array.dtype for array in attend(*given, score=score, valid_lens=[2, 0])] == [dtype, dtype]
        for layer in (DotProductAttention(0.5), AdditiveAttention(4, 0.5), MultiHeadAttention(4, 2, 0.5, bias=True)):
            layer.training = True
            assert layer(*given).dtype == layer.attention_weights.dtype == dtype


def samples(seed, size=4):
    """Queries (2, 3, size), keys (2, 5, size) and values (2, 5, 2), always new arrays."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(2, 3, size)), rng.normal(size=(2, 5, size)), rng.normal(size=(2, 5, 2))


CHECKS = [function for name, function in list(globals().items()) if name.startswith("check_")]
