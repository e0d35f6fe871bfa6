"""Exercises in the page: right and wrong answers, errors, endless ones, hints, solutions, and what is kept of them."""

import re

import pytest

from kino_build import source
from tests.browser import pages
from tests.browser.conftest import ROOT
from tests.browser.test_kept import code, kept, panel, put
from tests.browser.test_keyboard import step
from tests.browser.test_my_work import open_work, save

NAME = "your-softmax"
KEY = f"kino:/#attention/{NAME}"
LESSONS = source.read(ROOT / "lessons")[0].lessons
EXERCISES = [(slug, cell) for slug, one in LESSONS.items() for cell in one.cells if cell.exercise]
ANSWERS = {slug: [cell for at, cell in EXERCISES if at == slug] for slug, _ in EXERCISES}
[SOFTMAX] = [cell for _, cell in EXERCISES if cell.id == NAME]
RIGHT = SOFTMAX.exercise.solutions[0].source
WRONG, UNSUMMED = (one.source for one in SOFTMAX.exercise.wrongs[:2])


def answer(page, text, name=NAME):
    """Put an answer into an exercise, and press Check."""
    put(page, text, name)
    exercise(page, name)
    pages.button(page, "Check", name).click()


def check(page, text, name=NAME):
    """Have an answer checked to its end; return the verdict, and what the output says."""
    answer(page, text, name)
    pages.until_ended(page, name)
    return verdict(page, name), pages.output(page, name)


def verdict(page, name=NAME):
    found = page.locator(f"#{name} [data-verdict]")
    return found.get_attribute("data-verdict") if found.count() else None


def until_verdict(page, kind, name=NAME):
    pages.until(page, "([name, kind]) => document.querySelector(`#${name} [data-verdict=${kind}]`)", [name, kind])


def said(page, name=NAME):
    return page.locator(f"#{name} [data-status]").inner_text()


def exercise(page, name=NAME):
    """The state of an exercise, once its script has come."""
    pages.until(page, "name => document.getElementById(name).dataset.exercise", name)
    return page.locator(f"#{name}").get_attribute("data-exercise")


def hints(page, name=NAME):
    """The hints that can be seen: their heads, and whether they are open."""
    return [
        (hint.locator("summary").inner_text(), hint.evaluate("hint => hint.open"))
        for hint in page.locator(f"#{name} .hint").all()
        if hint.is_visible()
    ]


def summary(page, words, name=NAME):
    return page.locator(f"#{name} summary").filter(has_text=re.compile(f"^{words}$"))


def solution(page, name=NAME):
    return page.locator(f"#{name} .solution pre").first


# What the lessons have


@pytest.mark.parametrize("slug", ANSWERS)
def test_every_exercise_of_the_lessons_accepts_each_solution_and_answers_each_mistake(visit, slug):
    page = visit(f"{slug}.html")
    assert len(ANSWERS[slug]) >= 3
    for cell in ANSWERS[slug]:
        assert len(cell.exercise.solutions) >= 2 and len(cell.exercise.wrongs) >= 3
        for wrong in cell.exercise.wrongs:
            kind, output = check(page, wrong.source, cell.id)
            assert kind == "wrong" and wrong.message.replace("`", "") in output, (cell.id, wrong.message, output)
        assert exercise(page, cell.id) == "open"
        for right in cell.exercise.solutions:
            kind, output = check(page, right.source, cell.id)
            assert (kind, exercise(page, cell.id)) == ("right", "passed"), (cell.id, output)


# One exercise


@pytest.fixture(scope="module")
def woken(visit):
    page = visit()
    pages.wake(page)
    return page


@pytest.fixture
def page(woken):
    """The lesson, awake, with nothing kept of its exercise."""
    woken.evaluate("key => localStorage.removeItem(key)", KEY)
    woken.reload()
    exercise(woken)
    return woken


def test_a_wrong_answer_is_told_what_is_wrong_and_a_right_one_that_it_passed(page):
    assert verdict(page) is None and exercise(page) == "open"
    assert check(page, UNSUMMED)[0] == "wrong"
    assert said(page).startswith("Not yet. Your weights sum to 10.48") and pages.state(page, NAME) == "done"
    assert check(page, RIGHT)[0] == "right"
    assert said(page) == "Passed. Everything that is checked holds."
    assert exercise(page) == "passed" and page.locator(f"#{NAME} [data-passed]").inner_text() == "passed"
    assert check(page, UNSUMMED)[0] == "wrong" and exercise(page) == "passed", "once passed is passed"


def test_run_runs_and_does_not_check(page):
    put(page, RIGHT + "print(softmax(np.zeros(2)))", NAME)
    assert "[0.5 0.5]" in pages.run_as_it_is(page, NAME)
    assert verdict(page) is None and exercise(page) == "open"


def test_a_blank_is_named_and_its_line_marked(page):
    pages.button(page, "Check", NAME).click()
    until_verdict(page, "wrong")
    assert "Fill in the blank on line 5 first." in pages.output(page, NAME)
    page.locator(f"#{NAME} .cm-line.marked").wait_for()
    assert "____" in page.locator(f"#{NAME} .cm-line.marked").inner_text()
    assert "is a blank: put your own code in its place" in pages.run(page, "x = ____", NAME)


def test_an_error_that_the_check_calls_forth_is_shown_with_the_readers_line_and_the_call(page):
    kind, output = check(page, "def softmax(scores):\n    return scores / total")
    assert (kind, pages.state(page, NAME)) == ("wrong", "error")
    assert (
        "line 2 in softmax" in output and "The check called softmax(scores), and your code raised this error." in output
    )
    assert "assert" not in output and said(page).startswith("NameError")


def test_an_endless_answer_can_be_stopped_while_it_is_checked(page):
    answer(page, "def softmax(scores):\n    print('on')\n    while True: pass")
    pages.until_output(page, "on", NAME)
    pages.button(page, "Stop", NAME).click()
    pages.until_state(page, "stopped", name=NAME)
    assert verdict(page) is None and said(page) == "Stopped."
    assert check(page, RIGHT)[0] == "right"


def test_an_answer_that_ends_python_leaves_the_page_whole(page):
    answer(page, "import os\ndef softmax(scores): os._exit(1)")
    pages.until_state(page, "stopped", name=NAME)
    pages.until_python(page, "ready")
    assert verdict(page) is None
    assert check(page, RIGHT)[0] == "right"


def test_an_answer_that_breaks_numpy_is_checked_by_the_real_one(page):
    spoilt = "import numpy as np\nnp.allclose = np.isclose = np.all = lambda *a: True\nround = sum = None\n" + UNSUMMED
    assert check(page, spoilt)[0] == "wrong"
    assert check(page, "x = 1")[1].endswith("The check looks for softmax, which your code does not make.")


# Hints and solutions


def test_hints_are_given_one_at_a_time_and_stay_given(page):
    assert hints(page) == [("Hint 1 of 2", False)]
    summary(page, "Hint 1 of 2").click()
    pages.until(page, "name => document.querySelectorAll(`#${name} [data-given]`).length === 1", NAME)
    assert hints(page) == [("Hint 1 of 2", True), ("Hint 2 of 2", False)]
    page.reload()
    exercise(page)
    assert hints(page) == [("Hint 1 of 2", True), ("Hint 2 of 2", False)]
    summary(page, "Hint 1 of 2").click()
    assert hints(page) == [("Hint 1 of 2", False), ("Hint 2 of 2", False)], "a hint that was given can be put away"


def test_a_solution_is_shown_when_it_is_asked_for_twice_and_beside_the_readers_code(page):
    put(page, "# mine", NAME)
    summary(page, "Solutions").click()
    assert panel(page, "solution", NAME).inner_text().startswith("You have not passed yet. Show anyway?")
    assert said(page) == "You have not passed yet. Show anyway?" and solution(page).is_hidden()
    panel(page, "solution", NAME).get_by_role("button", name="Not yet").click()
    assert solution(page).is_hidden() and panel(page, "solution", NAME).count() == 0
    summary(page, "Solutions").click()
    panel(page, "solution", NAME).get_by_role("button", name="Show it").click()
    assert solution(page).inner_text().strip() == RIGHT.strip() and solution(page).locator(".tok-keyword").count() > 1
    assert (code(page, NAME), exercise(page)) == ("# mine", "open")
    page.reload()
    summary(page, "Solutions").click()
    solution(page).wait_for()  # it is not asked again


def test_after_a_pass_the_solution_is_shown_at_once(page):
    check(page, RIGHT)
    summary(page, "Solutions").click()
    solution(page).wait_for()
    assert page.locator(f"#{NAME} .solution pre").count() == 2


# What is kept


def test_passed_is_kept_over_reload_reset_and_undo_and_told_to_other_tabs(page):
    other = page.context.new_page()
    other.goto(page.url)
    check(page, RIGHT)
    assert kept(page, KEY)["exercise"] == {"passed": True}
    pages.until(other, "name => document.getElementById(name).dataset.exercise === 'passed'", NAME)
    other.close()
    page.reload()
    assert exercise(page) == "passed" and code(page, NAME) == RIGHT
    pages.button(page, "Reset", NAME).click()
    assert exercise(page) == "passed" and kept(page, KEY)["edit"] is None
    panel(page, "undo", NAME).get_by_role("button", name="Undo").click()
    assert (code(page, NAME), exercise(page)) == (RIGHT, "passed")
    assert pages.python_state(page) == "asleep"


def test_my_work_holds_what_was_passed_and_forgets_it(page, visit, tmp_path):
    check(page, RIGHT)
    dialog = open_work(page)
    assert "passed" in dialog.locator("li", has_text=NAME).inner_text()
    file = tmp_path / "work.md"
    save(dialog).save_as(file)
    assert f"\n- [x] attention/{NAME}\n" in file.read_text("utf-8")
    other = visit()
    open_work(other)
    other.locator("dialog input[type=file]").set_input_files(file)
    pages.until(other, "name => document.getElementById(name).dataset.exercise === 'passed'", NAME)
    dialog = other.get_by_role("dialog", name="My work")
    assert "loaded, 1 exercise passed." in dialog.get_by_role("status").inner_text()
    dialog.get_by_role("button", name="Undo").click()
    assert exercise(other) == "open"
    dialog.get_by_role("button", name="Load a file…").wait_for()
    dialog = page.get_by_role("dialog", name="My work")
    dialog.get_by_role("button", name="Forget everything on this device…").click()
    dialog.get_by_role("button", name="Forget everything", exact=True).click()
    assert exercise(page) == "open"


def test_what_is_damaged_in_the_store_is_nothing(page):
    page.evaluate('key => localStorage.setItem(key, \'{"exercise": {"passed": 1, "hints": "x"}}\')', KEY)
    page.reload()
    assert exercise(page) == "open" and hints(page) == [("Hint 1 of 2", False)]


# By keyboard, asleep, without scripts


def test_all_of_it_can_be_done_by_keyboard(page):
    put(page, UNSUMMED, NAME)
    pages.button(page, "Check", NAME).focus()
    page.keyboard.press("Enter")
    until_verdict(page, "wrong")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    reached = []
    for _ in range(20):
        step(page, "Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim().slice(0, 20)"))
        if reached[-1] == "Hint 1 of 2":
            page.keyboard.press("Enter")
            pages.until(page, "name => document.querySelectorAll(`#${name} [data-given]`).length === 1", NAME)
        if reached[-1] == "Solutions":
            page.keyboard.press("Space")
            panel(page, "solution", NAME).wait_for()
        if reached[-1] == "Show it":
            page.keyboard.press("Enter")
            solution(page).wait_for()
            assert page.evaluate("document.activeElement.textContent") == "Solutions"
        if reached[-1] == "Copy link":
            break
    stops = ("Hint 1 of 2", "Hint 2 of 2", "Solutions", "Show it", "Copy link")
    assert [word for word in reached if word in stops] == list(stops)


def test_looking_at_hints_wakes_nothing(visit):
    page = visit(init=pages.SAVE_DATA)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    summary(page, "Hint 1 of 2").click()
    summary(page, "Solutions").click()
    panel(page, "solution", NAME).get_by_role("button", name="Show it").click()
    solution(page).wait_for()
    assert pages.python_state(page) == "asleep" and [url for url in asked if "/runtime/" in url] == []


def test_without_scripts_an_exercise_can_be_read(visit):
    page = visit(java_script_enabled=False)
    assert page.locator(f"#{NAME} pre").first.is_visible()
    assert page.locator(f"#{NAME} .cell-title").inner_text() == "exercise"
    assert [head for head, _ in hints(page)] == ["Hint 1 of 2", "Hint 2 of 2"]
    assert solution(page).is_hidden() and pages.button(page, "Check", NAME).count() == 0
    summary(page, "Solutions").click()
    solution(page).wait_for()


def test_where_the_checking_cannot_be_fetched_hints_and_solutions_can_be_unfolded_and_nothing_else_is_offered(
    visit, problems
):
    page = visit("index.html")
    page.route("**/exercise.js", lambda route: route.abort())
    page.goto(page.url.replace("index.html", pages.LESSON))
    pages.until(page, "name => document.getElementById(name).dataset.exercise === 'still'", NAME)
    assert [head for head, _ in hints(page)] == ["Hint 1 of 2", "Hint 2 of 2"]
    assert pages.button(page, "Check", NAME).count() == 0 and pages.button(page, "Run", NAME).is_visible()
    summary(page, "Solutions").click()
    solution(page).wait_for()
    problems[:] = [problem for problem in problems if "Failed to load resource" not in problem]
