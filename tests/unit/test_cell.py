"""Running a cell: what it prints, shows and raises, and that nothing it does breaks the next one."""

import asyncio
import sys
import warnings

import pytest

from kino import cell, streams
from tests.unit.cells import Page


@pytest.fixture
def page():
    streams = sys.stdout, sys.stderr
    yield Page()
    assert (sys.stdout, sys.stderr) == streams


# What is printed and shown


def test_what_is_printed_is_sent_at_once_and_stays_with_its_cell(page):
    assert page.run('print("abc", end="")') == {"status": "done"} and page.sent == [("out", "abc")]
    assert page.run('print("d")') == {"status": "done"} and page.sent == [("out", "d"), ("out", "\n")]


def test_errors_and_output_keep_their_order(page):
    page.run("import sys\nprint('a', end='')\nprint('b', end='', file=sys.stderr)\nprint('c', end='')")
    assert page.sent == [("out", "a"), ("err", "b"), ("out", "c")]


def test_markup_is_only_text(page):
    assert page.shown('print("<b>x</b><script>alert(1)</script>")') == "<b>x</b><script>alert(1)</script>\n"
    assert page.shown("print(type(10))") == "<class 'int'>\n"


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 + 1", "2"),
        ("x = 3\nx", "3"),
        ("'a'", "'a'"),
        ("def f(): return 7\nf()", "7"),
        ("(1,\n 2)", "(1, 2)"),
        ("x = 1; x", "1"),
        ("'é;'", "'é;'"),
        ("'''é\n;'''", "'é\\n;'"),
        ("1  # a comment; with a semicolon", "1"),
        ("s = '\u2028é'; s", "'\\u2028é'"),
        ("s = 'a\x0cé'; s", "'a\\x0cé'"),
        ("[]", "[]"),
        ("()", "()"),
        ("0", "0"),
        ("''", "''"),
        ("False", "False"),
    ],
)
def test_the_value_of_the_last_expression_is_shown(page, source, value):
    assert page.shown(source, "value") == value
    assert len(page.sent) == 1


@pytest.mark.parametrize(
    "source",
    [
        "",
        "   \n\n",
        "# only a comment",
        "None",
        "x = 1",
        "1;",
        "1 ;  # with a comment",
        "1;   ",
        "'é' ;",
        "'日本 😀';  # 日本",
        "f'{1};' ;",
        "(1,\n 2) ;",
        "1;\n\n# later\n",
        "def f(): return 7",
        "for i in range(3): i",
        "[].append(1)",
        "pass",
        "x = 1; x;",
    ],
)
def test_no_value_no_output(page, source):
    assert page.run(source) == {"status": "done"} and page.sent == []


@pytest.mark.parametrize(
    "source",
    ["\ufeffx = 1\nprint(x)", "x = 1\r\nprint(x)\r\n", "if True:\r    print(1)", "\ufeff\r\nprint(\r\n1)"],
)
def test_a_byte_order_mark_and_foreign_line_ends_just_work(page, source):
    assert page.shown(source) == "1\n"


def test_lines_of_a_string_are_plain_line_ends(page):
    assert page.shown("s = '''a\r\nb'''\r\ns", "value") == "'a\\nb'"


def test_a_plot_s_own_repr_is_not_shown(page):
    page.run("class Line: pass\nLine.__module__ = 'matplotlib.lines'")
    for source in ("Line()", "[Line()]", "(Line(), Line())"):
        assert page.run(source) == {"status": "done"} and page.sent == []
    assert page.shown("[Line(), 1][1:]", "value") == "[1]"


def test_print_from_a_generator_and_a_long_write(page):
    assert page.shown("def g():\n    print('in')\n    yield 1\nprint(*g())") == "in\n1\n"
    assert page.shown("import sys\nn = sys.stdout.write('x' * 10**5)\nsys.stdout.flush()\nprint(n)").endswith(
        "x100000\n"
    )
    assert page.shown("print('', end='')") == "" and page.sent == []


def test_writing_something_else_than_text_is_the_student_s_error(page):
    error = page.error("import sys\nsys.stdout.write(3)")
    assert error == {
        "type": "TypeError",
        "message": "write() argument must be str, not int",
        "frames": [{"cell": "a", "line": 2, "name": "", "source": "sys.stdout.write(3)"}],
    }


# Cells share what they define, and cannot spoil each other


def test_cells_share_a_namespace_that_is_main(page):
    page.run("def double(x): return 2 * x\nclass Point:\n    size = 2")
    assert page.shown("double(Point.size)", "value") == "4"
    assert page.shown("__name__, Point.__module__", "value") == "('__main__', '__main__')"


def test_a_comprehension_sees_the_cells_names(page):
    page.run("n = 3")
    assert page.shown("[i * n for i in range(n)]", "value") == "[0, 3, 6]"


@pytest.mark.parametrize(
    "damage",
    [
        "import sys; sys.stdout = None; sys.stderr = None",
        "import sys; sys.stdout.close()",
        "import sys; del sys.stdout",
        "print = 5",
        "print = 5; np = None; softmax = None",
        "import sys; sys.stdout = sys.stderr = print = None; 1 / 0",
        "__name__ = 7",
        "del __name__",
        "del __builtins__",
        "__warningregistry__ = 5",
    ],
)
def test_the_next_cell_prints_whatever_the_one_before_did(page, damage):
    page.run(damage)
    assert page.shown("print('here')") == "here\n"


def test_a_print_of_ones_own_stays(page):
    page.run("def print(*words): sent.append(words)\nsent = []")
    page.run("print(1)")
    assert page.namespace["sent"] == [(1,)] and page.sent == []


def test_a_warning_is_shown_at_every_run(page):
    warnings.simplefilter("default")
    for _ in range(2):
        assert page.shown("import warnings\nwarnings.warn('careful')", "err") == "line 2: UserWarning: careful\n"


def test_a_warning_says_where_in_the_students_own_code(page):
    warnings.simplefilter("default")
    page.run("import numpy as np\nimport warnings\ndef f():\n    warnings.warn('mine')", "made")
    assert page.shown("\nf()", "err") == "line 4 of cell made: UserWarning: mine\n"
    said = page.shown("1\nnp.mean([])", "err")
    assert said.startswith("line 2: RuntimeWarning: Mean of empty slice\nThere are too few numbers")
    assert page.shown("x = '\\d'", "err").splitlines()[1].startswith("In a text, \\ begins a special sign")
    assert page.shown("with warnings.catch_warnings(record=True) as kept: f()\nprint(len(kept))") == "1\n"


def test_output_from_outside_a_cell_goes_to_the_one_that_runs(page):
    page.namespace["emit"] = streams.emit
    page.run("emit('image', 'x')")
    assert page.sent == [("image", "x")]
    with pytest.raises(RuntimeError, match="no cell is running"):
        streams.emit("out", "x")


def test_finish_runs_after_the_code_and_after_an_error_while_the_cell_can_be_seen(page):
    for source, status in (("print(1)", "done"), ("print(1); 1/0", "error")):
        outcome = page.run(source, finish=lambda: print("end"))
        assert outcome["status"] == status and page.sent[-2:] == [("out", "end"), ("out", "\n")]
    assert page.run("1", finish=lambda: 1 / 0)["error"]["type"] == "ZeroDivisionError"


# await


def test_a_top_level_await(page):
    source = "import asyncio\nawait asyncio.sleep(0)\nprint(1)\nawait asyncio.sleep(0, 'end')"
    assert asyncio.iscoroutine(waiting := page.start(source))
    assert asyncio.run(waiting) == {"status": "done"}
    assert page.sent == [("out", "1"), ("out", "\n"), ("value", "'end'")]


@pytest.mark.parametrize(
    "source",
    [
        "async def f():\n    yield 1\n[i async for i in f()]",
        "async def f():\n    yield 1\nasync for i in f(): x = [i]\nx",
        "import asyncio\nx = [await asyncio.sleep(0, 1)]\nx",
    ],
)
def test_every_form_of_await(page, source):
    assert page.shown(source, "value") == "[1]"


def test_an_error_after_an_await_has_its_line(page):
    error = page.error("import asyncio\nawait asyncio.sleep(0)\n1/0")
    assert error["type"] == "ZeroDivisionError" and [frame["line"] for frame in error["frames"]] == [3]


def test_a_cancelled_cell_is_stopped(page):
    async def cancel():
        task = asyncio.ensure_future(page.start("import asyncio\nprint(1)\nawait asyncio.sleep(60)"))
        await asyncio.sleep(0)
        task.cancel()
        return await task

    assert asyncio.run(cancel()) == {"status": "stopped"} and page.sent[0] == ("out", "1")


# Ends that are no errors


@pytest.mark.parametrize("source", ["import sys\nsys.exit(3)", "exit()", "quit()", "raise SystemExit('bye')"])
def test_an_exit_ends_the_program_quietly_and_the_next_one_runs(page, source):
    assert page.run("print('a')\n" + source + "\nprint('b')") == {"status": "ended"}
    assert page.sent == [("out", "a"), ("out", "\n")]
    assert page.shown("print('next')") == "next\n"


def test_an_interrupt_stops_and_the_next_one_runs(page):
    assert page.run("print('a')\nraise KeyboardInterrupt") == {"status": "stopped"}
    assert page.shown("print('next')") == "next\n"


def test_stop_while_an_error_is_told_is_stop(page):
    def tell(error):
        raise KeyboardInterrupt

    assert page.run("1 / 0", tell=tell) == {"status": "stopped"}


def test_cleaning_up_runs_when_a_cell_is_stopped(page):
    assert page.run("try:\n    raise KeyboardInterrupt\nfinally:\n    print('cleaned')") == {"status": "stopped"}
    assert page.sent[0] == ("out", "cleaned")


# imports


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import numpy as np\nfrom matplotlib import pyplot", ["matplotlib", "matplotlib.pyplot", "numpy"]),
        ("import os.path, sys", ["os.path", "sys"]),
        ("def f():\n    if 1:\n        import json\n    from a.b import c", ["a.b", "a.b.c", "json"]),
        ("from . import here\nfrom .there import x", []),
        ("import numpy\nimport numpy.linalg", ["numpy", "numpy.linalg"]),
        ("'import os'", []),
        ("import (", []),
        ("\0", []),
        ("(" * 5000, []),
        ("", []),
    ],
)
def test_the_modules_that_a_cell_imports(source, modules):
    assert cell.imports(source) == modules
