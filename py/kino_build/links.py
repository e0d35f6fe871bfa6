"""Whether what a lesson points at is there: other lessons, places in them, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from kino_build.check import Finding, suggest
from kino_build.lesson import Lesson
from kino_build.source import Source


def findings(source: Source) -> list[Finding]:
    """Every link and picture of a course that leads nowhere."""
    return [finding for lesson in source.lessons.values() for finding in _of_lesson(lesson, source)]


def _of_lesson(lesson: Lesson, source: Source) -> Iterator[Finding]:
    for link in lesson.links:
        wrong = _wrong_link(link.href, lesson, source)
        if wrong:
            yield Finding(lesson.file, link.line, wrong)
    for image in lesson.images:
        if urlsplit(image.src).scheme or not (source.folder / unquote(image.src)).is_file():
            yield Finding(
                lesson.file,
                image.line,
                f"there is no picture {image.src}; put the file into the course's folder, and name it from there",
            )
        elif not (source.folder / unquote(image.src)).resolve().is_relative_to(source.folder.resolve()):
            yield Finding(
                lesson.file,
                image.line,
                f"the picture {image.src} lies outside the course's folder; put it inside",
            )


def _wrong_link(href: str, lesson: Lesson, source: Source) -> str:
    parts = urlsplit(href)
    if parts.scheme in ("http", "https", "mailto"):
        return ""
    if parts.scheme:
        return f"a link to {parts.scheme}: is not possible here; use https:"
    planned = {item.slug for module in source.outline.modules for item in module.items} | set(source.lessons)
    slug = unquote(parts.path).removesuffix(".md") if parts.path else lesson.slug
    if parts.query or (parts.path and not parts.path.endswith(".md")):
        return f"{href} is no lesson; a link to a lesson ends in .md, one elsewhere starts with https:"
    if slug not in planned:
        return f"there is no lesson {slug}.md, written or planned in course.yml.{suggest(slug, planned)}"
    ids = _ids(source.lessons[slug]) if slug in source.lessons else set()
    if parts.fragment and slug in source.lessons and unquote(parts.fragment) not in ids:
        return f"{slug}.md has no place called #{parts.fragment}.{suggest(parts.fragment, ids)}"
    return ""


def _ids(lesson: Lesson) -> set[str]:
    return {part.id for part in (*lesson.headings, *lesson.figures, *lesson.cells)}
