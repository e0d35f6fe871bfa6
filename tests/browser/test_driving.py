"""The reader's own function drives the figure: right, wrong, slow, endless, fatal or ill-meant; and it is put back."""

import pytest

from tests.browser import pages
from tests.browser.pages import until

GOOD = """
import numpy as np

def attend(Q, K, V):
    scores = Q @ K.T
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
HEAD = "import numpy as np\n\ndef attend(Q, K, V):\n"
HARD = HEAD + "    weights = np.eye(4)[[2]]\n    return weights @ V, weights"
FIGURE = "document.querySelector('kino-figure')"


@pytest.fixture
def page(visit):
    page = visit(has_touch=True)
    yield page
    page.context.close()


def is_yours(page):
    return page.evaluate(f"() => {FIGURE}.dataset.code === 'yours'")


def until_yours(page):
    until(page, f"() => {FIGURE}.dataset.code === 'yours'")


def drive(page, code):
    """Run code in the cell that drives the figure, and wait for the figure to be drawn with it."""
    pages.run(page, code)
    until_yours(page)


def panel(page):
    return page.locator("kino-figure .driving")


def until_said(page, words):
    until(page, "words => document.querySelector('kino-figure .driving')?.textContent.includes(words)", words)


def turn(page, angle):
    page.evaluate(f"angle => {{ {FIGURE}.state = {{angle}} }}", angle)


def values(page):
    return page.evaluate(f"() => {FIGURE}.values")


def put_back(page):
    panel(page).get_by_role("button", name="Put back").click()


def test_the_readers_function_draws_and_every_turn_is_its_own(page):
    assert panel(page).count() == 0
    drive(page, GOOD)
    for angle in (-165, 25):
        turned = pages.turn(page, angle=angle)["values"]
        powers = [2.718281828459045**score for score in [2**0.5 * score for score in turned["scores"]]]
        assert turned["weights"] == pytest.approx([power / sum(powers) for power in powers])
        assert turned["own_weights"] != turned["weights"] and is_yours(page)
    drive(page, HARD)
    until(page, f"() => {FIGURE}.values.weights[2] === 1")
    assert values(page)["weights"] == [0, 0, 1, 0]
    assert "Your code" in panel(page).text_content() and "Divide by √d" in panel(page).text_content()
    assert page.locator("kino-figure [data-words]").text_content().startswith("Your code. Query at 25°")


def test_put_back_brings_the_lessons_own_again_and_a_run_the_readers(page):
    pages.wake(page)
    before = pages.turn(page, angle=25)
    drive(page, HARD)
    put_back(page)
    until(page, f"() => {FIGURE}.dataset.code === undefined")
    after = pages.settle(page, "live")
    assert after == before and panel(page).count() == 0
    drive(page, HARD)
    assert values(page)["weights"] == [0, 0, 1, 0]


def test_by_keyboard_alone(page):
    drive(page, HARD)
    link = pages.cell(page).get_by_role("link", name="the figure")
    link.focus()
    page.keyboard.press("Enter")
    button = panel(page).get_by_role("button", name="Put back")
    button.focus()
    page.keyboard.press("Enter")
    until(page, f"() => {FIGURE}.dataset.code === undefined")
    assert page.evaluate(f"() => {FIGURE}.contains(document.activeElement)")
    page.keyboard.press("ArrowRight")
    until(page, f"() => {FIGURE}.values.angle === 51")


def test_code_that_was_only_typed_does_not_drive(page):
    drive(page, HARD)
    page.evaluate("() => { document.getElementById('soft-lookup').code = 'def attend(): pass' }")
    assert pages.turn(page, angle=10)["values"]["weights"] == [0, 0, 1, 0]
    pages.button(page, "Reset").click()
    until(page, f"() => {FIGURE}.dataset.code === undefined")
    assert pages.settle(page)["values"]["weights"][0] > 0.5 and panel(page).count() == 0


def test_a_cell_without_the_function_gives_the_figure_back(awake):
    drive(awake, HARD)
    pages.run(awake, "del attend")
    until_said(awake, "The cell has no attend any more, so the lesson’s own draws again.")
    assert pages.turn(awake, angle=25)["values"]["weights"][0] > 0.5 and not is_yours(awake)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return np.ones((1, 3)), np.ones((4, 1))", "weights of shape (4, 1). It must be (1, 4)"),
        ("return 1", "attend returned an int"),
        ("return np.ones((1, 3)), np.full((1, 4), np.nan)", "NaN"),
        ("return no_such_name", "NameError"),
        ("return attend(Q, K, V)", "RecursionError"),
        ("return input('?')", "input() cannot ask"),
    ],
)
def test_what_is_wrong_is_said_and_the_last_picture_stays(awake, body, said):
    drive(awake, HARD)
    before = pages.turn(awake, angle=90)
    pages.run(awake, f"{HEAD}    {body}")
    until_said(awake, said)
    until(awake, "words => document.querySelector('kino-figure [data-status]').textContent.includes(words)", said)
    turn(awake, 20)
    until(awake, f"() => 'pending' in {FIGURE}.dataset")
    assert pages.shown(awake)["markup"] == before["markup"]
    drive(awake, HARD)
    until(awake, f"() => {FIGURE}.values.angle === 20")
    assert "error" not in panel(awake).inner_html()


def test_an_error_leads_to_its_line(awake):
    pages.run(awake, HEAD + "    weights = 1\n    return weights / 0")
    until_said(awake, "ZeroDivisionError")
    panel(awake).get_by_role("button", name="line 5 in attend").click()
    until(awake, "() => document.activeElement.closest('#soft-lookup [data-code]')")
    assert awake.locator("#soft-lookup .marked").text_content() == "    return weights / 0"


def test_slow_code_draws_when_the_reader_lets_go(awake):
    drive(awake, HARD.replace("    return", "    import time; time.sleep(0.3)\n    return"))
    until_said(awake, "so it draws when you let go")
    slider = pages.slider(awake)
    slider.scroll_into_view_if_needed()
    pages.turn(awake, angle=0)
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    awake.mouse.move(box["x"] + box["width"] / 2, middle)
    awake.mouse.down()
    keep = "({detail}) => drawn.push(detail.state.angle)"
    awake.evaluate(f"() => {{ window.drawn = []; {FIGURE}.addEventListener('kino-drawn', {keep}) }}")
    passed = []
    for share in (0.6, 0.7, 0.8):
        awake.mouse.move(box["x"] + box["width"] * share, middle)
        passed.append(awake.evaluate(f"() => {FIGURE}.state.angle"))
    assert 30 < passed[0] < passed[1] < passed[2] and not {*passed} & {*awake.evaluate("() => drawn")}
    awake.mouse.up()
    until(awake, f"angle => {FIGURE}.values.angle === angle", passed[2])
    assert {*passed} & {*awake.evaluate("() => drawn")} == {passed[2]}


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(1e6)"])
def test_endless_code_is_stopped_and_put_back(page, body):
    pages.run(page, f"{HEAD}    {body}")
    until_said(page, "took longer than two seconds and was stopped")
    assert not is_yours(page) and pages.python_state(page) == "ready"
    assert pages.turn(page, angle=25)["values"]["weights"][0] > 0.5
    assert pages.run(page, "attend.__name__") == "'attend'"  # Python is the same


@pytest.mark.parametrize(
    "body",
    [
        "import os; os._exit(1)",
        pytest.param(
            "while True:\n        try:\n            while True: pass\n        except BaseException: pass",
            marks=pytest.mark.long,
        ),
    ],
)
def test_code_that_ends_python_is_put_back_and_said(page, body, problems):
    pages.run(page, f"{HEAD}    {body}")
    until_said(page, "Python did not survive drawing with your attend.")
    assert pages.turn(page, angle=25)["values"]["weights"][0] > 0.5 and not is_yours(page)
    drive(page, HARD)
    problems.clear()


def test_a_restart_takes_the_function_away_and_says_so(page, problems):
    drive(page, HARD)
    pages.run(page, "import os; os._exit(1)", name=pages.SECOND)
    until_said(page, "Python was restarted, and your attend is gone with it.")
    assert pages.turn(page, angle=25)["values"]["weights"][0] > 0.5 and not is_yours(page)
    panel(page).get_by_role("button", name="Close").click()
    assert panel(page).count() == 0
    problems.clear()


def test_ill_meant_code_harms_neither_the_figure_nor_other_cells(page):
    code = HEAD + (
        "    Q[:], K[:], V[:] = 9, 9, 9\n"
        "    kept.append((Q, K, V))\n"
        "    import builtins, sys\n"
        "    for _ in range(1000): print('x')\n"
        "    np.cos = np.exp = np.array = builtins.len = sys.stdout = None\n"
        "    return np.full((1, 3), 0.5), np.full((1, 4), 0.25)\n"
        "kept = []"
    )
    pages.run(page, code)
    until_yours(page)
    assert values(page)["weights"] == [0.25] * 4 and values(page)["own_weights"][0] > 0.5
    until_said(page, "your code printed 2,000 characters, which are not kept: “x x")
    assert pages.output(page) == ""
    put_back(page)
    assert pages.turn(page, angle=25)["values"]["weights"][0] > 0.5
    assert pages.run(page, "import numpy as np\nlen(np.array([np.cos(0)]))", name=pages.SECOND) == "1"


def test_markup_that_a_function_returns_or_raises_is_text(awake):
    pages.run(awake, HEAD + "    raise ValueError('<img src=x onerror=alert(1)>')")
    until_said(awake, "<img src=x onerror=alert(1)>")
    assert panel(awake).locator("img").count() == 0


def test_while_another_cell_runs_the_last_picture_stays_and_then_the_function_draws(awake):
    drive(awake, HARD)
    pages.turn(awake, angle=0)
    pages.begin(awake, pages.LOOP, name=pages.SECOND)
    pages.until_output(awake, "on", name=pages.SECOND)
    turn(awake, 70)
    until(awake, f"() => 'pending' in {FIGURE}.dataset")
    assert values(awake)["angle"] == 0
    pages.press_stop(awake, name=pages.SECOND)
    assert pages.settle(awake)["values"]["weights"] == [0, 0, 1, 0]


def test_linked_or_kept_code_drives_nothing_before_it_is_run(visit):
    page = visit()
    page.evaluate("code => { document.getElementById('soft-lookup').code = code }", HARD)
    page.reload()
    until(page, "() => document.getElementById('soft-lookup').code?.includes('np.eye')")
    pages.run(page, "pass", name=pages.SECOND)
    assert pages.turn(page, angle=25)["values"]["weights"][0] > 0.5 and panel(page).count() == 0
    page.context.close()


def test_reset_of_a_cell_that_runs_hands_nothing_to_the_figure(page):
    pages.wake(page)
    pages.begin(page, f"{HARD}\nprint('on')\nwhile True: pass")
    pages.until_output(page, "on")
    pages.button(page, "Reset").click()
    pages.until_python(page, "ready")
    page.wait_for_timeout(500)
    assert panel(page).count() == 0 and not is_yours(page)
