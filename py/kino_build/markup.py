"""Whether a picture is drawn with what reaches the page: the elements and attributes that `site/js/markup.js` lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

LONGEST = 1_000_000
MOST_TAGS = 40_000
LIST = Path(__file__).parents[2] / "site/js/markup.js"


def is_too_large(svg: str) -> bool:
    """Whether a picture is more than the page believes: see `site/js/answers.js`."""
    return len(svg) > LONGEST or svg.count("<") >= MOST_TAGS


def mistakes(svg: str) -> tuple[str, ...]:
    """What of a picture's markup the page would leave out: "<script>", "style=", each once."""
    reader = _Reader()
    reader.feed(svg)
    reader.close()
    return tuple(dict.fromkeys(reader.found))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag.lower() not in ELEMENTS:
            self.found.append(f"<{tag}>")
        self.found += [f"{name}=" for name, _ in attrs if name.lower() not in ATTRIBUTES]


def _listed(name: str) -> Iterator[str]:
    text = LIST.read_text("utf-8").partition(f"const {name} = ")[2].partition(".split(")[0]
    for words in re.findall(r'"([^"]*)"', text):
        yield from words.lower().split()


ELEMENTS = frozenset(_listed("ELEMENTS"))
ATTRIBUTES = frozenset(_listed("ATTRIBUTES"))
