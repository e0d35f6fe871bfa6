"""What runs in a cell, anyone's code, reaches neither the network, nor the site's storage, nor the page."""

import json
import re

import pytest

from tests.browser import pages

# Each way to send is tried by itself and says how it ended; NAME and TARGET are filled in.
SENDING = {
    "fetch": "await js.fetch(TARGET)",
    "the engine's own fetch": "await js.WorkerGlobalScope.prototype.fetch.call(js.self, TARGET)",
    "fetch without an answer": (
        "options = to_js({'mode': 'no-cors', 'method': 'POST', 'body': 'secret'})\n"
        "await js.WorkerGlobalScope.prototype.fetch.call(js.self, TARGET, options)"
    ),
    "XMLHttpRequest": "request = js.XMLHttpRequest.new()\nrequest.open('GET', TARGET, False)\nrequest.send()",
    "XMLHttpRequest that waits": (
        "request = js.XMLHttpRequest.new()\nrequest.open('POST', TARGET, True)\n"
        "request.send('secret')\nawait ended(request, 'load')"
    ),
    "WebSocket": "await ended(js.WebSocket.new(TARGET.replace('http', 'ws')), 'open')",
    "EventSource": "await ended(js.EventSource.new(TARGET), 'open')",
    "importScripts": "js.importScripts(TARGET)",
    "Worker": "await ended(js.Worker.new(TARGET), 'message')",
    "a worker's fetch": "await nested(\"fetch('\" + TARGET + \"', {mode: 'no-cors'})\")",
    "a worker's importScripts": 'await nested("Promise.resolve(importScripts(\'" + TARGET + "\'))")',
    "a worker's import()": 'await nested("import(\'" + TARGET + "\')")',
    "a worker's worker": (
        'inner = "new Worker(\'" + TARGET + "\')"\n'
        "await nested('new Promise((onmessage, onerror) => Object.assign(' + inner + ', {onmessage, onerror}))')"
    ),
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
    """A worker in a frame like Python's, but without its policy, is heard: the policy is what seals."""
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
        """() => {
          window.heard = [];
          window.channel = new BroadcastChannel("kino");
          channel.onmessage = ({data}) => heard.push(data);
        }"""
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
