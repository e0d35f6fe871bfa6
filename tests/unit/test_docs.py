"""The page for authors: what it shows is what the builder takes."""

import re
from pathlib import Path

from kino_build import exercises, fence, parts, predict, write
from tests.unit.reading import Html

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/lessons.md").read_text("utf-8")


def example():
    """The complete lesson on the page."""
    [text] = re.findall(r"^````markdown\n(.*?)^````$", PAGE, re.MULTILINE | re.DOTALL)
    return text


def test_the_example_is_built_and_its_answers_are_tried(write_course, runtime, tmp_path):
    checked = write.check(ROOT, write_course(tmp_path / "course", {"a.md": example()}))
    [cell] = checked.source.lessons["a"].cells
    assert cell.exercise.hints == 2 and len(cell.exercise.solutions) == 2 and len(cell.exercise.wrongs) == 2
    page = Html(write.compose(ROOT, checked, runtime)["a.html"].decode())
    [found] = page.all("kino-cell", id="weighted-average")
    assert found["data-exercise"] == "" and '"makes": ["average"]' in found["data-check"]
    assert "Hint 1 of 2" in page.text and "Solutions" in page.text
    assert "sum(w * x for w, x in zip(weights, numbers))" not in page.text, "wrong answers are the author's"


def test_the_predictions_on_the_page_are_built(write_course, tmp_path):
    [text] = re.findall(r"^````md\n(.*?)^````$", PAGE, re.MULTILINE | re.DOTALL)
    text = f"---\ntitle: A\nminutes: 1\n---\n```figure turning-query\n```\n\n{text}"
    checked = write.check(ROOT, write_course(tmp_path / "course", {"a.md": text}))
    asked = checked.shots["a", "turning-query"].asked
    assert list(asked) == ["predict-turning-query", "turned-away"]
    bars, choices = asked.values()
    assert bars.is_whole and len(bars.truth) == 4 and choices.picture.values["weights"][0] > 0


def test_every_fence_and_every_box_is_on_the_page():
    for form in (fence.FIGURE_FORM, fence.CELL_FORM, fence.PREDICT_FORM, exercises.FORM, fence.SOURCE_FORM):
        assert form in PAGE, form
    for name in (f"`{key}`" for key in predict.KEYS):
        assert name in PAGE, name
    for name in (*(f"```python {kind}" for kind in exercises.PARTS), *(f":::{box}" for box in parts.BOXES)):
        assert name in PAGE, name
