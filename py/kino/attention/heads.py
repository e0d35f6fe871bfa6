"""Several attentions side by side, each looking for something else."""

import numpy as np

from kino.attention.checks import batches, count, generator, matrix_takes, row_takes
from kino.attention.dropout import Dropout
from kino.attention.masks import keep_mask
from kino.attention.parameters import glorot_uniform
from kino.attention.pooling import pool
from kino.attention.products import project
from kino.attention.scores import dot_product_scores
from kino.attention.softmax import masked_softmax


class MultiHeadAttention:
    """Multi-head attention: each head projects queries, keys and values its own way, and attends by itself.

    num_hiddens: the size of the output; the heads share it out evenly
    num_heads:   how many heads; must divide num_hiddens
    bias:        whether the four projections add a bias; the biases start at 0
    dropout, rng, `training`: as in DotProductAttention
    After a call, `attention_weights` are its weights (batch, num_heads, n_q, n_k), before dropout.
    `W_q`, `W_k`, `W_v` (num_hiddens, size seen) and `W_o` (num_hiddens, num_hiddens) are drawn from rng at first use,
    in this order; `b_q`, `b_k`, `b_v` and `b_o` are (num_hiddens,) or None. Set them to use your own.
    A query that may see no key gets heads of 0, so its output is the bias b_o, or 0.
    Raises ValueError, with the shapes, where sizes disagree.
    Source: Vaswani et al. (2017), section 3.2.2; row block h of W_q, W_k and W_v belongs to head h.
    """

    training = False

    def __init__(self, num_hiddens, num_heads, dropout=0.0, rng=None, bias=False):
        self.num_hiddens = count("num_hiddens", num_hiddens)
        self.num_heads = count("num_heads", num_heads)
        if self.num_hiddens % self.num_heads:
            raise ValueError(f"num_hiddens = {num_hiddens} cannot be shared out evenly among num_heads = {num_heads}")
        self.rng = generator(rng)
        self.dropout = Dropout(dropout, self.rng)
        self.bias = bias
        self.W_q = self.W_k = self.W_v = self.W_o = None
        self.b_q = self.b_k = self.b_v = self.b_o = None
        self.attention_weights = None

    # queries: (batch, n_q, query size)
    # keys: (batch, n_k, key size)
    # values: (batch, n_k, value size)
    # valid_lens: (batch,) or (batch, n_q)
    # mask: booleans that broadcast to (batch, n_q, n_k), True = keep; every head gets the same
    def __call__(self, queries, keys, values, valid_lens=None, mask=None):
        queries, keys, values = batches(queries, keys, values)
        self._make_weights(queries, keys, values)
        # The projections, cut into heads: (batch, num_heads, n_q or n_k, num_hiddens / num_heads)
        queries = split_heads(project(queries, self.W_q, self.b_q), self.num_heads)
        keys = split_heads(project(keys, self.W_k, self.b_k), self.num_heads)
        values = split_heads(project(values, self.W_v, self.b_v), self.num_heads)
        scores = dot_product_scores(queries, keys)
        # What may be seen, (batch, n_q, n_k), with a new axis for the heads: (batch, 1, n_q, n_k)
        keep = keep_mask((scores.shape[0], *scores.shape[2:]), valid_lens, mask)[:, None]
        self.attention_weights = masked_softmax(scores, mask=keep)
        outputs = pool(self.dropout(self.attention_weights, self.training), values)
        return project(join_heads(outputs), self.W_o, self.b_o)

    def _make_weights(self, queries, keys, values):
        for letter, name, vectors in (("q", "queries", queries), ("k", "keys", keys), ("v", "values", values)):
            self._make(letter, vectors.shape[-1], queries.dtype)
            matrix_takes(f"W_{letter}", getattr(self, f"W_{letter}"), self.num_hiddens, name, vectors)
        self._make("o", self.num_hiddens, queries.dtype)
        if np.shape(self.W_o) != (self.num_hiddens, self.num_hiddens):
            raise ValueError(f"W_o must be {(self.num_hiddens, self.num_hiddens)}, and has shape {np.shape(self.W_o)}")

    def _make(self, letter, size, dtype):
        W_name, b_name = f"W_{letter}", f"b_{letter}"
        if getattr(self, W_name) is None:
            setattr(self, W_name, glorot_uniform(self.rng, self.num_hiddens, size, dtype))
        if self.bias and getattr(self, b_name) is None:
            setattr(self, b_name, np.zeros(self.num_hiddens, dtype))
        if getattr(self, b_name) is not None:
            row_takes(b_name, getattr(self, b_name), self.num_hiddens)


def split_heads(vectors, num_heads):
    """Cut each vector into `num_heads` pieces. vectors: (batch, n, size). Returns (batch, num_heads, n, a piece)."""
    batch, n, size = vectors.shape
    return vectors.reshape(batch, n, num_heads, size // num_heads).swapaxes(1, 2)


def join_heads(pieces):
    """Undo `split_heads`. pieces: (batch, num_heads, n, a piece). Returns (batch, n, size)."""
    batch, num_heads, n, piece = pieces.shape
    return pieces.swapaxes(1, 2).reshape(batch, n, num_heads * piece)
