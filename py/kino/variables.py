"""The arrays and numbers that a cell has made or changed, as they are now. By looking: no code of the reader's runs."""

import ast
import sys
import warnings

from kino import look
from kino.shown import is_number, number, table

MOST_NAMES = 40
LONGEST_NAME = 60
# Elements beyond which an array is not compared, or not summed up: both would take time.
MOST_COMPARED = 20_000
MOST_SUMMED = 1_000_000
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.comprehension)


class Variables:
    """For each cell, the names that its last run bound or changed, and how their values looked then."""

    def __init__(self):
        self._of = {}

    def note(self, cell, source, before, names):
        """A run of `cell` has turned what `before` is the marks of into what `names` are now."""
        bound = _bound(source)
        self._of[cell] = {
            name: mark for name, mark in marks(names).items() if name in bound or before.get(name) != mark
        }

    def drop(self, cell):
        self._of.pop(cell, None)

    def listed(self, cell, names):
        """{"names": ["Q (3, 2)", "n = 5", …], "more": how many there are beyond}."""
        known = self._known(cell, names)
        return {
            "names": [_in_short(name, names[name]) for name in known],
            "more": len(self._of.get(cell, ())) - len(known),
        }

    def summed(self, cell, names):
        """What is to be said of each in a line: its name, what `summary` says, whether another cell has changed it."""
        then = self._of.get(cell, {})
        return [
            {"name": name} | summary(names[name]) | {"changed": _mark(names[name]) != then[name]}
            for name in self._known(cell, names)
        ]

    def _known(self, cell, names):
        return [name for name in self._of.get(cell, ()) if _is_shown(names.get(name))][:MOST_NAMES]


def inspect(name, names):
    """An array as a table: {"svg", "words"}; {"gone"} where there is none of that name by now."""
    value = names.get(name)
    if not _is_array(value):
        return {"gone": True}
    markup, words = table(_plain(value), name)
    return {"svg": markup, "words": words}


def marks(names):
    """How each array and number looks, so that a change can be told: name → mark."""
    own = [(name, value) for name, value in list(names.items()) if type(name) is str and not name.startswith("_")]
    return {name: _mark(value) for name, value in own if len(name) <= LONGEST_NAME and _is_shown(value)}


def summary(value):
    """{"form", "type", "isArray"}, form the shape of an array or what a number is. For numbers in an array "low" and
    "high", "left", how many are left out of that: NaN, infinite, masked; and "sums", whether its rows sum to 1."""
    if not _is_array(value):
        return {"form": number(value), "type": look.type_name(type(value)), "isArray": False}
    array = _plain(value)
    told = {"form": str(array.shape), "type": _type(value, array), "isArray": True}
    return told | _range(array) if array.dtype.kind in "biuf" and 0 < array.size <= MOST_SUMMED else told


def _range(array):
    import numpy as np

    held = array if type(array) is np.ndarray else array.compressed()
    held = held[np.isfinite(held)]
    left = array.size - held.size
    told = {"low": number(held.min()), "high": number(held.max())} if held.size else {}
    has_rows = array.dtype.kind == "f" and array.ndim and array.shape[-1] > 1 and not left
    sums = bool(has_rows and np.allclose(array.sum(axis=-1, dtype=float), 1, rtol=0, atol=1e-6))
    return told | {"left": left, "sums": sums}


def _bound(source):
    """The names that the code itself binds, functions and classes in it aside."""
    try:
        with warnings.catch_warnings(action="ignore"):  # the cell has given them
            nodes = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found = set()
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        nodes += [child for child in ast.iter_child_nodes(node) if not isinstance(child, _INNER)]
    return found


def _is_shown(value):
    return _is_array(value) or (is_number(value) and not issubclass(type(value), (str, bytes)))


def _is_array(value):
    # Where NumPy was not imported, no array can be.
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(type(value), numpy.ndarray)


def _plain(value):
    """An array as one of NumPy's own classes: its own may have code of its own. Masked ones keep their mask."""
    numpy, masked = sys.modules["numpy"], sys.modules.get("numpy.ma")
    if masked and type(value) is masked.MaskedArray:
        return value
    return numpy.ndarray.view(value, numpy.ndarray)


def _mark(value):
    if not _is_array(value):
        return (id(value),)
    numpy = sys.modules["numpy"]
    array = numpy.ndarray.view(value, numpy.ndarray)
    is_small = array.size <= MOST_COMPARED and array.dtype.kind in "biufc"
    return id(value), array.shape, array.dtype.str, hash(array.tobytes()) if is_small else None


def _in_short(name, value):
    return f"{name} {_plain(value).shape}" if _is_array(value) else f"{name} = {number(value)}"


def _type(value, array):
    kinds = {"U": "text", "S": "bytes", "O": "Python objects"}
    name = "records" if array.dtype.names else kinds.get(array.dtype.kind, array.dtype.name)
    kind = type(value)
    return name if kind is sys.modules["numpy"].ndarray else f"{name} ({look.type_name(kind)[:LONGEST_NAME]})"
