"""Code on a phone: the row of keys, the size of letters, and what its keyboard puts in for what was typed."""

import pytest

from tests.browser import editing, pages
from tests.browser.pages import FIRST

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ROW = f"#{FIRST} .cell-keyrow"


@pytest.fixture(scope="module")
def phone(visit):
    return visit(**PHONE)


def tap_into(page, text):
    """Put a text into the editor and the cursor at the place of its bar, by finger and arrow keys."""
    before, _, after = text.partition("|")
    page.evaluate("([name, code]) => { document.getElementById(name).code = code }", [FIRST, before + after])
    code = page.locator(f"#{FIRST} [data-code]")
    code.scroll_into_view_if_needed()
    code.tap(position={"x": 100, "y": 24})
    pages.until(page, "document.activeElement.matches('.cm-content')")
    page.keyboard.press("Control+Home")
    for _ in before:
        page.keyboard.press("ArrowRight")


def key(page, name):
    return page.locator(ROW).get_by_role("button", name=name, exact=True)


# The row of keys


def test_the_row_is_there_while_the_editor_has_the_focus(phone):
    tap_into(phone, "|")
    assert phone.locator(ROW).is_visible()
    names = phone.locator(f"{ROW} button").all_text_contents()
    assert names == ["Tab", ":", "(", ")", "[", "]", "=", "_", '"', "Undo"]
    phone.evaluate("document.activeElement.blur()")
    phone.locator(ROW).wait_for(state="hidden")


def test_there_is_no_row_beside_a_mouse(visit):
    page = visit()
    pages.open_editor(page)
    assert page.locator(ROW).count() == 1 and not page.locator(ROW).is_visible()


@pytest.mark.parametrize("width", [320, 390, 844])
def test_the_keys_are_large_enough_and_fit(visit, width):
    page = visit(**PHONE | {"viewport": {"width": width, "height": 700}})
    tap_into(page, "|")
    for one in page.locator(f"{ROW} button").all():
        box = one.bounding_box()
        assert box["width"] >= 40 and box["height"] >= 40
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        ("colon", "if x|", "if x:"),
        ("opening bracket", "print|", "print()"),
        ("opening square bracket", "a = |", "a = []"),
        ("equals", "a |", "a ="),
        ("underscore", "a|b", "a_b"),
        ("quote", "a = |", 'a = ""'),
        ("Tab", "|x", "    x"),
    ],
)
def test_a_key_types_and_the_focus_stays(phone, name, text, after):
    tap_into(phone, text)
    key(phone, name).tap()
    assert editing.code(phone) == after
    assert phone.evaluate("document.activeElement.matches('.cm-content')")


def test_closing_keys_go_over_what_has_closed_itself(phone):
    tap_into(phone, "|")
    for name in ("opening bracket", "opening square bracket", "closing square bracket", "closing bracket", "colon"):
        key(phone, name).tap()
    assert editing.code(phone) == "([]):"


def test_a_key_replaces_what_is_selected_and_undo_takes_it_back(phone):
    tap_into(phone, "|word")
    phone.keyboard.press("Control+A")
    key(phone, "equals").tap()
    assert editing.code(phone) == "="
    key(phone, "Undo").tap()
    assert editing.code(phone) == "word"
    phone.keyboard.press("Control+A")
    key(phone, "opening bracket").tap()
    assert editing.code(phone) == "(word)"


def test_the_row_stays_above_the_keyboard(visit):
    page = visit(**PHONE, init="window.shrunk = 0")
    page.evaluate(
        """() => {
          const whole = visualViewport.height;
          Object.defineProperty(visualViewport, "height", {get: () => whole - shrunk});
        }"""
    )
    tap_into(page, "\n".join(f"x{i} = {i}" for i in range(60)) + "|")
    page.evaluate("() => { window.shrunk = 300; visualViewport.dispatchEvent(new Event('resize')) }")
    box = page.locator(ROW).bounding_box()
    assert box["y"] + box["height"] <= 844 - 300 + 1
    page.evaluate("() => { window.shrunk = 0; visualViewport.dispatchEvent(new Event('resize')) }")
    page.keyboard.press("Control+Home")
    pages.until(
        page, "row => document.querySelector(row).getBoundingClientRect().bottom === innerHeight", ROW, seconds=5
    )


def test_the_row_does_not_cover_the_line_that_is_written(phone):
    tap_into(phone, "|")
    for i in range(60):
        phone.keyboard.type(f"x{i}")
        phone.keyboard.press("Escape")
        phone.keyboard.press("Enter")
    phone.wait_for_timeout(200)
    cursor = phone.locator(f"#{FIRST} .cm-cursor-primary").bounding_box()
    assert cursor["y"] + cursor["height"] <= phone.locator(ROW).bounding_box()["y"]


def test_the_popup_does_not_cover_the_row(phone):
    tap_into(phone, "\n" * 40 + "|")
    phone.keyboard.type("prin")
    popup = phone.locator(editing.POPUP)
    popup.locator("li").first.wait_for()
    phone.wait_for_timeout(200)
    box = popup.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= phone.locator(ROW).bounding_box()["y"] + 1
    phone.keyboard.press("Escape")


# Letters and words


def test_letters_are_so_large_that_the_page_is_not_zoomed(visit):
    page = visit(**PHONE)
    size = "selector => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"
    assert page.evaluate(size, f"#{FIRST} pre") >= 16
    tap_into(page, "|")
    assert page.evaluate(size, f"#{FIRST} .cm-content") >= 16
    page.keyboard.press("Control+F")
    assert page.evaluate(size, ".cm-search input") >= 16


@pytest.mark.parametrize("selector", ["pre", ".cm-content"])
def test_the_keyboard_is_told_not_to_help(visit, selector):
    page = visit(**PHONE)
    if selector != "pre":
        tap_into(page, "|")
    told = page.locator(f"#{FIRST} {selector}")
    wanted = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false"}
    assert {name: told.get_attribute(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("text", "typed", "after"),
    [
        ("print(|)", "“", 'print("")'),
        ("print(|)", "‘", "print('')"),
        ("x|", "—", "x--"),
        ("x|", "…", "x..."),
        ("x|", "\u00a0", "x "),
        ("x = |", "don’t", "x = don't"),
        ("x|", "é", "xé"),
    ],
)
def test_what_the_keyboard_makes_of_quotes_dashes_and_dots_is_undone(phone, text, typed, after):
    tap_into(phone, text)
    phone.keyboard.insert_text(typed)
    assert editing.code(phone) == after


def test_a_quote_that_closes_is_gone_over(phone):
    tap_into(phone, "|")
    for text in ("“", "a", "”", "+"):
        phone.keyboard.insert_text(text)
    assert editing.code(phone) == '"a"+'


def test_two_hyphens_that_became_a_dash_are_two_hyphens(phone):
    tap_into(phone, "x|")
    phone.keyboard.insert_text("-")
    phone.evaluate(
        """() => {
          const {focusNode, focusOffset} = document.getSelection();
          document.getSelection().setBaseAndExtent(focusNode, focusOffset - 1, focusNode, focusOffset);
        }"""
    )
    phone.wait_for_timeout(100)
    phone.keyboard.insert_text("—")
    assert editing.code(phone) == "x--"


def test_what_is_pasted_stays_as_it_is(phone):
    tap_into(phone, "|")
    phone.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", "print(“a”) — …");
          const event = new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true});
          document.activeElement.dispatchEvent(event);
        }"""
    )
    assert editing.code(phone) == "print(“a”) — …"
