"""A lesson in one file, opened from a disk: all that a site's page does, sealed, and without a single request."""

import re

import pytest

from tests.browser import pages
from tests.browser.test_seal import SENDING, STORING, attempts, check_refused


class Disk:
    """In the place of a server: what the fixture `visit` puts before a path."""

    url = ""


@pytest.fixture(scope="module")
def page(visit, single):
    page = visit(single.as_uri(), server=Disk)
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(single.as_uri())
    return page


def beside(page):
    """What was asked for but the file itself and what it holds in itself."""
    return [url for url in page.asked if not url.startswith(("data:", "blob:")) and url != page.url.partition("#")[0]]


def test_the_text_the_styles_and_the_fonts_are_there_and_python_sleeps(page):
    assert page.locator("h1").inner_text() == "Attention"
    assert pages.python_state(page) == "asleep"
    fonts = pages.until(page, "[...document.fonts].filter(({status}) => status === 'loaded').map(({family}) => family)")
    assert any("Source Serif" in family for family in fonts)
    images = page.evaluate("[...document.images].map((image) => image.decode().then(() => image.naturalWidth))")
    assert all(images)


def test_the_film_plays_before_python_wakes(page):
    pages.slider(page).focus()
    page.evaluate("document.querySelector('kino-figure').state = {angle: 51}")
    assert pages.settle(page)["values"]["angle"] == 51


def test_cells_run_and_figures_are_live(page):
    assert pages.run(page, "import numpy as np\nnp.ones(3).sum()").strip().endswith("3.0)")
    pages.until_python(page, "ready")
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"
    assert pages.turn(page, angle=20)["source"] == "live"


def test_what_comes_later_is_in_it_too(page):
    assert pages.run(page, "import decimal, statistics\nprint(decimal.Decimal(1) / 8)") == "0.125\n"
    pages.run(page, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('T')\nplt.show()")
    alt = page.locator(f"#{pages.FIRST} [data-output] img").get_attribute("alt")
    assert alt.startswith("Plot: “T”")


def test_the_editor_comes_and_edits_are_kept(page):
    pages.open_editor(page)
    page.keyboard.press("Control+End")
    page.keyboard.type("  # kept")
    page.reload()
    assert page.evaluate(f"document.getElementById('{pages.FIRST}').code").endswith("  # kept")
    page.get_by_role("button", name="My work").click()
    links = page.locator("dialog .work-list a")
    assert links.evaluate_all("links => links.map((link) => link.getAttribute('href'))") == [f"#{pages.FIRST}"]
    page.get_by_role("button", name="Close").click()


def test_it_offers_no_link_to_itself_and_none_to_other_pages(page):
    assert page.get_by_role("button", name="Copy link").count() == 0
    away = page.locator("a").evaluate_all(
        "links => links.map((link) => link.getAttribute('href')).filter((href) => !/^(#|https?:)/.test(href))"
    )
    assert away == []


def test_after_a_restart_python_runs_again(page):
    pages.run(page, "import os\nos._exit(1)")
    pages.until_python(page, "ready")
    assert pages.run(page, "6 * 7") == "42"


def test_nothing_was_asked_for_but_the_file_itself(page):
    """It was read, run, plotted, edited and restarted by now; what tries to get out of it comes after this."""
    assert beside(page) == []


def test_a_cell_reaches_neither_network_nor_storage_nor_page(page, listener, problems):
    page.evaluate("localStorage.setItem('secret', 'do not tell')")
    words = pages.run(page, attempts(SENDING, listener.url + "leak-"))
    check_refused(words, SENDING)
    words = pages.run(page, attempts(STORING))
    check_refused(words, STORING)
    assert "do not tell" not in words and listener.requests == []
    refusal = r"(?i)content security policy|violates|refused to|Failed to load resource|NetworkError"
    problems[:] = [problem for problem in problems if not re.search(refusal, problem)]


def test_a_byte_that_went_bad_on_the_stick_is_named_and_not_run(visit, single, tmp_path):
    text = single.read_text("utf-8")
    start = text.index('/pyodide.mjs">') + len('/pyodide.mjs">')
    # A letter of the packed content: gzip's own sum finds it, or the digest does.
    at = start + 2000
    bad = tmp_path / "bad.html"
    bad.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :], encoding="utf-8")
    page = visit(bad.as_uri(), server=Disk)
    pages.begin(page, "1")
    pages.until_state(page, "error")
    assert "pyodide.mjs" in page.locator(f"#{pages.FIRST} [data-output] .said.error").inner_text()
    assert page.locator("iframe").count() == 0


def test_where_nothing_can_be_kept_that_is_said_once_and_all_else_works(visit, single):
    blocked = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    page = visit(single.as_uri(), server=Disk, init=blocked)
    pages.open_editor(page)
    page.keyboard.press("Control+End")
    page.keyboard.type("\n6 * 7")
    words = page.get_by_text("does not let the page keep your edits").filter(visible=True)
    told = words.and_(page.locator(":not([data-status])"))
    pages.until(page, "document.body.innerText.includes('does not let the page keep your edits')")
    assert told.count() == 1
    assert pages.run_as_it_is(page).endswith("42")
