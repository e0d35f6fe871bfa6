"""Docstrings that come after: an image of Python is taken without them. Standard library only."""

import contextlib
import dis
import gc
import inspect
import sys
import types
from importlib.machinery import PathFinder

HAS_DOCSTRING = 0x4000000
# The modules of NumPy that document what is written in C.
NEWDOCS = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")

# What is given the words of something else while NumPy is loaded: (module, name) → of whom.
COPIED = {
    ("numpy", "row_stack"): ("numpy", "vstack"),
    ("numpy.lib", "scimath"): ("numpy.lib", "_scimath_impl"),
    ("numpy.linalg", "matrix_transpose"): ("numpy", "matrix_transpose"),
    ("numpy.linalg", "tensordot"): ("numpy", "tensordot"),
}


def restore():
    """Give what was loaded without docstrings those of its files, a step at every `next`."""
    found = {}
    for name, module in list(sys.modules.items()):
        code = _code_of(name, module)
        if code:
            _gather(code, found)
            if module.__doc__ is None:
                module.__doc__ = found.get((code.co_filename, ""))
            yield
    for name in NEWDOCS:
        if name in sys.modules:
            # What was loaded in its place is an empty file, so it is looked for anew.
            spec = PathFinder.find_spec(name, sys.modules["numpy._core"].__path__)
            spec.loader.exec_module(sys.modules[name])
            yield
    for thing in gc.get_objects():
        _document(thing, found)
    for thing in sys.modules["numpy._core.overrides"].ARRAY_FUNCTIONS:
        _document_dispatcher(thing, found)
    for place, source in COPIED.items():
        _copy(place, source)


def _code_of(name, module):
    spec = getattr(module, "__spec__", None)
    try:
        return spec.loader.get_code(name) if spec.has_location else None
    except (AttributeError, ImportError, OSError):
        return None


def _gather(code, found, path=""):
    """Put the docstrings of a module's or a class's code, and of all in it, under (file, qualified name)."""
    if code.co_flags & inspect.CO_OPTIMIZED:
        # Before Python 3.14 the first constant of a function was its docstring or None.
        if code.co_flags & HAS_DOCSTRING or sys.version_info < (3, 14):
            found[code.co_filename, path] = next(iter(code.co_consts), None)
    else:
        found[code.co_filename, path] = _doc_of_body(code)
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            _gather(inner, found, inner.co_qualname)


def _doc_of_body(code):
    """What the body of a module or class stores as `__doc__`."""
    if "__doc__" not in code.co_names:
        return None
    last = None
    for step in dis.get_instructions(code):
        if step.opname == "STORE_NAME" and step.argval == "__doc__":
            return last if isinstance(last, str) else None
        last = step.argval if step.opname == "LOAD_CONST" else None  # it may be imported, by its name
    return None


def _document(thing, found):
    if isinstance(thing, types.FunctionType):
        inner = inspect.unwrap(thing)
        if isinstance(inner, types.FunctionType):
            _set(thing, found.get((inner.__code__.co_filename, inner.__code__.co_qualname)))
    elif isinstance(thing, type):
        # NumPy says of some of its classes that they are another module's, and keeps the true one beside.
        module = sys.modules.get(str(vars(thing).get("_module_source", thing.__module__)))
        file = str(getattr(module, "__file__", "")).removesuffix("c")
        _set(thing, found.get((file, thing.__qualname__)))


def _document_dispatcher(thing, found):
    """Of a function of NumPy that others may take over. Where it is written in C, its words stand in multiarray.py."""
    implementation = getattr(thing, "_implementation", thing)
    code = getattr(implementation, "__code__", None)
    file = code.co_filename if code else sys.modules["numpy._core.multiarray"].__file__.removesuffix("c")
    doc = found.get((file, thing.__qualname__))
    if doc and not code and not implementation.__doc__:
        # C takes the signature out of the words, and NumPy then needs none of its own, in which all defaults are None.
        sys.modules["numpy._core.multiarray"].add_docstring(implementation, inspect.cleandoc(doc))
        if implementation.__text_signature__:
            vars(thing).pop("__signature__", None)
    _set(thing, doc if code else implementation.__doc__)


def _copy(place, source):
    with contextlib.suppress(AttributeError, KeyError, TypeError):  # a cell may have taken one of them away
        thing, words = (vars(sys.modules[module])[name] for module, name in (place, source))
        # Where NumPy adds words, they stand after what was None.
        if (thing.__doc__ or "None").startswith("None"):
            thing.__doc__ = words.__doc__ + (thing.__doc__ or "").removeprefix("None")


def _set(thing, doc):
    if doc and not thing.__doc__:
        with contextlib.suppress(AttributeError, TypeError):  # a type of C's
            thing.__doc__ = doc.replace("${ARRAY_FUNCTION_LIKE}", _like())


def _like():
    """What NumPy says of the parameter `like` in many docstrings."""
    return sys.modules["numpy._core.overrides"].array_function_like_doc
