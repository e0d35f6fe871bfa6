"""Remembers what the runs of each cell did to the names they share, so that Reset can take it back. Pure."""

import builtins
import sys

_GONE = object()
_NOTHING = (None, _GONE)
# A value that takes more room than this is not kept for the sake of a Reset.
_LARGEST = 10_000_000


def look(names):
    """The names as they are now: name → the value's id, and the value unless it is large."""
    own = ((name, value) for name, value in list(names.items()) if type(name) is str and not name.startswith("__"))
    return {name: (id(value), _small(value)) for name, value in own}


class Memory:
    """For each name that a run has bound or deleted: what it was at first, then what each cell left there last."""

    def __init__(self):
        self._layers = {}

    def note(self, cell, before, names):
        """A run of a cell has turned `before`, a `look` at the names, into what they are now."""
        now = look(names)
        for name in before | now:
            if before.get(name, _NOTHING)[0] != now.get(name, _NOTHING)[0]:
                layers = self._layers.get(name, [(None, before.get(name, _NOTHING)[1])])
                left = [layer for layer in layers if layer[0] != cell]
                self._layers[name] = [*left, (cell, now.get(name, _NOTHING)[1])]

    def forget(self, cell, names):
        """Take back what the runs of a cell did to `names`, and nobody since.

        Returns the names, sorted, behind which something is again that was there before: a value or a builtin.
        """
        back = []
        for name, layers in list(self._layers.items()):
            left = [layer for layer in layers if layer[0] != cell]
            if len(left) < len(layers) and layers[-1][0] == cell:
                back += [name] if _put(names, name, left[-1][1]) else []
            self._layers[name] = left
            if len(left) == 1:
                del self._layers[name]
        return sorted(back)


def _put(names, name, value):
    if value is _GONE:
        return names.pop(name, _GONE) is not _GONE and hasattr(builtins, name)
    names[name] = value
    return True


def _small(value):
    return _GONE if _size(value) > _LARGEST else value


def _size(value):
    # Only what these types say of themselves is said at once, and truly.
    kind = type(value)
    source = kind.__module__ if type(kind) is type else ""
    if type(source) is not str or source not in ("builtins", "numpy"):
        return 0
    return value.nbytes if hasattr(kind, "nbytes") else sys.getsizeof(value)
