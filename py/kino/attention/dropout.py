"""Dropout: while a layer learns, leave out some of its weights at random."""

from kino.attention.checks import generator, real


class Dropout:
    """Set a random share of the numbers to 0 and enlarge the others, so that the sum stays the same on average.

    share: how many to leave out, at least 0 and below 1
    rng:   a NumPy Generator or a seed; None is different every time
    Raises ValueError for another share or rng.
    Source: Srivastava et al., "Dropout" (2014), with the enlarging done in training ("inverted", section 10).
    """

    def __init__(self, share, rng=None):
        self.share = _share(share)
        self.rng = generator(rng)

    def __call__(self, weights, training):
        if not training or self.share == 0:
            return weights
        kept = self.rng.random(weights.shape) >= self.share
        return weights * kept / (1 - self.share)


def _share(number):
    share = real("dropout", number)
    if share.ndim or not 0 <= share < 1:
        raise ValueError(f"dropout is the share of weights to leave out, at least 0 and below 1, not {number!r}")
    return float(share)
