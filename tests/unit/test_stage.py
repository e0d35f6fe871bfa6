"""The figures of a course: drawn and filmed, and every mistake in them found with its file and line."""

import json
import sys

import pytest

from kino import figures
from kino_build import film, source, stage
from kino_build.check import CourseError

OWN = """from kino.figures import Picture, Slider

TITLE = "Own"
CONTROLS = (Slider("x", "x", 0, 2, start=1, step=0.5),)
REEL = "x"


def draw(x):
    return Picture(f"<p>{x}</p>", {"x": x}, f"x is {x}")
"""


@pytest.fixture
def read(tmp_path, write_course, lesson_of):
    """read(body, **figures) → the course with that lesson and with figures/<name>.py."""

    def course(body, **own):
        files = {f"figures/{name}.py": text for name, text in own.items()} | {"a.md": lesson_of(body)}
        return source.read(write_course(tmp_path / "course", files))[0]

    yield course
    for name in [name for name in sys.modules if name.startswith("kino.figures.") and "turning" not in name]:
        del sys.modules[name]


@pytest.fixture
def wrong(read):
    """wrong(body, **figures) → every finding as (file, line, text)."""

    def findings(body, **own):
        with pytest.raises(CourseError) as caught:
            stage.shoot(read(body, **own))
        return [(finding.file, finding.line, finding.text) for finding in caught.value.findings]

    return findings


def fence(name, *options):
    return "\n".join(("```figure " + name, *options, "```", ""))


def test_a_figure_of_the_course_is_drawn_and_filmed(read):
    shots = stage.shoot(read(fence("own", "x: 0.5"), own=OWN))
    [(key, shot)] = shots.items()
    assert key == ("a", "own") and shot.state == {"x": 0.5}
    assert (shot.picture.svg, shot.picture.words) == ("<p>0.5</p>", "x is 0.5")
    frames = [film.project(json.loads(shot.film), i).svg for i in range(5)]
    assert frames == ["<p>0.0</p>", "<p>0.5</p>", "<p>1.0</p>", "<p>1.5</p>", "<p>2.0</p>"]


def test_kinos_own_figures_are_there_too(read):
    shots = stage.shoot(read(fence("turning-query", "length: 0")))
    shot = shots["a", "turning-query"]
    assert shot.picture.svg == figures.load("turning-query").draw({"length": 0}).svg


def test_a_film_is_named_after_its_content(read):
    body = fence("own id=one", "x: 0") + fence("own id=two", "x: 2")
    shots = stage.shoot(read(body, own=OWN))
    assert shots["a", "one"].film_path == shots["a", "two"].film_path
    changed = stage.shoot(read(body, own=OWN.replace("x is", "x ist")))
    assert changed["a", "one"].film_path != shots["a", "one"].film_path
    assert shots["a", "one"].film_path.startswith("films/own.")


def test_a_name_of_two_words_and_a_file_that_is_no_figure(read):
    shots = stage.shoot(read(fence("two-words"), two_words=OWN, _helper="1/0"))
    assert shots["a", "two-words"].figure.name == "two-words"


def test_an_unknown_figure_is_named_with_those_that_there_are(wrong):
    [(file, line, text)] = wrong(f"One.\n\n{fence('turning-qery')}", own=OWN)
    assert (file, line) == ("course/a.md", 7)
    assert 'no figure "turning-qery"' in text and 'Did you mean "turning-query"?' in text
    assert "There are: attention-map, masked-softmax, own, scoring-functions, turning-query" in text


def test_each_wrong_option_is_found_on_its_line(wrong):
    found = wrong(fence("turning-query", "angel: 3", "length: 9", "scaled: 1", "angle: 0"))
    assert [(file, line) for file, line, _ in found] == [("course/a.md", n) for n in (6, 7, 8)]
    texts = [text for _, _, text in found]
    assert 'no control "angel"; it has angle, length, scaled' in texts[0]
    assert "a number from 0 to 3 in steps of 0.1, not 9" in texts[1] and "true or false, not 1" in texts[2]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x = (\n", 1, ["SyntaxError"]),
        ("import math\n\n1 / 0\n", 3, ["ZeroDivisionError", "division by zero"]),
        ("import no_such_module\n", 1, ["No module named 'no_such_module'"]),
        (OWN.replace("REEL", "FILMED"), 1, ['figure "own" lacks REEL']),
        (OWN.replace('REEL = "x"', 'REEL = "y"'), 1, ['films "y"']),
        (OWN.replace("start=1", "start=9"), 1, ["starts at 9"]),
        ("", 1, ["lacks TITLE"]),
    ],
)
def test_a_broken_figure_file_is_found_even_if_no_lesson_uses_it(wrong, text, line, words):
    [(file, at, found)] = wrong("Text.", own=text)
    assert (file, at) == ("course/figures/own.py", line)
    assert "cannot be read" in found and all(word in found for word in words), found


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('{"x": x}', '{"x": 1 / x}', ["ZeroDivisionError: float division by zero", "(own.py, line 9)"]),
        ('{"x": x}', '{"x": float("nan")}', ['the value "x" of the drawing holds nan']),
        ('{"x": x}', '{"x": {x}}', ['the value "x" of the drawing holds a set']),
        ("return Picture", "Picture", ["draw must return a Picture, and returned NoneType"]),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_found_where_it_stands(wrong, before, after, words):
    [(file, line, text)] = wrong(f"One.\n\n{fence('own')}", own=OWN.replace(before, after))
    assert (file, line) == ("course/a.md", 7)
    assert 'figure "own" cannot be drawn' in text and all(word in text for word in words), text


def test_a_name_that_kino_has_already(wrong):
    [(file, line, text)] = wrong("Text.", turning_query=OWN)
    assert (file, line) == ("course/figures/turning_query.py", 1)
    assert 'kino has a figure "turning-query" already' in text


@pytest.mark.parametrize("name", ["own-dots", "Own", "2dots", "my dots", "ötzi"])
def test_a_file_name_that_python_in_the_page_could_not_import(wrong, name):
    [(file, line, text)] = wrong("Text.", **{name: OWN})
    assert (file, line) == (f"course/figures/{name}.py", 1) and "small letters, digits and underscores" in text


def test_all_mistakes_are_found_at_once(wrong):
    body = fence("no-such") + fence("own", "y: 1") + fence("turning-query", "length: 9")
    found = wrong(body, own=OWN, broken="1 / 0", turning_query=OWN)
    assert [(file, line) for file, line, _ in found] == [
        ("course/a.md", 5),
        ("course/a.md", 8),
        ("course/a.md", 11),
        ("course/figures/broken.py", 1),
        ("course/figures/turning_query.py", 1),
    ]


def test_a_draw_that_does_not_take_its_controls_is_found_in_its_file_and_nowhere_else(wrong):
    [(file, line, text)] = wrong(f"One.\n\n{fence('own')}", own=OWN.replace("draw(x)", "draw(y)"))
    assert (file, line) == ("course/figures/own.py", 1)
    assert 'draw of figure "own" must take its controls: draw(x)' in text


def cell(source, drives="own"):
    return f"```python try drives={drives}\n{source}\n```\n"


def test_a_cell_that_drives_a_figure_makes_the_function_that_the_figure_takes(read, wrong):
    driven = OWN.replace("def draw(x):", "def twice(x):\n    return 2 * x\n\n\ndef draw(x, *, twice=twice):")
    body = fence("own")
    for code in ("def twice(x): pass", "twice = len", "x =", "if True:\n    def twice(x): pass"):
        assert stage.shoot(read(body + cell(code), own=driven))
    [(file, line, text)] = wrong(body + cell("def thrice(x): pass"), own=driven)
    assert (file, line) == ("course/a.md", 7)
    assert (
        text == "drives=own hands the function twice to the figure, and this cell makes none: write def twice(…) in it"
    )
    [(file, line, text)] = wrong(body + cell("def twice(x): pass"), own=OWN)
    assert (file, line) == ("course/a.md", 7) and text.startswith("drives=own: that figure takes no function;")
