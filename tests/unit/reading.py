"""Reads a built page as a browser without scripts would."""

import base64
import hashlib
from html.parser import HTMLParser


def digest(script: str) -> str:
    """How a policy names a script, or a style sheet, that stands in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


class Html(HTMLParser):
    """A page as read: `tags` with their attributes in order, and `text` with what stands between them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.inside: dict[str, list[str]] = {}  # a tag's name → the texts in each element of it
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "img", "input", "br", "hr"):
            self._open.append(tag)
            self.inside.setdefault(tag, []).append("")

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        self.text += data
        for tag in set(self._open):
            self.inside[tag][-1] += data

    def all(self, tag_name: str, **wanted: str) -> list[dict[str, str | None]]:
        """The attributes of every element of that name (or of every one, with "*") that has the wanted ones."""
        return [
            attributes
            for tag, attributes in self.tags
            if tag_name in (tag, "*")
            and all(attributes.get(key.replace("_", "-")) == value for key, value in wanted.items())
        ]
