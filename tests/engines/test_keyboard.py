"""The whole Attention lesson by keyboard alone, from the first link to the last exercise, in each engine.

Nothing here uses a pointer, and nothing gives the focus to anything: it goes where Tab takes it. The tests are the
steps of one way, in their order.
"""

import pytest

LONG_ELSEWHERE = True
EXERCISE, CELL, OTHER = "your-softmax", "soft-lookup", "attention-map"
FIGURE = "document.querySelector('kino-figure')"
FOCUSED = """() => {
  const node = document.activeElement;
  const {left, top, right, bottom} = node.getBoundingClientRect();
  return {
    isPage: node === document.body || node === document.documentElement,
    isEditor: node.matches(".cm-content"),
    isToCome: node.matches("kino-cell [data-code] pre"),
    isSeen: node.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
      bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    markup: node.cloneNode(false).outerHTML,
  };
}"""


class Walker:
    """Goes through a page by Tab and Shift+Tab."""

    def __init__(self, tab):
        self.tab = tab

    def step(self, key="Tab"):
        """Press Tab; say where the focus is then."""
        if self.tab.evaluate(FOCUSED)["isEditor"]:
            # The first may go to a list of options.
            self.tab.press("Escape")
            self.tab.press("Escape")
        self.tab.press(key)
        if self.tab.evaluate(FOCUSED)["isToCome"]:
            # The editor comes for it, and takes the focus over.
            self.tab.until("document.activeElement.matches('.cm-content')")
        # What gets the focus may be scrolled to a moment later.
        now = self.tab.evaluate(FOCUSED)
        if not (now["isPage"] or now["isSeen"]):
            self.tab.until(f"({FOCUSED})().isSeen", seconds=10)
        return now

    def to(self, css, key="Tab"):
        """Press Tab until an element that matches has the focus; return how often."""
        for count in range(1, 150):
            now = self.step(key)
            if self.tab.evaluate("css => document.activeElement.matches(css)", css):
                return count
        raise AssertionError(f"150 times {key}, and never at {css}; at last at {now['markup']}")

    def back_to(self, css):
        return self.to(css, "Shift+Tab")

    def write(self, code):
        """Replace what stands in the editor that has the focus."""
        self.tab.press("Control+a")
        self.tab.press("Delete")
        self.tab.type(code)


@pytest.fixture(scope="module")
def walker(open_tab):
    return Walker(open_tab())


def text(tab, css):
    return tab.evaluate("css => document.querySelector(css).textContent", css)


def test_1_past_the_header_with_the_theme_on_the_way(walker):
    tab = walker.tab
    address = tab.evaluate("location.href")
    # An engine may leave links out of the order of Tab until its user wants them there.
    if 'class="skip"' in walker.step()["markup"]:
        tab.press("Enter")
        tab.until("location.hash === '#main'")
    tab.goto(address)
    walker.to("[data-theme-switch]")
    for theme in ("light", "dark", None):
        tab.press("Enter")
        tab.until("theme => (document.documentElement.dataset.theme ?? null) === theme", theme)


def test_2_the_figure_is_read_turned_and_put_back(walker):
    tab = walker.tab
    walker.to("kino-figure button.why")
    assert "exp(" in text(tab, "[data-reason]") and "exp(" in tab.evaluate(
        "document.activeElement.getAttribute('aria-description')"
    )
    walker.to("kino-figure input[name=angle]")
    for _ in range(4):
        tab.press("ArrowRight")
    tab.until(f"{FIGURE}.values.angle === 54")
    walker.to("kino-figure input[name=length]")
    tab.press("End")
    tab.until(f"{FIGURE}.state.length === 3")
    walker.to("kino-figure input[name=scaled]")
    tab.press("Space")
    tab.until(f"{FIGURE}.values.scaled === false && {FIGURE}.values.length === 3")
    walker.to("kino-figure [data-again]")
    tab.press("Enter")
    tab.until(f"{FIGURE}.values.angle === 50 && {FIGURE}.values.length === 1.5 && {FIGURE}.values.scaled")


def test_3_a_prediction_is_made_and_revealed(walker):
    tab = walker.tab
    tab.until("document.querySelector('kino-predict').dataset.phase === 'asking'")
    walker.to("kino-predict input[data-label=vermilion]")
    tab.press("End")
    walker.to("kino-predict input[data-label=ochre]")
    for _ in range(3):
        tab.press("ArrowUp")
    walker.to("kino-predict [data-level]")
    tab.press("Enter")
    tab.until("document.querySelector('[data-sum]').textContent === '1.00'")
    assert tab.evaluate("document.activeElement.matches('[data-reveal]')")
    tab.press("Enter")
    tab.until("document.querySelector('kino-predict').dataset.phase === 'revealed'")
    assert tab.evaluate("document.activeElement.matches('[data-answer]')")
    assert text(tab, "kino-predict [data-verdict]").startswith("Your largest was vermilion, and so it is")


def test_4_an_exercise_is_failed_helped_and_passed(walker):
    tab = walker.tab
    tab.until("id => document.getElementById(id).dataset.exercise", EXERCISE)
    walker.to(f"#{EXERCISE} [data-action=check]")
    tab.press("Enter")
    tab.until_ended(EXERCISE)
    assert tab.evaluate(f"document.activeElement.closest('#{EXERCISE}') !== null"), "the focus has left the exercise"
    walker.to(f"#{EXERCISE} .hint summary")
    tab.press("Enter")
    tab.until(f"document.querySelector('#{EXERCISE} .hint').open")
    walker.to(f"#{EXERCISE} .solution summary")
    tab.press("Enter")
    walker.to(f"#{EXERCISE} .panel button")
    tab.press("Enter")
    tab.until(f"document.querySelector('#{EXERCISE} .solution').open")
    walker.back_to(f"#{EXERCISE} .cm-content")
    walker.write("import numpy as np\ndef softmax(scores): return np.exp(scores) / np.exp(scores).sum()")
    walker.back_to(f"#{EXERCISE} [data-action=check]")
    tab.press("Enter")
    tab.until(f"document.querySelector('#{EXERCISE} [data-verdict=right]')")
    assert tab.evaluate(f"document.getElementById('{EXERCISE}').dataset.exercise") == "passed"


def test_5_a_cell_is_run_from_its_code_and_stopped(walker):
    tab = walker.tab
    walker.to(f"#{CELL} [data-action=run]")
    tab.press("Enter")
    assert "each row sums to" in tab.until_ended(CELL)
    assert tab.evaluate(f"document.activeElement.matches('#{CELL} [data-action=run]')")
    walker.to(f"#{CELL} .cm-content")
    walker.write("print('on')\nwhile True: pass")
    tab.press("Control+Enter")
    tab.until_output("on", CELL)
    walker.back_to(f"#{CELL} [data-action=stop]")
    tab.press("Space")
    tab.until(f"document.getElementById('{CELL}').dataset.state === 'stopped'")
    assert tab.evaluate(f"document.activeElement.matches('#{CELL} [data-action=run]')"), "the focus went with Stop"


def test_6_an_error_leads_to_its_line(walker):
    tab = walker.tab
    walker.to(f"#{CELL} .cm-content")
    walker.write("a = 1\nb = nothing")
    tab.press("Control+Enter")
    assert "NameError" in tab.until_ended(CELL)
    walker.to(f"#{CELL} .error button.line")
    tab.press("Enter")
    tab.until("document.activeElement.matches('.cm-content')")
    assert tab.evaluate(f"document.querySelector('#{CELL} .marked').textContent") == "b = nothing"
    walker.back_to(f"#{CELL} [data-action=reset]")
    tab.press("Enter")
    tab.until(f"document.getElementById('{CELL}').code === document.getElementById('{CELL}').starter")


def test_7_the_last_cell_and_the_end_of_the_page(walker):
    tab = walker.tab
    walker.to(f"#{OTHER} [data-action=run]")
    steps = (walker.step()["isPage"] or tab.evaluate("!document.activeElement.closest('main')") for _ in range(60))
    assert any(steps), "Tab never leaves the lesson"


def test_8_the_work_is_opened_and_closed(walker):
    tab = walker.tab
    tab.reload()
    walker.to("[data-my-work]")
    tab.press("Enter")
    tab.until("document.querySelector('dialog.work')?.open && document.querySelector('dialog.work ul')")
    assert EXERCISE in text(tab, "dialog.work ul")
    # What lies behind it is not reached.
    for _ in range(12):
        tab.press("Tab")
        now = tab.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
        )
        assert now, "Tab leaves the open dialog"
    tab.press("Escape")
    tab.until("!document.querySelector('dialog.work').open")
    assert tab.evaluate("document.activeElement.matches('[data-my-work]')"), "the focus does not come back"
