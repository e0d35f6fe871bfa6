"""Links and pictures of lessons: those that lead nowhere are found, with their line."""

import pytest

from kino_build import links, source

BESIDE = """---
title: B
minutes: 1
---
## A größe, place

```python try id=soft
1
```

```figure turning-query id=dial
```
"""
COURSE = "title: C\nmodules:\n  - title: M\n    lessons: [a, b, {slug: planned, title: P}]\n"


@pytest.fixture
def findings(tmp_path, write_course, lesson_of):
    """findings(body of a.md) → (line, text) of each; b.md and some pictures lie beside it."""

    def of(body):
        files = {"course.yml": COURSE, "a.md": lesson_of(body), "b.md": BESIDE, "in/a b.png": b"x", "ü.png": b"x"}
        (tmp_path / "outside.png").write_bytes(b"x")
        found = links.findings(source.read(write_course(tmp_path / "course", files))[0])
        assert {finding.file for finding in found} <= {"course/a.md"}
        return [(finding.line, finding.text) for finding in found]

    return of


@pytest.mark.parametrize(
    "link",
    [
        *("b.md", "b.md#soft", "b.md#dial", "b.md#a-größe-place", "b.md#a-gr%C3%B6%C3%9Fe-place", "#here", "a.md#here"),
        *(
            "planned.md",
            "planned.md#later",
            "https://example.org/x.md?y=1#z",
            "http://example.org",
            "mailto:a@example.org",
        ),
    ],
)
def test_a_link_that_leads_somewhere(findings, link):
    assert findings(f"[x]({link})\n\n## Here") == []


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("c.md", ["no lesson c.md", "written or planned"]),
        ("plannd.md", ['Did you mean "planned"?']),
        ("b.md#sofd", ["b.md has no place called #sofd", 'Did you mean "soft"?']),
        ("#there", ["a.md has no place called #there"]),
        ("b.html", ["b.html is no lesson", "ends in .md"]),
        ("b", ["b is no lesson"]),
        ("b.md?x=1", ["b.md?x=1 is no lesson"]),
        ("b.md?x=1#soft", ["b.md?x=1#soft is no lesson"]),
        ("./b.md", ["no lesson ./b.md"]),
        ("/b.md", ["no lesson /b.md"]),
        ("in/b.md", ["no lesson in/b.md"]),
        ("//example.org/b.md", ["no lesson"]),
        ("ftp://example.org", ["ftp:", "use https:"]),
    ],
)
def test_a_link_that_leads_nowhere_is_found_with_its_line(findings, link, words):
    [(line, text)] = findings(f"One.\n\nTwo [x]({link}).")
    assert line == 7 and all(word in text for word in words), text


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "data:text/html,x", "file:///etc/hostname", "data:text/plain,x"]
)
def test_a_script_or_a_file_cannot_be_a_link(tmp_path, write_course, lesson_of, link):
    """What runs script is a finding of the lesson itself; any other is one of its links. Each is found once."""
    folder = write_course(
        tmp_path / "course", {"course.yml": COURSE, "a.md": lesson_of(f"[x]({link})"), "b.md": BESIDE}
    )
    read, found = source.read(folder)
    [finding] = [*found, *links.findings(read)]
    assert finding.line == 5 and link.split(":")[0] in finding.text


@pytest.mark.parametrize("image", ["in/a%20b.png", "<in/a b.png>", "ü.png", "%C3%BC.png"])
def test_a_picture_that_is_there(findings, image):
    assert findings(f"![x]({image})") == []


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ("in/b.png", ["no picture in/b.png"]),
        ("in", ["no picture in"]),
        ("in/a%20b.png?x", ["no picture"]),
        ("https://example.org/x.png", ["no picture https://example.org/x.png", "into the course's folder"]),
        ("../outside.png", ["../outside.png lies outside the course's folder"]),
        ("/etc/hostname", ["outside the course's folder"]),
    ],
)
def test_a_picture_that_is_not_there_is_found_with_its_line(findings, image, words):
    [(line, text)] = findings(f"One.\n\n![x]({image})")
    assert line == 7 and all(word in text for word in words), text


def test_each_mistake_has_a_finding(findings):
    found = findings("[x](c.md) and\n![y](y.png)\n\n- [z](#z)")
    assert [line for line, _ in sorted(found)] == [5, 6, 8]
