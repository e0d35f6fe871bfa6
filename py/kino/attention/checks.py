"""What the core refuses, in the lesson's words: numbers that are none, and shapes that do not fit each other."""

import math
import operator

import numpy as np


def real(name, array):
    """`array` as a NumPy array of floats: whole numbers become float64. ValueError for anything but real numbers."""
    try:
        array = np.asarray(array)
    except ValueError:
        raise ValueError(f"{name} must be an array, and the rows given differ in length or depth") from None
    if array.dtype.kind in "bui":
        return array.astype(float)
    if array.dtype.kind != "f":
        raise ValueError(f"{name} must be real numbers, not {array.dtype}")
    return array


def count(name, number):
    """`number` as an int of at least 1, or a ValueError that names it."""
    try:
        whole = operator.index(number)
    except TypeError:
        whole = 0
    if whole < 1 or isinstance(number, bool):
        raise ValueError(f"{name} must be a whole number, 1 or more, not {number!r}")
    return whole


def positive(name, number):
    """`number` as a finite float above 0, or a ValueError that names it."""
    number = real(name, number)
    if number.ndim or not 0 < number < math.inf:
        raise ValueError(f"{name} must be one number above 0, not {number.tolist()}")
    return float(number)


def generator(rng):
    """A random generator: `rng` itself, one made from the seed `rng`, or for None one that is different every time."""
    if isinstance(rng, np.random.Generator):
        return rng
    if rng is not None and (isinstance(rng, bool) or not isinstance(rng, int | np.integer) or rng < 0):
        raise ValueError(f"rng must be a NumPy Generator or a seed (a whole number, 0 or more), not {rng!r}")
    return np.random.default_rng(rng)


def queries_and_keys(queries, keys):
    """Both as arrays: one query (d_k,) or many (n_q, d_k) with keys (n_k, d_k), or the same number of axes before."""
    queries, keys = real("queries", queries), real("keys", keys)
    if queries.ndim == 0:
        raise ValueError("queries must be (d_k,), (n_q, d_k) or (batch, n_q, d_k), and have shape ()")
    _follow("keys", keys, "d_k", queries)
    return queries, keys


def queries_keys_values(queries, keys, values):
    """All three as arrays: forms that go together, and a value for every key."""
    queries, keys = queries_and_keys(queries, keys)
    values = real("values", values)
    _follow("values", values, "d_v", queries)
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError(
            f"{keys.shape[-2]} keys (shape {keys.shape}) but {values.shape[-2]} values (shape {values.shape}): "
            "every key needs one value, so axis -2 must agree"
        )
    return queries, keys, values


def batches(queries, keys, values):
    """What a layer takes: `queries_keys_values` of three axes each, the first of them the batch."""
    for name, array in (("queries", queries), ("keys", keys), ("values", values)):
        shape = real(name, array).shape
        if len(shape) != 3:
            raise ValueError(f"a layer takes a batch: {name} must have three axes, (batch, number, size), not {shape}")
    return queries_keys_values(queries, keys, values)


def same_size(queries, keys, measure):
    """ValueError where queries and keys are not vectors of one size; `measure` says in words what needs that."""
    d_q, d_k = queries.shape[-1], keys.shape[-1]
    if d_q != d_k:
        raise ValueError(
            f"queries of shape {queries.shape} end in {d_q}, keys of shape {keys.shape} in {d_k}: "
            f"{measure} needs the same d_k on axis -1; AdditiveAttention does not"
        )
    if d_k == 0:
        raise ValueError(f"queries and keys have d_k = 0 (shapes {queries.shape} and {keys.shape}): nothing to compare")


def matrix_takes(W_name, W, rows, name, vectors):
    """ValueError where the matrix W is not (rows, size of the vectors)."""
    size, shape = vectors.shape[-1], np.shape(W)
    if len(shape) != 2 or shape[1] != size:
        raise ValueError(
            f"{name} of shape {vectors.shape} end in {size}, and {W_name} of shape {shape} does not take that size: "
            f"it would have to be {(rows, size)}. A layer keeps the sizes that it first saw; for others make a new one"
        )
    if shape[0] != rows:
        raise ValueError(f"{W_name} of shape {shape} has {shape[0]} rows (axis 0) for {rows} hidden units")


def row_takes(name, row, size):
    """ValueError where `row`, a vector of weights, is not (size,)."""
    if np.shape(row) != (size,):
        raise ValueError(f"{name} must be {(size,)}, one number for each hidden unit, and has shape {np.shape(row)}")


def _follow(name, array, size, queries):
    axes = max(queries.ndim, 2)
    if array.ndim != axes:
        form = f"({'batch, ' * (axes > 2)}n_k, {size})" if axes < 4 else f"of {axes} axes, ending in (n_k, {size})"
        raise ValueError(f"with queries of shape {queries.shape}, {name} must be {form}, and have shape {array.shape}")
    for axis in range(axes - 2):
        if array.shape[axis] != queries.shape[axis]:
            raise ValueError(
                f"queries of shape {queries.shape} and {name} of shape {array.shape} are different batches: "
                f"axis {axis} is {queries.shape[axis]} in one and {array.shape[axis]} in the other"
            )
