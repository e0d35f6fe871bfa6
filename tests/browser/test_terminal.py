"""Output as a terminal would show it, and streams as people use them, in the page."""

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST, SECOND


def looks(page, name=FIRST):
    """The styled parts of the output: (class, text, colour, background) each."""
    return page.evaluate(
        """name => [...document.querySelectorAll(`#${name} [data-output] span`)].map((span) => {
          const {color, backgroundColor} = getComputedStyle(span);
          return [span.className, span.textContent, color, backgroundColor];
        })""",
        name,
    )


def blocks(page, name=FIRST):
    return page.locator(f"#{name} [data-output] > pre").evaluate_all(
        "blocks => blocks.map((block) => [block.dataset.kind, block.textContent])"
    )


# Lines that are written again


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("for i in range(101): print(f'\\r{i} %', end='')", "100 %"),
        ("for i in range(101): print(f'{i} %', end='\\r')\nprint('done')", "done%\n"),
        ("print('a\\r\\nb')", "a\nb\n"),
        ("print('abc\\b\\bX')", "aXc\n"),
        ("print('a\\x00b\\x07c')", "abc\n"),
        ("for i in range(1_000_000): print(f'\\r{i}', end='')", "999999"),
        ("import sys\nfor i in range(5): print(f'\\r{i}/5', end='', file=sys.stderr)\nprint('\\nend')", "4/5\nend\n"),
    ],
)
def test_a_line_is_written_again(awake, code, words):
    assert pages.run(awake, code) == words


def test_progress_is_seen_while_it_goes_on_and_takes_no_room(awake):
    pages.begin(awake, "i = 0\nprint('start')\nwhile True:\n    i += 1\n    print(f'\\rstep {i}', end='')")
    pages.until_output(awake, "step")
    seen = [pages.output(awake) for _ in range(2) if not awake.wait_for_timeout(300)]
    assert seen[0] != seen[1] and all(words.startswith("start\nstep ") for words in seen)
    assert "left out" not in seen[1]
    pages.button(awake, "Stop").click()
    assert pages.until_ended(awake).endswith("Stopped.")


def test_two_streams_share_a_line(awake):
    code = (
        "import sys\nprint('a', end='')\nprint('b', end='', file=sys.stderr)\nprint('c')\nprint('d', file=sys.stderr)"
    )
    assert pages.run(awake, code) == "abc\nd\n"
    assert blocks(awake) == [["out", "abc\n"], ["err", "d\n"]]
    assert pages.cell(awake).locator("[data-output] pre span[data-kind=err]").all_text_contents() == ["b"]


# Colours


def test_colours_are_shown_and_the_text_is_plain(awake):
    code = """print('\\x1b[1;31mred', end=''); print(' still\\x1b[0m plain \\x1b[38;5;21mblue\\x1b[0m')
print('\\x1b[48;2;250;240;10myellow\\x1b[0m \\x1b[7minverse\\x1b[0m \\x1b]0;title\\x07\\x1b[2J<b>end</b>')"""
    assert pages.run(awake, code) == "red still plain blue\nyellow inverse <b>end</b>\n"
    shown = looks(awake)
    assert [look[:2] for look in shown] == [
        ["ansi-bold ansi-red", "red still"],
        ["ansi-bright-blue", "blue\n"],
        ["ansi-on-color", "yellow"],
        ["ansi-on-ink", "inverse"],
    ]
    assert shown[2][2:] == ["rgb(0, 0, 0)", "rgb(250, 240, 10)"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_can_be_read(awake, scheme):
    awake.emulate_media(color_scheme=scheme)
    codes = [*range(30, 38), *range(90, 98), *range(40, 48), *range(100, 108), 2, 7]
    codes += [f"{kind};5;{n}" for kind in (38, 48) for n in range(16, 256, 7)]
    pages.run(awake, f"for code in {codes}: print(f'\\x1b[{{code}}mword\\x1b[0m ', end='')")
    card = awake.evaluate("getComputedStyle(document.querySelector('kino-cell')).backgroundColor")
    shown = looks(awake)
    assert len(shown) > 50
    for look, _, ink, ground in shown:
        ratio = contrast(ink, card if ground == "rgba(0, 0, 0, 0)" else ground)
        assert ratio >= 4.5, (look, ink, ground, ratio)
    assert len({ink for look, _, ink, _ in shown if "on-" not in look}) >= 14
    awake.emulate_media(color_scheme="light")


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color):
    parts = [int(part) / 255 for part in color.removeprefix("rgb(").removesuffix(")").split(", ")]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Much at once

MUCH = {
    "one line": "print('x' * 50_000_000)",
    "to stderr": "import sys\nprint('x' * 50_000_000, file=sys.stderr)",
    "as a value": "'x' * 50_000_000",
    "as an error": "raise ValueError('x' * 50_000_000)",
    "in pieces": "for i in range(50): print('x' * 1_000_000, end='')",
    "empty lines": "print('\\n' * 50_000_000)",
    "emoji": "print('😀' * 12_500_000)",
    "marks upon marks": "print('a' + '\\u0301' * 25_000_000)",
    "returns": "print('ab\\r' * 5_000_000)",
    "colours": "print('\\x1b[31mab\\x1b[32m' * 500_000)",
}


@pytest.mark.parametrize("code", MUCH.values(), ids=MUCH)
def test_however_much_is_put_out_the_page_goes_on(awake, code):
    pages.run(awake, code)
    words = pages.output(awake)
    assert len(words) < 30_000 and "\x1b" not in words
    assert pages.cell(awake).locator("[data-output]").bounding_box()["height"] < pages.WIDE["height"]
    assert awake.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert pages.run(awake, "print('next')") == "next\n"


# Letters that break others


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('\\ud800 \\udfff')", "\\ud800 \\udfff\n"),
        ("class A:\n    def __repr__(self): return '\\ud83d'\nA()", "\\ud83d"),
        ("print('\\u202eabc\\u202c \\u2066')", "\u202eabc\u202c \u2066\n"),
        ("print('z' + '\\u0300' * 20)", "z" + "\u0300" * 20 + "\n"),
        ("'\\0\\x1b[31m'", "'\\x00\\x1b[31m'"),
    ],
)
def test_every_letter_arrives(awake, code, words):
    assert pages.run(awake, code) == words


def test_an_error_about_half_a_character_arrives(awake):
    words = pages.run(awake, "raise ValueError('\\ud800')")
    assert words.startswith("ValueError: ") and pages.state(awake) == "error"


# Streams


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys\nsys.stdout.buffer.write('é€'.encode()); sys.stdout.buffer.write(b'\\xff');", "é€\\xff"),
        ("import sys\nprint('real', file=sys.__stdout__)", "real\n"),
        ("import os\nos.write(1, 'é'.encode()); os.write(2, b'!');", "é!"),
        ("import logging\nlogging.warning('careful')", "WARNING:root:careful\n"),
        ("import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as t: print(1)\nt.tell()", "2"),
        ("import sys\nsys.stdout.encoding, sys.stdout.isatty()", "('utf-8', False)"),
        ("import subprocess, sys\nprint('still')", "still\n"),
    ],
)  # fmt: skip
def test_a_stream_is_used_in_another_way(awake, code, words):
    assert pages.run(awake, code) == words
    assert pages.run(awake, "print('mine')", SECOND) == "mine\n"


def test_the_machine_s_own_words_arrive(awake):
    words = pages.run(awake, "import faulthandler\nfaulthandler.dump_traceback()")
    assert "most recent call first" in words


def test_what_was_printed_before_waiting_is_seen(awake):
    pages.begin(awake, "import asyncio\nprint('a')\nprint('b')\nawait asyncio.sleep(60)")
    pages.until(
        awake, "() => document.querySelector('#soft-lookup [data-output]').textContent === 'a\\nb\\n'", seconds=5
    )
    pages.button(awake, "Stop").click()
    pages.until_ended(awake)


# Values


def test_a_value_that_cannot_be_shown_is_an_error_at_the_students_line(awake):
    words = pages.run(awake, "class A:\n    def __repr__(self):\n        return 1 / 0\nA()")
    assert words.startswith("ZeroDivisionError") and "return 1 / 0" in words
    words = pages.run(awake, "class A:\n    def __repr__(self): return 5\nA()")
    assert words.startswith("TypeError: __repr__ returned non-string")


def test_a_value_that_prints_and_one_that_never_ends(awake):
    assert (
        pages.run(awake, "class A:\n    def __repr__(self):\n        print('in')\n        return 'A'\nA()") == "in\nA"
    )
    pages.begin(awake, "class A:\n    def __repr__(self):\n        while True: pass\nA()")
    pages.until_state(awake, "running")
    pages.button(awake, "Stop").click()
    assert pages.until_ended(awake) == "Stopped."


def test_the_markup_of_a_value_is_not_used(awake):
    code = "class A:\n    def _repr_html_(self): return '<h1>no</h1>'\n    def __repr__(self): return 'A'\nA()"
    assert pages.run(awake, code) == "A"


def test_what_is_copied_is_plain(awake):
    pages.run(awake, "print('\\x1b[31mred\\x1b[0m and\\tplain')")
    copied = awake.evaluate(
        """() => {
          getSelection().selectAllChildren(document.querySelector("#soft-lookup [data-output]"));
          return getSelection().toString();
        }"""
    )
    assert copied.strip() == "red and\tplain"


def test_a_task_that_is_left_behind_speaks_in_its_own_cell(awake):
    code = """import asyncio
async def later():
    for i in range(40):
        await asyncio.sleep(0.05)
        print('late', i)
task = asyncio.ensure_future(later())
print('begun')"""
    pages.run(awake, code)
    assert pages.run(awake, "await asyncio.sleep(0.3)\nprint('mine')", SECOND) == "mine\n"
    pages.until_output(awake, "late 39")
    assert pages.output(awake).startswith("begun\nlate 0\nlate 1\n")
    assert pages.output(awake, SECOND) == "mine\n"
    pages.run(awake, code.replace("40", "5").replace("late", "new"))
    pages.button(awake, "Reset").click()
    awake.wait_for_timeout(600)
    assert "new" not in pages.output(awake)
