"""What is typed is kept: over reloads, addresses, tabs, a newer starter, and where the browser keeps nothing."""

import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import sync_playwright

from tests.browser import pages
from tests.browser.offline import until_kept
from tests.browser.pages import FIRST, SECOND
from tests.browsers import find_chromium
from tests.engines.servers import holding

KEY = "kino:/#attention/soft-lookup"
BLOCKED = """Object.defineProperty(window, "localStorage", {get() {
  throw new DOMException("The operation is insecure.", "SecurityError") }})"""
NULL = 'Object.defineProperty(window, "localStorage", {value: null})'


def code(page, name=FIRST):
    return page.evaluate("name => document.getElementById(name).code", name)


def put(page, text, name=FIRST):
    page.evaluate("([name, text]) => { document.getElementById(name).code = text }", [name, text])


def type_in(page, text, name=FIRST):
    """Type at the end of a cell, as a reader does."""
    pages.open_editor(page, name)
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def kept(page, key=KEY):
    text = page.evaluate("key => localStorage.getItem(key)", key)
    return text and json.loads(text)


def panel(page, kind, name=FIRST):
    return page.locator(f"#{name} [data-panel={kind}]")


def press(page, kind, label, name=FIRST):
    panel(page, kind, name).get_by_role("button", name=label, exact=True).click()


def until_code(page, text, name=FIRST):
    pages.until(page, "([name, text]) => document.getElementById(name).code === text", [name, text], seconds=20)


@pytest.fixture(scope="module")
def starter(visit):
    return code(visit())


# The same page again


def test_an_edit_is_there_again_under_every_address_and_nothing_runs(visit, site, dist, starter):
    page = visit()
    type_in(page, "\n# mine")
    mine = f"{starter}\n# mine"
    assert kept(page)["edit"] == {
        "code": mine,
        "starter": page.locator(f"#{FIRST}").get_attribute("data-starter"),
        "base": starter,
    }
    # As hosts do that leave the ending out.
    page.route("**/attention", lambda route: route.fulfill(path=dist / "attention.html"))
    for address in ("attention.html", "attention.html#one-query-four-keys", "attention.html?x=1", "attention"):
        page.goto(site.url + address)
        assert code(page) == mine, address
    page.goto(site.url + "index.html")
    page.go_back()
    assert code(page) == mine
    assert page.locator(f"#{FIRST} .cm-content .tok-comment").last.inner_text() == "# mine", "highlighted by itself"
    assert (pages.state(page), pages.python_state(page), pages.output(page)) == ("idle", "asleep", "")
    assert code(page, SECOND) != mine and page.locator(".panel").count() == 0


def test_the_edit_is_in_the_page_before_its_reader_could_type(visit, problems):
    page = visit()
    put(page, "x = 1\n\n")
    page.route("**/editor.js", lambda route: route.abort())
    page.reload()
    assert code(page) == "x = 1\n\n"
    assert page.locator(f"#{FIRST} pre .line").count() == 3
    page.unroute("**/editor.js")
    type_in(page, "y")
    assert code(page) == "x = 1\n\ny"
    assert problems == ["Failed to load resource: net::ERR_FAILED"]
    problems.clear()


def test_moving_back_to_the_starter_forgets_the_edit(visit, starter):
    page = visit()
    type_in(page, "\n1")
    assert kept(page)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert code(page) == starter
    assert kept(page) is None


def test_what_was_put_out_by_the_starter_is_not_shown_with_other_code(visit):
    page = visit("attention-scoring-functions.html")
    shown = page.locator("kino-cell:has([data-output]:not(:empty))").first.get_attribute("id")
    was = pages.output(page, shown)
    put(page, "print(1)", shown)
    page.reload()
    assert was and pages.output(page, shown) == ""
    pages.button(page, "Reset", shown).click()
    assert pages.output(page, shown) == was
    press(page, "undo", "Undo", shown)
    assert pages.output(page, shown) == "" and code(page, shown) == "print(1)"


def test_courses_of_one_origin_do_not_mix(dist, tmp_path, visit, serve, starter):
    for name in ("one", "one/two"):
        shutil.copytree(dist, tmp_path / name, ignore=shutil.ignore_patterns("runtime"))
    server = serve(tmp_path)
    page = visit("one/attention.html", server=server)
    put(page, "one")
    page.goto(server.url + "one/two/attention.html")
    assert code(page) == starter
    put(page, "two")
    page.goto(server.url + "one/attention.html")
    assert code(page) == "one"
    page.get_by_role("button", name="My work", exact=True).click()
    page.locator("dialog li").wait_for()
    assert page.locator("dialog li").count() == 1


# Pages that the browser keeps to show them again. Playwright's own way of starting Chromium switches that off.


@pytest.fixture
def look_back(site):
    """look_back(steps) → what steps(page) returns in a browser that keeps pages for Back.

    In a thread of its own: Playwright's loop is one a thread, and this thread has one.
    """

    def run(steps):
        def look():
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=find_chromium(), ignore_default_args=["--disable-back-forward-cache"]
                )
                try:
                    return steps(browser.new_context().new_page())
                finally:
                    browser.close()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(look).result()

    return run


def leave(page):
    """Go on to the first page; the one that is left says whether it comes back as it was."""
    page.evaluate("addEventListener('pageshow', (event) => { window.persisted = event.persisted })")
    page.locator("a.wordmark").click()
    page.wait_for_url("**/index.html")


def come_back(page):
    """Go back, and return why the page that was left is another now: None where it is the same."""
    page.go_back(wait_until="commit")
    pages.until(page, "document.readyState === 'complete'")
    reasons = page.evaluate("performance.getEntriesByType('navigation')[0].notRestoredReasons?.reasons")
    return None if page.evaluate("window.persisted === true") else reasons or "it gives no reason"


def test_the_back_forward_cache_shows_what_was_typed_meanwhile(site, look_back):
    def steps(page):
        other = page.context.new_page()
        page.goto(site.url + pages.LESSON)
        put(page, "older")
        pages.until(page, "navigator.serviceWorker.controller !== null")
        leave(page)
        other.goto(site.url + pages.LESSON)
        put(other, "newer")
        assert come_back(page) is None
        until_code(page, "newer")

    look_back(steps)


def test_a_page_that_was_left_before_its_service_worker_came_is_still_there(dist, look_back):
    with holding(dist, "sw.js") as (server, release):

        def steps(page):
            page.goto(server.url + pages.LESSON)
            put(page, "mine")
            leave(page)
            release()
            until_kept(page, "index.html")
            assert come_back(page) is None
            assert code(page) == "mine"

        look_back(steps)


# Two tabs


def test_another_tab_follows_and_its_cursor_stays(visit, site):
    page = visit()
    put(page, "first\nsecond\nthird")
    other = page.context.new_page()
    other.goto(site.url + pages.LESSON)
    assert code(other) == "first\nsecond\nthird"
    pages.open_editor(other)
    other.keyboard.press("Control+Home")
    other.keyboard.press("ArrowDown")
    page.bring_to_front()
    type_in(page, " and more")
    until_code(other, "first\nsecond\nthird and more")
    other.bring_to_front()
    other.keyboard.type("2: ")
    until_code(page, "first\n2: second\nthird and more")
    assert code(other) == "first\n2: second\nthird and more"
    assert kept(page)["edit"]["code"] == "first\n2: second\nthird and more"
    page.bring_to_front()
    # What came from the other tab may have come in three steps or in fewer.
    for _ in "2: ":
        if "2" in code(page):
            page.keyboard.press("Control+z")
    until_code(other, "first\nsecond\nthird and more")


def test_an_open_tab_overwrites_nothing(visit, site):
    page = visit()
    other = page.context.new_page()
    other.goto(site.url + pages.LESSON)
    put(page, "newest")
    until_code(other, "newest")
    for tab in (other, page):
        tab.bring_to_front()
        tab.evaluate("dispatchEvent(new Event('focus')), document.dispatchEvent(new Event('visibilitychange'))")
    other.close(run_before_unload=True)
    assert kept(page)["edit"]["code"] == code(page) == "newest"


def test_reset_and_undo_reach_the_other_tab(visit, site, starter):
    page = visit()
    put(page, "mine")
    other = page.context.new_page()
    other.goto(site.url + pages.LESSON)
    pages.button(page, "Reset").click()
    until_code(other, starter)
    press(other, "undo", "Undo")
    until_code(page, "mine")
    assert panel(page, "undo").count() == 0


# Reset


def test_reset_can_be_undone_at_once_and_after_a_reload(visit, starter):
    page = visit()
    put(page, "mine")
    pages.button(page, "Reset").click()
    assert code(page) == starter
    assert "You went back to the lesson’s code." in panel(page, "undo").inner_text()
    press(page, "undo", "Undo")
    assert code(page) == "mine" and panel(page, "undo").count() == 0
    pages.button(page, "Reset").click()
    page.reload()
    assert code(page) == starter
    press(page, "undo", "Undo")
    assert code(page) == kept(page)["edit"]["code"] == "mine"


def test_undo_loses_nothing_that_was_typed_after_reset(visit):
    page = visit()
    put(page, "first")
    pages.button(page, "Reset").click()
    put(page, "second")
    page.reload()
    press(page, "undo", "Undo")
    assert code(page) == "first"
    press(page, "undo", "Undo")
    assert code(page) == "second"
    press(page, "undo", "Keep it")
    page.reload()
    assert code(page) == "second" and panel(page, "undo").count() == 0


def test_reset_without_an_edit_has_nothing_to_undo(visit):
    page = visit()
    pages.button(page, "Reset").click()
    assert page.locator(".panel").count() == 0 and kept(page) is None


def test_undo_is_found_by_keyboard_and_hands_its_focus_on(visit):
    page = visit()
    put(page, "mine")
    pages.button(page, "Reset").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Undo"
    page.keyboard.press("Enter")
    assert code(page) == "mine"
    assert page.evaluate("document.activeElement.dataset.action") == "run"


# A newer starter


def change(folder):
    """What the author does in a week: changes a line of the first cell, and renames the second."""
    lesson = folder / pages.LESSON
    html = lesson.read_text("utf-8")
    version = re.search(rf'id="{FIRST}"[^>]* data-starter="(\w+)"', html)[1]
    changed = html.replace(version, "0" * 12).replace("each row sums to", "the rows sum to").replace(SECOND, "renamed")
    lesson.write_text(changed, "utf-8")
    [listing] = folder.glob("course.*.json")
    listing.write_text(listing.read_text("utf-8").replace(version, "0" * 12).replace(SECOND, "renamed"), "utf-8")


@pytest.fixture
def week(dist, tmp_path, serve):
    """A server of the site, and what lets a week pass."""
    folder = tmp_path / "site"
    shutil.copytree(dist, folder, ignore=shutil.ignore_patterns("runtime"))
    return serve(folder), lambda: change(folder)


def test_a_newer_starter_is_offered_beside_the_edit(visit, week, starter):
    server, pass_by = week
    page = visit(server=server, init=pages.SAVE_DATA)  # there is no Python that intent could fetch
    type_in(page, "\n# mine")
    pass_by()
    page.reload()
    mine = f"{starter}\n# mine"
    assert code(page) == mine
    said = panel(page, "newer")
    assert "The lesson’s author has changed this cell since you edited it." in said.inner_text()
    said.get_by_role("button", name="Show what changed").click()
    said.locator("ins").wait_for()
    assert said.locator("del").all_inner_texts() == ['− print("each row sums to", weights.sum(axis=-1))\n']
    assert said.locator("ins").all_inner_texts() == ['+ print("the rows sum to", weights.sum(axis=-1))\n']
    type_in(page, "!")
    assert said.count() == 1, "typing on decides nothing"
    press(page, "newer", "Use the new version")
    new = starter.replace("each row sums to", "the rows sum to")
    assert code(page) == new and said.count() == 0
    page.reload()
    assert code(page) == new
    press(page, "undo", "Undo")
    assert code(page) == mine + "!"
    assert said.count() == 1, "the question is open again"
    press(page, "newer", "Keep mine")
    page.reload()
    assert code(page) == mine + "!" and page.locator(".panel").count() == 0


def test_an_edit_that_is_the_newer_starter_raises_no_question(visit, week, starter):
    server, pass_by = week
    page = visit(server=server, init=pages.SAVE_DATA)  # there is no Python that intent could fetch
    put(page, starter.replace("each row sums to", "the rows sum to"))
    pass_by()
    page.reload()
    assert page.locator(".panel").count() == 0
    assert "the rows sum to" in code(page)


def test_the_edit_of_a_cell_that_is_gone_stays_in_my_work(visit, week):
    server, pass_by = week
    page = visit(server=server, init=pages.SAVE_DATA)  # there is no Python that intent could fetch
    put(page, "worth keeping", SECOND)
    pass_by()
    page.reload()
    page.get_by_role("button", name="My work", exact=True).click()
    item = page.locator("dialog details")
    item.locator("summary").click()
    assert item.inner_text().startswith(f"{SECOND}, which the lesson no longer has")
    assert "worth keeping" in item.inner_text()
    assert kept(page, f"kino:/#attention/{SECOND}")["edit"]["code"] == "worth keeping"


# Where the browser keeps nothing


@pytest.mark.parametrize("fault", [BLOCKED, NULL], ids=["blocked", "null"])
def test_storage_that_is_blocked_is_said_once_and_all_else_works(visit, starter, fault):
    page = visit(init=fault)
    assert page.locator(".panel").count() == 0
    type_in(page, "\n# mine")
    put(page, "other", SECOND)
    assert page.locator("[data-panel=problem]").count() == 1
    assert "This browser does not let the page keep your edits" in panel(page, "problem").inner_text()
    with page.expect_download() as download:
        press(page, "problem", "Download my work")
    text = download.value.path().read_text("utf-8")
    assert "# mine" in text and "other" in text
    pages.button(page, "Reset").click()
    press(page, "undo", "Undo")
    assert code(page) == f"{starter}\n# mine"
    page.get_by_role("button", name="My work", exact=True).click()
    pages.until(page, "document.querySelectorAll('dialog li').length === 2")


def test_storage_that_is_full_is_said_once_and_what_was_kept_stays(visit):
    page = visit()
    put(page, "kept")
    page.evaluate(
        """() => {
          let piece = "x".repeat(1 << 20);
          for (let i = 0; piece.length; i++) {
            try { localStorage.setItem(`other-${i}`, piece) } catch { piece = piece.slice(piece.length / 2 + 1) }
          }
        }"""
    )
    put(page, "x = 1  # more than there is room for" * 10)
    put(page, "too " * 100, SECOND)
    assert page.locator("[data-panel=problem]").count() == 1
    assert "This browser’s storage is full" in panel(page, "problem").inner_text()
    assert kept(page)["edit"]["code"] == "kept"
    with page.expect_download() as download:
        press(page, "problem", "Download my work")
    text = download.value.path().read_text("utf-8")
    assert "more than there is room for" in text and "too too" in text
    page.evaluate("localStorage.removeItem('other-0')")
    put(page, "fits again")
    assert kept(page)["edit"]["code"] == "fits again"


def test_storage_that_is_emptied_under_way_is_said(visit, site):
    page = visit()
    put(page, "first")
    put(page, "second", SECOND)
    page.evaluate("localStorage.clear()")
    put(page, "first again")
    assert "This browser’s storage was emptied" in panel(page, "problem").inner_text()
    assert kept(page)["edit"]["code"] == "first again"
    with page.expect_download() as download:
        press(page, "problem", "Download my work")
    assert "second" in download.value.path().read_text("utf-8")


def test_storage_that_another_tab_empties_leaves_the_page_as_it_is(visit, site):
    page = visit()
    put(page, "first")
    other = page.context.new_page()
    other.goto(site.url + "index.html")
    other.evaluate("localStorage.clear()")
    panel(page, "problem").wait_for()
    assert code(page) == "first"


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '{"edit": {"code": 7}}', '{"edit": {}, "before": []}', "\\u0000"]
)
def test_what_is_damaged_in_the_store_is_left_alone_until_the_cell_is_edited(visit, starter, text):
    page = visit("index.html")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
    page.evaluate("localStorage.setItem('kino:/#attention/attention-map', JSON.stringify({edit: {code: 'good'}}))")
    page.goto(page.url.replace("index.html", pages.LESSON))
    assert code(page) == starter and code(page, SECOND) == "good"
    assert page.evaluate("key => localStorage.getItem(key)", KEY) == text
    put(page, "mine")
    assert kept(page)["edit"]["code"] == "mine"


NO_WORKERS = """Object.defineProperty(Navigator.prototype, "serviceWorker", {get() {
  throw new DOMException("The operation is insecure.", "SecurityError") }})"""


def test_where_nothing_may_be_kept_it_is_said_and_the_rest_works(visit):
    page = visit("index.html", init=NO_WORKERS)
    offline = page.get_by_role("region", name="Without a network")
    offline.get_by_text("This browser does not let this page keep anything").wait_for()
    assert offline.get_by_role("button").count() == 0
    page.get_by_role("link", name="Attention", exact=False).first.click()
    pages.slider(page).press("ArrowRight")
    pages.settle(page, "film")
    assert page.get_by_role("link", name="Keep for offline").count() == 0
    assert pages.run(page, "print('on')") == "on\n"
