"""The few strings a picture needs. Numbers are rounded here, once, so that every machine draws the same bytes."""

import re
from html import escape

MINUS = "−"
_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def num(x, digits=2):
    """A number for an attribute: at most `digits` decimals, no trailing zeros, never "-0"."""
    text = f"{_settle(x, digits):.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def figure_text(x, digits=2, *, signed=False):
    """A number to be read: always `digits` decimals, a real minus sign, a plus where `signed`."""
    x = _settle(x, digits)
    sign = MINUS if x < 0 else "+" if signed and x > 0 else ""
    return f"{sign}{abs(x):.{digits}f}"


def hex_colour(rgb):
    """Red, green and blue from 0 to 1 as "#rrggbb"; what lies outside is cut off."""
    return "#" + "".join(f"{round(_settle(255 * min(max(c, 0.0), 1.0), 0)):02x}" for c in rgb)


def tag(name, *children, **attributes):
    """An element. `class_` is class, `stroke_width` is stroke-width; None and False are left out; text is escaped.

    Children are markup already made by `tag`, or plain text wrapped in `text`.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        value = num(value) if isinstance(value, (int, float)) and value is not True else str(value)
        parts.append(f'{_attribute_name(key)}="{escape(value)}"')
    return f"<{' '.join(parts)}>{''.join(children)}</{name}>"


def text(words):
    """Plain text, safe inside an element."""
    return escape(str(words), quote=False)


def lowered(words, element, **attributes):
    """Plain text whose Unicode subscripts (k₁) become a lowered `element`, for fonts that lack those signs."""
    return re.sub("[₀-₉]+", lambda found: tag(element, found[0].translate(_DIGITS), **attributes), text(words))


def _attribute_name(key):
    return {"viewBox": "viewBox"}.get(key, key.rstrip("_").replace("_", "-"))


def _settle(x, digits):
    # Two machines may differ in the last bits: rounding to nine decimals first sends both to the same side of a tie.
    settled = round(round(float(x), 9), digits)
    return settled + 0.0
