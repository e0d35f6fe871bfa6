"""How far dot products spread as vectors get longer, what that does to a softmax, and how dividing by √d undoes it.

The variance of a sample is itself uncertain. For n values of variance σ² and excess kurtosis κ its own variance is
σ⁴ (κ/n + 2/(n − 1)). For q·k of standard normals: one product x·y has E[x²y²] = 1 and E[x⁴y⁴] = 3·3 = 9, so its excess
kurtosis is 9 − 3 = 6; cumulants of independent terms add, so a sum of d of them has variance d and excess 6d/d² = 6/d.
"""

from functools import cache
from math import sqrt

import numpy as np

from kino.attention import dot_product_scores, softmax, softmax_jacobian
from kino.figures import Picture, Steps
from kino.svg import figure_text, num, tag, text

PAIRS, TEN = 1000, 10
SIZES = tuple(2**i for i in range(1, 11))
# Ten scores are few: the largest weight wanders on its way to 1, and with this seed less than with others.
SEED = 40
EDGE, NEAR = 80, 4

TITLE = "Variance of scores"
CONTROLS = (Steps("d", "Size d", SIZES, start=64),)
REEL = "d"

# Histogram and curve are drawn once, in units of theory's standard deviation across and 1/1000 of density up: scaled or
# not, only the window through which they are seen differs.
BIN = 0.25
BINS = np.arange(-8, 8 + BIN, BIN)
HEIGHT = 1000


def draw(d):
    raw, scaled = _scores()[d]
    values = {"d": d, "theory": d, "standard_error": _standard_error(d)}
    for name, scores in (("", raw), ("_scaled", scaled)):
        weights = softmax(scores[:TEN])
        values |= {
            f"variance{name}": float(scores.var(ddof=1)),
            f"weights{name}": weights,
            f"largest{name}": float(weights.max()),
            f"jacobian{name}": float(np.linalg.norm(softmax_jacobian(weights))),
        }
    return Picture(_picture(raw, scaled, values), values, _words(values))


@cache
def _scores():
    """{d: (scores, scaled scores)} of the pairs, each (PAIRS,), from one pool of which the first d numbers count."""
    queries, keys = np.random.default_rng(SEED).standard_normal((2, PAIRS, 1, SIZES[-1]))
    return {
        d: tuple(
            dot_product_scores(queries[..., :d], keys[..., :d], scaled=scaled)[:, 0, 0] for scaled in (False, True)
        )
        for d in SIZES
    }


def _standard_error(d):
    """Of the variance of PAIRS scores, where theory says d; see above."""
    return d * sqrt(6 / d / PAIRS + 2 / (PAIRS - 1))


def _theory(name, values):
    """(the variance that theory gives, the standard error of one measured on PAIRS pairs), for "" or "_scaled"."""
    d, error = values["d"], values["standard_error"]
    return (1, error / d) if name else (d, error)


def _words(values):
    def part(name):
        theory, error = _theory(name, values)
        size = figure_text(values[f"jacobian{name}"], 4)
        return (
            f"the variance over 1,000 pairs is {figure_text(values[f'variance{name}'])} (theory {theory} ± "
            f"{figure_text(error)}), the largest of ten softmax weights {figure_text(values[f'largest{name}'])} "
            f"and the size of the Jacobian {size}"
        )

    return f"For vectors of {values['d']} numbers, of q·k {part('')}; of q·k ÷ √d {part('_scaled')}."


def _picture(raw, scaled, values):
    shape = _shape(scaled)
    panels = _panel(0, "q·k", raw, sqrt(values["d"]), shape) + _panel(BLOCK, "q·k ÷ √d", scaled, 1, shape)
    panels += _lens(shape)
    spread = tag("svg", panels, class_="spread", aria_hidden="true")
    bars = _bars("softmax of q·k", values["weights"]) + _bars("softmax of q·k ÷ √d", values["weights_scaled"])
    return spread + bars + tag("div", _key(raw), _table(raw, scaled, values), class_="readout")


# One panel, in px: a line of text, the plot, its axis with numbers.
BLOCK, TOP, BASE, TICKS = 172, 28, 126, 145


def _panel(y, title, scores, deviation, shape):
    heading = tag("tspan", text(title), class_="name")
    heading += tag("tspan", text(f"standard deviation {figure_text(scores.std(ddof=1), 1)}"), class_="soft", dx="0.8em")
    reach = {"x1": _across(-deviation), "x2": _across(deviation)}
    parts = tag("text", heading, x=0, y=y + 13)
    parts += tag("line", class_="deviation", y1=y + BASE + 4, y2=y + BASE + 4, **reach)
    parts += _seen(shape, EDGE / deviation, y=y + TOP, width="100%", height=BASE - TOP)
    parts += tag("line", class_="axis", x2="100%", y1=y + BASE, y2=y + BASE)
    for at in range(-EDGE, EDGE + 1, 40):
        side = {-EDGE: "start", EDGE: "end"}.get(at, "middle")
        parts += tag("text", text(figure_text(at, 0)), class_="tick", x=_across(at), y=y + TICKS, text_anchor=side)
    return tag("g", parts)


def _across(x):
    return _percent(0.5 + 0.5 * x / EDGE)


def _shape(scaled):
    """(histogram and normal curve as markup, how high they reach)"""
    counts, _ = np.histogram(scaled, BINS)
    density = counts * HEIGHT / (PAIRS * BIN)
    steps = "".join(f"V{num(-high)}h{BIN:g}" for high in density)
    bars = tag("path", class_="bars", d=f"M{BINS[0]:g} 0{steps}V0Z")
    top = 1.08 * max(density.max(), HEIGHT / sqrt(2 * np.pi))
    return bars + _curve(), top


def _seen(shape, edge, **place):
    """A shape as seen from -edge to edge standard deviations."""
    markup, top = shape
    window = f"{num(-edge, 4)} {num(-top)} {num(2 * edge, 4)} {num(top)}"
    return tag("svg", markup, viewBox=window, preserveAspectRatio="none", **place)


@cache
def _curve():
    xs = np.arange(-5, 5.01, 0.125)
    heights = HEIGHT * np.exp(-(xs**2) / 2) / sqrt(2 * np.pi)
    points = " ".join(f"{num(x, 3)} {num(-high)}" for x, high in zip(xs, heights, strict=True))
    return tag("path", class_="curve", d=f"M{points}")


def _lens(shape):
    """The scaled scores from -NEAR to NEAR: on the axis of the unscaled ones they are a needle."""
    y, height = BLOCK + TOP - 8, BASE - TOP - 16
    inner = tag("rect", class_="glass", width="100%", height=height)
    inner += _seen(shape, NEAR, width="100%", height=height)
    for at, x, side in ((-NEAR, "3%", "start"), (0, "50%", "middle"), (NEAR, "97%", "end")):
        inner += tag("text", text(figure_text(at, 0)), class_="tick", x=x, y=height + 15, text_anchor=side)
    rays = tag("line", class_="ray", x1=_across(1), x2="62%", y1=BLOCK + BASE - 4, y2=y + height)
    rays += tag("line", class_="ray", x1=_across(1), x2="62%", y1=BLOCK + TOP + 10, y2=y)
    return tag("g", rays, tag("svg", inner, x="62%", y=y, width="38%", height=height + 20), class_="lens")


def _bars(title, weights):
    largest = int(np.argmax(np.round(weights, 9)))
    columns = ""
    for i, weight in enumerate(weights):
        x, place = (i + 0.12) / TEN, {"y": _percent(1 - weight), "height": _percent(weight)}
        columns += tag("rect", class_="largest" if i == largest else "other", x=_percent(x), width="7.6%", **place)
    number = tag("text", text(figure_text(weights[largest])), class_="peak", dy=-6)
    number = tag("svg", number, x=_percent((largest + 0.5) / TEN), y=_percent(1 - weights[largest]))
    even = tag("line", class_="even", x2="100%", y1=_percent(1 - 1 / TEN), y2=_percent(1 - 1 / TEN))
    parts = tag("text", tag("tspan", text(title), class_="name"), x=0, y=13)
    parts += tag("svg", columns, even, number, y=TOP + 18, width="100%", height=BASE - TOP - 18)
    parts += tag("line", class_="axis", x2="100%", y1=BASE, y2=BASE)
    for i in range(TEN):
        kind = "tick peak" if i == largest else "tick"
        parts += tag("text", text(i + 1), class_=kind, x=_percent((i + 0.5) / TEN), y=TICKS, text_anchor="middle")
    return tag("svg", parts, class_="weights", aria_hidden="true")


def _percent(share):
    return f"{num(100 * share)}%"


def _key(raw):
    outside = int((np.abs(raw) > EDGE).sum())
    items = {
        "of-bars": f"1,000 pairs ({outside} beyond ±{EDGE} not drawn)",
        "of-curve": "normal curve of theory’s variance",
        "of-deviation": "theory: ± one standard deviation",
        "of-even": "ten equal weights",
    }
    swatches = (tag("span", class_=f"swatch {kind}", aria_hidden="true") + text(words) for kind, words in items.items())
    return tag("p", *(tag("span", swatch) for swatch in swatches), class_="key")


def _table(raw, scaled, values):
    columns = ("variance, theory", "variance, 1,000 pairs", "largest of ten weights", "size of Jacobian")
    head = tag("th", text("score"), scope="col")
    head += "".join(tag("th", text(words), scope="col", class_="number") for words in columns)
    rows = _row("q·k", "", raw, values) + _row("q·k ÷ √d", "_scaled", scaled, values)
    table = tag("table", tag("thead", tag("tr", head)), tag("tbody", rows))
    return table + tag("p", text(_verdict(values)), class_="verdict")


def _row(title, name, scores, values):
    theory, error = _theory(name, values)
    reasons = _reasons(name, scores[:TEN], values)
    cells = tag("th", text(title), scope="row")
    cells += tag("td", text(theory), " ", tag("span", text(f"± {figure_text(error)}"), class_="error"), class_="number")
    for key, digits in (("variance", 2), ("largest", 2), ("jacobian", 4)):
        shown = text(figure_text(values[key + name], digits))
        button = tag("button", shown, type="button", class_="why", data_why=reasons[key])
        cells += tag("td", button, class_="number strong")
    return tag("tr", cells)


def _reasons(name, ten, values):
    d, (theory, error) = values["d"], _theory(name, values)
    variance = figure_text(values[f"variance{name}"])
    gaps = [f"exp({figure_text(gap)})" for gap in sorted(ten - ten.max(), reverse=True)[1:]]
    sum_of_ten = f"1 + {gaps[0]} + {gaps[1]} + … + {gaps[-1]}"
    share = f"{d} / {d}" if name else f"a sum of {d} products, each of variance 1"
    root = f"{theory} · √(6 / ({PAIRS} · {d}) + 2 / {PAIRS - 1})"
    return {
        "variance": f"variance of {PAIRS} scores = {variance}; theory: {share} = {theory}\n"
        f"standard error with {PAIRS} pairs = {root} = {figure_text(error)}",
        "largest": f"largest weight = exp(largest score) / sum of ten, the largest score, {figure_text(ten.max())}, "
        f"taken off each\n= 1 / ({sum_of_ten}) = {figure_text(values[f'largest{name}'])}",
        "jacobian": "Jacobian of the softmax: w·(1 − w) on the diagonal, −w·w′ beside it\n"
        f"size = √(sum of its {TEN**2} squares) = {figure_text(values[f'jacobian{name}'], 4)}",
    }


def _verdict(values):
    theory, error = _theory("", values)
    variance = values["variance"]
    gap, side = abs(variance - theory) / error, "above" if variance > theory else "below"
    return (
        f"1,000 pairs tell a variance to about ±{figure_text(error)}, one standard error: the measured "
        f"{figure_text(variance)} lies {figure_text(gap, 1)} of that {side} theory’s {theory}."
    )
