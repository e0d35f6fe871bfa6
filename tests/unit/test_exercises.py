"""Exercises in a lesson: how they are read, and every mistake on its line."""

import pytest

from kino_build import lesson
from kino_build.check import CourseError
from kino_build.rehearse import rehearse

FRONT = "---\ntitle: T\nminutes: 1\n---\n"  # the body begins on line 5
START = "```python exercise id=double\ndef double(x):\n    return ____\n```\n"
HINT = ":::hint\nTwo *times* $x$.\n:::\n"
CHECK = '```python check\nassert double(2) == 4, f"of 2 it makes {double(2)}"\nassert double(3) == 6, "three"\n```\n'
RIGHT = "```python solution\ndef double(x):\n    return 2 * x\n```\n"
OTHER = "```python solution\ndouble = lambda x: x + x\n```\n"
WRONG = "```python wrong\n# of 2 it makes 8\ndef double(x):\n    return x**3\n```\n"
WHOLE = START + HINT + HINT + CHECK + RIGHT + OTHER + WRONG


def parse(body):
    return lesson.parse(FRONT + body, slug="a", file="a.md")


def findings(call, body):
    with pytest.raises(CourseError) as caught:
        call(body)
    return [(finding.line, finding.text) for finding in caught.value.findings]


def one(call, body, line, *words):
    [(at, text)] = findings(call, body)
    assert at == line and all(word in text for word in words), (at, text)


# Reading


def test_all_that_stands_directly_after_an_exercise_belongs_to_it():
    read = parse(f"Before.\n\n{WHOLE}\nAfter.\n")
    [cell] = read.cells
    assert (cell.id, cell.line, cell.exercise.hints, cell.exercise.makes) == ("double", 7, 2, ("double",))
    assert [part.line for part in cell.exercise.solutions] == [21, 25] and cell.exercise.check.line == 17
    assert [(part.message, part.line) for part in cell.exercise.wrongs] == [("of 2 it makes 8", 28)]
    assert [math.tex for math in read.maths] == ["x", "x"] and read.codes == ()


def test_hints_are_rendered_in_their_cell_and_nothing_else_of_it_stands_in_the_text():
    html = lesson.render(
        parse(f"Before.\n\n{WHOLE}\nAfter.\n"),
        typeset=lambda part: "{math}",
        figure=None,
        cell=lambda fence, hints: f"<cell>{hints}</cell>",
        prediction=None,
        link=None,
        image=None,
    )
    hint = '<details class="hint"><summary>Hint {} of 2</summary><div>\n'
    hint += "<p>Two <em>times</em> {{math}}.</p>\n</div></details>\n"
    assert html == f"<p>Before.</p>\n<cell>{hint.format(1)}{hint.format(2)}</cell>\n<p>After.</p>\n"


@pytest.mark.parametrize("around", ["- {}", "> {}", ":::note\n{}:::\n", "1. {}"])
def test_an_exercise_may_stand_in_a_list_a_quotation_or_a_box(around):
    if around.startswith(":"):
        body = around.replace(":::", "::::").format(WHOLE)
    else:
        first, rest = WHOLE.split("\n", 1)
        indent = "> " if around.startswith(">") else " " * around.index("{")
        body = around.format(first) + "\n" + "".join(f"{indent}{line}\n" for line in rest.splitlines())
    [cell] = parse(body).cells
    assert cell.exercise.hints == 2 and len(cell.exercise.wrongs) == 1


def test_two_exercises_one_after_the_other_keep_their_parts():
    first, second = parse(
        WHOLE + "\n" + WHOLE.replace("id=double", "id=again drives=dial").replace(OTHER, "") + "\n```figure dial\n```\n"
    ).cells
    assert (len(first.exercise.solutions), len(second.exercise.solutions)) == (2, 1)
    assert (first.drives, second.drives) == (None, "dial")


def test_what_the_check_imports_is_not_asked_of_the_answer():
    check = CHECK.replace("check\n", "check\nimport numpy as np\nassert np.double\nfound = double(1)\n")
    body = WHOLE.replace(CHECK, check)
    for solution in (RIGHT, OTHER):
        body = body.replace(solution, solution.replace("solution\n", "solution\nimport numpy as np\nfound = 1\n"))
    [cell] = parse(body).cells
    assert cell.exercise.makes == ("double",)


# Mistakes of form


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        (START + RIGHT, 5, ["no check", "```python check"]),
        (START + CHECK, 5, ["no solution", "```python solution"]),
        (START + CHECK + CHECK + RIGHT, 13, ["a check on line 9", "into one"]),
        (WHOLE + "\nText.\n\n" + HINT, 34, ["hint belongs to no exercise", "directly after one"]),
        (CHECK, 5, ["check belongs to no exercise"]),
        ("```python try\n1\n```\n\n" + WRONG, 9, ["wrong belongs to no exercise"]),
        (WHOLE.replace("# of 2 it makes 8\n", ""), 26, ["begins with a comment", "message"]),
        (WHOLE.replace("python wrong", "python wrong says=x"), 26, ['"says=x" means nothing', "```python wrong"]),
        (WHOLE.replace("id=double", "id=double shown"), 5, ['"shown" means nothing', "```python exercise"]),
        (WHOLE.replace("id=double", "id=double hints=2"), 5, ['unknown attribute "hints"', "drives"]),
        (WHOLE.replace("python exercise", "python exercize"), 5, ['Did you mean "exercise"?']),
        (WHOLE.replace("assert double(2)", "assert (double(2)"), 16, ["check is no Python"]),
        (WHOLE.replace("lambda x: x + x", "lambda: ("), 24, ["solution is no Python"]),
        (START + "```python check\nx = 1\n```\n" + RIGHT, 9, ["asserts nothing"]),
        (START + "```python check\n```\n" + RIGHT, 9, ["check is empty"]),
        (WHOLE.replace("Two *times* $x$.", "```python try\n1\n```", 1), 10, ["a hint holds text"]),
        (WHOLE.replace("Two *times* $x$.", "## Two", 1), 10, ["a hint holds text"]),
        (WHOLE.replace(":::hint\n", ":::hnt\n", 1), 9, ['Did you mean "hint"?']),
    ],
)
def test_a_mistake_of_form_is_found_on_its_line(body, line, words):
    found = findings(parse, body)
    assert any(at == line and all(word in text for word in words) for at, text in found), found


def test_an_exercise_that_cannot_be_read_does_not_make_its_parts_stray():
    one(parse, WHOLE.replace("id=double", "id=Double"), 5, "must be a letter")


# Mistakes that only running finds


def test_an_exercise_that_is_right_is_rehearsed_without_a_word():
    assert rehearse(parse(WHOLE)) == {}


def test_cells_above_are_there_and_cells_below_find_what_a_right_answer_makes():
    body = f"```python try\ntwo = 2\n```\n\n{WHOLE.replace('2 * x', 'two * x')}\n"
    body += "```python try shown id=after\ndouble(21)\n```\n"
    [shown] = rehearse(parse(body))["after"]
    assert shown.text == "42"


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        (WHOLE.replace("____", "x + x"), 5, ["the starter", "passes the check as it is"]),
        (WHOLE.replace("2 * x\n", "3 * x\n"), 19, ["this solution does not pass the check: of 2 it makes 6"]),
        (WHOLE.replace("2 * x\n", "2 / 0\n"), 21, ["this solution does not pass", "ZeroDivisionError"]),
        (WHOLE.replace("x**3", "x * 2"), 26, ["this wrong answer passes the check"]),
        (WHOLE.replace("x**3", "x**2"), 26, ['does not meet "of 2 it makes 8" but "three"']),
        (WHOLE.replace("x**3", "None"), 26, ['but "of 2 it makes None']),
        (WHOLE.replace("x**3", "y"), 26, ["NameError"]),
        ("```python try id=before\n1 / 0\n```\n\n" + WHOLE, 6, ["cell before cannot be run"]),
    ],
)
def test_a_mistake_that_running_finds_is_on_its_line(body, line, words):
    found = findings(lambda body: rehearse(parse(body)), body)
    assert any(at == line and all(word in text for word in words) for at, text in found), found


def test_a_wrong_answer_may_meet_an_error_or_a_part_of_a_message():
    rehearse(parse(WHOLE.replace("# of 2 it makes 8", "# it   makes")))
    rehearse(parse(WHOLE.replace("# of 2 it makes 8", "# ZeroDivisionError").replace("x**3", "x / 0")))
    rehearse(parse(WHOLE.replace(WRONG, "```python wrong\n# does not make\nduoble = lambda x: 2 * x\n```\n")))


def test_answers_do_not_reach_each_other():
    greedy = WRONG.replace("return x**3", "return x**3\nseen.append(1)")
    body = "```python try\nseen = []\n```\n\n" + WHOLE.replace(WRONG, greedy * 2)
    body = body.replace("```python check\n", "```python check\nassert len(seen) < 2\n")
    assert rehearse(parse(body)) == {}


@pytest.mark.parametrize(
    ("old", "line", "words"),
    [
        ("return 2 * x", 19, "this solution"),
        ("return x**3", 26, "this wrong answer"),
        ("return ____", 5, "the starter of this exercise"),
    ],
)
def test_what_does_not_end_or_ends_python_is_named(old, line, words, monkeypatch):
    monkeypatch.setattr("kino_build.rehearse.LONGEST", 4)
    for code, said in (
        ("while True: pass", "did not come to an end within 4 s"),
        ("import os; os._exit(3)", "could not be run"),
    ):
        one(lambda body: rehearse(parse(body)), WHOLE.replace(old, code), line, words, said)
