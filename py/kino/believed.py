"""What a function of the reader's returned, made into plain arrays, if it has the form of what it stands in for.

No code of the reader's runs for that: neither of classes, nor of what they inherit from NumPy's.
"""

from kino import look


class Wrong(Exception):
    """What was returned cannot be used; the message says why, and what would be right."""


def as_own(theirs, own, *, name, parts, given):
    """`theirs` as arrays of floats, in the form of `own`: an array or a tuple of arrays.

    name: of the function; parts: what the arrays of the tuple are called; given: the shapes of its arguments by name
    Raises Wrong with a sentence for the reader.
    """
    if not isinstance(own, tuple):
        return _array(theirs, own, f"{name} returned a result", "", given)
    parts = parts or [f"part {i + 1}" for i in range(len(own))]
    forms = [f"{part} {_shape(one)}" for part, one in zip(parts, own, strict=True)]
    must = f"It must return {' and '.join([', '.join(forms[:-1]), forms[-1]])}"
    kind = type(theirs)
    base = next((base for base in (tuple, list) if issubclass(kind, base)), None)
    if base is None:
        raise Wrong(f"{name} returned {_called(theirs)}. {must}.{_hint(theirs)}")
    if base.__len__(theirs) != len(own):
        raise Wrong(f"{name} returned {base.__len__(theirs)} values. {must}.")
    theirs = list(base.__iter__(theirs))
    swapped = ""
    if all(map(_is_array, theirs)):
        shapes, wanted = [one.shape for one in theirs], [_shape(one) for one in own]
        swapped = f" They look swapped: return {', '.join(parts)}." if shapes == wanted[::-1] != wanted else ""
    pairs = zip(theirs, own, parts, strict=True)
    return tuple(_array(one, right, f"{name} returned", f"{part} ", given, swapped) for one, right, part in pairs)


def _array(theirs, own, told, part, given, swapped=""):
    import numpy as np

    right = _shape(own)
    if not (_is_array(theirs) or (right == () and _is_number(theirs))):
        form, hint = ("a number", "") if right == () else (f"an array of shape {right}", _hint(theirs))
        raise Wrong(f"{told} {part}as {_called(theirs)}. It must be {form}.{hint}")
    array = np.asarray(theirs)
    if array.dtype.kind not in "biuf":
        held = {"c": "complex numbers", "O": "Python objects", "U": "text", "S": "text"}.get(array.dtype.kind)
        raise Wrong(f"{told} {part}as an array of {held or array.dtype.name}. It must hold real numbers.")
    if array.shape != right:
        shapes = ", ".join(f"{name} {shape}" for name, shape in given.items())
        about = f" for {shapes}" if shapes else ""
        raise Wrong(f"{told} {part}of shape {array.shape}. It must be {right}{about}.{swapped}")
    array = array.astype(float)
    if not np.isfinite(array).all():
        found = "NaN, which is no number," if np.isnan(array).any() else "an infinite number"
        raise Wrong(f"{told} {part}with {found} in it.")
    return array


def _shape(own):
    return getattr(own, "shape", ())


def _is_array(thing):
    import numpy as np

    return type(thing) is np.ndarray  # a class that is made from it may have code of its own


def _is_number(thing):
    import numpy as np

    return look.is_one_of(thing, {int, float, bool, complex, *np.sctypeDict.values()})


def _called(thing):
    if thing is None:
        return "nothing"
    if _is_array(thing):
        return f"one array of shape {thing.shape}"
    name = look.type_name(type(thing))[:60]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}" if name.isidentifier() else "something without a name"


def _hint(thing):
    if thing is None:
        return " Is a return missing?"
    if type(thing) is list:
        return " np.array makes one of a list."
    is_kind_of_array = any(look.type_name(one) == "ndarray" for one in look.mro(type(thing)))
    return " np.asarray makes a plain array of it." if is_kind_of_array and not _is_array(thing) else ""
