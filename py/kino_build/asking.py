"""A prediction as its template wants it: texts as HTML, bars in the look of their keys, the answer in words. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable

from markdown_it.token import Token
from markupsafe import Markup

from kino import keys
from kino.svg import figure_text, tag, text
from kino_build import contents
from kino_build.predict import Asked


def view(asked: Asked, html: Callable[[Token], str]) -> dict:
    """The values for `predict.html`."""
    one = asked.prediction

    def htmls(texts: tuple[Token, ...]) -> list[Markup]:
        return [Markup(html(token)) for token in texts]

    choices = htmls(one.choice_texts)
    return {
        "id": one.id,
        "figure": one.figure,
        "state": json.dumps(asked.state),
        "version": contents.version(one.meaning),
        "question": htmls(one.question),
        "after": htmls(one.after),
        "path": json.dumps(asked.path),
        "is_whole": asked.is_whole,
        "bars": [{"label": label, "title": _title(label), "drawing": _bar(label)} for label in one.labels],
        "choices": [
            {"text": source, "html": choice if choice != source else _title(source)}
            for source, choice in zip(one.choices, choices, strict=True)
        ],
        "right": one.choices[one.answer - 1] if one.choices else "",
        "answer": choices[one.answer - 1] if choices else _in_words(asked),
    }


def _title(label: str) -> Markup:
    """A label; one that names a key of kino's figures has the key's sign beside it."""
    return Markup(keys.title(keys.NAMES.index(label)) if label in keys.NAMES else text(label))


def _bar(label: str) -> Markup:
    """A bar without width: whatever stood there would be a hint."""
    if label in keys.NAMES:
        bar = keys.share(keys.NAMES.index(label), 0)
    else:
        bar = tag("svg", tag("rect", width="100%", height="100%"), width="0%", height="100%")
    return Markup(tag("svg", bar, class_="bar", aria_hidden="true"))


def _in_words(asked: Asked) -> str:
    shares = zip(asked.prediction.labels, asked.truth, strict=True)
    return ", ".join(f"{label} {figure_text(x)}" for label, x in shares)
