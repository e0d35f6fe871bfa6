"""What names stand for, read without running any code of the student's: no property, no method, no repr of theirs."""

import ast
import builtins
import inspect
import sys
import types

from kino.explain.kinds import is_array, is_class, layers

UNKNOWN = object()


def look(node, frame):
    """The value of a name, an attribute, a constant, or an element at a constant place; else UNKNOWN."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return _name(node.id, frame)
    if isinstance(node, ast.Attribute):
        return attribute(look(node.value, frame), node.attr)
    if isinstance(node, ast.Subscript):
        return _element(look(node.value, frame), index(node.slice, frame))
    if isinstance(node, (ast.List, ast.Tuple, ast.Dict)):
        return _display(node, frame)
    if isinstance(node, ast.BinOp):
        return _computed(node, frame)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = look(node.operand, frame)
        return -value if type(value) in (int, float) else UNKNOWN
    return UNKNOWN


def _name(name, frame):
    for names in scopes(frame):
        value = names.get(name, UNKNOWN)
        if value is not UNKNOWN:
            return value
    return UNKNOWN


def _display(node, frame):
    # A list, tuple or dict that is written out.
    if isinstance(node, ast.Dict):
        keys = [index(key, frame) if key else UNKNOWN for key in node.keys[:1000]]
        return UNKNOWN if any(key is UNKNOWN for key in keys) else dict.fromkeys(keys)
    parts = [look(part, frame) for part in node.elts[:1000]]
    if any(part is UNKNOWN for part in parts):
        return UNKNOWN
    return parts if isinstance(node, ast.List) else tuple(parts)


def _computed(node, frame):
    left, right = look(node.left, frame), look(node.right, frame)
    if type(left) is not int or type(right) is not int or max(abs(left), abs(right)) > 10**12:
        return UNKNOWN
    if isinstance(node.op, ast.Pow):
        return left**right if 0 <= right <= 40 else UNKNOWN
    signs = {ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__}
    sign = signs.get(type(node.op))
    return sign(left, right) if sign else UNKNOWN


def scopes(frame):
    """The names in reach of a frame, innermost first, as dicts."""
    is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
    # The body of a class may have names of any kind; those of a function are Python's own.
    local = dict(frame.f_locals) if is_function or type(frame.f_locals) is dict else {}
    return [local, frame.f_globals, vars(builtins)]


def attribute(value, name):
    """An attribute that is simply stored, or T, shape and the like of an array; else UNKNOWN."""
    if value is UNKNOWN:
        return UNKNOWN
    if is_array(value):
        return getattr(value, name) if name in ("T", "mT", "shape", "ndim", "size") and _fits(value, name) else UNKNOWN
    try:
        found = inspect.getattr_static(value, name)
    except (AttributeError, TypeError):
        return UNKNOWN
    if type(value) is types.ModuleType:
        return found
    if type(found) is types.FunctionType:
        return found if is_class(value) else types.MethodType(found, value)
    return UNKNOWN if _is_descriptor(found) else found


def _fits(array, name):
    return name != "mT" or array.ndim >= 2


def _is_descriptor(found):
    return any("__get__" in names or "__set__" in names for names in layers(found))


def index(node, frame):
    """A constant index: a number, a text, a slice, or a tuple of them; else UNKNOWN."""
    if isinstance(node, ast.Tuple):
        parts = tuple(index(part, frame) for part in node.elts)
        return UNKNOWN if UNKNOWN in parts else parts
    if isinstance(node, ast.Slice):
        ends = [index(part, frame) if part else None for part in (node.lower, node.upper, node.step)]
        return UNKNOWN if UNKNOWN in ends else slice(*ends)
    value = look(node, frame)
    return value if type(value) in (int, bool, str, type(None), type(...)) else UNKNOWN


def _element(value, place):
    if place is UNKNOWN or not (type(value) in (list, tuple, dict, str) or is_array(value)):
        return UNKNOWN
    if is_array(value) and value.dtype.kind == "O":
        return UNKNOWN
    try:
        return value[place]
    except (LookupError, TypeError, ValueError):
        return UNKNOWN


def numpy_in(frame):
    """The name under which the frame knows NumPy, or None."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    return next((name for name in ("np", "numpy") if _name(name, frame) is numpy), None)


def attribute_store(value):
    """The dict in which a value keeps its own attributes; empty where it has none or hides it."""
    hidden = any(
        type(names.get("__dict__", None)) not in (types.GetSetDescriptorType, type(None)) for names in layers(value)
    )
    try:
        found = {} if hidden else object.__getattribute__(value, "__dict__")
    except (AttributeError, TypeError):
        found = {}
    return found if type(found) is dict else {}
