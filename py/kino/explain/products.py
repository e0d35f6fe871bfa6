"""Products of arrays that do not fit: which shapes they have, and which axis disagrees."""

import ast
import re

from kino.explain.einsum import letters
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.shapes import axis_name, broadcast, numpy_call, product, read, shape_of

RUN = Rules(ValueError)


def _factors(place):
    """(left, right, fix's form) of the product that failed: two nodes and a function that writes a new one; or None."""
    node = place.node
    if place.is_a(ast.BinOp) and isinstance(node.op, ast.MatMult):
        return node.left, node.right
    if place.is_a(ast.AugAssign) and isinstance(node.op, ast.MatMult):
        return node.target, node.value
    if place.is_a(ast.Call):
        name, arguments = numpy_call(node, place)
        if name in ("matmul", "dot", "inner") and len(arguments) == 2:
            return arguments[0], arguments[1]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "dot" and len(node.args) == 1:
            return node.func.value, node.args[0]
    return None


@RUN.on(r"matmul: .*\(size (\d+) is different from (\d+)\)|shapes (\(.*?\)) and (\(.*?\)) not aligned")
def _product(match, place):
    found = _factors(place)
    if not found or not place.is_last:
        return None
    left, right = found
    L, R = shape_of(left, place), shape_of(right, place)
    is_inner = place.is_a(ast.Call) and numpy_call(place.node, place)[0] == "inner"
    if match[3] and not is_inner:
        L, R = read(match[3]), read(match[4])
    a, b = place.text(left), place.text(right)
    if is_inner:
        return (
            None
            if L is None or R is None
            else told(f"{_having(a, L, b, R)} `inner` goes along the last axis of both, and {L[-1]} is not {R[-1]}.")
        )
    if L is None or R is None:
        if not match[1]:
            return None
        return told(
            f"The last axis of {a} has size {match[2]} and the one of {b} that it meets has size {match[1]}. In a matrix product they must be equal."
        )
    if product(L, R) is not None:
        return None
    inner = 0 if len(R) == 1 else len(R) - 2
    words = (
        f"{_having(a, L, b, R)} {axis_name(-1, len(L)).capitalize().replace('Its', 'Its')} of {a}"
        if len(L) > 1
        else f"{_having(a, L, b, R)} The one axis of {a}"
    )
    of = f"the one axis of {b}" if len(R) == 1 else f"{axis_name(inner, len(R))} of {b}"
    words += f" ({L[-1]}) must be as long as {of} ({R[inner]})."
    offer, fix = _transposed(left, right, L, R, place)
    return told(f"{words} {offer}" if offer else words, fix)


def _having(a, L, b, R):
    return f"{a} has shape {L} and {b} has shape {R}." if a != b else f"{a} has shape {L}."


def _transposed(left, right, L, R, place):
    """An offer in words and the fix for it, where turning one of the two would make them fit; else (None, None)."""
    for node, shape, fits in (
        (right, R, lambda turned: product(L, turned)),
        (left, L, lambda turned: product(turned, R)),
    ):
        if len(shape) < 2 or fits((*shape[:-2], shape[-1], shape[-2])) is None:
            continue
        new = _turned(node, shape, place)
        if not new or (place.is_a(ast.AugAssign) and node is left):
            return None, None
        whole_start, whole_end = place.span(place.node)
        start, end = place.span(node)
        if new.startswith("(") and place.source[start - 1 : start] + place.source[end : end + 1] == "()":
            start, end = start - 1, end + 1
        whole = place.source[whole_start:start] + new + place.source[end:whole_end]
        offer = f"Did you mean {mark(whole)}?" if node is right else f"{mark(whole)} would fit."
        return offer, place.fix(f"Change {place.text(node)} to {mark(new)}", (start, end, new))
    return None, None


def _turned(node, shape, place):
    start, end = place.span(node)
    text = place.source[start:end]
    if "\n" in text or len(text) > 40:
        return None
    if isinstance(node, ast.Attribute) and ((node.attr == "T" and len(shape) == 2) or node.attr == "mT"):
        return place.source[start : place.span(node.value)[1]]
    is_atom = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
    return f"{text if is_atom else f'({text})'}.{'T' if len(shape) == 2 else 'mT'}"


@RUN.on(r"matmul: Input operand (\d) does not have enough dimensions")
def _number(match, place):
    found = _factors(place)
    if not found:
        return None
    left, right = found
    at = place.source.find("@", place.span(left)[1])
    fix = (
        place.fix("Change `@` to `*`", (at, at + 1, "*"))
        if place.is_a(ast.BinOp) and at < place.span(right)[0]
        else None
    )
    return told(
        f"{place.text((left, right)[int(match[1])])} is a single number, and `@` multiplies matrices. Use `*` to multiply by a number.",
        fix,
    )


@RUN.on(r"remapped shapes \[original->remapped\]: (.+)")
def _batches(match, place):
    found = _factors(place)
    if found:
        shapes = [read(text) for text in re.findall(r"(\([\d,]*\))->", match[1])]
        if len(shapes) != 2:
            return None
        (a, b), (L, R) = map(place.text, found), shapes
        if broadcast(L[:-2], R[:-2]) is not None:
            return None
        return told(
            f"{_having(a, L, b, R)} The axes before the last two count the matrices, and {_batch(L)} of them do not go with {_batch(R)}."
        )
    if place.is_a(ast.Call) and numpy_call(place.node, place)[0] == "einsum":
        return letters(place, match[1])
    return None


def _batch(shape):
    return shape[0] if len(shape) == 3 else shape[:-2]


@RUN.on(r"(\w+): Input operand (\d) has a mismatch in its core dimension|must be square|^solve")
def _solving(match, place):
    if not place.is_a(ast.Call):
        return None
    name, nodes = numpy_call(place.node, place)
    shapes = [shape_of(node, place) for node in nodes]
    if not nodes or shapes[0] is None:
        return None
    if "square" in match[0] and len(shapes[0]) >= 2 and shapes[0][-1] != shapes[0][-2]:
        return told(
            f"{place.text(nodes[0])} has shape {shapes[0]}, and `{name}` needs a square matrix, with as many rows as columns."
        )
    if name == "solve" and len(nodes) > 1 and shapes[1]:
        return told(
            f"{_having(place.text(nodes[0]), shapes[0], place.text(nodes[1]), shapes[1])} `solve` needs as many rows in the second as in the first."
        )
    return None
