"""The font for formulas, cut down to the characters that the course uses: 400 kB become some tens."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path

from fontTools import subset as fonttools
from fontTools.ttLib import TTFont

SOURCE = "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"
FILE = "stix-two-math.woff2"
FACE = f'@font-face{{font-family:"STIX Two Math";font-display:swap;src:url("./{FILE}") format("woff2")}}\n'

# What figures and buttons write outside formulas and the text fonts may lack.
ALWAYS = "√∑·÷−×≈≤≥⊤αβσ₀₁₂₃₄₅₆₇₈₉"
_ITALIC = {"h": "ℎ"}


def subset(root: Path, characters: str) -> bytes:
    """The font with what `characters` need, as WOFF2; the same input gives the same bytes."""
    font = TTFont(root / SOURCE, recalcTimestamp=False)
    options = fonttools.Options(layout_features=["*"], hinting=False, notdef_outline=True)
    cutter = fonttools.Subsetter(options)
    cutter.populate(text="".join(sorted(set(characters + ALWAYS) | _italics(characters + ALWAYS))))
    cutter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def _italics(characters: str) -> set[str]:
    """The slanted forms: a browser sets a lone letter of a formula as its mathematical italic."""
    return {_italic(char) for char in characters} - {""}


def _italic(char: str) -> str:
    if char in _ITALIC:
        return _ITALIC[char]
    case, kind = ("CAPITAL" if char.isupper() else "SMALL"), unicodedata.name(char, "")
    if char.isascii() and char.isalpha():
        return unicodedata.lookup(f"MATHEMATICAL ITALIC {case} {char.upper()}")
    if kind.startswith("GREEK ") and kind.split(" LETTER ")[-1].isalpha():
        return unicodedata.lookup(f"MATHEMATICAL ITALIC {case} {kind.split()[-1]}")
    return ""
