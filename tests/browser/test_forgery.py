"""What a cell sends to the page in the worker's name, or has a figure draw, is text, or stripped, or dropped."""

import json
import re

import pytest

from tests.browser import pages

# What a worker may send is counted (meter.js), and the tests of this file share one worker. So a cell looks up which
# call it is, as any can, instead of trying hundreds of numbers.
OWN = 10**9
FIND_OWN = f"""
import js, json
from pyodide.ffi import create_proxy

heard, post = [], js.self.postMessage
js.self.postMessage = create_proxy(lambda message: heard.append(message.id))
print(end="\\r")
js.self.postMessage = post

def send(text):
    js.self.postMessage(js.JSON.parse(text.replace("{OWN}", str(heard[0]))))
"""


def post(*messages):
    """A cell that sends messages to the page as if they were the worker's own. The id OWN is that of its own call."""
    return "\n".join([FIND_OWN, *(f"send({json.dumps(message)!r})" for message in messages)])


def check_untouched(page, listener):
    assert page.evaluate("window.touched") is None
    assert page.url.endswith(pages.LESSON)
    assert listener.requests == []
    strange = "script, img:not(.cm-widgetBuffer), object, embed, link, base, form"
    strange += ", foreignObject, use, image, video, iframe, style"
    assert page.locator("kino-cell, kino-figure").locator(strange).count() == 0
    attributes = page.evaluate(
        """() => [...document.querySelectorAll("kino-cell [data-output] *, kino-figure [data-picture] *")]
          .flatMap((node) => [...node.attributes])
          .filter(({name, value}) => /^on|href|src|style|formaction/.test(name) || /url/i.test(value))
          .map(({name, value}) => `${name}=${value}`)"""
    )
    assert attributes == []


UNSHOWN = "Something that was put out here could not be shown.\n"
DROPPED = "Something that this code sent to the page was not believed, and was left out.\n"
EVIL = '<img src=x onerror="window.touched=1"><script>window.touched=1</script>'


def test_false_output_is_text_or_dropped(awake, listener):
    items = {"type": "items", "id": OWN, "items": [{"kind": "out", "text": EVIL, "style": ""}]}
    wrong = [
        {"type": "items", "id": OWN, "items": [item]}
        for item in (
            {"kind": "image", "png": f'{listener.url}"', "alt": "", "width": 1, "height": 1},
            {"kind": "image", "png": "A" + "=" * 60, "alt": "", "width": 1, "height": 1},
            {"kind": "html", "text": EVIL},
            {"kind": "out", "text": EVIL},
            {"kind": "out", "text": EVIL, "style": 'bold" onclick="window.touched=1'},
            {"kind": "constructor", "text": EVIL},
            {"kind": "tail", "text": EVIL, "lines": EVIL, "chars": 0},
        )
    ]
    strange = [
        {"type": "__proto__"},
        {"type": "constructor", "id": 1},
        {"type": "items", "id": 1, "items": "x" * 100},
        [],
        5,
    ]
    words = pages.run(awake, post(items, *wrong, *strange))
    assert words == EVIL + UNSHOWN + DROPPED
    check_untouched(awake, listener)


def test_a_false_answer_is_text(awake, listener):
    error = {"type": EVIL, "message": EVIL, "frames": [{"cell": EVIL, "line": 1, "name": EVIL, "source": EVIL}]}
    payload = json.dumps({"status": "error", "error": error})
    pages.run(awake, post({"type": "answer", "id": OWN, "payload": payload}))
    assert EVIL in pages.output(awake)
    check_untouched(awake, listener)
    assert pages.run(awake, "'and on'") == "'and on'"


def test_an_answer_that_makes_no_sense_does_not_break_the_page(awake, listener):
    for payload in ("null", '{"status": "error"}'):  # others are in test_flood.py
        pages.run(awake, post({"type": "answer", "id": OWN, "payload": payload}))
        assert pages.run(awake, "'and on'") == "'and on'", payload
    check_untouched(awake, listener)


@pytest.mark.parametrize("line", [0, -1, 1e9, 1.5, "x", None, {}])
def test_a_line_that_does_not_exist_does_not_break_the_editor(awake, listener, line):
    pages.open_editor(awake)
    error = {"type": "E", "message": "", "frames": [{"cell": pages.FIRST, "line": line, "name": "", "source": ""}]}
    payload = json.dumps({"status": "error", "error": error})
    pages.run(awake, post({"type": "answer", "id": OWN, "payload": payload}))
    assert pages.run(awake, "'and on'") == "'and on'"


def test_a_false_question_is_text_or_dropped(awake, listener):
    strange = [
        {"type": "ask", "id": OWN, "prompt": ["x"]},
        {"type": "ask", "id": 1, "prompt": "x" * 20_000},
        {"type": "ask", "id": "__proto__", "prompt": ""},
        {"type": "ask"},
    ]
    pages.run(awake, post({"type": "ask", "id": OWN, "prompt": EVIL}, *strange))
    check_untouched(awake, listener)
    assert pages.run(awake, "'and on'") == "'and on'"


def test_false_signs_of_life_change_nothing(awake, listener):
    pongs = [{"type": "pong", "n": n} for n in (*range(40), -1, 1e9, "1", None)]
    ready = [{"type": "ready"}, {"type": "open"}, {"type": "stage", "stage": "kino"}, {"type": "ping", "n": 1}]
    assert pages.run(awake, post(*pongs, *ready) + "\n'on'").endswith("'on'")
    pages.until_python(awake, "ready")
    assert pages.turn(awake, angle=11)["angle"] == "11°"
    assert pages.run(awake, "'and on'") == "'and on'"


@pytest.mark.parametrize("message", ["js.undefined", "None", "5", "js.Object.new()", "'x' * 1000"])
def test_a_message_without_form_is_dropped(awake, message):
    assert pages.run(awake, f"import js\njs.postMessage({message})\n'and on'") == f"{DROPPED}'and on'"
    assert pages.run(awake, "'and on'") == "'and on'"


def test_a_false_need_fetches_nothing_and_breaks_nothing(awake, listener):
    strange = ["constructor", "toString", "__proto__", "../" + EVIL, listener.url]
    needs = [{"type": "need", "id": i, "packages": [name]} for i in (0, OWN, 10**6) for name in strange]
    assert pages.run(awake, post(*needs) + "\n'on'").endswith("'on'")
    assert pages.run(awake, "'and on'") == "'and on'"
    check_untouched(awake, listener)


def test_what_another_window_says_is_not_heard(awake):
    pages.until_python(awake, "ready")
    awake.evaluate("for (let worker = 0; worker < 99; worker++) postMessage({type: 'fatal', text: 'x', worker}, '*')")
    # What was sent before has been heard when this one is.
    pages.awaited(
        awake,
        """() => new Promise((heard) => {
          addEventListener("message", ({data}) => data === "last" && heard());
          postMessage("last", "*");
        })""",
    )
    assert pages.python_state(awake) == "ready"


# The port on which pictures come, in the hands of a cell

CATCH_PORT = """
import js
from pyodide.ffi import create_proxy

own = js.MessagePort.prototype.postMessage

def catch(port, message):
    if "svg" in getattr(message, "payload", ""):  # Pyodide has ports of its own
        js.self.caught = port
    own.call(port, message)

js.MessagePort.prototype.postMessage = create_proxy(catch, capture_this=True)
"""


@pytest.fixture
def caught(awake):
    """The lesson, where `js.caught` is the worker's end of the port."""
    pages.run(awake, CATCH_PORT)
    pages.turn(awake, angle=41)
    pages.turn(awake, angle=42)
    pages.run(awake, "js.MessagePort.prototype.postMessage = own")
    return awake


def post_on_port(*messages):
    return post(*messages).replace("    js.self.postMessage(", "    js.caught.postMessage(")


def test_false_messages_on_the_port_are_text_or_dropped(caught, listener):
    payload = json.dumps({"svg": EVIL, "words": EVIL, "values": {}})
    strange = [
        {"type": "__proto__"},
        {"type": "constructor", "id": 1},
        {"type": "open"},
        {"type": "ready"},
        {"type": "draw", "id": 1, "payload": "{}"},
        {"type": "answer", "id": "1", "payload": "{}"},
        {"type": "answer", "id": 1, "payload": {}},
        {"type": "answer", "id": 1, "payload": "x" * 4_000_001},
        {"type": "fatal", "text": 5},
        [],
        5,
        None,
    ]
    items = {"type": "items", "id": OWN, "items": [{"kind": "html", "text": EVIL}]}
    question = {"type": "ask", "id": OWN, "prompt": [EVIL]}
    answers = ({"type": "answer", "id": i, "payload": payload} for i in range(100_000, 100_010))
    pages.run(caught, post_on_port(*strange, items, question, *answers))
    # The port's next drawing comes after all of them.
    assert pages.turn(caught, angle=43)["angle"] == "43°"
    assert pages.output(caught) == DROPPED
    check_untouched(caught, listener)
    assert pages.run(caught, "'and on'") == "'and on'"


def test_answers_on_the_port_to_what_it_was_not_asked_are_text(caught, listener):
    payload = json.dumps({"status": "error", "error": {"type": EVIL, "message": EVIL, "frames": []}})
    pages.run(caught, post_on_port({"type": "answer", "id": OWN, "payload": payload}))
    assert EVIL in pages.output(caught)
    check_untouched(caught, listener)
    assert pages.run(caught, "'and on'") == "'and on'"
    assert pages.turn(caught, angle=44)["angle"] == "44°"


def test_a_port_that_a_cell_has_closed_is_replaced(caught):
    pages.run(caught, "js.caught.close()")
    pages.watch(caught)
    caught.evaluate("document.querySelector('kino-figure').state = {angle: 45}")
    pages.until(caught, "changes.some(({oldValue}) => oldValue === 'restarting')")
    # A drawing that had to be ended is not tried again by itself: the film plays until the figure is touched.
    said = "document.querySelector('kino-figure [data-note]').textContent"
    pages.until(caught, f"{said}.startsWith('Drawing this took Python too long')")
    assert pages.settle(caught, "film")["values"]["angle"] == 45
    assert pages.turn(caught, angle=46)["angle"] == "46°"


# A picture that a cell has replaced


def replace_figure(markup):
    """A cell that puts `markup` in the place of every picture on its way to the page."""
    return f"""
import js, json
from pyodide.ffi import create_proxy

own = js.MessagePort.prototype.postMessage

def forge(port, message):
    if "svg" in getattr(message, "payload", ""):
        message.payload = json.dumps(json.loads(message.payload) | {{"svg": {markup!r}, "words": {EVIL!r}}})
    own.call(port, message)

js.MessagePort.prototype.postMessage = create_proxy(forge, capture_this=True)
"""


PUT_BACK = "js.MessagePort.prototype.postMessage = own"


def test_markup_of_a_live_picture_is_stripped(awake, listener, problems):
    leak = listener.url + "leak"
    markup = f"""
<svg class="dial" viewBox="0 0 9 9" onload="window.touched=1" style="background:url({leak})">
  <script>window.touched=1</script><style>@import "{leak}";</style>
  <foreignObject width="9" height="9"><img src="{leak}" onerror="window.touched=1"></foreignObject>
  <a href="javascript:window.touched=1" xlink:href="{leak}"><text class="inside">x</text></a>
  <use href="{leak}#a"/><image href="{leak}" width="9" height="9"/>
  <animate attributeName="href" values="{leak}"/><set attributeName="onclick" to="window.touched=1"/>
  <circle class="kept" r="1" fill="url({leak}#a)" stroke="u\\72l({leak}#b)" onclick="window.touched=1"/>
</svg>
<img src="{leak}" onerror="window.touched=1"><iframe srcdoc="<script>parent.touched=1</script>" src="{leak}"></iframe>
<link rel="stylesheet" href="{leak}"><meta http-equiv="refresh" content="0;url={leak}"><base href="{leak}">
<form action="{leak}"><input autofocus onfocus="window.touched=1">
  <button type="submit" formaction="{leak}">send</button></form>
<video src="{leak}" autoplay></video><object data="{leak}"></object><embed src="{leak}">
<math href="javascript:window.touched=1"><mtext>m</mtext></math><template><img src="{leak}"></template>
<p class="kept" id="main" name="x" onmouseover="window.touched=1" style="position:fixed;inset:0">kept</p>
<button class="kept" type="submit" onclick="window.touched=1" data-why="{EVIL.replace('"', "&quot;")}">kept</button>
"""
    pages.run(awake, replace_figure(markup))
    try:
        awake.evaluate("document.querySelector('kino-figure').state = {angle: 12}")
        pages.until(awake, "document.querySelectorAll('[data-picture] .kept').length === 3")
        awake.locator("[data-picture] button.kept").hover()
        awake.locator("[data-picture] button.kept").click()
        shown = pages.until(awake, "document.querySelector('[data-picture]').innerHTML")
        assert awake.locator("kino-figure [data-words]").inner_text() == EVIL
        assert awake.locator("kino-figure [data-reason]").inner_text() == EVIL
        check_untouched(awake, listener)
        drawing = re.sub(r'(data-why|aria-description)="[^"]*"', "", shown)
        assert not re.search(r"leak|touched|<a |<img|<script|<style|javascript:", drawing), drawing
    finally:
        pages.run(awake, PUT_BACK)
    # Chromium reports the handlers as refused already where the markup is only parsed, in a document of its own.
    problems[:] = [problem for problem in problems if "Content Security Policy" not in problem]
    # The lesson's own figure is back, whole.
    pages.turn(awake, angle=13)
    assert awake.locator("[data-picture] .kept").count() == 0
    assert awake.locator("[data-picture] .marker").count() == 4


@pytest.mark.parametrize(
    "markup",
    ["5", "None", "'<frameset><frame src=x></frameset>'", "'<svg><svg><svg>'", "'</div></kino-figure><h1>out</h1>'"],
)
def test_an_odd_picture_leaves_the_figure_alive(awake, markup):
    code = replace_figure("MARKUP").replace("'MARKUP'", markup)
    pages.run(awake, code)
    awake.evaluate("document.querySelector('kino-figure').state = {angle: 21}")
    pages.run(awake, PUT_BACK)
    assert awake.locator("h1").count() == 1
    assert pages.turn(awake, angle=22)["angle"] == "22°"


def test_a_picture_that_turns_no_control_of_the_figure_is_harmless(awake):
    pages.run(
        awake,
        replace_figure(
            '<svg class="dial" viewBox="-9 -9 18 18"><circle class="face" r="9" data-turn="nothing"/></svg>'
        ),
    )
    awake.evaluate("document.querySelector('kino-figure').state = {angle: 31}")
    face = awake.locator("[data-picture] [data-turn=nothing]")
    face.wait_for()
    face.click()
    pages.run(awake, PUT_BACK)
    assert pages.turn(awake, angle=32)["angle"] == "32°"


# What a cell could gain by it


def forged(**outcome):
    """A cell that answers every call in Python's name, before its own end."""
    payload = json.dumps({"status": "done"} | outcome)
    return post({"type": "answer", "id": OWN, "payload": payload})


def stored(page):
    return page.evaluate("Object.entries(localStorage).sort()")


def test_nothing_that_a_cell_sends_changes_what_is_kept_or_what_other_cells_hold(awake):
    code = "element => [...document.querySelectorAll('kino-cell')].map(({id, code}) => [id, code])"
    mine = "\n".join(
        [
            post(
                {"type": "edit", "id": 1, "code": "pass"}, {"type": "reset"}, {"type": "run", "cell": "attention-map"}
            ),
            forged(edit={"code": EVIL}, code=EVIL, exercise={"passed": True}, prediction={"guess": {}}),
        ]
    )
    awake.evaluate("([name, code]) => { document.getElementById(name).code = code }", [pages.FIRST, mine])
    pages.until(awake, "Object.keys(localStorage).length > 0")
    before = stored(awake), awake.evaluate(code)
    pages.run_as_it_is(awake)
    pages.until_python(awake, "ready", "busy", "restarting")
    assert (stored(awake), awake.evaluate(code)) == before
    assert awake.locator("kino-cell[data-state=running]").count() == 0
    assert pages.run(awake, "'and on'") == "'and on'"


def test_only_a_cell_that_is_made_for_it_drives_a_figure(awake):
    pages.run(awake, forged(drives=7), pages.SECOND)
    assert pages.run(awake, "'and on'", pages.SECOND) == "'and on'"
    pages.turn(awake, angle=61)
    assert awake.locator("kino-figure[data-code], .driving").count() == 0


def test_a_verdict_can_be_forged_for_no_exercise_but_the_one_that_the_reader_has_checked(awake):
    page = awake
    pages.run(page, forged(verdict={"passed": True}), pages.SECOND)
    assert pages.run(page, "'and on'", pages.SECOND) == "'and on'"
    assert page.locator("kino-cell[data-exercise=passed], kino-cell [data-verdict]").count() == 0
    assert [entry for entry in stored(page) if '"passed"' in entry[1]] == []
    # The reader's own answer may deceive: whoever writes it has learned Python.
    pages.until(page, "document.getElementById('your-softmax').dataset.exercise")
    page.evaluate("code => { document.getElementById('your-softmax').code = code }", forged(verdict={"passed": True}))
    pages.button(page, "Check", "your-softmax").click()
    pages.until(page, "document.querySelector('kino-cell[data-exercise=passed]')")
    assert page.locator("kino-cell[data-exercise=passed]").count() == 1
    assert [entry[0] for entry in stored(page) if '"passed"' in entry[1]] == ["kino:/#attention/your-softmax"]
    pages.button(page, "Reset", "your-softmax").click()
