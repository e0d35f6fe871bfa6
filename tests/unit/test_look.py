"""No line of the reader's code runs when completion looks at an object, and no text is too odd to be answered."""

import functools
import sys
import types

import numpy as np
import pytest

from kino import complete, look
from tests.unit.completing import NAMES, ask, call, labels, softmax


def ran(*_, **__):
    raise AssertionError("the reader's code was run")


RUNNING = {
    name: ran
    for name in (
        *(
            "__getattr__",
            "__getattribute__",
            "__dir__",
            "__repr__",
            "__str__",
            "__eq__",
            "__hash__",
            "__len__",
            "__bool__",
        ),
        *(
            "__call__",
            "__get__",
            "__iter__",
            "__getitem__",
            "__contains__",
            "__class_getitem__",
            "__format__",
            "__index__",
        ),
    )
}


class Meta(type):
    __getattribute__ = __getattr__ = __dir__ = __repr__ = __call__ = __instancecheck__ = __subclasscheck__ = ran
    __eq__ = __hash__ = ran


def hostile_objects():
    Hostile = type("Hostile", (), RUNNING)
    evil = object.__new__(Hostile)
    yield "everything raises", evil
    yield "class with a metaclass", Meta("Class", (), {"x": evil})
    yield "its object", object.__new__(type.__call__(Meta, "Class", (), {"x": evil}))
    yield "__class__ is a property", type("P", (), {"__class__": property(ran), "x": property(ran)})()
    yield "__dict__ is a property", type("P", (), {"__dict__": property(ran)})()
    yield "doc is no string", type("D", (), {"__doc__": property(ran)})()
    yield "list", type("L", (list,), RUNNING | {"__hash__": None})()
    yield (
        "array",
        np.zeros(3).view(type("A", (np.ndarray,), {"__array_finalize__": lambda *_: None, "T": property(ran)})),
    )
    yield "fake array", type("ndarray", (), {"shape": property(ran), "T": property(ran), "__module__": "numpy"})()

    def defaults(a=evil, *, b=evil): ...

    defaults.__signature__ = evil
    defaults.__wrapped__ = evil
    yield "defaults", defaults
    odd = types.FunctionType(softmax.__code__, {})
    odd.__defaults__ = type("T", (tuple,), {"__bool__": ran, "__len__": ran, "__iter__": ran})((evil,))
    odd.__kwdefaults__ = type("D", (dict,), {"__contains__": ran, "__getitem__": ran, "get": ran, "items": ran})(
        keepdims=evil
    )
    odd.__doc__ = type("S", (str,), {"split": ran, "__getitem__": ran})("words")
    yield "defaults of other types", odd
    yield "method of it", types.MethodType(evil, evil)
    odd_name = type("S", (str,), {"__eq__": ran, "__hash__": lambda self: hash("shape")})("shape")
    yield "odd names in a class", type("O", (), {odd_name: 1})()
    yield "partial", functools.partial(evil)
    module = types.ModuleType("m")
    module.__dict__.update({"__getattr__": ran, "__dir__": ran, "x": evil, "__doc__": evil})
    yield "module", module
    yield "kind of module", type("M", (types.ModuleType,), RUNNING)("m")
    yield "staticmethod", type("S", (), {"x": staticmethod(5), "y": classmethod(5), "z": evil})()
    deep = softmax
    for _ in range(5000):
        deep = types.MethodType(deep, 1)
    yield "deep", deep
    big = type("Big", (), {})()
    big.__dict__ |= {f"x{i}": i for i in range(200_000)}
    yield "many names", big
    odd_keys = type("Odd", (), {})()
    odd_keys.__dict__ = type("K", (dict,), RUNNING)(
        {1: 2, type("S", (str,), {"__eq__": ran, "__hash__": str.__hash__})("q"): 1}
    )
    yield "odd keys", odd_keys


HOSTILE = dict(hostile_objects())


@pytest.mark.parametrize("name", HOSTILE)
def test_no_code_of_an_object_is_run_to_look_at_it(name):
    # An error would be swallowed, so the calls themselves are watched.
    seen = []
    spaces = {"it": HOSTILE[name], "items": 1}

    def watch(frame, event, _):
        if event == "call" and frame.f_code is ran.__code__:
            seen.append(frame.f_back.f_code.co_name)

    sys.setprofile(watch)
    try:
        texts = (
            "i|",
            "it.|",
            "it.x|",
            "it.__|",
            "it(|",
            "it.x.|",
            "it.x(|",
            "it.y(|",
            "it.T.|",
            "it.shape.|",
            "it(1, |",
        )
        for text in texts:
            source = text.replace("|", "")
            complete.complete(source, len(source), spaces)
            complete.signature_at(source, len(source), spaces)
    finally:
        sys.setprofile(None)
    assert seen == []
    assert "it" in labels("i|", namespace=spaces), "one odd object must not hide the other names"


def test_the_test_sees_code_that_runs():
    with pytest.raises(AssertionError, match="was run"):
        str(HOSTILE["everything raises"])


def test_a_namespace_with_odd_keys():
    odd = type("S", (str,), {"__eq__": ran, "__hash__": lambda self: hash("softmax")})("softmax")
    spaces = {1: 2, odd: softmax, None: 4, "softer": 1}
    assert labels("soft|", namespace=spaces) == ["softer"]
    assert call("softmax(|", spaces) is None


@pytest.mark.parametrize(
    "source", ["x" * 200_000, "(" * 50_000, "a." * 30_000, "'" * 9_999, "\n" * 100_000, "f(" * 5000, "\ud800", "\0"]
)
def test_odd_texts_are_answered(source):
    assert set(ask(source)) == {"from", "options"}
    call(source)


@pytest.mark.parametrize("cursor", [-5, 0, 3, 10_000])
def test_a_cursor_that_is_nowhere(cursor):
    assert set(complete.complete("np.", cursor, NAMES)) == {"from", "options"}
    complete.signature_at("np.exp(", cursor, NAMES)


def test_an_object_is_resolved_by_what_is_stored():
    with pytest.raises(LookupError):
        look.resolve(["model", "loss"], NAMES)
    assert look.resolve(["K", "T", "shape"], NAMES) == (2, 4)
