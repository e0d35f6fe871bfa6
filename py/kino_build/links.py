"""Whether what a lesson points at is there: other lessons, places in them, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from kino_build import scripts
from kino_build.check import Finding, suggest
from kino_build.lesson import Lesson
from kino_build.source import Source

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")


def findings(source: Source) -> list[Finding]:
    """Every link and picture of a course that leads nowhere."""
    return [finding for lesson in source.lessons.values() for finding in _of_lesson(lesson, source)]


def _of_lesson(lesson: Lesson, source: Source) -> Iterator[Finding]:
    for link in lesson.links:
        wrong = _wrong_link(link.href, lesson, source)
        if wrong:
            yield Finding(lesson.file, link.line, wrong)
    for image in lesson.images:
        if scripts.runs(image.src):
            continue  # a finding of the lesson's own
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
        elif wrong := _wrong_picture(source.folder / unquote(image.src)):
            yield Finding(lesson.file, image.line, f"the picture {image.src} {wrong}")


def _wrong_picture(path: Path) -> str:
    """What keeps a file from being a picture of the site: opened by its own address, it would be a page of the site."""
    if path.suffix.lower() not in PICTURES:
        return f"is no picture by its name; one ends in {', '.join(PICTURES)}"
    if path.suffix.lower() != ".svg":
        return ""
    try:
        held = scripts.held(path.read_bytes())
    except ElementTree.ParseError as error:
        return f"cannot be read as SVG ({error}); export it anew"
    return f"holds script ({held}); export it as a plain SVG or as a PNG" if held else ""


def _wrong_link(href: str, lesson: Lesson, source: Source) -> str:
    if scripts.runs(href):
        return ""  # a finding of the lesson's own
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
