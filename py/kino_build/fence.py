"""Fences: the info string of a fence decides whether it is code to read, a cell to run or a figure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kino_build import excerpt, exercises, marks
from kino_build.check import CourseError, Finding, suggest
from kino_build.exercises import Exercise, Part

FIGURE_FORM = "```figure NAME [id=an-id]"
CELL_FORM = "```python try [shown] [id=an-id] [drives=FIGURE-ID]"
PREDICT_FORM = "```predict FIGURE-ID [id=an-id]"
FORMS = {"figure": FIGURE_FORM, "predict": PREDICT_FORM}
SOURCE_FORM = "```python source=kino.attention.softmax"
KINDS = ("try", "exercise", *exercises.PARTS)
ID = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True)
class Code:
    """Code to read: its language ('' for none), its text, and the line of its first character's fence."""

    language: str
    source: str
    line: int


@dataclass(frozen=True)
class FigureFence:
    """A figure to place: the module's name, the id on the page, and the start values that the author set."""

    name: str
    id: str
    options: Mapping[str, Any]
    line: int
    option_lines: Mapping[str, int]


@dataclass(frozen=True)
class CellFence:
    """Code that the reader may change and run; `drives` is the id of the figure that gets its function.

    `shown`: its output is computed when the site is built, and stands in the page before Python wakes.
    `exercise`: what makes an exercise of it.
    """

    id: str
    source: str
    drives: str | None
    line: int
    shown: bool = False
    exercise: Exercise | None = None

    @property
    def code(self) -> Code:
        """The starter as code to read, for the time before the editor loads."""
        return Code("python", self.source, self.line)

    @property
    def solutions(self) -> tuple[Code, ...]:
        """The solutions of an exercise as code to read."""
        return tuple(Code("python", one.source, one.line) for one in (self.exercise.solutions if self.exercise else ()))


Fence = Code | FigureFence | CellFence | Part


def read(info: str, body: str, *, file: str, line: int) -> Fence:
    """Return what a fence means; an id that the author did not write is ''.

    Raises CourseError with every mistake in the info string and in a figure's options.
    """
    words = info.split()
    head, rest = (words[0], words[1:]) if words else ("", [])
    if head == "figure":
        return _figure(rest, body, file, line)
    if head == "python" and rest and rest[0].startswith("source="):
        return _source(rest, body, file, line)
    if head == "python" and rest and rest[0] in exercises.PARTS:
        part, findings = exercises.part(rest, body, file, line)
        if part is None:
            raise CourseError(findings)
        return part
    if head == "python" and rest:
        return _cell(rest, body, file, line)
    if rest:
        right = next((form for word, form in FORMS.items() if suggest(head, [word])), CELL_FORM)
        words_left = " ".join(rest)
        text = f'"{words_left}" after "{head}" means nothing; a live fence is {FIGURE_FORM} or {CELL_FORM}.'
        raise CourseError([Finding(file, line, f'{text} Did you mean "{right}"?')])
    return Code(head, body, line)


def _figure(words: list[str], body: str, file: str, line: int) -> FigureFence:
    name, rest = (words[0], words[1:]) if words and "=" not in words[0] else ("", words)
    given, findings = attributes(rest, ("id",), FIGURE_FORM, file, line)
    if not ID.fullmatch(name):
        wrong = f'"{name}" is no figure\'s name' if name else "the figure has no name"
        findings.append(Finding(file, line, f"{wrong}; the form is {FIGURE_FORM}, with a name like turning-query"))
    options: dict[str, marks.Marked] = {}
    try:
        read_options = marks.read(body, file=file, line=line + 1)
        if isinstance(read_options.value, dict):
            options = read_options.value
        elif read_options.value is not None:
            text = 'the start values of a figure are "control: value" lines, like "angle: 35"'
            findings.append(Finding(file, read_options.line, text))
    except CourseError as error:
        findings += error.findings
    if findings:
        raise CourseError(findings)
    values = {key: item.plain() for key, item in options.items()}
    lines = {key: item.key_line for key, item in options.items()}
    return FigureFence(name, given.get("id", ""), values, line, lines)


def _cell(words: list[str], body: str, file: str, line: int) -> CellFence:
    findings = []
    is_exercise = words[0] == "exercise"
    if words[0] != "try" and not is_exercise:
        form = f"the form is {CELL_FORM}, or {exercises.FORM}, or ```python alone for code to read."
        text = f'"{words[0]}" after "python" means nothing; {form}{suggest(words[0], KINDS)}'
        findings.append(Finding(file, line, text))
    rest = words if "=" in words[0] else words[1:]
    shown = "shown" in rest and not is_exercise
    rest = [word for word in rest if not shown or word != "shown"]
    form = exercises.FORM if is_exercise else CELL_FORM
    given, wrong = attributes(rest, ("id", "drives"), form, file, line)
    if findings or wrong:
        raise CourseError(findings + wrong)
    return CellFence(given.get("id", ""), body, given.get("drives"), line, shown, Exercise() if is_exercise else None)


def _source(words: list[str], body: str, file: str, line: int) -> Code:
    """The real source of a part of kino; the fence itself is empty."""
    wrong = []
    if len(words) > 1 or body.strip():
        wrong.append(f"a source fence has a name and is empty otherwise; the form is {SOURCE_FORM}")
    try:
        source = excerpt.source_of(words[0].removeprefix("source="))
    except LookupError as error:
        wrong.append(str(error))
    if wrong:
        raise CourseError([Finding(file, line, text) for text in wrong])
    return Code("python", source, line)


def attributes(
    words: list[str], known: tuple[str, ...], form: str, file: str, line: int
) -> tuple[dict[str, str], list[Finding]]:
    given: dict[str, str] = {}
    wrong = []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            wrong.append(f'"{word}" means nothing here; the form is {form}.{suggest(word, (*known, "shown"))}')
        elif key not in known:
            wrong.append(f'unknown attribute "{key}"; the form is {form}.{suggest(key, known)}')
        elif key in given:
            wrong.append(f'"{key}" is set twice; keep one')
        elif not ID.fullmatch(value):
            wrong.append(f'{key}="{value}" must be a letter, then small letters, digits or hyphens, like {key}=soft-1')
        given[key] = value
    return given, [Finding(file, line, text) for text in wrong]
