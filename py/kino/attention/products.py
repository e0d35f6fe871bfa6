"""Products that treat every pair alike.

`@` hands a matrix to a library that works on blocks of it and rounds the entries at a block's edge differently. Equal
keys would then get scores, and weights, that differ in the last digit. einsum takes each dot product by itself.
"""

import numpy as np

from kino.attention.checks import real


def bmm(a, b):
    """Batched matrix product: matrix i of `a` times matrix i of `b`.

    a: (batch, n, m)
    b: (batch, m, p)
    Returns (batch, n, p). NaN and infinity spread as in any product: 0 times NaN is NaN.
    Raises ValueError, with both shapes and the axis, where sizes disagree.
    """
    a, b = real("a", a), real("b", b)
    check_bmm(a, b)
    return np.einsum("inm,imp->inp", a, b)


def project(vectors, W, b=None):
    """W times each vector, plus b. vectors: (..., size); W: (out, size); b: (out,) or None. Returns (..., out)."""
    projected = np.einsum("...i,oi->...o", vectors, W)
    return projected if b is None else projected + b


def check_bmm(a, b):
    """ValueError where `bmm` cannot multiply a by b."""
    for name, array, form in (("a", a, "(batch, n, m)"), ("b", b, "(batch, m, p)")):
        if array.ndim != 3:
            raise ValueError(f"bmm multiplies batches of matrices: {name} must be {form}, and has shape {array.shape}")
    if a.shape[0] != b.shape[0]:
        raise ValueError(
            f"a of shape {a.shape} is a batch of {a.shape[0]}, b of shape {b.shape} one of {b.shape[0]}: "
            "axis 0 must agree"
        )
    if a.shape[2] != b.shape[1]:
        raise ValueError(
            f"a of shape {a.shape} has {a.shape[2]} columns (axis 2), b of shape {b.shape} has {b.shape[1]} rows "
            "(axis 1): a matrix product needs as many of one as of the other"
        )
