"""A reader's function draws the figure: what is right is drawn, what is not is said, and nothing is left behind."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from kino import attention, bridge, figures
from kino.driving import Drivers
from kino.figures import Picture, Slider
from kino.guard import apart
from kino.memory import Memory

CELL = "soft-lookup"
GOOD = """
import numpy as np

def attend(Q, K, V):
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
HEAD = "import numpy as np\n\ndef attend(Q, K, V):\n"


@pytest.fixture
def door(monkeypatch):
    """ask(kind, **payload) → the answer of the bridge, as an object."""
    for name, value in {
        "_namespace": {"__name__": "__main__"},
        "_figures": {},
        "_drawn": {},
        "host": None,
        "_guard": None,
        "_memory": Memory(),
        "_drivers": Drivers(),
        "_open_output": lambda: lambda *item: None,
    }.items():
        monkeypatch.setattr(bridge, name, value)
    with np.errstate():  # what cells set of it stays set
        yield lambda kind, **payload: json.loads(bridge.handle(kind, json.dumps(payload)))


@pytest.fixture
def drive(door):
    """drive(source, **state) → the outcome of the cell, and the drawing that its function gives."""

    def run(source, **state):
        outcome = door("run", cell=CELL, source=source, drives="attend")
        return outcome, door("drive", cell=CELL, figure="turning-query", state=state)

    return run


def drawn(answer):
    assert "svg" in answer, answer
    return answer


def problem(answer):
    assert "problem" in answer, answer
    return answer["problem"]


# What is right


def test_the_lessons_own_function_gives_the_lessons_own_picture_beside_itself(drive):
    outcome, answer = drive(GOOD, angle=25)
    assert outcome == {"status": "done", "drives": 1}
    values, lesson = drawn(answer)["values"], figures.load("turning-query").draw({"angle": 25}).plain_values()
    for name, right in lesson.items():
        np.testing.assert_allclose(values[name], right, atol=1e-12)
    np.testing.assert_allclose(values["own_weights"], lesson["weights"], atol=1e-12)
    assert answer["words"].startswith("Your code. Query at 25°") and "the lesson’s own is #" in answer["words"]
    assert answer["unused"] == [["scaled", "Divide by √d"]] and "printed" not in answer


def test_another_function_gives_another_picture_and_the_lessons_stays_beside_it(drive):
    hard = HEAD + "    weights = np.eye(4)[[2]]\n    return weights @ V, weights"
    values = drawn(drive(hard)[1])["values"]
    assert values["weights"] == [0, 0, 1, 0]
    lesson = figures.load("turning-query").draw({}).plain_values()
    assert (values["own_weights"], values["own_output"]) == (lesson["weights"], lesson["output"])


def test_a_switch_reaches_a_function_that_has_a_parameter_for_it(drive):
    source = "from kino.attention import attend as lesson\ndef attend(Q, K, V, *, scaled):\n"
    source += "    return lesson(Q, K, V, scaled=scaled)"
    for scaled in (True, False):
        answer = drawn(drive(source, scaled=scaled)[1])
        assert answer["unused"] == [] and answer["values"]["weights"] == answer["values"]["own_weights"]


@pytest.mark.parametrize(
    ("line", "weights", "said"),
    [
        ("w = np.ones((1, 4))", [1, 1, 1, 1], "The weights sum to 4.000, not to 1."),
        ("w = np.array([[2.0, -1, 0, 0]])", [2, -1, 0, 0], "A weight below 0 is drawn as a hollow bar."),
        ("w = np.array([[1e300, 0, 0, 0]])", [1e300, 0, 0, 0], "The weights sum to 1.00e+300, not to 1."),
        ("w = np.array([[0, 1, 0, 0]])", [0, 1, 0, 0], ""),
        ("w = np.array([[0, 1, 0, 0]]) > 0", [0, 1, 0, 0], ""),
        ("w = np.array([[0, 1, 0, 0]], dtype=np.float16)", [0, 1, 0, 0], ""),
    ],
)
def test_what_can_be_drawn_is_drawn_as_it_is_and_what_is_odd_is_said(drive, line, weights, said):
    answer = drawn(drive(f"{HEAD}    {line}\n    return w @ V, w")[1])
    assert answer["values"]["weights"] == weights
    assert said in answer["words"] and said in answer["svg"]
    assert ("sum to" in answer["words"]) == (abs(sum(weights) - 1) > 1e-3)


# What is not


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("None", "attend returned nothing. It must return output (1, 3) and weights (1, 4). Is a return missing?"),
        ("Q @ K.T", "attend returned one array of shape (1, 4). It must return output (1, 3) and weights (1, 4)."),
        ("Q, K, V", "attend returned 3 values. It must return"),
        ("5", "attend returned an int. It must"),
        ("Q[0] @ V[:2], np.ones((1, 4))", "output of shape (3,). It must be (1, 3) for Q (1, 2), K (4, 2), V (4, 3)."),
        ("np.ones((1, 4)), np.ones((1, 3))", "They look swapped: return output, weights."),
        ("np.ones((1, 3)), [[1, 0, 0, 0]]", "weights as a list. It must be an array of shape (1, 4). np.array makes"),
        ("np.ones((1, 3)), np.matrix([1, 0, 0, 0])", "weights as a matrix. It must be an array of shape (1, 4). np.as"),
        ("np.ones((1, 3)), np.ones((1, 4), complex)", "weights as an array of complex numbers. It must hold real"),
        ("np.ones((1, 3)), np.ones((1, 4), object)", "weights as an array of Python objects."),
        ("np.ones((1, 3)), np.full((1, 4), 'a')", "weights as an array of text."),
        ("np.ones((1, 3)), np.full((1, 4), np.nan)", "weights with NaN, which is no number, in it."),
        ("np.full((1, 3), np.inf), np.ones((1, 4))", "output with an infinite number in it."),
        ("np.full((1, 3), 1e308), np.full((1, 4), 1e308)", None),
        ("(x for x in 'ab')", "attend returned a generator."),
        ("lambda: 1", "attend returned a function."),
    ],
)
def test_what_cannot_be_drawn_is_said(drive, returned, said):
    answer = drive(f"{HEAD}    return {returned}")[1]
    assert "svg" in answer if said is None else said in problem(answer)
    assert "Traceback" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("body", "kind", "line"),
    [
        ("1 / 0", "ZeroDivisionError", 4),
        ("return Q @ K, 1", "ValueError", 4),
        ("return soft(Q)", "NameError", 4),
        ("raise SystemExit(3)", "SystemExit", 4),
        ("raise BaseException('x')", "BaseException", 4),
        ("return attend(Q, K, V)", "RecursionError", 4),
        ("input('name? ')", "RuntimeError", 4),
        ("import sys; sys.stdin.read()", "UnsupportedOperation", 4),
    ],
)
def test_an_error_is_told_with_the_readers_own_line(drive, body, kind, line):
    error = drive(f"{HEAD}    {body}")[1]["error"]
    assert error["type"] == kind
    frame = error["frames"][-1]
    assert (frame["cell"], frame["line"], frame["name"]) == (CELL, line, "attend")


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("attend = 5", "TypeError"),
        ("attend = None", "TypeError"),
        ("class attend:\n    def __init__(self, Q): pass", "TypeError"),
        ("def attend(): pass", "TypeError"),
    ],
)
def test_what_is_no_function_or_takes_something_else_is_told(drive, source, kind):
    assert drive(source)[1]["error"]["type"] == kind


def test_a_coroutine_is_no_array(drive):
    answer = drive("async def attend(Q, K, V):\n    return 1")[1]
    assert problem(answer).startswith("attend returned a coroutine.")


# What is left behind


def test_it_gets_copies_and_can_keep_them(drive):
    spoil = "kept = []\n" + GOOD.replace("scores =", "kept.append((Q, K, V)); scores =")
    spoil = spoil.replace(
        "return weights @ V, weights", "w = weights @ V, weights; Q[:], K[:], V[:] = 9, 9, 9; return w"
    )
    before = drawn(drive(GOOD)[1])
    for _ in range(2):
        assert drawn(drive(spoil)[1])["values"] == before["values"]


def test_what_it_does_to_numpy_and_to_the_streams_is_put_back(drive):
    own = figures.load("turning-query").draw({})
    source = GOOD.replace(
        "    return",
        "    import sys, builtins\n    np.cos = np.sin = np.array = np.einsum = np.isfinite = np.exp = None\n"
        "    sys.stdout = sys.stdin = None\n    builtins.len = builtins.isinstance = None\n"
        "    np.seterr(all='raise')\n    return",
        1,
    )
    streams = sys.stdout, sys.stdin
    assert drawn(drive(source)[1])["values"]["own_weights"] == own.plain_values()["weights"]
    assert (sys.stdout, sys.stdin) == streams and np.cos(0) == 1 and len("a") == 1
    assert figures.load("turning-query").draw({}).svg == own.svg


def test_classes_that_are_made_to_strike_are_not_touched(drive):
    evil = """
import numpy as np

class Evil(np.ndarray):
    def __array_function__(self, *a, **k): struck.append(1)
    def __array_ufunc__(self, *a, **k): struck.append(2)
    def __array__(self, *a, **k): struck.append(3)
    def __float__(self): struck.append(4); return 1.0
    def __str__(self): struck.append(5); return ""
    __repr__ = __str__
    shape = property(lambda self: struck.append(6))
    dtype = property(lambda self: struck.append(7))
    __class__ = property(lambda self: struck.append(8))
    def __iter__(self): struck.append(9)
    def __len__(self): struck.append(10)

class ndarray(Evil): pass
class Pair(tuple):
    def __iter__(self): struck.append(11)
    def __len__(self): struck.append(12); return 2
    def __getitem__(self, i): struck.append(13)
class Number(np.float64):
    def __array__(self, *a, **k): struck.append(14)
class Meta(type):
    def __eq__(self, other): struck.append(15); return True
    def __hash__(self): struck.append(16); return 1
class Odd(metaclass=Meta): pass

struck = []
def attend(Q, K, V):
    return RETURNED
"""
    shaped = "np.ones({}).view({})"
    for returned in (
        f"{shaped.format((1, 3), 'Evil')}, np.ones((1, 4))",
        f"{shaped.format((1, 3), 'ndarray')}, np.ones((1, 4))",
        "Evil((1, 3))",
        "Number(1), Number(2)",
        "Odd(), Odd()",
        "Odd()",
    ):
        assert problem(drive(evil.replace("RETURNED", returned))[1]).startswith("attend returned")
        assert bridge._namespace["struck"] == []
    answer = drive(evil.replace("RETURNED", "Pair((np.ones((1, 3)), np.ones((1, 4))))"))[1]
    assert drawn(answer)["values"]["weights"] == [1] * 4 and bridge._namespace["struck"] == []


def test_what_it_prints_is_counted_and_begun(drive):
    source = GOOD.replace("    return", "    for _ in range(1000): print('x' * 9)\n    return")
    printed = drive(source)[1]["printed"]
    assert printed["chars"] == 10_000 and len(printed["text"]) == 200 and printed["text"].startswith("xxxxxxxxx\nxxx")


def test_its_time_is_told(drive):
    assert drive(GOOD.replace("    return", "    import time; time.sleep(0.15)\n    return"))[1]["ms"] >= 150


def test_no_setting_of_the_reader_reaches_the_rest_of_the_drawing(drive):
    drive("import numpy as np\nnp.seterr(all='raise')\n" + GOOD)
    assert drawn(drive(GOOD, length=0)[1])["values"]["weights"] == [0.25] * 4


# Which function


def test_a_function_is_known_by_its_number(door):
    def run(source, cell=CELL):
        return door("run", cell=cell, source=source, drives="attend")["drives"]

    assert run("pass") == 0
    assert run("def attend(): pass") == 1
    assert run("pass") == run("1 / 0") == run("x =") == 1
    assert run("def attend(): pass\n1 / 0") == 2
    assert run("attend = len", cell="other") == 3
    assert run("del attend") == 0


def test_a_cell_without_a_figure_says_nothing_of_functions(door):
    assert door("run", cell=CELL, source="def attend(): pass") == {"status": "done"}


def test_the_number_comes_with_a_cell_that_awaits_too(door):
    import asyncio

    async def run():
        payload = {"cell": CELL, "source": "import asyncio\nawait asyncio.sleep(0)\n" + GOOD, "drives": "attend"}
        return json.loads(await bridge.handle("run", json.dumps(payload)))

    assert asyncio.run(run()) == {"status": "done", "drives": 1}


def test_the_function_stays_when_its_name_goes_elsewhere(door):
    door("run", cell=CELL, source=GOOD, drives="attend")
    door("run", cell="b", source="del attend")
    drawn(door("drive", cell=CELL, figure="turning-query", state={}))
    door("run", cell="b", source="np = None")
    answer = door("drive", cell=CELL, figure="turning-query", state={})
    assert answer["error"]["type"] == "AttributeError"


def test_reset_takes_the_function_away(door):
    door("run", cell=CELL, source=GOOD, drives="attend")
    door("forget", cell=CELL)
    assert door("drive", cell=CELL, figure="turning-query", state={}) == {"gone": True}


def test_a_cell_that_never_ran_has_none(door):
    assert door("drive", cell=CELL, figure="turning-query", state={}) == {"gone": True}


# Any figure


def figure(draw, **more):
    module = SimpleNamespace(TITLE="T", CONTROLS=(Slider("x", "x", 0, 9, start=2),), REEL="x", draw=draw, **more)
    return figures.read("own", module)


def twice(x):
    return 2 * x


def draws(one, function, **state):
    drivers = Drivers()
    drivers.take("c", one.driven, {one.driven: function})
    return apart(drivers.draw, "c", one, state, lambda: None)


def test_a_figure_is_driven_by_its_keyword_only_function(door):
    def draw(x, *, twice=twice, colour="red"):
        return Picture("", {"y": twice(x)}, "")

    one = figure(draw)
    assert one.driven == "twice" and figures.load("turning-query").driven == "attend"
    assert one.draw({}).values == {"y": 4}
    assert draws(one, lambda x: 3 * x)["values"] == {"y": 6}
    assert problem(draws(one, lambda x: [x])) == ("twice returned a result as a list. It must be a number.")
    assert figures.load("variance-of-scores").driven is None


def test_what_the_figure_itself_cannot_do_with_it_is_said(door):
    def draw(x, *, twice=twice):
        return Picture("", {"y": "abcde"[int(twice(x))]}, "")

    assert problem(draws(figure(draw), lambda x: 9)).startswith("What twice returned cannot be drawn: IndexError: ")


def test_two_functions_are_one_too_many():
    def draw(x, *, twice=twice, thrice=twice):
        return Picture("", {}, "")

    with pytest.raises(ValueError, match="can be driven by one function, and has twice, thrice"):
        figure(draw)


def test_the_core_itself_can_be_handed_in():
    answer = draws(figures.load("turning-query"), attention.attend)
    assert answer["values"]["weights"] == answer["values"]["own_weights"] and answer["unused"] == []
