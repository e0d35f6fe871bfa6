"""Predictions: what a fence asks, what the figure shows there, and every mistake with its line."""

import pytest

from kino import figures
from kino.figures import Picture, Slider
from kino_build import lesson, predict
from kino_build.check import CourseError

FIGURE = "```figure turning-query\n```\n\n"  # the fence after it begins on line 8 of the file
GOOD = {
    "question": "question: Which *one*, and $x$?",
    "at": "at: {angle: 120}",
    "bars": "bars: weights\nlabels: [vermilion, ochre, teal, indigo]",
}
CHOICES = {"bars": None, "choices": "choices: [one, two]", "answer": "answer: 2"}
TURNING = figures.load("turning-query")


def text_of(info="turning-query", **changes):
    entries = [entry for entry in (GOOD | changes).values() if entry is not None]
    return "\n".join(["---", "title: T", "minutes: 3", "---", FIGURE + f"```predict {info}", *entries, "```", ""])


def read(*info, **changes):
    [one] = lesson.parse(text_of(*info, **changes), slug="a", file="a.md").predictions
    return one


def wrong(*info, **changes):
    with pytest.raises(CourseError) as caught:
        lesson.parse(text_of(*info, **changes), slug="a", file="a.md")
    return [(finding.line, finding.text) for finding in caught.value.findings]


def unsettled(figure=TURNING, start=TURNING.start, **changes):
    with pytest.raises(CourseError) as caught:
        predict.settle(read(**changes), figure, start, "a.md")
    return [(finding.line, finding.text) for finding in caught.value.findings]


def test_bars_are_the_numbers_of_the_figure_in_that_state():
    one = read()
    assert (one.figure, one.id, one.line) == ("turning-query", "predict-turning-query", 8)
    asked = predict.settle(one, TURNING, TURNING.start | {"length": 2}, "a.md")
    assert asked.state == {"angle": 120, "length": 2, "scaled": True}
    assert asked.path == ("weights",) and asked.is_whole
    assert asked.truth == tuple(TURNING.draw({"angle": 120, "length": 2}).values["weights"].tolist())


def test_choices_have_a_right_one():
    asked = predict.settle(read(**CHOICES), TURNING, TURNING.start, "a.md")
    assert asked.prediction.choices == ("one", "two") and asked.prediction.answer == 2
    assert asked.truth == () and not asked.is_whole


def test_the_texts_are_markdown_and_belong_to_the_lesson():
    after = "after: |\n  One.\n\n  See $x$\n  and [b](b.md)."
    text = text_of(question="question: Is *it* $q$?", after=after, **CHOICES)
    one = lesson.parse(text, slug="a", file="a.md")
    assert [(math.tex, math.line) for math in one.maths] == [("q", 9), ("x", 14)]
    assert [(link.href, link.line) for link in one.links] == [("b.md", 15)]
    html = lesson.render(
        one,
        typeset=lambda part: "{" + part.tex + "}",
        figure=lambda fence: "",
        cell=lambda fence: "",
        prediction=lambda found, html: " | ".join(html(token) for token in found.texts),
        link=lambda href: "b.html",
        image=lambda src: "",
    )
    assert html.strip() == 'Is <em>it</em> {q}? | one | two | One. | See {x}\nand <a href="b.html">b</a>.'


def test_what_looks_like_other_markdown_is_text():
    one = read(question='question: "1. ^[x] [^1] # - ```"', **CHOICES | {"choices": 'choices: ["-1", "- 1", "# <b>"]'})
    assert one.choices == ("-1", "- 1", "# <b>")
    html = lesson.parser().renderer.render(list(one.texts), lesson.parser().options, {})
    assert html == "1. ^[x] [^1] # - ```-1- 1# &lt;b&gt;"


def test_the_meaning_is_what_is_asked_and_not_how():
    meaning = read().meaning
    assert meaning == read(question="question: Another way to say it?", after="after: So.").meaning
    for change in (
        {"at": "at: {angle: 121}"},
        {"bars": "bars: weights\nlabels: [a, b, c, d]"},
        CHOICES,
    ):
        assert read(**change).meaning != meaning


def test_ids_are_settled_like_those_of_figures():
    assert read("turning-query id=first-guess").id == "first-guess"
    text = text_of() + text_of().split("---\n")[2].replace(FIGURE, "\n")
    ids = [one.id for one in lesson.parse(text, slug="a", file="a.md").predictions]
    assert ids == ["predict-turning-query", "predict-turning-query-2"]
    [(line, words)] = wrong("turning-query id=turning-query id=x")
    assert line == 8 and "set twice" in words


# What can be wrong


@pytest.mark.parametrize(
    ("changes", "line", "words"),
    [
        ({"question": None}, 8, "needs a question"),
        ({"question": "question:"}, 9, "question must be a text"),
        ({"question": "question: 5"}, 9, "question must be a text"),
        ({"question": "question: '  '"}, 9, "question must be a text"),
        ({"after": "after: [1]"}, 13, "after must be a text"),
        ({"at": None}, 8, "needs the state"),
        ({"at": "at: 120"}, 10, 'like "at: {angle: 120}"'),
        ({"at": "at: {}"}, 10, "the state of the figure"),
        ({"bars": None}, 8, "bars: weights"),
        ({"bars": "bars: 3\nlabels: [a, b]"}, 11, "bars must be a text"),
        ({"bars": "bars: weights"}, 11, "bars need labels"),
        ({"bars": "bars: weights\nlabels: vermilion"}, 12, "labels must be a list"),
        ({"bars": "bars: weights\nlabels: [vermilion]"}, 12, "labels must be a list"),
        ({"bars": "bars: weights\nlabels: [a, a]"}, 12, '"a" stands twice among the labels'),
        ({"bars": "bars: weights\nlabels:\n - a\n - 1"}, 14, "put 1 in quotes"),
        ({"choices": "choices: [a, b]"}, 13, "bars or choices, not both"),
        ({"answer": "answer: 1"}, 13, "answer goes with choices"),
        (CHOICES | {"labels": "labels: [a, b]"}, 13, "labels goes with bars"),
        (CHOICES | {"choices": "choices: [yes, no]"}, 11, "put True in quotes"),
        (CHOICES | {"choices": "choices: one"}, 11, "choices must be a list"),
        (CHOICES | {"answer": None}, 11, "which of the choices is right"),
        (CHOICES | {"answer": "answer: 3"}, 12, '"answer: 1" to "answer: 2"'),
        (CHOICES | {"answer": "answer: two"}, 12, "not among the choices"),
        (CHOICES | {"answer": "answer: true"}, 12, "not among the choices"),
        ({"more": "awnser: 1"}, 13, 'Did you mean "answer"?'),
        ({"question": "question: What $$ is?", "at": "at: {angle: 1}", "more": "bars: x"}, 13, "set twice"),
    ],
)
def test_a_mistake_of_form_is_found_on_its_line(changes, line, words):
    found = wrong(**changes)
    assert any(at == line and words in text for at, text in found), found


def test_a_fence_without_entries_is_one_mistake():
    assert [line for line, _ in wrong(question=None, at=None, bars=None)] == [9]
    assert [line for line, _ in wrong(question="just text", at=None, bars=None)] == [9]


def test_mistakes_are_found_together():
    found = wrong("", question=None, at=None, answer="answer: 1")
    assert [line for line, _ in found] == [8, 8, 8, 11]


@pytest.mark.parametrize(
    ("info", "words"),
    [
        ("", "this names no figure"),
        ("Turning", '"Turning" is no figure\'s id'),
        ("turning-query id=A", "must be a letter"),
        ("turning-query drives=x", 'unknown attribute "drives"'),
        ("turning-qerry", 'Did you mean "turning-query"?'),
    ],
)
def test_a_wrong_name_is_found(info, words):
    [(line, text)] = wrong(info)
    assert line == 8 and words in text


def test_wrong_math_is_found_in_a_text():
    [(line, text)] = wrong(question="question: What is $$ $$ here?")
    assert line == 9 and "empty formula" in text


@pytest.mark.parametrize(
    ("changes", "line", "words"),
    [
        ({"at": "at: {angel: 1}"}, 10, 'Did you mean "angle"?'),
        ({"at": "at:\n  length: 1\n  angle: 181"}, 12, "from -180 to 180"),
        ({"at": "at: {angle: 0.5}"}, 10, "steps of 1"),
        ({"at": "at: {scaled: 1}"}, 10, "true or false"),
        ({"at": "at: {angle: [1]}"}, 10, "not [1]"),
        ({"at": "at: {angle: 50, scaled: true}"}, 10, "nothing to predict"),
        ({"bars": "bars: wieghts\nlabels: [a, b]"}, 11, 'Did you mean "weights"?'),
        ({"bars": "bars: angle\nlabels: [a, b]"}, 11, "no list of numbers"),
        ({"bars": "bars: weights.1\nlabels: [a, b]"}, 11, "no list of numbers"),
        ({"bars": "bars: weights.5\nlabels: [a, b]"}, 11, 'no "5" among the figure\'s values.weights'),
        ({"bars": "bars: scores\nlabels: [a, b, c, d]"}, 11, "numbers from 0 to 1"),
        ({"bars": "bars: weights\nlabels: [a, b, c]"}, 12, "3 labels for 4 numbers"),
    ],
)
def test_what_does_not_fit_the_figure_is_found_on_its_line(changes, line, words):
    [(at, text)] = unsettled(**changes)
    assert at == line and words in text, text


def own(draw):
    module = type("own", (), {"TITLE": "T", "CONTROLS": (Slider("angle", "a", 0, 180, start=0),), "REEL": "angle"})
    module.draw = staticmethod(draw)
    return figures.read("own", module)


def test_a_figure_that_cannot_be_drawn_there_is_found():
    [(line, text)] = unsettled(own(lambda angle: 1 / 0), {"angle": 0})
    assert line == 10 and "cannot be drawn in this state: ZeroDivisionError" in text


def test_a_value_can_lie_deeper():
    values = {"a b": {"c": [[0.5, 0], [1, 0.25]]}, "d": [["x"]]}
    figure = own(lambda angle: Picture("", values, ""))
    asked = predict.settle(read(bars="bars: a b.c.2\nlabels: [x, y]"), figure, {"angle": 0}, "a.md")
    assert asked.path == ("a b", "c", 1) and asked.truth == (1, 0.25) and not asked.is_whole
    [(_, text)] = unsettled(figure, {"angle": 0}, bars="bars: d\nlabels: [x, y]")
    assert "lists of the figure: a b.c.1, a b.c.2" in text
