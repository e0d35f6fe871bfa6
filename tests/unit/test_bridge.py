"""The one door: every kind of request by its JSON, and every answer valid JSON that a browser reads."""

import asyncio
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kino import bridge, figures
from kino.figures import Picture, Slider
from kino.memory import Memory


@pytest.fixture
def door(monkeypatch):
    """ask(kind, **payload) → the answer as an object, strictly read; what cells sent is in ask.sent."""
    sent = []
    monkeypatch.setattr(bridge, "_namespace", {"__name__": "__main__"})
    monkeypatch.setattr(bridge, "_figures", {})
    monkeypatch.setattr(bridge, "_open_output", lambda: lambda *item: sent.append(item))
    monkeypatch.setattr(bridge, "_drawn", {})
    monkeypatch.setattr(bridge, "_guard", None)
    monkeypatch.setattr(bridge, "_memory", Memory())

    def ask(kind, **payload):
        answer = bridge.handle(kind, json.dumps(payload))
        return strictly(asyncio.run(awaited(answer)) if asyncio.iscoroutine(answer) else answer)

    ask.sent = sent
    return ask


@pytest.fixture
def drawing(door, monkeypatch):
    """drawing(draw) puts a figure "own" with one slider x in reach of the door."""

    def put(draw):
        module = SimpleNamespace(TITLE="T", CONTROLS=(Slider("x", "x", 0, 9, start=0),), REEL="x", draw=draw)
        bridge._figures["own"] = figures.read("own", module)

    return put


async def awaited(answer):
    return await answer


def strictly(text):
    """JSON as a browser's JSON.parse reads it: without NaN and Infinity."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def in_fresh_python(script):
    """What a script prints in a Python that has loaded nothing yet."""
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "py")}
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, encoding="utf-8", check=True, env=env)
    return done.stdout


# draw


def test_a_drawing_is_that_of_the_figure(door):
    state = {"angle": 12, "length": 2, "scaled": False}
    picture = figures.load("turning-query").draw(state)
    assert door("draw", figure="turning-query", state=state) == {
        "svg": picture.svg,
        "values": picture.plain_values(),
        "words": picture.words,
    }


def test_arrays_and_numpys_numbers_come_as_plain_ones(door, drawing):
    drawing(lambda x: Picture("", {"a": np.eye(2), "b": np.float32(0.5), "c": np.int8(3), "d": np.True_}, ""))
    assert door("draw", figure="own", state={})["values"] == {"a": [[1, 0], [0, 1]], "b": 0.5, "c": 3, "d": True}


@pytest.mark.parametrize("value", [math.nan, math.inf, np.array([1, math.nan]), [[-math.inf]]])
def test_a_number_that_is_not_finite_is_an_error_and_no_broken_json(door, drawing, value):
    drawing(lambda x: Picture("<svg></svg>", {"weights": value}, "w"))
    answer = door("draw", figure="own", state={})
    assert list(answer) == ["error"] and answer["error"]["type"] == "ValueError"
    assert '"weights"' in answer["error"]["message"] and "no finite number" in answer["error"]["message"]


def test_a_value_that_json_does_not_know_is_an_error(door, drawing):
    drawing(lambda x: Picture("", {"seen": {1, 2}}, ""))
    assert '"seen"' in door("draw", figure="own", state={})["error"]["message"]


def test_what_a_drawing_raises_is_an_error_and_the_next_is_drawn(door, drawing):
    drawing(lambda x: Picture("", {"x": 1 / x}, ""))
    assert door("draw", figure="own", state={"x": 0})["error"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "frames": [],
    }
    assert door("draw", figure="own", state={"x": 2})["values"] == {"x": 0.5}


@pytest.mark.parametrize(
    ("figure", "state", "kind", "word"),
    [
        ("no-such", {}, "LookupError", "no-such"),
        ("../cell", {}, "ModuleNotFoundError", ""),
        ("turning-query", {"angel": 3}, "ValueError", '"angel"'),
        ("turning-query", {"angle": 999}, "ValueError", "a number from -180 to 180"),
        ("turning-query", {"angle": None}, "ValueError", "not None"),
        ("turning-query", [], "AttributeError", ""),
    ],
)
def test_a_wrong_request_to_draw_is_an_error(door, figure, state, kind, word):
    error = door("draw", figure=figure, state=state)["error"]
    assert error["type"] == kind and word in error["message"]


def test_figures_do_not_depend_on_what_cells_define(door):
    before = door("draw", figure="turning-query", state={})
    door("run", cell="a", source="np = None; softmax = None; attend = 3; import sys; sys.stdout = None")
    assert door("draw", figure="turning-query", state={}) == before


# run


def test_a_cell_runs_and_its_output_goes_out(door):
    assert door("run", cell="a", source="x = 2\nprint(x)\nx + 1") == {"status": "done"}
    assert door.sent == [("out", "2"), ("out", "\n"), ("value", "3")]


def test_cells_share_one_namespace(door):
    door("run", cell="a", source="x = 5")
    assert door("run", cell="b", source="x") == {"status": "done"} and door.sent == [("value", "5")]


def test_an_error_names_its_cell(door):
    error = door("run", cell="soft-lookup", source="1/0")["error"]
    assert error["type"] == "ZeroDivisionError" and error["frames"][0]["cell"] == "soft-lookup"


def test_text_that_is_no_unicode_is_an_answer_too(door):
    assert door("run", cell="a", source="raise ValueError('\\ud800')")["error"]["message"] == "\ud800"


def test_a_cell_that_awaits_is_answered_later(door):
    source = "import asyncio\nawait asyncio.sleep(0)\nprint(1)"
    assert asyncio.iscoroutine(answer := bridge.handle("run", json.dumps({"cell": "a", "source": source})))
    assert strictly(asyncio.run(awaited(answer))) == {"status": "done"} and door.sent[0] == ("out", "1")


@pytest.mark.parametrize("turns", range(4))
def test_a_waiting_cell_can_be_cancelled_at_any_moment(door, turns):
    async def cancel():
        source = "import asyncio\nawait asyncio.sleep(60)"
        answer = asyncio.ensure_future(bridge.handle("run", json.dumps({"cell": "a", "source": source})))
        await asyncio.sleep(0)
        for _ in range(turns):
            await asyncio.sleep(0)
        assert strictly(bridge.handle("cancel", "{}")) == {"cancelled": True}
        return strictly(await answer)

    assert asyncio.run(cancel()) == {"status": "stopped"}
    assert door("run", cell="a", source="1") == {"status": "done"}


def test_cancel_without_a_waiting_cell_does_nothing(door):
    assert door("cancel") == {"cancelled": False}


def test_output_before_connect_is_an_error_of_kino():
    script = 'from kino import bridge; print(bridge.handle(\'run\', \'{"cell": "a", "source": "1"}\'))'
    assert "kino.bridge.connect has not been called" in strictly(in_fresh_python(script))["error"]["message"]


def test_connect_says_where_output_goes(door, monkeypatch):
    sent = []
    offers = SimpleNamespace(can_run_sync=lambda: False)
    for part in (bridge.stopping, bridge.waiting):  # pytest keeps its own Ctrl-C and its own clock
        monkeypatch.setattr(part, "install", lambda *_, **__: None)
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # and its own streams
    bridge.connect(lambda: lambda kind, text: sent.append((kind, text)), offers)
    door("run", cell="a", source="print(1, end='')")
    assert sent == [("out", "1")] and door.sent == []
    assert bridge.host.can_wait() is False


CHECK = {"source": "assert double(2) == 4, 'two times two'", "makes": ["double"]}


def test_an_answer_is_checked_after_it_has_run(door):
    right = "print('on')\ndef double(x): return 2 * x"
    assert door("run", cell="a", source=right, check=CHECK) == {"status": "done", "verdict": {"passed": True}}
    assert door.sent == [("out", "on"), ("out", "\n")]
    wrong = door("run", cell="a", source="def double(x): return x", check=CHECK)
    assert wrong["verdict"] == {"passed": False, "words": "two times two"}
    assert door("run", cell="b", source="double(3)")["status"] == "done" and door.sent[-1] == ("value", "3")


def test_what_an_earlier_answer_left_is_taken_back_before_the_next_is_checked(door):
    door("run", cell="other", source="half = lambda x: x / 2")
    door("run", cell="a", source="helper = lambda x: 2 * x\nhalf = None\ndef double(x): return helper(x)", check=CHECK)
    answer = door("run", cell="a", source="def double(x): return helper(x)", check=CHECK)
    assert answer["error"]["type"] == "NameError" and answer["verdict"]["called"] == "double(2)"
    assert door("run", cell="other", source="half(4)")["status"] == "done"


def test_an_answer_with_a_blank_takes_nothing_back_for_it_does_not_run(door):
    door("run", cell="a", source="def double(x): return 2 * x")
    assert door("run", cell="a", source="____", check=CHECK)["verdict"]["line"] == 1
    assert door("run", cell="b", source="double(2)")["status"] == "done"


def test_an_answer_that_spoils_python_is_checked_by_a_whole_one(door):
    spoilt = "import numpy as np, builtins\nnp.allclose = lambda *a: True\nbuiltins.all = any\ndef double(x): return x"
    check = {
        "source": "import numpy as np\nassert np.allclose(double(2), 4) and all([1, 0]) is False",
        "makes": ["double"],
    }
    assert door("run", cell="a", source=spoilt, check=check)["verdict"]["passed"] is False
    assert door("run", cell="b", source="1 + 1") == {"status": "done"}


def test_what_the_check_does_is_taken_back_with_the_answer(door):
    counting = "count = 0\ndef double(x):\n    global count\n    count += 1\n    return 2 * x"
    door("run", cell="a", source=counting, check=CHECK)
    assert door("run", cell="b", source="count") == {"status": "done"} and door.sent[-1] == ("value", "1")
    door("forget", cell="a")
    assert door("run", cell="b", source="count")["error"]["type"] == "NameError"


# imports, and what is no request


def test_the_imports_of_a_cell(door):
    assert door("imports", source="import numpy as np, os.path") == {"modules": ["numpy", "os"], "whole": False}
    assert door("imports", source="import this") == {"modules": ["this"], "whole": True}


def test_what_may_be_written_comes_from_the_namespace_of_the_cells(door):
    door("run", cell="a", source="def attend(Q, K): 'Answers.'")
    found = door("complete", source="x = att", cursor=7, seen=[])
    assert (found["from"], found["options"][0]["label"]) == (4, "attend")
    assert door("signature", source="attend(1, ", cursor=10)["active"] == 1
    assert door("signature", source="other(1, ", cursor=9) is None


def test_an_unknown_kind():
    with pytest.raises(KeyError, match="explode"):
        bridge.handle("explode", "{}")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("run", '{"cell": "a"}'), ("draw", '{"figure": "x", "state": {}, "more": 1}'), ("cancel", "[]"), ("imports", "3")],
)
def test_a_payload_of_another_form(kind, payload):
    with pytest.raises(TypeError):
        bridge.handle(kind, payload)


def test_numpy_is_not_loaded_before_it_is_needed():
    script = "import sys; import kino.bridge; print('numpy' in sys.modules)"
    assert in_fresh_python(script) == "False\n"
