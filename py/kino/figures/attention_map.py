"""Attention weights as a map: which query looks how hard at which key, by three ways of scoring.

Queries and keys are random, and the layers that could learn have learned nothing yet.
"""

from functools import cache

import numpy as np

from kino.attention import (
    AdditiveAttention,
    DotProductAttention,
    MultiHeadAttention,
    additive_scores,
    dot_product_scores,
)
from kino.figures import Choice, Picture, Slider, Toggle
from kino.heatmap import heatmap, legend, sketch, weight_text
from kino.svg import figure_text, lowered, num, tag, text

BATCHES, N_QUERIES, N_KEYS, SIZE = 2, 4, 10, 8
HEADS = 4
VALID_LENS = np.array([2, 6])
SEED = 6
QUERY_NAMES = ("q₁", "q₂", "q₃", "q₄")
KEY_NAMES = ("k₁", "k₂", "k₃", "k₄", "k₅", "k₆", "k₇", "k₈", "k₉", "k₁₀")
LAYERS = {"dot product": "Dot-product", "additive": "Additive", "multi-head": "Multi-head"}

TITLE = "Attention maps"
CONTROLS = (
    Slider("query", "Query", 1, N_QUERIES, start=2),
    Choice("scoring", "Scoring", tuple(LAYERS), start="dot product"),
    Choice("batch", "Batch", ("1", "2"), start="2"),
    Choice("head", "Head", ("1", "2", "3", "4"), start="1"),
    Toggle("numbers", "All numbers", start=False),
)
REEL = "query"

# In the units of the rail beside the map: one row, as tall as the style sheet makes it (2.5rem).
ROW = 40


def draw(query, scoring, batch, head, numbers):
    b, i = int(batch) - 1, query - 1
    h = int(head) - 1 if scoring == "multi-head" else 0
    scores, weights = (array[b, h] for array in _attention(scoring))
    svg = _sketch(scoring, b, h) + tag("div", _about(scoring, b, h), legend(), class_="about")
    svg += tag("div", _map(scoring, b, h, i, numbers), _rail(i), class_="map")
    values = {"scoring": scoring, "batch": b + 1, "head": h + 1, "query": query, "valid_len": int(VALID_LENS[b])}
    values |= {"scores": scores, "weights": weights, "row": weights[i], "row_sums": weights.sum(axis=-1)}
    return Picture(svg, values, _words(scoring, b, h, i))


@cache
def _attention(scoring):
    """(scores, weights) of all batches and heads, each (batch, heads, n_q, n_k); masked scores are there too."""
    queries, keys, values = _data()
    if scoring == "multi-head":
        layer = MultiHeadAttention(SIZE, HEADS, rng=SEED)
        layer(queries, keys, values, VALID_LENS)
        scores = dot_product_scores(_projected(queries, layer.W_q), _projected(keys, layer.W_k))
        return scores, layer.attention_weights
    if scoring == "additive":
        layer = AdditiveAttention(SIZE, rng=SEED)
        layer(queries, keys, values, VALID_LENS)
        scores = additive_scores(queries, keys, layer.W_q, layer.W_k, layer.w_v)
    else:
        layer = DotProductAttention()
        layer(queries, keys, values, VALID_LENS)
        scores = dot_product_scores(queries, keys)
    return scores[:, None], layer.attention_weights[:, None]


def _data():
    rng = np.random.default_rng(SEED)
    return (rng.standard_normal((BATCHES, n, SIZE)) for n in (N_QUERIES, N_KEYS, N_KEYS))


def _projected(vectors, W):
    # Row block h of W belongs to head h: (batch, n, size) becomes (batch, heads, n, size / heads).
    return np.einsum("bni,hoi->bhno", vectors, W.reshape(HEADS, -1, SIZE))


def _kept(b):
    return [j < VALID_LENS[b] for j in range(N_KEYS)]


def _words(scoring, b, h, i):
    weights, length = _attention(scoring)[1][b, h, i], VALID_LENS[b]
    order = np.argsort(-np.round(weights[:length], 9), kind="stable")
    shares = ", ".join(f"{figure_text(weights[j])} to key {j + 1}" for j in order)
    which = f"head {h + 1} of {HEADS}" if scoring == "multi-head" else "one head"
    return (
        f"{LAYERS[scoring]} attention, {which}, batch {b + 1}: query {i + 1} gives {shares}; "
        f"the {N_KEYS - length} keys past the valid length {length} are masked and get exactly 0; "
        f"the row sums to {figure_text(weights.sum())}."
    )


@cache
def _about(scoring, b, h):
    length = tag("span", text(f"batch {b + 1}: valid length {VALID_LENS[b]} of {N_KEYS}"))
    # The head buttons stay where they are for the scorings that have no heads, so that has to be said.
    many = scoring == "multi-head"
    heads = tag("span", text(f"head {h + 1} of {HEADS}" if many else "one head only"), class_=None if many else "one")
    return tag("p", tag("strong", text(LAYERS[scoring])), length, heads)


@cache
def _sketch(scoring, b, h):
    return sketch(_attention(scoring)[1][b, h].tolist(), [_kept(b)] * N_QUERIES)


@cache
def _map(scoring, b, h, i, numbers):
    return heatmap(
        _attention(scoring)[1][b, h].tolist(),
        [_kept(b)] * N_QUERIES,
        queries=QUERY_NAMES,
        keys=KEY_NAMES,
        label=f"{LAYERS[scoring]} attention weights, batch {b + 1}, head {h + 1}",
        read=i,
        why=lambda row, column: _why(scoring, b, h, row, column),
        numbers=numbers,
        foot=_bars(scoring, b, h, i),
    )


def _bars(scoring, b, h, i):
    weights, keep = _attention(scoring)[1][b, h, i].tolist(), _kept(b)
    cells = tag("th", tag("span", lowered(QUERY_NAMES[i], "sub")), scope="row")
    for j, (weight, kept) in enumerate(zip(weights, keep, strict=True)):
        column = tag("rect", class_="heat", width="100%", y=_percent(1 - weight), height=_percent(weight))
        bar = tag("svg", column, class_="column", aria_hidden="true")
        reason = _why(scoring, b, h, i, j)
        number = tag("button", text(weight_text(weight, kept)), type="button", class_="why", data_why=reason)
        cells += tag("td", bar, number, class_=None if kept else "masked")
    return tag("tr", cells, tag("td", tag("span", text(figure_text(sum(weights)))), class_="total"))


@cache
def _why(scoring, b, h, i, j):
    """The formula behind one weight, or behind the sum of row i where j is None."""
    scores, weights = (array[b, h, i] for array in _attention(scoring))
    length = VALID_LENS[b]
    if j is None:
        terms = " + ".join(figure_text(weight) for weight in weights[:length])
        masked = f" + {N_KEYS - length} masked weights of exactly 0"
        return f"sum of the row of query {i + 1} = {terms}{masked} = {figure_text(weights.sum())}"
    if j >= length:
        return (
            f"weight of key {j + 1} for query {i + 1} = 0 exactly: the key lies past the valid length "
            f"{length}, so its score, {figure_text(scores[j])}, is never read"
        )
    # Without the largest score taken off first, as in the softmax: the same share, and shorter to write.
    powers = [figure_text(power) for power in np.exp(scores[:length])]
    return (
        f"weight of key {j + 1} for query {i + 1} = exp({figure_text(scores[j])}) / sum over the first "
        f"{length} keys\n= {powers[j]} / ({' + '.join(powers)}) = {figure_text(weights[j])}"
    )


@cache
def _rail(i):
    """The handle that says which row is read, to be dragged down and up beside the map."""
    slide = {"data_slide": "query", "data_zero": -ROW / 2, "data_unit": ROW}
    track = tag("rect", class_="track", width=N_QUERIES * ROW, height=ROW, y=-ROW / 2, **slide)
    hint = '<path class="hint" d="M-18-4-22 0-18 4M18-4 22 0 18 4"/>'
    name = tag("text", lowered(QUERY_NAMES[i], "tspan", dy="0.3em"), class_="letter", transform="rotate(-90)")
    grip = tag(
        "g",
        f'<circle class="reach" r="20"/>{hint}<circle class="knob" r="15"/>',
        name,
        class_="grip",
        transform=f"translate({(i + 0.5) * ROW:g} 0)",
        **slide,
    )
    # A drag is read along x of the innermost svg; turned by a right angle, that runs down the rows.
    turned = tag(
        "g",
        tag("svg", track, grip, width=N_QUERIES * ROW, height=ROW),
        transform=f"translate({ROW / 2:g} 0) rotate(90)",
    )
    return tag("svg", turned, class_="rail", viewBox=f"0 0 {ROW} {N_QUERIES * ROW}", aria_hidden="true")


def _percent(share):
    return f"{num(100 * share)}%"
