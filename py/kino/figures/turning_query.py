"""Four keys on a dial, each with a colour for its value; the query is the hand that turns."""

from functools import cache
from math import exp, sqrt

import numpy as np

from kino import attention
from kino.figures import Picture, Slider, Toggle
from kino.keys import COLOURS, LABELS, NAMES, SHAPES, share, title
from kino.svg import figure_text, hex_colour, lowered, num, tag, text

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

UNIT = 50
RIM = 3 * UNIT


def draw(angle, length, scaled, *, attend=attention.attend):
    query = length * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    output, weights = attend(query, KEYS, VALUES, scaled=scaled)
    scores = KEYS @ query / (np.sqrt(query.size) if scaled else 1)
    # Plain floats are drawn at half the cost of NumPy's.
    plain = query.tolist(), scores.tolist(), weights.tolist()
    readout = _table(*plain, scaled) + _blend(plain[-1], output.tolist())
    svg = _dial(angle, length, plain[-1]) + tag("div", readout, class_="readout")
    values = {"angle": angle, "length": length, "scaled": scaled}
    values |= {"query": query, "scores": scores, "weights": weights, "output": output}
    return Picture(svg, values, _words(angle, length, weights, output))


def _words(angle, length, weights, output):
    order = np.argsort(-np.round(weights, 9), kind="stable")
    shares = ", ".join(f"{NAMES[j]} {figure_text(weights[j])}" for j in order)
    degrees, size = figure_text(angle, 0), figure_text(length, 1)
    return f"Query at {degrees}°, length {size}: {shares}. The output is {hex_colour(output)}."


def _dial(angle, length, weights):
    corner = tag("text", text("query"), class_="quiet", x=-192, y=-178)
    corner += tag("text", text(f"{figure_text(angle, 0)}°"), class_="angle", x=-192, y=-152)
    face = tag("circle", class_="face", r=RIM, data_turn="angle") + tag("path", class_="ticks", d=_ticks())
    keys = "".join(_key(j, weights[j]) for j in range(len(KEYS)))
    parts = face + corner + keys + _hand(angle, length)
    return tag("svg", parts, class_="dial", viewBox="-200 -200 400 400", aria_hidden="true")


@cache
def _ticks():
    turns = np.radians(np.arange(0, 360, 15))
    ends = [
        (c, s, RIM - (12 if i % 6 == 0 else 6))
        for i, (c, s) in enumerate(zip(np.cos(turns), np.sin(turns), strict=True))
    ]
    return "".join(f"M{num(RIM * c)} {num(-RIM * s)}L{num(r * c)} {num(-r * s)}" for c, s, r in ends)


def _key(j, weight):
    x, y = UNIT * POINTS[j][0], -UNIT * POINTS[j][1]
    line = tag("line", class_="key", x1=0, y1=0, x2=x, y2=y, stroke=COLOURS[j], stroke_width=num(2 + 9 * weight))
    scale = num(9 + 9 * sqrt(weight), 1)
    marker = tag(
        "g",
        SHAPES[j],
        class_="marker",
        fill=COLOURS[j],
        transform=f"translate({num(x)} {num(y)}) scale({scale})",
    )
    label = tag("text", lowered(LABELS[j], "tspan", class_="sub", dy="0.3em"), class_="label", x=1.24 * x, y=1.24 * y)
    return line + marker + label


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


def _table(query, scores, weights, scaled):
    head = tag("th", text("key and value"), scope="col")
    head += tag("th", text("score q·k ÷ √2" if scaled else "score q·k"), scope="col", class_="number")
    head += tag("th", text("weight"), scope="col", colspan="2", class_="weight")
    rows = "".join(_row(j, query, scores, weights, scaled) for j in range(len(KEYS)))
    return tag("table", tag("thead", tag("tr", head)), tag("tbody", rows))


def _row(j, query, scores, weights, scaled):
    name = title(j)
    button = tag("button", name, type="button", class_="why", data_why=_why(j, query, scores, weights, scaled))
    cells = tag("th", button, scope="row")
    cells += tag("td", text(figure_text(scores[j], signed=True)), class_="number")
    cells += tag("td", tag("svg", share(j, weights[j]), class_="bar", aria_hidden="true"), class_="bars")
    cells += tag("td", text(figure_text(weights[j])), class_="number strong")
    return tag("tr", cells)


def _why(j, query, scores, weights, scaled):
    products = " + ".join(f"{_factor(q)}·{_factor(k)}" for q, k in zip(query, POINTS[j], strict=True))
    result = figure_text(scores[j], signed=True)
    score = f"({products}) / √2 = {result}" if scaled else f"{products} = {result}"
    powers = [figure_text(power) for power in map(exp, scores)]
    share = f"{powers[j]} / ({' + '.join(powers)}) = {figure_text(weights[j])}"
    return f"score = {score}\nweight = exp({figure_text(scores[j])}) / sum of all four = {share}"


def _factor(x):
    words = figure_text(x)
    return words if x >= 0 else f"({words})"


def _blend(weights, output):
    swatch = tag(
        "svg",
        tag("rect", width="100%", height="100%", fill=hex_colour(output)),
        class_="swatch",
        aria_hidden="true",
    )
    terms = " + ".join(f"{figure_text(w)}·{name}" for w, name in zip(weights, NAMES, strict=True))
    channels = ", ".join(figure_text(c) for c in output)
    why = f"output = {terms}\n= ({channels}) in red, green, blue = {hex_colour(output)}"
    button = tag("button", text("output"), type="button", class_="why", data_why=why)
    caption = tag("p", button, " ", tag("code", text(hex_colour(output))), class_="output")
    left, strip = 0.0, ""
    for j, weight in enumerate(weights):
        strip += share(j, weight, left)
        left += weight
    return tag(
        "div",
        swatch,
        tag("div", caption, tag("svg", strip, class_="strip", aria_hidden="true")),
        class_="blend",
    )
