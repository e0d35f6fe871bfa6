"""A row of dots, some of them filled."""

from kino.figures import Picture, Slider, Toggle
from kino.svg import figure_text, tag

TITLE = "Own dots"
CONTROLS = (
    Slider("share", "Share", 0, 1, start=0.5, step=0.1, marks=((0.5, "half"),)),
    Toggle("big", "Big", start=False),
)
REEL = "share"


def is_on(i, share):
    return i < 10 * share


def draw(share, big, *, is_on=is_on):
    radius = 4 if big else 2
    dots = "".join(tag("circle", cx=10 * i, r=radius, class_="on" if is_on(i, share) else None) for i in range(10))
    words = f"{figure_text(share, 1)} of the dots are filled."
    return Picture(tag("svg", dots, viewBox="-5 -5 100 10"), {"share": share, "big": big}, words)
