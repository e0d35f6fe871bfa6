"""A lesson: Markdown text in, everything the page needs out; and back, tokens to HTML. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kino_build import exercises, front, ids, parts, predict
from kino_build.check import CourseError, Finding
from kino_build.fence import CellFence, Code, FigureFence
from kino_build.ids import Heading
from kino_build.markdown import parser
from kino_build.parts import Image, Link, Math
from kino_build.predict import Prediction

KINDS = (Math, Code, FigureFence, CellFence, Prediction, Link, Image)


@dataclass(frozen=True)
class Lesson:
    """A lesson without a mistake of its own; whether its figures and links exist, the builder sees."""

    slug: str
    file: str
    title: str
    minutes: int
    summary: str
    tokens: Sequence[Token]
    headings: tuple[Heading, ...]
    maths: tuple[Math, ...]
    codes: tuple[Code, ...]
    figures: tuple[FigureFence, ...]
    cells: tuple[CellFence, ...]
    predictions: tuple[Prediction, ...]
    links: tuple[Link, ...]
    images: tuple[Image, ...]


def parse(text: str, *, slug: str, file: str) -> Lesson:
    """Read one lesson file. Raises CourseError with every mistake of form in it, each with its line in the file."""
    lesson, findings = read(text, slug=slug, file=file)
    if findings:
        raise CourseError(findings)
    return lesson


def read(text: str, *, slug: str, file: str) -> tuple[Lesson, list[Finding]]:
    """Read one lesson file: what could be read of it, and every mistake of form.

    Where there is any, the lesson serves only to look for more.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip() + "\n"
    matter, body, findings = front.read(text.split("\n"), file)
    env: dict[str, Any] = {}
    tokens = parser().parse(body, env)
    if not body.strip():
        findings.append(Finding(file, body.count("\n") + 1, "the lesson has no text; write it below the front matter"))
    findings += parts.attach(tokens, body.split("\n"), file)
    findings += exercises.gather(tokens, file)
    findings += parts.footnotes(tokens, env, file) + parts.languages(tokens, file)
    headings, wrong = ids.settle(tokens, file)
    found = [token.meta["part"] for token in parts.walk(tokens) if "part" in token.meta]
    maths, codes, figures, cells, predictions, links, images = (
        tuple(p for p in found if isinstance(p, k)) for k in KINDS
    )
    findings += wrong + parts.drives(cells, figures, file) + predict.unknown(predictions, figures, file)
    lesson = Lesson(
        slug=slug,
        file=file,
        title=matter.get("title", ""),
        minutes=matter.get("minutes", 0),
        summary=matter.get("summary", ""),
        tokens=tuple(tokens),
        headings=headings,
        maths=maths,
        codes=codes,
        figures=figures,
        cells=cells,
        predictions=predictions,
        links=links,
        images=images,
    )
    return lesson, findings


def render(
    lesson: Lesson,
    *,
    typeset: Callable[[Math | Code], str],
    figure: Callable[[FigureFence], str],
    cell: Callable[[CellFence, str], str],
    prediction: Callable[[Prediction, Callable[[Token], str]], str],
    link: Callable[[str], str | None],
    image: Callable[[str], str],
) -> str:
    """Return the lesson's body as HTML (without its title).

    typeset, figure, cell and prediction give the HTML of a part (cell gets that of its hints, prediction what renders
    its texts); link gives the address to point at, or None for a page that is only planned (its text is then plain);
    image gives the address of the picture.
    """

    def part(token: Token) -> str:
        found = token.meta["part"]
        match found:
            case FigureFence():
                return figure(found) + "\n"
            case CellFence():
                return cell(found, md.renderer.render(token.children or (), md.options, {})) + "\n"
            case Prediction():
                return prediction(found, text) + "\n"
            case Code():
                return f'<pre class="code">{typeset(found)}</pre>\n'
            case Math(display=True):
                # A formula may be wider than the text: what scrolls is the box around it.
                tag, end = ("div", "\n") if token.block else ("span", "")
                return f'<{tag} class="math">{typeset(found)}</{tag}>{end}'
            case Math():
                return typeset(found)
            case Image():
                title = f' title="{escape(token.attrs["title"])}"' if "title" in token.attrs else ""
                alt = md.renderer.renderInlineAsText(token.children, md.options, {})
                return f'<img src="{escape(image(found.src))}" alt="{escape(alt)}"{title}>'
        raise TypeError(found)

    def text(token: Token) -> str:
        return md.renderer.render([token], md.options, {})

    open_links: list[str] = []

    def link_open(token: Token) -> str:
        href = link(token.meta["part"].href)
        open_links.append("span" if href is None else "a")
        if href is None:
            return '<span class="planned">'
        title = f' title="{escape(token.attrs["title"])}"' if "title" in token.attrs else ""
        return f'<a href="{escape(href)}"{title}>'

    md = parser()
    for kind in ("fence", "code_block", "math_inline", "math_block", "image"):
        _rule(md, kind, part)
    _rule(md, "link_open", link_open)
    _rule(md, "link_close", lambda token: f"</{open_links.pop()}>")
    open_boxes: list[str] = []

    def box_open(token: Token) -> str:
        open_boxes.append("</div></details>\n" if "hint" in token.meta else "</aside>\n")
        if "hint" in token.meta:
            number, count = token.meta["hint"]
            return f'<details class="hint"><summary>Hint {number} of {count}</summary><div>\n'
        return f'<aside class="box {token.info.split()[0]}">\n'

    _rule(md, "container_box_open", box_open)
    _rule(md, "container_box_close", lambda token: open_boxes.pop())
    return md.renderer.render(lesson.tokens, md.options, {})


def _rule(md: MarkdownIt, kind: str, html: Callable[[Token], str]) -> None:
    md.add_render_rule(kind, lambda self, tokens, index, options, env: html(tokens[index]))
