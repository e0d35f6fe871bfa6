"""Attention layers: they are called with a batch, and remember the weights of the last call."""

import math

import numpy as np

from kino.attention.checks import batches, count, generator, same_size
from kino.attention.dropout import Dropout
from kino.attention.parameters import glorot_uniform
from kino.attention.pooling import pool
from kino.attention.products import bmm, project
from kino.attention.scores import check_additive
from kino.attention.softmax import masked_softmax


class DotProductAttention:
    """Scaled dot-product attention. It has nothing to learn.

    dropout: the share of weights left out at random while `training` is True
    rng:     a NumPy Generator or a seed; None is different every time
    After a call, `attention_weights` are its weights (batch, n_q, n_k), before dropout.
    Raises ValueError, with the shapes, where sizes disagree.
    Source: Vaswani et al. (2017), section 3.2.1.
    """

    training = False

    def __init__(self, dropout=0.0, rng=None):
        self.dropout = Dropout(dropout, rng)
        self.attention_weights = None

    # queries: (batch, n_q, d_k)
    # keys: (batch, n_k, d_k)
    # values: (batch, n_k, d_v)
    # valid_lens: (batch,) or (batch, n_q)
    # mask: booleans that broadcast to (batch, n_q, n_k), True = keep
    def __call__(self, queries, keys, values, valid_lens=None, mask=None):
        queries, keys, values = batches(queries, keys, values)
        same_size(queries, keys, "a dot product")
        # Exchanging the last two axes of the keys makes columns of them: (batch, d_k, n_k)
        scores = bmm(queries, keys.swapaxes(1, 2)) / math.sqrt(queries.shape[-1])
        self.attention_weights = masked_softmax(scores, valid_lens, mask)
        # (batch, n_q, n_k) times (batch, n_k, d_v) is (batch, n_q, d_v)
        return pool(self.dropout(self.attention_weights, self.training), values)


class AdditiveAttention:
    """Additive attention: a small network scores each pair, and queries and keys may differ in size.

    num_hiddens: how many hidden units that network has
    dropout, rng, `training`, `attention_weights`: as in DotProductAttention
    `W_q`, `W_k` and `w_v` are drawn from rng at first use, in this order, by Glorot's rule, for the
    sizes and the dtype seen then; set them to use your own.
    Raises ValueError, with the shapes, where sizes disagree, also with those of the first call.
    Source: Bahdanau et al. (2015), appendix A.1.2, without biases.
    """

    training = False

    def __init__(self, num_hiddens, dropout=0.0, rng=None):
        self.num_hiddens = count("num_hiddens", num_hiddens)
        self.rng = generator(rng)
        self.dropout = Dropout(dropout, self.rng)
        self.W_q = self.W_k = self.w_v = None
        self.attention_weights = None

    # queries: (batch, n_q, query size)
    # keys: (batch, n_k, key size)
    # values: (batch, n_k, d_v)
    # valid_lens: (batch,) or (batch, n_q)
    # mask: booleans that broadcast to (batch, n_q, n_k), True = keep
    def __call__(self, queries, keys, values, valid_lens=None, mask=None):
        queries, keys, values = batches(queries, keys, values)
        self._make_weights(queries, keys)
        # Both become vectors of one size: (batch, n_q, num_hiddens) and (batch, n_k, num_hiddens)
        queries, keys = project(queries, self.W_q), project(keys, self.W_k)
        # A new axis in each lets every query meet every key: (batch, n_q, 1, num_hiddens) plus
        # (batch, 1, n_k, num_hiddens) is (batch, n_q, n_k, num_hiddens)
        features = np.tanh(np.expand_dims(queries, axis=2) + np.expand_dims(keys, axis=1))
        # w_v makes one number of the last axis: (batch, n_q, n_k)
        scores = np.einsum("bqkh,h->bqk", features, self.w_v)
        self.attention_weights = masked_softmax(scores, valid_lens, mask)
        return pool(self.dropout(self.attention_weights, self.training), values)

    def _make_weights(self, queries, keys):
        h, dtype = self.num_hiddens, queries.dtype
        if self.W_q is None:
            self.W_q = glorot_uniform(self.rng, h, queries.shape[-1], dtype)
        if self.W_k is None:
            self.W_k = glorot_uniform(self.rng, h, keys.shape[-1], dtype)
        if self.w_v is None:
            self.w_v = glorot_uniform(self.rng, 1, h, dtype)[0]
        check_additive(queries, keys, self.W_q, self.W_k, self.w_v)
