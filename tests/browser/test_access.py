"""axe-core finds nothing to complain of, in each state of a page, light and dark."""

import pytest

from tests.browser import editing, pages
from tests.browser import test_exercise as exercises
from tests.browser.conftest import ROOT
from tests.browser.test_kept import press, put
from tests.browser.test_links import with_code

SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def axe():
    return source_of_axe()


def source_of_axe():
    """The source of axe-core, as npm installed it."""
    file = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        pytest.fail("axe-core is not installed: run `npm ci` first", pytrace=False)
    return file.read_text("utf-8")


def complaints(page, axe, part="html"):
    """What axe-core finds wrong in a part of a page: (rule, selector, summary) each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = page.evaluate(
        "part => axe.run(part, {iframes: false, resultTypes: ['violations']}).then(({violations}) => violations)", part
    )
    return [
        (rule["id"], " ".join(map(str, node["target"])), node["failureSummary"])
        for rule in found
        for node in rule["nodes"]
    ]


def check(page, axe, part="html"):
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert complaints(page, axe, part) == [], scheme


def test_axe_does_complain_of_a_bad_page(visit, axe):
    page = visit("index.html")
    page.evaluate(
        "['img', 'button'].forEach((name) => document.querySelector('main').append(document.createElement(name)))"
    )
    assert {"image-alt", "button-name"} <= {rule for rule, *_ in complaints(page, axe)}


@pytest.mark.parametrize("path", ["index.html", pages.LESSON, pages.SECOND_LESSON, "licences.html", "404.html"])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_page_asleep(visit, axe, path, width):
    check(visit(path, viewport={"width": width, "height": 900}), axe)


def test_the_lesson_while_python_wakes(visit, axe):
    page = visit()
    pages.Held(page, "**/pyodide.asm.wasm")
    pages.slider(page).press("ArrowRight")
    pages.begin(page, "1")
    pages.until(page, "document.querySelector('#soft-lookup progress').checkVisibility()")
    check(page, axe)


def test_the_lesson_after_a_failure(visit, axe, problems):
    page = visit()
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=404))
    pages.slider(page).press("ArrowRight")
    pages.begin(page, "1")
    pages.until_state(page, "error")
    check(page, axe)
    problems[:] = [problem for problem in problems if "Failed to load resource" not in problem]


def test_the_lesson_while_a_cell_runs_and_another_waits(awake, axe):
    pages.begin(awake, "print('on')\nwhile True: pass")
    pages.until_output(awake, "on")
    pages.begin(awake, "1", pages.SECOND)
    check(awake, axe)
    pages.button(awake, "Stop").click()
    pages.until_ended(awake, pages.SECOND)


@pytest.mark.parametrize(
    "code",
    [
        "print('one')\n2",
        "import sys\nprint('to', file=sys.stderr)\ndef f():\n    return 1 / 0\nf()",
        "x = “a”",
        "import numpy as np\nnp.linalg.inv(np.ones((2, 3)) @ np.ones((3, 3)))",
        "for i in range(5000): print(i)",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('A line')\nplt.show()",
        "raise SystemExit",
    ],
    ids=["output", "error", "error with a fix", "error in a library", "cut output", "picture", "ended"],
)
def test_the_lesson_after_a_run(awake, axe, code):
    pages.run(awake, code)
    pages.open_editor(awake)
    check(awake, axe)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_figure_with_the_readers_own_function(visit, axe, width):
    page = visit(viewport={"width": width, "height": 900})
    attend = "import numpy as np\ndef attend(Q, K, V):\n    w = np.array([[2.0, -1, 0, 0]])\n    return w @ V, w"
    for code, seen in (
        (attend, ".remark"),
        ("def attend(): 1", ".driving .error"),
        ("del attend", ".driving-line:not(:has(strong))"),
    ):
        pages.run(page, code)
        page.locator(f"kino-figure {seen}").first.wait_for()
        check(page, axe)


def test_the_lesson_with_a_formula_shown(awake, axe):
    pages.turn(awake, angle=10)
    awake.locator("kino-figure button.why").first.focus()
    check(awake, axe)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_lesson_with_code_that_came_with_a_link(visit, axe, width):
    page = visit(with_code("theirs"), viewport={"width": width, "height": 900})
    page.locator(".difference").wait_for()
    check(page, axe)
    press(page, "link", "Use this code")
    pages.button(page, "Reset").click()
    page.locator("[data-panel=undo]").wait_for()
    check(page, axe)
    page.goto(page.url + "#kino=damaged")
    page.get_by_role("alert").wait_for()
    check(page, axe)


@pytest.mark.parametrize("width", [1280, 390])
def test_my_work(visit, axe, width):
    page = visit(viewport={"width": width, "height": 900})
    page.evaluate("localStorage.setItem('kino:/#attention/gone', JSON.stringify({edit: {code: 'x'}}))")
    put(page, "mine")
    page.get_by_role("button", name="My work", exact=True).click()
    page.locator("dialog summary").click()
    check(page, axe)
    page.get_by_role("button", name="Forget everything on this device…").click()
    check(page, axe)


@pytest.mark.parametrize("width", [1280, 390])
def test_an_exercise_wrong_failed_asked_for_and_passed(visit, axe, width):
    page = visit(viewport={"width": width, "height": 900})
    exercises.check(page, exercises.UNSUMMED)
    exercises.summary(page, "Hint 1 of 2").click()
    exercises.summary(page, "Solutions").click()
    check(page, axe)
    exercises.check(page, "def softmax(scores):\n    return scores / total")
    check(page, axe)
    exercises.check(page, exercises.RIGHT)
    exercises.summary(page, "Solutions").click()
    exercises.solution(page).wait_for()
    check(page, axe)


def test_the_editor_with_its_popup_its_signature_and_its_search(awake, axe):
    pages.run(awake, "def softly(one, two): 'What it does.'")
    editing.write(awake, "softly(1, soft|")
    editing.ask_for_options(awake, "softly")
    awake.keyboard.press("ArrowDown")
    check(awake, axe)
    awake.keyboard.press("Escape")
    editing.open_signature(awake, "softly")
    check(awake, axe)
    awake.keyboard.press("Control+F")
    awake.keyboard.type("soft")
    check(awake, axe)
    awake.keyboard.press("Escape")


def test_the_editor_on_a_phone_with_its_row_of_keys(visit, axe):
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator("#soft-lookup [data-code]").tap()
    page.locator("#soft-lookup .cell-keyrow button").first.wait_for()
    check(page, axe)
    page.keyboard.press("Control+F")
    check(page, axe)
