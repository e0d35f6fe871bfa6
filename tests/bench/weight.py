"""What the page weighs: bytes of its parts as they are, and as they cross the wire."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from kino_build.static import StaticServer

FONTS, FILM = "fonts", "film"
KINDS = {".html": "HTML", ".css": "CSS", ".js": "JavaScript", ".woff2": FONTS, ".json": FILM}


@dataclass(frozen=True)
class Weight:
    raw: int
    packed: int  # gzip where that makes it smaller; a font is packed already

    def __add__(self, other: "Weight") -> "Weight":
        return Weight(self.raw + other.raw, self.packed + other.packed)


def weigh(server: StaticServer, urls: Iterable[str]) -> dict[str, Weight]:
    """Weights by kind of those files of the site that `urls` name; other kinds (an icon) together as "other"."""
    weights: dict[str, Weight] = {}
    for path in (urlsplit(url).path for url in urls):
        kind = next((kind for ending, kind in KINDS.items() if path.endswith(ending)), "other")
        weight = Weight(*(len(server.answer(path, "", packed).body) for packed in (False, True)))
        weights[kind] = weights.get(kind, Weight(0, 0)) + weight
    return weights
