"""What runs in a cell, anyone's code, reaches neither the network, nor the site's storage, nor the page."""

import json
import re

import pytest

from tests.browser import pages
from tests.browser.test_links import panel, press, settled, with_code
from tests.vectors import IS_UNTOUCHED, SENDING, STORE, STORING, STORING_CONTROL, TOOLS, attempts, ends

FRAME_SENDING = {
    "fetch": "fetch(TARGET, {mode: 'no-cors'})",
    "beacon": "Promise.resolve(navigator.sendBeacon(TARGET, 'secret') || Promise.reject())",
    "picture": "new Promise((onload, onerror) => Object.assign(new Image(), {onload, onerror, src: TARGET}))",
    "taking the page there": "Promise.resolve(top.location.href = TARGET)",
    "a window": "Promise.resolve(open(TARGET) ?? Promise.reject())",
    "a form": (
        "Promise.resolve(document.body.appendChild(Object.assign(document.createElement('form'), "
        "{action: TARGET, target: '_top'})).submit())"
    ),
    "a frame": (
        "Promise.resolve(document.body.append(Object.assign(document.createElement('iframe'), {src: TARGET})))"
    ),
    "a script": (
        "new Promise((onload, onerror) => document.head.append("
        "Object.assign(document.createElement('script'), {onload, onerror, src: TARGET})))"
    ),
    "a style": (
        "new Promise((onload, onerror) => document.head.append("
        "Object.assign(document.createElement('link'), {onload, onerror, rel: 'stylesheet', href: TARGET})))"
    ),
    "a hint": (
        "Promise.resolve(document.head.append("
        "Object.assign(document.createElement('link'), {rel: 'prefetch', href: TARGET})))"
    ),
}


def check_refused(words, ways):
    assert ends(words) == dict.fromkeys(ways, "refused"), words


@pytest.fixture(autouse=True)
def reports(problems):
    """A refusal is also reported on the console, which is right here; anything else is not."""
    yield
    refusal = r"(?i)content security policy|violates|refused to|Failed to load resource|NetworkError|sandboxed"
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
    said = pages.awaited(
        page,
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
    awake.evaluate(STORE)
    words = pages.run(awake, attempts(STORING))
    check_refused(words, STORING)
    assert "do not tell" not in words
    assert awake.evaluate(IS_UNTOUCHED)


def test_storage_is_there_for_what_is_not_sealed(browser, site):
    """A worker of the same site, made as Python's is, but in no frame: it gets at all of it."""
    ways = ", ".join(f"[{json.dumps(name)}, () => {code}]" for name, code in STORING_CONTROL.items())
    worker = f"""(async () => {{
      const say = (word) => () => postMessage(word);
      for (const [name, way] of [{ways}]) await way().then(say(name), say("refused"));
    }})()"""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url + "a-page-without-policy")
    page.evaluate("localStorage.setItem('secret', 'do not tell')")
    said = pages.awaited(
        page,
        """([source, count]) => new Promise((resolve) => {
          const said = [];
          const worker = new Worker(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
          worker.onmessage = ({data}) => said.push(data) === count && resolve(said);
        })""",
        [worker, len(STORING_CONTROL)],
    )
    stored = page.evaluate("localStorage.getItem('secret')")
    context.close()
    assert said == list(STORING_CONTROL) and stored == "do not tell"


def test_code_that_came_with_a_link_runs_when_it_is_told_to_and_is_sealed_too(visit, site, listener):
    url = listener.url + "link-"
    page = visit(with_code(attempts(SENDING, url) + attempts(STORING)))
    page.evaluate(STORE)
    settled(page)
    assert pages.python_state(page) == "asleep" and pages.state(page) == "idle"
    assert panel(page, "link").inner_text().startswith("This code came with a link")
    press(page, "link", "Use this code")
    assert pages.python_state(page) == "asleep" and pages.state(page) == "idle"
    assert not [path for path in site.requests if "pyodide" in path and "link" in path]
    words = pages.run_as_it_is(page)
    check_refused(words, SENDING | STORING)
    assert "do not tell" not in words
    assert page.evaluate(IS_UNTOUCHED)
    assert listener.requests == []
    page.context.close()


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


def test_only_the_frame_is_heard_by_the_page(awake, site):
    """Another window that has a hold of the page can send it messages, and so can the page itself."""
    pages.watch(awake)
    send = """(name) => {
      const page = name === "self" ? window : opener;
      for (let worker = 0; worker < 9; worker++) {
        for (const type of ["flood", "fatal", "ready", "whole"]) page.postMessage({type, worker, text: "x"}, "*");
        for (let id = 0; id < 99; id++) page.postMessage({type: "answer", id, payload: "7", worker}, "*");
      }
      page.postMessage("the last", "*");
    }"""
    awake.evaluate("window.heard = 0; addEventListener('message', ({data}) => data === 'the last' && heard++)")
    awake.evaluate(send, "self")
    with awake.expect_popup() as opened:
        awake.evaluate("url => void open(url)", site.url + "index.html")
    opened.value.wait_for_load_state()
    opened.value.evaluate(send, "opener")
    opened.value.close()
    pages.until(awake, "heard === 2")
    assert pages.run(awake, "'and on'") == "'and on'"
    assert "python restarting" not in pages.watched(awake)


def test_the_frame_itself_could_send_nothing_either(awake, listener):
    """No code of a cell runs there. If some did, the frame's policy and its sandbox would hold it.

    Comes last: after it, the frame is an empty one, for it has tried to go elsewhere.
    """
    [frame] = awake.frames[1:]
    for name, code in FRAME_SENDING.items():
        target = json.dumps(listener.url + "frame-" + re.sub(r"\W", "-", name))
        patience = "new Promise((end) => setTimeout(end, 100))"
        way = f"async () => {{ const TARGET = {target}; return Promise.race([{code}, {patience}]) }}"
        frame.evaluate(f"() => ({way})().then(String, String)")
    assert len(awake.context.pages) == 1 and awake.url.endswith(pages.LESSON)
    assert pages.run(awake, "'still here'") == "'still here'"
    gone = listener.url + "frame-gone"
    frame.evaluate("url => void setTimeout(() => { location.href = url })", gone)
    for _ in range(300):
        if frame.url != "about:srcdoc":
            break
        awake.wait_for_timeout(20)
    assert frame.url.startswith("chrome-error:"), "the page's policy lets the frame go nowhere"
    assert listener.requests == [] and awake.url.endswith(pages.LESSON)
