"""Four keys on a dial, each with a colour for its value; the query is the hand that turns."""

from functools import cache
from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from kino import attention
from kino.figures import Picture, Slider, Toggle
from kino.keys import COLOURS, LABELS, NAMES, SHAPES, share, title
from kino.svg import MINUS, figure_text, hex_colour, lowered, num, tag, text

KEY_ANGLES = (25, 100, -165, -70)
KEYS = 3 * np.column_stack([np.cos(np.radians(KEY_ANGLES)), np.sin(np.radians(KEY_ANGLES))])
POINTS = KEYS.tolist()
VALUES = np.array([[int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)] for colour in COLOURS])

TITLE = "Turn the query"
CONTROLS = (
    Slider(
        "angle",
        "Turn the query",
        -180,
        180,
        start=50,
        unit="°",
        marks=tuple(zip(KEY_ANGLES, LABELS, strict=True)),
        wrap=True,
    ),
    Slider("length", "Length", 0, 3, start=1.5, step=0.1),
    Toggle("scaled", "Divide by √d", start=True),
)
REEL = "angle"
RETURNS = ("output", "weights")

UNIT = 50
RIM = 3 * UNIT


def draw(angle, length, scaled, *, attend=attention.attend):
    query = length * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    # A matrix of one query, for a reader's function answers many.
    given = query[None], KEYS, VALUES
    (output,), (weights,) = attend(*given, scaled=scaled)
    scores = KEYS @ query / (np.sqrt(query.size) if scaled else 1)
    values = {"angle": angle, "length": length, "scaled": scaled}
    values |= {"query": query, "scores": scores, "weights": weights, "output": output}
    own = None
    if attend is not attention.attend:
        (own_output,), (own_weights,) = attention.attend(*given, scaled=scaled)
        values |= {"own_weights": own_weights, "own_output": own_output}
        own = _Own(own_weights.tolist(), own_output.tolist())
    # Plain floats are drawn at half the cost of NumPy's.
    plain = query.tolist(), scores.tolist(), weights.tolist()
    remarks = list(_remarks(plain[-1], output.tolist())) if own else []
    readout = _table(*plain, scaled, own) + _blend(plain[-1], output.tolist(), own)
    readout += "".join(tag("p", text(remark), class_="remark") for remark in remarks)
    svg = _dial(angle, length, plain[-1], own) + tag("div", readout, class_="readout")
    return Picture(svg, values, " ".join([_words(angle, length, weights, output, own), *remarks]))


class _Own(NamedTuple):
    """What the lesson's own function gives, to be seen beside what the reader's gave."""

    weights: list
    output: list


def _words(angle, length, weights, output, own):
    order = np.argsort(-np.round(weights, 9), kind="stable")
    shares = ", ".join(f"{NAMES[j]} {_number(weights[j])}" for j in order)
    degrees, size = figure_text(angle, 0), figure_text(length, 1)
    words = f"Query at {degrees}°, length {size}: {shares}. The output is {hex_colour(output)}"
    return f"Your code. {words}; the lesson’s own is {hex_colour(own.output)}." if own else f"{words}."


def _remarks(weights, output):
    total = sum(weights)
    if abs(total - 1) > 1e-3:
        yield f"The weights sum to {_number(total, 3)}, not to 1."
    if min(weights) < 0:
        yield "A weight below 0 is drawn as a hollow bar."
    if min(output) < -1e-9 or max(output) > 1 + 1e-9:
        yield "The output leaves the range from 0 to 1, so its colour is cut off."


def _number(x, digits=2):
    """A weight to be read; a reader's may be of any size."""
    return figure_text(x, digits) if abs(x) < 1e4 else f"{x:.2e}".replace("-", MINUS)


def _held(weight):
    return min(max(weight, 0.0), 1.2)


def _dial(angle, length, weights, own):
    corner = tag("text", text(f"{figure_text(angle, 0)}°"), class_="angle", x=-192, y=-152)
    keys = "".join(_key(j, _held(weights[j]), own) for j in range(len(KEYS)))
    parts = _face() + corner + keys + _hand(angle, length)
    return tag("svg", parts, class_="dial", viewBox="-200 -200 400 400", aria_hidden="true")


# What is the same in every picture is written once.
@cache
def _face():
    face = tag("circle", class_="face", r=RIM, data_turn="angle") + tag("path", class_="ticks", d=_ticks())
    return face + tag("text", text("query"), class_="quiet", x=-192, y=-178)


def _ticks():
    turns = np.radians(np.arange(0, 360, 15))
    ends = [
        (c, s, RIM - (12 if i % 6 == 0 else 6))
        for i, (c, s) in enumerate(zip(np.cos(turns), np.sin(turns), strict=True))
    ]
    return "".join(f"M{num(RIM * c)} {num(-RIM * s)}L{num(r * c)} {num(-r * s)}" for c, s, r in ends)


def _key(j, weight, own):
    x, y = UNIT * POINTS[j][0], -UNIT * POINTS[j][1]
    line = tag("line", class_="key", x1=0, y1=0, x2=x, y2=y, stroke=COLOURS[j], stroke_width=num(2 + 9 * weight))
    marker = tag(
        "g",
        SHAPES[j],
        class_="marker",
        fill=COLOURS[j],
        transform=f"translate({num(x)} {num(y)}) scale({_size(weight)})",
    )
    ghost = tag("circle", class_="ghost", cx=x, cy=y, r=_size(own.weights[j])) if own else ""
    return line + marker + ghost + _label(j, 1.24 * x, 1.24 * y)


@cache
def _label(j, x, y):
    return tag("text", lowered(LABELS[j], "tspan", class_="sub", dy="0.3em"), class_="label", x=x, y=y)


def _size(weight):
    return num(9 + 9 * sqrt(weight), 1)


def _hand(angle, length):
    tip = num(UNIT * length)
    hint = '<path class="hint" d="M-5-22 0-28 5-22M-5 22 0 28 5 22"/>'
    letter = tag("text", "q", class_="letter", transform=f"rotate({num(angle)})")
    reach = '<circle class="reach" r="30"/>'
    knob = tag(
        "g",
        reach,
        hint,
        '<circle class="knob" r="15"/>',
        letter,
        class_="grip",
        data_turn="angle",
        transform=f"translate({tip} 0)",
    )
    parts = f'<line class="stem" x1="-18" y1="0" x2="{tip}" y2="0"/><circle class="hub" r="5"/>' + knob
    return tag("g", parts, class_="hand", transform=f"rotate({num(-angle)})")


def _table(query, scores, weights, scaled, own):
    score = "score q·k ÷ √2" if scaled else "score q·k"
    head = _head("the lesson’s" if own else score, "your weight" if own else "weight")
    rows = "".join(_row(j, query, scores, weights, scaled, own) for j in range(len(KEYS)))
    return tag("table", head, tag("tbody", rows))


@cache
def _head(score, weight):
    cells = tag("th", text("key and value"), scope="col")
    cells += tag("th", text(score), scope="col", class_="number")
    cells += tag("th", text(weight), scope="col", colspan="2", class_="weight")
    return tag("thead", tag("tr", cells))


def _row(j, query, scores, weights, scaled, own):
    if own:
        why = f"weight = {_number(weights[j])}, as your code returned it\nthe lesson’s own = "
        why += _share_of(j, scores, own.weights)
        middle = figure_text(own.weights[j])
    else:
        why = f"score = {_product(j, query, scores, scaled)}\nweight = {_share_of(j, scores, weights)}"
        middle = figure_text(scores[j], signed=True)
    cells = tag("th", tag("button", title(j), type="button", class_="why", data_why=why), scope="row")
    cells += tag("td", text(middle), class_="number")
    cells += tag("td", tag("svg", _bar(j, weights[j], own), class_="bar", aria_hidden="true"), class_="bars")
    cells += tag("td", text(_number(weights[j])), class_="number strong")
    return tag("tr", cells)


def _bar(j, weight, own):
    if not own:
        return share(j, weight)
    ghost = tag("rect", class_="ghost", width=f"{num(100 * own.weights[j])}%", height="100%")
    inner = tag("rect", class_="hollow", width=f"{num(100 * _held(-weight))}%", height="100%")
    inner = share(j, _held(weight)) if weight >= 0 else inner
    return ghost + tag("svg", inner, y="28%", height="44%")


def _product(j, query, scores, scaled):
    products = " + ".join(f"{_factor(q)}·{_factor(k)}" for q, k in zip(query, POINTS[j], strict=True))
    result = figure_text(scores[j], signed=True)
    return f"({products}) / √2 = {result}" if scaled else f"{products} = {result}"


def _share_of(j, scores, weights):
    powers = [figure_text(power) for power in map(exp, scores)]
    share = f"{powers[j]} / ({' + '.join(powers)}) = {figure_text(weights[j])}"
    return f"exp({figure_text(scores[j])}) / sum of all four = {share}"


def _factor(x):
    words = figure_text(x)
    return words if x >= 0 else f"({words})"


def _blend(weights, output, own):
    terms = " + ".join(f"{_number(w)}·{name}" for w, name in zip(weights, NAMES, strict=True))
    channels = ", ".join(_number(c) for c in output)
    why = f"output = {terms}\n= ({channels}) in red, green, blue = {hex_colour(output)}"
    if own:
        why = f"output = ({channels}) in red, green, blue, as your code returned it\n= {hex_colour(output)}"
    button = tag("button", text("output"), type="button", class_="why", data_why=why)
    caption = tag("p", button, " ", tag("code", text(hex_colour(output))), class_="output")
    strip = tag("svg", _strip(weights), class_="strip", aria_hidden="true")
    if own:
        words = text("the lesson’s own "), tag("code", text(hex_colour(own.output)))
        strip += tag("p", *words, _swatch(own.output), class_="own")
    return tag("div", _swatch(output), tag("div", caption, strip), class_="blend")


def _swatch(colour):
    square = tag("rect", width="100%", height="100%", fill=hex_colour(colour))
    return tag("svg", square, class_="swatch", aria_hidden="true")


def _strip(weights):
    left, strip = 0.0, ""
    for j, weight in enumerate(map(_held, weights)):
        strip += share(j, weight, left)
        left += weight
    return strip
