"""The parts of a lesson: a token that stands for one gets it as `meta["part"]`; mistakes become findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from kino_build import dollars, fence, predict, scripts
from kino_build.check import CourseError, Finding, suggest

# https://www.rfc-editor.org/info/bcp47, but for its rarest forms
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
BOXES = ("note", "warning", "definition", "summary", "hint")


@dataclass(frozen=True)
class Math:
    """A formula: its TeX, whether it stands alone, and the line on which it opens."""

    tex: str
    display: bool
    line: int


@dataclass(frozen=True)
class Link:
    """A link as written (percent-encoded where it must be)."""

    href: str
    line: int


@dataclass(frozen=True)
class Image:
    """An image as written, with its alternative text."""

    src: str
    alt: str
    line: int


def walk(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield every token, those inside a line of text too, in reading order."""
    for token in tokens:
        yield token
        yield from walk(token.children or ())


def attach(tokens: list[Token], lines: list[str], file: str) -> list[Finding]:
    """Give each token that stands for a part that part, as `meta["part"]`; return what is wrong."""
    findings: list[Finding] = []
    closers: set[int] = set()
    for token in walk(tokens):
        line = token.map[0] + 1 if token.map else token.meta.get("line", 1)
        if token.type in ("math_inline", "math_block"):
            wrong = dollars.finding(file, line, token.content, token.meta["wrong"])
            findings += [wrong] if wrong else []
            token.meta["part"] = Math(token.content, token.meta["display"], line)
        elif token.type == "link_open":
            token.meta["part"] = Link(str(token.attrs["href"]), line)
            findings += _address(token.meta["part"].href, line, file)
        elif token.type == "image":
            token.meta["part"] = Image(str(token.attrs["src"]), token.content, line)
            findings += _address(token.meta["part"].src, line, file)
        elif token.type == "inline":
            findings += [
                Finding(file, at, f"{words}: {scripts.AS_CODE}") for at, words in token.meta.get("scripts", ())
            ]
        elif token.type == "code_block":
            token.meta["part"] = fence.Code("", token.content, line)
        elif token.type == "container_box_open":
            findings += _box(token, lines, closers, file)
        elif token.type == "fence":
            findings += _unclosed(token, lines, file)
            try:
                if token.info.split()[:1] == ["predict"]:
                    token.meta["part"] = predict.read(token.info, token.content, file=file, line=line)
                    token.children = token.meta["part"].texts
                else:
                    token.meta["part"] = fence.read(token.info, token.content, file=file, line=line)
            except CourseError as error:
                findings += error.findings
    return findings


def _address(address: str, line: int, file: str) -> list[Finding]:
    start = scripts.runs(address)
    text = f"{start} as an address: lessons hold no script. A link starts with https:, or names a lesson's file"
    return [Finding(file, line, text)] if start else []


def _unclosed(token: Token, lines: list[str], file: str) -> list[Finding]:
    start, end = token.map
    held = token.content.split("\n")[:-1]
    if end - start < len(held) + 2:
        return [
            Finding(
                file,
                start + 1,
                f"this fence is never closed; write {token.markup} on a line of its own after it",
            )
        ]
    opening = re.compile(rf"\s*{re.escape(token.markup)}+\s*[\w{{]")
    inner = next((n for n, text in enumerate(held, start + 2) if opening.match(text)), None)
    if inner is None:
        return []
    longer = token.markup + token.markup[0]
    text = f"this fence holds the opening of another, on line {inner}; close it before, or open it with {longer}"
    return [Finding(file, start + 1, text)]


def _box(token: Token, lines: list[str], closers: set[int], file: str) -> list[Finding]:
    line, end = token.map[0] + 1, token.map[1]
    name = token.info.strip().partition(" ")[0]
    if not name:
        text = "this ::: closes nothing; a box opens with ::: and its name, one that holds a box with ::::"
        return [Finding(file, line, text)]
    if name not in BOXES:
        return [Finding(file, line, f'no box is called "{name}"; there are {", ".join(BOXES)}.{suggest(name, BOXES)}')]
    closing = lines[end].strip(" \t>") if end < len(lines) else ""
    if end in closers or not re.fullmatch(rf"{token.markup}:*", closing):
        return [Finding(file, line, f"this box is never closed; write {token.markup} on a line of its own after it")]
    closers.add(end)
    return []


def footnotes(tokens: list[Token], env: Mapping[str, Any], file: str) -> list[Finding]:
    defined: Mapping[str, list[int]] = env["footnote_lines"]
    used = {
        t.meta["label"]: t.meta["line"]
        for t in reversed([*walk(tokens)])
        if t.type == "footnote_ref" and "label" in t.meta
    }
    wrong = [
        (n, f"no footnote [^{label}]: stands below; add it, or write \\[^ for a bracket")
        for label, n in used.items()
        if label not in defined
    ]
    wrong += [
        (at[0], f"nothing refers to the footnote [^{label}]") for label, at in defined.items() if label not in used
    ]
    wrong += [
        (n, f"the footnote [^{label}] stands twice, first on line {at[0]}")
        for label, at in defined.items()
        for n in at[1:]
    ]
    return [Finding(file, line, text) for line, text in wrong]


def languages(tokens: list[Token], file: str) -> list[Finding]:
    """What is said of words in [brackets]{…} and is no language."""
    wrong = 'in {…} after [words] stands what language they are in, like "[Aufmerksamkeit]{lang=de}"'
    return [
        Finding(file, token.meta["line"], f"{wrong}; write that, or \\[ for a bracket")
        for token in walk(tokens)
        if token.type == "span_open"
        and ("insecure_attrs" in token.meta or not LANGUAGE.fullmatch(str(token.attrs.get("lang", ""))))
    ]


def drives(cells: Iterable[fence.CellFence], figures: Iterable[fence.FigureFence], file: str) -> list[Finding]:
    ids = [figure.id for figure in figures]
    known = f"figures here: {', '.join(ids)}" if ids else "there is no figure on this page"
    return [
        Finding(
            file,
            cell.line,
            f"drives={cell.drives} names no figure of this page; {known}.{suggest(cell.drives, ids)}",
        )
        for cell in cells
        if cell.drives is not None and cell.drives not in ids
    ]
