"""A page in each engine: nothing of Python is asked for, all is reached by keyboard, text stays text (B1 to B3, F2)."""

import subprocess
import sys
from pathlib import Path

import pytest

from kino_build.static import StaticServer

LONG_IN_CHROMIUM = True

ROOT = Path(__file__).resolve().parents[2]
LESSONS = ("attention.html", "attention-scoring-functions.html")


# B3


@pytest.fixture
def quiet_site(dist):
    """A server of its own, whose list of requests belongs to one test."""
    with StaticServer(dist) as server:
        yield server


@pytest.mark.parametrize("path", ["index.html", *LESSONS])
def test_reading_asks_for_nothing_of_python(reader, quiet_site, path):
    tab = reader
    tab.goto(quiet_site.url + path)
    assert tab.evaluate("[scrollY, document.activeElement === document.body]") == [0, True]
    tab.evaluate(
        """async () => {
          const end = () => document.documentElement.scrollHeight - innerHeight - 2;
          for (let y = 0; scrollY < end(); y += innerHeight / 2) {
            if (y > 200 * innerHeight) throw new Error(`the end of the page is not reached: ${scrollY} of ${end()}`);
            scrollTo({top: y, behavior: "instant"});
            await new Promise((next) => setTimeout(next, 20));
          }
        }"""
    )
    # Whatever was asked for before this request has arrived by now.
    tab.evaluate("() => fetch('kino.json').then((answer) => answer.text())")
    assert any(path.endswith("/kino.json") for path in quiet_site.requests)
    assert [path for path in quiet_site.requests if "/runtime/" in path] == []
    tab.goto("about:blank")  # before its server goes


_NAME = """
const nameOf = (node) => {
  if (node === document.body || node === document.documentElement) return "the page";
  const name = node.getAttribute("aria-label") ?? node.closest("label")?.innerText ?? node.innerText ?? "";
  return `${node.localName} ${name.replace(/\\s+/g, " ").trim()}`;
};
"""
_REACHABLE = (
    "() => {"
    + _NAME
    + """
  return [...document.querySelectorAll("a[href], button, input, summary, [tabindex], [contenteditable=true]")]
    .filter((node) => (node.tabIndex >= 0 || node.isContentEditable) && !node.disabled)
    .filter((node) => node.checkVisibility({visibilityProperty: true}))
    .map(nameOf);
}"""
)
_FOCUSED = "() => {" + _NAME + "return nameOf(document.activeElement) }"


def step(tab, key):
    """Press Tab or Shift+Tab; return the name of what has the focus then."""
    if tab.evaluate("document.activeElement.matches('.cm-content')"):
        tab.press("Escape")
    tab.press(key)
    # The editor may come as soon as its code has the focus, and then it takes the focus over.
    if tab.evaluate("document.activeElement.matches('[data-code] pre')"):
        tab.until("document.activeElement.matches('.cm-content')")
    return tab.evaluate(_FOCUSED)


def walk(tab):
    """Press Tab from the beginning of the page to its end; return what got the focus, in order.

    Chromium and Firefox then leave the page; WebKitGTK begins again.
    """
    reached = []
    while (now := step(tab, "Tab")) not in ("the page", *reached[:1]):
        reached.append(now)
        assert len(reached) < 200, f"there is no end: {reached}"
    return reached


def test_tab_reaches_every_control_in_order_and_leaves_the_page(open_tab):
    tab = open_tab()  # at the end, the focus is no longer in it
    reached = walk(tab)
    assert len(reached) > 15
    assert reached == tab.evaluate(_REACHABLE)
    tab.close()


def test_tab_indents_in_the_editor_and_escape_then_tab_leaves_it(reader):
    tab = reader
    tab.evaluate("document.querySelector('#soft-lookup [data-code] pre').focus()")
    tab.until("document.activeElement.matches('#soft-lookup .cm-content')")
    hint = "document.querySelector('#soft-lookup .cell-keys')"
    assert tab.evaluate(f"{hint}.checkVisibility()") and "Esc, then Tab leaves the code" in tab.evaluate(
        f"{hint}.textContent"
    )
    before = tab.code()
    tab.press("Tab")
    assert tab.code() != before
    tab.press("Control+z")
    assert tab.code() == before
    tab.press("Escape")
    tab.press("Tab")
    assert tab.evaluate("document.activeElement.matches('.cm-content')") is False
    assert tab.code() == before


def test_a_cell_is_edited_and_run_by_keyboard(reader):
    tab = reader
    tab.evaluate("document.querySelector('#soft-lookup [data-code] pre').focus()")
    # Keys that come while the editor is still on its way are kept.
    tab.press("Control+a")
    tab.type("print('a')\nfor i in range(2):\nprint(i)")
    assert tab.code() == "print('a')\nfor i in range(2):\n    print(i)"
    tab.press("Control+Enter")
    assert tab.until_ended() == "a\n0\n1\n"


# B1, B2, F2: the lesson that the builder's own tests are about


@pytest.fixture(scope="session")
def tour(tmp_path_factory):
    """A server of the tour, built with the real Python."""
    out = tmp_path_factory.mktemp("tour") / "dist"
    course = ROOT / "tests/unit/data/tour"
    command = [sys.executable, "build.py", "build", "--course", course, "--out", out]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    with StaticServer(out) as server:
        yield server


def test_text_stays_text_and_the_same_figure_stands_there_twice(reader, tour):
    tab = reader
    tab.goto(tour.url + "first.html")
    text = tab.evaluate("document.querySelector('.text > p').innerText")
    assert text.startswith("It costs $5 or $6, then ") and "and $3, and $HOME." in text
    assert tab.evaluate("document.querySelectorAll('.text > p math, .text > ul math').length") == 2
    literal = "</script><!-- <script> {{ x }} {% raw %} &amp;"
    assert tab.evaluate("document.querySelector('.text pre.code:not(kino-cell *)').textContent").strip() == literal
    code = tab.code("b2")
    assert code == f'print("{literal} </kino-cell>")'
    tab.point("#b2 [data-code]")
    tab.until("document.querySelector('#b2 .cm-content')")
    assert tab.evaluate("document.querySelector('#b2 .cm-content').innerText.trim()") == code
    tab.click("#b2 [data-action=run]")
    assert tab.until_ended("b2") == f"{literal} </kino-cell>\n"

    # Each figure of the page answers for itself.
    tab.until_python("ready")
    figures = "[...document.querySelectorAll('kino-figure')]"
    shares = [0.2, 0.4, 0.6]
    tab.evaluate(f"shares => {figures}.forEach((figure, i) => {{ figure.state = {{share: shares[i]}} }})", shares)
    tab.until(f"shares => {figures}.every((figure, i) => figure.values.share === shares[i])", shares)
    assert tab.evaluate(f"{figures}.map((figure) => figure.dataset.source)") == ["live"] * 3
