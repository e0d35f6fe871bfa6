"""input() in a cell: a box where the prompt stands; it waits, Stop ends it, and it is never in the reader's way."""

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST, SECOND
from tests.browser.test_access import axe, check  # noqa: F401  (axe is a fixture)

ASKED = "name => Boolean(document.querySelector(`#${name} [data-output] input`))"
# Answers every question at once, as often as it is asked.
ANSWERER = """([name, answer]) => {
  const area = document.querySelector(`#${name} [data-output]`);
  window.answered = 0;
  window.answerer = new MutationObserver(() => {
    const box = area.querySelector("input");
    if (!box) return;
    window.answered += 1;
    box.value = answer;
    box.form.requestSubmit();
  });
  window.answerer.observe(area, {childList: true, subtree: true});
}"""


def box(page, name=FIRST):
    pages.until(page, ASKED, name)
    return pages.cell(page, name).get_by_role("textbox").and_(page.locator("[data-output] input"))


def answer(page, text, name=FIRST):
    field = box(page, name)
    field.fill(text)
    field.press("Enter")


def focused(page):
    return page.evaluate("document.activeElement.outerHTML.slice(0, 60)")


def test_a_question_is_a_box_with_its_prompt_and_it_waits(awake):
    pages.begin(awake, "name = input('Name? ')\nprint('Hello', name)")
    field = box(awake)
    assert field.get_attribute("aria-label") == "Name?"
    assert pages.state(awake) == "running" and pages.python_state(awake) == "busy"
    assert pages.cell(awake).locator("[data-note]").inner_text() == "Python waits for your answer"
    assert pages.cell(awake).locator("[data-status]").text_content() == "Python waits for your answer: Name?"
    prompt = awake.locator(f"#{FIRST} [data-output] pre").bounding_box()
    assert prompt["y"] <= field.bounding_box()["y"] < prompt["y"] + prompt["height"]
    answer(awake, "Ada 😀")
    assert pages.until_ended(awake) == "Name? Ada 😀\nHello Ada 😀\n"
    assert pages.state(awake) == "done" and not awake.evaluate(ASKED, FIRST)
    assert pages.run(awake, "name", SECOND) == "'Ada 😀'"


def test_the_button_answers_too_and_an_empty_answer_is_one(awake):
    pages.begin(awake, "a = input()\nb = input('b ')\na, b")
    assert box(awake).get_attribute("aria-label") == "Python asks for a line"
    pages.button(awake, "Enter").click()
    pages.until(awake, "() => document.querySelector('[data-output] input')?.ariaLabel === 'b'")
    answer(awake, "2")
    assert pages.until_ended(awake) == "\nb 2\n('', '2')"


def test_the_box_takes_the_focus_of_its_cell_and_gives_it_back(awake):
    pages.begin(awake, "input('a '); input('b '); 1")
    box(awake)
    awake.keyboard.type("x")
    awake.keyboard.press("Enter")
    pages.until(awake, "() => document.querySelector('[data-output] input')?.ariaLabel === 'b'")
    awake.keyboard.type("y")
    awake.keyboard.press("Enter")
    assert pages.until_ended(awake) == "a x\nb y\n1"
    assert awake.evaluate("document.querySelector('#soft-lookup').contains(document.activeElement)")


def test_the_box_does_not_take_the_focus_from_elsewhere(awake):
    pages.begin(awake, "import time\ntime.sleep(0.5)\ninput('a ')\n1")
    pages.slider(awake).focus()
    before = focused(awake)
    box(awake)
    assert focused(awake) == before
    awake.keyboard.press("ArrowRight")
    assert focused(awake) == before
    answer(awake, "1")
    pages.until_ended(awake)


@pytest.mark.parametrize("label", ["Stop", "Reset"])
def test_stop_and_reset_end_the_question_at_once(awake, label):
    pages.run(awake, "before = 7", SECOND)
    pages.begin(awake, "print('on')\ninput('Name? ')\nprint('not here')")
    box(awake).fill("half an ans")
    pages.button(awake, label).click()
    pages.until(awake, "() => document.getElementById('soft-lookup').dataset.state !== 'running'", seconds=2)
    assert pages.output(awake) == "on\nName? Stopped."
    assert pages.run(awake, "before", SECOND) == "7", "Python was restarted"


def test_a_question_that_will_not_be_stopped_ends_with_its_python(awake):
    pages.begin(awake, "while True:\n    try:\n        input('again ')\n    except BaseException: pass")
    box(awake)
    pages.button(awake, "Stop").click()
    words = pages.until_ended(awake)
    assert "Your code is safe" in words and not awake.evaluate(ASKED, FIRST)
    pages.until_python(awake, "ready")


def test_a_cell_that_waits_its_turn_is_asked_in_its_own_place(awake):
    pages.begin(awake, "x = input('first ')")
    box(awake)
    pages.begin(awake, "y = input('second ')\nx + y", SECOND)
    assert pages.state(awake, SECOND) == "queued" and not awake.evaluate(ASKED, SECOND)
    answer(awake, "1")
    answer(awake, "2", SECOND)
    assert pages.until_ended(awake, SECOND) == "second 2\n'12'"
    assert pages.output(awake) == "first 1\n"


@pytest.mark.long
def test_a_thousand_questions(awake):
    awake.evaluate(ANSWERER, [FIRST, "1"])
    words = pages.run(awake, "sum(int(input(f'{i} ')) for i in range(1000))")
    awake.evaluate("answerer.disconnect()")
    assert awake.evaluate("answered") == 1000
    assert words.startswith("0 1\n1 1\n") and words.endswith("1000")


def test_a_very_long_answer(awake):
    awake.evaluate(ANSWERER, [FIRST, "x" * 100_000])
    words = pages.run(awake, "len(input())")
    awake.evaluate("answerer.disconnect()")
    assert words.endswith("100000") and len(words) < 30_000


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('Age? ', end='')\nint(input())", "Age? 5\n5"),
        ("import sys\nprint('Age? ', end='', file=sys.stderr)\nsys.stdin.readline()", "Age? 5\n'5\\n'"),
        ("import asyncio\nawait asyncio.sleep(0)\ninput('Age? ')", "Age? 5\n'5'"),
        ("def ask(): return input('Age? ')\nask()", "Age? 5\n'5'"),
        ("print('\\x1b[1mAge?\\x1b[0m ', end=''); input()", "Age? 5\n'5'"),
    ],
)
def test_every_way_to_ask(awake, code, words):
    pages.begin(awake, code)
    assert box(awake).get_attribute("aria-label") == "Age?"
    answer(awake, "5")
    assert pages.until_ended(awake) == words


def test_a_password_is_asked_for_in_the_open(awake):
    pages.begin(awake, "import getpass\ngetpass.getpass()")
    answer(awake, "secret")
    words = pages.until_ended(awake)
    assert "Password: secret" in words and words.endswith("'secret'")


def test_the_debugger_can_be_talked_to(awake):
    pages.begin(awake, "x = 6\nbreakpoint()\nx * 7")
    answer(awake, "p x + 1")
    pages.until_output(awake, "7\n")
    answer(awake, "c")
    assert pages.until_ended(awake).endswith("42")


def test_control_d_ends_the_lines(awake):
    pages.begin(awake, "import sys\nlist(sys.stdin)")
    answer(awake, "a")
    pages.until(awake, ASKED, FIRST)
    box(awake).press("Control+d")
    assert pages.until_ended(awake) == "a\n['a\\n']"


def test_output_that_comes_meanwhile_stands_before_the_question(awake):
    code = """import asyncio
async def tick():
    for i in range(3):
        await asyncio.sleep(0.1)
        print('tick', i)
task = asyncio.ensure_future(tick())
input('Name? ')"""
    pages.begin(awake, code)
    box(awake).fill("A")
    pages.until_output(awake, "tick 2")
    field = box(awake)
    assert field.input_value() == "A" and "<input" in focused(awake)
    field.press("Enter")
    assert pages.until_ended(awake).endswith("'A'")


def test_where_the_browser_cannot_wait_a_plain_sentence_says_what_to_do(visit):
    page = visit()
    pages.wake(page)
    # A browser that cannot switch stacks has no such name.
    pages.run(page, "import js\njs.Reflect.deleteProperty(js.WebAssembly, 'Suspending')")
    words = pages.run(page, "name = input('Name? ')")
    assert pages.state(page) == "error"
    assert "This browser cannot wait for input() while Python runs. Put the answer into the code instead" in words
    assert "line 1" in words and "OSError" not in words
    assert pages.run(page, "print(6 * 7)") == "42\n"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_question_can_be_used_by_everyone(visit, axe, width):  # noqa: F811
    page = visit(viewport={"width": width, "height": 900})
    pages.wake(page)
    pages.begin(page, "input('What is your name, and where do you come from? ')")
    size = box(page).bounding_box()
    assert size["height"] >= 24 and size["width"] >= 80
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, axe)
    answer(page, "Ada")
    pages.until_ended(page)
