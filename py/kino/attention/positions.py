"""Where a word stands, as a vector: attention by itself does not see the order of its keys."""

import numpy as np

from kino.attention.checks import count


def positional_encoding(length, d):
    """A vector of waves for each place: sines in the even columns, cosines in the odd ones, ever slower to the right.

    length: how many places; d: the size of each vector; whole numbers of at least 1
    Returns float64 (length, d): column 2i is sin(place / 10000^(2i/d)), column 2i + 1 its cosine, places from 0.
    For an odd d the last sine stands without its cosine.
    Raises ValueError for another length or d.
    Source: Vaswani et al. (2017), section 3.5.
    """
    length, d = count("length", length), count("d", d)
    columns = np.arange(d)
    angles = np.arange(length)[:, None] / 10000 ** (2 * (columns // 2) / d)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
