"""What of Python's libraries comes after Python is awake: which code needs it, and how an import waits for it."""

import importlib
import re
import sys
import zipimport
from importlib.machinery import PathFinder

from kino import cell, docs

# What imports something when it is named or called, though no import statement says so.
_LATE = re.compile(
    r"\b(random|fft|polynomial|ma|testing|ctypeslib|char|rec|strings|typing|matlib|lib|core|f2py|show_config|exceptions"
    r"|help|__doc__|__import__|importlib|exec|eval|compile|encode|decode|open|strptime|breakpoint)\b"
)


# Beside Python's own: what is installed with it.
_OTHERS = {"kino", "numpy", "pyodide"}


def may_be_wanted(source):
    """Whether code may need more than what was loaded when Python was made ready."""
    return bool(_LATE.search(source)) or any(may_come(name) for name in cell.imports(source) if not _is_loaded(name))


def may_come(module):
    """Whether a module of this full name may be in what is still to come. A mistyped name has nothing to wait for."""
    root = module.partition(".")[0]
    return root.startswith("_") or root in _OTHERS or root in sys.stdlib_module_names


def expect(host, fetch):
    """Let imports of what is not here yet wait for it. fetch() → an awaitable of whether it has come; None: of Stop."""
    sys.meta_path.insert(sys.meta_path.index(PathFinder) + 1, _Late(host, fetch))


class NotHere(ImportError):
    """A module that is in what is still to come."""


def arrived():
    """Let imports look at the files anew, now that they are there. Returns what is left to do, step by step."""
    _Late.is_over = True
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()
    importlib.invalidate_caches()
    return docs.restore()


class _Late:
    """Asked for a module after all who could know it: it may be in what is still to come."""

    is_over = False

    def __init__(self, host, fetch):
        self._host, self._fetch = host, fetch

    def find_spec(self, name, path=None, target=None):
        if _Late.is_over or not may_come(name):
            return None
        came = self._host.can_wait() and self._host.block(self._fetch())
        if came is None:
            raise KeyboardInterrupt
        if not came:
            raise NotHere(
                f"{name} is in a part of Python that is still on its way. Run the cell again in a moment.", name=name
            )
        return PathFinder.find_spec(name, path, target)


def _is_loaded(name):
    if name in sys.modules:
        return True
    module, _, attribute = name.rpartition(".")
    return module in sys.modules and hasattr(sys.modules[module], attribute)
