"""Predict, then reveal: a fence that asks what a figure will show in another state. Pure.

`read` makes a Prediction of the fence; `settle`, once the figure is known, what it shows there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from kino.figures import Figure, Picture
from kino_build import fence, marks, scripts
from kino_build.check import CourseError, Finding, suggest
from kino_build.markdown import parser

KEYS = ("question", "at", "bars", "labels", "choices", "answer", "after")
MOST_BARS = 12


@dataclass(frozen=True)
class Prediction:
    """A question about a figure of the page: what will it show with its controls `at` these values?

    It has either `bars` (the name of a value of the picture) with a label for each of its numbers, or `choices` and
    the number of the right one, counted from 1. Texts are lines of Markdown, one token each.
    """

    figure: str
    id: str
    line: int
    at: Mapping[str, Any]
    bars: str
    labels: tuple[str, ...]
    choices: tuple[str, ...]
    answer: int
    question: tuple[Token, ...]
    after: tuple[Token, ...]
    choice_texts: tuple[Token, ...]
    lines: Mapping[str, int]  # of the keys, and of the controls as "at.angle"

    @property
    def texts(self) -> list[Token]:
        """Every text, in the order of the page."""
        return [*self.question, *self.choice_texts, *self.after]

    @property
    def meaning(self) -> str:
        """What a guess is about: as long as this stays, a kept guess is one to this question."""
        return json.dumps([self.at, self.bars, self.labels, self.choices, self.answer], sort_keys=True)


@dataclass(frozen=True)
class Asked:
    """A prediction with its figure: the whole state, the picture there, and for bars the way to their numbers."""

    prediction: Prediction
    state: Mapping[str, Any]
    picture: Picture
    path: tuple[str | int, ...] = ()
    truth: tuple[float, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the bars are the shares of one whole."""
        return bool(self.truth) and abs(sum(self.truth) - 1) < 1e-6


def read(info: str, body: str, *, file: str, line: int) -> Prediction:
    """Read a fence. Raises CourseError with every mistake of form in it."""
    words = info.split()[1:]
    figure, rest = (words[0], words[1:]) if words and "=" not in words[0] else ("", words)
    given, findings = fence.attributes(rest, ("id",), fence.PREDICT_FORM, file, line)
    if not fence.ID.fullmatch(figure):
        wrong = f'"{figure}" is no figure\'s id' if figure else "this names no figure"
        findings.append(Finding(file, line, f"{wrong}; the form is {fence.PREDICT_FORM}, for a figure of this page"))
    try:
        found, wrong = marks.mapping(marks.read(body, file=file, line=line + 1), KEYS, file=file, what="a prediction")
    except CourseError as error:
        raise CourseError([*findings, *error.findings]) from None
    findings += wrong or [Finding(file, at, text) for at, text in _mistakes(found, line)]
    if findings:
        raise CourseError(findings)
    values = {key: item.plain() for key, item in found.items()}
    rows = body.split("\n")

    def texts(key: str) -> tuple[Token, ...]:
        if key not in found:
            return ()
        start = found[key].line
        # The text of "|" and ">" begins below the sign.
        start += bool(re.search(r"[|>][-+0-9]*\s*(#.*)?$", rows[start - line - 1]))
        return tuple(_paragraphs(values[key], start))

    options = found["choices"].value if "choices" in found else []
    lines = {key: item.key_line for key, item in found.items()}
    lines |= {f"at.{name}": item.key_line for name, item in found["at"].value.items()}
    return Prediction(
        figure=figure,
        id=given.get("id", ""),
        line=line,
        at=values["at"],
        bars=values.get("bars", ""),
        labels=tuple(values.get("labels", ())),
        choices=tuple(values.get("choices", ())),
        answer=values.get("answer", 0),
        question=texts("question"),
        after=texts("after"),
        choice_texts=tuple(_inline(option.value, option.line) for option in options),
        lines=lines,
    )


def unknown(predictions: Iterable[Prediction], figures: Iterable[fence.FigureFence], file: str) -> list[Finding]:
    """Predictions about a figure that the page does not have."""
    ids = [figure.id for figure in figures]
    known = f"figures here: {', '.join(ids)}" if ids else "there is no figure on this page"
    return [
        Finding(file, one.line, f"{one.figure} is no figure of this page; {known}.{suggest(one.figure, ids)}")
        for one in predictions
        if one.figure not in ids
    ]


def settle(prediction: Prediction, figure: Figure, start: Mapping[str, Any], file: str) -> Asked:
    """Draw what is asked about. start: the figure's state on the page. Raises CourseError."""
    lines = prediction.lines
    wrong = [Finding(file, lines[f"at.{name}"], sentence) for name, sentence in figure.mistakes(prediction.at)]
    if wrong:
        raise CourseError(wrong)
    state = {**start, **prediction.at}
    if state == dict(start):
        text = "the figure begins in this state, so there is nothing to predict; ask about another one"
        raise CourseError([Finding(file, lines["at"], text)])
    try:
        picture = figure.draw(state)
        values = picture.plain_values()
    except Exception as error:
        text = f'figure "{figure.name}" cannot be drawn in this state: {type(error).__name__}: {error}'
        raise CourseError([Finding(file, lines["at"], text)]) from error
    if not prediction.bars:
        return Asked(prediction, state, picture)
    try:
        path, truth = _find(values, prediction.bars)
    except LookupError as error:
        raise CourseError([Finding(file, lines["bars"], error.args[0])]) from None
    if len(truth) != len(prediction.labels):
        text = f"{len(prediction.labels)} labels for {len(truth)} numbers: write one label for each"
        raise CourseError([Finding(file, lines["labels"], text)])
    return Asked(prediction, state, picture, path, tuple(truth))


def _mistakes(found: Mapping[str, marks.Marked], line: int) -> Iterator[tuple[int, str]]:
    """What is wrong with the entries, as (line, text)."""
    if "question" not in found:
        yield line, 'a prediction needs a question, like "question: Which key gets the most?"'
    if "at" not in found:
        yield line, 'a prediction needs the state of the figure that it asks about, like "at: {angle: 120}"'
    elif not isinstance(found["at"].value, dict) or not found["at"].value:
        yield found["at"].line, 'at is the state of the figure that is asked about, like "at: {angle: 120}"'
    for key in ("question", "after", "bars"):
        if key in found and not _is_text(found[key]):
            yield found[key].line, f"{key} must be a text; put it in quotes where YAML reads something else"
    if "bars" in found and "choices" in found:
        yield found["choices"].key_line, "a prediction has bars or choices, not both; make two of it"
    elif "bars" in found:
        yield from _list(found, "labels", "bars", "one for each bar, like labels: [teal, indigo]")
    elif "choices" in found:
        yield from _list(found, "choices", "choices", "two or more, like choices: [teal, indigo]")
    else:
        yield line, 'a prediction needs "bars: weights" (a value of the figure) or "choices: [one, another]"'
    for key, whole in (("labels", "bars"), ("answer", "choices")):
        if key in found and whole not in found:
            yield found[key].key_line, f"{key} goes with {whole}; leave it out here"
    if "choices" in found and isinstance(found["choices"].value, list):
        n = len(found["choices"].value)
        form = f'"answer: 1" to "answer: {n}", the number of the right choice'
        if "answer" not in found:
            yield found["choices"].key_line, f"which of the choices is right? Write {form}"
        elif type(found["answer"].value) is not int or not 1 <= found["answer"].value <= n:
            yield found["answer"].line, f"the answer is not among the choices; it must be {form}"


def _list(found: Mapping[str, marks.Marked], key: str, owner: str, form: str) -> Iterator[tuple[int, str]]:
    if key not in found:
        yield found[owner].key_line, f"{owner} need {key}: {form}"
        return
    items = found[key].value
    if not isinstance(items, list) or len(items) < 2:
        yield found[key].line, f"{key} must be a list of texts, {form}"
        return
    seen = set()
    for item in items:
        if not _is_text(item):
            yield item.line, f"{key} must be texts; put {item.plain()!r} in quotes"
        elif item.value in seen:
            yield item.line, f'"{item.value}" stands twice among the {key}'
        else:
            seen.add(item.value)
            # Choices are Markdown, and are looked at as such.
            for _, words in scripts.found(item.value) if key == "labels" else ():
                yield item.line, f"{words}: {scripts.AS_TEXT}"


def _is_text(item: marks.Marked) -> bool:
    return isinstance(item.value, str) and bool(item.value.strip())


def _find(values: Mapping[str, Any], name: str) -> tuple[tuple[str | int, ...], list[float]]:
    """The way to a value ("weights", "weights.Gaussian", "weights.2": its second row) and its numbers."""
    path: list[str | int] = []
    found: Any = values
    for word in name.split("."):
        known = list(found) if isinstance(found, dict) else [str(n) for n in range(1, len(found) + 1)]
        if word not in known:
            where = ".".join(["the figure's values", *name.split(".")[: len(path)]])
            raise LookupError(f'there is no "{word}" among {where}; known: {", ".join(known)}.{suggest(word, known)}')
        path.append(word if isinstance(found, dict) else int(word) - 1)
        found = found[path[-1]]
        if not isinstance(found, dict | list):
            raise LookupError(f"{name} is no list of numbers, but {found!r}; {_lists(values)}")
    is_numbers = isinstance(found, list) and all(type(x) in (int, float) for x in found)
    if not is_numbers or not 2 <= len(found) <= MOST_BARS:
        raise LookupError(f"{name} is no list of 2 to {MOST_BARS} numbers; {_lists(values)}")
    if not all(-1e-9 <= x <= 1 + 1e-9 for x in found):
        raise LookupError(f"{name} goes from {min(found):g} to {max(found):g}; bars show numbers from 0 to 1")
    return tuple(path), [float(x) for x in found]


def _lists(values: Mapping[str, Any]) -> str:
    """The names that bars could have."""

    def names(value: Any, name: str) -> Iterator[str]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield from names(item, f"{name}.{key}" if name else key)
        elif isinstance(value, list) and value and all(type(x) in (int, float) for x in value):
            yield name
        elif isinstance(value, list):
            for n, item in enumerate(value, 1):
                yield from names(item, f"{name}.{n}")

    found = list(names(values, ""))
    return f"lists of the figure: {', '.join(found)}" if found else "the figure has none"


def _paragraphs(text: str, line: int) -> Iterator[Token]:
    for match in re.finditer(r"\S.*?(?=\n\s*\n|\Z)", text, re.DOTALL):
        yield _inline(match[0].rstrip(), line + text.count("\n", 0, match.start()))


def _inline(text: str, line: int) -> Token:
    """A line of Markdown. Footnotes belong to the lesson's own text."""
    md = parser().disable(["footnote_ref", "footnote_inline"])
    [token] = md.parseInline(text, {})
    _move(token, line - 1)
    token.meta["scripts"] = tuple((at + line - 1, words) for at, words in token.meta["scripts"])
    token.map = [line - 1, line]
    return token


def _move(token: Token, by: int) -> None:
    for child in token.children or []:
        if "line" in child.meta:
            child.meta["line"] += by
        _move(child, by)
