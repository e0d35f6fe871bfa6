"""The shape of a piece of code, worked out from the shapes of the arrays in it; nothing is computed."""

import ast
import sys

from kino.explain import values
from kino.explain.kinds import is_array, is_number

_SAME = ("exp", "log", "sqrt", "tanh", "abs", "sin", "cos", "square", "negative", "nan_to_num", "round", "copy", "sign")
_FILLED = ("ones", "zeros", "empty", "full")


def shape_of(node, place):
    """A tuple, or None where it is not known."""
    found = of_value(place.value(node))
    if found is not None:
        return found
    if isinstance(node, ast.UnaryOp):
        return shape_of(node.operand, place)
    if isinstance(node, (ast.BinOp, ast.Compare)):
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.left, *node.comparators]
        inner = [shape_of(side, place) for side in sides]
        if None in inner:
            return None
        return product(*inner) if isinstance(getattr(node, "op", None), ast.MatMult) else broadcast(*inner)
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        inner = shape_of(node.value, place)
        return inner if inner is None else inner[::-1] if node.attr == "T" else (*inner[:-2], *inner[:-3:-1])
    if isinstance(node, (ast.List, ast.Tuple)):
        return _of_literal(node, place)
    return _of_call(node, place) if isinstance(node, ast.Call) else None


def of_value(value):
    if is_array(value):
        return value.shape
    if is_number(value):
        return ()
    return _of_list(value) if type(value) in (list, tuple) else None


def _of_list(value, depth=0):
    if depth > 4 or len(value) > 10_000 or not value:
        return None if value or depth > 4 else (0,)
    if all(is_number(part) for part in value):
        return (len(value),)
    inner = [_of_list(part, depth + 1) if type(part) in (list, tuple) else of_value(part) for part in value]
    return (len(value), *inner[0]) if inner[0] is not None and all(shape == inner[0] for shape in inner) else None


def _of_literal(node, place):
    inner = [shape_of(part, place) for part in node.elts[:1000]]
    return (len(node.elts), *inner[0]) if inner and None not in inner and len(set(inner)) == 1 else None


def _of_call(node, place):
    name, of = numpy_call(node, place)
    if name in ("array", "asarray", *_SAME) and of:
        return shape_of(of[0], place)
    if name == "arange" and len(of) == 1:
        size = place.value(of[0])
        return (size,) if type(size) is int and size >= 0 else None
    if name in _FILLED and of:
        shape = values.index(of[0], place.frame)
        shape = (shape,) if type(shape) is int else shape
        return shape if type(shape) is tuple and all(type(part) is int for part in shape) else None
    if name == "" and isinstance(node.func, ast.Attribute) and node.func.attr in ("copy", "astype", "round"):
        return shape_of(node.func.value, place)
    if name == "" and isinstance(node.func, ast.Attribute) and node.func.attr == "transpose" and not node.args:
        inner = shape_of(node.func.value, place)
        return inner[::-1] if inner is not None else None
    return None


def numpy_call(node, place):
    """(name, arguments) of a call of a function of NumPy, `np.dot` or `np.linalg.inv`; ("", []) for another."""
    func = node.func
    if not isinstance(func, ast.Attribute):
        return "", []
    owner = place.value(func.value)
    numpy = sys.modules.get("numpy")
    if numpy is None or not (owner is numpy or owner is vars(numpy).get("linalg")):
        return "", []
    return func.attr, node.args


def broadcast(*shapes):
    """The shape that arrays of these shapes give together, or None where they do not fit."""
    longest = max(map(len, shapes))
    out = []
    for sizes in zip(*((1,) * (longest - len(shape)) + shape for shape in shapes), strict=True):
        sizes = {size for size in sizes if size != 1}
        if len(sizes) > 1:
            return None
        out.append(sizes.pop() if sizes else 1)
    return tuple(out)


def product(left, right):
    """The shape of `left @ right`, or None where they do not fit."""
    if not left or not right:
        return None
    inner = right[-2] if len(right) > 1 else right[0]
    if left[-1] != inner:
        return None
    batch = broadcast(left[:-2], right[:-2])
    return None if batch is None else (*batch, *left[-2:-1], *(right[-1:] if len(right) > 1 else ()))


def read(text):
    """A shape as NumPy prints it, "(3,2)"."""
    inner = text.strip("() ,")
    return tuple(int(part) for part in inner.split(",") if part.strip()) if inner else ()


def axis_name(axis, ndim):
    """An axis in words: "the last axis", "axis 0"."""
    if ndim == 1:
        return "its one axis"
    return (
        "the last axis"
        if axis % ndim == ndim - 1
        else "the last but one axis"
        if ndim > 2 and axis % ndim == ndim - 2
        else "the first axis"
        if axis == 0
        else f"axis {axis}"
    )
