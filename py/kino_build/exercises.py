"""Exercises: what stands directly after one, its hints, check, solutions and wrong answers, becomes part of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from kino import exercise
from kino_build.check import Finding

FORM = "```python exercise [id=an-id] [drives=FIGURE-ID]"
PARTS = ("check", "solution", "wrong")
MESSAGE = re.compile(r"\s*#\s*(\S.*)")


@dataclass(frozen=True)
class Part:
    """A fence that belongs to an exercise: "check", "solution" or "wrong", its text, and the line of the fence.

    message: of a wrong answer, what it must meet, or a part of that.
    """

    kind: str
    source: str
    line: int
    message: str = ""


@dataclass(frozen=True)
class Exercise:
    """What makes an exercise of a cell; `hints` is how many there are."""

    check: Part = Part("check", "", 0)
    solutions: tuple[Part, ...] = ()
    wrongs: tuple[Part, ...] = ()
    hints: int = 0

    @property
    def makes(self) -> tuple[str, ...]:
        """The names that every solution makes and the check asks for, and does not make itself."""
        made = [exercise.bound(solution.source) for solution in self.solutions]
        asked = {node.id for node in ast.walk(ast.parse(self.check.source)) if isinstance(node, ast.Name)}
        asked -= exercise.bound(self.check.source)
        return tuple(sorted(asked.intersection(*made))) if made else ()

    @property
    def asked(self) -> dict:
        """The check as `kino.exercise.answer` takes it."""
        return {"source": self.check.source, "makes": self.makes}


def part(words: Sequence[str], body: str, file: str, line: int) -> tuple[Part | None, list[Finding]]:
    """Read a fence of an exercise from the words after "python"."""
    kind = words[0]
    wrong = []
    if len(words) > 1:
        wrong.append(f'"{" ".join(words[1:])}" means nothing here; the form is ```python {kind}')
    message = MESSAGE.match(body.partition("\n")[0])
    if not body.strip():
        wrong.append(f"this {kind} is empty; write it, or take the fence away")
    elif kind == "wrong" and not message:
        wrong.append(
            'a wrong answer begins with a comment, "# …": the message that it must meet when it is checked, '
            "or a part of it"
        )
    findings = [Finding(file, line, text) for text in wrong]
    if body.strip() and kind != "wrong":
        findings += _unreadable(kind, body, file, line)
    return (None if findings else Part(kind, body, line, message[1].strip() if kind == "wrong" else "")), findings


def _unreadable(kind: str, body: str, file: str, line: int) -> list[Finding]:
    try:
        nodes = list(ast.walk(ast.parse(body)))
    except (SyntaxError, ValueError) as error:
        at = getattr(error, "lineno", None) or 1
        return [Finding(file, line + at, f"this {kind} is no Python: {getattr(error, 'msg', error)}")]
    if kind == "check" and not any(map(_may_refuse, nodes)):
        return [Finding(file, line, 'this check asserts nothing; write lines like: assert x == 3, "what is wrong"')]
    return []


def _may_refuse(node: ast.AST) -> bool:
    name = getattr(node, "attr", getattr(node, "id", ""))
    return isinstance(node, (ast.Assert, ast.Raise)) or (isinstance(name, str) and "assert" in name)


def gather(tokens: list[Token], file: str) -> list[Finding]:
    """Put what follows an exercise into it: its parts as `meta["part"].exercise`, its hints as the token's children.

    Returns what is wrong, also the parts that follow no exercise.
    """
    findings: list[Finding] = []
    kept: list[Token] = []
    end = 0
    for start, token in enumerate(tokens):
        if start < end:
            continue
        kept.append(token)
        end = start + 1
        if _is_exercise(token):
            end = _end(tokens, end)
            findings += _fill(token, tokens[start + 1 : end], file)
        elif _kind(token) and not (len(kept) > 1 and _is_unread(kept[-2])):
            text = f"this {_kind(token)} belongs to no exercise; it has to stand directly after one: {FORM}"
            findings.append(Finding(file, token.map[0] + 1, text))
    tokens[:] = kept
    return findings


def _is_exercise(token: Token) -> bool:
    return token.type == "fence" and token.info.split()[:2] == ["python", "exercise"]


def _is_unread(token: Token) -> bool:
    return token.type == "fence" and "part" not in token.meta


def _kind(token: Token) -> str:
    """What part of an exercise a token opens; "" for none."""
    words = token.info.split()
    if token.type == "container_box_open":
        return "hint" if words[:1] == ["hint"] else ""
    is_part = token.type == "fence" and words[:1] == ["python"] and len(words) > 1 and words[1] in PARTS
    return words[1] if is_part else ""


def _end(tokens: list[Token], place: int) -> int:
    """The place after all parts that stand at `place`."""
    while place < len(tokens) and (kind := _kind(tokens[place])):
        if kind == "hint":
            level = tokens[place].level
            place = next(
                i for i in range(place, len(tokens))
                if tokens[i].type == "container_box_close" and tokens[i].level == level
            )  # fmt: skip
        place += 1
    return place


def _fill(token: Token, group: list[Token], file: str) -> list[Finding]:
    line = token.map[0] + 1
    hints = [one for one in group if _kind(one) == "hint"]
    for number, hint in enumerate(hints, 1):
        hint.meta["hint"] = (number, len(hints))
    token.children = [one for one in group if not (one.type == "fence" and _kind(one))]
    findings = list(_not_text(token.children, file))
    read = [one.meta["part"] for one in group if _kind(one) in PARTS and "part" in one.meta]
    there = {_kind(one) for one in group}
    checks = [one for one in read if one.kind == "check"]
    if "check" not in there:
        findings.append(Finding(file, line, "this exercise has no check; write one after it: ```python check"))
    if "solution" not in there:
        text = "this exercise has no solution, so nothing shows that it can be passed; add one: ```python solution"
        findings.append(Finding(file, line, text))
    findings += [
        Finding(file, second.line, f"this exercise has a check on line {checks[0].line}; put the two into one")
        for second in checks[1:]
    ]
    if "part" in token.meta and checks:
        solutions, wrongs = (tuple(one for one in read if one.kind == kind) for kind in ("solution", "wrong"))
        filled = Exercise(checks[0], solutions, wrongs, len(hints))
        token.meta["part"] = replace(token.meta["part"], exercise=filled)
    return findings


def _not_text(tokens: list[Token], file: str) -> Iterator[Finding]:
    for token in tokens:
        words = token.info.split()
        is_live = token.type == "fence" and (words[:1] == ["figure"] or words[:2] in (["python", "try"],))
        if is_live or token.type == "heading_open" or _is_exercise(token):
            yield Finding(file, token.map[0] + 1, "a hint holds text, formulas and code to read; put this outside it")
