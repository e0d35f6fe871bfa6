"""The second lesson in the browser: the core's own checks, the recorded outputs, the four figures."""

import base64
import io
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kino import figures
from tests.browser import pages

TESTS = Path(__file__).parents[1]
LESSON = "attention-scoring-functions.html"
FIGURES = ("scoring-functions", "variance-of-scores", "masked-softmax", "attention-map")
CELLS = ("masked-softmax-in-action", "batched-matrix-product", "dot-product-attention", "additive-attention")
FIRST = CELLS[0]

# Each figure's states beside its reel: every option, and the ends of every slider.
STATES = {
    "scoring-functions": [
        {"x": -3, "y": 3, "width": 0.3, "view": "additive"},
        {"x": 3, "y": 3, "width": 2, "view": "dot"},
        {"x": 0, "y": 0, "width": 1, "view": "Gaussian"},
    ],
    "variance-of-scores": [{"d": 2}, {"d": 1024}],
    "masked-softmax": [
        {"length_1": 0, "length_2": 0, "length_3": 0, "length_4": 0},
        {"length_1": 6, "length_2": 1, "length_3": 5, "length_4": 6},
    ],
    "attention-map": [
        {"query": 4, "scoring": "additive", "batch": "1", "numbers": True},
        {"query": 1, "scoring": "multi-head", "batch": "2", "head": "3"},
    ],
}

SHOWN = (
    "const shown = (figure) => ({values: figure.values, source: figure.dataset.source,"
    " words: figure.querySelector('[data-words]').textContent,"
    " markup: [...figure.querySelector('[data-picture]').childNodes].map(canonical).join('')});"
)


@pytest.fixture(scope="module")
def strips(visit):
    """What each figure shows at every step of its reel, by film with Python asleep and then live; and that page."""
    page = visit(LESSON, init=pages.SAVE_DATA)
    film = {name: play(page, name, "film") for name in FIGURES}
    assert pages.python_state(page) == "asleep"
    pages.run(page, "pass", FIRST)
    pages.until_python(page, "ready")
    return film, {name: play(page, name, "live") for name in FIGURES}, page


@pytest.fixture(scope="module")
def live(strips):
    return strips[2]


def play(page, name, source):
    figure = figures.load(name)
    states = [{figure.reel: step} for step in figure.reel_control.steps()]
    return turn(page, name, source, states)


def turn(page, name, source, states):
    """Set the controls of a figure to each of the states, and return what it shows then, drawn from `source`."""
    script = f"""async ([name, source, states]) => {{ {pages.CANONICAL} {SHOWN}
      const figure = document.getElementById(name);
      const frames = [];
      for (const state of states) {{
        await new Promise((done, fail) => {{
          const late = () => fail(new Error(`${{name}} does not show ${{JSON.stringify(state)}} from ${{source}}`));
          setTimeout(late, 60_000);
          // A picture of an earlier state may still be on its way.
          const look = ({{detail}}) => {{
            const isWanted = Object.entries(state).every(([name, value]) => detail.state[name] === value);
            if (!isWanted || detail.source !== source) return;
            figure.removeEventListener("kino-drawn", look);
            done();
          }};
          figure.addEventListener("kino-drawn", look);
          figure.state = state;
        }});
        frames.push(shown(figure));
      }}
      return frames;
    }}"""
    return page.evaluate(script, [name, source, states])


def test_the_cores_own_checks_pass_in_the_browser(live):
    source = (TESTS / "core_checks.py").read_text()
    reference = (TESTS / "reference/attention.json").read_text()
    words = pages.run(live, f"{source}\nimport json\nprint(*run(json.loads({reference!r})))", FIRST)
    assert pages.state(live, FIRST) == "done", words
    checks = [name for name in words.split() if name.startswith("check_")]
    assert len(checks) == source.count("\ndef check_")


@pytest.mark.parametrize("name", FIGURES)
def test_film_and_live_drawing_are_one(strips, name):
    film, drawn, _ = strips
    assert len(film[name]) == len(figures.load(name).reel_control.steps())
    for frame, picture in zip(film[name], drawn[name], strict=True):
        assert frame["markup"] == picture["markup"]
        assert frame["words"] == picture["words"]
        assert flat(frame["values"]) == pytest.approx(flat(picture["values"]), abs=1e-9)


@pytest.mark.parametrize(("name", "state"), [(name, state) for name in FIGURES for state in STATES[name]], ids=str)
def test_the_live_drawing_is_the_builders(live, name, state):
    figure = figures.load(name)
    full = figure.start | state
    shown = turn(live, name, "live", [full])[0]
    picture = figure.draw(full)
    assert shown["words"] == picture.words
    assert shown["markup"] == pages.canonical(live, picture.svg)
    assert flat(shown["values"]) == pytest.approx(flat(picture.plain_values()), abs=1e-9)


def test_the_handle_of_a_row_is_dragged(live):
    turn(live, "masked-softmax", "live", [{"length_1": 6, "length_2": 4}])
    handles = live.locator("#masked-softmax .grip")
    assert handles.count() == 4
    handles.nth(1).scroll_into_view_if_needed()
    box = handles.nth(1).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cell = live.locator("#masked-softmax [data-picture]").evaluate(
        """(picture) => {
          const part = picture.querySelector('.grip');
          return Number(part.dataset.unit) * part.ownerSVGElement.getScreenCTM().a;
        }"""
    )
    live.mouse.move(x, y)
    live.mouse.down()
    live.mouse.move(x - 3 * cell, y, steps=6)
    live.mouse.up()
    pages.until(live, "() => document.getElementById('masked-softmax').values.valid_lens[1] === 1")
    values = live.evaluate("() => document.getElementById('masked-softmax').values")
    assert values["weights"][1][0] == 1 and values["weights"][1][1:] == [0] * 5


def test_a_row_without_a_key_has_weights_0_and_says_so(live):
    shown = turn(live, "masked-softmax", "live", [{"length_4": 0}])[0]
    assert shown["values"]["weights"][3] == [0] * 6
    assert "NaN" in shown["words"] and "no key" in shown["words"]


def test_the_query_is_dragged_in_the_plane(live):
    turn(live, "scoring-functions", "live", [{"x": 0, "y": 0}])
    grip = live.locator("#scoring-functions .grip").first
    grip.scroll_into_view_if_needed()
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    unit = grip.evaluate("(part) => Number(part.dataset.unit) * part.ownerSVGElement.getScreenCTM().a")
    live.mouse.move(x, y)
    live.mouse.down()
    live.mouse.move(x + 2 * unit, y + unit, steps=5)
    live.mouse.up()
    pages.until(live, "() => document.getElementById('scoring-functions').values.query.join() === '2,-1'")


def test_a_choice_is_made_with_the_arrow_keys(live):
    turn(live, "attention-map", "live", [{"scoring": "dot product"}])
    live.locator("#attention-map input[data-control=scoring]:checked").focus()
    live.keyboard.press("ArrowRight")
    pages.until(live, "() => document.getElementById('attention-map').state.scoring === 'additive'")


@pytest.mark.parametrize("name", CELLS)
def test_the_output_that_stands_there_is_what_a_run_gives(visit, strips, name):
    recorded = outputs(visit(LESSON), name)
    assert recorded, "nothing is shown before Python wakes"
    live = strips[2]
    live.evaluate("name => document.getElementById(name).reset()", name)
    pages.run_as_it_is(live, name)
    assert pages.state(live, name) == "done"
    for stood, came in itertools.zip_longest(recorded, outputs(live, name)):
        assert [stood["kind"], stood["text"]] == [came["kind"], came["text"]]
        if stood["kind"] == "IMG":
            # Letters are drawn a little otherwise in the browser; a cell of another colour would be a block of its own.
            assert blocks(stood["src"]) == pytest.approx(blocks(came["src"]), abs=40)


@pytest.mark.parametrize("name", CELLS[2:])
def test_the_weights_of_a_run_are_the_ones_that_were_drawn(live, name):
    source = live.evaluate(
        "name => { const cell = document.getElementById(name); cell.reset(); return cell.code }", name
    )
    words = pages.run(live, source.partition("print(")[0] + "attention.attention_weights.tolist()", name)
    namespace = {}
    exec(source.partition("print(")[0], namespace)
    np.testing.assert_allclose(json.loads(words), namespace["attention"].attention_weights, rtol=0, atol=1e-12)


def test_reset_brings_the_recorded_output_back(live):
    before = outputs(live, CELLS[1])
    pages.run(live, "print('other')", CELLS[1])
    live.evaluate("name => document.getElementById(name).reset()", CELLS[1])
    assert outputs(live, CELLS[1]) == before


def outputs(page, name):
    """What the output area of a cell holds: kind, text or alternative text, and the bytes of pictures."""
    # A picture further down comes when one is near it.
    page.locator(f"#{name} [data-output]").scroll_into_view_if_needed()
    return pages.awaited(
        page,
        """async (name) => {
        const area = document.querySelector(`#${name} [data-output]`);
        return Promise.all([...area.children].map(async (part) => {
          if (part.localName !== "img") return {kind: part.dataset.kind, text: part.textContent};
          await part.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [part.naturalWidth, part.naturalHeight];
          canvas.getContext("2d").drawImage(part, 0, 0);
          return {kind: "IMG", text: `${part.alt} ${part.width}×${part.height}`, src: canvas.toDataURL().split(",")[1]};
        }))}""",
        name,
    )


def blocks(png, side=20):
    """The mean colour of each square of a picture."""
    image = np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"), dtype=float)
    rows, columns = image.shape[0] // side, image.shape[1] // side
    return image[: rows * side, : columns * side].reshape(rows, side, columns, side, 3).mean(axis=(1, 3))


def flat(values):
    """All numbers of a picture's values, by their place in it."""
    found = {}

    def visit(value, place):
        if isinstance(value, dict):
            for name, part in value.items():
                visit(part, f"{place}.{name}")
        elif isinstance(value, list):
            for i, part in enumerate(value):
                visit(part, f"{place}[{i}]")
        else:
            found[place] = value

    visit(values, "")
    return found
