"""What is in my variables: found by looking, whatever the reader has made."""

import json
import re

import numpy as np
import pytest

from kino import bridge
from kino.driving import Drivers
from kino.memory import Memory
from kino.shown import number
from kino.variables import Variables, summary


@pytest.fixture
def door(monkeypatch):
    """ask(kind, **payload) → the answer of the bridge, as an object."""
    for name, value in {
        "_namespace": {"__name__": "__main__"},
        "host": None,
        "_guard": None,
        "_memory": Memory(),
        "_drivers": Drivers(),
        "_variables": Variables(),
        "_open_output": lambda: lambda *item: None,
    }.items():
        monkeypatch.setattr(bridge, name, value)
    return lambda kind, **payload: json.loads(bridge.handle(kind, json.dumps(payload)))


def listed(door, source, cell="a"):
    door("run", cell=cell, source=source)
    return door("variables", cell=cell)["names"]


def texts(markup):
    return re.findall(r'class="shown">([^<]*)<', markup)


def test_arrays_and_numbers_are_listed_and_nothing_else(door):
    source = "import numpy as np\nQ = np.ones((3, 2))\nn, x = 5, 0.25\nname, f, _hidden = 'Q', len, 1\nK = np.arange(4)"
    assert listed(door, source) == ["Q (3, 2)", "n = 5", "x = 0.25", "K (4,)"]
    assert listed(door, "print(Q)") == listed(door, "") == listed(door, "x =") == []


def test_what_a_cell_changes_is_its_own_too(door):
    listed(door, "import numpy as np\nQ, K, V = np.ones((2, 2)), np.ones(3), np.ones(3)\nn = 4")
    assert listed(door, "Q[0, 0] = 7", "b") == ["Q (2, 2)"]
    assert listed(door, "np.add(K, 1, out=K); V.sort()", "b") == ["K (3,)"]
    assert listed(door, "n = 4", "b") == ["n = 4"]
    assert listed(door, "def f():\n    n = 5\n[n for n in range(3)]\nfor i in range(3): pass", "b") == ["i = 2"]
    assert listed(door, "del n\nQ = np.eye(3)\n1 / 0", "b") == ["Q (3, 3)"]


def test_what_another_cell_has_changed_since_is_said_and_shown_as_it_is(door):
    listed(door, "import numpy as np\nQ, K, n = np.zeros(2), np.zeros(2), 1")
    listed(door, "Q[0] = 5\nn = 'text'", "b")
    told = door("values", cell="a")
    assert [(one["name"], one["changed"]) for one in told] == [("Q", True), ("K", False)]
    assert texts(door("inspect", name="Q")["svg"]) == ["5", "0"]
    assert door("inspect", name="n") == door("inspect", name="no_such") == {"gone": True}


def test_a_warning_is_given_once(door, monkeypatch):
    sent = []
    monkeypatch.setattr(bridge, "_open_output", lambda: lambda *item: sent.append(item))
    assert listed(door, r"x = '\d'; n = 1") == ["n = 1"]
    assert "".join(words for _, words in sent).count("invalid escape") == 1


def test_reset_takes_the_list_away(door):
    listed(door, "x = 1")
    door("forget", cell="a")
    assert door("variables", cell="a") == {"names": [], "more": 0}


def test_many_are_counted(door):
    door("run", cell="a", source="\n".join(f"x{i} = {i}" for i in range(100)))
    told = door("variables", cell="a")
    assert len(told["names"]) == 40 and told["more"] == 60


def test_an_array_is_summed_up():
    weights = np.array([[0.25, 0.75], [0.5, 0.5]])
    whole = {"form": "(2, 2)", "type": "float64", "isArray": True}
    assert summary(weights) == whole | {"low": "0.25", "high": "0.75", "left": 0, "sums": True}
    assert summary(weights.T) == whole | {"low": "0.25", "high": "0.75", "left": 0, "sums": False}
    weights[0, 0] = np.nan
    assert summary(weights) == whole | {"low": "0.5", "high": "0.75", "left": 1, "sums": False}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (np.array(2.5), {"form": "()", "type": "float64", "low": "2.5", "high": "2.5", "left": 0, "sums": False}),
        (np.zeros((0, 3)), {"form": "(0, 3)", "type": "float64"}),
        (np.array([True, False]), {"form": "(2,)", "type": "bool", "low": "False", "high": "True", "left": 0}),
        (np.array([1j]), {"form": "(1,)", "type": "complex128"}),
        (np.array([int]), {"form": "(1,)", "type": "Python objects"}),
        (np.array(["a", "b"]), {"form": "(2,)", "type": "text"}),
        (np.zeros(2, [("a", int), ("b", float)]), {"form": "(2,)", "type": "records"}),
        (np.full(3, np.nan), {"form": "(3,)", "type": "float64", "left": 3}),
        (np.array([np.inf, 1]), {"low": "1", "high": "1", "left": 1}),
        (np.ma.array([1.0, 2.0], mask=[True, False]), {"type": "float64 (MaskedArray)", "low": "2", "left": 1}),
        (np.matrix([[1, 2]]), {"form": "(1, 2)", "type": "int64 (matrix)", "high": "2"}),
        (np.array([1, 2], np.uint8), {"type": "uint8", "low": "1", "high": "2"}),
        (np.array([1e-9, 1e12]), {"low": "1.00e−09", "high": "1.00e+12"}),
        (np.float32(0.1), {"form": "0.1", "type": "float32", "isArray": False}),
        (10**100, {"form": "2^332 or more", "type": "int"}),
        (-(10**30), {"form": "−2^99 or more"}),
        (float("nan"), {"form": "NaN"}),
        (True, {"form": "True", "type": "bool"}),
        (2 - 3j, {"form": "2−3j"}),
        (np.datetime64("2026-01-01"), {"form": "2026-01-01"}),
    ],
    ids=str,
)
def test_every_kind_has_its_words(value, told):
    found = summary(value)
    assert {name: found.get(name) for name in told} == told
    json.dumps(found, allow_nan=False)


def test_a_large_array_is_not_read_through(door):
    door("run", cell="a", source="import numpy as np\nbig = np.zeros(10**8, np.uint8)\nx = np.zeros((5000, 5000))")
    assert door("variables", cell="a")["names"] == ["big (100000000,)", "x (5000, 5000)"]
    assert "low" not in door("values", cell="a")[0]
    assert len(texts(door("inspect", name="x")["svg"])) == 400


def test_classes_that_are_made_to_strike_are_not_touched(door):
    source = """
import numpy as np
struck = []
class Evil(np.ndarray):
    def __array_finalize__(self, other): struck.append(1)
    def __array_ufunc__(self, *a, **k): struck.append(2)
    def __array_function__(self, *a, **k): struck.append(3)
    def __len__(self): struck.append(4); return 1
    def __repr__(self): struck.append(5); return ''
    shape = property(lambda self: struck.append(6))
    dtype = property(lambda self: struck.append(7))
    __class__ = property(lambda self: struck.append(8))
class Number(float):
    def __repr__(self): struck.append(9); return ''
    def __format__(self, form): struck.append(10); return ''
class Odd:
    __class__ = property(lambda self: struck.append(11) or int)
    def __repr__(self): struck.append(12); return ''
    def __str__(self): struck.append(13); return ''
    def __eq__(self, other): struck.append(14); return True
    __hash__ = None
evil, n, odd = np.ones((2, 2)).view(Evil), Number(1), Odd()
held = np.array([Odd(), n, 3, None, 'text'], object)
struck.clear()
"""
    assert listed(door, source) == ["evil (2, 2)", "held (5,)"]
    assert [one["type"] for one in door("values", cell="a")] == ["float64 (Evil)", "Python objects"]
    assert texts(door("inspect", name="evil")["svg"]) == ["1"] * 4
    assert texts(door("inspect", name="held")["svg"]) == ["‹Odd›", "‹Number›", "3", "‹NoneType›", "text"]
    assert bridge._namespace["struck"] == []


# The table


def test_a_table_has_the_numbers_and_how_large_they_are(door):
    listed(door, "import numpy as np\nQ = np.array([[-1.0, 0], [3, np.nan]])")
    told = door("inspect", name="Q")
    assert texts(told["svg"]) == ["−1", "0", "3", "NaN"]
    assert re.findall(r'opacity="([^"]*)"', told["svg"]) == ["0", "0.25", "1"]
    assert told["words"] == "The larger a number, the fuller its colour."


@pytest.mark.parametrize(
    ("made", "shown", "words"),
    [
        ("np.zeros((0, 3))", [], "v has the shape (0, 3) and holds nothing."),
        ("np.array(2.5)", ["2.5"], ""),
        ("np.arange(3)", ["0", "1", "2"], ""),
        ("np.arange(24).reshape(2, 3, 2, 2)", ["0", "1", "2", "3"], "This is v[0, 0], the first of 6 matrices in"),
        ("np.array(['a', 'b' * 50])", ["a", "b" * 19 + "…"], ""),
        ("np.array([1j, 2 - 0.5j])", ["0+1j", "2−0.5j"], ""),
        ("np.array([True, False])", ["True", "False"], ""),
        ("np.zeros(1, [('a', int)])", ["‹void›"], ""),
        ("np.ma.array([1, 2], mask=[True, False])", ["masked", "2"], ""),
        ("np.array([1e308, -1e308])", ["1.00e+308", "−1.00e+308"], ""),
        ("np.array(['<b>'])", ["&lt;b&gt;"], ""),
    ],
)
def test_every_kind_of_array_is_shown(door, made, shown, words):
    listed(door, f"import numpy as np\nv = {made}")
    told = door("inspect", name="v")
    assert texts(told["svg"]) == shown and words in told["words"]


def test_a_large_one_is_shown_in_part(door):
    listed(door, "import numpy as np\nv = np.zeros((30, 50))")
    told = door("inspect", name="v")
    assert len(texts(told["svg"])) == 400 and told["svg"].count("…") == 43
    assert told["words"].startswith("The first 20 rows and 20 columns of 30 × 50.")


def test_numbers_are_short():
    wide = [np.float64(1 / 3), 123456.789, 1e6, 0.000123, -0.0, np.int8(-5), np.longdouble(2), np.float16(0.1)]
    assert [number(one) for one in wide] == ["0.333", "123456.8", "1.00e+06", "1.23e−04", "0", "−5", "2", "0.1"]
