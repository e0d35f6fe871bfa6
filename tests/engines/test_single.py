"""A lesson in one file, opened from a disk, in each engine: film, Python, seal, edits that stay or are said to go."""

import re

import pytest

from tests.vectors import SENDING, STORING, attempts, ends

pytestmark = pytest.mark.long

FIRST = "soft-lookup"
# All ways are tried in test_seal.py, each in a run of its own: several in one can make Python in Firefox stand still.
SENDING = {name: SENDING[name] for name in ("fetch", "XMLHttpRequest that waits", "WebSocket", "pyfetch")}
STORING = {name: STORING[name] for name in ("localStorage", "sessionStorage", "the page", "the page above")}


@pytest.fixture(scope="module")
def tab(open_tab, single):
    return open_tab(single.as_uri())


def test_the_text_is_there_and_python_sleeps(tab):
    assert tab.evaluate("document.querySelector('h1').textContent") == "Attention"
    assert tab.evaluate("document.documentElement.dataset.python") == "asleep"


def test_the_film_plays(tab):
    tab.evaluate("document.querySelector('kino-figure').state = {angle: 51}")
    tab.until("document.querySelector('kino-figure').values.angle === 51")


def test_python_wakes_and_runs_and_the_figure_is_live(tab):
    assert "3.0" in tab.run("import numpy as np\nprint(np.ones(3).sum())", cell=FIRST)
    tab.evaluate("document.querySelector('kino-figure').state = {angle: 20}")
    tab.until("document.querySelector('kino-figure').dataset.source === 'live'")


def test_what_comes_later_is_in_it(tab):
    code = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('T')\nplt.show()"
    tab.run(code, cell=FIRST)
    assert tab.evaluate(f"document.querySelector('#{FIRST} [data-output] img').alt").startswith("Plot: “T”")


def test_a_cell_reaches_neither_network_nor_storage_nor_page(tab, listener):
    tab.evaluate("() => { try { localStorage.setItem('secret', 'do not tell') } catch {} }")
    sent = tab.run(attempts(SENDING, listener.url + "leak-"), cell=FIRST)
    assert ends(sent) == dict.fromkeys(SENDING, "refused"), sent
    read = tab.run(attempts(STORING), cell=FIRST)
    assert ends(read) == dict.fromkeys(STORING, "refused"), read
    assert listener.requests == []
    tab.problems.clear()  # engines report what they refuse


def test_the_page_itself_asked_for_nothing(tab):
    asked = tab.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert [name for name in asked if not re.match("(data|blob):", name)] == []


def test_an_edit_is_kept_or_its_loss_is_said(tab):
    tab.evaluate(f"document.getElementById('{FIRST}').code = 'print(\"kept\")'")
    problem = tab.evaluate("document.body.innerText.includes('does not let the page keep your edits')")
    tab.reload()
    kept = tab.evaluate(f"document.getElementById('{FIRST}').code") == 'print("kept")'
    assert kept != problem
