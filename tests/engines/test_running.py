"""Cells in each engine: what is run, stopped, printed, asked for, broken and mended (cases R1 to R17)."""

import re

import pytest

from tests.browser import breaking, pages
from tests.engines.tab import FIRST, SECOND

LONG_IN_CHROMIUM = SHARES_PYTHON = True

PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title('Three points')"
CANNOT_ASK = "This browser cannot wait for input() while Python runs. Put the answer into the code instead"


def can_wait(tab):
    """Whether Python can wait in the middle of a cell. Where it cannot, the page has to do the next best."""
    there = tab.evaluate("'Suspending' in WebAssembly")
    assert there or tab.engine == "webkit", "an engine that could wait no longer can"
    return there


def press_run(tab, *cells):
    """Press Run in cells, one right after the other."""
    tab.evaluate(
        "names => names.forEach((name) => document.querySelector(`#${name} [data-action=run]`).click())", list(cells)
    )


def test_python_starts_in_the_fastest_way(awake):
    assert awake.evaluate("document.documentElement.dataset.pythonStart") == "snapshot"


# R1 to R3: Stop

ENDLESS = {
    "a loop": pages.LOOP,
    "a sleep": "import time\nprint('on')\ntime.sleep(600)",
    "prints": "print('on')\nwhile True: print('x')",
    "numpy": "import numpy as np\nprint('on')\nwhile True: np.random.normal(size=10_000).sort()",
    "an await": "import asyncio\nprint('on')\nawait asyncio.sleep(600)",
    "a run of asyncio": "import asyncio\nprint('on')\nasyncio.run(asyncio.sleep(600))",
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
def test_stop_ends_it_and_python_lives_on(awake, code):
    awake.run("kept = 'kept'", SECOND)
    awake.begin(code)
    awake.until_output("on")
    angle = 20 if awake.evaluate("document.querySelector('kino-figure').values.angle") != 20 else 30
    assert pages.turn(awake, None, angle=angle)["values"]["angle"] == angle, "the figure stands still meanwhile"
    awake.stop()
    assert awake.output().endswith("Stopped.")
    assert len(awake.output()) < 20_000
    assert awake.run("kept", SECOND) == "'kept'", "Python was lost"


def test_what_no_interrupt_reaches_is_stopped_by_a_restart(awake):
    awake.begin("print('on')\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass")
    awake.until_output("on")
    awake.stop()
    assert "could not be interrupted" in awake.output() and "Your code is safe" in awake.output()
    assert awake.run("6 * 7") == "42"


# R4 to R7, R16: what is shown


@pytest.mark.parametrize("count", [100_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_many_lines_keep_their_ends_and_the_rest_is_counted(awake, count):
    awake.run(f"for i in range({count}): print(i)")
    assert awake.state() == "done"
    head, note, tail = awake.evaluate(
        f"[...document.querySelectorAll('#{FIRST} [data-output] > *')].map((part) => part.textContent)"
    )
    first, last = head.split(), tail.split()
    assert first == [str(i) for i in range(len(first))] and len(first) >= 100
    assert last == [str(i) for i in range(count - len(last), count)] and len(last) >= 10
    left_out = int(re.search(r"([\d,]+) lines", note)[1].replace(",", ""))
    assert len(first) + left_out + len(last) == count
    height = awake.evaluate(f"document.querySelector('#{FIRST} [data-output]').offsetHeight")
    assert height < awake.evaluate("innerHeight")


def test_what_is_printed_stays_in_its_own_cell(awake):
    awake.begin("print('abc', end='')\nwhile True: pass")
    awake.until_output("abc")
    assert awake.state() == "running"
    awake.stop()
    assert awake.run("print('def')", SECOND) == "def\n"
    assert awake.output() == "abcStopped."


SHOWN = {
    "markup": ("print('<b>x</b><script>alert(1)</script>')", "<b>x</b><script>alert(1)</script>\n"),
    "a type": ("print(type(10))", "<class 'int'>\n"),
    "a value": ("'<img src=x onerror=alert(1)>'", "'<img src=x onerror=alert(1)>'"),
    "both streams": ("import sys\nprint('one')\nprint('two', file=sys.stderr)\n3", "one\ntwo\n3"),
    "colours": ("print('\\x1b[31mred\\x1b[0m')", "red\n"),
    "a line written again": ("print('10 %', end='\\r')\nprint('99 %')", "99 %\n"),
    "nothing": ("", ""),
    "a comment": ("# only a comment", ""),
    "a semicolon": ("1;", ""),
    "None": ("None", ""),
    "an exit": ("print('before')\nimport sys\nsys.exit(3)\nprint('never')", "before\nThe program ended."),
    "exit()": ("exit()", "The program ended."),
    "line ends of Windows": ("x = 1\r\nprint(x)\r\n", "1\n"),
    "a BOM": ("\ufeffprint(1)", "1\n"),
    "await": ("import asyncio\nprint('a')\nawait asyncio.sleep(0.1)\nprint('b')", "a\nb\n"),
    "asyncio.run": (
        "import asyncio\nasync def main():\n    await asyncio.sleep(0.1)\n    print('c')\nasyncio.run(main())",
        "c\n",
    ),
}


@pytest.mark.parametrize(("code", "words"), SHOWN.values(), ids=SHOWN)
def test_what_a_cell_puts_out(awake, code, words):
    assert awake.run(code) == words
    assert awake.state() == "done"
    assert awake.evaluate(f"document.querySelectorAll('#{FIRST} [data-output] :is(b, script, img)').length") == 0


def test_an_error_leaves_what_was_printed_and_marks_the_line(awake):
    words = awake.run("print('first')\n\ndef halve(x):\n    return x / 0\n\nhalve(1)")
    assert awake.state() == "error"
    assert words.startswith("first\nZeroDivisionError: division by zero")
    assert "line 6" in words and "line 4 in halve" in words
    assert not re.search(r"kino|bridge|cell\.py|<module>|pyodide|python3", words)
    awake.until("() => document.querySelector('#soft-lookup .cm-line.marked')")
    assert awake.evaluate("document.querySelector('#soft-lookup .cm-line.marked').textContent") == "    return x / 0"


# R8: what Python does not survive

LOST = {
    "a deep repr": breaking.DEEP + "repr(a)",
    "os._exit": "import os\nos._exit(1)",
    "an attribute of itself": "class A:\n    def __getattr__(self, name): return getattr(self, name)\nA().x",
}


@pytest.mark.parametrize("code", LOST.values(), ids=LOST)
def test_a_cell_that_ends_python_costs_a_restart_and_no_code(awake, code):
    words = awake.run(code)
    # Whether Python sees the recursion first, or the browser, depends on how deep the browser's own stack is.
    assert "Python had to restart. Your code is safe." in words or "RecursionError" in words
    assert awake.code() == code
    awake.until_python("ready")
    assert awake.run("6 * 7", SECOND) == "42"
    assert pages.turn(awake, angle=-60)["source"] == "live"
    awake.problems.clear()  # the browser reports that the interpreter fell


def test_refusals_that_nobody_awaits_end_nothing(awake):
    awake.run("kept = 'kept'", SECOND)
    for code in (
        "js.Promise.reject(js.Error.new('nobody'));",
        "js.setTimeout(js.Promise.reject.bind(js.Promise), 0, js.Error.new('no Python has seen it'));",
    ):
        awake.run(f"import js\n{code}")
        assert awake.state() == "done"
        assert awake.run("import asyncio\nawait asyncio.sleep(0.1)\n'later'") == "'later'"
        assert awake.run("kept", SECOND) == "'kept'"


# R10: input()


def test_input_is_a_box_or_a_plain_sentence(awake):
    code = "name = input('Name? ')\nprint('Hello', name)"
    if not can_wait(awake):
        words = awake.run(code)
        assert awake.state() == "error" and CANNOT_ASK in words
        assert "line 1" in words and "OSError" not in words
    else:
        awake.begin(code)
        awake.until(f"() => document.querySelector('#{FIRST} [data-output] input')?.ariaLabel === 'Name?'")
        assert (awake.state(), awake.python) == ("running", "busy")
        awake.click(f"#{FIRST} [data-output] input")
        awake.type("Ada")
        awake.press("Enter")
        assert awake.until_ended() == "Name? Ada\nHello Ada\n"
    assert awake.run("6 * 7") == "42"


# R11, R15: in plain words

TOLD = {
    "pandas": ("import pandas", "`pandas` is not part of this lesson."),
    "torch": ("import torch", "PyTorch cannot run in a browser."),
    "a slip": ("import nmupy", "There is no module `nmupy`. Did you mean `numpy`?"),
    "a no-break space": ("x =\xa01", "Line 1, column 4: there is a no-break space."),
    "tabs and spaces": ("if True:\n        x = 1\n\ty = 2", "tab"),
}


@pytest.mark.parametrize(("code", "words"), TOLD.values(), ids=TOLD)
def test_an_error_is_told_in_plain_words(awake, code, words):
    awake.run(code)
    assert awake.state() == "error"
    # What is code in the sentence is not between backticks any more.
    assert words.replace("`", "") in awake.evaluate(f"document.querySelector('#{FIRST} .error .plain').textContent")


def test_a_fix_is_one_click_away(awake):
    awake.run("print(“it’s”)")
    awake.evaluate(
        """() => [...document.querySelectorAll("#soft-lookup .error button")]
          .find((button) => button.textContent === "Use straight quotes").click()"""
    )
    awake.until("() => document.getElementById('soft-lookup').code === 'print(\"it’s\")'")
    press_run(awake, FIRST)
    assert awake.until_ended() == "it’s\n"


# R13: two at once


def test_two_cells_run_in_the_order_in_which_they_were_asked(awake):
    awake.put("order = ['b']\nfor i in range(200): print('b', i)\norder", SECOND)
    awake.put("order.append('a')\nfor i in range(200): print('a', i)\norder")
    press_run(awake, SECOND, FIRST, FIRST)
    assert awake.until_ended() == "".join(f"a {i}\n" for i in range(200)) + "['b', 'a']"
    assert awake.output(SECOND) == "".join(f"b {i}\n" for i in range(200)) + "['b']"


# R14: what a cell does to others


def test_what_a_cell_takes_from_others_is_there_again(awake):
    awake.run("import numpy as np\nfrom kino.attention import softmax", SECOND)
    awake.run("import sys\nsys.stdout = None\nprint = 5\nnp = None\nsoftmax = None")
    assert pages.turn(awake, angle=70)["source"] == "live"
    awake.evaluate(f"document.querySelector('#{FIRST} [data-action=reset]').click()")
    awake.until_output("Reset also brought back np, print, softmax.")
    assert awake.run("print(softmax(np.zeros(2)))", SECOND) == "[0.5 0.5]\n"


# R17: plots


def test_a_plot_is_one_picture_a_run(awake):
    for ending in ("", "\nplt.show()", "\nplt.show()"):
        assert awake.run(PLOT + ending) == "", awake.output()
        pictures = awake.evaluate(
            f"""async () => {{
              const images = [...document.querySelectorAll("#{FIRST} [data-output] img")];
              await Promise.all(images.map((image) => image.decode()));
              return images.map(({{alt, naturalWidth}}) => [alt.includes("Three points"), naturalWidth > 600]);
            }}"""
        )
        assert pictures == [[True, True]]
