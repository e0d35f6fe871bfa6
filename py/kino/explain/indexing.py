"""What is taken out of an array, a list or a dictionary and is not there."""

import ast

from kino.explain import values
from kino.explain.kinds import is_array, is_number
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.spelling import count

RUN = Rules(IndexError, KeyError, TypeError)


def parts(place):
    """(the container's node, the index's node, the container) of the subscript that failed; or None."""
    node = place.node
    if place.is_a(ast.Delete) and len(node.targets) == 1:
        node = node.targets[0]
    if not isinstance(node, ast.Subscript) or not place.is_last:
        return None
    return node.value, node.slice, place.value(node.value)


@RUN.on(r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)")
def _past_axis(match, place):
    asked, axis, size = (int(part) for part in match.groups())
    found = parts(place)
    if not found:
        return None
    node, index, value = found
    text = place.text(node)
    asked_for = _asked(asked, axis, index, place)
    if not is_array(value) or axis >= value.ndim or value.shape[axis] != size:
        return (
            told(
                f"There {'is' if size == 1 else 'are'} {count(size, 'place')} along axis {axis}, {_numbered(size)}{asked_for}"
            )
            if size
            else None
        )
    thing = "element" if value.ndim == 1 else {0: "row", 1: "column"}.get(axis) if value.ndim == 2 else None
    if size == 0:
        return told(f"{text} is empty along axis {axis}.")
    having = (
        f"{text} has {count(size, thing)}"
        if thing
        else f"{text} has shape {value.shape}: {size} places along axis {axis}"
    )
    return told(f"{having}, {_numbered(size)}{asked_for}")


def _numbered(size):
    return f"numbered 0{'' if size == 1 else ' and 1' if size == 2 else f' to {size - 1}'}"


def _asked(asked, axis, index, place):
    named = index.elts[axis] if isinstance(index, ast.Tuple) and axis < len(index.elts) else index
    if isinstance(named, (ast.Name, ast.Attribute)) and values.index(named, place.frame) == asked:
        return f"; {place.text(named)} is {asked}."
    return f"; you asked for {asked}." if asked >= 0 else f", or from the end -1, -2 …; you asked for {asked}."


@RUN.on(r"(list|tuple|string)(?: assignment)? index out of range")
def _past_list(match, place):
    found = parts(place)
    if not found:
        return None
    node, index, value = found
    if type(value) not in (list, tuple, str):
        return None
    text, size = place.text(node), len(value)
    if size == 0:
        return told(f"{text} is empty, so it has not even an element 0.")
    asked = values.index(index, place.frame)
    asked = _asked(asked, 0, index, place) if type(asked) is int else "; you asked for one after that."
    thing = "character" if type(value) is str else "element"
    return told(f"{text} has {count(size, thing)}, {_numbered(size)}{asked}")


@RUN.on(r"too many indices for array: array is (\d+)-dimensional, but (\d+) were indexed")
def _too_many(match, place):
    found = parts(place)
    axes, given = int(match[1]), int(match[2])
    if not found:
        return None
    node, _, value = found
    text = place.text(node)
    shape = f", shape {value.shape}" if is_array(value) else ""
    if axes == 0:
        return told(f"{text} is one single number and has nothing to choose from. Leave the square brackets away.")
    return told(
        f"{text} has {count(axes, 'axis', 'axes')}{shape}, so it takes {'one index' if axes == 1 else f'at most {axes} indices'} in the brackets, not {given}."
    )


@RUN.on(r"invalid index to scalar variable")
def _scalar(match, place):
    found = parts(place)
    return told(f"{place.text(found[0])} is one single number and has nothing to choose from.") if found else None


@RUN.on(
    r"only integers, slices|arrays used as indices must be of integer|(list|tuple|string) indices must be integers or slices, not '?([\w.]+)'?"
)
def _kind(match, place):
    found = parts(place)
    if not found:
        return None
    node, index, value = found
    if match[2] == "tuple" and isinstance(index, ast.Tuple):
        new = place.text(node)[1:-1] + "".join(f"[{place.text(part)[1:-1]}]" for part in index.elts)
        is_plain = "…" not in new and not any(isinstance(part, ast.Slice) for part in index.elts)
        fix = place.change(place.node, new) if is_plain else None
        return told(
            f"{place.text(node)} is a list, and a list takes one index at a time: {mark(new)}. Only an array takes several.",
            fix,
        )
    if match[0].startswith("arrays") and not isinstance(index, ast.Tuple):
        return told(
            f"{place.text(index)} is an array of numbers with decimals, and an index is a whole number, or an array of True and False."
        )
    for part in index.elts if isinstance(index, ast.Tuple) else [index]:
        said = _wrong_index(part, value, place)
        if said:
            return said
    return None


def _wrong_index(part, value, place):
    if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Div):
        at = place.source.find("/", place.span(part.left)[1])
        return told(
            "An index is a whole number, and `/` gives one with decimals. `//` divides and drops the rest.",
            place.fix("Change `/` to `//`", (at, at, "/")),
        )
    index, text = place.value(part), place.text(part)
    if type(index) is str:
        return told(f"{text} is text. Only a dictionary is looked up by a text; here the index is a number.")
    if type(index) is float or (is_number(index) and "float" in type(index).__name__):
        fix = place.change(part, str(int(index))) if isinstance(part, ast.Constant) and index.is_integer() else None
        return told(f"{text} has decimals, and an index is a whole number.", fix)
    if is_array(index) and index.dtype.kind == "f":
        return told(
            f"{text} is an array of numbers with decimals, and an index is a whole number, or an array of True and False."
        )
    return None


@RUN.on(
    r"boolean index did not match indexed array along axis (\d+); size of axis is (\d+) but size of corresponding boolean axis is (\d+)"
)
def _mask(match, place):
    found = parts(place)
    axis, size, given = match.groups()
    if not found:
        return None
    node, index, value = found
    shape = f" has shape {value.shape}" if is_array(value) else f" has {size} along axis {axis}"
    return told(
        f"{place.text(node)}{shape}, and the mask {place.text(index)} has {given} along axis {axis}, not {size}. A mask has one True or False for each place."
    )
