"""Where a layer's numbers come from before it has learned anything."""

import math


def glorot_uniform(rng, size_out, size_in, dtype):
    """A matrix (size_out, size_in), uniform between ±√(6 / (size_in + size_out)): signals keep their size both ways.

    rng: a NumPy Generator; it draws in float64 whatever the dtype, so that all dtypes get the same numbers.
    Source: Glorot & Bengio, "Understanding the Difficulty of Training Deep Feedforward Neural Networks" (2010), eq. 16.
    """
    limit = math.sqrt(6 / (size_in + size_out))
    return rng.uniform(-limit, limit, (size_out, size_in)).astype(dtype)
