"""The letters of einsum: which axis each stands for, and where one has two sizes."""

import ast
import re

from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.shapes import read, shape_of

RUN = Rules(ValueError)


def letters(place, words):
    """What is said of arrays that do not fit the letters. words: the shapes as NumPy lists them."""
    rule = place.value(place.node.args[0])
    if type(rule) is not str or "..." in rule:
        return None
    nodes = place.node.args[1:]
    shapes = [read(text) for text in re.findall(r"(\([\d,]*\))->", words)]
    inputs = rule.replace(" ", "").partition("->")[0].split(",")
    if not len(inputs) == len(nodes) == len(shapes):
        return None
    seen = {}
    for letters, node, shape in zip(inputs, nodes, shapes, strict=True):
        for axis, (letter, size) in enumerate(zip(letters, shape, strict=False)):
            if letter in seen and size != seen[letter][2] and 1 not in (size, seen[letter][2]):
                first, at, other = seen[letter]
                return told(
                    f"The letter `{letter}` stands for axis {at} of {place.text(first)}, which is {other}, and for axis "
                    f"{axis} of {place.text(node)}, which is {size}. One letter has one size."
                )
            if size != 1:
                seen.setdefault(letter, (node, axis, size))
    return None


@RUN.on(
    r"einstein sum subscripts string contains too many subscripts for operand (\d+)|operand has more dimensions than subscripts given in einstein sum|einstein sum subscripts string included output subscript '(\w)'|(fewer|more) operands provided to einstein sum"
)
def _rule(match, place):
    if not place.is_a(ast.Call) or len(place.node.args) < 2:
        return None
    rule, nodes = place.value(place.node.args[0]), place.node.args[1:]
    if type(rule) is not str:
        return None
    inputs = rule.replace(" ", "").partition("->")[0].split(",")
    if match[2]:
        return told(f"The letter `{match[2]}` stands behind the arrow in {mark(repr(rule))} and before it nowhere.")
    if len(inputs) != len(nodes):
        return told(
            f"{mark(repr(rule))} speaks of {len(inputs)} {'array' if len(inputs) == 1 else 'arrays'}, and {len(nodes)} {'is' if len(nodes) == 1 else 'are'} given."
        )
    for letters, node in zip(inputs, nodes, strict=True):
        shape = shape_of(node, place)
        if shape is not None and len(shape) != len(letters) and "." not in letters:
            return told(
                f"`{letters}` gives {len(letters)} axes a letter, and {place.text(node)} has {len(shape)}: its shape is {shape}."
            )
    return None
