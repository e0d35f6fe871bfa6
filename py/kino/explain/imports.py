"""What cannot be imported: not here, not in a browser, misspelt."""

import ast
import re
import sys
import types

from kino.explain.known import ATTENTION, COURSE, EVERYDAY, MODULES, NO_NETWORK, NO_PACKAGES, NOT_IN_A_BROWSER
from kino.explain.rules import Rules, told
from kino.explain.spelling import near

RUN = Rules(ImportError)

_HERE = "There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`."


@RUN.on(r"No module named '([\w.]+)'(?:; '([\w.]+)' is not a package)?")
def _module(match, place):
    if not _is_import(place):
        return None if match[1] not in NOT_IN_A_BROWSER else _cannot(match[1])
    whole = match[1]
    top, _, rest = whole.partition(".")
    if rest and (top in sys.modules or top in COURSE):
        return _part(whole, place)
    if top in NOT_IN_A_BROWSER:
        return _cannot(top)
    if top in NO_PACKAGES:
        return told(f"Nothing can be installed on this page. {_HERE}")
    if top in NO_NETWORK:
        return told(f"`{top}` is not part of this lesson, and code on this page cannot reach the network. {_HERE}")
    if top in COURSE:
        return None
    if top in sys.stdlib_module_names:
        return told(f"`{top}` belongs to Python, but not to the one that runs in a page. {_HERE}")
    word = near(top, [*COURSE, *EVERYDAY, *sys.stdlib_module_names], 0.72)
    if word and not word.startswith("_"):
        return told(f"There is no module `{top}`. Did you mean `{word}`?", _renamed(place, top, word))
    return told(f"`{top}` is not part of this lesson. {_HERE}")


def _cannot(name):
    return told(f"{NOT_IN_A_BROWSER[name]} cannot run in a browser. {_HERE}")


def _part(whole, place):
    parent, _, name = whole.rpartition(".")
    known = [*MODULES.get(parent, ()), *_names_in(parent)]
    word = near(name, known, 0.7)
    if word:
        words = f"`{parent}` has no module `{name}`. Did you mean `{parent}.{word}`?"
        return told(words, _renamed(place, whole, f"{parent}.{word}"))
    if name in _names_in(parent):
        return told(
            f"`{name}` is not a module. It is imported by `from {parent} import {name}`.", _from(place, parent, name)
        )
    modules = ", ".join(f"`{parent}.{each}`" for each in MODULES.get(parent, ())[:3])
    return told(f"`{parent}` has no module `{name}`." + (f" It has {modules}." if modules else ""))


def _from(place, parent, name):
    is_alone = place.is_a(ast.Import) and len(place.node.names) == 1 and not place.node.names[0].asname
    return place.change(place.node, f"from {parent} import {name}") if is_alone else None


@RUN.on(r"cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'")
def _name(match, place):
    name, module = match.groups()
    if not _is_import(place):
        return None
    if name in ATTENTION and module != "kino.attention":
        fix = _renamed(place, module, "kino.attention") if len(place.node.names) == 1 else None
        return told(f"`{name}` is not in `{module}`, but in `kino.attention`.", fix)
    meant = near(name, ATTENTION, 0.85) if module in ("numpy", "kino") else None
    if meant:
        alone = len(place.node.names) == 1 and not place.node.names[0].asname
        fix = place.change(place.node, f"from kino.attention import {meant}") if alone else None
        return told(f"`{module}` has no `{name}`. The `{meant}` of this course is in `kino.attention`.", fix)
    home = next((each for each in COURSE if name in MODULES.get(each, ()) and each != module), None)
    word = near(name, [*_names_in(module), *MODULES.get(module, ())])
    if word:
        return told(f"`{module}` has no `{name}`. Did you mean `{word}`?", _renamed(place, name, word))
    if home:
        return told(f"`{name}` is not in `{module}`, but in `{home}`.")
    return told(f"`{module}` has no `{name}`.") if module.partition(".")[0] in COURSE else None


@RUN.on(r"attempted relative import")
def _relative(match, place):
    return told("A cell is not part of a package, so the dot in front must go: write the module's whole name.")


def _is_import(place):
    return place.is_a(ast.Import, ast.ImportFrom)


def _names_in(module):
    found = sys.modules.get(module)
    return [name for name in vars(found) if not name.startswith("_")] if type(found) is types.ModuleType else []


def _renamed(place, old, new):
    start, end = place.span(place.node)
    found = list(re.finditer(rf"(?<![\w.]){re.escape(old)}(?!\w)", place.source[start:end]))
    if not found:
        return None
    at = start + found[0].start()
    return place.fix(f"Change `{old}` to `{new}`", (at, at + len(old), new))
