"""What may be written next: names, attributes, keyword arguments, and the signature of the call around the cursor.

Reads the text and looks at objects (`kino.look`); never runs the reader's code, never raises. Standard library only.
"""

import builtins
import re
import sys
import types

from kino import look, signature
from kino.brackets import open_brackets

MOST_OPTIONS = 50
# How much of the text before the cursor is read.
MOST_TEXT = 10_000
LONGEST_DETAIL = 80

_PATH = re.compile(r"((?:[^\W\d]\w*\.)*)((?:[^\W\d]\w*)?)\Z")
_IMPORTS = re.compile(r"^import[ ]+([\w.]+)(?:[ ]+as[ ]+(\w+))?[ ]*$", re.MULTILINE)


def complete(source, cursor, namespace, seen=()):
    """What can be written at `cursor`: {"from", "options"}, the options replacing the text from there to the cursor.

    namespace: the dict of the cells; seen: names that the lesson uses, which come first
    An option is {"label", "kind", "detail", "info"}; at most MOST_OPTIONS; private names only after an underscore.
    """
    try:
        before = source[max(0, cursor - MOST_TEXT) : cursor]
        return _complete(before, cursor, _imported(source) | look.named(namespace), set(seen))
    except Exception:
        return {"from": cursor, "options": []}


def signature_at(source, cursor, namespace):
    """The call around the cursor: {"from", "name", "parameters", "active", "info"}; None where none is known.

    from: where its bracket opens; active: the index of the parameter that the cursor is at, or None
    """
    try:
        before = source[max(0, cursor - MOST_TEXT) : cursor]
        return _signature(before, cursor - len(before), _imported(source) | look.named(namespace))
    except Exception:
        return None


def _imported(source):
    """The modules that the text imports and that are loaded already, by the names that it gives them."""
    loaded = look.named(sys.modules)
    found = _IMPORTS.findall(source[:MOST_TEXT])
    return {
        name or module: loaded[module] for module, name in found if module in loaded and (name or "." not in module)
    }


def _complete(before, cursor, namespace, seen):
    path, start = _PATH.search(before).groups()
    options, owner = [], builtins
    if path:
        owner = look.resolve(path[:-1].split("."), namespace)
        found = look.attributes(owner)
    elif (
        before[: len(before) - len(start)].rstrip(" ").endswith(".") or before[-len(start) - 1 : -len(start)].isdigit()
    ):
        return {"from": cursor, "options": []}
    else:
        found = look.named(vars(builtins)) | look.named(namespace)
        options = _keywords(before, start, namespace)
    names = [name for name in found if name.lower().startswith(start.lower()) and name.isidentifier()]
    names = [name for name in names if start.startswith("_") or not name.startswith("_")]
    first = seen | look.OF_ARRAYS if look.is_array(owner) else seen
    names.sort(key=lambda name: (name not in first, name.startswith("_"), name.lower()))
    options += [_option(name, found[name], owner) for name in names[: MOST_OPTIONS - len(options)]]
    return {"from": cursor - len(start), "options": options}


def _option(name, value, owner):
    option = {"label": name, "kind": "variable", "detail": "", "info": ""}
    try:
        return option | _facts(look.bound(value, owner), owner)
    except Exception:
        return option  # one odd object must not hide the other names


def _facts(value, owner):
    found = None if type(value) is types.ModuleType or look.is_property(value) else signature.parameters(value)
    kind = _kind(value, owner, found)
    if kind == "variable":
        return {"detail": _told(value)}
    detail = "" if found is None else _cut(f"({', '.join(found)})")
    return {"kind": kind, "detail": detail, "info": signature.summary(value)}


def _kind(value, owner, found):
    if type(value) is types.ModuleType:
        return "namespace"
    if look.is_class(value):
        return "class"
    if look.is_property(value):
        return "property"
    if look.is_callable(value) or found is not None:
        return "function" if type(owner) is types.ModuleType else "method"
    return "variable"


def _told(value):
    if look.is_array(value):
        return _cut(f"array {look.resolve(['it', 'shape'], {'it': value})}")
    return _cut(look.type_name(type(value)))


def _cut(text):
    return text if len(text) <= LONGEST_DETAIL else f"{text[: LONGEST_DETAIL - 1]}…"


def _keywords(before, start, namespace):
    """The keyword arguments that the call around the cursor still takes, as options; none inside another expression."""
    calls = open_brackets(before[: len(before) - len(start)])
    if not calls or not (call := calls[-1])["path"] or not call["is_fresh"]:
        return []
    found = signature.parameters(look.resolve(call["path"].split("."), namespace)) or []
    by_place = found.index("/") + 1 if "/" in found else 0
    only_named = found.index("*") if "*" in found else len(found)
    options = []
    for place, parameter in enumerate(found[by_place:], by_place):
        name, equals, default = parameter.partition("=")
        is_wanted = (equals or place > only_named) and name not in call["given"]
        if is_wanted and name.isidentifier() and name.startswith(start):
            detail = f"{default} unless given" if default not in ("", "…") else ""
            options.append({"label": f"{name}=", "kind": "keyword", "detail": detail, "info": ""})
    return options


def _signature(before, offset, namespace):
    call = next((call for call in reversed(open_brackets(before)) if call["path"]), None)
    if not call:
        return None
    thing = look.resolve(call["path"].split("."), namespace)
    found = signature.parameters(thing)
    if found is None:
        return None
    name = call["path"].rpartition(".")[2]
    active = _active(found, call["count"], call["name"])
    return {
        "from": offset + call["at"],
        "name": name,
        "parameters": found,
        "active": active,
        "info": signature.summary(thing),
    }


def _active(found, count, name):
    names = [parameter.partition("=")[0] for parameter in found]
    if name is not None:
        return names.index(name) if name in names else next((i for i, it in enumerate(names) if it[:2] == "**"), None)
    places = []
    for index, it in enumerate(names):
        if it.startswith("*"):
            return places[count] if count < len(places) else index if it != "*" and it[:2] != "**" else None
        if it not in ("/", "…"):
            places.append(index)
    return places[count] if count < len(places) else None
