"""“My work”: the edits of the whole course, listed, saved as a file, loaded on another device, forgotten."""

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST, SECOND
from tests.browser.test_kept import code, kept, panel, press, put

OTHER_LESSON = "attention-scoring-functions"


def open_work(page):
    page.get_by_role("button", name="My work", exact=True).click()
    page.locator("dialog .work-list > *").first.wait_for()
    return page.get_by_role("dialog", name="My work")


def save(dialog):
    with dialog.page.expect_download() as download:
        dialog.get_by_role("button", name="Download my work").click()
    return download.value


@pytest.fixture
def load(tmp_path):
    """load(dialog, content): load a file in the dialog; return what the dialog says then."""
    return lambda dialog, content: _load(dialog, content, tmp_path / "work.md")


def _load(dialog, content, path):
    before = dialog.get_by_role("status").inner_text()
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    dialog.locator("input[type=file]").set_input_files(path)
    pages.until(dialog.page, "before => document.querySelector('dialog [role=status]').textContent !== before", before)
    return dialog.get_by_role("status").inner_text()


def file_of(edits, title="kino"):
    cells = [f"### x\n\n```python kino={place} starter=00\n{text}\n```\n" for place, text in edits.items()]
    return f"# My work: {title}\n\n" + "\n".join(cells)


def test_it_lists_the_edits_of_the_whole_course_and_leads_to_them(visit, site):
    page = visit()
    put(page, "1", SECOND)
    page.goto(site.url + f"{OTHER_LESSON}.html")
    put(page, "2", "dot-product-attention")
    page.goto(site.url + "index.html")
    dialog = open_work(page)
    assert dialog.get_by_role("heading", level=3).all_inner_texts() == ["Attention", "Attention scoring functions"]
    assert dialog.get_by_role("link").all_inner_texts() == [SECOND, "dot-product-attention"]
    dialog.get_by_role("link", name=SECOND).click()
    page.wait_for_url(f"**/attention.html#{SECOND}")
    assert code(page, SECOND) == "1" and dialog.is_hidden()
    dialog = open_work(page)
    dialog.get_by_role("link", name=SECOND).click()
    assert dialog.is_hidden()


def test_titles_are_said_in_the_language_of_the_course_and_kinos_words_in_theirs(visit):
    page = visit()
    page.evaluate("document.documentElement.lang = 'pt-BR'")
    put(page, "1")
    dialog = open_work(page)
    heading = dialog.get_by_role("heading", name="Attention", exact=True)
    assert heading.evaluate("node => node.closest('[lang]').lang") == "pt-BR"
    assert dialog.get_by_role("button", name="Close").evaluate("node => node.closest('[lang]').lang") == "en"


def test_without_an_edit_there_is_nothing_to_save_or_to_forget(visit):
    dialog = open_work(visit("index.html"))
    assert "Nothing yet" in dialog.inner_text()
    assert dialog.get_by_role("button", name="Download my work").is_disabled()
    assert dialog.get_by_role("button", name="Forget everything").is_disabled()
    assert dialog.get_by_role("button", name="Load a file").is_enabled()


def test_what_is_saved_is_there_again_on_another_device(visit, load):
    page = visit()
    texts = {FIRST: "print('🎈')  \n```\n# heading\n\n", SECOND: "\ttabs\n</script>"}
    for name, text in texts.items():
        put(page, text, name)
    saved = save(open_work(page))
    assert saved.suggested_filename.startswith("my-work-kino-2")
    text = saved.path().read_text("utf-8")
    assert text.startswith("# My work: kino\n") and "\n## Attention\n" in text
    other = visit()
    dialog = open_work(other)
    assert load(dialog, text) == "2 cells loaded. Undo"
    for name, text_of_cell in texts.items():
        assert code(other, name) == text_of_cell
    assert other.locator(".panel").count() == 0
    assert load(dialog, text) == "All that this file holds is here already."
    other.reload()
    assert {name: code(other, name) for name in texts} == texts
    assert pages.python_state(other) == "asleep"


def test_a_file_replaces_no_edit_unseen(visit, load):
    page = visit()
    put(page, "mine")
    dialog = open_work(page)
    said = load(dialog, file_of({f"attention/{FIRST}": "theirs", f"attention/{SECOND}": "new"}))
    assert said.startswith("2 cells loaded; 1 of them replaced an edit, which “Undo” at the cell brings back.")
    assert (code(page), code(page, SECOND)) == ("theirs", "new")
    page.keyboard.press("Escape")
    assert "A file replaced your code." in panel(page, "undo").inner_text()
    assert panel(page, "undo", SECOND).count() == 0
    press(page, "undo", "Undo")
    assert code(page) == "mine"


def test_loading_can_be_undone_as_a_whole(visit, load):
    page = visit()
    starter = code(page, SECOND)
    put(page, "mine")
    dialog = open_work(page)
    load(dialog, file_of({f"attention/{FIRST}": "theirs", f"attention/{SECOND}": "new", f"{OTHER_LESSON}/x": "y"}))
    dialog.get_by_role("status").get_by_role("button", name="Undo").click()
    assert (code(page), code(page, SECOND)) == ("mine", starter)
    assert page.evaluate("Object.keys(localStorage)") == [f"kino:/#attention/{FIRST}"]
    assert page.locator(".panel").count() == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "This file is no text, so nothing was loaded."),
        (bytes(50_000_000), "This file is too large"),
        (b"", "This is no file that “My work” has saved"),
        ("# My work: kino\n\nNothing.", "This is no file that “My work” has saved"),
        ("# My work: kino\n\n```python kino=attention/soft-lookup starter=00\nx", "This file is cut off"),
        (file_of({"attention/soft-lookup": "x"}, "Other & more"), "belongs to another course, “Other & more”"),
    ],
    ids=["picture", "50 MB", "empty", "no cells", "cut off", "other course"],
)
def test_a_wrong_file_is_refused_and_changes_nothing(visit, load, content, words):
    page = visit()
    put(page, "mine")
    dialog = open_work(page)
    before = page.evaluate("JSON.stringify(localStorage)")
    assert words in load(dialog, content)
    assert dialog.get_by_role("status").get_by_role("button").count() == 0
    assert page.evaluate("JSON.stringify(localStorage)") == before and code(page) == "mine"


def test_a_file_of_the_course_under_its_old_title_is_loaded(visit, load):
    page = visit()
    version = page.locator(f"#{FIRST}").get_attribute("data-starter")
    text = file_of({f"attention/{FIRST}": "mine"}, "Its old title").replace("starter=00", f"starter={version}")
    assert load(open_work(page), text) == "1 cell loaded. Undo"
    assert code(page) == "mine"


def test_an_older_file_raises_the_question_of_the_newer_starter(visit, load):
    page = visit()
    load(open_work(page), file_of({f"attention/{FIRST}": "mine"}))
    page.keyboard.press("Escape")
    press(page, "newer", "Show what changed")
    panel(page, "newer").locator("ins").first.wait_for()
    assert panel(page, "newer").locator("del").all_inner_texts() == ["− mine\n"]


def test_everything_is_forgotten_only_when_asked_twice_and_can_be_undone(visit):
    page = visit()
    starter = code(page)
    page.evaluate("localStorage.setItem('another-site', 'x')")
    put(page, "mine")
    dialog = open_work(page)
    dialog.get_by_role("button", name="Forget everything on this device…").click()
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    page.keyboard.press("Enter")
    assert code(page) == "mine"
    dialog.get_by_role("button", name="Forget everything on this device…").click()
    with page.expect_download():
        dialog.get_by_role("button", name="Download it first").click()
    dialog.get_by_role("button", name="Forget everything", exact=True).click()
    assert kept(page) is None and code(page) == starter
    dialog.get_by_role("status").get_by_role("button", name="Undo").click()
    assert code(page) == kept(page)["edit"]["code"] == "mine"
    dialog.get_by_role("button", name="Forget everything on this device…").click()
    dialog.get_by_role("button", name="Forget everything", exact=True).click()
    assert page.evaluate("Object.keys(localStorage)") == ["another-site"]


def test_without_the_list_of_the_course_the_work_is_saved_and_loaded_all_the_same(visit, load, problems):
    page = visit()
    page.route("**/course.*.json", lambda route: route.abort())
    put(page, "mine")
    dialog = open_work(page)
    assert dialog.get_by_role("link").all_inner_texts() == [FIRST]
    text = save(dialog).path().read_text("utf-8")
    assert "## attention\n" in text
    other = visit()
    other.route("**/course.*.json", lambda route: route.abort())
    assert load(open_work(other), text) == "1 cell loaded. Undo"
    problems.clear()


def test_it_is_used_and_left_by_keyboard(visit):
    page = visit()
    put(page, "mine")
    button = page.get_by_role("button", name="My work", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="My work")
    dialog.get_by_role("link").wait_for()
    seen = set()
    for _ in range(12):
        seen.add(page.evaluate("document.activeElement.textContent"))
        page.keyboard.press("Tab")
    assert {"Close", FIRST, "Download my work", "Load a file…", "Forget everything on this device…"} <= seen
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    assert page.evaluate("document.activeElement.textContent") == "My work"


@pytest.mark.parametrize("path", ["licences.html", "404.html"])
def test_it_is_there_on_every_page(visit, path):
    assert open_work(visit(path)).is_visible()


def test_without_a_network_it_says_so_until_there_is_one_and_opens_where_there_was_an_edit(visit, problems):
    page = visit()
    page.route("**/work.js", lambda route: route.abort())
    page.get_by_role("button", name="My work", exact=True).click()
    assert "could not be fetched" in page.get_by_role("alert").inner_text()
    page.unroute("**/work.js")
    assert open_work(page).is_visible() and page.get_by_role("alert").count() == 0
    other = visit()
    with other.expect_response("**/work.js"):
        put(other, "mine")
    other.context.set_offline(True)
    assert FIRST in open_work(other).inner_text()
    assert [problem for problem in problems if "Failed to load resource" not in problem] == []
    problems.clear()
