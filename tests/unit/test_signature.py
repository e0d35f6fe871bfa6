"""Signatures: which call the cursor is in, and what is said of it."""

import numpy as np
import pytest

from kino import attention, signature
from tests.unit.completing import active, ask, call


def test_the_call_around_the_cursor():
    assert call("x = softmax(|") == {
        "from": 11,
        "name": "softmax",
        "parameters": ["scores", "axis=-1", "*", "keepdims=False"],
        "active": 0,
        "info": "Make shares of scores.",
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("softmax(K|, axis=0)", "scores"),
        ("softmax(K, |", "axis=-1"),
        ("softmax(K, 0, |", None),
        ("softmax(K,\n        keepdims=|", "keepdims=False"),
        ("softmax(nothing=|", None),
        ("softmax([1, 2, 3], |", "axis=-1"),
        ("softmax(',(', |", "axis=-1"),
        ("softmax(K,  # one, two\n |", "axis=-1"),
        ("softmax(np.exp(K), |", "axis=-1"),
        ("softmax(K, axis=(1, |", "axis=-1"),
        ("Model(1, |", "depth=2"),
        ("Model(1, 2, 3, 4, |", "*layers"),
        ("Model(1, other=|", "**options"),
        ("model.fit(|", "X"),
        ("Model.fit(|", "self"),
        ("K.round(|", "decimals=0"),
        ("print(1, 2, |", "*args"),
        ("np.exp(K, |", "out=None"),
        ("softmax(K == 1, |", "axis=-1"),
        ("softmax(**more, |", "axis=-1"),
    ],
)
def test_the_parameter_at_the_cursor(text, name):
    assert active(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("softmax(np.exp(|", "exp"),
        ("softmax(np.exp(K)|", "softmax"),
        ("np.zeros((|", "zeros"),
        ("model.fit(K[|", "fit"),
        ("print(softmax(K), '|", "print"),
        ("softmax(K\nimport numpy as np\nnp.exp(|", "exp"),
    ],
)
def test_the_innermost_known_call_is_meant(text, name):
    assert call(text)["name"] == name


@pytest.mark.parametrize(
    "text",
    [
        "|",
        "softmax|(",
        "softmax(K)|",
        "def softmax(|",
        "class Model(|",
        "unknown(|",
        "K(|",
        "(|",
        "if (|",
        "# softmax(|",
        "'softmax(|",
    ],
)
def test_no_signature_where_nothing_known_is_called(text):
    assert call(text) is None


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("np.sum(|", ["a", "axis=None", "dtype=None", "out=None", "keepdims=…", "initial=…", "where=…"]),
        ("np.exp(|", ["x", "/", "out=None", "*", "where=True", "…"]),
        ("np.arange(|", ["start_or_stop", "/", "stop=None", "step=1", "*", "dtype=None", "device=None", "like=None"]),
        ("np.concatenate(|", ["arrays", "/", "axis=0", "out=None", "*", "dtype=None", 'casting="same_kind"']),
        ("np.random.normal(|", ["loc=0.0", "scale=1.0", "size=None"]),
        ("rng.normal(|", ["loc=0.0", "scale=1.0", "size=None"]),
        ("len(|", ["obj", "/"]),
        ("range(|", ["stop"]),
        ("ValueError(|", None),
    ],
)
def test_signatures_of_numpy_and_of_python(text, parameters):
    found = call(text)
    assert (found and found["parameters"]) == parameters


def test_signatures_of_kinos_own_functions():
    for name in attention.__all__:
        assert signature.parameters(getattr(attention, name)) is not None, name
        assert signature.summary(getattr(attention, name)).endswith("."), name


def test_summaries():
    assert signature.summary(np.exp) == "Calculate the exponential of all elements in the input array."
    assert signature.summary(np.array) == "Create an array."
    assert signature.summary(np.sum) == "Sum of array elements over a given axis."
    assert signature.summary(lambda: 0) == ""


def test_without_docstrings():
    def bare(a, b=2): ...

    assert ask("ba|", {"bare": bare})["options"][0]["info"] == ""
    assert call("bare(1, |", {"bare": bare})["info"] == ""
