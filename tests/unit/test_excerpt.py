"""Source fences show the real source, or say why not."""

import inspect
from pathlib import Path

import pytest

from kino import attention
from kino_build.check import CourseError
from kino_build.excerpt import source_of
from kino_build.lesson import parse

FRONT = "---\ntitle: T\nminutes: 1\n---\n"


@pytest.mark.parametrize("name", ["softmax", "masked_softmax", "bmm", "DotProductAttention", "AdditiveAttention"])
def test_the_source_is_the_one_in_the_file(name):
    source = source_of(f"kino.attention.{name}")
    part = getattr(attention, name)
    assert source in Path(inspect.getfile(part)).read_text("utf-8")
    assert source.startswith(("def ", "class ")) and name in source.partition("\n")[0]


def test_a_source_fence_becomes_code_to_read():
    lesson = parse(f"{FRONT}Text.\n\n```python source=kino.attention.bmm\n```\n", slug="a", file="a.md")
    assert [code.source for code in lesson.codes] == [source_of("kino.attention.bmm")]


@pytest.mark.parametrize(
    ("fence", "words"),
    [
        ("source=kino.attention.sofmax\n", "kino has no kino.attention.sofmax"),
        ("source=kino.nothing.softmax\n", "kino has no kino.nothing.softmax"),
        ("source=os.path.join\n", "not a part of kino"),
        ("source=kino\n", "not a part of kino"),
        ("source=\n", "not a part of kino"),
        ("source=kino.svg.MINUS\n", "neither a function nor a class"),
        ("source=kino.attention.bmm\nx = 1\n", "is empty otherwise"),
        ("source=kino.attention.bmm id=a\n", "is empty otherwise"),
    ],
)
def test_what_cannot_be_shown_is_a_finding_on_its_line(fence, words):
    with pytest.raises(CourseError) as caught:
        parse(f"{FRONT}Text.\n\n```python {fence}```\n", slug="a", file="a.md")
    assert [finding.line for finding in caught.value.findings] == [7]
    assert words in str(caught.value)
