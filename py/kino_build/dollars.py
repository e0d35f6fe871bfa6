"""Math between dollars, for markdown-it: `$…$` in a line, `$$…$$` as a block. Prices stay prices.

Own rules because the plugin's take the paragraph's last character for the one before a leading `$`,
do not end with the list that holds them, and take the backtick of a code span for TeX.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from kino_build.check import Finding

# No space inside the dollars and no digit outside, as in pandoc. No backtick: a code span may hold a `$`.
INLINE = re.compile(r"\$(?![\s$])((?:\\.|[^$\\`])+?)(?<!\s)\$(?!\d)", re.DOTALL)
DOUBLE = re.compile(r"\$\$(?!\$)((?:\\.|[^$\\`])+?)\$\$", re.DOTALL)
PRICE = re.compile(r"\d[\d.,]*[kKMB]?\s+\(?[a-z]{2,}\b")  # "5 or US": a number and a word are prose, not a product


def dollars(md: MarkdownIt) -> None:
    """Plug-in: add tokens `math_inline` and `math_block` (content: the TeX; meta: line, display, wrong)."""
    md.inline.ruler.before("escape", "math_inline", _inline)
    md.block.ruler.before("fence", "math_block", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]})


def _inline(state: StateInline, silent: bool) -> bool:
    before = state.src[state.pos - 1] if state.pos else ""
    if state.src[state.pos] != "$" or before.isdigit() or before == "$":
        return False
    double = DOUBLE.match(state.src, state.pos)
    found = double or INLINE.match(state.src, state.pos)
    if not found or found.end() > state.posMax or PRICE.match(found[1]):
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content = found[1]
        line = state.env["line"] + state.src.count("\n", 0, state.pos)
        token.meta = {"line": line, "display": bool(double), "wrong": None}
    state.pos = found.end()
    return True


def _block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    first = _text(state, start)
    if state.is_code_block(start) or not first.startswith("$$"):
        return False
    rest = first[2:]
    if "$$" in rest and rest.index("$$") != len(rest) - 2:
        return False  # text goes on after the formula: a paragraph that begins with one
    if silent:
        return True
    stop, closed = (start, True) if "$$" in rest else _closing_line(state, start, end)
    lines = [rest, *(_text(state, n) for n in range(start + 1, stop + 1))] if closed else [rest]
    token = state.push("math_block", "math", 0)
    token.block = True
    token.content = "\n".join(lines).removesuffix("$$") if closed else rest
    token.map = [start, stop + 1]
    token.meta = {"line": start + 1, "display": True, "wrong": None if closed else UNCLOSED}
    state.line = stop + 1
    return True


UNCLOSED = (
    "this $$ is never closed; end a line with $$, leave no blank line inside, "
    "and write \\$\\$ where two dollar signs are meant"
)


def _closing_line(state: StateBlock, start: int, end: int) -> tuple[int, bool]:
    for line in range(start + 1, end):
        text = _text(state, line)
        if not text or state.sCount[line] < state.blkIndent:
            return line - 1, False
        if text.endswith("$$"):
            return line, True
    return end - 1, False


def _text(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()


def finding(file: str, line: int, tex: str, wrong: str | None) -> Finding | None:
    """Return what is wrong with a formula as Markdown, if anything is (its TeX is judged elsewhere)."""
    if wrong is None and not tex.strip():
        wrong = "an empty formula; write TeX between the dollars, or \\$ for a dollar sign"
    return Finding(file, line, wrong) if wrong else None
