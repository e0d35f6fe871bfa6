"""Markdown as lessons use it, for markdown-it; every token that a finding may point at knows its line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.replacements import replace_rare
from markdown_it.rules_inline import StateInline, autolink, image, link
from markdown_it.token import Token
from mdit_py_plugins.attrs.index import _span_rule
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_inline, footnote_ref

from kino_build import scripts
from kino_build.dollars import dollars

Rule = Callable[[StateInline, bool], bool]


def parser() -> MarkdownIt:
    """Return a parser: CommonMark without raw HTML, tables, footnotes, math, boxes, typographic quotes."""
    md = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(["table", "smartquotes"])
    # Nested parsing starts a new source, so the line of the outer one is handed on.
    for name, rule, nested in (("link", link, False), ("autolink", autolink, False), ("image", image, True)):
        md.inline.ruler.at(name, _with_line(rule, nested))
    md.core.ruler.at("inline", _inline)
    # An address that cannot be used would make its link plain text. It is read, and is a finding.
    md.validateLink = lambda address: True
    md.inline.ruler.before("autolink", "script", _script)
    md.core.ruler.before("smartquotes", "dashes", _dashes)
    md.use(dollars)
    md.use(footnote_plugin)
    md.inline.ruler.at("footnote_inline", _with_line(footnote_inline, True))
    md.inline.ruler.at("footnote_ref", _with_line(_known_footnote, False))
    md.core.ruler.before("inline", "footnote_lines", _footnote_lines)
    # [Aufmerksamkeit]{lang=de}. The plugin's own way in would read {…} after code and links, too.
    md.inline.ruler.after("link", "span", _with_line(partial(_span_rule, allowed={"lang"}), True))
    # One container takes every name, so that a misspelt one is a finding and not a paragraph.
    md.use(container_plugin, "box", validate=lambda info, markup: True)
    md.core.ruler.before("inline", "box_title", _box_titles)
    md.core.ruler.push("cell_corner", _cell_corner)
    md.core.ruler.push("cell_align", _cell_align)
    return md


def _with_line(rule: Rule, nested: bool) -> Rule:
    def with_line(state: StateInline, silent: bool) -> bool:
        base, before = state.env["line"], len(state.tokens)
        line = base + state.src.count("\n", 0, state.pos)
        state.env["line"] = line if nested else base
        try:
            found = rule(state, silent)
        finally:
            state.env["line"] = base
        if found and len(state.tokens) > before:
            first = next(token for token in state.tokens[before:] if token.type != "text")
            first.meta["line"] = line
        return found

    return with_line


def _known_footnote(state: StateInline, silent: bool) -> bool:
    return footnote_ref(state, silent, always_match=True)


def _inline(state: StateCore) -> None:
    line = 1
    for token in state.tokens:
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            state.env["line"] = line
            token.children = token.children or []
            found = state.env["scripts"] = {}
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            token.meta["scripts"] = tuple(found)


def _script(state: StateInline, silent: bool) -> bool:
    # Takes nothing: HTML stays text. Whatever is code, a formula or escaped has been taken before.
    if words := scripts.opened_at(state.src, state.pos):
        # A text may be looked at twice; the place is the same.
        state.env["scripts"][state.env["line"] + state.src.count("\n", 0, state.pos), words] = True
    return False


def _dashes(state: StateCore) -> None:
    # The rule "replacements" would also turn the list label (c) into a copyright sign.
    for token in state.tokens:
        if token.type == "inline":
            replace_rare(token.children or [])


def _footnote_lines(state: StateCore) -> None:
    notes = state.env["footnote_lines"] = {}
    for token in state.tokens:
        if token.type == "footnote_reference_open":
            notes.setdefault(token.meta["label"], []).append(token.map[0] + 1)


def _box_titles(state: StateCore) -> None:
    tokens: list[Token] = []
    for token in state.tokens:
        tokens.append(token)
        title = token.info.strip().partition(" ")[2].strip()
        if token.type == "container_box_open" and title:
            start = Token("paragraph_open", "p", 1, block=True, map=token.map, attrs={"class": "box-title"})
            text = Token("inline", "", 0, content=title, map=token.map, children=[])
            tokens += [start, text, Token("paragraph_close", "p", -1, block=True)]
    state.tokens = tokens


def _cell_corner(state: StateCore) -> None:
    # A heading without words heads nothing: the corner of a table whose rows and columns both have names.
    tokens = state.tokens
    for opening, inside, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not inside.content:
            opening.tag = closing.tag = "td"


def _cell_align(state: StateCore) -> None:
    # The page's policy refuses style="text-align:right"; the stylesheet knows the class align-right.
    for token in state.tokens:
        if token.type in ("th_open", "td_open") and "style" in token.attrs:
            side = str(token.attrs.pop("style")).removeprefix("text-align:")
            token.attrs["class"] = f"align-{side}"
