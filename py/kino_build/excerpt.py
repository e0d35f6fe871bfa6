"""The real source of a part of kino, for a lesson to show: text and code cannot part."""

from __future__ import annotations

import importlib
import inspect


def source_of(name: str) -> str:
    """The source of a function or class, as it stands in its file: "kino.attention.softmax".

    Raises LookupError, in words, for a name that is not a function or class of kino.
    """
    module_name, _, attribute = name.rpartition(".")
    if name.partition(".")[0] != "kino" or not module_name:
        raise LookupError(f'"{name}" is not a part of kino; write something like kino.attention.softmax')
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError):
        raise LookupError(f"kino has no {name}") from None
    if not (inspect.isfunction(found) or inspect.isclass(found)):
        raise LookupError(f"{name} is neither a function nor a class")
    return inspect.getsource(found)
