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
# The slanted letters of Unicode, by the upright ones: a browser sets a lone letter of a formula slanted.
_SLANTED = map(chr, (0x210E, *range(0x1D434, 0x1D468), 0x1D6A4, 0x1D6A5, *range(0x1D6E2, 0x1D71C)))
_ITALIC = {chr(int(form.split()[1], 16)): char for char in _SLANTED if (form := unicodedata.decomposition(char))}


def subset(root: Path, characters: str) -> bytes:
    """The font with what `characters` need, as WOFF2; the same input gives the same bytes."""
    font = TTFont(root / SOURCE, recalcTimestamp=False)
    options = fonttools.Options(layout_features=["*"], hinting=False, notdef_outline=True)
    cutter = fonttools.Subsetter(options)
    wanted = set(characters + ALWAYS)
    cutter.populate(text="".join(sorted(wanted | {_ITALIC[char] for char in wanted & _ITALIC.keys()})))
    cutter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()
