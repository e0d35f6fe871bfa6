"""Where a whole number, a list, or something with a length is wanted."""

import ast

from kino.explain import values
from kino.explain.kinds import called, is_number
from kino.explain.nothing import why_none
from kino.explain.place import mark
from kino.explain.rules import Rules, told

RUN = Rules(TypeError)


@RUN.on(
    r"'(float|str|list|tuple|numpy\.float\d+)' object cannot be interpreted as an integer|expected a sequence of integers or a single integer, got '([\d.]+)'"
)
def _whole(match, place):
    if not place.is_a(ast.Call):
        return None
    kind = match[1] or "float"
    for node in _arguments(place.node):
        if kind == "str" and type(place.value(node)) is str:
            return told(f"{place.text(node)} is text, and a whole number is wanted here.")
        if "float" in kind and (said := _decimal(node, place)):
            return said
    return told("A whole number is wanted here, and this one has decimals.") if "float" in kind else None


def _arguments(call):
    for node in [*call.args, *(keyword.value for keyword in call.keywords)]:
        yield from node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]


def _decimal(node, place):
    value = place.value(node)
    text = place.text(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        start, end = place.span(node.left)[1], place.span(node.right)[0]
        at = place.source.find("/", start, end)
        new = place.source[place.span(node)[0] : at] + "/" + place.source[at : place.span(node)[1]]
        return told(
            f"A whole number is wanted here, and `/` gives one with decimals. `//` divides and drops the rest: {mark(new)}.",
            place.fix("Change `/` to `//`", (at, at, "/")),
        )
    if type(value) is not float and not (is_number(value) and "float" in type(value).__name__):
        return None
    if isinstance(node, ast.Constant) and value.is_integer() and abs(value) < 1e15:
        return told(
            f"A whole number is wanted here: {mark(str(int(value)))}, without a decimal point.",
            place.change(node, str(int(value))),
        )
    new = f"int({text[1:-1]})"
    return told(
        f"A whole number is wanted here, and {text} has decimals. {mark(new)} cuts them off.",
        place.change(node, new) if "…" not in new else None,
    )


@RUN.on(r"'(int|float|numpy\.int\d+|numpy\.float\d+|bool)' object is not iterable|iteration over a 0-d array")
def _several(match, place):
    node = place.node
    parent = getattr(node, "parent", None)
    if isinstance(node, ast.expr) and isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
        text = place.text(node)
        new = f"range({text[1:-1]})"
        fix = (
            place.change(node, new)
            if (match[1] or "").removeprefix("numpy.").startswith("int") and "…" not in new
            else None
        )
        return told(f"{text} is one number, and `for` goes through several. To count, use {mark(new)}.", fix)
    if not place.is_a(ast.Call) or not place.is_last:
        return None
    named = next((arg for arg in node.args if is_number(place.value(arg))), None)
    return (
        told(f"{place.text(named)} is one number, and {place.text(node.func)} goes through several, such as a list.")
        if named
        else None
    )


@RUN.on(r"'(NoneType|function|builtin_function_or_method|method|type)' object is not iterable")
def _nothing(match, place):
    node = place.node
    if not isinstance(node, ast.expr) or not place.is_last:
        return None
    parent = getattr(node, "parent", None)
    if not (isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node):
        return None
    text = place.text(node)
    if match[1] == "NoneType":
        return told(why_none(node, place, "so there is nothing to go through"))
    return told(f"{text} is a function. To go through what it gives, call it: {text[:-1]}(…)`.")


@RUN.on(r"object of type '(\w+)' has no len\(\)|len\(\) of unsized object")
def _length(match, place):
    if not place.is_a(ast.Call) or not place.node.args or not place.is_last:
        return None
    value = place.value(place.node.args[0])
    kind = called(value) if value is not values.UNKNOWN else None
    return told(f"{place.text(place.node.args[0])} is {kind} and has no length.") if kind else None


@RUN.on(r"unhashable type: '([\w.]+)'")
def _hashed(match, place):
    kind = {"list": "A list", "dict": "A dictionary", "set": "A set", "numpy.ndarray": "An array"}.get(match[1])
    if not kind or not place.is_last:
        return None
    return told(
        f"{kind} can change, so it cannot be a key of a dictionary or an element of a set. A tuple can, in round brackets."
    )


@RUN.on(r"sequence item (\d+): expected str instance, (\w+) found")
def _joining(match, place):
    return told(f"`join` puts texts together, and element {match[1]} is not text. `str(…)` makes text of it.")


@RUN.on(r"(sep|end) must be None or a string, not (\w+)")
def _printed(match, place):
    return told(f"`{match[1]}=` of `print` is a text, in quotes.")
