"""What a cell raises: its type and message, and the student's own lines."""

import linecache
import sys

import pytest

from kino import cell, errors
from tests.unit.cells import Page

NUMPY_ERROR = "import numpy as np\ndef mix(a, b):\n    return a @ b\nmix(np.ones(3), np.ones(4))"


@pytest.fixture
def page():
    return Page()


def test_what_was_printed_stays_and_the_error_has_the_student_s_line(page):
    error = page.error("print('before')\n1/0\nprint('after')")
    assert page.sent == [("out", "before"), ("out", "\n")]
    assert error == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "frames": [{"cell": "a", "line": 2, "name": "", "source": "1/0"}],
        "plain": "Nothing can be divided by 0.",
    }


def test_frames_are_those_of_cells_only(page):
    error = page.error(NUMPY_ERROR)
    assert error["type"] == "ValueError" and "matmul" in error["message"]
    assert error["frames"] == [
        {"cell": "a", "line": 4, "name": "", "source": "mix(np.ones(3), np.ones(4))"},
        {"cell": "a", "line": 3, "name": "mix", "source": "return a @ b", "column": 12, "end": 17},
    ]


def test_frames_between_those_of_libraries_are_kept(page):
    error = page.error("def key(x):\n    return 1 / x\nimport functools\nfunctools.reduce(lambda a, b: key(b), [1, 0])")
    assert [(frame["line"], frame["name"]) for frame in error["frames"]] == [(4, ""), (4, "<lambda>"), (2, "key")]


def test_a_function_of_another_cell_is_named_with_its_cell(page):
    page.run("def f(x):\n    return 1 / x", "first")
    error = page.error("\n\nf(0)", "second")
    assert error["frames"] == [
        {"cell": "second", "line": 3, "name": "", "source": "f(0)"},
        {"cell": "first", "line": 2, "name": "f", "source": "return 1 / x", "column": 12, "end": 17},
    ]


def test_the_lines_of_a_cell_are_those_of_its_last_run(page):
    page.run("x = 1")
    assert page.error("\n1/0  # new")["frames"][0]["source"] == "1/0  # new"
    assert linecache.getline("<cell a>", 1) == "\n"


def test_only_line_ends_of_python_count_as_lines(page):
    error = page.error("s = 'a\u2028b\u2029c\x0c\x1c\x85'\n1/0")
    assert [(frame["line"], frame["source"]) for frame in error["frames"]] == [(2, "1/0")]


def test_an_error_before_the_first_line_is_at_the_first_line(page):
    code = "code = compile('1/0', '<cell a>', 'exec')\nexec(code.replace(co_firstlineno=0))"
    assert [frame["line"] >= 1 for frame in page.error(code)["frames"]] == [True, True]


def test_endless_recursion_is_shortened(page):
    error = page.error("def f(n):\n    return f(n + 1)\nf(0)")
    assert error["type"] == "RecursionError" and len(error["frames"]) == 8
    assert error["frames"][0]["line"] == 3 and {frame["name"] for frame in error["frames"][1:]} == {"f"}


@pytest.mark.parametrize(
    ("source", "kind", "message"),
    [
        ("{}['a']", "KeyError", "'a'"),
        ("raise ValueError", "ValueError", ""),
        ("raise ValueError('a: b')", "ValueError", "a: b"),
        ("raise ValueError('two\\nlines')", "ValueError", "two\nlines"),
        ("class Mine(Exception): pass\nraise Mine('x')", "Mine", "x"),
        ("def f():\n    class Inner(Exception): pass\n    return Inner\nraise f()(1)", "Inner", "1"),
        (
            "class Mute(Exception):\n    def __str__(self): raise OSError\nraise Mute",
            "Mute",
            "<exception str() failed>",
        ),
        ("e = ValueError('boom')\ne.add_note('a hint')\nraise e", "ValueError", "boom\na hint"),
        ("raise ExceptionGroup('both', [ValueError(1), KeyError(2)])", "ExceptionGroup", "both (2 sub-exceptions)"),
        ("import numpy as np\nnp.ones(2).sum(axis=3)", "AxisError", "axis 3 is out of bounds for array of dimension 1"),
        ("class Rude:\n    def __repr__(self): raise OSError('no')\nRude()", "OSError", "no"),
        ("raise BaseException('base')", "BaseException", "base"),
        ("raise GeneratorExit('g')", "GeneratorExit", "g"),
        ("raise StopIteration(3)", "StopIteration", "3"),
        ("raise SyntaxError", "SyntaxError", ""),
        ("eval('1 +')", "SyntaxError", "invalid syntax"),
        ("raise 3", "TypeError", "exceptions must derive from BaseException"),
        ("assert 1 > 2, 'no'", "AssertionError", "no"),
        ("import no_such_module", "ModuleNotFoundError", "No module named 'no_such_module'"),
    ],
)
def test_type_and_message(page, source, kind, message):
    error = page.error(source)
    assert (error["type"], error["message"]) == (kind, message)
    assert error["frames"][-1]["cell"] == "a"


def test_the_cause_that_was_handled_is_not_shown_as_the_error(page):
    error = page.error("try:\n    1/0\nexcept ZeroDivisionError as e:\n    raise ValueError('new') from e")
    assert error["type"] == "ValueError" and [frame["line"] for frame in error["frames"]] == [4]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="older Pythons look for the name meant only when they print")
def test_a_misspelt_name_brings_the_one_that_was_meant(page):
    assert page.error("prnt(1)")["message"].endswith("Did you mean: 'print'?")


@pytest.mark.parametrize(
    ("source", "kind", "line", "column"),
    [
        ("x = (1,\ny = 2", "SyntaxError", 1, 5),
        ("x = 1\nif x\n  y = 2", "SyntaxError", 2, 5),
        ("x = “b”", "SyntaxError", 1, 5),
        ("é = 'é'; x = “b”", "SyntaxError", 1, 14),
        ("x =\u00a01", "SyntaxError", 1, 4),
        ("return 1", "SyntaxError", 1, 1),
        ("é = 'é'; return 1", "SyntaxError", 1, 10),
        ("é = 1; nonlocal x", "SyntaxError", 1, 8),
        ("if 1:\n        a = 1\n\tb = 2", "TabError", 3, None),
        ("x = 1\n  y = 2", "IndentationError", 2, None),
        ("for i in range(3):\nprint(i)", "IndentationError", 2, None),
        ("x = '\0'", "SyntaxError", None, None),
    ],
)
def test_a_syntax_error_has_its_place_and_nothing_runs(page, source, kind, line, column):
    error = page.error("print('ran')\n" + source) if line is None else page.error(source)
    assert error["type"] == kind and error["message"] and page.sent == []
    if line is not None:
        [frame] = error["frames"]
        assert frame["line"] == line and frame["source"] == source.split("\n")[line - 1].strip()
        assert frame["column"] == column if column else frame["column"] >= 1


def test_brackets_nested_too_deep_are_an_error_of_the_cell(page):
    assert page.error("(" * 5000 + ")" * 5000)["type"] in ("SyntaxError", "MemoryError", "RecursionError")


def test_a_long_message_is_cut_and_says_so(page):
    error = page.run("raise ValueError('x' * 5_000_000)")["error"]
    assert len(error["message"]) < 4100 and error["message"].endswith("(4,996,000 characters left out)")


def test_a_long_line_is_cut(page):
    error = page.run("x = 1/0 #" + "y" * 10_000)["error"]
    assert len(error["frames"][0]["source"]) < 400


def test_the_codes_own_error_is_told_not_that_of_a_plot_left_open():
    def finish():
        raise ValueError("bad title")

    outcome = cell.run("1/0", {}, name="a", emit=lambda *_: None, finish=finish)
    assert outcome["error"]["type"] == "ZeroDivisionError" and outcome["error"]["frames"][0]["line"] == 1
    assert cell.run("raise KeyboardInterrupt", {}, name="a", emit=lambda *_: None, finish=finish)["status"] == "stopped"
    assert cell.run("1", {}, name="a", emit=lambda *_: None, finish=finish)["error"]["type"] == "ValueError"


def test_the_part_of_the_line_that_failed_is_told_in_characters(page):
    page.run("import numpy as np")
    [frame] = page.error("é = '😀é' + 1; print(é)")["frames"]
    assert frame["source"][frame["column"] - 1 : frame["end"] - 1] == "'😀é' + 1"
    [frame] = page.error("x = (1 /\n  0)")["frames"]
    assert frame["line"] == 1 and "column" not in frame


def test_the_function_of_a_library_in_which_it_was_raised_is_named(page):
    error = page.error("import numpy as np\nnp.linalg.inv(np.ones((2, 3)))")
    assert error["inside"] == "numpy.linalg.inv" and [frame["line"] for frame in error["frames"]] == [2]
    assert "_assert_stacked_square" in error["traceback"] and error["traceback"].startswith("Traceback (most recent")
    error = page.error("from kino.attention import attend\nattend([1.0], [[1.0, 2.0]], [[1.0]])")
    assert error["inside"] == "kino.attention.attend"
    error = page.error("import functools\nfunctools.reduce(lambda a, b: 1 / 0, [1, 2])")
    assert "inside" not in error and "traceback" not in error


def test_nothing_of_what_runs_the_cells_is_in_a_traceback(page):
    error = page.error("import sys\ntry:\n    1/0\nexcept ZeroDivisionError:\n    sys.stdout.write(3)")
    assert "inside" not in error and "kino" not in error["traceback"]
    assert "ZeroDivisionError: division by zero" in error["traceback"]
    assert "traceback" not in page.error("try:\n    1/0\nexcept ZeroDivisionError:\n    raise ValueError from None")


def test_a_long_traceback_is_cut_in_the_middle(page):
    error = page.error("raise ValueError('start' + 'x' * 20_000 + 'end') from KeyError('cause')")
    assert len(error["traceback"]) < 8100 and error["traceback"].endswith("end\n")
    assert error["traceback"].startswith("KeyError: 'cause'")


def test_a_recursion_of_any_depth_is_told_by_its_end(page, monkeypatch):
    monkeypatch.setattr(errors, "MOST_STEPS", 20)
    code = "import sys\nsys.setrecursionlimit({})\ndef f(n):\n    if n: return f(n - 1)\n    1/0\nf({})"
    before = sys.getrecursionlimit()
    try:
        error = page.error(code.format(30_000, 20_000))
    finally:
        sys.setrecursionlimit(before)
    assert error["type"] == "ZeroDivisionError" and len(error["frames"]) == 8
    assert "line 5, in f" in error["traceback"] and len(error["traceback"].splitlines()) < 60
