"""Signs between things that they do not join: text and numbers, lists, None."""

import ast
import re
import types

from kino.explain import values
from kino.explain.kinds import is_array
from kino.explain.nothing import why_none
from kino.explain.place import mark
from kino.explain.rules import Rules, told

RUN = Rules(TypeError)
_SIGNS = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"},
    **{ast.MatMult: "@"},
}


def sides(place):
    """(left, right, sign) of the operation that failed, or None."""
    node = place.node
    if place.is_a(ast.BinOp):
        return node.left, node.right, _SIGNS.get(type(node.op), "?")
    if place.is_a(ast.AugAssign):
        return node.target, node.value, _SIGNS.get(type(node.op), "?")
    if place.is_a(ast.Compare) and len(node.ops) == 1:
        return node.left, node.comparators[0], "compared"
    return None


@RUN.on(
    r"unsupported operand type\(s\) for (.+?): '([\w.]+)' and '([\w.]+)'|can only concatenate (\w+) \(not \"([\w.]+)\"\)"
    r"|can't multiply sequence by non-int of type '([\w.]+)'|not supported between instances of '([\w.]+)' and '([\w.]+)'"
)
def _operands(match, place):
    found = sides(place)
    if not found or not place.is_last:
        return None
    left, right, sign = found
    kinds = _kinds(match, left, right, place)
    if not kinds:
        return None
    known = [type(place.value(side)).__name__ for side in (left, right)]
    agrees = all(own in ("object", kind.rpartition(".")[2]) for own, kind in zip(known, kinds, strict=True))
    for rule in (_none, _function, _text, _list) if agrees else (_none,):
        said = rule(left, right, sign, kinds, place)
        if said:
            return said
    return None


def _kinds(match, left, right, place):
    if match[2]:
        return match[2], match[3]
    if match[4]:
        return match[4], match[5]
    if match[7]:
        return match[7], match[8]
    # "can't multiply" names only one of the two.
    known = [type(place.value(side)).__name__ for side in (left, right)]
    return (
        None
        if "object" in known and known.count("object") == 2
        else tuple(k if k != "object" else match[6] for k in known)
    )


def _none(left, right, sign, kinds, place):
    if "NoneType" not in kinds:
        return None
    node = left if kinds[0] == "NoneType" else right
    # An array may hold None, and a call of the student's own may give it back.
    is_own = isinstance(node, ast.Call) and type(place.value(node.func)) is types.FunctionType
    if place.value(node) is not None and not is_own:
        return None
    return told(why_none(node, place, "so it cannot be computed with"))


def _function(left, right, sign, kinds, place):
    names = ("function", "builtin_function_or_method", "method", "numpy.ufunc", "type")
    at = next((i for i, kind in enumerate(kinds) if kind in names), None)
    if at is None:
        return None
    text = place.text((left, right)[at])
    return told(f"{text} is a function. To compute with what it gives, call it: {text[:-1]}(…)`.")


def _text(left, right, sign, kinds, place):
    if "str" not in kinds:
        return None
    other = kinds[1 - kinds.index("str")]
    text, rest = (left, right) if kinds[0] == "str" else (right, left)
    named = place.text(text)
    if other == "str":
        words = f"{place.text(left)} and {place.text(right)} are text, and text has no `{sign}`."
        return told(f"{words} If they are numbers, turn them into some: `float(…)`.") if sign != "compared" else None
    if sign != "compared" and _is_numeric(place.value(text)):
        fix = place.change(text, f"float({named[1:-1]})") if not place.is_a(ast.AugAssign) or text is right else None
        return told(f"{named} is text, also if a number stands in it. To use it as a number, make one of it.", fix)
    if sign == "+" and kinds[0] == "str":
        new = f"str({place.text(rest)[1:-1]})"
        fix = place.change(rest, new) if ("…" not in new and not place.is_a(ast.AugAssign)) or rest is right else None
        return told(
            f"{named} is text and {place.text(rest)} is not. To put them together, make text of it: {mark(new)}.", fix
        )
    if other in ("int", "float", "bool") or other.startswith("numpy."):
        return told(
            f"{named} is text, also if a number stands in it. To use it as a number, make one of it: `float({named[1:-1]})`."
        )
    return None


def _is_numeric(value):
    return type(value) is str and re.fullmatch(r"\s*[+-]?(\d+\.?\d*|\.\d+)\s*", value) is not None


def _list(left, right, sign, kinds, place):
    lists = [node for node, kind in zip((left, right), kinds, strict=True) if kind in ("list", "tuple")]
    if not lists or sign == "compared":
        return None
    short = values.numpy_in(place.frame)
    numbers = all(kind in ("list", "tuple", "int", "float", "bool") or kind.startswith("numpy") for kind in kinds)
    if not numbers:
        return None
    if sign == "+" and kinds[0] != kinds[1] and {*kinds} == {"list", "tuple"}:
        return told(
            f"{place.text(left)} and {place.text(right)} are a list and a tuple. Only two of one kind are joined by `+`."
        )
    edits = []
    for node in lists:
        start, end = place.span(node)
        edits.append((start, end, f"{short or 'np'}.array({place.source[start:end]})"))
    named = place.text(lists[0])
    kind = "A list" if type(place.value(lists[0])) is not tuple and "tuple" not in kinds else "A tuple"
    fix = place.fix("Make arrays of them" if len(lists) > 1 else "Make an array of it", *edits)
    fix = fix if short and not place.is_a(ast.AugAssign) else None
    return told(
        f"{kind} such as {named} is not an array, so `{sign}` does not go through its elements. {mark(edits[0][2])} makes an array of it.",
        fix,
    )


@RUN.on(r"bad operand type for (?:unary (.)|abs\(\)): '(list|tuple|str|NoneType)'")
def _unary(match, place):
    if not place.is_a(ast.UnaryOp, ast.Call) or not place.is_last:
        return None
    node = place.node.operand if place.is_a(ast.UnaryOp) else place.node.args[0]
    if match[2] in ("list", "tuple") and (short := values.numpy_in(place.frame)):
        start, end = place.span(node)
        new = f"{short}.array({place.source[start:end]})"
        return told(
            f"{place.text(node)} is a list and not an array. {mark(new)} makes an array of it.", place.change(node, new)
        )
    kind = {"str": "text", "NoneType": "None"}.get(match[2], "a list")
    return told(f"{place.text(node)} is {kind} and not a number.")


@RUN.on(r"ufunc '?(\w+)'? (?:did not contain a loop|not supported for the input types)|loop of ufunc does not support")
def _ufunc(match, place):
    found = sides(place)
    nodes = found[:2] if found else place.node.args if place.is_a(ast.Call) else ()
    for node in nodes:
        value = place.value(node)
        text = place.text(node)
        if type(value) is str or (is_array(value) and value.dtype.kind in "US"):
            kind = "text" if type(value) is str else "an array of text"
            return told(f"{text} is {kind}, and NumPy computes with numbers.")
        if value is None:
            return told(f"{text} is None, which stands for “nothing”, and NumPy computes with numbers.")
        if isinstance(node, (ast.List, ast.Tuple)) and any(type(place.value(part)) is str for part in node.elts):
            return told(f"{text} has text in it, and NumPy computes with numbers.")
        if is_array(value) and value.dtype.kind == "O":
            return told(
                f"{text} is an array of objects, not of numbers. Are its rows of different lengths, or is None among them?"
            )
    return None
