"""What stands after a dot and is not there."""

import ast
import re
import sys
import types

from kino.explain import values
from kino.explain.kinds import called, is_array, is_number, layers
from kino.explain.known import ATTENTION, COURSE, IMPORTS, MODULES
from kino.explain.made import spoilt_at
from kino.explain.nothing import why_none
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.spelling import near

RUN = Rules(AttributeError)

_BUILTINS_OF_NUMPY = ("float", "int", "bool", "str", "object", "complex", "long")
# What others call it: (type, name) → (what Python writes, of the code before the dot; sentence).
_ELSEWHERE = {
    (list, "push"): (".append", "A list grows with `append`."),
    (list, "add"): (".append", "A list grows with `append`."),
    (set, "append"): (".add", "A set grows with `add`."),
    (dict, "has_key"): (None, "Whether a dictionary has a key is asked with `in`: `key in d`."),
    (dict, "append"): (None, "A dictionary grows by `d[key] = value`."),
    (dict, "iteritems"): (".items", "In Python 3 this is called `items`."),
    (tuple, "append"): (None, "A tuple never changes. A list, in square brackets, can grow."),
    (tuple, "sort"): (None, "A tuple never changes. `sorted(…)` makes a sorted list of it."),
    (str, "append"): (None, "A text never changes. `+` makes a longer one of two."),
    (str, "push"): (None, "A text never changes. `+` makes a longer one of two."),
    (str, "contains"): (None, 'Whether a text contains another is asked with `in`: `"a" in text`.'),
    (str, "reverse"): (None, "`text[::-1]` is a text backwards."),
}


@RUN.on(r"(?:no attribute|has no) '(\w+)'|no attribute (\w+)")
def _missing(match, place):
    name = match[1] or match[2]
    node = place.node if place.is_a(ast.Attribute) and place.node.attr == name else None
    if not node or not (place.is_last or place.is_in("__getattr__")):
        return None
    owner = place.value(node.value)
    if owner is values.UNKNOWN and type(place.error) is AttributeError:
        owner = place.error.obj
    for rule in (_shadowed, _none, _module, _array, _list, _other_word, _function, _number, _field):
        said = rule(name, node, owner, place)
        if said:
            return said
    return None


def _shadowed(name, node, owner, place):
    # np, plt and math are expected to be modules.
    if not isinstance(node.value, ast.Name) or type(owner) is types.ModuleType:
        return None
    word = node.value.id
    statement = IMPORTS.get(word, "")
    if not statement.startswith("import"):
        return None
    line = spoilt_at(place.tree, word)
    kind = called(owner) or "something else"
    if line and place.cell == place.own:
        return told(f"`{word}` no longer means the module: line {line} has made it {kind}. Choose another name there.")
    fix = place.fix(f"Add {mark(statement)}", place.importing(statement))
    return told(f"`{word}` no longer means the module: it has been made {kind}. {mark(statement)} brings it back.", fix)


def _none(name, node, owner, place):
    if owner is not None:
        return None
    return told(why_none(node.value, place, f"so there is no `.{name}` to take from it"))


def _module(name, node, owner, place):
    if type(owner) is not types.ModuleType:
        return None
    module, text = vars(owner).get("__name__", ""), place.text(node.value)
    if module == "numpy" and name in _BUILTINS_OF_NUMPY:
        word = "int" if name == "long" else name
        return told(f"NumPy no longer has `{name}`. Python's own `{word}` is meant.", place.change(node, word))
    meant = name if name in ATTENTION else near(name, ATTENTION, 0.85)
    if meant and name not in vars(owner) and module in COURSE:
        start, end = place.span(node)
        fix = place.fix(f"Use `{meant}` from `kino.attention`", (start, end, meant), place.importing(IMPORTS[meant]))
        return told(f"{text} has no `{name}`. The `{meant}` of this course is in `kino.attention`.", fix)
    if name in MODULES.get(module, ()):
        statement = f"import {module}.{name}"
        fix = place.fix(f"Add {mark(statement)}", place.importing(statement))
        return told(f"`{module}.{name}` is a module of its own and must be imported by itself: `{statement}`.", fix)
    word = near(name, [*(each for each in vars(owner) if not each.startswith("_")), *MODULES.get(module, ())])
    return told(f"{text} has no `{name}`. Did you mean `{word}`?", _renamed(node, word, place)) if word else None


def _renamed(node, word, place):
    end = place.span(node)[1]
    return place.fix(f"Change `{node.attr}` to `{word}`", (end - len(node.attr), end, word))


def _array(name, node, owner, place):
    if not is_array(owner):
        return None
    text, short = place.text(node.value), values.numpy_in(place.frame)
    parent = getattr(node, "parent", None)
    if name in ("length", "len"):
        return told(f"`len({text[1:-1]})` is the number of rows of {text}, and {text[:-1]}.shape` says all.")
    if name in ("append", "push", "add", "extend"):
        return told("An array cannot grow. Collect in a list, or join arrays with `np.concatenate([a, b])`.")
    functions = vars(sys.modules["numpy"]) if "numpy" in sys.modules else {}
    if short and not name.startswith("_") and callable(functions.get(name)) and isinstance(parent, ast.Call):
        inner = [text[1:-1], *(place.text(argument)[1:-1] for argument in parent.args)]
        new = f"{short}.{name}({', '.join(inner)})"
        whole = parent.func is node and not parent.keywords and len(new) < 60 and "…" not in new
        fix = place.change(parent, new) if whole else None
        return told(f"`{name}` is a function of NumPy and not of an array: `{short}.{name}({text[1:-1]})`.", fix)
    if name in ATTENTION:
        return told(f"`{name}` is a function: `{name}({text[1:-1]})`.")
    word = near(name, _names_of(owner))
    return told(f"An array has no `{name}`. Did you mean `{word}`?", _renamed(node, word, place)) if word else None


def _list(name, node, owner, place):
    if type(owner) not in (list, tuple):
        return None
    array = sys.modules.get("numpy") and vars(sys.modules["numpy"]).get("ndarray")
    if not array or name not in vars(array) or name.startswith("_"):
        return None
    short, text = values.numpy_in(place.frame), place.text(node.value)
    new = f"{short or 'np'}.array({text[1:-1]})"
    fix = place.change(node.value, new) if short and "…" not in text else None
    return told(f"{text} is {called(owner)}, and only an array has `.{name}`. {mark(new)} makes an array of it.", fix)


def _other_word(name, node, owner, place):
    found = _ELSEWHERE.get((type(owner), name))
    if found:
        new, words = found
        return told(words, _renamed(node, new[1:], place) if new else None)
    if name in ("length", "len", "size", "count") and type(owner) in (list, tuple, dict, str, set):
        text = place.text(node.value)
        parent = getattr(node, "parent", None)
        whole = parent if isinstance(parent, ast.Call) and parent.func is node and not parent.args else node
        return told(
            f"How long {text} is, `len` tells: {mark(f'len({text[1:-1]})')}.", place.change(whole, f"len({text[1:-1]})")
        )
    return None


def _function(name, node, owner, place):
    if called(owner) != "a function":
        return None
    text = place.text(node.value)
    end = place.span(node.value)[1]
    is_method = type(owner) is types.BuiltinFunctionType and is_array(owner.__self__)
    fix = place.fix("Call it: add `()`", (end, end, "()")) if is_method else None
    return told(f"{text} is a function. To take `.{name}` from what it gives, call it first: {text[:-1]}(…)`.", fix)


def _number(name, node, owner, place):
    if not is_number(owner) or is_array(owner):
        return None
    return told(f"{place.text(node.value)} is a number, and a number has no `.{name}`.")


def _field(name, node, owner, place):
    word = near(name, _names_of(owner))
    if not word:
        return None
    return told(f"{place.text(node.value)} has no `{name}`. Did you mean `{word}`?", _renamed(node, word, place))


def _names_of(owner):
    """The names that are stored in a value and its classes; no `__dir__` is asked."""
    stored = [values.attribute_store(owner), *layers(owner)]
    return [word for names in stored for word in names if type(word) is str and not re.match("__", word)]
