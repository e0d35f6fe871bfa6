"""All figures draw the same in every engine, to the last bit, and what is drawn is what stands in the page."""

import pytest

from kino import figures
from tests import drawings
from tests.browser.pages import CANONICAL, canonical

_PLAY = (
    "async ([name, states]) => {"
    + CANONICAL
    + """
  const figure = document.querySelector(`kino-figure[name=${name}]`);
  const text = (css) => figure.querySelector(css).textContent;
  const drawn = (state) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} is not drawn in ${JSON.stringify(state)}`)), 60_000);
    const seen = ({detail}) => {
      if (detail.source !== "live" || Object.entries(state).some(([key, value]) => detail.state[key] !== value)) return;
      clearTimeout(late);
      figure.removeEventListener("kino-drawn", seen);
      const markup = [...figure.querySelector("[data-picture]").childNodes].map(canonical).join("");
      resolve({markup, words: text("[data-words]"), values: figure.values});
    };
    figure.addEventListener("kino-drawn", seen);
    figure.state = state;
  });
  const all = [];
  for (const state of states) all.push(await drawn(state));
  return all;
}"""
)


# A cell of each lesson that drives no figure.
CELLS = {"attention.html": "attention-map", "attention-scoring-functions.html": "dot-product-attention"}


@pytest.fixture(scope="module")
def awake_at(open_tab):
    """awake_at(path): a lesson with Python ready."""

    def awake_at(path):
        tab = open_tab(path)
        tab.run("pass", CELLS[path])
        tab.until_python("ready")
        return tab

    return awake_at


def test_the_numbers_and_drawings_are_the_same_to_the_last_bit(awake_at, golden):
    tab = awake_at("attention.html")
    golden(drawings.GOLDEN, tab.run(drawings.code(), CELLS["attention.html"]).rstrip("\n") + "\n")


@pytest.mark.parametrize("path", drawings.FIGURES)
def test_what_python_draws_stands_in_the_page(awake_at, path):
    tab = awake_at(path)
    for name in drawings.FIGURES[path]:
        figure = figures.load(name)
        states = [figure.start | state for state in drawings.states(name)]
        for state, shown in zip(states, tab.evaluate(_PLAY, [name, states]), strict=True):
            picture = figure.draw(state)
            assert shown["markup"] == canonical(tab, picture.svg), (name, state)
            assert shown["words"] == picture.words
