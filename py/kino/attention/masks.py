"""Which keys a query may see: booleans, True = keep."""

import numpy as np

from kino.attention.checks import count


def causal_mask(n):
    """The mask of a text being written: place i sees the places up to i, and none that come later.

    n: how many places, a whole number of at least 1
    Returns booleans (n, n), row i the query, True = keep. Raises ValueError for another n.
    Source: Vaswani et al. (2017), section 3.2.3.
    """
    return np.tri(count("n", n), dtype=bool)


def length_mask(valid_lens, shape):
    """The mask of padded sequences: True for the first keys of each row, as many as its valid length.

    valid_lens: whole numbers from 0 to n_k. For scores (batch, n_q, n_k): (batch,), or (batch, n_q) for a length of
                each query; for (n_q, n_k): one number, or (n_q,); for (n_k,): one number
    shape:      the shape of the scores
    Returns booleans that broadcast to `shape`.
    Raises ValueError with both shapes where they do not fit, or naming the first entry that is no length.
    """
    shape = tuple(shape)
    lengths = _lengths(valid_lens, shape)
    if lengths.shape != shape[:-1]:
        lengths = lengths[..., None]
    return np.arange(shape[-1]) < lengths[..., None]


def keep_mask(shape, valid_lens=None, mask=None):
    """The keys that pass both valid_lens and mask (None: no limit), booleans of the scores' shape."""
    keep = np.ones(shape, bool)
    if valid_lens is not None:
        keep &= length_mask(valid_lens, shape)
    if mask is not None:
        keep &= _broadcast(mask, shape)
    return keep


def _lengths(valid_lens, shape):
    try:
        lengths = np.asarray(valid_lens)
    except ValueError:
        raise ValueError("valid_lens must be an array, and the rows given differ in length") from None
    if lengths.dtype.kind == "b":
        raise ValueError("valid_lens are booleans, not lengths: give them as mask")
    if lengths.dtype.kind not in "iuf":
        raise ValueError(f"valid_lens must be whole numbers, not {lengths.dtype}")
    if not shape or lengths.shape not in (shape[:-2], shape[:-1]):
        raise ValueError(f"valid_lens of shape {lengths.shape} does not fit scores of shape {shape}: {_forms(shape)}")
    n_k = shape[-1]
    # `~(… == …)` rather than `!=`-chains of its own: NaN must be caught, and NaN is equal to nothing.
    _refuse(lengths, ~(lengths == np.floor(lengths)) | np.isinf(lengths), "is no whole number")
    _refuse(lengths, lengths < 0, "is negative: a length is 0 or more")
    _refuse(lengths, lengths > n_k, f"is above {n_k}, the number of keys (scores have shape {shape})")
    return lengths


def _forms(shape):
    if len(shape) < 2:
        return "one query has one length, a single number"
    each = f"{shape[:-1]}, one length for each query"
    every = f"{shape[:-2]}, one for each batch" if len(shape) > 2 else "a single number for all of them"
    return f"it must be {each}, or {every}"


def _refuse(lengths, wrong, words):
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        entry = f"[{', '.join(map(str, place))}]" if place else ""
        raise ValueError(f"valid_lens{entry} is {lengths[place]}, which {words}")


def _broadcast(mask, shape):
    mask = np.asarray(mask)
    if mask.dtype != bool:
        raise ValueError(f"mask must be booleans, True = keep, not {mask.dtype}; of 0 and 1 mask == 1 makes them")
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        raise ValueError(
            f"mask of shape {mask.shape} does not fit scores of shape {shape}: {_clash(mask, shape)}"
        ) from None


def _clash(mask, shape):
    if mask.ndim > len(shape):
        return f"it has {mask.ndim} axes, they have {len(shape)}"
    axes = range(-1, -mask.ndim - 1, -1)
    axis = next(axis for axis in axes if mask.shape[axis] not in (1, shape[axis]))
    return f"axis {axis} is {mask.shape[axis]} in the mask (1 would do for all) and {shape[axis]} in the scores"
