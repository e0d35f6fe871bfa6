"""More names than values, or fewer."""

import ast

from kino.explain.kinds import is_array
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.spelling import count

RUN = Rules(ValueError, TypeError)


@RUN.on(r"(too many|not enough) values to unpack \(expected (?:at least )?(\d+)(?:, got (\d+))?\)")
def _unpack(match, place):
    target = place.node
    parent = getattr(target, "parent", None)
    if not place.is_last or not place.is_a(ast.Tuple, ast.List):
        return None
    names = f"On the left of `=` are {count(int(match[2]), 'name')}: {place.text(target)}."
    if isinstance(parent, ast.Assign) and parent.value is not target:
        value = place.value(parent.value)
        if is_array(value):
            rows = count(value.shape[0], "row" if value.ndim > 1 else "number")
            return told(
                f"{names} {place.text(parent.value)} is an array of {rows}, shape {value.shape}, and is taken apart along axis 0."
            )
        if match[3]:
            return told(f"{names} On the right {'is' if match[3] == '1' else 'are'} {count(int(match[3]), 'value')}.")
        if type(value) in (list, tuple):
            return told(f"{names} {place.text(parent.value)} has {count(len(value), 'value')}.")
        return told(names + f" On the right are {'more' if match[1] == 'too many' else 'fewer'} values.")
    if match[3]:
        return told(
            f"There are {count(int(match[2]), 'name')}, {place.text(target)}, and {count(int(match[3]), 'value')} to give to them."
        )
    return None


@RUN.on(r"cannot unpack non-iterable ([\w.]+) object")
def _single(match, place):
    target, parent = place.node, getattr(place.node, "parent", None)
    if not place.is_a(ast.Tuple, ast.List) or not place.is_last:
        return None
    if isinstance(parent, ast.For) and len(target.elts) == 2:
        start, end = place.span(parent.iter)
        new = f"enumerate({place.source[start:end]})"
        return told(
            f"There are two names, {place.text(target)}, and one value at a time. To count along, use {mark(new)}.",
            place.change(parent.iter, new),
        )
    if isinstance(parent, ast.Assign):
        what = "is None, “nothing”" if match[1] == "NoneType" else "is one value"
        return told(
            f"On the left of `=` are {len(target.elts)} names, {place.text(target)}, and {place.text(parent.value)} {what}."
        )
    return None
