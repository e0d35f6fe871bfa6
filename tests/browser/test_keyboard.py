"""Everything on a lesson's page can be reached, used and left by keyboard, and nothing takes the focus by itself."""

import pytest

from tests.browser import pages

# What the Tab key should reach, in the order of the page, told by what a reader would call it.
_NAMES = """
const nameOf = (node) => {
  if (node === document.body) return "the page";
  const name = node.getAttribute("aria-label") ?? node.closest("label")?.innerText ?? node.innerText ?? "";
  return `${node.localName} ${name.replace(/\\s+/g, " ").trim()}`;
};
"""
_REACHABLE = (
    "() => {"
    + _NAMES
    + """
  return [...document.querySelectorAll("a[href], button, input, summary, [tabindex], [contenteditable=true]")]
    .filter((node) => (node.tabIndex >= 0 || node.isContentEditable) && !node.disabled)
    .filter((node) => node.checkVisibility({visibilityProperty: true}))
    .map(nameOf);
}"""
)
_FOCUSED = "() => {" + _NAMES + "return nameOf(document.activeElement) }"


def step(page, key):
    """Press Tab or Shift+Tab; return the name of what has the focus then."""
    if page.evaluate("document.activeElement.matches('.cm-content')"):
        page.keyboard.press("Escape")
    page.keyboard.press(key)
    # The editor may come as soon as its code has the focus, and then it takes the focus over.
    if page.evaluate("document.activeElement.matches('[data-code] pre')"):
        pages.until(page, "document.activeElement.matches('.cm-content')")
    return page.evaluate(_FOCUSED)


def walk(page):
    """Press Tab from the beginning of the page until the focus leaves it; return what got it, in order."""
    reached = []
    while (now := step(page, "Tab")) != "the page":
        reached.append(now)
        assert len(reached) < 200, f"there is no end: {reached}"
    return reached


def test_tab_reaches_every_control_in_order_and_leaves_the_page(visit):
    page = visit()
    page.evaluate(
        """() => {
          const event = () => new PointerEvent("pointerenter");
          for (const code of document.querySelectorAll("[data-code]")) code.dispatchEvent(event());
        }"""
    )
    pages.until(
        page, "document.querySelectorAll('.cm-content').length === document.querySelectorAll('kino-cell').length"
    )
    reachable = page.evaluate(_REACHABLE)
    assert len(reachable) > 15
    assert walk(page) == reachable
    assert [step(page, "Shift+Tab") for _ in reachable] == reachable[::-1]


def test_tab_reaches_the_code_while_the_editor_is_still_to_come(visit):
    page = visit()
    reached = walk(page)
    assert page.locator(".cm-content").count() == page.locator("kino-cell").count()
    assert sum(name.startswith("button Run") for name in reached) == page.locator("kino-cell").count()


def test_tab_indents_in_the_editor_and_escape_then_tab_leaves_it(visit):
    page = visit()
    code = page.locator("#soft-lookup [data-code] pre")
    code.focus()
    pages.until(page, "document.activeElement.matches('#soft-lookup .cm-content')")
    assert pages.cell(page).get_by_text("Esc, then Tab leaves the code").is_visible()
    before = page.evaluate("document.getElementById('soft-lookup').code")
    page.keyboard.press("Tab")
    assert page.evaluate("document.getElementById('soft-lookup').code") != before
    page.keyboard.press("Control+Z")
    assert page.evaluate("document.getElementById('soft-lookup').code") == before
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#soft-lookup .cm-content')") is False
    assert page.evaluate("document.getElementById('soft-lookup').code") == before


def test_the_first_tab_offers_to_skip_to_the_text(visit):
    page = visit()
    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")


def test_run_and_stop_work_without_a_mouse(awake):
    awake.evaluate("document.getElementById('soft-lookup').code = 'print(1)\\nwhile True: pass'")
    pages.button(awake, "Run").focus()
    awake.keyboard.press("Enter")
    pages.until_output(awake, "1")
    pages.button(awake, "Stop").focus()
    awake.keyboard.press("Space")
    pages.until_state(awake, "stopped")
    assert awake.evaluate("document.activeElement.dataset.action") == "run", "the focus vanishes with the Stop button"
    awake.evaluate("document.getElementById('soft-lookup').code = '40 + 2'")
    awake.keyboard.press("Space")
    assert pages.until_ended(awake) == "42"
    assert awake.evaluate("document.activeElement.dataset.action") == "run"


@pytest.mark.parametrize(
    "control", ["input[name=angle]", "input[name=length]", "input[name=scaled]", "button.why", "[data-again]"]
)
def test_the_focus_stays_where_it_is_while_the_figure_is_drawn(awake, control):
    awake.locator(f"kino-figure {control}").first.focus()
    for angle in (10, 20, 30):
        pages.turn(awake, angle=angle)
    assert awake.evaluate(
        "selector => document.activeElement === document.querySelector(`kino-figure ${selector}`)", control
    )


def test_nothing_takes_the_focus_or_scrolls_the_page_on_load_and_on_waking(visit):
    page = visit()
    assert page.evaluate("document.activeElement === document.body")
    assert page.evaluate("scrollY") == 0
    numpy = pages.Held(page, "**/pyodide.asm.wasm")
    page.locator("#soft-lookup [data-action=run]").focus()
    page.keyboard.press("Enter")
    page.locator("a.wordmark").focus()
    page.evaluate("scrollTo(0, 321)")
    numpy.release()
    pages.until_ended(page)
    assert page.evaluate("document.activeElement.className") == "wordmark"
    assert page.evaluate("scrollY") == 321
