"""axe-core finds nothing to complain of in any state of a page, light and dark, in each engine.

For Chromium, tests/browser/test_access.py looks at more of them, and at two widths.
"""

import pytest

from tests.browser.offline import Host, look_for_a_new_version, rebuilt, until_kept
from tests.browser.test_access import source_of_axe
from tests.browser.test_links import fragment

pytestmark = pytest.mark.long

THEMES = ("light", "dark")
NEVER = """
const whole = window.fetch;
window.fetch = (url, ...more) =>
  String(url.url ?? url).includes("asm.wasm") ? new Promise(() => {}) : whole(url, ...more);
"""
REFUSED = NEVER.replace("new Promise(() => {})", "Promise.resolve(new Response('', {status: 404}))")
WRONG_WEIGHTS = "import numpy as np\ndef attend(Q, K, V):\n    w = np.array([[2.0, -1, 0, 0]])\n    return w @ V, w"


def check(tab, part="html"):
    """axe looks at a part of the page in both themes."""
    if not tab.evaluate("'axe' in window"):
        tab.evaluate("() => {" + source_of_axe() + "}")
    for theme in THEMES:
        tab.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found = tab.evaluate(
            """async (part) => {
              const {violations} = await axe.run(part, {iframes: false, resultTypes: ["violations"]});
              const told = ({target, failureSummary}) => [target.join(" "), failureSummary];
              return violations.flatMap(({id, nodes}) => nodes.map((node) => [id, ...told(node)]));
            }""",
            part,
        )
        assert found == [], (tab.engine, theme, part)


def look(tab, css):
    tab.until("css => document.querySelector(css)?.checkVisibility()", css)


def test_pages_asleep(open_tab, site):
    tab = open_tab("index.html")
    for path in ("index.html", "attention.html", "attention-scoring-functions.html", "licences.html"):
        tab.goto(site.url + path)
        check(tab)


def test_while_python_wakes_and_when_it_cannot(open_tab):
    waking = open_tab(init=NEVER)
    waking.begin("1")
    look(waking, "#soft-lookup progress")
    check(waking)
    failed = open_tab(init=REFUSED)
    failed.begin("1")
    failed.until_ended()
    check(failed)
    assert failed.state() == "error"


def test_running_waiting_stopped_wrong_and_done(awake):
    awake.begin("print('on')\nwhile True: pass")
    awake.until_output("on")
    awake.begin("1", "attention-map")
    check(awake)
    awake.stop()
    awake.until_ended("attention-map")
    check(awake, "#soft-lookup")
    for code in ("x = “a”", "def f():\n    return 1 / 0\nf()", "for i in range(5000): print(i)"):
        awake.run(code)
        check(awake, "#soft-lookup")
    awake.run("import numpy as np\nQ = np.array([[1.0, 2], [3, 4]])\nn = 5\nQ")
    look(awake, "#soft-lookup .variables")
    awake.click("#soft-lookup .variables summary")
    look(awake, "#soft-lookup .variables-body button")
    awake.click("#soft-lookup .variables-body button")
    look(awake, "#soft-lookup .variables-body .heatmap")
    check(awake, "#soft-lookup")
    awake.run("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('A line')\nplt.show()")
    check(awake, "#soft-lookup")


def test_a_figure_that_the_readers_own_code_draws(awake):
    for code, seen in ((WRONG_WEIGHTS, ".remark"), ("def attend(): 1", ".driving .error")):
        awake.run(code)
        look(awake, f"kino-figure {seen}")
        check(awake, "kino-figure")
    awake.run("del attend")
    look(awake, "kino-figure .driving button")
    check(awake, "kino-figure")


def test_an_exercise_and_a_prediction(awake):
    exercise, code = "#your-softmax", "import numpy as np\n\n\ndef softmax(scores):\n    return np.exp(scores)"
    awake.until("css => document.querySelector(css).dataset.exercise", exercise)
    for answer, kind in ((code, "wrong"), (f"{code} / np.exp(scores).sum()", "right")):
        awake.put(answer, exercise[1:])
        awake.click(f"{exercise} [data-action=check]")
        look(awake, f"{exercise} [data-verdict={kind}]")
        if kind == "wrong":
            awake.click(f"{exercise} .hint summary")
            awake.click(f"{exercise} .solution summary")
            look(awake, f"{exercise} .panel")
        else:
            awake.click(f"{exercise} .solution summary")
            look(awake, f"{exercise} .solution pre")
        check(awake, exercise)
    awake.evaluate("document.querySelector('kino-predict').scrollIntoView()")
    awake.until("document.querySelector('kino-predict').dataset.phase === 'asking'")
    for _ in range(2):
        # Where nothing was guessed, the first press asks for it.
        awake.click("kino-predict [data-reveal]")
        check(awake, "kino-predict")
    look(awake, "kino-predict table")


def test_what_the_editor_opens(awake):
    awake.run("def softly(one, two): 'What it does.'")
    awake.put("")
    awake.click("#soft-lookup [data-code]")
    awake.until("document.activeElement.matches('.cm-content')")
    awake.type("softly(1, sof")
    awake.press("Control+Space")
    look(awake, ".cm-tooltip-autocomplete li")
    check(awake, "#soft-lookup")
    awake.press("Escape")
    awake.press("Control+f")
    look(awake, ".cm-search input")
    check(awake, "#soft-lookup")
    awake.press("Escape")


def test_my_work_and_a_link(open_tab):
    tab = open_tab(
        "attention.html" + fragment({"v": 1, "at": "soft-lookup", "figures": {}, "cells": {"soft-lookup": "theirs"}})
    )
    look(tab, ".difference")
    check(tab, "#soft-lookup")
    tab.click("#soft-lookup [data-panel=link] button")
    tab.click("[data-my-work]")
    look(tab, "dialog.work ul a")
    check(tab)
    tab.click("dialog.work .work-buttons button:last-child")
    check(tab, "dialog.work")


def test_the_offer_to_start_python_anew(open_tab):
    tab = open_tab()
    tab.run("import numpy as np\nmany = np.ones(40_000_000)")
    look(tab, "#soft-lookup [data-output] .said.note button")
    check(tab, "#soft-lookup")


@pytest.fixture
def host(dist, tmp_path):
    host = Host(tmp_path, dist)
    yield host
    host.go()


def test_a_course_to_be_kept_a_new_version_and_no_connection(open_tab, host, dist, tmp_path_factory):
    tab = open_tab("index.html", server=host)
    look(tab, "[data-keep] [data-action=keep]")
    check(tab)
    until_kept(tab, "/index.html", "/js/main.js")
    host.put(rebuilt(dist, tmp_path_factory.mktemp("newer"), ("Attention", "Heed")))
    look_for_a_new_version(tab)
    tab.until("document.querySelector('.new-version [role=status]')?.textContent.startsWith('A new version')")
    check(tab)
    host.go()
    tab.goto(host.url + "attention-scoring-functions.html")
    assert tab.evaluate("document.querySelector('h1').textContent") == "No connection"
    check(tab)
    host.come_back()
