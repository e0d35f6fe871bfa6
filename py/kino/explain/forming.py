"""Making arrays of other shapes: reshape, join, stack, and the numbers of axes."""

import ast
import math

from kino.explain import values
from kino.explain.kinds import is_array, is_number
from kino.explain.rules import Rules, told
from kino.explain.shapes import numpy_call, read, shape_of
from kino.explain.spelling import count

RUN = Rules(ValueError, IndexError)


def _array(place):
    """(node, shape, the other arguments) of the array that a call is about, `Q.sum(…)` or `np.sum(Q, …)`; or None."""
    node = place.node
    if not place.is_a(ast.Call):
        return None
    _, arguments = numpy_call(node, place)
    if arguments:
        return arguments[0], shape_of(arguments[0], place), arguments[1:]
    if isinstance(node.func, ast.Attribute):
        return node.func.value, shape_of(node.func.value, place), node.args
    return None


@RUN.on(r"cannot reshape array of size (\d+) into shape (\([\d,]*\))")
def _reshape(match, place):
    found = _array(place)
    if not found:
        return None
    node, shape, arguments = found
    size, wanted = int(match[1]), read(match[2])
    having = f"{place.text(node)} has shape {shape}, which is" if shape is not None else f"{place.text(node)} has"
    having += f" {count(size, 'number')}"
    asked = [values.index(argument, place.frame) for argument in arguments]
    asked = asked[0] if len(asked) == 1 and type(asked[0]) is tuple else tuple(asked)
    if -1 in asked:
        rest = math.prod(part for part in asked if type(part) is int and part != -1)
        return told(f"{having}, and they cannot be shared out in groups of {rest}." if rest > 1 else f"{having}.")
    return told(f"{having}; shape {wanted} needs {math.prod(wanted):,}. Reshaping keeps every number.")


@RUN.on(r"can only specify one unknown dimension")
def _unknowns(match, place):
    return told("Only one size can be left to NumPy with -1: from two of them it could not tell which is which.")


@RUN.on(r"axis (-?\d+) is out of bounds for array of dimension (\d+)")
def _axis(match, place):
    axis, ndim = int(match[1]), int(match[2])
    found = _array(place)
    node, shape = found[:2] if found else (None, None)
    if ndim == 0:
        return told(
            (place.text(node) if node is not None and shape == () else "This")
            + " is one single number and has no axes."
        )
    numbered = "0, which is also -1" if ndim == 1 else f"0 to {ndim - 1}" if ndim > 2 else "0 and 1"
    last = "" if ndim == 1 else " The last one is also called -1."
    if shape is not None and len(shape) == ndim:
        return told(
            f"{place.text(node)} has shape {shape}: {count(ndim, 'axis', 'axes')}, numbered {numbered}. There is no axis {axis}.{last}"
        )
    return told(
        f"An array of {count(ndim, 'axis', 'axes')} has them numbered {numbered}. There is no axis {axis}.{last}"
    )


@RUN.on(r"axes don't match array")
def _axes(match, place):
    found = _array(place)
    if not found or found[1] is None:
        return None
    return told(
        f"{place.text(found[0])} has shape {found[1]}, so it has {count(len(found[1]), 'axis', 'axes')} to put in order, each named once."
    )


@RUN.on(r"cannot select an axis to squeeze out")
def _squeeze(match, place):
    found = _array(place)
    return (
        told(f"{place.text(found[0])} has shape {found[1]}, and only an axis of size 1 can be taken away.")
        if found and found[1] is not None
        else None
    )


@RUN.on(r"inhomogeneous shape|setting an array element with a sequence")
def _uneven(match, place):
    node = place.node
    if not place.is_a(ast.Call) or not node.args:
        return None
    rows = _rows(node.args[0], place)
    if rows is None:
        return (
            told("The rows have different lengths. In an array they must all be as long.")
            if "inhomogeneous" in match[0]
            else None
        )
    other = next((i for i, size in enumerate(rows) if size != rows[0]), None)
    if other is None:
        return None
    sizes = ["is one number" if size is None else f"has {count(size, 'number')}" for size in (rows[0], rows[other])]
    return told(f"Row 0 {sizes[0]} and row {other} {sizes[1]}. In an array all rows are equally long.")


def _rows(node, place):
    if isinstance(node, (ast.List, ast.Tuple)):
        shapes = [
            len(part.elts) if isinstance(part, (ast.List, ast.Tuple)) else _length(place.value(part))
            for part in node.elts
        ]
        return shapes if "?" not in shapes else None
    value = place.value(node)
    if type(value) not in (list, tuple) or len(value) > 10_000:
        return None
    shapes = [_length(part) for part in value]
    return shapes if "?" not in shapes else None


def _length(value):
    if is_number(value):
        return None
    if type(value) in (list, tuple):
        return len(value)
    return value.shape[0] if is_array(value) and value.ndim else "?"


@RUN.on(r"array split does not result in an equal division")
def _split(match, place):
    found = _array(place)
    if not found or found[1] is None or not found[2]:
        return None
    return told(
        f"{place.text(found[0])} has shape {found[1]}, and an axis of it cannot be split into {place.text(found[2][0])} equal parts."
    )


@RUN.on(r"negative dimensions are not allowed")
def _negative(match, place):
    return told("A size below 0 has no meaning for an array.")
