"""What can go wrong on the way to Python is said in words, and trying again works once the fault is gone."""

import re

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST

NO_WASM = "delete globalThis.WebAssembly"


def message(page, name=FIRST):
    return page.locator(f"#{name} [data-output] .said.error").inner_text()


def note(page):
    return page.locator("kino-figure [data-note]").inner_text()


def refuse(route):
    route.fulfill(status=404, body="not here")


def cut_off(route):
    route.abort("connectionreset")


def change_a_byte(route):
    answer = route.fetch()
    body = bytearray(answer.body())
    body[len(body) // 2] ^= 1
    route.fulfill(response=answer, body=bytes(body))


def cut_short(route):
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.body()[:-1000])


def make_longer(route):
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.body() + b"more")


@pytest.fixture(autouse=True)
def reports(problems):
    """The browser itself reports a file that does not come; anything else it reports is a fault of ours."""
    yield
    problems[:] = [problem for problem in problems if not problem.startswith("Failed to load resource")]


@pytest.fixture(scope="module")
def page(visit):
    """One page that goes through fault after fault, and never gets Python until the last test."""
    return visit()


@pytest.mark.parametrize(
    ("file", "fault", "words"),
    [
        ("manifest.*.json", refuse, "list of Python's files could not be fetched"),
        ("manifest.*.json", cut_off, "list of Python's files could not be fetched"),
        ("pyodide.mjs", refuse, r"pyodide\.mjs could not be fetched: the server answered 404"),
        ("pyodide.asm.wasm", cut_off, r"pyodide\.asm\.wasm could not be fetched"),
        ("pyodide.asm.mjs", cut_short, r"pyodide\.asm\.mjs arrived cut short"),
        ("pyodide.asm.mjs", make_longer, r"pyodide\.asm\.mjs is longer than the file that this site was built with"),
        *(
            (file, change_a_byte, r"is not the file that this site was built with, so it was not used")
            for file in (
                "pyodide.asm.wasm",
                "pyodide.mjs",
                "pyodide-lock.json",
                "worker.js",
                "frame.txt",
            )
        ),
    ],
)
def test_a_file_that_does_not_come_right_is_named_and_python_does_not_start(page, file, fault, words):
    pattern = f"**/runtime/**/{file}" if "manifest" not in file else f"**/runtime/{file}"
    page.route(pattern, fault)
    again = page.locator(f"#{FIRST}").get_by_role("button", name="Try again")
    (again if again.count() else pages.button(page, "Run")).click()
    pages.until_state(page, "error")
    pages.until_python(page, "failed")
    text = message(page)
    assert re.search(words, text), text
    assert text.endswith("Try again")
    assert page.locator("iframe").count() == 0
    page.unroute(pattern)


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


def test_trying_again_at_the_cell_works_once_the_fault_is_gone(visit):
    page = visit()
    page.route("**/pyodide.asm.wasm", refuse)
    pages.begin(page, "import numpy as np\nint(np.ones(3).sum())")
    pages.until_state(page, "error")
    page.unroute("**/pyodide.asm.wasm")
    page.locator(f"#{FIRST}").get_by_role("button", name="Try again").press("Enter")
    assert page.evaluate("document.activeElement.dataset.action") == "run", "the focus vanishes with the button"
    pages.until_state(page, "done")
    assert pages.output(page) == "3"


def test_all_cells_that_wait_are_told(visit):
    page = visit()
    page.route("**/pyodide.asm.wasm", refuse)
    pages.begin(page, "1")
    pages.begin(page, "2", pages.SECOND)
    for name in (FIRST, pages.SECOND):
        pages.until_state(page, "error", name=name)
        assert "404" in message(page, name)


def test_where_webassembly_is_switched_off_the_page_says_so_and_the_film_plays(visit):
    page = visit(init=NO_WASM)
    pages.begin(page, "1")
    pages.until_state(page, "error")
    assert "WebAssembly switched off" in message(page)
    pages.slider(page).press("ArrowLeft")
    assert pages.settle(page, "film")["values"]["angle"] == 49
    assert "WebAssembly" in note(page)


def test_without_its_film_a_figure_still_goes_live(visit):
    page = visit("index.html")
    page.route("**/films/*.json", refuse)
    page.goto(page.url.replace("index.html", pages.LESSON))
    pages.slider(page).press("ArrowRight")
    assert pages.settle(page, "live")["values"]["angle"] == 51


def test_after_the_connection_is_gone_python_still_restarts(visit, problems):
    page = visit()
    pages.wake(page)
    page.context.set_offline(True)
    pages.run(page, "import os\nos._exit(1)")
    pages.until_python(page, "ready")
    assert pages.run(page, "import numpy as np\nint(np.ones(4).sum())") == "4"
    assert pages.turn(page, angle=20)["source"] == "live"
    problems.clear()
