"""A picture's markup is held against the page's own list when the site is built."""

import re
from pathlib import Path

import pytest

from kino import figures
from kino_build.markup import ATTRIBUTES, ELEMENTS, mistakes


def test_the_list_is_the_pages():
    assert {"svg", "path", "table", "button", "td"} <= ELEMENTS and not {"script", "a", "img", "style"} & ELEMENTS
    assert {"d", "fill", "viewbox", "data-why", "data-turn"} <= ATTRIBUTES and not {"id", "style", "href"} & ATTRIBUTES


@pytest.mark.parametrize(
    ("svg", "right"),
    [
        ('<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', ()),
        ("<svg><script>1</script></svg>", ("<script>",)),
        ('<svg id="a" style="x"><a href="b">c</a><a href="d">e</a></svg>', ("id=", "style=", "<a>", "href=")),
        ('<svg onclick="alert(1)"/>', ("onclick=",)),
    ],
)
def test_what_the_page_leaves_out_is_named_once(svg, right):
    assert mistakes(svg) == right


@pytest.mark.parametrize(
    "name", ["turning-query", "scoring-functions", "variance-of-scores", "masked-softmax", "attention-map"]
)
def test_kinos_own_figures_use_only_what_is_listed(name):
    assert mistakes(figures.load(name).draw({}).svg) == ()


SCRIPTS = Path(__file__).parents[2] / "site/js"
# Ways to make a document or a part of one out of text, or to run text.
MAKING = r"""(?x) \.(inner|outer)HTML | insertAdjacentHTML | document\.write | createContextualFragment | setHTML |
  srcdoc | DOMParser | XSLTProcessor | \beval\b | new\ Function | javascript: |
  set(Timeout|Interval)\(\s*["'`] | \.cssText"""
MAKERS = {"markup.js": {"DOMParser"}, "sealed-frame.js": {"srcdoc"}}


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.js")), ids=lambda path: path.name)
def test_no_script_of_the_page_makes_markup_of_text_but_those_that_are_for_it(path):
    code = re.sub(r"^\s*//.*", "", path.read_text("utf-8"), flags=re.MULTILINE)
    assert {match[0] for match in re.finditer(MAKING, code)} <= MAKERS.get(path.name, set())
