"""Compares a picture of the page with its reference under tests/golden, pixel by pixel.

Tolerance: two pixels are the same when their colours are within THRESHOLD (0 to 1, pixelmatch's measure) or differ only
as anti-aliased edges do; a picture is the same when at most one pixel in SHARE of them is not. Sizes must be equal.
"""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from pixelmatch.contrib.PIL import pixelmatch

TESTS = Path(__file__).resolve().parents[1]
THRESHOLD = 0.1
SHARE = 2000


def compare(name: str, png: bytes, *, renew: bool) -> None:
    """Hold the picture against tests/golden/<name>.png; with `renew` make it the reference.

    Where they differ, the test fails, and tests/output/<name>.png shows old, new and difference side by side.
    """
    reference = TESTS / "golden" / f"{name}.png"
    if renew:
        reference.parent.mkdir(exist_ok=True)
        reference.write_bytes(png)
        return
    if not reference.is_file():
        pytest.fail(f"tests/golden/{name}.png is missing: run `make golden`, look at it, and commit it", pytrace=False)
    old, new = (Image.open(io.BytesIO(data)).convert("RGBA") for data in (reference.read_bytes(), png))
    if old.size == new.size and old.tobytes() == new.tobytes():
        return
    difference, wrong = _difference(old, new)
    if old.size == new.size and wrong <= old.width * old.height // SHARE:
        return
    shown = TESTS / "output" / f"{name}.png"
    shown.parent.mkdir(exist_ok=True)
    _side_by_side(old, new, difference).save(shown)
    sizes = "" if old.size == new.size else f"; it was {old.width} × {old.height} and is {new.width} × {new.height}"
    pytest.fail(
        f"{name} looks otherwise than before: {wrong} pixels differ{sizes}.\n"
        f"Old, new and difference side by side: {shown}\nIf the new one is right: make golden",
        pytrace=False,
    )


def _difference(old, new):
    size = max(old.width, new.width), max(old.height, new.height)
    first, second, difference = (Image.new("RGBA", size, "white") for _ in range(3))
    first.paste(old)
    second.paste(new)
    if old.size != new.size:
        # Nothing is forgiven here, and the careful measure takes minutes for a whole page.
        apart = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L").point(bool, "1")
        difference.paste("red", mask=apart)
        return difference, apart.histogram()[255]
    return difference, pixelmatch(first, second, difference, threshold=THRESHOLD)


def _side_by_side(*pictures):
    gap = 12
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    sheet = Image.new("RGB", (width, max(picture.height for picture in pictures)), "grey")
    left = 0
    for picture in pictures:
        sheet.paste(picture.convert("RGB"), (left, 0))
        left += picture.width + gap
    return sheet
