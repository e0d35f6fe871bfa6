"""Reading asks for nothing of Python; the first Run or the first touch does."""

import pytest

from tests.browser import pages


@pytest.fixture
def quiet_site(dist, serve):
    """A server of its own, whose list of requests belongs to one test."""
    return serve(dist)


def asked_for_python(page, server):
    # Whatever was asked for before this request has arrived by now.
    page.evaluate("() => fetch('kino.json').then((answer) => answer.text())")
    assert any(path.endswith("/kino.json") for path in server.requests)
    return [path for path in server.requests if "/runtime/" in path]


def read_through(page):
    page.mouse.move(640, 450)
    for _ in range(40):
        page.mouse.wheel(0, 400)
    pages.until(page, "scrollY + innerHeight >= document.documentElement.scrollHeight - 2")


@pytest.mark.parametrize("path", ["index.html", pages.LESSON, "licences.html"])
def test_loading_and_scrolling_ask_for_nothing(visit, quiet_site, path):
    page = visit(path, server=quiet_site)
    read_through(page)
    assert asked_for_python(page, quiet_site) == []


def test_plots_come_when_a_reader_comes_near_them(visit, quiet_site):
    page = visit(pages.SECOND_LESSON, server=quiet_site)
    seen = "[...document.images].map((image) => [new URL(image.src).pathname, image.complete])"
    plots = page.evaluate(seen)
    assert len(plots) == 2 and not any(there for _, there in plots)
    assert not {path for path, _ in plots} & set(quiet_site.requests)
    for i in range(len(plots)):
        page.locator("img").nth(i).scroll_into_view_if_needed()
        pages.until(page, f"{seen}[{i}][1]")


def test_a_focus_that_passes_asks_for_nothing(visit, quiet_site):
    page = visit(server=quiet_site)
    # As Tab does it, but in no time, so that a slow machine does not make it stay.
    page.evaluate("for (const one of document.querySelectorAll('a, button, input, [tabindex]')) one.focus()")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(500)
    assert asked_for_python(page, quiet_site) == []
    assert pages.python_state(page) == "asleep"


def point(page, place):
    target = page.locator(place).first
    target.hover()
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 + 5, box["y"] + box["height"] / 2 + 5, steps=3)


def notes(page):
    return page.locator("[data-note], [data-size]").all_inner_texts(), page.locator("progress:visible").count()


INTENTS = {
    "pointer on the figure": lambda page: point(page, "[data-picture]"),
    "pointer on a cell": lambda page: point(page, "[data-code]"),
    "focus in a cell": lambda page: pages.button(page, "Run").focus(),
}


@pytest.mark.parametrize("intent", INTENTS)
def test_intent_fetches_what_waking_needs_and_python_sleeps_on(visit, quiet_site, intent):
    page = visit(server=quiet_site)
    before = notes(page)
    INTENTS[intent](page)
    for name in ("pyodide.asm.wasm", "image.gzip"):
        pages.until(page, "name => performance.getEntriesByType('resource').some((e) => e.name.endsWith(name))", name)
    page.wait_for_timeout(500)
    asked = asked_for_python(page, quiet_site)
    assert any(path.endswith("/image.gzip") for path in asked)
    assert pages.python_state(page) == "asleep" and notes(page) == before
    pages.run(page, "print(1)")
    assert not {path for path in asked if quiet_site.requests.count(path) > 1}, "nothing is fetched twice"


def test_what_was_begun_before_the_page_was_idle_is_gone_on_with(visit, quiet_site):
    page = visit(init="window.idle = []; window.requestIdleCallback = (task) => idle.push(task)", server=quiet_site)
    point(page, "[data-code]")
    pages.until(page, "performance.getEntriesByType('resource').some((e) => e.name.endsWith('image.gzip'))")
    frame = page.locator("iframe").element_handle()
    page.evaluate("idle.forEach((task) => task())")
    assert page.evaluate("frame => frame.isConnected", frame), "there is another frame"
    assert pages.run(page, "6 * 7") == "42"
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"


def test_on_a_first_visit_the_image_is_asked_for_when_little_else_is_missing(visit, quiet_site):
    page = visit(server=quiet_site)
    held = pages.Held(page, "**/*.wasm")
    pages.begin(page, "6 * 7")
    pages.until(page, "performance.getEntriesByType('resource').some((e) => e.name.endsWith('pyodide.asm.mjs'))")
    assert not any(path.endswith(".gzip") for path in asked_for_python(page, quiet_site))
    held.release()
    assert pages.until_ended(page) == "42"
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"


def test_a_pointer_that_passes_and_a_page_that_is_scrolled_under_it_mean_nothing(visit, quiet_site):
    page = visit(server=quiet_site)
    box = page.locator("kino-figure").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 40)
    page.mouse.move(box["x"] + 30, box["y"] + 40, steps=3)
    page.mouse.move(1, 1)
    read_through(page)
    page.wait_for_timeout(300)
    assert asked_for_python(page, quiet_site) == []


def test_with_save_data_intent_fetches_nothing(visit, quiet_site):
    page = visit(init=pages.SAVE_DATA, server=quiet_site)
    point(page, "[data-picture]")
    pages.button(page, "Run").focus()
    page.wait_for_timeout(500)
    assert asked_for_python(page, quiet_site) == []


def test_the_page_says_what_waking_costs_before_it_is_asked_to(visit):
    page = visit()
    size = page.locator("html").get_attribute("data-wake-size")
    assert size.endswith(" MB")
    assert pages.cell(page).locator("[data-size]").inner_text() == size
    assert size in page.locator("kino-figure [data-note]").inner_text()


def test_the_first_touch_of_the_figure_wakes(visit):
    page = visit()
    with page.expect_request("**/runtime/**"):
        pages.slider(page).press("ArrowRight")
    assert pages.python_state(page) == "waking"


def test_the_first_run_wakes(visit):
    page = visit()
    with page.expect_request("**/runtime/**"):
        pages.button(page, "Run").click()
    assert pages.python_state(page) == "waking"


def test_with_save_data_only_run_wakes(visit, quiet_site):
    page = visit(init=pages.SAVE_DATA, server=quiet_site)
    pages.slider(page).press("ArrowRight")
    assert pages.settle(page)["values"]["angle"] == 51
    assert asked_for_python(page, quiet_site) == []
    assert pages.python_state(page) == "asleep"
    with page.expect_request("**/runtime/**"):
        pages.button(page, "Run").click()
