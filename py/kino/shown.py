"""Numbers to be looked at: one as text, and an array as a table whose cells are as dark as their numbers are large."""

import math
import sys

from kino import look
from kino.heatmap import FLIP
from kino.svg import MINUS, num, tag, text

MOST = 20  # rows and columns of a table


def number(value):
    """A number, a text or a date of NumPy's or Python's own in few characters."""
    kind = look.type_name(type(value))
    if kind.startswith("complex") or kind == "clongdouble":
        return _complex(complex(value))
    if kind.startswith(("int", "uint")) or kind in ("longlong", "ulonglong"):
        return _whole(int(value))
    return _real(float(value)) if kind.startswith(("float", "longdouble")) else _short(str(value))


def _whole(value):
    if value.bit_length() > 60:
        return f"{MINUS if value < 0 else ''}2^{value.bit_length() - 1} or more"
    return str(value).replace("-", MINUS)


def _real(value):
    if not math.isfinite(value):
        return {"nan": "NaN", "inf": "∞", "-inf": f"{MINUS}∞"}[str(value)]
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return num(value, 3 if abs(value) < 1000 else 1).replace("-", MINUS)
    return f"{value:.2e}".replace("-", MINUS)


def _complex(value):
    imaginary = _real(value.imag)
    return f"{_real(value.real)}{'' if imaginary.startswith(MINUS) else '+'}{imaginary}j"


def _short(words):
    return words if len(words) <= 20 else f"{words[:19]}…"


def table(array, name):
    """An array of one of NumPy's own classes as (markup, words): the first rows and columns of its first matrix."""
    if not array.size:
        return "", f"{name} has the shape {array.shape} and holds nothing."
    first = array[(0,) * (array.ndim - 2)] if array.ndim > 2 else array
    rows = first.reshape(-1, first.shape[-1]) if first.ndim else first.reshape(1, 1)
    part = [list(row) for row in rows[:MOST, :MOST]]
    shares = _shares(part) if array.dtype.kind in "biuf" else [[None] * len(part[0])] * len(part)
    end = tag("td", "…") if rows.shape[1] > MOST else ""
    lines = [
        tag("tr", tag("th", text(i) if first.ndim > 1 else "", scope="row"), *map(_cell, part[i], shares[i]), end)
        for i in range(len(part))
    ]
    if rows.shape[0] > MOST:
        lines.append(tag("tr", tag("th", "…", scope="row"), tag("td", "…") * len(part[0]), end))
    columns = "".join(tag("th", text(j), scope="col") for j in range(len(part[0]))) if first.ndim else ""
    head = tag("thead", tag("tr", tag("td"), columns, end and tag("td", "…")))
    markup = tag("table", head, tag("tbody", *lines), class_="heatmap numbers", aria_label=f"The numbers of {name}")
    return markup, _words(array, rows.shape, name)


def _cell(value, share):
    words = tag("span", text(_element(value)), class_="shown")
    if share is None:
        return tag("td", words, class_="cell")
    square = tag("rect", width="100%", height="100%", class_="heat", opacity=num(share, 3))
    return tag("td", tag("svg", square, aria_hidden="true"), words, class_="cell high" if share >= FLIP else "cell")


def _element(value):
    kind = look.type_name(type(value))
    if kind == "MaskedConstant":
        return "masked"
    # Anything else could only be shown by code of its own.
    return number(value) if is_number(value) else f"‹{kind[:20]}›"


def is_number(value):
    """Whether it is a number, a text or a date of Python's or NumPy's own, not of a class that was made from theirs."""
    numpy = sys.modules.get("numpy")
    own = {*numpy.sctypeDict.values()} - {numpy.object_, numpy.void} if numpy else set()
    return look.is_one_of(value, {int, float, bool, complex, str, bytes} | own)


def _shares(part):
    """How far each number is from the smallest (0) to the largest (1); None for what is no finite number."""
    numbers = [[_float(value) for value in row] for row in part]
    held = [value for row in numbers for value in row if math.isfinite(value)]
    low = min(held, default=0) / 2
    span = max(held, default=0) / 2 - low or 1  # halves, for the whole may be more than a float holds
    return [[(value / 2 - low) / span if math.isfinite(value) else None for value in row] for row in numbers]


def _float(value):
    return math.nan if look.type_name(type(value)) == "MaskedConstant" else float(value)


def _words(array, size, name):
    told = []
    if array.ndim > 2:
        place = ", ".join("0" * (array.ndim - 2))
        told.append(f"This is {name}[{place}], the first of {math.prod(array.shape[:-2])} matrices in {array.shape}.")
    if max(size) > MOST:
        told.append(f"The first {min(size[0], MOST)} rows and {min(size[1], MOST)} columns of {size[0]} × {size[1]}.")
    if array.dtype.kind in "biuf":
        told.append("The larger a number, the fuller its colour.")
    return " ".join(told)
