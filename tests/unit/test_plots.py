"""matplotlib in a cell: one picture a run, described, closed. In a Python of its own, as matplotlib is set up once."""

import base64
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

PY = Path(__file__).parents[2] / "py"
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\n"
BROKEN = "plt.title('$\\\\frac{$')\n"
CELLS = {
    "shown": [PLOT + "plt.title('A <b>\"peak\"</b>')\nplt.xlabel('time')\nplt.show()"] * 3,
    "unshown": [PLOT] * 3,
    "between": [PLOT + "plt.show()\nprint('after')\nplt.bar([1, 2], [3, 4])\nplt.ylabel('n')"],
    "three": [
        PLOT + "plt.figure(figsize=(2, 1))\nplt.scatter([1], [1])\nplt.figure()\nplt.imshow([[1]])\nplt.colorbar()"
    ],
    "error": [PLOT + "1/0", "plt.get_fignums()"],
    "broken": [PLOT + BROKEN, "plt.get_fignums()", PLOT],
    "nothing": ["import matplotlib.pyplot as plt", "plt.show()", "1 + 1"],
    "values": [PLOT.rstrip(), "plt.subplots()", "plt.title('t')", "fig, ax = plt.subplots()\nax"],
    "titles": [PLOT + "plt.suptitle('Both')\nplt.title('One')\nplt.plot([1], [1])\nplt.legend(['a', 'b'])"],
    "empty": ["plt.figure()"],
}
SCRIPT = """
import json, sys
from kino import bridge
answers = []
for name, sources in json.loads(sys.stdin.read()).items():
    for source in sources:
        items = []
        bridge.connect(lambda: lambda kind, text: items.append([kind, text]))
        outcome = json.loads(bridge.handle("run", json.dumps({"cell": name, "source": source})))
        answers.append([name, outcome, items])
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """What every run of CELLS came to: name → a list of (outcome, items)."""
    env = os.environ | {
        "MPLBACKEND": "module://kino.plots",
        "PYTHONPATH": str(PY),
        "MPLCONFIGDIR": str(tmp_path_factory.mktemp("matplotlib")),
    }
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, input=json.dumps(CELLS), stdout=subprocess.PIPE, encoding="utf-8", check=True, env=env
    )
    found = {name: [] for name in CELLS}
    for name, outcome, items in json.loads(done.stdout):
        found[name].append((outcome, items))
    return found


def images(items):
    return [json.loads(text) for kind, text in items if kind == "image"]


@pytest.mark.parametrize("name", ["shown", "unshown"])
def test_one_picture_a_run_with_and_without_show(runs, name):
    assert len(runs[name]) == 3
    for outcome, items in runs[name]:
        assert outcome == {"status": "done"} and [kind for kind, _ in items] == ["image"]


def test_a_picture_is_a_png_of_twice_the_size_it_is_shown_in(runs):
    [picture] = images(runs["unshown"][0][1])
    assert (picture["width"], picture["height"]) == (640, 400)
    drawn = Image.open(io.BytesIO(base64.b64decode(picture["png"], validate=True)))
    assert drawn.format == "PNG" and drawn.size == (1280, 800)
    darkest, lightest = drawn.convert("L").getextrema()
    assert darkest < 50 and lightest == 255


def test_the_same_plot_is_the_same_picture_at_every_run(runs):
    assert len({images(items)[0]["png"] for _, items in runs["unshown"]}) == 1


def test_show_in_the_middle_keeps_the_order(runs):
    [(outcome, items)] = runs["between"]
    assert outcome == {"status": "done"} and [kind for kind, _ in items] == ["image", "out", "out", "image"]
    assert [picture["alt"] for picture in images(items)] == ["Plot: 1 line", "Plot: 1 group of bars, y: n"]


def test_several_figures_come_in_their_order_and_size(runs):
    [(_, items)] = runs["three"]
    pictures = images(items)
    assert [picture["alt"] for picture in pictures] == [
        "Plot: 1 line",
        "Plot: 1 collection of points or areas",
        "Plot: 1 image",
    ]
    assert (pictures[1]["width"], pictures[1]["height"]) == (200, 100)


def test_the_alternative_text_says_what_titles_and_labels_say(runs):
    assert images(runs["shown"][0][1])[0]["alt"] == 'Plot: “A <b>"peak"</b>”, 1 line, x: time'
    assert images(runs["titles"][0][1])[0]["alt"] == "Plot: “Both”; “One”, 2 lines"
    assert images(runs["empty"][0][1])[0]["alt"] == "A plot without titles or labels"


def test_after_an_error_the_plot_is_shown_and_closed(runs):
    (outcome, items), (_, after) = runs["error"]
    assert outcome["error"]["type"] == "ZeroDivisionError" and len(images(items)) == 1
    assert after == [["value", "[]"]]


def test_a_plot_that_cannot_be_drawn_fails_once_and_not_for_ever(runs):
    (outcome, items), (_, after), (next_outcome, next_items) = runs["broken"]
    assert outcome["status"] == "error" and items == [] and outcome["error"]["message"]
    assert after == [["value", "[]"]]
    assert next_outcome == {"status": "done"} and len(images(next_items)) == 1


def test_no_plot_no_picture(runs):
    assert [items for _, items in runs["nothing"]] == [[], [], [["value", "2"]]]


def test_what_plotting_calls_hand_back_is_not_printed(runs):
    assert [[kind for kind, _ in items] for _, items in runs["values"]] == [["image"]] * 4
