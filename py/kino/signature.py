"""What a callable takes and what it is for, in words, found without running it. Standard library only.

`inspect.signature` is not asked: it runs what stands in annotations, in __signature__ and in the repr of defaults.
"""

import re
import types

from kino import look

LONGEST_DEFAULT = 24
_PLAIN = (type(None), bool, int, float, complex, str)
_PARTS = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\[({]|[\])}]|,|[^\[\](){},'"]+|.""", re.S)
# Parameters that every ufunc has and no lesson uses.
_OF_UFUNCS = ("casting=", "order=", "dtype=", "subok=", "signature")


def parameters(thing):
    """The parameters of a callable as Python writes them (["x", "axis=-1", "*", "keepdims=False"]); None if unknown."""
    kind = type(thing)
    if kind is types.MethodType:
        found = parameters(thing.__func__)
        return found[1:] if found and type(thing.__func__) is types.FunctionType else found
    if kind is types.FunctionType:
        return _of_function(thing)
    if look.is_class(thing):
        return _of_class(thing)
    if implementation := _implementation(thing):
        return parameters(implementation)
    if look.is_cython(thing) or look.type_name(kind) == "ufunc":
        return _of_text(_signature_in(doc_text(thing)))
    if look.is_callable(thing):
        return _first_known(thing.__text_signature__, _signature_in(doc_text(thing)))
    call = look.stored(kind, "__call__")
    return _of_function(call)[1:] if type(call) is types.FunctionType else None


def summary(thing):
    """The first sentence of a docstring, or ''."""
    paragraphs = [part.strip() for part in (doc_text(thing) or "").split("\n\n")]
    # C functions begin with their signature.
    said = next((part for part in paragraphs if part and not re.match(r"[\w.]+\(", part)), "")
    sentence = re.match(r".*?(?:[.!?](?=\s|$)|$)", " ".join(said.split())).group()
    sentence = re.sub(r":\w+:(?=`)|`", "", sentence)
    return sentence if len(sentence) <= 160 else f"{sentence[:159]}…"


def doc_text(thing):
    """The docstring as it is stored, at most its first 4,000 characters; None where there is none."""
    kind = type(thing)
    if kind is types.MethodType:
        return doc_text(thing.__func__)
    if look.is_callable(thing) and not look.is_cython(thing):
        text = thing.__doc__
    elif kind is types.ModuleType or look.is_class(thing):
        # The own docstring only: that of a base class tells about something else.
        layer = look.attributes(thing) if kind is types.ModuleType else look.own_of_class(thing)
        text = layer.get("__doc__")
    else:
        text = look.own(thing).get("__doc__") or _slot(thing, "__doc__")
    return text[:4000] if type(text) is str else None


def _slot(thing, name):
    slot = look.stored(type(thing), name)
    return slot.__get__(thing) if type(slot) is types.GetSetDescriptorType else None


def _implementation(thing):
    """NumPy wraps many of its functions; this is the function inside."""
    is_wrapper = look.type_name(type(thing)) == "_ArrayFunctionDispatcher"
    return _slot(thing, "_implementation") if is_wrapper else None


def _of_function(function):
    code = function.__code__
    defaults = [] if function.__defaults__ is None else [*tuple.__iter__(function.__defaults__)]
    by_name = look.named(function.__kwdefaults__)
    names, last = code.co_varnames, code.co_argcount
    plain = list(names[:last])
    for place, value in enumerate(defaults, max(0, last - len(defaults))):
        plain[place] += f"={_written(value)}"
    only_names = names[last : last + code.co_kwonlyargcount]
    if code.co_posonlyargcount:
        plain.insert(code.co_posonlyargcount, "/")
    rest = names[last + code.co_kwonlyargcount :]
    if code.co_flags & 0x04:
        plain.append(f"*{rest[0]}")
        rest = rest[1:]
    elif only_names:
        plain.append("*")
    plain += [f"{name}={_written(by_name[name])}" if name in by_name else name for name in only_names]
    return [*plain, f"**{rest[0]}"] if code.co_flags & 0x08 else plain


def _written(value):
    text = repr(value) if look.is_one_of(value, _PLAIN) and (type(value) is not int or abs(value) < 10**20) else "…"
    return text if len(text) <= LONGEST_DEFAULT else "…"


def _of_class(kind):
    for one in look.mro(kind):
        layer = look.own_of_class(one)
        makers = [layer[name] for name in ("__init__", "__new__") if name in layer]
        made = [maker.__func__ if type(maker) is staticmethod else maker for maker in makers]
        for maker in made:
            if type(maker) is types.FunctionType:
                return _of_function(maker)[1:]
        if made:
            return _first_known(_class_text(one), _signature_in(doc_text(one)))
    return None


def _class_text(kind):
    return type.__dict__["__text_signature__"].__get__(kind)


def _signature_in(text):
    """The signature that a docstring begins with, as "(x, axis=None)"."""
    opening = re.match(r"\s*[\w.]+(?=\()", text or "")
    if not opening:
        return None
    depth = 0
    for part in _PARTS.finditer(text, opening.end()):
        depth += (part.group() in ("(", "[", "{")) - (part.group() in (")", "]", "}"))
        if not depth:
            return text[opening.end() : part.end()]
    return None


def _of_text(text):
    """The parameters in "($self, x, /, axis=None)"; None for text of another form."""
    if type(text) is not str or not text.startswith("("):
        return None
    found, depth = [""], 0
    for part in _PARTS.findall(text[1:-1]):
        depth += (part in ("(", "[", "{")) - (part in (")", "]", "}"))
        if part == "," and not depth:
            found.append("")
        else:
            found[-1] += part
    found = [" ".join(part.split()) for part in found]
    if found[0].startswith("$"):
        found = found[1:]
        found = found[1:] if found[:1] == ["/"] else found
    found = [re.sub(r"<.*>", "…", part) for part in found if part]
    kept = [part for part in found if not part.startswith(_OF_UFUNCS)]
    return [*kept, "…"] if "casting='same_kind'" in found and "order='K'" in found else found


def _first_known(*texts):
    return next((found for text in texts if (found := _of_text(text)) is not None), None)
