"""Completion: what is offered where."""

import sys

import pytest

from tests.unit.completing import ask, labels, option

# Names


def test_names_of_the_cells_and_of_python():
    assert labels("sof|") == ["softer", "softmax"]
    assert labels("x = 1\nprin|t(2)") == ["print"]
    assert ask("x = 1\nprin|")["from"] == 6


def test_a_name_comes_with_what_it_is():
    assert option("softm|", "softmax") == {
        "label": "softmax",
        "kind": "function",
        "detail": "(scores, axis=-1, *, keepdims=False)",
        "info": "Make shares of scores.",
    }
    assert option("K|", "K")["detail"] == "array (4, 2)"
    assert option("soft|", "softer")["detail"] == "float"
    assert option("Mod|", "Model") == {
        "label": "Model",
        "kind": "class",
        "detail": "(size, depth=2, /, *layers, name='m', **options)",
        "info": "A model of something.",
    }
    assert option("n|", "np")["kind"] == "namespace"


def test_a_name_of_the_reader_hides_pythons():
    assert option("soft|", "softer")["kind"] == "variable"
    found = ask("prin|", {"print": 5})["options"]
    assert [(one["label"], one["detail"]) for one in found] == [("print", "int")]


def test_private_names_only_after_an_underscore():
    assert "_hidden" not in labels("|")
    assert labels("_h|") == ["_hidden"]
    assert not any(label.startswith("_") for label in labels("np.|"))
    assert "__doc__" in labels("np.__d|")


def test_names_of_the_lesson_come_first():
    assert labels("np.|")[0] == "abs"
    assert labels("np.|", seen=["exp", "sqrt"])[:2] == ["exp", "sqrt"]


def test_names_in_other_letters():
    assert labels("größ|", namespace={"größe": 1}) == ["größe"]
    assert labels("model.F|") == ["fit"]


# Attributes


def test_attributes_of_modules_arrays_and_objects():
    assert labels("np.lins|") == ["linspace"]
    assert labels("np.linalg.nor|") == ["norm"]
    assert labels("attention.soft|")[0] == "softmax"
    assert {"T", "shape", "round", "reshape"} <= set(labels("K.T.|") + labels("K.r|"))
    assert labels("numbers.app|") == ["append"]
    assert labels("model.|") == ["fit", "kind", "load", "loss", "of", "size"]


def test_methods_are_told_without_self():
    assert option("model.|", "fit")["detail"] == "(X, y=None)"
    assert option("Model.|", "fit")["detail"] == "(self, X, y=None)"
    assert option("model.|", "of")["detail"] == option("Model.|", "of")["detail"] == "(size)"
    assert option("model.|", "load")["detail"] == "(path)"
    assert option("K.rou|", "round")["detail"] == "(decimals=0, out=None)"
    assert option("K.rou|", "round")["kind"] == "method" and option("np.rou|", "round")["kind"] == "function"


@pytest.mark.parametrize(
    "text", ["f().x|", "K[0].|", "3.|", "1e|", "3.x|", "nothing.|", "K.nothing.|", "model.loss.|", ".|"]
)
def test_what_is_not_known_without_running_it_gives_nothing(text):
    assert labels(text) == []


def test_modules_that_the_text_imports_are_known_before_it_runs():
    assert labels("import numpy as n\nn.lins|", namespace={}) == ["linspace"]
    assert labels("import sys\nsys.stdo|", namespace={}) == ["stdout"]
    assert labels("import wave as w\nw.|", namespace={}) == []
    assert "wave" not in sys.modules


# Keyword arguments


def test_keyword_arguments_inside_a_call():
    assert labels("softmax(K, ax|") == ["axis="]
    assert labels("softmax(K, |")[:2] == ["axis=", "keepdims="]
    assert labels("softmax(K, axis=0, |")[0] == "keepdims="
    assert labels("np.sum(K, ke|")[0] == "keepdims="
    assert "size=" not in labels("Model(|") and labels("Model(3, nam|")[0] == "name="


@pytest.mark.parametrize(
    "text", ["softmax(axis=|", "softmax(K + |", "softmax([|", "softmax((|", "softmax(K)|", "if (|"]
)
def test_no_keyword_arguments_elsewhere(text):
    assert not any(label.endswith("=") for label in labels(text))
