"""What can go wrong is said in words in each engine, costs no edit, and is over once its cause is gone.

What a server answers and what a script before the page's own can refuse is tried in each. Chromium alone, in
tests/browser, has a tab that freezes and thaws, for no other driver says which processes are the page's; a quota that
the browser itself keeps to (test_offline.py), for only Chromium's can be set; and a page that is kept whole for Back,
where Firefox's driver cannot follow it and WebKit's decides by itself: here such a page may as well be loaded anew.
"""

import pytest

from kino_build.static import StaticServer
from tests import faulty
from tests.browser import pages
from tests.engines.tab import FIRST, SECOND

CORE = "runtime/*/pyodide.asm.wasm"
DAY = 86_400_000
MODEM = 7000  # bytes per second
NO_ROOM = "if (window.Cache) Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))"
STORES = {
    "refused": (
        """Object.defineProperty(window, "localStorage", {get() {
          throw new DOMException("The operation is insecure.", "SecurityError") }})""",
        "does not let the page keep your edits",
    ),
    "full": (
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
        "storage is full",
    ),
}


@pytest.fixture(scope="module")
def host(dist):
    """A host of the site that can be made to do wrong."""
    with StaticServer(dist) as server:
        yield server


@pytest.fixture(autouse=True)
def reports(_tabs):
    """The browser itself reports what does not come; anything else it reports is a fault of ours."""
    yield
    for tab in _tabs:
        if tab.is_open:
            left = [problem for problem in tab.problems if not problem.startswith("Failed to load")]
            tab.problems[:] = left


def check_text_and_film(tab, angle):
    assert tab.evaluate("document.querySelector('h1').checkVisibility()")
    assert pages.turn(tab, "film", angle=angle)["values"]["angle"] == angle


@pytest.mark.long
def test_a_file_that_does_not_come_right_is_named_and_the_next_run_works(open_tab, host):
    tab = open_tab(server=host)
    tab.put("6 * 7")
    faults = {
        faulty.missing: "the server answered 404",
        faulty.forbidden: "the server answered 403",
        faulty.hung_up: "could not be fetched",
        faulty.halved: "arrived cut short",
        faulty.sign_in: "is a web page",
        faulty.changed: "is not the file that this site was built with",
    }
    for fault, words in faults.items():
        with faulty.faulty(host, CORE, fault):
            tab.click(f"#{FIRST} [data-action=run]")
            tab.until("words => document.querySelector('#soft-lookup .said.error')?.textContent.includes(words)", words)
    check_text_and_film(tab, 60)
    tab.click(f"#{FIRST} [data-action=run]")
    tab.until("document.getElementById('soft-lookup').dataset.state === 'done'")
    assert pages.output(tab) == "42"
    assert pages.settle(tab, "live")["values"]["angle"] == 60


@pytest.mark.long
def test_files_under_wrong_types_are_taken_for_what_they_are(open_tab, host):
    with faulty.faulty(host, "runtime/**/*", faulty.mistyped):
        assert open_tab(server=host).run("6 * 7") == "42"


@pytest.mark.long
def test_over_a_modem_the_page_can_be_used_and_stop_works(open_tab, host):
    line = faulty.Line(MODEM)
    with faulty.faulty(host, "runtime/*/*", line):
        tab = open_tab(server=host)
        tab.begin("'never'")
        tab.until("document.querySelector('#soft-lookup progress').value > 0")
        check_text_and_film(tab, 60)
        tab.stop()
        assert tab.output() == "Stopped."
        line.lift()
        assert tab.run("'now'") == "'now'"
        assert pages.settle(tab, "live")["values"]["angle"] == 60


@pytest.mark.long
def test_no_room_for_the_course_is_said_and_the_page_goes_on(open_tab, host):
    keep = "document.querySelector('[data-keep] [data-action=keep]')"
    tab = open_tab("index.html", host, NO_ROOM)
    tab.until(f"{keep}?.checkVisibility()")
    tab.click("[data-keep] [data-action=keep]")
    said = "document.querySelector('[data-keep] [data-status]').textContent"
    tab.until(f"{said}.includes('There is no room for all of it on this device')")
    assert tab.evaluate(f"{keep}.textContent").startswith("Go on")
    tab.goto(host.url + pages.LESSON)
    assert tab.run("6 * 7") == "42"


# Each engine refuses WebAssembly at another place; the rest is waited for.
FILTERS = [
    pytest.param(*fault, id=name, marks=() if name == "wasm" else pytest.mark.long)
    for name, fault in faulty.REFUSED.items()
]


@pytest.mark.parametrize(("policy", "words"), FILTERS)
def test_what_a_filter_refuses_is_named(open_tab, dist, policy, words):
    with StaticServer(dist, extra_headers={"Content-Security-Policy": policy}) as server:
        tab = open_tab(server=server)
        tab.begin("1")
        assert words in tab.until("document.querySelector('#soft-lookup .said.error')?.textContent")
        check_text_and_film(tab, 60)


@pytest.mark.long
def test_a_device_without_memory_is_named(open_tab, host):
    tab = open_tab(server=host, init=faulty.in_worker(faulty.NO_MEMORY))
    tab.begin("1")
    assert "not enough free memory" in tab.until("document.querySelector('#soft-lookup .said.error')?.textContent")
    check_text_and_film(tab, 60)


@pytest.mark.long
@pytest.mark.parametrize(("script", "words"), STORES.values(), ids=STORES)
def test_a_store_that_keeps_nothing_is_said_and_the_edits_stay_on_the_page(open_tab, script, words):
    tab = open_tab(init=script)
    tab.put("mine")
    tab.put("mine too", SECOND)
    panels = tab.evaluate("[...document.querySelectorAll('[data-panel=problem]')].map((panel) => panel.textContent)")
    assert len(panels) == 1 and words in panels[0]
    assert (tab.code(), tab.code(SECOND)) == ("mine", "mine too")


@pytest.fixture(scope="module")
def woken(open_tab):
    """A lesson whose clocks can be set, Python awake."""
    tab = open_tab(init=faulty.CLOCKS + faulty.in_worker(faulty.CLOCKS))
    tab.wake()
    return tab


@pytest.mark.long
@pytest.mark.parametrize("ms", [DAY, -DAY], ids=["forward", "back"])
def test_clocks_that_are_set_by_a_day_cost_nothing(woken, ms):
    woken.run("kept = 'kept'", SECOND)
    woken.evaluate("ms => jump(ms)", ms)
    assert pages.turn(woken, "live", angle=20 + ms // DAY)["source"] == "live"
    woken.begin(f"import js\nprint('on')\njs.jump({ms})\nprint('jumped')\nwhile True: pass")
    pages.until_output(woken, "jumped")
    woken.evaluate("ms => jump(ms)", ms)
    woken.stop()
    assert woken.run("kept", SECOND) == "'kept'", "Python was lost"


@pytest.mark.long
def test_too_much_memory_is_an_error_in_words_and_is_given_back(woken):
    woken.run("kept = 'kept'", SECOND)
    for code in ("x = [0] * 10**9", "b'x' * 2**31", "x = []\nwhile True: x.append(bytearray(10_000_000))"):
        assert "memory that a page has" in (words := woken.run(code)) or "more memory than a page has" in words
        assert woken.run("kept", SECOND) == "'kept'"
    assert "MB of this device’s memory" in words
    woken.click(f"#{FIRST} .said.note button")
    woken.until("document.documentElement.dataset.python === 'ready'")
    held = int(woken.run("import pyodide_js\npyodide_js._module.HEAPU8.length"))
    assert held < 100_000_000
    assert "NameError" in woken.run("kept", SECOND)


@pytest.mark.long
def test_two_tabs_with_python_awake_have_one_edit_and_each_its_names(woken, site):
    other = woken.beside(site.url + pages.LESSON)
    woken.put("name = 'first'\nname")
    other.until("document.getElementById('soft-lookup').code?.includes('first')")
    assert other.run(other.code()) == "'first'"
    other.put("name = 'second'\nname")
    woken.until("document.getElementById('soft-lookup').code?.includes('second')")
    assert woken.run(woken.code()) == "'second'"
    assert other.run("name", SECOND) == "'first'"


@pytest.mark.long
def test_a_page_to_which_the_reader_comes_back_has_the_edit_and_runs(woken, site):
    woken.put("mine = 1")
    woken.goto(site.url + "index.html")
    woken.back()
    woken.until("document.documentElement.dataset.python && document.getElementById('soft-lookup').code === 'mine = 1'")
    assert woken.run("print(2 ** 5)") == "32\n"
    assert pages.turn(woken, "live", angle=12)["source"] == "live"
