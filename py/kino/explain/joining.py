"""Arrays that are to be joined and do not fit each other."""

import ast

from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.shapes import numpy_call, shape_of
from kino.explain.spelling import joined

RUN = Rules(ValueError)


def _parts(place):
    """The arrays in the list that a call joins: (nodes, shapes); or None."""
    node = place.node
    if not place.is_a(ast.Call) or not node.args:
        return None
    name, arguments = numpy_call(node, place)
    if not arguments or not isinstance(arguments[0], (ast.List, ast.Tuple)):
        return None
    return name, arguments[0].elts, [shape_of(each, place) for each in arguments[0].elts]


def _listed(nodes, shapes, place):
    return joined([f"{place.text(node)} has shape {shape}" for node, shape in zip(nodes, shapes, strict=True)])


@RUN.on(r"along dimension (\d+), the array at index (\d+) has size (\d+) and the array at index (\d+) has size (\d+)")
def _joined(match, place):
    axis, i, _, j, _ = (int(part) for part in match.groups())
    found = _parts(place)
    if not found or None in (found[2][i], found[2][j]):
        return None
    _, nodes, shapes = found
    a, b = shapes[i], shapes[j]
    if not len(a) == len(b) > axis:
        return None
    words = f"{_listed([nodes[i], nodes[j]], [a, b], place)}. Only the axis along which they are joined may differ, and axis {axis} is {a[axis]} and {b[axis]}."
    others = [k for k in range(len(a)) if a[k] != b[k]]
    return told(f"{words} Along axis {axis} they would fit." if others == [axis] and len(shapes) == 2 else words)


@RUN.on(r"the array at index (\d+) has (\d+) dimension\(s\) and the array at index (\d+) has (\d+) dimension\(s\)")
def _depths(match, place):
    i, _, j, _ = (int(part) for part in match.groups())
    found = _parts(place)
    if not found or None in (found[2][i], found[2][j]):
        return None
    nodes, shapes = [found[1][i], found[1][j]], [found[2][i], found[2][j]]
    short = min((0, 1), key=lambda k: len(shapes[k]))
    words = f"{_listed(nodes, shapes, place)}. Arrays that are joined have the same number of axes."
    text = place.text(nodes[short])[1:-1]
    return told(
        f"{words} {mark(f'{text}[None]')} has one more, shape {(1, *shapes[short])}."
        if isinstance(nodes[short], ast.Name)
        else words
    )


@RUN.on(r"all input arrays must have the same shape")
def _stack(match, place):
    found = _parts(place)
    if not found or None in found[2] or len(set(found[2])) < 2:
        return None
    _, nodes, shapes = found
    other = next(i for i, shape in enumerate(shapes) if shape != shapes[0])
    return told(
        f"{_listed([nodes[0], nodes[other]], [shapes[0], shapes[other]], place)}. `stack` lays equal arrays on each other; to join others, use `np.concatenate`."
    )


@RUN.on(r"zero-dimensional arrays cannot be concatenated")
def _zero(match, place):
    return told(
        "Single numbers cannot be joined like arrays. `np.array([…])` makes an array of them, or put each into a list."
    )
