"""The seal in each engine: a cell reaches nothing, what it shows is text, what it sends is believed or dropped."""

import pytest

from tests import vectors
from tests.browser import pages
from tests.browser.test_flood import DROPPED, FLOODED, FLOODS, MALFORMED, js
from tests.browser.test_links import with_code
from tests.engines.tab import ENDED, FIRST

pytestmark = pytest.mark.long

# A worker like Python's in a frame like Python's, but without its policy.
UNSEALED = """(url) => new Promise((resolve) => {
  const worker = `fetch(${JSON.stringify(url)}).then(() => postMessage("sent"), () => postMessage("refused"))`;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = `<script>
    const blob = new Blob([${JSON.stringify(worker)}], {type: "text/javascript"});
    new Worker(URL.createObjectURL(blob)).onmessage = ({data}) => parent.postMessage(data, "*");
  <` + "/script>";
  addEventListener("message", ({data}) => resolve(data));
  document.body.append(frame);
})"""


@pytest.fixture(autouse=True)
def nothing_is_heard(listener):
    listener.requests.clear()
    yield
    assert listener.requests == []


def plain(open_tab, site):
    """A page of the site's origin that has no policy."""
    return open_tab(site.url + "a-page-without-policy")


def tried(tab, ways, target=""):
    """Try each way in a run of its own; how each ended: {name: "refused", "through", "restarted" or "stopped"}.

    In WebKit a refusal that does not reach the code that awaits it ends Python.
    """
    return {name: _ended(tab, vectors.attempts({name: code}, target), name) for name, code in ways.items()}


def _ended(tab, code, name):
    tab.begin(code)
    try:
        tab.until(HAS_ENDED, [FIRST, list(ENDED)], seconds=30)
    except TimeoutError:
        tab.click(f"#{FIRST} [data-action=stop]")
    words = tab.until_ended()
    if "Names from earlier runs are gone" in words:
        return "restarted"
    return vectors.ends(words).get(name, "stopped" if tab.state() == "stopped" else words)


HAS_ENDED = "([name, states]) => states.includes(document.getElementById(name).dataset.state)"


def held(ends):
    assert {name: end for name, end in ends.items() if end not in ("refused", "restarted", "stopped")} == {}
    assert "refused" in ends.values()


def test_the_listener_hears_what_is_not_sealed(open_tab, site, listener):
    tab = plain(open_tab, site)
    assert tab.evaluate(UNSEALED, listener.url + "control") == "sent"
    assert listener.requests.pop() == "/control"
    tab.close()


def test_nothing_can_be_sent(awake, site, listener):
    held(tried(awake, vectors.SENDING, listener.url))
    held(tried(awake, vectors.SENDING, site.url + "leak-"))
    assert [path for path in site.requests if "leak-" in path] == []


def test_nothing_stored_can_be_reached(awake):
    awake.evaluate(vectors.STORE)
    held(tried(awake, vectors.STORING))
    assert awake.evaluate(vectors.IS_UNTOUCHED)


def test_code_that_came_with_a_link_waits_to_be_run_and_is_sealed_too(open_tab, listener):
    ways = {name: vectors.SENDING[name] for name in ("fetch", "XMLHttpRequest", "WebSocket", "Worker")}
    tab = open_tab(with_code(vectors.attempts(ways, listener.url)))
    tab.until("document.querySelector('.panel .difference')")
    assert tab.python == "asleep" and tab.state() == "idle"
    use = "({textContent}) => textContent === 'Use this code'"
    tab.evaluate(f"[...document.querySelectorAll('.panel button')].find({use}).click()")
    assert tab.python == "asleep" and tab.state() == "idle"
    tab.click(f"#{FIRST} [data-action=run]")
    assert "through" not in tab.until_ended()
    tab.close()


# Markup


def test_markup_is_heard_where_nothing_is_sealed(open_tab, site, listener):
    tab = plain(open_tab, site)
    tab.evaluate(vectors.MARKUP_CONTROL, list(vectors.markup(listener.url).values()))
    for _ in range(600):
        if len(vectors.heard(listener.requests)) >= vectors.LEAST_HEARD:
            break
        tab.wait_for_timeout(50)
    assert len(vectors.heard(listener.requests)) >= vectors.LEAST_HEARD
    tab.problems.clear()
    tab.close()
    listener.requests.clear()


def test_what_is_shown_is_text(open_tab, listener):
    tab = open_tab(init=vectors.REFUSALS)
    tab.wake()
    made = vectors.listed(listener.url)
    texts = list(vectors.markup(listener.url).values())
    shown = "([place, texts]) => texts.every((text) => document.querySelector(place).textContent.includes(text))"
    output = f"#{FIRST} [data-output]"

    code = "import sys\ntext = '\\n'.join(MARKUP)\nprint(text)\nprint(text, file=sys.stderr)\n"
    tab.run(made + code + "class Shown:\n    __repr__ = _repr_html_ = _repr_svg_ = lambda self: text\nShown()")
    tab.until(shown, [output, texts])
    untouched(tab)

    tab.run(made + "raise type(MARKUP[0], (Exception,), {})('\\n'.join(MARKUP[:20]))")
    tab.until(shown, [output, texts[:20]])
    untouched(tab)

    tab.run(made + "import numpy as np\nfor one in MARKUP: globals()[one] = np.arange(2)\ntexts = np.array(MARKUP)")
    tab.until("document.querySelector('.variables summary')")
    tab.click(".variables summary")
    tab.until("document.querySelector('.variables-body button[data-name=texts]')")
    tab.click(".variables-body button[data-name=texts]")
    tab.until("document.querySelector('.variables-body .picture table')")
    untouched(tab)

    tab.run(made + vectors.FORGE)
    for angle, one in enumerate(texts):
        tab.evaluate("angle => { document.querySelector('kino-figure').state = {angle} }", angle)
        tab.until(shown, ["kino-figure [data-words]", [one]])
        assert tab.evaluate(vectors.STRANGE) == [], one
    tab.close()


def untouched(tab):
    assert tab.evaluate(vectors.STRANGE) == []
    assert tab.evaluate("refused") == []


# Messages


def test_messages_that_are_not_of_the_protocol_are_dropped_and_said(awake):
    code = "".join(js(f"try {{ postMessage({message}) }} catch {{}}") for message in MALFORMED.values())
    words = awake.run(code + "'done'")
    assert words in (f"{DROPPED}'done'", f"'done'{DROPPED}")
    assert pages.turn(awake, angle=7)["angle"] == "7°"


@pytest.mark.parametrize("flood", ["wrong ones", "output", "huge ones"])
def test_a_flood_ends_that_python_and_the_page_goes_on(awake, flood):
    assert FLOODED in awake.run(js(FLOODS[flood].replace("ID", "1")))
    assert awake.run("'and on'") == "'and on'"
    assert pages.turn(awake, angle=9)["angle"] == "9°"
