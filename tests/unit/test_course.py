"""course.yml → Course, and Course with lessons → Outline."""

import pytest

from kino_build import course, lesson
from kino_build.check import CourseError, Finding, suggest

GOOD = """\
title: Kino
tagline: Neural networks you can turn
modules:
  - title: Attention and transformers
    lessons:
      - slug: an-rnn-forward-pass
        title: An RNN forward pass
      - attention
  - title: More
    lessons:
      - slug: last
        title: The last
"""


def wrong(text):
    with pytest.raises(CourseError) as caught:
        course.parse(text, file="course.yml")
    return str(caught.value).splitlines()


def written(slug):
    text = f"---\ntitle: About {slug}\nminutes: 7\n---\nText.\n"
    return {slug: lesson.parse(text, slug=slug, file=f"{slug}.md")}


def test_a_course_keeps_its_order_and_its_lines():
    read = course.parse(GOOD, file="course.yml")
    assert (read.title, read.tagline, read.language) == ("Kino", "Neural networks you can turn", "en")
    assert [module.title for module in read.modules] == ["Attention and transformers", "More"]
    assert read.modules[0].entries == (
        course.Entry("an-rnn-forward-pass", "An RNN forward pass", 6),
        course.Entry("attention", None, 8),
    )


def test_byte_order_mark_and_crlf_are_harmless():
    assert course.parse("\ufeff" + GOOD.replace("\n", "\r\n"), file="c") == course.parse(GOOD, file="c")


@pytest.mark.parametrize(
    ("before", "after", "line", "words"),
    [
        ("tagline:", "tagine:", 2, 'unknown key "tagine" in the course'),
        ("tagline:", "tagine:", 2, 'Did you mean "tagline"?'),
        ("tagline: Neural networks you can turn", "language: German", 2, '"German" is no language tag'),
        ("title: Kino\n", "", 1, "the course has no title"),
        ("title: Kino", "title: 12", 1, "must be text"),
        ("  - title: More\n    lessons:", "  - lessons:", 9, "a module has no title"),
        ("      - attention", "      - Attention.md", 8, "like attention"),
        ("      - slug: last", "      - slug: attention", 11, "attention is listed twice, first on line 8"),
        ("        title: An RNN", "        titel: An RNN", 7, 'Did you mean "title"?'),
        ("title: Kino", "title: Kino: the site", 1, "not valid YAML"),
        ("title: Kino", "title: Kino\ntitle: Again", 2, '"title" is set twice, first on line 1'),
        ("title: Kino", "title: !!python/none x", 1, "tags are not used here"),
        ("title: Kino", "title: 2020-13-45", 1, "put it in quotes"),
        ("title: Kino", "title: Ki\x07no", 1, "a character that YAML does not allow"),
        ("title: Kino", "title: &a [*a]", 1, "holds itself"),
    ],
)
def test_each_mistake_is_named_with_its_line(before, after, line, words):
    found = [text for text in wrong(GOOD.replace(before, after)) if text.startswith(f"course.yml:{line}: ")]
    assert any(words in text for text in found), found


@pytest.mark.parametrize("text", ["", "# nothing\n", "just words\n", "- a\n"])
def test_what_is_no_mapping_is_one_finding(text):
    assert len(wrong(text)) == 1


def test_all_mistakes_come_in_one_run_sorted():
    lines = wrong("titel: Kino\nmodules:\n  - lessons: attention\n")
    places = [int(line.split(":")[1]) for line in lines]
    assert len(lines) == 4 and places == sorted(places)


def test_the_outline_names_neighbours_written_or_planned():
    outline = course.arrange(course.parse(GOOD, file="c"), written("attention"), file="c")
    assert outline.findings == ()
    planned, attention = outline.modules[0].items
    assert planned == course.Item("an-rnn-forward-pass", "An RNN forward pass", None, False)
    assert attention == course.Item("attention", "About attention", 7, True)
    assert outline.previous("attention") == planned
    assert outline.next("attention").title == "The last"
    assert outline.previous("an-rnn-forward-pass") is None and outline.next("last") is None


def test_the_file_s_title_wins():
    text = GOOD.replace("- attention", "- slug: attention\n        title: Other")
    outline = course.arrange(course.parse(text, file="c"), written("attention"), file="c")
    assert outline.modules[0].items[1].title == "About attention" and outline.findings == ()


def test_course_and_files_that_disagree_are_findings():
    outline = course.arrange(course.parse(GOOD, file="course.yml"), written("attentions"), file="course.yml")
    listed, unlisted = sorted(outline.findings, key=lambda finding: finding.file, reverse=True)
    assert (listed.file, listed.line) == ("course.yml", 8)
    assert 'Did you mean "attentions"?' in listed.text
    assert unlisted == Finding("attentions.md", 1, "no module lists this lesson; add it to course.yml")


def test_findings_are_sorted_and_told_once():
    late, early = Finding("a.md", 10, "late"), Finding("a.md", 9, "early")
    assert str(CourseError([late, early, late])) == "a.md:9: early\na.md:10: late"
    assert suggest("zzz", ["title"]) == ""
