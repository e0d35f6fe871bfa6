"""The tab itself: what tests in three engines take for granted."""

import pytest

from tests.engines.tab import FIRST

SHARES_PYTHON = True


def test_what_is_asked_comes_back_as_plain_json(awake):
    for js, argument, value in (
        ("1 + 1", None, 2),
        ("'é 🎈'", None, "é 🎈"),
        ("[1, [null, true], {a: 'b'}]", None, [1, [None, True], {"a": "b"}]),
        ("undefined", None, None),
        ("x => x", ["a", {"b": "\u2028</script>"}], ["a", {"b": "\u2028</script>"}]),
        ("async (x) => { await new Promise((next) => setTimeout(next, 10)); return x + 1 }", 1, 2),
        ("Promise.resolve(3)", None, 3),
        ("() => { const a = 1; return a } // so it is", None, 1),
        ("document.querySelector('nothing')", None, None),
    ):
        assert awake.evaluate(js, argument) == value, js
    assert awake.evaluate("document.body"), "an element is something"
    with pytest.raises(Exception, match="no such luck"):
        awake.evaluate("() => { throw new Error('no such luck') }")


def test_a_key_reaches_the_page(awake):
    awake.evaluate("""() => {
      window.keys = [];
      addEventListener("keydown", ({key, shiftKey, ctrlKey}) => keys.push([key, shiftKey, ctrlKey]));
    }""")
    for key in ("ArrowRight", "Shift+Home", "Control+b", "x", "+", "Escape"):
        awake.press(key)
    pressed = awake.evaluate("keys.filter(([key]) => !['Shift', 'Control'].includes(key))")
    assert pressed == [
        ["ArrowRight", False, False],
        ["Home", True, False],
        ["b", False, True],
        ["x", False, False],
        ["+", False, False],
        ["Escape", False, False],
    ]


def test_what_is_typed_is_what_arrives(awake):
    text = 'def f(x):\n"A\'b" {[~#@€é]} \\ ^ %'
    awake.evaluate("""() => {
      const area = document.createElement("textarea");
      area.id = "typed";
      document.body.prepend(area);
      area.focus();
    }""")
    awake.type(text)
    assert awake.evaluate("document.getElementById('typed').value") == text
    awake.evaluate("document.getElementById('typed').remove()")


def test_errors_that_nothing_catches_are_heard_and_cleared(awake):
    awake.evaluate("() => { setTimeout(() => { throw new Error('thrown') }) }")
    awake.evaluate("() => { Promise.reject(new Error('rejected')) }")
    awake.until("new Promise((next) => setTimeout(() => next(true), 50))")
    for word in ("thrown", "rejected"):
        assert any(word in problem for problem in awake.problems), awake.problems
    awake.problems.clear()


def test_a_tab_of_a_new_reader_runs_its_own_script_first_and_knows_nothing(open_tab, site, tmp_path):
    tab = open_tab(init="window.first = document.documentElement?.dataset.python ?? 'nothing'")
    assert tab.evaluate("window.first") in ("asleep", "nothing")
    tab.evaluate("localStorage.setItem('mine', '1')")
    tab.reload()
    assert tab.evaluate("[window.first !== undefined, localStorage.getItem('mine')]") == [True, "1"]
    other = tab.beside(site.url + "index.html")
    assert other.evaluate("localStorage.getItem('mine')") == "1"
    assert tab.evaluate("document.documentElement.dataset.lesson") == "attention"
    tab.resize(500, 700)
    assert tab.evaluate("[innerWidth, innerHeight]") == [500, 700]
    tab.screenshot(tmp_path / "seen.png")
    assert (tmp_path / "seen.png").stat().st_size > 5000
    tab.close()
    assert open_tab().evaluate("[window.first, localStorage.getItem('mine')]") == [None, None]


def test_a_cell_is_run(awake):
    assert awake.run("import numpy as np\nnp.arange(3) * 2") == "array([0, 2, 4])"
    assert (awake.state(), awake.python, awake.code(FIRST)[:6]) == ("done", "ready", "import")
