"""None, and how a name has come to stand for it."""

import ast
import types

from kino.explain.made import assigned

_IN_PLACE = ("sort", "append", "reverse", "extend", "insert", "shuffle", "update", "add", "remove", "fill", "clear")


def why_none(node, place, so):
    """A sentence on a piece of code that is None. so: what follows from it, "so …", where the reason is not known."""
    text = place.text(node)
    call = assigned(place.tree, node.id, place.line) if isinstance(node, ast.Name) else node
    if not isinstance(call, ast.Call):
        return f"{'None' if text == '`None`' else f'{text} is None, which'} stands for “nothing”, {so}."
    begin, called = f"{text} is None: " if call is not node else "", place.text(call.func)
    if getattr(call.func, "attr", "") in _IN_PLACE:
        return f"{begin}{called} changes what it is called on and gives back nothing."
    is_own = type(place.value(call.func)) is types.FunctionType
    return f"{begin}{called} gives back nothing (None).{' Does it end in `return`?' if is_own else ''}"
