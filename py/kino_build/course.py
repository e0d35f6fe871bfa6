"""A course: course.yml in, its modules and their order out; and, with the lessons, the outline. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kino_build import marks, scripts
from kino_build.check import CourseError, Finding, suggest
from kino_build.lesson import Lesson
from kino_build.parts import LANGUAGE

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
COURSE_KEYS = ("title", "tagline", "language", "modules")
MODULE_KEYS = ("title", "lessons")
ENTRY_KEYS = ("slug", "title")
# Pages that kino writes itself.
RESERVED = ("index", "licences", "404")


@dataclass(frozen=True)
class Entry:
    """A line of course.yml that names a lesson; `title` is for one that is only planned."""

    slug: str
    title: str | None
    line: int


@dataclass(frozen=True)
class Module:
    """A part of the course."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Course:
    """What course.yml says."""

    title: str
    tagline: str
    language: str
    modules: tuple[Module, ...]


# Stands in for a plan that could not be read.
NONE = Course("", "", "en", ())


@dataclass(frozen=True)
class Item:
    """A lesson in the outline; `minutes` is None until it is written."""

    slug: str
    title: str
    minutes: int | None
    written: bool


@dataclass(frozen=True)
class OutlineModule:
    """A module with its items."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Outline:
    """The course in reading order; `findings` tells where course.yml and the lesson files disagree."""

    modules: tuple[OutlineModule, ...]
    findings: tuple[Finding, ...]

    def previous(self, slug: str) -> Item | None:
        """Return the item before this one, planned or written, or None at the start."""
        return self._beside(slug, -1)

    def next(self, slug: str) -> Item | None:
        """Return the item after this one, planned or written, or None at the end."""
        return self._beside(slug, 1)

    def _beside(self, slug: str, step: int) -> Item | None:
        items = [item for module in self.modules for item in module.items]
        place = [item.slug for item in items].index(slug) + step
        return items[place] if 0 <= place < len(items) else None


def arrange(course: Course, lessons: Mapping[str, Lesson], *, file: str, unread: Collection[str] = ()) -> Outline:
    """Join the course with the lessons that are written; `file` is the name of course.yml in findings.

    unread: slugs of lessons whose files are there but could not be read.
    """
    entries = [entry for module in course.modules for entry in module.entries]
    listed = [entry.slug for entry in entries]
    findings = [
        Finding(file, entry.line, f"{entry.slug} has neither a file {entry.slug}.md nor a title here; "
                f"write the file or add the title.{suggest(entry.slug, set(lessons) - set(listed))}")
        for entry in entries
        if entry.slug not in lessons and entry.slug not in unread and entry.title is None
    ]  # fmt: skip
    findings += [
        Finding(lesson.file, 1, f"no module lists this lesson; add it to {file}")
        for slug, lesson in lessons.items()
        if slug not in listed
    ]
    modules = tuple(
        OutlineModule(module.title, tuple(_item(e, lessons.get(e.slug)) for e in module.entries))
        for module in course.modules
    )
    return Outline(modules, tuple(sorted(findings)))


def _item(entry: Entry, lesson: Lesson | None) -> Item:
    if lesson is None:
        return Item(entry.slug, entry.title or entry.slug, None, False)
    return Item(entry.slug, lesson.title, lesson.minutes, True)


def parse(text: str, *, file: str) -> Course:
    """Read course.yml. Raises CourseError with every mistake in it, each with its line."""
    root = marks.read(text.removeprefix("\ufeff"), file=file)
    read = _Reader(file, [])
    found = read.keys(root, COURSE_KEYS, "the course")
    course = Course(
        read.text(found, "title", root, "the course"),
        read.text(found, "tagline", root, "the course", ""),
        read.text(found, "language", root, "the course", "en"),
        tuple(read.module(item) for item in read.items(found, "modules", root, "the course")),
    )
    read.duplicates(course)
    if course.language and not LANGUAGE.fullmatch(course.language):
        read.wrong(found["language"].line, f'"{course.language}" is no language tag; write one like en, de or pt-BR')
    if read.findings:
        raise CourseError(read.findings)
    return course


@dataclass(frozen=True)
class _Reader:
    """Takes values out of marked YAML; what is wrong is noted and a harmless value stands in, to read on."""

    file: str
    findings: list[Finding]

    def wrong(self, line: int, text: str) -> None:
        self.findings.append(Finding(self.file, line, text))

    def keys(self, marked: marks.Marked, known: tuple[str, ...], what: str) -> dict[str, marks.Marked]:
        found, findings = marks.mapping(marked, known, file=self.file, what=what)
        self.findings.extend(findings)
        return found

    def text(
        self,
        found: dict[str, marks.Marked],
        key: str,
        inside: marks.Marked,
        what: str,
        default: str | None = None,
    ) -> str:
        if key in found:
            value = found[key].value
            if isinstance(value, str) and value.strip():
                for _, words in scripts.found(value):
                    self.wrong(found[key].line, f"{words}: {scripts.AS_TEXT}")
                return value.strip()
            self.wrong(found[key].line, f"the {key} of {what} must be text; put it in quotes")
        elif default is None and isinstance(inside.value, dict):
            self.wrong(inside.line, f'{what} has no {key}; add "{key}: …"')
        return default or ""

    def items(self, found: dict[str, marks.Marked], key: str, inside: marks.Marked, what: str) -> list[marks.Marked]:
        if key in found and isinstance(found[key].value, list) and found[key].value:
            return found[key].value
        if key in found:
            self.wrong(found[key].line, f'the {key} of {what} must be a list, one "- …" a line')
        elif isinstance(inside.value, dict):
            self.wrong(inside.line, f"{what} has no {key}; add a list of them")
        return []

    def module(self, marked: marks.Marked) -> Module:
        found = self.keys(marked, MODULE_KEYS, "a module")
        title = self.text(found, "title", marked, "a module")
        return Module(title, tuple(self.entry(item) for item in self.items(found, "lessons", marked, "a module")))

    def entry(self, marked: marks.Marked) -> Entry:
        if isinstance(marked.value, dict):
            found = self.keys(marked, ENTRY_KEYS, "a lesson")
            slug = self.text(found, "slug", marked, "a lesson")
            title = self.text(found, "title", marked, "a lesson", "") or None
        else:
            slug, title = str(marked.value), None
        if slug and not SLUG.fullmatch(slug):
            right = f"small letters, digits and hyphens, like {_slug_like(slug)}"
            self.wrong(marked.line, f'"{slug}" is no slug; a slug is the name of the file without .md: {right}')
        if slug in RESERVED:
            self.wrong(marked.line, f'"{slug}" is a page that kino writes itself; give the lesson another name')
        return Entry(slug, title, marked.line)

    def duplicates(self, course: Course) -> None:
        first: dict[str, int] = {}
        for entry in (entry for module in course.modules for entry in module.entries):
            if entry.slug and entry.slug in first:
                self.wrong(entry.line, f"{entry.slug} is listed twice, first on line {first[entry.slug]}; keep one")
            first.setdefault(entry.slug, entry.line)


def _slug_like(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower().removesuffix(".md")).strip("-") or "attention"
