"""What kind of thing a value is, asked of nothing that a student could have written."""

import types

_HEAP = 1 << 9  # set for a class that was made by Python code
_PLAIN = (int, float, bool, str, type(None))


def mro(kind):
    """The classes of a class, also where its metaclass says something else."""
    return type.__dict__["__mro__"].__get__(kind)


def layers(value):
    """What each class of a value stores, the nearest first."""
    return [type.__dict__["__dict__"].__get__(kind) for kind in mro(type(value))]


def is_class(value):
    return issubclass(type(value), type)


def is_array(value):
    """Whether a value is a NumPy array itself, not something that says so."""
    kind = type(value)
    return is_static(kind) and kind.__module__ == "numpy" and kind.__name__ == "ndarray"


def is_number(value):
    kind = type(value)
    return kind in (int, float, bool, complex) or (
        is_static(kind) and kind.__module__ == "numpy" and hasattr(kind, "itemsize") and not is_array(value)
    )


def is_static(kind):
    return type(kind) is type and not kind.__flags__ & _HEAP


def called(value):
    """A kind of value in words, with its article; None for a kind that has no common name."""
    if is_array(value):
        return "an array" if value.ndim else "an array of one number"
    if type(value) is bool:
        return "True or False"
    if is_number(value):
        return "a number"
    names = {
        str: "text",
        list: "a list",
        tuple: "a tuple",
        dict: "a dictionary",
        set: "a set",
        types.ModuleType: "a module",
        range: "a range",
        types.FunctionType: "a function",
        types.BuiltinFunctionType: "a function",
        types.MethodType: "a function",
        type(None): "None",
        slice: "a slice",
    }
    return names.get(type(value), "a function" if _is_ufunc(value) else "a class" if type(value) is type else None)


def _is_ufunc(value):
    kind = type(value)
    return kind.__name__ in ("ufunc", "_ArrayFunctionDispatcher") and kind.__module__.startswith("numpy")


def plain(value):
    """A number or a short text as code; else None. Nothing else is shown, for its repr may be anybody's."""
    if type(value) in _PLAIN:
        words = repr(value)
        return words if len(words) <= 40 else None
    return None
