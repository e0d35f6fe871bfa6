"""Looks at objects without running a line of their code: no properties, no __getattr__, no __dir__, no comparisons.

Everything is read through the slots that CPython itself made. Standard library only.
"""

import builtins
import types
from itertools import islice

MOST_NAMES = 20_000
# What a C function of NumPy returns at once for an array, without asking its elements.
OF_ARRAYS = {"T", "mT", "shape", "dtype", "ndim", "size"}

mro = type.__dict__["__mro__"].__get__
type_name = type.__dict__["__name__"].__get__
_type_dict = type.__dict__["__dict__"].__get__
_flags = type.__dict__["__flags__"].__get__
_IMMUTABLE = 1 << 8
_module_dict = types.ModuleType.__dict__["__dict__"].__get__
_MADE_BY_C = (types.GetSetDescriptorType, types.MemberDescriptorType)


def is_class(thing):
    return issubclass(type(thing), type)


def is_one_of(thing, kinds):
    """Whether its type is one of these: by identity, for a class may say what it equals and what its hash is."""
    return any(type(thing) is kind for kind in kinds)


def named(mapping):
    """The entries of a dict whose keys are plain strings, as a dict that is safe to look up in."""
    if not issubclass(type(mapping), dict):
        return {}
    return {key: value for key, value in islice(dict.items(mapping), MOST_NAMES) if type(key) is str}


def of_class(kind):
    """What a class and those it inherits from define, unbound; the nearest definition of each name."""
    found = {}
    for one in reversed(mro(kind)):
        found |= own_of_class(one)
    return found


def own_of_class(kind):
    """What a class itself defines, unbound."""
    return {name: value for name, value in _type_dict(kind).items() if type(name) is str}


def stored(kind, name):
    """What a class or one it inherits from stores under a name; None where nothing is."""
    for one in mro(kind):
        # Only a class that can be changed may hold a key whose comparison is someone's code.
        entries = _type_dict(one) if _flags(one) & _IMMUTABLE else own_of_class(one)
        if name in entries:
            return entries[name]
    return None


def attributes(thing):
    """The attributes of a module, a class or an object as they are stored, not as `thing.name` would compute them."""
    if type(thing) is types.ModuleType:
        return named(_module_dict(thing))
    return of_class(thing) if is_class(thing) else of_class(type(thing)) | own(thing)


def own(thing):
    """An object's own __dict__, where that is the real one."""
    slot = stored(type(thing), "__dict__")
    return named(slot.__get__(thing)) if type(slot) is types.GetSetDescriptorType else {}


def resolve(path, namespace):
    """What the dotted names of `path` mean. Raises LookupError where that is unknown without running code."""
    first, *rest = path
    thing = (named(vars(builtins)) | named(namespace))[first]
    for name in rest:
        thing = _attribute(thing, name)
    return thing


def _attribute(thing, name):
    value = attributes(thing)[name]
    if type(thing) is types.ModuleType or (not is_class(thing) and name in own(thing)):
        return value
    if type(value) is types.GetSetDescriptorType and name in OF_ARRAYS and is_array(thing):
        return value.__get__(thing)
    value = bound(value, thing)
    if is_callable(value) or stored(type(value), "__get__") is None:
        return value
    raise LookupError(name)


def bound(value, thing):
    """A function as it comes out of `thing`, whose class defines it: with its first argument filled in."""
    if type(value) is staticmethod:
        return value.__func__
    if type(value) is classmethod:
        return types.MethodType(value.__func__, thing)
    if type(value) is types.FunctionType and type(thing) is not types.ModuleType and not is_class(thing):
        return types.MethodType(value, thing)
    return value


def is_array(thing):
    """Whether it is exactly NumPy's array; a class of the same name made in Python has no such slot."""
    slot = stored(type(thing), "shape")
    return type(slot) is types.GetSetDescriptorType and type_name(type(thing)) == "ndarray"


def is_property(value):
    return is_one_of(value, (property, *_MADE_BY_C))


def is_callable(value):
    return is_one_of(value, _CALLABLES) or is_cython(value)


def is_cython(value):
    return type_name(type(value)) == "cython_function_or_method"


_CALLABLES = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    types.MethodWrapperType,
)
