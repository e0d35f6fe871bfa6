"""Attention in NumPy: scores, weights, and the weighted average of the values.

The letters are those of Vaswani et al., "Attention Is All You Need" (2017): a query q and keys k of size d_k,
values v of size d_v, n_q queries and n_k key–value pairs.
"""

import numpy as np


def softmax(scores, axis=-1):
    """Turn scores into weights: positive numbers that sum to 1 along `axis`.

    scores: any shape, real numbers; whole numbers are computed in float64, other dtypes are kept.
    Returns an array of the same shape; the input is not changed.
    The largest score is subtracted first, which leaves the result as it is and keeps exp from overflowing.
    A NaN, or a +inf, anywhere in a row makes that row NaN; a score of -inf gets weight 0, a row of nothing else is NaN.
    Raises ValueError for scores that are not real numbers, have no axes, or have no entry along `axis`.
    Source: Bridle, "Probabilistic Interpretation of Feedforward Classification Network Outputs" (1990), eq. 7.
    """
    scores = _real("scores", scores)
    if scores.ndim == 0:
        raise ValueError("softmax needs at least one axis of scores, and got a single number")
    if not -scores.ndim <= axis < scores.ndim:
        raise ValueError(f"scores of shape {scores.shape} have no axis {axis}")
    if scores.shape[axis] == 0:
        raise ValueError(f"scores of shape {scores.shape} have nothing along axis {axis} to share the weight")
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return powers / powers.sum(axis=axis, keepdims=True)


def attend(query, keys, values, *, scaled=True):
    """Compare a query with every key, and return the values averaged by how well they agree.

    query:  (d_k,) for one query, (n_q, d_k) for many
    keys:   (n_k, d_k)
    values: (n_k, d_v)
    scaled: divide the scores by √d_k
    Returns (output, weights): output (d_v,) or (n_q, d_v), weights (n_k,) or (n_q, n_k); each row of weights sums to 1.
    Raises ValueError, with the shapes, where sizes disagree.
    Source: Vaswani et al. (2017), eq. 1.
    """
    query, keys, values = _real("query", query), _real("keys", keys), _real("values", values)
    _check_shapes(query, keys, values)
    scores = query @ keys.T
    if scaled:
        scores = scores / np.asarray(np.sqrt(keys.shape[-1]), scores.dtype)
    weights = softmax(scores)
    return weights @ values, weights


def _real(name, array):
    array = np.asarray(array)
    if array.dtype.kind in "bui":
        return array.astype(float)
    if array.dtype.kind != "f":
        raise ValueError(f"{name} must be real numbers, not {array.dtype}")
    return array


def _check_shapes(query, keys, values):
    if query.ndim not in (1, 2):
        raise ValueError(f"query must be (d_k,) or (n_q, d_k), and has shape {query.shape}")
    for name, array, form in (("keys", keys, "(n_k, d_k)"), ("values", values, "(n_k, d_v)")):
        if array.ndim != 2:
            raise ValueError(f"{name} must be {form}, and have shape {array.shape}")
    if query.shape[-1] != keys.shape[-1]:
        raise ValueError(
            f"query of shape {query.shape} ends in {query.shape[-1]}, keys of shape {keys.shape} in {keys.shape[-1]}: "
            "a dot product needs the same d_k"
        )
    if keys.shape[-1] == 0:
        raise ValueError(f"query and keys have d_k = 0 (shapes {query.shape} and {keys.shape}): nothing to compare")
    if len(keys) != len(values):
        raise ValueError(
            f"{len(keys)} keys (shape {keys.shape}) but {len(values)} values (shape {values.shape}): "
            "every key needs one value"
        )
