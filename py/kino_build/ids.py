"""The ids of a page: each one once. Written ids stand, defaults and headings give way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from markdown_it.token import Token

from kino_build.check import Finding
from kino_build.fence import CellFence, FigureFence
from kino_build.parts import walk
from kino_build.predict import Prediction


@dataclass(frozen=True)
class Heading:
    """A heading below the title: its level (2 to 6), its id, and its text without markup."""

    level: int
    id: str
    title: str


def settle(tokens: Sequence[Token], file: str) -> tuple[tuple[Heading, ...], list[Finding]]:
    """Give every figure, cell, prediction and heading its id (on the tokens); return the headings and what is wrong."""
    live = [token for token in walk(tokens) if isinstance(token.meta.get("part"), FigureFence | CellFence | Prediction)]
    taken, findings = _written(live, _footnote_ids(tokens), file)
    cells = 0
    for token in live:
        part = token.meta["part"]
        cells += isinstance(part, CellFence)
        if not part.id:
            token.meta["part"] = replace(part, id=_free(_default(part, cells), taken))
    headings, wrong = _headings(tokens, taken, file)
    return headings, findings + wrong


def _default(part: FigureFence | CellFence | Prediction, cells: int) -> str:
    match part:
        case CellFence():
            return f"cell-{cells}"
        case Prediction():
            return f"predict-{part.figure}"
    return part.name


def _written(live: list[Token], footnotes: set[str], file: str) -> tuple[set[str], list[Finding]]:
    first: dict[str, int] = {}
    findings = []
    for token in live:
        part = token.meta["part"]
        if part.id in first:
            text = f"the id {part.id} is taken on line {first[part.id]}; give one of the two another"
            findings.append(Finding(file, part.line, text))
        elif part.id in footnotes:
            findings.append(Finding(file, part.line, f"the id {part.id} belongs to a footnote; choose another"))
        elif part.id:
            first[part.id] = part.line
    return footnotes | set(first), findings


def _footnote_ids(tokens: Sequence[Token]) -> set[str]:
    numbers = [token.meta["id"] + 1 for token in tokens if token.type == "footnote_open"]
    return {f"{kind}{n}" for n in numbers for kind in ("fn", "fnref")}


def _headings(tokens: Sequence[Token], taken: set[str], file: str) -> tuple[tuple[Heading, ...], list[Finding]]:
    headings, findings = [], []
    level = 1
    for token, inline in pairwise(tokens):
        if token.type != "heading_open":
            continue
        last, level = level, int(token.tag[1])
        line = token.map[0] + 1
        if level == 1:
            findings.append(Finding(file, line, 'the title is the only heading of level 1; begin this one with "##"'))
        elif level > last + 1:
            right = f'"{"#" * (last + 1)}"'
            findings.append(
                Finding(
                    file,
                    line,
                    f"this heading skips a level, after one of level {last}; begin it with {right}",
                )
            )
        title = _plain(inline.children or [])
        token.attrs["id"] = _free(_slug(title), taken)
        headings.append(Heading(level, token.attrs["id"], title))
    return tuple(headings), findings


def _plain(children: Sequence[Token]) -> str:
    texts = (" " if t.type in ("softbreak", "hardbreak") else t.content for t in children)
    return "".join(texts).strip()


def _slug(title: str) -> str:
    words = re.sub(r"[^\w\s-]", "", title.lower())
    return re.sub(r"[\s_-]+", "-", words).strip("-") or "section"


def _free(name: str, taken: set[str]) -> str:
    n, found = 1, name
    while found in taken:
        n += 1
        found = f"{name}-{n}"
    taken.add(found)
    return found
