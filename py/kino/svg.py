"""The few strings a picture needs. Numbers are rounded here, once, so that every machine draws the same bytes."""

import re
from functools import cache
from html import escape

MINUS = "−"
_SPECIAL = re.compile("[&<>\"']").search
_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def num(x, digits=2):
    """A number for an attribute: at most `digits` decimals, no trailing zeros, never "-0"."""
    if type(x) is int:
        return str(x)
    text = f"{_settle(x):.{digits}f}"
    if digits:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def figure_text(x, digits=2, *, signed=False):
    """A number to be read: always `digits` decimals, a real minus sign, a plus where `signed`."""
    text = f"{_settle(x):.{digits}f}"
    if text[0] == "-":
        return MINUS + text[1:] if text.strip("-0.") else text[1:]
    return "+" + text if signed and text.strip("0.") else text


def hex_colour(rgb):
    """Red, green and blue from 0 to 1 as "#rrggbb"; what lies outside is cut off."""
    return "#" + "".join(f"{round(_settle(255 * min(max(c, 0.0), 1.0))):02x}" for c in rgb)


def tag(name, *children, **attributes):
    """An element. `class_` is class, `stroke_width` is stroke-width; None and False are left out; text is escaped.

    Children are markup already made by `tag`, or plain text wrapped in `text`.
    """
    opening = name
    for key, value in attributes.items():
        if type(value) is not str:
            if value is None or value is False:
                continue
            value = num(value) if isinstance(value, (int, float)) and value is not True else str(value)
        if _SPECIAL(value):
            value = escape(value)
        opening += f'{_attribute_name(key)}="{value}"'
    return f"<{opening}>{''.join(children)}</{name}>"


def text(words):
    """Plain text, safe inside an element."""
    words = str(words)
    return escape(words, quote=False) if _SPECIAL(words) else words


def lowered(words, element, **attributes):
    """Plain text whose Unicode subscripts (k₁) become a lowered `element`, for fonts that lack those signs."""
    return re.sub("[₀-₉]+", lambda found: tag(element, found[0].translate(_DIGITS), **attributes), text(words))


@cache
def _attribute_name(key):
    """A keyword as it stands before the value, with the space before it."""
    return f" {key.rstrip('_').replace('_', '-')}"


def _settle(x):
    # Two machines may differ in the last bits: rounding to nine decimals first sends both to the same side of a tie.
    return round(float(x), 9)
