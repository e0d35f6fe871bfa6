"""Attention once more, in plain Python floats and loops: what the core is held against. Lists in, lists out."""

import math


def softmax(row, keep=None):
    """The weights of one row of scores; `keep` says which keys count, and a row of none weighs nothing."""
    kept = [score for j, score in enumerate(row) if keep is None or keep[j]]
    powers = [math.exp(score - max(kept)) if keep is None or keep[j] else 0.0 for j, score in enumerate(row) if kept]
    return [power / math.fsum(powers) for power in powers] or [0.0] * len(row)


def dot(a, b):
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def scaled_dot(query, key):
    return dot(query, key) / math.sqrt(len(query))


def gaussian(query, key, width=1.0):
    return -math.fsum((x - y) ** 2 for x, y in zip(query, key, strict=True)) / (2 * width**2)


def additive(query, key, W_q, W_k, w_v):
    return dot(w_v, [math.tanh(dot(a, query) + dot(b, key)) for a, b in zip(W_q, W_k, strict=True)])


def average(weights, values):
    return [dot(weights, column) for column in zip(*values, strict=True)]


def attend(queries, keys, values, score=scaled_dot, keep=None):
    """(outputs, weights) for many queries; keep[i] says which keys query i may see."""
    weights = [
        softmax([score(query, key) for key in keys], None if keep is None else keep[i])
        for i, query in enumerate(queries)
    ]
    return [average(row, values) for row in weights], weights


def prefix(length, n_k):
    """Which keys a valid length keeps."""
    return [j < length for j in range(n_k)]
