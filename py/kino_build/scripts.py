"""Whether a text of a lesson brings script with it: a lesson is text, and what runs in it are its cells. Pure.

HTML in a lesson is text on the page (`markdown.py`), so none of this would run. Whoever writes it means it to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree

# What runs script, brings another document into the page, or changes where the page's own addresses lead.
ELEMENTS = frozenset(["script", "iframe", "frame", "frameset", "object", "embed", "applet", "portal", "base"])
SCHEMES = ("javascript:", "vbscript:")
# Types of documents in which script runs.
DOCUMENTS = ("data:text/html", "data:image/svg", "data:application/xhtml", "data:text/xml", "data:application/xml")
AS_CODE = "lessons hold no script. To show it, write it as code, between backticks"
AS_TEXT = "lessons hold no script. Take it out"
OPENING = re.compile(r"<[A-Za-z][\w-]*(?=[\s/>])")


def runs(address: str) -> str:
    """The beginning of an address that runs script ("javascript:", "data:text/html"); "" for any other."""
    # As browsers read addresses: what is invisible before them, and line ends and tabs in them, count for nothing.
    plain = re.sub(r"[\t\n\r]", "", address.lstrip("".join(map(chr, range(33))))).lower()
    return next((start for start in (*SCHEMES, *DOCUMENTS) if plain.startswith(start)), "")


def opened_at(text: str, place: int) -> str:
    """What brings script in the tag that opens at a place of a text, in words; "" for nothing."""
    if not OPENING.match(text, place):
        return ""
    reader = _FirstTag()
    try:
        reader.feed(text[place:])
    except _Read:
        return _wrong(reader.tag, reader.attributes)
    return ""


def found(text: str) -> Iterator[tuple[int, str]]:
    """What brings script in a text that is not Markdown, in words, each with the lines before it."""
    for opening in OPENING.finditer(text):
        if words := opened_at(text, opening.start()):
            yield text.count("\n", 0, opening.start()), words


def held(drawing: bytes) -> str:
    """The first that brings script in an SVG file, in words; "" for nothing. Raises ElementTree.ParseError."""
    local = (
        (part.tag, list(part.attrib.items()))
        for part in ElementTree.fromstring(drawing).iter()
        if type(part.tag) is str
    )
    plain = ((_local(tag), [(_local(name), value) for name, value in items]) for tag, items in local)
    return next(filter(None, (_wrong(tag, attributes) for tag, attributes in plain)), "")


def _local(name: str) -> str:
    return name.rpartition("}")[2].lower()


def _wrong(tag: str, attributes: list[tuple[str, str | None]]) -> str:
    if tag in ELEMENTS:
        return f"<{tag}>"
    for name, value in attributes:
        if name.startswith("on") and value is not None:
            return f"{name}= of <{tag}>"
        if tag == "meta" and name == "http-equiv":
            return f"<meta {name}>"
        if value and (start := runs(value)):
            return f"{start} in <{tag}>"
    return ""


class _Read(Exception):
    """The first tag has been read."""


class _FirstTag(HTMLParser):
    tag = ""
    attributes: list[tuple[str, str | None]] = []  # noqa: RUF012 (never changed in place)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag, self.attributes = tag, attrs
        raise _Read

    handle_startendtag = handle_starttag
