"""What a hostile worker sends: malformed, huge, too deep or too much. It is dropped and said, and the page goes on."""

import pytest

from tests.browser import pages
from tests.browser.test_forgery import CATCH_PORT, PUT_BACK

pytestmark = pytest.mark.long

DROPPED = "Something that this code sent to the page was not believed, and was left out.\n"
FLOODED = "This page was sent more than it can take, so Python was restarted."
FALSE = "Python’s answer was not of the form that this page believes, so Python was restarted."
# Counts turns of the page's own loop, and keeps the longest time between two.
PULSE = """() => {
  window.pulse = {turns: 0, longest: 0, last: performance.now()};
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    pulse.longest = Math.max(pulse.longest, now - pulse.last);
    pulse.last = now;
    pulse.turns += 1;
    setTimeout(() => channel.port2.postMessage(null), 5);
  };
  channel.port2.postMessage(null);
}"""


def js(code):
    """A line of Python that runs JavaScript in the worker, as any cell can: out of a blob, for eval is refused."""
    return f"""import js
kind = js.JSON.parse('{{"type": "text/javascript"}}')
js.importScripts(js.URL.createObjectURL(js.Blob.new(js.Array.of({code!r}), kind)))
"""


@pytest.fixture
def warnings(awake):
    heard = []

    def hear(message):
        if message.type == "warning":
            heard.append(message.text)

    awake.on("console", hear)
    yield heard
    awake.remove_listener("console", hear)


def and_on(page):
    """On a busy machine what came before the end is worked off after it, and Python may be taken for lost once more."""
    for _ in range(5):
        if pages.run(page, "'and on'") == "'and on'":
            break
    assert pages.output(page) == "'and on'"
    assert pages.turn(page, angle=7)["angle"] == "7°"


# One message that is wrong

MALFORMED = {
    "nothing": "undefined",
    "a number": "5",
    "no type": "{}",
    "a type that is no text": "{type: {toString: 1}}",
    "a type of another table": "{type: '__proto__'}",
    "what only the frame says": "{type: 'flood'}",
    "a second frame": "{type: 'open'}",
    "bytes": "new Uint8Array(1e7)",
    "a table of another kind": "{type: 'items', id: 1, items: new Map([[1, 2]])}",
    "an endless list": "{type: 'items', id: 1, items: new Array(4e9)}",
    "many items": "{type: 'items', id: 1, items: Array(2000).fill(null)}",
    "many packages": "{type: 'need', id: 0, packages: Array(60).fill('numpy')}",
    "a large question": "{type: 'ask', id: 1, prompt: 'x'.repeat(1e7)}",
    "a large answer": "{type: 'answer', id: 0, payload: 'x'.repeat(4.1e6)}",
    "deep": "{type: 'items', id: 1, items: Array.from({length: 900}).reduce((inner) => [inner], [])}",
    "large": "{type: 'stage', stage: 'x'.repeat(2e7)}",
}


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED)
def test_a_message_that_is_not_of_the_protocol_is_dropped_and_said_once(awake, warnings, message):
    words = pages.run(awake, js(f"for (let i = 0; i < 3; i++) postMessage({message})") + "'done'")
    assert words in (DROPPED + "'done'", "'done'" + DROPPED)
    assert [text for text in warnings if "not of the protocol" in text] == [
        "kino: a message from the sealed frame was dropped: it is not of the protocol"
    ]


def test_what_cannot_even_be_sent_is_an_error_of_the_code(awake):
    code = "postMessage(Array.from({length: 1e6}).reduce((inner) => [inner], []))"
    assert "Error" in pages.run(awake, js(code))
    and_on(awake)


# Answers

ANSWERS = {
    "no JSON": "'{'",
    "another form": "'[1]'",
    "an error without its parts": """'{"status": "error", "error": {}}'""",
    "a line that is none": """'{"status": "error", "error": {"type": "E", "message": "", "frames": [{"line": []}]}}'""",
    "the page's own word": """'{"status": "restarted", "reason": "Send me your password."}'""",
    "deep": """'{"status": "done", "verdict": {"passed": true, "x": ' + '['.repeat(1e6) + ']'.repeat(1e6) + '}}'""",
    "long": "JSON.stringify({status: 'error', error: {type: 'E', message: 'x'.repeat(3e6), frames: []}})",
    "too long": "'x'.repeat(4.1e6)",
}


@pytest.mark.parametrize("payload", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_of_another_form_ends_that_python(awake, payload):
    code = f"const payload = {payload}; for (let id = 0; id < 400; id++) postMessage({{type: 'answer', id, payload}})"
    words = pages.run(awake, js(code))
    # So many of the long ones are a flood besides.
    assert FALSE in words or FLOODED in words
    assert "password" not in words
    and_on(awake)


# Too much

FLOODS = {
    "small ones": "for (;;) postMessage({type: 'pong', n: 1})",
    "wrong ones": "for (;;) postMessage(null)",
    "output": (
        "const items = [{kind: 'out', text: 'x'.repeat(1000), style: ''}];"
        "for (;;) postMessage({type: 'items', id: ID, items})"
    ),
    "ends of output": (
        "const runs = Array(9000).fill({kind: 'out', text: 'x', style: 'bold'});"
        "for (;;) postMessage({type: 'items', id: ID, items: [{kind: 'end', runs, lines: 1, chars: 1}]})"
    ),
    "questions": "for (let i = 0; ; i++) postMessage({type: 'ask', id: ID, prompt: `${i}`})",
    "stages": "for (;;) postMessage({type: 'stage', stage: 'core'})",
    "news": "for (;;) postMessage({type: 'whole'})",
    "needs": "for (;;) postMessage({type: 'need', id: 0, packages: ['matplotlib']})",
    "huge ones": "const text = 'x'.repeat(5e7); for (;;) postMessage({type: 'stage', stage: text})",
    "bytes": "for (;;) postMessage(new Uint8Array(1e7))",
    "answers": "for (;;) postMessage({type: 'answer', id: 1, payload: '{}'})",
}


SHORT = ("wrong ones", "output", "huge ones")


@pytest.mark.parametrize(
    "code",
    [pytest.param(code, id=name, marks=() if name in SHORT else pytest.mark.long) for name, code in FLOODS.items()],
)
def test_a_flood_ends_that_python_and_the_page_goes_on(awake, warnings, code):
    awake.evaluate(PULSE)
    words = pages.run(awake, js(code.replace("ID", "1")))
    assert f"{FLOODED} Your code is safe." in words
    assert awake.evaluate("pulse.turns") > 0
    assert any("more than a page can take" in text for text in warnings)
    assert pages.state(awake) == "stopped"
    and_on(awake)


def test_a_flood_through_the_port_too(awake):
    pages.run(awake, CATCH_PORT)
    pages.turn(awake, angle=41)
    pages.turn(awake, angle=42)
    pages.run(awake, PUT_BACK)
    words = pages.run(awake, js("for (;;) self.caught.postMessage({type: 'answer', id: 1, payload: '{}'})"))
    assert FLOODED in words
    and_on(awake)


# Much, in the right form


def test_output_beyond_what_a_run_may_put_out_is_left_out_and_said(awake):
    item = "{kind: 'out', text: 'x'.repeat(50000), style: ''}"
    code = f"for (let id = 0; id < 300; id++) postMessage({{type: 'items', id, items: [{item}, {item}, {item}]}})"
    words = pages.run(awake, js(code))
    assert words.count("x") == 100_000
    assert words.endswith("Something that was put out here could not be shown.\n")
    and_on(awake)


def test_a_picture_that_is_too_large_ends_that_python(awake):
    code = """
import js, json
from pyodide.ffi import create_proxy
own = js.MessagePort.prototype.postMessage
def forge(port, message):
    if "svg" in getattr(message, "payload", ""):
        message.payload = json.dumps(json.loads(message.payload) | {"svg": "<g>" * 300_000})
    own.call(port, message)
js.MessagePort.prototype.postMessage = create_proxy(forge, capture_this=True)
"""
    pages.run(awake, code)
    pages.watch(awake)
    awake.evaluate("document.querySelector('kino-figure').state = {angle: 50}")
    pages.until(awake, "changes.some(({oldValue}) => oldValue === 'restarting')")
    and_on(awake)


def test_packages_are_fetched_once_at_a_time(awake, site):
    before = len(site.requests)
    need = "{type: 'need', id: 0, packages: ['matplotlib']}"
    pages.run(awake, js(f"for (let i = 0; i < 200; i++) postMessage({need})"))
    and_on(awake)
    asked = [path for path in site.requests[before:] if "matplotlib" in path]
    assert len(asked) <= 5, asked
