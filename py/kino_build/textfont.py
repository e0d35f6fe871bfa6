"""The fonts of the text, without what no page uses: a third of their bytes."""

from __future__ import annotations

import io

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEIGHTS = (400, 700)  # the lightest and the heaviest that the style sheets ask for
# What browsers do unasked, and figures of one width. Fractions go, and their letters with them.
FEATURES = ["calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rlig", "tnum"]
NOTICES = [0, 7, 13, 14]  # copyright, trademark, licence. What was cut does not go by the font's own name


def lighten(content: bytes) -> bytes:
    """A font of variable weight, as WOFF2, with all its characters; the same input gives the same bytes."""
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    font.flavor = None
    whole = io.BytesIO()
    instancer.instantiateVariableFont(font, {"wght": WEIGHTS}).save(whole)
    font = TTFont(whole, recalcTimestamp=False)
    cutter = subset.Subsetter(subset.Options(layout_features=FEATURES, name_IDs=NOTICES, notdef_outline=True))
    cutter.populate(unicodes=font.getBestCmap())
    cutter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()
