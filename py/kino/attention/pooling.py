"""From weights to the output: the average of the values, and attention as one function."""

import numpy as np

from kino.attention import checks
from kino.attention.scores import dot_product_scores
from kino.attention.softmax import masked_softmax


def attend(queries, keys, values, *, score=None, scaled=True, valid_lens=None, mask=None):
    """Compare queries with keys, and return the values averaged by how well they agree.

    queries: (d_k,) for one query, (n_q, d_k) for many, (batch, n_q, d_k) for a batch
    keys:    (n_k, d_k), in a batch (batch, n_k, d_k)
    values:  (n_k, d_v), in a batch (batch, n_k, d_v)
    score:   a function (queries, keys) → scores; None is the dot product, divided by √d_k if `scaled`
    valid_lens, mask: which keys count, as in `masked_softmax`; for one query valid_lens is one number
    Returns (output, weights): output (d_v,), (n_q, d_v) or (batch, n_q, d_v), weights the same with n_k for d_v.
    Each row of weights sums to 1; where no key is left it is 0, and so is the output.
    A masked key has no influence, be its score or its value NaN.
    Raises ValueError, with the shapes, where sizes disagree, and for `scaled=False` beside a score.
    Source: Vaswani et al. (2017), eq. 1.
    """
    queries, keys, values = checks.queries_keys_values(queries, keys, values)
    if score is None:
        scores = dot_product_scores(queries, keys, scaled=scaled)
    else:
        scores = _scores_by(score, scaled, queries, keys)
    weights = masked_softmax(scores, valid_lens, mask)
    return pool(weights, values), weights


def pool(weights, values):
    """Average the values by their weights: weights @ values, but a weight of exactly 0 leaves its value out.

    weights: (n_k,), (n_q, n_k) or (batch, n_q, n_k); values: (n_k, d_v), in a batch (batch, n_k, d_v)
    Returns (d_v,), (n_q, d_v) or (batch, n_q, d_v).
    In a product 0 times NaN is NaN; here padding that holds NaN or infinity stays out of the average.
    Raises ValueError, with both shapes, where sizes disagree.
    """
    weights, values = checks.real("weights", weights), checks.real("values", values)
    _check_pool(weights, values)
    if np.isfinite(values).all():
        return weights @ values
    each = values if weights.ndim == 1 else values[..., None, :, :]
    counted = np.where(weights[..., None] == 0, 0, each)
    return np.einsum("...k,...kv->...v", weights, counted)


def _scores_by(score, scaled, queries, keys):
    if not scaled:
        raise ValueError("scaled=False is about the dot product: with a score of your own, divide there or not")
    if not callable(score):
        raise ValueError(f"score must be a function (queries, keys) → scores, such as gaussian_scores, not {score!r}")
    scores = checks.real("scores", score(queries, keys))
    right = (*queries.shape[:-1], keys.shape[-2])
    if scores.shape != right:
        raise ValueError(
            f"score gave scores of shape {scores.shape} for queries of shape {queries.shape} and keys of shape "
            f"{keys.shape}: it must be {right}, a row for each query and a column for each key"
        )
    return scores


def _check_pool(weights, values):
    if weights.ndim == 0 or values.ndim != max(weights.ndim, 2) or weights.shape[:-2] != values.shape[:-2]:
        raise ValueError(
            f"weights of shape {weights.shape} and values of shape {values.shape} do not go together: "
            "(n_q, n_k) takes (n_k, d_v), and (batch, n_q, n_k) takes (batch, n_k, d_v)"
        )
    if weights.shape[-1] != values.shape[-2]:
        raise ValueError(
            f"weights of shape {weights.shape} share among {weights.shape[-1]} keys (axis -1), and there are "
            f"{values.shape[-2]} values (shape {values.shape}, axis -2)"
        )
