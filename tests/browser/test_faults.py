"""What can go wrong on the way to Python, and under way, is said in words; nothing is lost, and trying again works.

Text and film are there through every fault, and no error goes uncaught. What can go wrong with the store of edits is in
test_kept.py.
"""

import os
import re
import signal
import time

import pytest

from kino_build.static import StaticServer
from tests import faulty
from tests.browser import pages
from tests.browser.pages import FIRST
from tests.browsers import find_chromium

pytestmark = pytest.mark.long

NO_WASM = "delete globalThis.WebAssembly"
DAY = 86_400_000
MODEM = 7000  # bytes per second


def message(page, name=FIRST):
    return page.locator(f"#{name} [data-output] .said.error").inner_text()


def note(page):
    return page.locator("kino-figure [data-note]").inner_text()


def check_text_and_film(page, angle):
    """The lesson can be read, and the figure turned."""
    assert page.get_by_role("heading", level=1).is_visible()
    pages.slider(page).fill(str(angle))
    assert pages.settle(page, "film")["values"]["angle"] == angle


def try_again(page):
    again = pages.cell(page).get_by_role("button", name="Try again")
    (again if again.count() else pages.button(page, "Run")).click()


@pytest.fixture(scope="module")
def host(dist):
    """A host of the site that can be made to do wrong."""
    with StaticServer(dist) as server:
        yield server


@pytest.fixture(autouse=True)
def reports(problems):
    """The browser itself reports what does not come or is refused; anything else it reports is a fault of ours."""
    yield
    problems[:] = [
        problem for problem in problems if not re.search(r"^Failed to load resource|Content Security Policy", problem)
    ]


# A file does not come, or not right


@pytest.fixture(scope="module")
def page(visit, host):
    """One page that goes through fault after fault, and never gets Python until the last test."""
    return visit(server=host)


CORE = "runtime/*/pyodide.asm.wasm"
SCRIPT = "runtime/*/pyodide.asm.mjs"
LIST = "runtime/manifest.*.json"


@pytest.mark.parametrize(
    ("file", "fault", "words"),
    [
        (LIST, faulty.missing, "list of Python's files could not be fetched: the server answered 404"),
        (LIST, faulty.hung_up, "list of Python's files could not be fetched"),
        (LIST, faulty.sign_in, "sign-in page"),
        (CORE, faulty.missing, r"pyodide\.asm\.wasm could not be fetched: the server answered 404"),
        (CORE, faulty.forbidden, r"pyodide\.asm\.wasm could not be fetched: the server answered 403"),
        (CORE, faulty.hung_up, r"pyodide\.asm\.wasm could not be fetched\. Is the connection there\?"),
        (SCRIPT, faulty.halved, r"pyodide\.asm\.mjs arrived cut short: \d+ of \d+ bytes"),
        (SCRIPT, faulty.longer, r"pyodide\.asm\.mjs is longer than the file that this site was built with"),
        (
            SCRIPT,
            faulty.sign_in,
            r"in place of pyodide\.asm\.mjs is a web page\. Does this network want you to sign in",
        ),
        *(
            (f"runtime/*/{file}", faulty.changed, r"is not the file that this site was built with, so it was not used")
            for file in ("pyodide.asm.wasm", "pyodide.mjs", "pyodide-lock.json", "worker.js")
        ),
    ],
)
def test_a_file_that_does_not_come_right_is_named_and_python_does_not_start(page, host, file, fault, words):
    with faulty.faulty(host, file, fault):
        try_again(page)
        pages.until_state(page, "error")
        pages.until_python(page, "failed")
        text = message(page)
        assert re.search(words, text), text
        assert text.endswith("Try again")
        assert page.locator("iframe").count() == 0


def test_the_film_plays_and_the_figure_says_so_after_a_failure(page):
    assert note(page) == "", "a figure that was not touched has nothing to say"
    pages.slider(page).press("ArrowRight")
    assert pages.settle(page, "film")["values"]["angle"] == 51
    assert "is not the file that this site was built with" in note(page)
    assert "The recorded strip still turns" in note(page)
    assert page.locator("kino-figure").get_by_role("button", name="Try again").is_visible()


def test_trying_again_at_the_figure_works_once_the_fault_is_gone(page):
    page.locator("kino-figure").get_by_role("button", name="Try again").press("Enter")
    assert page.evaluate("document.activeElement.name") == "angle", "the focus vanishes with the button"
    pages.until_python(page, "ready")
    assert pages.settle(page, "live")["values"]["angle"] == 51
    assert page.locator("kino-figure [data-retry]").is_hidden()


def test_trying_again_at_the_cell_works_once_the_fault_is_gone(visit, host):
    page = visit(server=host)
    with faulty.faulty(host, CORE, faulty.missing):
        pages.begin(page, "import numpy as np\nint(np.ones(3).sum())")
        pages.until_state(page, "error")
    page.locator(f"#{FIRST}").get_by_role("button", name="Try again").press("Enter")
    assert page.evaluate("document.activeElement.dataset.action") == "run", "the focus vanishes with the button"
    pages.until_state(page, "done")
    assert pages.output(page) == "3"


def test_all_cells_that_wait_are_told(visit, host):
    page = visit(server=host)
    with faulty.faulty(host, CORE, faulty.missing):
        pages.begin(page, "1")
        pages.begin(page, "2", pages.SECOND)
        for name in (FIRST, pages.SECOND):
            pages.until_state(page, "error", name=name)
            assert "404" in message(page, name)


def test_files_under_wrong_types_are_taken_for_what_they_are(visit, host):
    with faulty.faulty(host, "runtime/**/*", faulty.mistyped):
        page = visit(server=host)
        assert pages.run(page, "6 * 7") == "42"


def test_without_its_film_a_figure_still_goes_live(visit, host):
    with faulty.faulty(host, "films/*.json", faulty.missing):
        page = visit(server=host)
        pages.slider(page).press("ArrowRight")
        assert pages.settle(page, "live")["values"]["angle"] == 51


# A line that is slow, or silent


def test_over_a_modem_the_progress_is_true_and_stop_works(visit, host):
    line = faulty.Line(MODEM)
    page = visit(server=host)
    with faulty.faulty(host, "runtime/*/*", line):
        pages.begin(page, "print('never')")
        shares = [0]
        total = None
        for _ in range(4):
            shares.append(
                pages.until(
                    page,
                    """last => {
                      const bar = document.querySelector("#soft-lookup progress");
                      return bar.checkVisibility() && bar.value > last && bar.value;
                    }""",
                    shares[-1],
                )
            )
            total = total or wake_bytes(page, host)
            assert shares[-1] <= line.sent / total
        assert pages.cell(page).locator("[data-note]").inner_text() == "Fetching Python"
        pages.press_stop(page)
        assert pages.output(page) == "Stopped."
        check_text_and_film(page, 60)
        line.lift()
        pages.until_python(page, "ready")
        assert pages.run(page, "'now'") == "'now'"


def wake_bytes(page, host):
    """What the first start of the manifest fetches."""
    return page.evaluate(
        """async () => {
          const url = document.documentElement.dataset.runtime;
          const { worker, core, starts } = await (await fetch(url)).json();
          return [worker, ...core, ...starts[0].files].reduce((sum, { bytes }) => sum + bytes, 0);
        }"""
    )


def test_a_reader_leaves_a_page_whose_python_is_on_its_way(visit, host):
    line = faulty.Line(MODEM)
    page = visit(server=host)
    with faulty.faulty(host, "runtime/*/*", line):
        pages.begin(page, "1")
        pages.until(page, "document.querySelector('#soft-lookup progress').value > 0")
        page.goto(host.url + "index.html")
        assert page.get_by_role("heading", level=1).is_visible()
        line.lift()


@pytest.mark.parametrize("file", [LIST, CORE], ids=["the list", "a file"])
def test_a_host_that_falls_silent_is_said_soon_and_given_up_later(visit, host, file):
    silence = faulty.Silence()
    page = visit(server=host)
    page.clock.install()
    with faulty.faulty(host, file, silence):
        pages.begin(page, "1")
        pages.until(page, "document.querySelector('#soft-lookup progress').checkVisibility()")
        asked = re.compile(r"/manifest\." if file == LIST else r"/pyodide\.asm\.wasm$")
        pages.until_true(page, lambda: any(asked.search(path) for path in host.requests))
        note = pages.cell(page).locator("[data-note]")
        for _ in range(12):  # what has come meanwhile begins the waiting anew
            page.clock.run_for(1000)
            if "nothing comes" in note.inner_text():
                break
        assert note.inner_text() == "Fetching Python: nothing comes at the moment"
        check_text_and_film(page, 60)
        page.clock.run_for(31_000)
        pages.until_state(page, "error")
        assert "Nothing has come from the server for half a minute" in message(page)
        silence.end()
    try_again(page)
    page.clock.resume()
    assert pages.until_ended(page) == "1"


# What the browser, or something between it and the host, refuses


@pytest.mark.parametrize(("policy", "words"), faulty.REFUSED.values(), ids=faulty.REFUSED)
def test_what_a_filter_refuses_is_named(visit, dist, policy, words):
    with StaticServer(dist, extra_headers={"Content-Security-Policy": policy}) as server:
        page = visit(server=server)
        pages.begin(page, "mine = 6 * 7\nmine")
        pages.until_state(page, "error")
        assert words in message(page)
        check_text_and_film(page, 60)
        assert words in note(page)
        pages.watch(page)
        try_again(page)
        pages.until(page, "changes.filter(({target}) => target.id === 'soft-lookup').length >= 2")
        assert pages.state(page) == "error" and words in message(page)
        server.extra_headers.clear()
        page.goto(f"{server.url}{pages.LESSON}?again")  # the same address would be asked for as unchanged
        assert pages.run_as_it_is(page) == "42", "the edit is there after the fault"


LACKING = {
    "WebAssembly": (NO_WASM, "WebAssembly switched off"),
    "memory": (faulty.in_worker(faulty.NO_MEMORY), "not enough free memory"),
}


@pytest.mark.parametrize(("script", "words"), LACKING.values(), ids=LACKING)
def test_what_the_browser_does_not_have_is_named_and_the_film_plays(visit, host, script, words):
    page = visit(server=host, init=script)
    pages.begin(page, "1")
    pages.until_state(page, "error")
    assert words in message(page)
    check_text_and_film(page, 49)
    assert words in note(page)


# What happens to a page that is awake


def test_after_the_connection_is_gone_python_still_restarts(visit, problems):
    page = visit()
    pages.wake(page)
    page.context.set_offline(True)
    pages.run(page, "import os\nos._exit(1)")
    pages.until_python(page, "ready")
    assert pages.run(page, "import numpy as np\nint(np.ones(4).sum())") == "4"
    assert pages.turn(page, angle=20)["source"] == "live"
    problems.clear()


@pytest.fixture(scope="module")
def timed(visit):
    """A page whose clocks can be set, Python awake."""
    page = visit(init=faulty.CLOCKS + faulty.in_worker(faulty.CLOCKS))
    pages.wake(page)
    return page


@pytest.mark.parametrize("ms", [DAY, -DAY], ids=["forward", "back"])
def test_clocks_that_are_set_by_a_day_cost_nothing(timed, ms):
    pages.run(timed, "kept = 'kept'")
    pages.watch(timed)
    timed.evaluate("ms => jump(ms)", ms)
    assert pages.turn(timed, angle=20)["source"] == "live"
    pages.begin(timed, f"import js\nprint('on')\njs.jump({ms})\nprint('jumped')\nwhile True: pass")
    pages.until_output(timed, "jumped")
    timed.evaluate("ms => jump(ms)", ms)
    pages.press_stop(timed)
    assert pages.output(timed).endswith("Stopped.")
    assert pages.run(timed, "import time\ntime.sleep(0.01)\nkept") == "'kept'"
    assert pages.turn(timed, angle=21)["source"] == "live"
    assert "python restarting" not in pages.watched(timed)


class Frozen:
    """All that belongs to pages stands still, as in a tab that is frozen or on a machine that sleeps."""

    def __init__(self, browser):
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        self._pages = [process["id"] for process in processes if process["type"] == "renderer"]

    def __enter__(self):
        self._signal(signal.SIGSTOP)

    def __exit__(self, *_):
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        for process in self._pages:
            os.kill(process, number)


def test_a_page_that_was_frozen_goes_on_where_it_was(awake, browser):
    pages.run(awake, "kept = 'kept'")
    pages.watch(awake)
    pages.begin(awake, "import time\nprint('on')\nfor i in range(100): time.sleep(0.01)\n'through'")
    pages.until_output(awake, "on")
    with Frozen(browser):
        time.sleep(7)  # longer than the heartbeat, Stop and a drawing are waited for
    assert pages.until_ended(awake) == "on\n'through'"
    assert pages.turn(awake, angle=33)["source"] == "live"
    assert pages.run(awake, "kept") == "'kept'"
    assert "python restarting" not in pages.watched(awake)


def test_a_page_that_was_frozen_while_python_woke_wakes_it(visit, host, browser):
    line = faulty.Line(MODEM)
    page = visit(server=host)
    with faulty.faulty(host, "runtime/*/*", line):
        pages.begin(page, "'awake'")
        pages.until(page, "document.querySelector('#soft-lookup progress').value > 0")
        with Frozen(browser):
            line.lift()
            time.sleep(1)
        assert pages.until_ended(page) == "'awake'"


@pytest.fixture(scope="module")
def remembered(playwright, site, _heard):
    """A page in a browser with a back/forward cache, which Playwright's own way to start Chromium switches off."""
    browser = playwright.chromium.launch(
        executable_path=find_chromium(), ignore_default_args=["--disable-back-forward-cache"]
    )
    context = browser.new_context(viewport=pages.WIDE)
    context.on("weberror", lambda error: _heard.append(f"uncaught: {error.error}"))
    page = context.new_page()
    page.goto(site.url + pages.LESSON)
    yield page
    browser.close()


@pytest.mark.parametrize("code", ["6 * 7", pages.LOOP], ids=["idle", "running"])
def test_a_page_to_which_the_reader_comes_back_has_the_edit_and_runs(remembered, site, code):
    pages.run(remembered, "kept = 'kept'")
    pages.begin(remembered, code)
    pages.until_state(remembered, "done" if code == "6 * 7" else "running")
    remembered.goto(site.url + "index.html")
    remembered.go_back(wait_until="commit")
    pages.until(remembered, "document.readyState === 'complete' && document.documentElement.dataset.python")
    assert remembered.evaluate("document.getElementById('soft-lookup').code") == code
    if pages.state(remembered) == "running":
        pages.press_stop(remembered)
    assert pages.run(remembered, "print(2 ** 5)") == "32\n"
    assert pages.turn(remembered, angle=12)["source"] == "live"
