"""One query, four keys of different length, and four scoring functions that need not agree about them."""

from functools import cache

import numpy as np

from kino import attention
from kino.figures import Choice, Picture, Slider
from kino.keys import COLOURS, LABELS, NAMES, share, title
from kino.svg import figure_text, lowered, num, tag, text

# The first key lies between the others, so no query has its largest dot product with it; nearness finds it.
KEYS = np.array([(1.0, 0.5), (1.0, 2.6), (-2.5, -0.5), (2.0, -2.0)])
N_KEYS, D = KEYS.shape

# Additive scoring with the weights of a network that has learned nothing yet. Of some hundred seeds this is one whose
# favourites agree with the dot product's on about half of the plane.
_rng = np.random.default_rng(1271)
NUM_HIDDENS = 8
W_Q, W_K = _rng.normal(size=(2, NUM_HIDDENS, D))
W_V = _rng.normal(size=NUM_HIDDENS)

FUNCTIONS = ("dot", "scaled dot", "additive", "Gaussian")
REACH = 3

TITLE = "Four scoring functions"
CONTROLS = (
    Slider("x", "Query x", -REACH, REACH, start=1.6, step=0.1),
    Slider("y", "Query y", -REACH, REACH, start=0.9, step=0.1),
    Slider("width", "Gaussian width", 0.3, 2, start=1, step=0.1),
    Choice("view", "Map", FUNCTIONS, start="scaled dot"),
)
REEL = "x"

UNIT = 50
EDGE = 3.3 * UNIT
# Where each key's label stands beside it.
BESIDE = np.array([(0, 0.56), (0.54, 0), (-0.54, 0), (0.54, 0)])

# Half a unit apart, but for those under a key or its label.
GRID = np.array([(x, y) for y in np.linspace(REACH, -REACH, 13) for x in np.linspace(-REACH, REACH, 13)])
TAKEN = np.concatenate([KEYS, KEYS + BESIDE])
PLACES = GRID[(np.abs(GRID[:, None] - TAKEN) > (0.35, 0.3)).any(axis=2).all(axis=1)]

CORNERS = {
    1: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    2: ((0, -1.1), (1.05, 0.75), (-1.05, 0.75)),
    3: ((0, -1.25), (1.1, 0), (0, 1.25), (-1.1, 0)),
}


def draw(x, y, width, view):
    query = np.array([x, y])
    scores = {name: _score(name, query, width) for name in FUNCTIONS}
    weights = dict(zip(FUNCTIONS, attention.softmax(np.stack([*scores.values()])), strict=True))
    picks = {name: _favourite(row) for name, row in weights.items()}
    legend = f"Small marks: the key that {view} would pick there. The larger, the higher its weight."
    readout = _table(query, width, scores, weights, picks, view) + tag("p", _verdict(picks), class_="verdict")
    svg = (
        _plane(x, y, width, view, weights[view])
        + tag("p", text(legend), class_="legend")
        + tag("div", readout, class_="readout")
    )
    values = {"query": query, "width": width, "view": view, "scores": scores, "weights": weights}
    return Picture(svg, values, _words(x, y, width, weights, picks))


def _score(name, queries, width):
    match name:
        case "dot":
            return attention.dot_product_scores(queries, KEYS, scaled=False)
        case "scaled dot":
            return attention.dot_product_scores(queries, KEYS)
        case "additive":
            return attention.additive_scores(queries, KEYS, W_Q, W_K, W_V)
        case "Gaussian":
            return attention.gaussian_scores(queries, KEYS, width)


def _favourite(weights):
    """The key with the largest weight; None where two share it."""
    largest = np.round(weights, 9).max()
    best = np.flatnonzero(np.round(weights, 9) == largest)
    return int(best[0]) if best.size == 1 else None


def _words(x, y, width, weights, picks):
    said = []
    for name, j in picks.items():
        said.append(f"{name} {NONE}" if j is None else f"{name} {NAMES[j]} {figure_text(weights[name][j])}")
    place = f"Query at ({figure_text(x, 1)}, {figure_text(y, 1)}), Gaussian width {figure_text(width, 1)}"
    return f"{place}. The key with the largest weight, by function: {', '.join(said)}."


def _verdict(picks):
    # √2 changes no order, so the two dot products never differ about the largest.
    dot = picks["dot"]
    parts = [text("Dot and scaled dot ") + (text("pick ") + _named(dot) if dot is not None else text(NONE))]
    for name in ("additive", "Gaussian"):
        j = picks[name]
        verb = "picks" if dot is None else "agrees on" if j == dot else "differs with"
        parts.append(text(f"{name} {verb} ") + _named(j) if j is not None else text(f"{name} {NONE}"))
    return "; ".join(parts) + "."


NONE = "cannot decide"


@cache
def _named(j):
    return tag("strong", lowered(LABELS[j], "sub"), " ", text(NAMES[j]))


def _plane(x, y, width, view, weights):
    marks = "".join(_mark(j, x, y, view, weights[j]) for j in range(N_KEYS))
    ring = width * UNIT if view == "Gaussian" else 0
    at = {"cx": UNIT * x, "cy": -UNIT * y}
    parts = _ground() + _field(view, width if view == "Gaussian" else None)
    parts += tag("circle", class_="ring", r=ring, **at) + _stem(x, y, view) + marks + _labels() + _knob(x, y)
    return tag("svg", parts, class_="plane", viewBox="-188 -170 358 358", aria_hidden="true")


@cache
def _ground():
    square = {"x": -EDGE, "y": -EDGE, "width": 2 * EDGE, "height": 2 * EDGE}
    ground = tag("rect", class_="ground", data_move="x y", data_unit=UNIT, **square)
    ticks = "".join(f"M{UNIT * i} -4v8M-4 {UNIT * i}h8" for i in range(-REACH, REACH + 1))
    axes = tag("path", class_="axes", d=f"M{-EDGE:g} 0H{EDGE:g}M0 {-EDGE:g}V{EDGE:g}{ticks}")
    numbers = ""
    for i in (-REACH, 0, REACH):
        words = text(figure_text(i, 0))
        numbers += tag("text", words, class_="tick", x=UNIT * i, y=EDGE + 13)
        numbers += tag("text", words, class_="tick", x=-EDGE - 13, y=-UNIT * i)
    return ground + axes + numbers


# As many as the slider has widths, and one for each of the other functions.
@cache
def _field(view, width):
    """What each place of the plane would pick: one path for each key."""
    weights = attention.softmax(_score(view, PLACES, width))
    paths = [""] * N_KEYS
    for (x, y), row in zip(PLACES, weights, strict=True):
        j = _favourite(row)
        if j is not None:
            paths[j] += _shape(j, UNIT * x, -UNIT * y, 7 * row[j])
    return tag("g", *(tag("path", d=d, fill=COLOURS[j]) for j, d in enumerate(paths)), class_="field")


def _mark(j, x, y, view, weight):
    # What a function looks at: the dot product at two arrows, the Gaussian at the way between their ends.
    start = {"Gaussian": (x, y), "additive": KEYS[j]}.get(view, (0, 0))
    ends = {"x1": UNIT * start[0], "y1": -UNIT * start[1], "x2": UNIT * KEYS[j, 0], "y2": -UNIT * KEYS[j, 1]}
    line = tag("line", class_="way", stroke=COLOURS[j], stroke_width=1.5 + 5 * weight, **ends)
    d = _shape(j, ends["x2"], ends["y2"], 9 + 5 * np.sqrt(weight))
    return line + tag("path", class_="key", d=d, fill=COLOURS[j])


def _stem(x, y, view):
    tip = (UNIT * x, -UNIT * y) if "dot" in view else (0, 0)
    return tag("line", class_="stem", x1=0, y1=0, x2=tip[0], y2=tip[1])


@cache
def _labels():
    labels = [lowered(label, "tspan", class_="sub", dy="0.3em") for label in LABELS]
    places = UNIT * (KEYS + BESIDE)
    return "".join(tag("text", label, class_="label", x=x, y=-y) for label, (x, y) in zip(labels, places, strict=True))


def _knob(x, y):
    parts = '<circle class="reach" r="24"/><circle class="knob" r="13"/><text class="letter">q</text>'
    place = f"translate({num(UNIT * x)} {num(-UNIT * y)})"
    return tag("g", parts, class_="grip", data_move="x y", data_unit=UNIT, transform=place)


def _shape(j, x, y, r):
    """The sign of key j about (x, y), as a path."""
    if j == 0:
        side = num(r)
        turn = f"a{side} {side} 0 1 0 "
        return f"M{num(x - r)} {num(y)}{turn}{num(2 * r)} 0{turn}{num(-2 * r)} 0Z"
    return "M" + "L".join(f"{num(x + r * i)} {num(y + r * k)}" for i, k in CORNERS[j]) + "Z"


def _table(query, width, scores, weights, picks, view):
    heads = "".join(_head(name, scores[name], weights[name], view) for name in FUNCTIONS)
    rows = [tag("th", title(j), scope="row") for j in range(N_KEYS)]
    for name in FUNCTIONS:
        reasons = _reasons(name, query, width, scores[name], weights[name])
        for j in range(N_KEYS):
            rows[j] += _cell(j, weights[name][j], picks[name] == j, reasons[j])
    head = tag("thead", tag("tr", tag("th", text("weight"), scope="col"), heads))
    return tag("table", head, tag("tbody", *(tag("tr", row) for row in rows)))


def _head(name, scores, weights, view):
    listed = ", ".join(f"{NAMES[j]} {figure_text(scores[j], signed=True)}" for j in range(N_KEYS))
    why = f"score = {FORMULAS[name]}\n{listed}"
    button = tag("button", text(name), type="button", class_="why", data_why=why)
    return tag("th", button, scope="col", class_="shown" if name == view else "function")


FORMULAS = {
    "dot": "q·k",
    "scaled dot": "q·k / √2",
    "additive": "w·tanh(W_q q + W_k k), 8 hidden units, weights random as before any training",
    "Gaussian": "−‖q − k‖² / (2·width²)",
}


def _cell(j, weight, is_pick, why):
    bar = tag("svg", share(j, weight), class_="bar", aria_hidden="true")
    number = tag("span", text(figure_text(weight)))
    return tag("td", number, bar, class_="pick" if is_pick else "other", data_why=why)


def _reasons(name, query, width, scores, weights):
    """Where each key's score and weight come from, with the present numbers."""
    powers = [figure_text(power) for power in np.exp(scores - scores.max())]
    total = " + ".join(powers)
    reasons = []
    for j in range(N_KEYS):
        score = f"score = {_formula(name, query, KEYS[j], width)} = {figure_text(scores[j], signed=True)}"
        share = f"{powers[j]} / ({total}) = {figure_text(weights[j])}"
        reasons.append(f"{score}\nweight = exp(score − largest) / sum of all four = {share}")
    return reasons


def _formula(name, query, key, width):
    q, k = [_factor(entry) for entry in query], [_factor(entry) for entry in key]
    match name:
        case "dot":
            return f"{q[0]}·{k[0]} + {q[1]}·{k[1]}"
        case "scaled dot":
            return f"({q[0]}·{k[0]} + {q[1]}·{k[1]}) / √2"
        case "additive":
            return f"w·tanh(W_q ({q[0]}, {q[1]}) + W_k ({k[0]}, {k[1]}))"
        case "Gaussian":
            return f"−(({q[0]} − {k[0]})² + ({q[1]} − {k[1]})²) / (2·{figure_text(width, 1)}²)"


def _factor(x):
    words = figure_text(x, 1)
    return words if x >= 0 else f"({words})"
