"""Calls of what is no function, and calls with other arguments than the function takes."""

import ast
import builtins
import re
import types

from kino.explain import values
from kino.explain.kinds import called, is_array, is_number
from kino.explain.made import made_at
from kino.explain.nothing import why_none
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.signatures import signature

RUN = Rules(TypeError)


@RUN.on(r"'[\w.]+' object is not callable")
def _not_callable(match, place):
    node = place.node
    if not place.is_a(ast.Call) or not place.is_last:
        return None
    value, text = place.value(node.func), place.text(node.func)
    for rule in (_needless, _own_word, _product, _brackets, _module, _nothing):
        said = rule(node, value, text, place)
        if said:
            return said
    return None


def _needless(node, value, text, place):
    # keys.shape(), keys.T(): the value is there without a call.
    if node.args or node.keywords or not isinstance(node.func, (ast.Attribute, ast.Name)) or value is None:
        return None
    kind = called(value)
    if not kind or type(value) is types.ModuleType or _is_lost(node.func, place):
        return None
    end, whole = place.span(node.func)[1], place.span(node)[1]
    return told(
        f"{text} is {kind}, not a function. Leave the brackets `()` away.", place.fix("Remove `()`", (end, whole, ""))
    )


def _is_lost(func, place):
    return isinstance(func, ast.Name) and callable(vars(builtins).get(func.id))


def _own_word(node, value, text, place):
    if not _is_lost(node.func, place) or value is values.UNKNOWN:
        return None
    name, kind = node.func.id, called(value) or "something else"
    line = made_at(place.tree, name)
    if line and place.cell == place.own:
        return told(f"`{name}` was Python's own function until line {line} made it {kind}. Choose another name there.")
    if name not in place.frame.f_globals:
        return None
    start = place.importing(f"del {name}")
    return told(
        f"`{name}` was Python's own function, and an earlier run has made it {kind}. `del {name}` brings it back.",
        place.fix(f"Add `del {name}`", start),
    )


def _product(node, value, text, place):
    if not is_number(value) or type(value) is bool or len(node.args) != 1 or node.keywords:
        return None
    end = place.span(node.func)[1]
    words = f"{text} is a number, and round brackets behind a name call a function. To multiply, write `*`."
    return told(words, place.fix("Add `*` to multiply", (end, end, " * ")))


def _brackets(node, value, text, place):
    if not is_array(value) and type(value) not in (list, tuple, dict, str):
        return None
    if not node.args or node.keywords or isinstance(node.func, ast.Constant):
        return told(f"{text} is {called(value)}, not a function, so it cannot be called with round brackets.")
    start, whole = place.span(node.func)[1], place.span(node)[1]
    inner = place.source[start:whole].strip()[1:-1]
    new = f"{place.source[place.span(node.func)[0] : start]}[{inner}]"
    return told(
        f"{text} is {called(value)}. Round brackets call a function; to take something out of it, use square "
        f"ones: {mark(new)}.",
        place.change(node, new),
    )


def _module(node, value, text, place):
    if type(value) is not types.ModuleType:
        return None
    name = vars(value).get("__name__", "").rpartition(".")[2]
    if callable(vars(value).get(name)):
        return told(
            f"{text} is a module; the function in it is `{text[1:-1]}.{name}`.",
            place.change(node.func, f"{text[1:-1]}.{name}"),
        )
    return told(f"{text} is a module, a collection of functions. Say which one: {text[:-1]}.…(…)`.")


def _nothing(node, value, text, place):
    if value is None:
        return told(why_none(node.func, place, "and is not a function"))
    kind = None if value is values.UNKNOWN else called(value)
    return told(f"{text} is {kind}, not a function, so it cannot be called with round brackets.") if kind else None


@RUN.on(r"(\w+)\(\) (?:missing \d+ required (?:positional|keyword-only) arguments?: (.+)|(?:takes|got) .+)$")
def _arguments(match, place):
    node = place.node
    if not place.is_a(ast.Call) or not place.is_last:
        return None
    return _shape(node, place) or _list(node, place) or _self(match, place) or _signed(match, node, place)


def _signed(match, node, place):
    form = signature(place.value(node.func), match[1])
    if not form or len(form) > 150:
        return None
    text = place.text(node.func)[1:-1]
    words = f"It is called as `{text}{form}`."
    if match[2]:
        missing = re.sub(r"'(\w+)'", r"`\1`", match[2])
        return told(f"{missing} {'is' if ' and ' not in missing else 'are'} missing here. {words}")
    return told(words)


def _self(match, place):
    found = re.search(r"(\w+)\.(\w+)\(\) takes 0 positional arguments but 1 was given", place.message)
    if not found:
        return None
    head = re.search(rf"\bdef\s+{found[2]}\s*\(\s*\)", place.source)
    fix = place.fix("Add `self`", (head.end() - 1, head.end() - 1, "self")) if head else None
    return told(f"A method gets its object as the first argument: `def {found[2]}(self):`.", fix)


@RUN.on(
    r"Cannot interpret '.+' as a data type|Field elements must be|data type .* not understood|array\(\) takes from 1 to 2 positional"
)
def _dtype(match, place):
    return (_shape(place.node, place) or _list(place.node, place)) if place.is_a(ast.Call) else None


def _shape(node, place):
    # np.ones(3, 4): the shape goes in as one tuple.
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name not in ("ones", "zeros", "empty") or len(node.args) < 2 or node.keywords:
        return None
    start, end = place.span(node.args[0])[0], place.span(node.args[-1])[1]
    new = f"({place.source[start:end]})"
    words = (
        f"`{name}` takes the shape as one tuple, in brackets of its own: {mark(f'{ast.unparse(node.func)}({new})')}."
    )
    return told(words, place.fix("Add the brackets", (start, end, new)))


def _list(node, place):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    joins = ("concatenate", "stack", "vstack", "hstack", "array")
    if name not in joins or len(node.args) < 2:
        return None
    start, end = place.span(node.args[0])[0], place.span(node.args[-1])[1]
    what = "the numbers" if name == "array" else "the arrays"
    return told(
        f"`{name}` takes {what} as one list, in square brackets: {mark(f'{ast.unparse(node.func)}([{place.source[start:end]}])')}.",
        place.fix("Add the brackets", (start, end, f"[{place.source[start:end]}]")),
    )


@RUN.on(
    r"only integer scalar arrays can be converted to a scalar index|'.+' object cannot be interpreted as an integer"
)
def _joined(match, place):
    if not place.is_a(ast.Call):
        return None
    node = place.node
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name in ("rand", "randn") and len(node.args) == 1 and isinstance(node.args[0], ast.Tuple):
        start, end = place.span(node.args[0])
        return told(
            f"`{name}` takes the sizes one by one, without a tuple.",
            place.fix("Remove the inner brackets", (start, end, place.source[start + 1 : end - 1])),
        )
    return (_shape(node, place) or _list(node, place)) if name != "array" else None
