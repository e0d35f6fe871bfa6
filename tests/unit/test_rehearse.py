"""Cells that show their output: run when the site is built, in one namespace, with every mistake on its line."""

import numpy as np
import pytest

from kino_build import rehearse
from kino_build.check import CourseError
from kino_build.lesson import parse

FRONT = "---\ntitle: T\nminutes: 1\n---\n"


def lesson(*cells):
    fences = "".join(f"\n```python try {words}\n{code}\n```\n" for words, code in cells)
    return parse(f"{FRONT}Text.\n{fences}", slug="a", file="a.md")


def run(*cells):
    return rehearse.rehearse(lesson(*cells))


def refused(*cells):
    with pytest.raises(CourseError) as caught:
        run(*cells)
    return [(finding.line, finding.text) for finding in caught.value.findings]


def test_only_cells_that_ask_for_it_are_run():
    assert run(("id=a", "1/0")) == {}


def test_cells_before_it_are_run_too_but_not_shown():
    shown = run(("id=a", "x = 20\nprint('hidden')"), ("shown id=b", "print(x + 1)\nx + 2"), ("id=c", "1/0"))
    assert [(name, [(part.kind, part.text) for part in parts]) for name, parts in shown.items()] == [
        ("b", [("out", "21\n"), ("value", "22")])
    ]


def test_a_plot_is_a_picture_with_words():
    (picture,) = run(("shown id=a", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('Up')"))["a"]
    assert picture.kind == "image" and picture.png.startswith(b"\x89PNG")
    assert "Up" in picture.text and (picture.width, picture.height) == (640, 400)
    assert picture.path == f"outputs/{picture.path.split('/')[1]}" and picture.path.endswith(".png")


def test_the_same_cells_give_the_same_bytes():
    cell = ("shown id=a", "import matplotlib.pyplot as plt\nplt.imshow([[0, 1]])")
    assert run(cell) == run(cell)


def test_an_error_is_found_on_its_line():
    ((line, text),) = refused(("shown id=a", "x = 1\n\n1/0"))
    assert line == 7 + 3
    assert text == "cell a cannot be run when the site is built: ZeroDivisionError: division by zero"


def test_an_await_cannot_be_shown():
    ((line, text),) = refused(("shown id=a", "import asyncio\nawait asyncio.sleep(0)"))
    assert line == 7 and "only the browser can wait for it" in text


def test_a_cell_without_end_is_named(monkeypatch):
    monkeypatch.setattr(rehearse, "LONGEST", 1)
    ((line, text),) = refused(("shown id=a", "while True: pass"))
    assert line == 7 and "did not come to an end within 1 s" in text


def test_a_crash_of_python_is_a_finding():
    ((line, text),) = refused(("shown id=a", "import os\nos._exit(3)"))
    assert line == 7 and "could not be run" in text


def test_the_lessons_numbers_are_numpys():
    code = "import numpy as np\nprint(np.random.default_rng(0).normal())"
    (part,) = run(("shown id=a", code))["a"]
    assert float(part.text) == np.random.default_rng(0).normal()


def test_a_set_is_written_in_the_same_order_every_time():
    cell = ("shown id=a", "print({'query', 'key', 'value', 'score'})")
    assert len({run(cell)["a"][0].text for _ in range(3)}) == 1


def test_the_authors_own_settings_do_not_change_a_picture(monkeypatch, tmp_path):
    cell = ("shown id=a", "import matplotlib.pyplot as plt\nplt.plot([1, 2])")
    plain = run(cell)
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\n")
    monkeypatch.setenv("MATPLOTLIBRC", str(tmp_path / "matplotlibrc"))
    monkeypatch.chdir(tmp_path)
    assert run(cell) == plain


def test_what_goes_past_stdout_does_not_spoil_the_answer():
    cell = ("shown id=a", "import os, sys\nos.system('echo hi')\nos.write(1, b'x')\nprint('out')")
    assert ("out", "out\n") in [(part.kind, part.text) for part in run(cell)["a"]]


def test_a_cell_before_a_shown_one_may_not_wait_either():
    ((line, text),) = refused(("id=a", "await f()"), ("shown id=b", "1"))
    assert line == 7 and "nor one before such a cell" in text


def test_colours_and_progress_are_in_the_page_as_they_would_be_read():
    source = "print('\\x1b[1;31mred\\x1b[0m')\nfor i in range(3): print(f'\\r{i} of 3', end='')\n"
    source += "print('\\r\\n\\x1b]0;t\\x07end')"
    assert [part.text for part in run(("shown id=a", source))["a"]] == ["red\n2 of 3\nend\n"]
