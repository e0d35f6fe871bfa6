"""What a cell prints, shows and raises comes out as it is, as it comes, and never as more than the page can bear."""

import re

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST, SECOND


def parts(page, name=FIRST):
    """The output area's children: (kind or class, text) each."""
    return page.evaluate(
        """(name) => [...document.querySelectorAll(`#${name} [data-output] > *`)]
          .map((node) => [node.dataset.kind ?? node.className ?? node.localName, node.textContent])""",
        name,
    )


def pictures(page, name=FIRST):
    return pages.cell(page, name).locator("[data-output] img")


# Text


def test_prints_values_and_errors_stand_apart(awake):
    pages.run(awake, "import sys\nprint('one')\nprint('two', file=sys.stderr)\n3")
    assert parts(awake) == [["out", "one\n"], ["err", "two\n"], ["value", "3"]]


def test_what_is_printed_is_there_at_once_and_only_in_its_own_cell(awake):
    pages.begin(awake, "print('abc', end='')\nwhile True: pass")
    pages.until_output(awake, "abc")
    assert pages.state(awake) == "running"
    pages.button(awake, "Stop").click()
    pages.until_state(awake, "stopped")
    assert pages.run(awake, "print('def')", SECOND) == "def\n"
    assert pages.output(awake) == "abcStopped."


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('<b>x</b><script>alert(1)</script>')", "<b>x</b><script>alert(1)</script>\n"),
        ("print(type(10))", "<class 'int'>\n"),
        ("'<img src=x onerror=alert(1)>'", "'<img src=x onerror=alert(1)>'"),
        ("import sys\nprint('</pre><h1>&amp;', file=sys.stderr)", "</pre><h1>&amp;\n"),
        (
            "class Odd:\n    def __repr__(self): return '<style>*{display:none}</style>'\nOdd()",
            "<style>*{display:none}</style>",
        ),
    ],
)
def test_markup_in_output_is_shown_literally(awake, code, words):
    assert pages.run(awake, code) == words
    assert awake.locator(f"#{FIRST} [data-output] :not(pre)").count() == 0


def test_markup_in_an_error_is_shown_literally(awake):
    words = pages.run(awake, "raise ValueError('<img src=x onerror=alert(1)> in <module>')")
    assert "<img src=x onerror=alert(1)> in <module>" in words
    assert pictures(awake).count() == 0


@pytest.mark.parametrize("code", ["", "# only a comment", "1;", "None", "x = 5", "\n\n", "print(end='')"])
def test_where_there_is_nothing_to_show_nothing_is_shown(awake, code):
    assert pages.run(awake, code) == ""
    assert parts(awake) == []
    assert pages.state(awake) == "done"


# Errors


def test_an_error_leaves_what_was_printed_and_marks_the_line(awake):
    pages.run(awake, "print('first')\n\ndef halve(x):\n    return x / 0\n\nhalve(1)")
    assert pages.state(awake) == "error"
    assert parts(awake)[0] == ["out", "first\n"]
    words = parts(awake)[1][1]
    assert words.startswith("ZeroDivisionError: division by zero")
    assert "line 6" in words and "halve(1)" in words
    assert "line 4 in halve" in words and "return x / 0" in words
    assert not re.search(r"kino|bridge|cell\.py|_run|<module>|pyodide|python3", words), words
    marked = pages.cell(awake).locator(".cm-line.marked")
    assert [text.strip() for text in marked.all_inner_texts()] == ["return x / 0"]


def test_the_line_of_an_error_leads_to_the_code(awake):
    pages.run(awake, "a = 1\nb = [1][5]\nc = 2")
    pages.cell(awake).get_by_role("button", name="line 2").click()
    pages.until(awake, "document.activeElement.matches('#soft-lookup .cm-content')")
    awake.keyboard.press("End")
    awake.keyboard.type("  # here")
    assert awake.evaluate("document.getElementById('soft-lookup').code") == "a = 1\nb = [1][5]  # here\nc = 2"
    assert pages.cell(awake).locator(".cm-line.marked").count() == 0, "the mark outlives the edit"


def test_a_syntax_error_marks_its_line(awake):
    words = pages.run(awake, "x = 1\ny = (2,\n")
    assert words.startswith("SyntaxError: '(' was never closed")
    assert pages.cell(awake).locator(".cm-line.marked").all_inner_texts() == ["y = (2,"]


def test_an_error_inside_numpy_shows_the_readers_line_only(awake):
    words = pages.run(awake, "import numpy as np\n\nnp.ones((2, 3)) @ np.ones((2, 3))")
    assert words.startswith("ValueError: matmul")
    assert re.findall(r"line \d+", words) == ["line 3"]


def test_a_new_run_takes_the_old_output_and_mark_away(awake):
    pages.run(awake, "1 / 0")
    assert pages.run(awake, "'fresh'") == "'fresh'"
    assert pages.cell(awake).locator(".cm-line.marked").count() == 0


def test_an_error_in_another_cells_function_names_that_cell(awake):
    pages.run(awake, "def broken():\n    return {}['key']")
    words = pages.run(awake, "broken()", SECOND)
    assert f"line 2 in broken of cell {FIRST}" in words


# Much output


@pytest.mark.long
def test_a_million_lines_keep_their_ends_and_the_rest_is_counted(awake):
    words = pages.run(awake, "for i in range(1_000_000): print(i)")
    assert pages.state(awake) == "done"
    head, note, tail = (text for _, text in parts(awake))
    first, last = head.splitlines(), tail.splitlines()
    assert first == [str(i) for i in range(len(first))] and len(first) >= 100
    assert last == [str(i) for i in range(1_000_000 - len(last), 1_000_000)] and len(last) >= 10
    left_out = int(re.search(r"([\d,]+) lines", note)[1].replace(",", ""))
    assert len(first) + left_out + len(last) == 1_000_000
    assert len(words) < 20_000
    area = pages.cell(awake).locator("[data-output]").bounding_box()
    assert area["height"] < pages.WIDE["height"]


def test_a_long_line_is_cut_by_characters_and_the_rest_is_counted(awake):
    pages.run(awake, "print('x' * 1_000_000)")
    head, note, tail = (text for _, text in parts(awake))
    left_out = int(re.search(r"([\d,]+) characters", note)[1].replace(",", ""))
    assert len(head) + left_out + len(tail) == 1_000_001
    assert set(head + tail) == {"x", "\n"}


def test_what_is_newest_stays_in_sight(awake):
    awake.evaluate("document.querySelector('#soft-lookup [data-output]').scrollTop = 0")
    pages.run(awake, "for i in range(300): print(i)")
    left = "(({scrollHeight, scrollTop, clientHeight}) => [scrollTop, scrollHeight - scrollTop - clientHeight])"
    above, below = awake.evaluate(f"{left}(document.querySelector('#soft-lookup [data-output]'))")
    assert above > 1000 and below < 8


def test_the_page_answers_while_a_loop_prints(awake):
    pages.turn(awake, angle=50, length=1.5, scaled=True)
    pages.begin(awake, "while True: print('x')")
    pages.until_output(awake, "left out")
    pages.slider(awake).focus()
    for _ in range(20):
        awake.keyboard.press("ArrowRight")
    assert pages.settle(awake, "film")["values"]["angle"] == 70
    assert pages.python_state(awake) == "busy"
    pages.button(awake, "Stop").click()
    pages.until_state(awake, "stopped")
    assert len(pages.output(awake)) < 20_000
    assert pages.run(awake, "'next'") == "'next'"


# Pictures


def test_a_plot_is_a_picture_and_matplotlib_comes_only_when_it_is_wanted(visit):
    page = visit()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    pages.wake(page)
    pages.run(page, "import numpy as np\nnp.linalg.norm([3, 4])")
    assert not [name for name in asked if re.match("matplotlib|pillow|fonttools", name)]
    plot = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title('Three points')\nplt.xlabel('time')"
    for ending in ("", "\nplt.show()", "\nplt.show()"):
        assert pages.run(page, plot + ending) == ""
        assert pictures(page).count() == 1
        picture = pictures(page)
        assert "Three points" in picture.get_attribute("alt") and "time" in picture.get_attribute("alt")
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 600
        assert picture.get_attribute("src").startswith("data:image/png;base64,")
    assert [name for name in asked if name.startswith("matplotlib")] != []
    wheels = [name for name in asked if name.endswith(".whl")]
    assert len(wheels) == len(set(wheels)), "a package was fetched twice"
    # Another cell's picture is its own, and text comes in its place.
    assert (
        pages.run(page, "print('over')\nplt.bar([1, 2], [3, 4])\nplt.show()\nprint('under')", SECOND) == "over\nunder\n"
    )
    assert pages.cell(page, SECOND).locator("[data-output] > *").evaluate_all(
        "nodes => nodes.map((node) => node.localName)"
    ) == ["pre", "img", "pre"]
    assert pictures(page).count() == 1
    pages.run(page, "'no picture now'")
    assert pictures(page).count() == 0


def test_matplotlib_that_cannot_be_fetched_is_said_and_the_next_run_fetches_it(visit, problems):
    page = visit()
    pages.wake(page)
    page.route("**/matplotlib-*.whl", lambda route: route.fulfill(status=404))
    words = pages.run(page, "print('here')\nimport matplotlib.pyplot as plt")
    assert "matplotlib could not be fetched" in words and "404" in words
    assert pages.state(page) == "error"
    assert pages.run(page, "'Python is well'") == "'Python is well'"
    assert all("404" in problem for problem in problems)
    problems.clear()
    page.unroute("**/matplotlib-*.whl")
    pages.run(page, "import matplotlib.pyplot as plt\nplt.plot([1, 2])")
    assert pictures(page).count() == 1
