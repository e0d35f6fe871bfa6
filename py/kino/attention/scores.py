"""Scoring functions: how well does each query agree with each key?

All three take one query (d_k,) or many (n_q, d_k) with keys (n_k, d_k), or a batch of them with one more axis in front
of both, and return the scores (n_k,), (n_q, n_k) or (batch, n_q, n_k). NaN and infinity stay in the rows and columns of
the query and the key that hold them.
"""

import math

import numpy as np

from kino.attention import checks
from kino.attention.products import project


def dot_product_scores(queries, keys, *, scaled=True):
    """Score by the dot product q·k, divided by √d_k if `scaled`.

    Shapes as above; queries and keys have the same size d_k. The dtype is kept, whole numbers become float64.
    Raises ValueError, with both shapes, where they do not fit.
    Source: Vaswani et al. (2017), eq. 1; unscaled: Luong et al., "Effective Approaches to Attention-based Neural
    Machine Translation" (2015), section 3.1.
    """
    queries, keys = checks.queries_and_keys(queries, keys)
    checks.same_size(queries, keys, "a dot product")
    scores = np.einsum("...d,...d->...", *_facing(queries, keys))
    return scores / math.sqrt(keys.shape[-1]) if scaled else scores


def additive_scores(queries, keys, W_q, W_k, w_v):
    """Score by a small network of one hidden layer: w_v · tanh(W_q q + W_k k).

    Shapes as above, but queries and keys may have different sizes.
    W_q: (num_hiddens, query size); W_k: (num_hiddens, key size); w_v: (num_hiddens,)
    Raises ValueError, with both shapes, where they do not fit.
    Source: Bahdanau et al., "Neural Machine Translation by Jointly Learning to Align and Translate" (2015), A.1.2.
    """
    queries, keys = checks.queries_and_keys(queries, keys)
    W_q, W_k, w_v = checks.real("W_q", W_q), checks.real("W_k", W_k), checks.real("w_v", w_v)
    check_additive(queries, keys, W_q, W_k, w_v)
    queries, keys = _facing(project(queries, W_q), project(keys, W_k))
    return np.einsum("...h,h->...", np.tanh(queries + keys), w_v)


def gaussian_scores(queries, keys, width=1.0):
    """Score by nearness: -‖q - k‖² / (2 width²), so that the softmax weighs each key by a Gaussian around the query.

    Shapes as above; queries and keys have the same size d_k. width: a number above 0, how far "near" reaches.
    For keys of one length the weights are those of the dot product divided by width²: ‖q - k‖² = ‖q‖² - 2 q·k + ‖k‖².
    Raises ValueError, with both shapes, where they do not fit, and for another width.
    Source: Nadaraya, "On Estimating Regression" (1964); Watson, "Smooth Regression Analysis" (1964).
    """
    queries, keys = checks.queries_and_keys(queries, keys)
    checks.same_size(queries, keys, "a distance")
    width = checks.positive("width", width)
    queries, keys = _facing(queries, keys)
    steps = (queries - keys) / width
    return -np.einsum("...d,...d->...", steps, steps) / 2


def check_additive(queries, keys, W_q, W_k, w_v):
    """ValueError where the weights of additive scoring fit neither each other nor the queries and keys."""
    num_hiddens = np.size(w_v)
    checks.row_takes("w_v", w_v, num_hiddens)
    checks.matrix_takes("W_q", W_q, num_hiddens, "queries", queries)
    checks.matrix_takes("W_k", W_k, num_hiddens, "keys", keys)


def _facing(queries, keys):
    # (..., n_q, 1, d) and (..., 1, n_k, d), so that every query meets every key; one query: (1, d) and (n_k, d).
    return queries[..., None, :], keys if queries.ndim == 1 else keys[..., None, :, :]
