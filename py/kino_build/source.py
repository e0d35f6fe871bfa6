"""Reads a course's folder: course.yml, the lessons beside it, its own figures. I/O."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kino_build import course, lesson
from kino_build.check import CourseError, Finding
from kino_build.course import Course, Outline
from kino_build.lesson import Lesson

T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """A course as read: its plan, and the lessons that could be read."""

    folder: Path
    course: Course
    outline: Outline
    lessons: dict[str, Lesson]


def read(folder: Path) -> tuple[Source, list[Finding]]:
    """Read the course in `folder`: what could be read, and the mistakes of every file.

    Where there is any, the source serves only to look for more. Raises CourseError where there is no course at all.
    """
    plan_path = folder / "course.yml"
    if not plan_path.is_file():
        raise CourseError(
            [Finding(f"{folder.name}/course.yml", 1, "there is no such file; it gives the title and the order")]
        )
    findings: list[Finding] = []
    plan = _attempt(lambda: course.parse(_text(plan_path), file=_name(plan_path)), findings)
    paths = sorted(folder.glob("*.md"))
    texts = {path: _attempt(lambda path=path: _text(path), findings) for path in paths}
    lessons = {}
    for path, text in texts.items():
        if text is not None:
            lessons[path.stem], wrong = lesson.read(text, slug=path.stem, file=_name(path))
            findings += wrong
    if not plan:
        return Source(folder, course.NONE, Outline((), ()), lessons), findings
    outline = course.arrange(
        plan, lessons, file=_name(plan_path), unread={path.stem for path in paths} - lessons.keys()
    )
    return Source(folder, plan, outline, lessons), [*findings, *outline.findings]


def _attempt(read_one: Callable[[], T], findings: list[Finding]) -> T | None:
    try:
        return read_one()
    except CourseError as error:
        findings.extend(error.findings)
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise CourseError([Finding(_name(path), line, "this is not UTF-8 text; save the file as UTF-8")]) from None


def _name(path: Path) -> str:
    """A file as findings name it: with the course's folder before it."""
    return f"{path.parent.name}/{path.name}"
