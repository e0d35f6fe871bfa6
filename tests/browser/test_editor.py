"""The editor: numbers, search, indenting, how it comes into the page, and code that is large."""

import pytest

from tests.browser import editing, pages
from tests.browser.pages import FIRST

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def page(visit):
    return visit()


def bring_editor(page):
    page.evaluate(f"document.querySelector('#{FIRST} [data-code]').dispatchEvent(new PointerEvent('pointerenter'))")
    page.locator(f"#{FIRST} .cm-content").wait_for()


# Numbers, and the place of things


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("code", [None, "one = 1", "a = 1\nb = 2", "\n".join(f"x{i} = {i}" for i in range(120))])
def test_nothing_moves_when_the_editor_replaces_the_code(visit, screen, code):
    page = visit(**screen)
    page.evaluate("document.fonts.ready.then(() => 0)")
    if code is not None:
        page.evaluate("code => { document.getElementById('soft-lookup').code = code }", code)
    page.locator(f"#{FIRST} [data-code]").evaluate("node => node.scrollIntoView()")
    before = editing.boxes(page)
    height = page.evaluate("document.documentElement.scrollHeight")
    bring_editor(page)
    # The editor measures its lines before it is painted for the first time.
    pages.painted(page)
    after = editing.boxes(page)
    assert len(after) > 0 and after == before[: len(after)]
    pages.until(page, "height => document.documentElement.scrollHeight === height", height, seconds=5)


def test_one_line_has_no_number_and_the_second_brings_them_without_a_jump(visit):
    page = visit()
    page.evaluate("document.getElementById('soft-lookup').code = 'one = 1'")
    still = "getComputedStyle(document.querySelector('#soft-lookup .line'), '::before').content"
    assert page.evaluate(still) == '""'
    editing.write(page, "one = 1|")
    assert editing.numbers(page) == [""]
    before = editing.boxes(page)
    page.keyboard.press("Enter")
    page.keyboard.type("two = 2")
    assert editing.numbers(page) == ["1", "2"]
    assert editing.boxes(page)[0] == before[0]
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    assert editing.numbers(page) == [""]


def test_code_that_is_put_in_before_the_editor_comes_has_its_numbers(visit):
    page = visit()
    page.evaluate("document.getElementById('soft-lookup').code = 'a = 1\\n\\nb = 2'")
    assert page.locator("#soft-lookup pre .line").count() == 3
    assert editing.code(page) == "a = 1\n\nb = 2"


def test_nothing_moves_when_the_code_gets_the_focus_and_loses_it(page):
    below = "document.querySelector('#soft-lookup [data-output]').getBoundingClientRect().top + scrollY"
    editing.write(page, "a = 1|")
    with_focus = page.evaluate(below)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(100)
    assert page.evaluate(below) == with_focus


# Search


def test_search_opens_in_the_editor_only_and_closes_again(page):
    editing.write(page, "scores = 1\nmore = scores|")
    page.keyboard.press("Control+F")
    field = page.get_by_role("textbox", name="Find in this code")
    assert field.evaluate("node => node === document.activeElement")
    page.keyboard.type("scores")
    assert page.locator(".cm-searchMatch").count() == 2
    page.keyboard.press("Enter")
    assert page.locator(".cm-searchMatch-selected").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".cm-search").count() == 0
    assert page.evaluate("document.activeElement.matches('#soft-lookup .cm-content')")


def test_search_outside_the_editor_is_the_browsers(page):
    page.locator("a.wordmark").focus()
    refused = """() => {
      const keys = {key: "f", keyCode: 70, ctrlKey: true};
      const event = new KeyboardEvent("keydown", {...keys, bubbles: true, cancelable: true});
      return !document.activeElement.dispatchEvent(event);
    }"""
    assert page.evaluate(refused) is False
    assert page.locator(".cm-search").count() == 0
    editing.write(page, "a|")
    assert page.evaluate(refused) is True
    page.keyboard.press("Escape")


def test_the_search_can_be_used_by_keyboard_alone(page):
    editing.write(page, "ab = 1\nab = AB|")
    page.keyboard.press("Control+F")
    page.keyboard.type("AB")
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('label').textContent") == "Same case"
    page.keyboard.press("Space")
    assert page.locator(".cm-searchMatch").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".cm-search").count() == 0


def test_what_is_selected_is_shown_elsewhere_too(page):
    editing.write(page, "|scores = 1\nmore = scores")
    page.keyboard.press("Control+Shift+ArrowRight")
    assert page.locator(".cm-selectionMatch").count() == 1


# Indenting and commenting


def test_tab_indents_what_is_selected_and_shift_tab_takes_it_back(page):
    editing.write(page, "|a = 1\nb = 2")
    page.keyboard.press("Control+A")
    page.keyboard.press("Tab")
    assert editing.code(page) == "    a = 1\n    b = 2"
    page.keyboard.press("Shift+Tab")
    assert editing.code(page) == "a = 1\nb = 2"


def test_lines_are_commented_and_back(page):
    editing.write(page, "|a = 1\nb = 2")
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+/")
    assert editing.code(page) == "# a = 1\n# b = 2"
    page.keyboard.press("Control+/")
    assert editing.code(page) == "a = 1\nb = 2"


# Coming into the page


def test_keys_typed_while_the_editor_is_on_its_way_are_kept(visit):
    page = visit()
    editor = pages.Held(page, "**/editor.js")
    page.evaluate("document.getElementById('soft-lookup').code = 'first = 1\\nsecond = 2\\nthird = 3'")
    second = page.locator("#soft-lookup pre .line").nth(1)
    second.scroll_into_view_if_needed()
    second.click(position={"x": second.bounding_box()["width"] - 30, "y": 12})
    page.keyboard.type("0 + 4")
    page.keyboard.press("Enter")
    page.keyboard.type("new = 5")
    page.keyboard.press("ArrowLeft")
    assert editing.code(page) == "first = 1\nsecond = 20 + 4\nnew = 5\nthird = 3"
    editor.release()
    pages.until(page, "document.activeElement.matches('#soft-lookup .cm-content')")
    assert editing.code(page) == "first = 1\nsecond = 20 + 4\nnew = 5\nthird = 3"
    page.keyboard.type("7")
    assert editing.code(page) == "first = 1\nsecond = 20 + 4\nnew = 75\nthird = 3"


def test_a_key_at_the_end_of_the_code_too(visit):
    page = visit()
    editor = pages.Held(page, "**/editor.js")
    page.evaluate("document.getElementById('soft-lookup').code = 'first = 1'")
    page.locator("#soft-lookup pre").focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    page.keyboard.type("b")
    editor.release()
    pages.until(page, "document.activeElement.matches('#soft-lookup .cm-content')")
    page.keyboard.type(" = 2")
    assert editing.code(page) == "first = 1\nb = 2"


def test_a_click_puts_the_cursor_there_once_the_editor_is_in(visit):
    page = visit()
    editor = pages.Held(page, "**/editor.js")
    page.mouse.click(**editing.place_before(page, "powers / powers.sum"))
    editor.release()
    pages.until(page, "document.activeElement.matches('#soft-lookup .cm-content')")
    page.keyboard.type("HERE_")
    assert "return HERE_powers / powers.sum" in editing.code(page)


def test_a_tap_puts_the_cursor_there_too(visit):
    page = visit(**PHONE)
    editor = pages.Held(page, "**/editor.js")
    page.touchscreen.tap(**editing.place_before(page, "powers / powers.sum"))
    page.wait_for_timeout(200)
    page.keyboard.type("A_")
    editor.release()
    pages.until(page, "document.activeElement.matches('#soft-lookup .cm-content')")
    page.keyboard.type("B_")
    assert "return A_B_powers / powers.sum" in editing.code(page)


def test_without_the_editor_the_code_can_be_edited_and_run(visit, problems):
    page = visit()
    page.route("**/editor.js", lambda route: route.abort())
    page.locator("#soft-lookup pre").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("print('still')!")
    page.keyboard.press("Backspace")
    edits = "document.querySelectorAll('#soft-lookup .cm-editor').length"
    assert page.evaluate(edits) == 0
    page.keyboard.press("Control+Enter")
    assert pages.until_ended(page) == "still\n"
    problems[:] = [problem for problem in problems if "ERR_FAILED" not in problem]


def test_typing_before_the_editor_comes_is_an_edit(visit):
    page = visit()
    pages.Held(page, "**/editor.js")
    page.evaluate("() => { window.edits = 0; addEventListener('kino-edit', () => { edits += 1 }) }")
    page.locator("#soft-lookup pre").focus()
    page.keyboard.type("x")
    assert page.evaluate("edits") == 1


# Undo, and large code


def test_what_is_set_from_outside_is_one_step_of_undo(page):
    editing.write(page, "|")
    page.keyboard.type("mine")
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('soft-lookup').code = 'theirs'")
    page.keyboard.type("!")
    page.keyboard.press("Control+Z")
    assert editing.code(page) == "theirs"
    page.keyboard.press("Control+Z")
    assert editing.code(page) == "mine"


def paste(page, text):
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const event = new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true});
          document.activeElement.dispatchEvent(event);
        }""",
        text,
    )


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"value_{i} = [{i}, 'text']  # note" for i in range(5000)),
        "x = [" + "1, " * 100_000 + "]",
        "(" * 20_000,
    ],
    ids=["many lines", "a long line", "brackets"],
)
def test_large_code_is_drawn_in_part_and_can_be_edited(page, text):
    editing.write(page, "|")
    paste(page, text)
    page.keyboard.type("\nnew = 1")
    page.keyboard.press("Escape")
    assert editing.code(page) == text + "\nnew = 1"
    assert page.evaluate("document.querySelector('#soft-lookup .cm-content').textContent.length") < 100_000
    page.evaluate("document.getElementById('soft-lookup').code = ''")
