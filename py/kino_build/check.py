"""What is wrong with a course, and where: findings, and the error that carries all of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Finding:
    """One mistake: the file, the line (counted from 1), and what is wrong with what would be right."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


class CourseError(Exception):
    """A course that cannot be built; `findings` holds every mistake, sorted, each once."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(sorted(set(findings)))
        super().__init__("\n".join(map(str, self.findings)))


def suggest(word: str, known: Iterable[str]) -> str:
    """Return ' Did you mean "x"?' for the known word closest to `word`, or '' when none is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f' Did you mean "{close[0]}"?' if close else ""
