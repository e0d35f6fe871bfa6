"""From scores to weights: the softmax, the same over the keys that count, and its derivative."""

import numpy as np

from kino.attention.checks import real
from kino.attention.masks import keep_mask


def softmax(scores, axis=-1):
    """Turn scores into weights: positive numbers that sum to 1 along `axis`.

    scores: any shape, real numbers; whole numbers are computed in float64, other dtypes are kept.
    Returns an array of the same shape; the input is not changed.
    The largest score is subtracted first, which leaves the result as it is and keeps exp from overflowing.
    A NaN, or a +inf, anywhere in a row makes that row NaN; a score of -inf gets weight 0, a row of nothing else is NaN.
    Raises ValueError for scores that are not real numbers, have no axes, or have no entry along `axis`.
    Source: Bridle, "Probabilistic Interpretation of Feedforward Classification Network Outputs" (1990), eq. 7.
    """
    scores = real("scores", scores)
    _check_axis(scores, axis)
    # Of two far ends the difference may overflow to -inf, and exp makes of that the 0 it should be.
    with np.errstate(invalid="ignore", over="ignore"):
        powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return powers / powers.sum(axis=axis, keepdims=True)


def masked_softmax(scores, valid_lens=None, mask=None):
    """Turn scores into weights, with weight exactly 0 for every key that must not be seen.

    scores:     (batch, n_q, n_k) or (n_q, n_k); the input is not changed, its dtype is kept
    valid_lens: how many keys count, from the left: (batch,) or (batch, n_q);
                for scores of two axes (n_q,) or one number
    mask:       booleans, True = keep, that broadcast to the scores; a key must pass both
    Returns weights of the shape of the scores. A row sums to 1, or to 0 where no key is left, so that
    its output is 0. (Scores set to -1e6 instead would give such a row uniform weights, a mean of the
    padding; -inf alone would give NaN.)
    A masked score is never read, be it NaN; NaN and infinity elsewhere do what they do in `softmax`.
    Raises ValueError that names both shapes, or the entry of valid_lens that is no length.
    """
    scores = real("scores", scores)
    keep = keep_mask(scores.shape, valid_lens, mask)
    # exp(-inf) is 0, so a masked key has no share in the sum.
    weights = softmax(np.where(keep, scores, -np.inf))
    return np.where(keep.any(axis=-1, keepdims=True), weights, 0)


def softmax_jacobian(weights):
    """How the weights move when a score moves: entry i, j is the derivative of weight i by score j.

    weights: (..., n), as softmax or masked_softmax returns them: each row sums to 1, or is all 0
    Returns (..., n, n): w_i (1 - w_i) on the diagonal, -w_i w_j beside it. Near 0 where one weight is near 1.
    A row with a NaN gives NaN.
    Raises ValueError for numbers that are no weights, such as the scores themselves.
    Source: Bridle (1990), eq. 8.
    """
    weights = real("weights", weights)
    _check_weights(weights)
    diagonal = weights[..., None] * np.eye(weights.shape[-1], dtype=weights.dtype)
    return diagonal - weights[..., :, None] * weights[..., None, :]


def _check_axis(scores, axis):
    if scores.ndim == 0:
        raise ValueError("softmax needs at least one axis of scores, and got a single number")
    if not -scores.ndim <= axis < scores.ndim:
        raise ValueError(f"scores of shape {scores.shape} have no axis {axis}")
    if scores.shape[axis] == 0:
        raise ValueError(f"scores of shape {scores.shape} have nothing along axis {axis} to share the weight")


def _check_weights(weights):
    if weights.ndim == 0:
        raise ValueError("weights must have at least one axis, and are a single number")
    totals = weights.sum(axis=-1, dtype=float)
    slack = 4 * np.sqrt(np.finfo(weights.dtype).eps)
    if (weights < 0).any() or ((np.abs(totals - 1) > slack) & (totals != 0)).any():
        raise ValueError(
            f"weights are 0 or more and sum to 1 along axis -1, and these, of shape {weights.shape}, do not: "
            "scores become weights by softmax(scores)"
        )
