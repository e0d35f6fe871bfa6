"""The comparison of pictures sees what people would see, and says where to look."""

import io

import pytest
from PIL import Image, ImageDraw

from tests.browser import pixels


def png(*, size=(200, 100), spot=0, shade=0):
    picture = Image.new("RGB", size, (250 - shade, 250, 245))
    ImageDraw.Draw(picture).rectangle((20, 20, 20 + spot, 20 + spot), fill="black")
    file = io.BytesIO()
    picture.save(file, "png")
    return file.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(pixels, "TESTS", tmp_path)
    pixels.compare("it", png(), renew=True)
    return tmp_path


def test_the_same_picture_passes_and_so_does_a_shade_that_nobody_sees():
    pixels.compare("it", png(), renew=False)
    pixels.compare("it", png(shade=2), renew=False)


@pytest.mark.parametrize("other", [png(spot=9), png(size=(200, 101)), png(shade=90)])
def test_another_picture_fails_and_is_shown_beside_the_old_one(folder, other):
    with pytest.raises(pytest.fail.Exception, match="side by side"):
        pixels.compare("it", other, renew=False)
    assert Image.open(folder / "output" / "it.png").width == 3 * 200 + 24


def test_a_picture_without_reference_fails():
    with pytest.raises(pytest.fail.Exception, match="make golden"):
        pixels.compare("other", png(), renew=False)
