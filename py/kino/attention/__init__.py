"""Attention in NumPy: scores, weights, and the weighted average of the values.

The letters are those of Vaswani et al., "Attention Is All You Need" (2017): queries and keys of size d_k, values of
size d_v, n_q queries and n_k key–value pairs. Arrays in, arrays out; no input is ever changed; float16, float32 and
float64 are kept, whole numbers are computed in float64. Every mistake in shape or number is a ValueError in words.

scores    dot_product_scores, additive_scores, gaussian_scores
weights   softmax, masked_softmax, softmax_jacobian
masks     length_mask, causal_mask
output    attend: all of it in one call; pool, bmm
layers    DotProductAttention, AdditiveAttention, MultiHeadAttention
places    positional_encoding

NaN and infinity. A NaN or +inf among the scores that a query may see makes its weights, and so its output, NaN; -inf
is weight 0. What a mask hides is never read: neither the score nor the value of a masked key reaches the output, be it
NaN. (In `bmm`, a plain product, 0 times NaN is NaN; `pool`, which averages the values, leaves out what has weight 0.)
"""

from kino.attention.heads import MultiHeadAttention
from kino.attention.layers import AdditiveAttention, DotProductAttention
from kino.attention.masks import causal_mask, length_mask
from kino.attention.pooling import attend, pool
from kino.attention.positions import positional_encoding
from kino.attention.products import bmm
from kino.attention.scores import additive_scores, dot_product_scores, gaussian_scores
from kino.attention.softmax import masked_softmax, softmax, softmax_jacobian

__all__ = [
    "AdditiveAttention",
    "DotProductAttention",
    "MultiHeadAttention",
    "additive_scores",
    "attend",
    "bmm",
    "causal_mask",
    "dot_product_scores",
    "gaussian_scores",
    "length_mask",
    "masked_softmax",
    "pool",
    "positional_encoding",
    "softmax",
    "softmax_jacobian",
]
