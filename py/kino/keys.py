"""The four keys that a reader meets in one figure after another: each with its name, colour, shape and pattern."""

from functools import cache

from kino.svg import lowered, num, tag, text

NAMES = ("vermilion", "ochre", "teal", "indigo")
LABELS = ("k₁", "k₂", "k₃", "k₄")
# Each at least 3:1 against the light and the dark card.
COLOURS = ("#d23c28", "#bb860d", "#10947f", "#5560d6")
# About the origin, in units of the marker's size.
SHAPES = (
    '<circle r="1"/>',
    '<rect x="-0.9" y="-0.9" width="1.8" height="1.8"/>',
    '<path d="M0-1.1 1.05 0.75H-1.05Z"/>',
    '<path d="M0-1.25 1.1 0 0 1.25-1.1 0Z"/>',
)
# Drawn over a bar in the key's colour.
PATTERNS = (
    "",
    '<line class="dots" y1="50%" x2="800" y2="50%"/>',
    '<line class="bars-up" y1="50%" x2="800" y2="50%"/>',
    '<line class="bars-flat" y1="33%" x2="800" y2="33%"/><line class="bars-flat" y1="67%" x2="800" y2="67%"/>',
)


@cache
def title(j):
    """Key `j` as a row's title: its shape, its label, its name."""
    icon = tag("svg", SHAPES[j], class_="icon", viewBox="-1.5 -1.5 3 3", fill=COLOURS[j], aria_hidden="true")
    return icon + lowered(LABELS[j], "sub") + " " + tag("span", text(NAMES[j]), class_="quiet")


def share(j, weight, left=0.0):
    """A bar of width `weight`, from 0 to 1 of the svg that it stands in, beginning at `left`."""
    # A nested svg cuts its pattern off at its own edge, so no pattern needs an id that must be unique on the page.
    return tag("svg", _fill(j), x=f"{num(100 * left)}%" if left else None, width=f"{num(100 * weight)}%", height="100%")


@cache
def _fill(j):
    return tag("rect", width="100%", height="100%", fill=COLOURS[j]) + PATTERNS[j]
