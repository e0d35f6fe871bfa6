"""The names that kino.attention promises, and that each is documented."""

import inspect
from pathlib import Path

import pytest

from kino import attention
from kino_build.pack import archive


def test_the_names_of_the_core():
    assert set(attention.__all__) >= {
        *("softmax", "masked_softmax", "softmax_jacobian", "causal_mask"),
        *("dot_product_scores", "additive_scores", "gaussian_scores", "attend", "bmm"),
        *("DotProductAttention", "AdditiveAttention", "MultiHeadAttention", "positional_encoding"),
    }
    assert all(callable(getattr(attention, name)) for name in attention.__all__)


@pytest.mark.parametrize("name", attention.__all__)
def test_every_name_says_what_goes_in_comes_out_and_is_refused(name):
    text = inspect.getdoc(getattr(attention, name))
    assert "ValueError" in text, name
    assert name in attention.__doc__


def test_the_whole_package_travels_to_the_browser():
    folder = Path(attention.__file__).parents[1]
    contents = archive(folder, [])
    for file in Path(attention.__file__).parent.glob("*.py"):
        assert f"kino/attention/{file.name}".encode() in contents
