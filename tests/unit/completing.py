"""A lesson's names, and the questions asked about them: a text with a bar where the cursor stands."""

import numpy as np

from kino import attention, complete


def softmax(scores, axis=-1, *, keepdims=False):
    """Make shares of scores. The rest is not shown."""


class Model:
    """A model of something."""

    kind = "small"

    def __init__(self, size, depth=2, /, *layers, name="m", **options):
        self.size = size

    def fit(self, X, y=None): ...

    @staticmethod
    def load(path): ...

    @classmethod
    def of(cls, size): ...

    @property
    def loss(self):
        raise AssertionError("a property was run")


NAMES = {
    "np": np,
    "attention": attention,
    "softmax": softmax,
    "softer": 1.5,
    "Model": Model,
    "model": Model(3),
    "K": np.zeros((4, 2)),
    "_hidden": 1,
    "numbers": [1, 2],
    "rng": np.random.default_rng(0),
    "whole": 3,
}


def ask(text, namespace=NAMES, seen=()):
    source, _, rest = text.partition("|")
    answer = complete.complete(source + rest, len(source), namespace, seen)
    assert len(answer["options"]) <= complete.MOST_OPTIONS
    return answer


def labels(text, **more):
    return [option["label"] for option in ask(text, **more)["options"]]


def option(text, label):
    return next(option for option in ask(text)["options"] if option["label"] == label)


def call(text, namespace=NAMES):
    source, _, rest = text.partition("|")
    return complete.signature_at(source + rest, len(source), namespace)


def active(text):
    found = call(text)
    return None if found["active"] is None else found["parameters"][found["active"]]
