"""sys.stdin as people use it: each line is asked of the reader."""

import sys

import pytest

from kino import keyboard
from tests.unit.cells import Page


class Host:
    """A browser whose reader has these answers ready."""

    def __init__(self, answers, can_wait=True):
        self.answers, self.asked, self._can_wait = list(answers), 0, can_wait

    def can_wait(self):
        return self._can_wait

    def ask(self, prompt):
        self.asked += 1
        return self.answers.pop(0)


@pytest.fixture
def page(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "__stdin__", None)
    return Page()


def told(page, source, *answers, **options):
    """The outcome of a cell whose questions are answered, and what it printed."""
    host = Host(answers, **options)
    keyboard.install(host)
    outcome = page.run(source)
    assert not host.answers, "not all answers were asked for"
    return outcome, "".join(text for kind, text in page.sent)


@pytest.mark.parametrize(
    ("source", "answers", "words"),
    [
        ("name = input('Name? ')\nprint('Hello', name)", ["Ada"], "Name? Ada\nHello Ada\n"),
        ("input()", [""], "\n''"),
        ("print('Age? ', end=''); int(input())", ["7"], "Age? 7\n7"),
        ("input('a'), input('b')", ["1", "2"], "a1\nb2\n('1', '2')"),
        ("import sys; sys.stdin.readline()", ["é😀"], "é😀\n'é😀\\n'"),
        ("import sys\nfor line in sys.stdin: print(line.upper(), end='')", ["a", "b", keyboard.END], "a\nA\nb\nB\n"),
        ("import sys; sys.stdin.read()", ["a", "", keyboard.END], "a\n\n'a\\n\\n'"),
        ("import sys; sys.stdin.buffer.readline()", ["é"], "é\nb'\\xc3\\xa9\\n'"),
        ("import sys; sys.stdin.readline(2), sys.stdin.readline()", ["abc"], "abc\n('ab', 'c\\n')"),
        ("import fileinput; next(iter(fileinput.input('-')))", ["a"], "a\n'a\\n'"),
        ("len(input())", ["x" * 100_000], "x" * 100_000 + "\n100000"),
        ("input()", ["\ud800"], "\\ud800\n'?'"),
        ("sum(int(input(i)) for i in range(1000))", ["1"] * 1000, "".join(f"{i}1\n" for i in range(1000)) + "1000"),
    ],
)
def test_a_line_is_asked_for(page, source, answers, words):
    assert told(page, source, *answers) == ({"status": "done"}, words)


def test_no_more_lines_is_python_s_own_error(page):
    outcome, _ = told(page, "input()", keyboard.END)
    assert outcome["error"]["type"] == "EOFError"


def test_stop_instead_of_an_answer_stops(page):
    assert told(page, "try:\n    input('a')\nexcept Exception: pass", None) == ({"status": "stopped"}, "a")


@pytest.mark.parametrize(
    "source", ["name = input('Name? ')", "import sys\nsys.stdin.read()", "import sys\nfor line in sys.stdin: pass"]
)
def test_where_the_browser_cannot_wait_a_plain_sentence_says_what_to_do(page, source):
    outcome, _ = told(page, source, can_wait=False)
    assert outcome["error"]["message"] == keyboard.CANNOT
    assert outcome["error"]["frames"][0]["source"] == source.splitlines()[-1]


def test_what_one_cell_did_not_read_the_next_one_does_not_get(page):
    told(page, "import sys\nsys.stdin.read(1)", "abc")
    assert told(page, "input()", "new")[1] == "new\n'new'"


def test_a_stream_of_ones_own_is_read(page):
    assert told(page, "import sys, io\nsys.stdin = io.StringIO('mine')\ninput()") == ({"status": "done"}, "'mine'")
    assert told(page, "input()", "asked")[1] == "asked\n'asked'"
