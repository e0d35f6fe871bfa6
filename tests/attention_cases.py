"""What the tests of the core share: strategies for queries, keys and values, and how a refusal is read."""

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

SIDE = st.integers(1, 4)


def wrong(function, *arguments, **options):
    """The words of the ValueError that this call must raise."""
    with pytest.raises(ValueError) as caught:
        function(*arguments, **options)
    return str(caught.value)


def numbers(shape, limit=30, dtype=float):
    width = np.dtype(dtype).itemsize * 8
    return arrays.arrays(dtype, shape, elements=st.floats(-limit, limit, width=width))


@st.composite
def batches(draw, key_size=None, limit=30):
    """Queries (batch, n_q, d_k), keys (batch, n_k, d_k) and values (batch, n_k, d_v)."""
    batch, n_q, n_k, d_k, d_v = (draw(SIDE) for _ in range(5))
    shapes = (batch, n_q, d_k), (batch, n_k, d_k if key_size is None else key_size), (batch, n_k, d_v)
    return [draw(numbers(shape, limit)) for shape in shapes]


@st.composite
def lengths(draw, shape):
    """Valid lengths for scores of `shape`: one for each batch, or one for each query."""
    form = draw(st.sampled_from([shape[:-1], shape[:-2]]))
    return draw(arrays.arrays(int, form, elements=st.integers(0, shape[-1])))


def masks(shape):
    return arrays.arrays(bool, shape)
