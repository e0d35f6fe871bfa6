"""Names that Python does not know: from another cell, not imported, misspelt, or meant as text."""

import ast
import builtins
import re
import sys

from kino.explain import values
from kino.explain.known import IMPORTS
from kino.explain.made import made_at, made_in_function, top_names
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.spelling import near

RUN = Rules(NameError)

_CAPITALS = {"true": "True", "false": "False", "TRUE": "True", "FALSE": "False", "none": "None", "NONE": "None"}
_CAPITALS |= {"null": "None", "nil": "None", "NULL": "None", "undefined": "None"}
_OLD = {"raw_input": "input", "xrange": "range", "unicode": "str", "unichr": "chr", "long": "int", "println": "print"}
_OLD |= {"printf": "print", "echo": "print", "puts": "print", "strlen": "len", "length": "len", "size": "len"}


@RUN.on(r"(?:cannot access local variable|local variable) '(\w+)'")
def _unbound(match, place):
    name, code = match[1], place.frame.f_code
    function = mark(code.co_name)
    if name not in place.frame.f_globals:
        return told(f"`{name}` has no value yet here: the line in {function} that gives it one has not run.")
    return told(
        f"{function} gives `{name}` a value of its own, so inside it `{name}` is a name of its own, which has none yet. "
        f"To use the `{name}` from outside, hand it in: `def {code.co_name}({name}):`."
    )


@RUN.on(r"cannot access free variable '(\w+)'|free variable '(\w+)' referenced")
def _free(match, place):
    return told(f"`{match[1] or match[2]}` has no value yet: the line that gives it one has not run.")


@RUN.on(r"name '(\w+)' is not defined")
def _unknown(match, place):
    name = match[1]
    rules = (_blank, _capital, _self, _below, _elsewhere, _known, _inside, _of_numpy, _other_language, _misspelt, _text)
    for rule in rules:
        said = rule(name, place)
        if said:
            return said
    return None


def _is_name(place, name):
    return place.is_a(ast.Name) and place.node.id == name


def _change(place, name, new):
    return place.change(place.node, new) if _is_name(place, name) else None


def _blank(name, place):
    is_blank = len(name) >= 4 and not name.strip("_")
    return told(f"`{name}` is a blank: put your own code in its place.") if is_blank else None


def _capital(name, place):
    word = _CAPITALS.get(name)
    return word and told(f"Python writes `{word}`.", _change(place, name, word))


def _self(name, place):
    return told("`self` is known only inside a method that has it as its first parameter.") if name == "self" else None


def _below(name, place):
    line = made_at(place.tree, name) if place.tree else None
    if not line:
        return None
    if place.cell == place.own and line > _line_reached(place):
        return told(f"`{name}` is made only further down, in line {line}. Python reads from top to bottom.")
    return None


def _line_reached(place):
    return place.line if place.is_top else place.outer_line


def _elsewhere(name, place):
    ids = [cell for cell, _ in place.others]
    here = ids.index(place.own) if place.own in ids else len(ids)
    makers = [i for i, (cell, source) in enumerate(place.others) if cell != place.own and name in top_names(source)]
    if not makers:
        return None
    at = max([i for i in makers if i < here], default=None)
    where = "above" if at is not None else "further down"
    cell = ids[min(makers) if at is None else at]
    see = {"cell": cell, "label": f"Go to {cell}"}
    if name in IMPORTS and IMPORTS[name].startswith("import"):
        fix = place.fix(f"Add {mark(IMPORTS[name])}", place.importing(IMPORTS[name]))
        words = f"`{name}` is made in the cell `{cell}` {where}. Run that one first, or import it here as well."
        return told(words, fix, see)
    return told(f"`{name}` is made in the cell `{cell}` {where}. Run that one first.", None, see)


def _known(name, place):
    statement = IMPORTS.get(name)
    if not statement:
        return None
    fix = place.fix(f"Add {mark(statement)}", place.importing(statement))
    return told(f"`{name}` has not been imported. That takes one line: {mark(statement)}.", fix)


def _of_numpy(name, place):
    short = values.numpy_in(place.frame)
    numpy = sys.modules.get("numpy")
    if (
        numpy is None
        or name.startswith("_")
        or (not callable(vars(numpy).get(name)) and name not in ("pi", "e", "inf", "nan"))
    ):
        return None
    if not short:
        fix = place.fix(f"Add `from numpy import {name}`", place.importing(f"from numpy import {name}"))
        return told(f"`{name}` belongs to NumPy and has not been imported.", fix)
    return told(f"`{name}` belongs to NumPy: write `{short}.{name}`.", _change(place, name, f"{short}.{name}"))


def _inside(name, place):
    function = made_in_function(place.tree, name) if place.tree else None
    if function and function != place.frame.f_code.co_name:
        return told(
            f"`{name}` is made inside the function `{function}` and is known only there. Let `{function}` return it."
        )
    return None


def _other_language(name, place):
    word = _OLD.get(name)
    return word and told(f"In Python this is called `{word}`.", _change(place, name, word))


def _misspelt(name, place):
    local, outer, own = values.scopes(place.frame)
    elsewhere = [found for _, source in place.others for found in top_names(source)]
    for names in (local, outer, elsewhere, [word for word in own if not word.startswith("_")], IMPORTS):
        word = near(name, names)
        if word and not (word.startswith("__")):
            fix = _change(place, name, word)
            if names is IMPORTS and fix:
                span = place.span(place.node)
                fix = place.fix(f"Use {mark(word)}", (*span, word), place.importing(IMPORTS[word]))
            return told(f"There is no `{name}`. Did you mean `{word}`?", fix)
    suggested = re.search(r"Did you mean: '(\w+)'\?", place.message)
    if suggested and suggested[1] in vars(builtins) and near(name, [suggested[1]], 0.7):
        return told(f"There is no `{name}`. Did you mean `{suggested[1]}`?", _change(place, name, suggested[1]))
    return None


def _text(name, place):
    parent = getattr(place.node, "parent", None)
    if _is_name(place, name) and isinstance(parent, ast.Call) and parent.func is place.node:
        return told(f"There is no function `{name}` here yet. Is it misspelt, or made in a cell that has not run?")
    return told(
        f'Nothing is called `{name}` here yet. Give it a value first, or, if it is text, put it in quotes: `"{name}"`.'
    )
