"""Checking an answer: what the check says, what it must not be fooled by, and what it must not break."""

import asyncio

import numpy as np
import pytest

from kino import exercise

CHECK = """
assert double(2) == 4, "two times two"
assert double(0) == 0, f"of zero it makes {double(0)}"
"""
RIGHT = "def double(x):\n    return 2 * x"


class Page:
    """A page with one exercise: `answer` gives the outcome, `printed` what was put out."""

    def __init__(self):
        self.names = {"__name__": "__main__"}
        self.sent = []

    def answer(self, source, check=CHECK, makes=("double",)):
        self.sent = []
        outcome = exercise.answer(
            source, self.names, {"source": check, "makes": makes}, name="a", emit=lambda *item: self.sent.append(item)
        )
        return asyncio.run(outcome) if asyncio.iscoroutine(outcome) else outcome

    def words(self, source, check=CHECK, makes=("double",)):
        """What the check says to an answer that runs and does not pass."""
        outcome = self.answer(source, check, makes)
        assert outcome["status"] == "done" and outcome["verdict"]["passed"] is False, outcome
        return outcome["verdict"]["words"]

    @property
    def printed(self):
        return "".join(text for _, text in self.sent)


@pytest.fixture
def page():
    return Page()


# What the check says


@pytest.mark.parametrize(
    "source", [RIGHT, "double = lambda x: x + x", "import operator\ndouble = lambda x: operator.mul(x, 2)"]
)
def test_every_right_answer_passes(page, source):
    assert page.answer(source) == {"status": "done", "verdict": {"passed": True}}


def test_a_wrong_answer_gets_the_message_of_the_assert_that_it_meets(page):
    assert page.words("def double(x):\n    return x**3") == "two times two"
    assert page.words("def double(x):\n    return x + 2") == "of zero it makes 2"


def test_code_that_fails_by_itself_is_told_as_ever_and_not_checked(page):
    outcome = page.answer("1 / 0")
    assert outcome["status"] == "error" and "verdict" not in outcome
    assert outcome["error"]["frames"][-1]["line"] == 1


def test_an_error_that_the_check_calls_forth_is_told_with_the_answers_own_lines_and_the_call(page):
    outcome = page.answer("def double(x):\n    return x + '2'")
    assert outcome["status"] == "error" and outcome["verdict"] == {"passed": False, "called": "double(2)"}
    error = outcome["error"]
    assert error["type"] == "TypeError" and "assert" not in str(error)
    assert [(frame["cell"], frame["line"], frame["name"]) for frame in error["frames"]] == [("a", 2, "double")]


def test_an_error_that_follows_another_shows_no_line_of_the_check(page):
    body = "    try: 1 / 0\n    except Exception as e: raise ValueError('no') from e"
    error = page.answer(f"def double(x):\n{body}")["error"]
    assert (error["type"], error["message"]) == ("ValueError", "no")
    assert "assert" not in str(error) and "double(2)" not in str(error)


def test_an_assert_of_the_answers_own_is_an_error_of_the_answer(page):
    outcome = page.answer("def double(x):\n    assert x, 'well done'\n    return 2 * x")
    assert outcome["error"]["type"] == "AssertionError" and outcome["verdict"]["called"] == "double(0)"


def test_an_answer_without_return_is_told_so(page):
    words = page.words("def double(x):\n    2 * x")
    assert words == "two times two `double(2)` gives None: is there a `return` in it?"
    words = page.words(
        "def double(x):\n    2 * x", check='assert double(np.ones(2)).shape == (2,), "s"\nimport numpy as np'
    )
    assert "NameError" in words, "the check's own mistake is told, too"
    check = 'import numpy as np\nassert double(np.ones(2)).shape == (2,), "s"'
    assert (
        page.words("def double(x):\n    2 * x", check) == "`double(np.ones(2))` gives None: is there a `return` in it?"
    )


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("assert double(2) == 4", "`double(2) == 4` has to be true, and is not. Here `double(2)` is `5`."),
        ("x = double(2)\nassert x == 4", "`x == 4` has to be true, and is not. Here `x` is `5`."),
        (
            "import numpy as np\nassert np.allclose(\n    double(2),\n    4.5)",
            "`np.allclose(double(2), 4.5)` has to be true, and is not. Here `double(2)` is `5`.",
        ),
        ("assert 0 < double(2) < double(1)", "Here `double(2)` is `5`, and `double(1)` is `3`."),
        ("assert isinstance(double(2), str)", "Here `double(2)` is `5`, and `str` is `<class 'str'>`."),
        ("assert not double(2)", "`not double(2)` has to be true, and is not."),
        ("assert all(double(x) == 2 * x for x in [1])", "has to be true, and is not."),
        ("for x in [1, 2]:\n    assert double(x) != 5", "Here `double(x)` is `5`."),
        ("def look():\n    y = double(1)\n    assert y == 2\nlook()", "Here `y` is `3`."),
    ],
)  # fmt: skip
def test_an_assert_without_a_message_shows_what_it_wants_and_what_there_is(page, check, words):
    assert page.words("def double(x):\n    return 2 * x + 1", check).endswith(words)


def test_what_cannot_be_shown_is_left_out_and_what_is_long_is_cut(page):
    evil = "class E:\n    def __repr__(self): raise ValueError\ndouble = lambda x: E()"
    assert page.words(evil, "assert double(1) == 2") == "`double(1) == 2` has to be true, and is not."
    assert len(page.words("double = lambda x: list(range(9999))", "assert double(1) == 2")) < 350


# Blanks and names


def test_a_blank_that_is_left_is_named_before_anything_runs(page):
    outcome = page.answer("print('on')\n\ndef double(x):\n    return ____ * x\n")
    assert outcome["verdict"] == {"passed": False, "words": "Fill in the blank on line 4 first.", "line": 4}
    assert page.printed == "" and "double" not in page.names


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("x = ____", [1]),
        ("____ = 3\ny = x.____(3)\nf(____=1)", [1, 2, 3]),
        ("def ____(x): pass", [1]),
        ("x = '____'  # ____", []),
        ("for _ in x: __ = ___", []),
        ("x = (", []),
        ("", []),
    ],
)
def test_blanks(source, lines):
    assert exercise.blanks(source) == lines


def test_what_other_cells_and_earlier_answers_left_is_no_answer(page):
    page.names["double"] = lambda x: 2 * x
    assert page.words("x = 1") == "The check looks for `double`, which your code does not make."
    assert page.words("duoble = lambda x: 2 * x", makes=("double", "x")).startswith(
        "The check looks for `double` and `x`"
    )
    assert page.answer("globals()['double'] = lambda x: x + x")["verdict"] == {"passed": True}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import a.b, c as d\nfrom e import f", {"a", "d", "f"}),
        ("x, (y, *z) = 1\nfor i in w: j = 1\nwith o as p: q += 1", {"x", "y", "z", "i", "j", "p", "q"}),
        ("def f(a):\n    b = 1\nclass C:\n    c = 1\nif (n := 2): lambda m: m", {"f", "C", "n"}),
        ("[v for v in w]", set()),
        ("x = (", set()),
    ],
)
def test_the_names_that_a_source_makes(source, names):
    assert exercise.bound(source) == names


def test_pythons_own_names_are_the_checks_whatever_the_reader_calls_so(page):
    page.names["sum"] = 3
    assert page.answer("abs = 5\n" + RIGHT, "assert sum([abs(-1)]) == 1") == {
        "status": "done",
        "verdict": {"passed": True},
    }
    assert page.words("max = lambda *a: 0", "assert max(1, 2) == 2, 'your own max'", ("max",)) == "your own max"


def test_the_check_breaks_nothing_of_the_readers(page):
    page.names |= {"np": np, "values": np.zeros(3), "items": [1], "kept": 7}
    check = "values[0] = 9\nitems.append(2)\nkept = 8\ndel np\ndouble = None\nassert values[0] == 9"
    assert page.answer(RIGHT, check)["verdict"] == {"passed": True}
    assert (page.names["values"].tolist(), page.names["items"], page.names["kept"]) == ([0, 0, 0], [1], 7)
    assert page.names["np"] is np and page.names["double"](3) == 6 and not any("_kino" in name for name in page.names)


def test_large_arrays_are_not_copied(monkeypatch):
    monkeypatch.setattr(exercise, "_LARGEST", 100)
    names = {"small": np.zeros(2), "large": np.zeros(200), 3: 1}
    own = exercise.apart(names)
    assert own["large"] is names["large"] and own["small"] is not names["small"] and list(own) == ["small", "large"]


# Answers that do not end well


def test_what_is_printed_while_it_is_checked_is_shown_but_no_value_of_the_check(page):
    page.answer("def double(x):\n    print('got', x)\n    return 2 * x", "double(1)")
    assert page.printed == "got 1\n"


@pytest.mark.parametrize("source", ["exit()", "import sys\ndef double(x): sys.exit()"])
def test_a_program_that_ends_itself_is_not_passed(page, source):
    outcome = page.answer(source)
    assert outcome["status"] == "ended" and outcome["verdict"]["words"].startswith("The program ended before")


@pytest.mark.parametrize("source", ["raise KeyboardInterrupt", "def double(x): raise KeyboardInterrupt"])
def test_stopped_is_stopped_and_no_verdict(page, source):
    assert page.answer(source) == {"status": "stopped"}


def test_an_endless_recursion_is_an_error_of_the_answer(page):
    outcome = page.answer("def double(x):\n    return double(x)")
    assert outcome["error"]["type"] == "RecursionError" and outcome["verdict"]["called"] == "double(2)"


def test_an_error_that_lies_is_an_error_all_the_same(page):
    source = "class E(Exception):\n    def __str__(self): raise ValueError\n    __class__ = AssertionError\n"
    outcome = page.answer(source + "def double(x): raise E")
    assert outcome["status"] == "error" and outcome["verdict"]["passed"] is False


def test_a_check_that_is_no_python_is_told(page):
    assert "SyntaxError" in page.words(RIGHT, "assert (")


def test_answers_and_checks_may_wait(page):
    source = "import asyncio\nawait asyncio.sleep(0)\nasync def double(x): return 2 * x"
    assert page.answer(source, "assert await double(2) == 4")["verdict"] == {"passed": True}
    assert page.words(source, "assert await double(2) == 5, 'no'") == "no"


def test_a_check_by_numpys_own_asserts_speaks_in_their_words(page):
    check = "import numpy as np\nnp.testing.assert_allclose(double(2), 5, err_msg='five')"
    assert "five" in page.words(RIGHT, check)


def test_an_array_that_is_asked_whether_it_is_true_is_the_checks_mistake_and_told(page):
    assert "The check could not go on: ValueError" in page.words(
        RIGHT, "import numpy as np\nassert double(np.ones(2)) == 2"
    )
