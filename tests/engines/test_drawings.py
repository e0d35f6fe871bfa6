"""All figures draw the same in every engine, to the last bit, and what is drawn is what stands in the page."""

import pytest

from kino import figures
from tests import drawings
from tests.browser.pages import CANONICAL
from tests.engines.tab import SECOND

SHARES_PYTHON = True

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


# Markup as the page would hold it.
_HELD = (
    "(markups) => {"
    + CANONICAL
    + """
  const held = (markup) => [...new DOMParser().parseFromString(markup, "text/html").body.childNodes];
  return markups.map((markup) => held(markup).map(canonical).join(""));
}"""
)


@pytest.fixture(scope="module")
def scoring(open_tab):
    """The second lesson with Python ready."""
    tab = open_tab("attention-scoring-functions.html")
    # A run that needs the rest of the libraries: a drawing that came in its way could take too long on a busy machine.
    tab.run("import hashlib", "dot-product-attention")
    tab.until_python("ready")
    return tab


def test_the_numbers_and_drawings_are_the_same_to_the_last_bit(awake, golden):
    golden(drawings.GOLDEN, awake.run(drawings.code(), SECOND).rstrip("\n") + "\n")


def check_drawn(tab, name):
    """What Python draws here is what stands in the page, in each state."""
    figure = figures.load(name)
    states = [figure.start | state for state in drawings.states(name)]
    pictures = [figure.draw(state) for state in states]
    held = tab.evaluate(_HELD, [picture.svg for picture in pictures])
    shown = tab.evaluate(_PLAY, [name, states])
    for state, one, markup, picture in zip(states, shown, held, pictures, strict=True):
        assert one["markup"] == markup, (name, state)
        assert one["words"] == picture.words


@pytest.mark.parametrize("name", drawings.FIGURES["attention.html"])
def test_what_python_draws_stands_in_the_page(awake, name):
    check_drawn(awake, name)


@pytest.mark.parametrize("name", drawings.FIGURES["attention-scoring-functions.html"])
def test_what_python_draws_stands_in_the_second_lesson(scoring, name):
    check_drawn(scoring, name)
