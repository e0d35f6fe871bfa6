"""What the figure should show in a state, computed by NumPy in the test, with nothing of the core's."""

import math

import numpy as np
import pytest

from kino import figures
from kino.figures.turning_query import KEYS, VALUES

FIGURE = figures.load("turning-query")


def by_numpy(angle, length, scaled):
    query = length * np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
    scores = KEYS @ query / (math.sqrt(2) if scaled else 1)
    weights = np.exp(scores) / np.exp(scores).sum()
    return {"query": query, "scores": scores, "weights": weights, "output": weights @ VALUES}


def sign(number):
    return f"−{abs(number)}" if number < 0 else f"{number}"


def check_one_state(shown):
    """All that is shown belongs to the state that `values` names."""
    state = {name: shown["values"][name] for name in FIGURE.start}
    for name, value in by_numpy(**state).items():
        assert shown["values"][name] == pytest.approx(list(value), abs=1e-9), (name, state)
    degrees = f"{sign(state['angle'])}°"
    assert (shown["label"], shown["angle"]) == (degrees, degrees)
    assert shown["valuetext"] == shown["label"]
    assert shown["words"] == FIGURE.draw(state).words
    scores, weights = zip(*shown["table"], strict=True)
    written = [f"{score:+.2f}".replace("-", "−") for score in shown["values"]["scores"]]
    assert [text.replace("0.00", "+0.00") if text == "0.00" else text for text in scores] == written
    assert list(weights) == [f"{weight:.2f}" for weight in shown["values"]["weights"]]
