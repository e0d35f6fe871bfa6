"""How a function is called, read from the function itself; none of it is run."""

import inspect
import types

from kino.explain import values
from kino.explain.kinds import is_class, is_static, plain


def signature(value, name):
    """ "(queries, keys, values, *, scaled=True)" for a function, a method or a class; None where it cannot be read."""
    function, is_bound = _function(value)
    if function is None or name not in (function.__code__.co_name, "__init__", "__call__"):
        return None
    code = function.__code__
    names = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    positional, named = names[: code.co_argcount], names[code.co_argcount :]
    defaults = function.__defaults__ or ()
    plain = len(positional) - len(defaults)
    parts = [_part(each, defaults[i - plain] if i >= plain else values.UNKNOWN) for i, each in enumerate(positional)]
    if is_bound:
        parts = parts[1:]
    extra = list(code.co_varnames[len(names) :])
    if code.co_flags & inspect.CO_VARARGS:
        parts.append("*" + extra.pop(0))
    elif named:
        parts.append("*")
    given = function.__kwdefaults__ or {}
    parts += [_part(each, given.get(each, values.UNKNOWN)) for each in named]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        parts.append("**" + extra.pop(0))
    return f"({', '.join(parts)})"


def _part(name, default):
    return name if default is values.UNKNOWN else f"{name}={plain(default) or '…'}"


def _function(value):
    if type(value).__name__ == "_ArrayFunctionDispatcher" and is_static(type(value)):
        value = value._implementation  # what NumPy wraps for other kinds of arrays
    if type(value) is types.FunctionType:
        return value, False
    if type(value) is types.MethodType:
        inner = value.__func__
        return (inner, True) if type(inner) is types.FunctionType else (None, True)
    kind, wanted = (value, "__init__") if is_class(value) else (type(value), "__call__")
    try:
        inner = inspect.getattr_static(kind, wanted)
    except AttributeError:
        inner = None
    return (inner, True) if type(inner) is types.FunctionType else (None, True)
