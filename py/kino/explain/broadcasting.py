"""Arrays that are to be combined element by element and whose shapes do not fit."""

import ast
import re

from kino.explain.kinds import is_array
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.shapes import broadcast, read, shape_of

RUN = Rules(ValueError, TypeError)


@RUN.on(r"operands could not be broadcast together with shapes ((?:\([\d,]*\) ?)+)")
def _together(match, place):
    shapes = [read(text) for text in re.findall(r"\([\d,]*\)", match[1])]
    nodes = _operands(place, shapes)
    if not nodes:
        return None
    found = list(zip(map(place.text, nodes), shapes, strict=False))
    pair = next(((i, j) for j in range(len(found)) for i in range(j) if broadcast(shapes[i], shapes[j]) is None), None)
    if pair is None:
        return None
    (a, L), (b, R) = found[pair[0]], found[pair[1]]
    words = f"{a} has shape {L} and {b} has shape {R}. {_disagreement(L, R)}"
    offer, fix = _offer(nodes[pair[0]], nodes[pair[1]], L, R, place)
    return told(f"{words} {offer}" if offer else words, fix)


def _operands(place, shapes):
    """The pieces of code that have these shapes, in order; or None where they cannot be told."""
    node = place.node
    if place.is_a(ast.BinOp):
        nodes = [node.left, node.right]
    elif place.is_a(ast.AugAssign):
        nodes = [node.target, node.value]
    elif place.is_a(ast.Compare) and len(node.ops) == 1:
        nodes = [node.left, node.comparators[0]]
    elif place.is_a(ast.Call):
        # A function may combine its arguments in any order, so each must be known by its shape.
        nodes = []
        for shape in shapes[:3]:
            nodes.append(next((arg for arg in node.args if arg not in nodes and shape_of(arg, place) == shape), None))
        return None if None in nodes else nodes
    else:
        return None
    known = [shape_of(each, place) for each in nodes]
    # Where the shapes are known to be others, something else has failed.
    return nodes if all(own is None or own == shape for own, shape in zip(known, shapes, strict=False)) else None


def _disagreement(L, R):
    for back in range(1, min(len(L), len(R)) + 1):
        if L[-back] != R[-back] and 1 not in (L[-back], R[-back]):
            where = "the last axis" if back == 1 else f"axis -{back}"
            return f"Counted from the end, {where} is {L[-back]} in one and {R[-back]} in the other; they must be equal, or one of them 1."
    return ""


def _offer(left, right, L, R, place):
    """What would make the two fit, in words, and the fix for it; or (None, None)."""
    for node, shape, other in ((right, R, L), (left, L, R)):
        if len(shape) == len(other) - 1 and shape and shape[-1] == other[-2] and broadcast((*shape, 1), other):
            return _kept(node, shape, place)
    for node, shape, other in ((right, R, L), (left, L, R)):
        if len(shape) == 2 and broadcast(shape[::-1], other):
            start, end = place.span(node)
            text = place.source[start:end]
            if isinstance(node, ast.Name) and not (place.is_a(ast.AugAssign) and node is left):
                new = f"{text}.T"
                return f"Did you mean {mark(new)}, which has shape {shape[::-1]}?", place.change(node, new)
    return None, None


def _kept(node, shape, place):
    # scores / scores.sum(axis=-1): the sum has lost the axis that the division needs.
    start, end = place.span(node)
    text = place.source[start:end]
    names = [word.arg for word in node.keywords] if isinstance(node, ast.Call) else []
    reduces = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in (
        "sum",
        "max",
        "min",
        "mean",
        "std",
        "var",
        "prod",
    )
    if reduces and "axis" in names and "keepdims" not in names:
        fix = place.fix("Add `keepdims=True`", (end - 1, end - 1, ", keepdims=True"))
        return "`keepdims=True` keeps the axis, with size 1.", fix
    if isinstance(node, (ast.Name, ast.Attribute)):
        new = f"{text}[..., None]" if len(shape) > 1 else f"{text}[:, None]"
        return f"Did you mean {mark(new)}, which has shape {(*shape, 1)}?", place.change(node, new)
    return f"An axis of size 1 at its end, shape {(*shape, 1)}, would make it fit.", None


@RUN.on(r"non-broadcastable output operand with shape (\([\d,]*\)) doesn't match the broadcast shape (\([\d,]*\))")
def _grown(match, place):
    if not place.is_a(ast.AugAssign):
        return None
    target, value = place.text(place.node.target), place.text(place.node.value)
    start, end = place.span(place.node.target)[1], place.span(place.node.value)[0]
    sign = place.source[start:end].strip()[:-1]
    name = place.source[place.span(place.node.target)[0] : start]
    fix = (
        place.fix(f"Write `{name} = {name} {sign} …`", (start, end, f" = {name} {sign} "))
        if isinstance(place.node.target, ast.Name)
        else None
    )
    return told(
        f"{target} has shape {read(match[1])}, and with {value} the result would have shape {read(match[2])}. "
        f"`{sign}=` writes into the array that is there, and it cannot grow.",
        fix,
    )


@RUN.on(r"could not broadcast input array from shape (\([\d,]*\)) into shape (\([\d,]*\))")
def _into(match, place):
    given, room = read(match[1]), read(match[2])
    parent = getattr(place.node, "parent", None)
    if place.is_a(ast.Subscript) and isinstance(parent, ast.Assign):
        return told(
            f"{place.text(place.node)} has shape {room}, and {place.text(parent.value)} with shape {given} does not fit in. {_disagreement(room, given)}".strip()
        )
    if place.is_a(ast.Call) and place.is_last:
        return told(f"An array of shape {given} does not fit into shape {room}. {_disagreement(room, given)}".strip())
    return None


@RUN.on(r"setting an array element with a sequence\.?$|only (?:0-dimensional|length-1|size-1) arrays can be converted")
def _element(match, place):
    parent = getattr(place.node, "parent", None)
    if not place.is_a(ast.Subscript) or not isinstance(parent, ast.Assign) or parent.value is place.node:
        return None
    shape = shape_of(parent.value, place)
    holder = place.value(place.node.value)
    if shape is None or not is_array(holder):
        return None
    return told(f"{place.text(place.node)} is one number, and {place.text(parent.value)} has shape {shape}.")


@RUN.on(r"[Cc]annot cast (?:ufunc '\w+' )?output from dtype\('(\w+)'\) to dtype\('(\w+)'\)")
def _cast(match, place):
    if not place.is_a(ast.AugAssign) or "float" not in match[1] or "int" not in match[2]:
        return None
    name = place.text(place.node.target)[1:-1]
    start, end = place.span(place.node.target)[1], place.span(place.node.value)[0]
    sign = place.source[start:end].strip()[:-1]
    fix = (
        place.fix(f"Write `{name} = {name} {sign} …`", (start, end, f" = {name} {sign} "))
        if isinstance(place.node.target, ast.Name)
        else None
    )
    return told(
        f"`{name}` holds whole numbers only, and the result has decimals. `{sign}=` writes into the array that is there.",
        fix,
    )
