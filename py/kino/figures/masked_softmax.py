"""A batch of four rows of scores: pull a row's length, and see what the mask leaves of its weights."""

from functools import cache, lru_cache

import numpy as np

from kino import attention
from kino.figures import Choice, Picture, Slider
from kino.svg import MINUS, figure_text, lowered, num, tag, text

SCORES = np.array(
    [
        (1.2, -0.4, 0.7, 2.0, -1.1, 0.3),
        (0.5, 1.8, -0.9, 1.1, 2.6, 0.2),
        (-0.6, 0.9, 1.5, -1.3, 0.4, 2.2),
        (0.8, -0.2, 1.9, 0.1, -0.7, 1.4),
    ]
)
N_ROWS, N_KEYS = SCORES.shape
STARTS = (6, 4, 2, 0)
KEYS = ("k₁", "k₂", "k₃", "k₄", "k₅", "k₆")
ROWS = tuple(f"Row {i + 1}" for i in range(N_ROWS))
CONTROL_NAMES = tuple(f"length_{i + 1}" for i in range(N_ROWS))
TABLES = ("scores", "mask", "weights")
LEFT_OUT, A_MILLION = "left out", "minus a million"

TITLE = "Masked softmax"
CONTROLS = (
    *(
        Slider(name, row, 0, N_KEYS, start=start, unit=f" of {N_KEYS}")
        for name, row, start in zip(CONTROL_NAMES, ROWS, STARTS, strict=True)
    ),
    Choice("fill", "Masked scores", (LEFT_OUT, A_MILLION), start=LEFT_OUT),
)
REEL = "length_2"

# The mask's handles lie on an svg over six cells of the table; a cell is so many units wide.
UNIT = 40


def draw(length_1, length_2, length_3, length_4, fill, *, masked_softmax=attention.masked_softmax):
    lengths = np.array([length_1, length_2, length_3, length_4])
    keep = attention.length_mask(lengths, SCORES.shape)
    if fill == A_MILLION:
        scores = np.where(keep, SCORES, -1e6)
        weights = attention.softmax(scores)
    else:
        scores = SCORES
        weights = masked_softmax(SCORES, lengths)
    rows = [_rows(i, int(lengths[i]), fill, tuple(weights[i].tolist())) for i in range(N_ROWS)]
    tables = "".join(_table(name, "".join(same)) for name, same in zip(TABLES, zip(*rows, strict=True), strict=True))
    svg = tag("div", tables, class_="grids") + tag("p", text(_note(lengths, weights)), class_="note")
    values = {"scores": scores, "valid_lens": lengths, "weights": weights, "fill": fill}
    return Picture(svg, values, _words(lengths, weights))


def _words(lengths, weights):
    said = [_said(i, lengths[i], weights[i]) for i in range(N_ROWS)]
    return f"Valid lengths {', '.join(map(str, lengths))} of {N_KEYS} keys: {'; '.join(said)}."


def _said(i, length, weights):
    if not length:
        return f"row {i + 1} has no key left: {_empty(weights)}"
    best = int(np.argmax(weights))
    return f"row {i + 1} gives most to key {best + 1}, {figure_text(weights[best])}"


def _note(lengths, weights):
    empty = np.flatnonzero(lengths == 0)
    if not empty.size:
        return "Every row has a key left, so every row can sum to 1."
    names = [str(i + 1) for i in empty]
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    rest = "an average over padding" if weights[empty].any() else "and the output is 0"
    return f"Row{'s'[: len(names) - 1]} {listed}: no key left, {_empty(weights[empty[0]])}, {rest}."


def _empty(weights):
    if not any(weights):
        return "weights 0, not NaN"
    largest = figure_text(max(weights))
    return f"and yet every weight is {largest}" if min(weights) == max(weights) else f"and yet weights up to {largest}"


# A drag changes one row; the others are as they were.
@lru_cache(maxsize=256)
def _rows(i, length, fill, weights):
    """Row i of each table: scores, mask, weights."""
    why = _row_why(i, length, fill, weights)
    button = tag("button", text(ROWS[i]), type="button", class_="why", data_why=why)
    scores = [_score(SCORES[i, j], j < length, fill) for j in range(N_KEYS)]
    # The first cell carries the handle, which reaches over all of them.
    handles = (_handle(i, length), *[""] * (N_KEYS - 1))
    mask = [_cell("1" if j < length else "0", j < length, handles[j]) for j in range(N_KEYS)]
    shares = [_weight(i, length, fill, weights, j) for j in range(N_KEYS)]
    mask.append(tag("td", text(length), class_="total"))
    shares.append(tag("td", text(figure_text(sum(weights))), class_="total"))
    first = f"a valid length of {length}: the first {length} of {N_KEYS} keys count"
    mask_why = f"{first}\nmask = [{', '.join(map(str, range(N_KEYS)))}] < {length}"
    return (
        tag("tr", tag("th", button, scope="row"), *scores),
        tag("tr", _row_name(i), *mask, data_why=mask_why),
        tag("tr", _row_name(i), *shares, data_why=why),
    )


def _cell(words, is_kept, *before, masked="masked", why=None):
    span = tag("span", text(words))
    return tag("td", *before, span, class_="kept" if is_kept else masked, data_why=why)


def _score(score, is_kept, fill):
    if fill == A_MILLION and not is_kept:
        return _cell(f"{MINUS}1e6", is_kept, masked="masked replaced")
    return _cell(figure_text(score, 1), is_kept, masked="masked struck")


def _handle(i, length):
    slide = {"data_slide": CONTROL_NAMES[i], "data_zero": 0, "data_unit": UNIT}
    track = tag("rect", class_="track", x=-14, y=-18, width=N_KEYS * UNIT + 28, height=36, **slide)
    knob = tag(
        "g",
        '<rect class="reach" x="-16" y="-20" width="32" height="40"/>',
        '<line class="curtain" y1="-21" y2="21"/>',
        '<circle class="knob" r="11"/>',
        '<path class="hint" d="M-2.5-4-7 0-2.5 4ZM2.5-4 7 0 2.5 4Z"/>',
        class_="grip",
        transform=f"translate({num(UNIT * length)} 0)",
        **slide,
    )
    # So flat a box that its width alone sets the scale: units stay in step with the cells, however high the rows are.
    return tag("svg", track, knob, class_="handle", viewBox=f"0 -0.5 {N_KEYS * UNIT} 1", aria_hidden="true")


def _weight(i, length, fill, weights, j):
    # 0 is exactly 0; what is only small reads 0.00.
    words = figure_text(weights[j]) if weights[j] else "0"
    height = num(100 * weights[j])
    bar = tag("rect", width="100%", y=f"{num(100 - 100 * weights[j])}%", height=f"{height}%")
    column = tag("svg", bar, class_="column", aria_hidden="true")
    masked = "masked leak" if weights[j] else "masked"
    return _cell(words, j < length, column, masked=masked, why=_why(i, length, fill, weights, j))


@cache
def _head():
    return '<td class="corner"></td>' + "".join(tag("th", lowered(key, "sub"), scope="col") for key in KEYS)


def _table(name, rows):
    total = {"mask": "length", "weights": "sum"}.get(name)
    last = tag("th", text(total), scope="col", class_="total") if total else ""
    head = tag("thead", tag("tr", _head(), last))
    return tag("table", tag("caption", text(name)), head, tag("tbody", rows), class_=name)


def _row_name(i):
    return tag("th", tag("span", text(ROWS[i])), scope="row", class_="again")


def _row_why(i, length, fill, weights):
    if not length:
        return _why(i, length, fill, weights, 0)
    terms = " + ".join(f"exp({figure_text(score, 1)})" for score in SCORES[i, :length])
    total = figure_text(np.exp(SCORES[i, :length]).sum())
    return f"the keys that count share the weight: each gets exp(score) / sum\nsum = {terms} = {total}"


def _why(i, length, fill, weights, j):
    """Where the weight of key j in row i comes from, with the present numbers."""
    ending = f"= {figure_text(weights[j])}" if weights[j] else "= 0 exactly"
    if j < length:
        powers = [figure_text(power) for power in np.exp(SCORES[i, :length])]
        share = f"{powers[j]} / ({' + '.join(powers)})"
        return f"weight = exp({figure_text(SCORES[i, j], 1)}) / sum over the keys that count\n= {share} {ending}"
    if fill == LEFT_OUT:
        reason = "no key counts, and 0 / 0 would be NaN" if not length else f"key {j + 1} lies past the length"
    elif length:
        reason = f"exp({MINUS}1e6) is smaller than any float, so it is 0"
    else:
        reason = f"all {N_KEYS} scores are {MINUS}1e6, and equal scores share alike: 1 / {N_KEYS}"
    return f"{reason}\nweight {ending}"
