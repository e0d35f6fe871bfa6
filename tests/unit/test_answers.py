"""What the page believes: every answer that kino's Python gives, and none of another form, size or depth."""

import json

import pytest

from kino import bridge, figures
from kino.driving import Drivers
from kino.memory import Memory
from kino_build import markup
from tests.explained import ROWS
from tests.unit import javascript

READ = "return input.map(([kind, payload]) => m.readAnswer(kind, payload) !== undefined)"
FIGURES = ("attention-map", "masked-softmax", "scoring-functions", "turning-query", "variance-of-scores")
GOOD = """
import numpy as np

def attend(Q, K, V):
    print("drawn")
    scores = Q @ K.T
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
CHECK = {"source": "assert x == 1, f'x is {x}'\nassert f(2) == 3", "makes": ["x"]}
CELLS = [
    *(
        "",
        "1",
        "exit()",
        "raise KeyboardInterrupt",
        "1/0",
        "def f(n): return f(n + 1)\nf(0)",
        "x = ",
        "raise Exception",
    ),
    "try:\n    1/0\nexcept ZeroDivisionError:\n    raise ValueError('<b>')",
    "import numpy as np\nnp.linalg.inv(np.zeros((2, 2)))",
    "raise ExceptionGroup('two', [ValueError(1), TypeError(2)])",
    "class E(Exception):\n    def __str__(self): raise E\nraise E",
]


@pytest.fixture
def door(monkeypatch):
    """ask(kind, **payload) → (kind, JSON text of the answer)."""
    fresh = {"_namespace": {"__name__": "__main__"}, "_figures": {}, "_drawn": {}, "host": None, "_guard": None}
    fresh |= {"_memory": Memory(), "_drivers": Drivers(), "_open_output": lambda: lambda *item: None}
    for name, value in fresh.items():
        monkeypatch.setattr(bridge, name, value)
    return lambda kind, **payload: (kind, bridge.handle(kind, json.dumps(payload)))


def believed(answers):
    return javascript.run("answers.js", READ, [list(answer) for answer in answers])


def all_believed(answers):
    wrong = [answer for answer, is_right in zip(answers, believed(answers), strict=True) if not is_right]
    assert wrong == []


def test_every_outcome_of_a_cell_is_believed(door):
    sources = [*CELLS, *(row[0] for row in ROWS[::5] if "await" not in row[0])]
    answers = [
        door("run", cell="a", source=source, others=[["a", source], ["b", "import numpy as np"]]) for source in sources
    ]
    assert {json.loads(text)["status"] for _, text in answers} == {"done", "ended", "stopped", "error"}
    all_believed(answers)


def test_every_verdict_is_believed(door):
    sources = ("x = 2", "x = 1", "x = 1\ndef f(n): return 3", "x = 1\ndef f(n): 1/0", "x = ____", "y = 1", "exit()")
    answers = [door("run", cell="a", source=source, check=CHECK) for source in sources]
    assert sum("verdict" in text for _, text in answers) == len(sources)
    all_believed(answers)


def test_every_drawing_is_believed(door):
    drawn = [door("draw", figure=name, state=figures.load(name).start) for name in FIGURES]
    assert all("svg" in text for _, text in drawn)
    all_believed([*drawn, door("draw", figure="turning-query", state={"angle": "no"}), ("draw", "null")])


@pytest.mark.parametrize(
    "source",
    [
        GOOD,
        GOOD.replace("weights @ V, weights", "1"),
        GOOD.replace("print(", "1/0\n    ("),
        "def attend(): pass",
        "x = 1",
    ],
)
def test_what_a_driven_figure_answers_is_believed(door, source):
    ran = door("run", cell="a", source=source, drives="attend")
    state = figures.load("turning-query").start
    all_believed([ran, door("drive", cell="a", figure="turning-query", state=state)])


def test_what_is_told_of_variables_and_of_code_is_believed(door):
    source = (
        "import numpy as np\nQ = np.eye(3)\nn = 5\nt = np.array(['<b>', None])\nm = np.ma.masked_less(Q, 1)\ne = Q[:0]"
    )
    door("run", cell="a", source=source)
    names = [door("inspect", name=name) for name in ("Q", "t", "m", "e", "none")]
    code = [door("complete", source="np.li", cursor=5, seen=[]), door("signature", source="np.sum(", cursor=7)]
    code += [door("signature", source="1", cursor=1), door("forget", cell="a")]
    all_believed([door("variables", cell="a"), door("values", cell="a"), door("variables", cell="b"), *names, *code])


ERROR = {"type": "E", "message": "", "frames": []}
DRAWING = {"svg": "<svg/>", "values": {}, "words": ""}
DEEP = "[" * 10_000 + "]" * 10_000
FALSE = {
    "run": [
        *(None, [], "x", 5, {}, {"status": "restarted", "reason": "x"}, {"status": "error"}, {"status": ["done"]}),
        *({"status": "error", "error": error} for error in ({}, None, ERROR | {"frames": {}}, ERROR | {"type": 5})),
        *(
            {"status": "error", "error": ERROR | {"frames": [frame]}}
            for frame in (None, {}, {"cell": "a", "line": "1"})
        ),
        *(
            {"status": "error", "error": ERROR | more}
            for more in ({"fix": 5}, {"see": {}}, {"plain": []}, {"inside": {}}, {"inside": "f"})
        ),
        {"status": "error", "error": ERROR | {"message": "x" * 60_000}},
        *(
            {"status": "done", "verdict": verdict}
            for verdict in (True, {}, {"passed": 1}, {"passed": False, "words": 5})
        ),
        *({"status": "done", "drives": number} for number in (-1, "1", [], 0.5)),
    ],
    "draw": [
        *([], {}, "x", {"svg": 5}, {"svg": "", "values": []}, DRAWING | {"words": None}, DRAWING | {"values": [1]}),
        *({"absent": 1}, {"error": {}}, DRAWING | {"svg": "x" * 1_000_001}, DRAWING | {"svg": "<g>" * 40_000}),
    ],
    "drive": [None, {}, DRAWING, DRAWING | {"ms": "1", "unused": []}, {"problem": "x", "ms": 1, "unused": [["x"]]}],
    "variables": [None, [], {}, {"names": "x", "more": 0}, {"names": [5], "more": 0}, {"names": [], "more": "<b>"}],
    "values": [
        None,
        {},
        [5],
        [{"name": 1, "form": "", "type": ""}],
        [{"name": "a", "form": "", "type": "", "low": []}],
    ],
    "inspect": [None, {}, {"svg": "<svg/>"}, {"svg": ["<svg/>"], "words": ""}],
    "forget": [None, [], {"back": "x"}, {"back": [{}]}],
    "complete": [5, []],
    "signature": ["x"],
}


def test_what_has_another_form_is_not_believed():
    answers = [(kind, json.dumps(answer)) for kind, wrong in FALSE.items() for answer in wrong]
    taken = [answer for answer, is_right in zip(answers, believed(answers), strict=True) if is_right]
    assert taken == []


@pytest.mark.parametrize("kind", ["run", "draw", "complete", "values"])
def test_what_is_no_json_or_too_deep_is_not_believed(kind):
    whole = {"status": "done", "svg": "", "words": "", "values": {}}
    deep = json.dumps(whole).replace('"values": {}', f'"values": {{"x": {DEEP}}}')
    assert believed([(kind, text) for text in ("", "{", "undefined", "{}{}", DEEP, deep)]) == [False] * 6


def test_the_builder_knows_the_same_limits():
    script = (javascript.SCRIPTS / "answers.js").read_text("utf-8")
    assert f"LONGEST_PICTURE = {markup.LONGEST:_}" in script and f"MOST_TAGS = {markup.MOST_TAGS:_}" in script
    assert not markup.is_too_large("<svg/>")
    assert markup.is_too_large("<g>" * markup.MOST_TAGS) and markup.is_too_large("x" * (markup.LONGEST + 1))


# How much may come


def weighed(script):
    return javascript.run("meter.js", f"return {script}")


@pytest.mark.parametrize(
    ("script", "weight"),
    [
        ("m.weigh('abc')", {"parts": 1, "chars": 3}),
        ("m.weigh({a: ['b', null, 1, true, undefined], c: {d: 'ee'}})", {"parts": 9, "chars": 3}),
        ("m.weigh(new Map([['a', 'b']]))", None),
        ("m.weigh([new Date()])", None),
        ("m.weigh(new Uint8Array(9))", None),
        ("m.weigh(5n)", None),
        ("m.weigh(new Array(1e9))", None),
        ("m.weigh(new Array(60_000).fill([1]))", None),
        ("m.weigh(Array.from({length: 40}).reduce((inner) => [inner], 1))", None),
        ("m.weigh(Array.from({length: 100_000}).reduce((inner) => ({inner}), 1))", None),
        ("m.weigh(Array.from({length: 25}).reduce((inner) => [inner], 1))", {"parts": 26, "chars": 0}),
    ],
)
def test_what_a_message_weighs(script, weight):
    assert weighed(script) == weight


JUDGED = """(() => {
  const meter = new m.Meter();
  let n = 0;
  while (n < 1e6 && meter.judge(MESSAGE, AT) !== "flood") n += 1;
  return n;
})()"""


@pytest.mark.parametrize(
    ("message", "low", "high"),
    [
        ("{type: 'answer', id: 1, payload: ''}", 5000, 10_000),
        ("{type: 'stage', stage: 'kino'}", 500, 1000),
        ("{type: {toString: 1}}", 500, 1000),
        ("undefined", 500, 1000),
        ("new Map()", 10, 30),
        ("{type: 'answer', payload: 'x'.repeat(4e6)}", 20, 60),
        ("{type: 'answer', payload: 'x'.repeat(3e8)}", 0, 0),
    ],
)
def test_more_than_a_page_can_take_in_a_second_is_a_flood(message, low, high):
    assert low <= weighed(JUDGED.replace("MESSAGE", message).replace("AT", "1")) <= high


def test_with_time_there_is_room_again():
    spread = JUDGED.replace("MESSAGE", "{type: 'answer', id: 1}").replace("AT", "n").replace("1e6", "2e4")
    assert weighed(spread) == 20_000


def test_a_clock_that_is_set_back_takes_no_room_away():
    back = JUDGED.replace("MESSAGE", "{type: 'answer', id: 1}").replace("AT", "n % 2 ? 0 : 86_400_000")
    assert weighed(back.replace("1e6", "2e4")) >= 5000


# What a run puts out

OUTPUTS = """
  const outputs = new m.Outputs();
  const shown = [];
  outputs.say("nobody runs");
  outputs.begin("a", 1, (items) => shown.push(...items));
  for (const items of input) outputs.take(1, items);
  outputs.take(2, [{kind: "out", text: "of no call", style: ""}]);
  return shown;
"""
UNSHOWN = {"kind": "err", "text": "Something that was put out here could not be shown.\n"}


def test_what_cannot_be_shown_is_said_once():
    good = {"kind": "out", "text": "a", "style": ""}
    wrong = [{"kind": "html", "text": "b"}, {"kind": {"toString": 1}}, None, 5, {"kind": "out", "text": "x"}]
    assert javascript.run("outputs.js", OUTPUTS, [[good, *wrong], wrong, [good]]) == [good, UNSHOWN, good]


def test_a_run_has_room_for_so_much():
    text = {"kind": "out", "text": "x" * 30_000, "style": ""}
    assert javascript.run("outputs.js", OUTPUTS, [[text] * 5, [text]]) == [text, text, text, UNSHOWN]


PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
BOMB = "iVBORw0KGgoAAAANSUhEUgAA//8AAP//CAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="


@pytest.mark.parametrize(
    ("png", "is_shown"), [(PNG, True), (BOMB, False), ("AAAA", False), ("A" * 100, False), ("=", False)]
)
def test_a_picture_is_a_png_of_a_size_that_a_page_can_hold(png, is_shown):
    image = {"kind": "image", "png": png, "alt": "", "width": 1, "height": 1}
    assert javascript.run("outputs.js", OUTPUTS, [[image]]) == ([image] if is_shown else [UNSHOWN])


def test_a_run_shows_only_so_many_pictures():
    image = {"kind": "image", "png": PNG, "alt": "", "width": 1, "height": 1}
    assert javascript.run("outputs.js", OUTPUTS, [[image] * 30]) == [*[image] * 20, UNSHOWN]
