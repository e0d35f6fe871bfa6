"""The front matter of a lesson: title, minutes, summary between two lines of ---."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kino_build import marks, scripts
from kino_build.check import CourseError, Finding

KEYS = ("title", "minutes", "summary")
FORM = 'begin with "---", then "title: …" and "minutes: 10", then "---"'


def read(lines: list[str], file: str) -> tuple[dict[str, Any], str, list[Finding]]:
    """Split off the front matter; the body keeps its line numbers, because blank lines take its place.

    Raises CourseError when it is never closed: then nothing can be told about the rest.
    """
    if lines[0].rstrip() != "---":
        return {}, "\n".join(lines), [Finding(file, 1, f"no front matter; {FORM}")]
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if end is None:
        raise CourseError([Finding(file, 1, f"this front matter is never closed; {FORM}")])
    body = "\n".join([""] * (end + 1) + lines[end + 1 :])
    try:
        front = marks.read("\n".join(lines[1:end]), file=file, line=2)
    except CourseError as error:
        return {}, body, list(error.findings)
    found, findings = marks.mapping(front, KEYS, file=file, what="the front matter")
    return {key: item.value for key, item in found.items()}, body, findings + _values(found, file)


def _values(found: Mapping[str, marks.Marked], file: str) -> list[Finding]:
    def is_text(value: Any) -> bool:
        return isinstance(value, str) and bool(value.strip())

    def is_minutes(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 240

    rules = (
        (
            "title",
            is_text,
            True,
            'a text, like "title: Attention"; quotes help where YAML reads something else',
        ),
        ("minutes", is_minutes, True, 'a whole number from 1 to 240, like "minutes: 10"'),
        ("summary", is_text, False, "one sentence of text"),
    )
    findings = []
    for key, holds, required, right in rules:
        if key not in found and required:
            findings.append(Finding(file, 1, f"the front matter has no {key}; it must be {right}"))
        elif key in found and not holds(found[key].value):
            findings.append(Finding(file, found[key].line, f"{key} must be {right}"))
        elif key in found and isinstance(found[key].value, str):
            wrong = scripts.found(found[key].value)
            findings += [Finding(file, found[key].line, f"{words}: {scripts.AS_TEXT}") for _, words in wrong]
    return findings
