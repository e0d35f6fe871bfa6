"""Completion and signatures: from the live namespace while Python is ready, from plain words while it is not."""

import pytest

from tests.browser import editing, pages
from tests.browser.editing import POPUP, SIGNATURE
from tests.browser.pages import SECOND

DEFINITIONS = '''
import numpy as np
def soft_lookup(query, keys, scale=1.0):
    """Look something up softly. There is more to say."""
class Trap:
    @property
    def sprung(self): print("SPRUNG")
    def __getattr__(self, name): print("SPRUNG")
    def __dir__(self): print("SPRUNG")
trap = Trap()
table = np.zeros((4, 3))
'''


@pytest.fixture(scope="module")
def page(awake):
    pages.run(awake, DEFINITIONS)
    return awake


@pytest.fixture(scope="module")
def asleep(visit):
    return visit()


@pytest.fixture(autouse=True)
def closed(request):
    yield
    for name in ("page", "asleep"):
        if name in request.fixturenames:
            for _ in range(3):
                request.getfixturevalue(name).keyboard.press("Escape")


# While Python sleeps


def test_words_of_the_cells_are_offered_while_python_sleeps(asleep):
    editing.write(asleep, "attention_score = 1\n|")
    asleep.keyboard.type("att")
    assert {"attention_score", "AttributeError"} <= set(editing.offered(asleep))
    assert pages.python_state(asleep) == "asleep"


def test_words_of_other_cells_pythons_own_and_attributes_that_were_used(asleep):
    asleep.evaluate("name => { document.getElementById(name).code = 'elsewhere = 1\\nx.reshaped()' }", SECOND)
    editing.write(asleep, "|")
    asleep.keyboard.type("el")
    assert editing.offered(asleep) == ["elif", "else", "elsewhere"]
    editing.write(asleep, "x = y|")
    asleep.keyboard.type(".re")
    assert editing.offered(asleep) == ["reshaped"]


@pytest.mark.parametrize(
    "before", ["'pri|'", "# pri|", "'''pri|", "f'pri|", "def pri|", "class pri|", "import numpy as pri|"]
)
def test_nothing_is_offered_where_no_known_name_can_stand(asleep, before):
    editing.write(asleep, before)
    asleep.keyboard.type("n")
    assert editing.nothing_is_offered(asleep)


@pytest.mark.parametrize("typed", ["p", "12", "3.", "print", "print("])
def test_nothing_is_offered_for_one_letter_a_number_and_a_whole_word(asleep, typed):
    editing.write(asleep, "|")
    asleep.keyboard.type(typed)
    assert editing.nothing_is_offered(asleep)


def test_a_popup_goes_when_the_word_is_whole(asleep):
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    assert editing.offered(asleep) == ["print"]
    asleep.keyboard.type("t")
    pages.until(asleep, "popup => !document.querySelector(popup)", POPUP, seconds=5)


def test_enter_makes_a_new_line_unless_an_option_was_chosen(asleep):
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    editing.offered(asleep)
    asleep.wait_for_timeout(100)
    asleep.keyboard.press("Enter")
    assert editing.code(asleep) == "prin\n"
    asleep.keyboard.type("prin")
    assert editing.offered(asleep) == ["print"]
    asleep.wait_for_timeout(100)
    asleep.keyboard.press("ArrowDown")
    asleep.keyboard.press("Enter")
    assert editing.code(asleep) == "prin\nprint"


def test_tab_takes_the_first_option_and_indents_where_there_is_none(asleep):
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    editing.offered(asleep)
    asleep.wait_for_timeout(100)
    asleep.keyboard.press("Tab")
    assert editing.code(asleep) == "print"
    asleep.keyboard.press("Tab")
    assert editing.code(asleep) == "    print"


def test_an_option_can_be_clicked(asleep):
    editing.write(asleep, "|")
    asleep.keyboard.type("enu")
    asleep.locator(f"{POPUP} li").first.click()
    assert editing.code(asleep) == "enumerate"
    assert asleep.evaluate("document.activeElement.matches('.cm-content')")


def test_escape_closes_the_popup_first_and_only_then_leaves(asleep):
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    editing.offered(asleep)
    asleep.keyboard.press("Escape")
    assert asleep.locator(POPUP).count() == 0
    asleep.keyboard.press("Tab")
    assert editing.code(asleep) == "    prin"
    asleep.keyboard.press("Escape")
    asleep.keyboard.press("Tab")
    assert not asleep.evaluate("document.activeElement.matches('.cm-content')")
    assert editing.code(asleep) == "    prin"


def test_the_popup_is_a_listbox_that_the_editor_points_at(asleep):
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    editing.offered(asleep)
    asleep.wait_for_timeout(100)
    asleep.keyboard.press("ArrowDown")
    assert asleep.get_by_role("listbox", name="Completions").get_by_role("option", selected=True).count() == 1
    assert asleep.evaluate(
        """() => {
          const editor = document.activeElement;
          const option = document.getElementById(editor.getAttribute("aria-activedescendant"));
          return editor.getAttribute("aria-haspopup") === "listbox" && option.textContent === "print";
        }"""
    )


def test_no_signature_while_python_sleeps(asleep):
    editing.write(asleep, "print|")
    asleep.keyboard.type("(")
    asleep.wait_for_timeout(400)
    assert asleep.locator(SIGNATURE).count() == 0
    assert pages.python_state(asleep) == "asleep"


# While Python is awake


def test_names_come_from_the_live_namespace_with_signature_and_summary(page):
    editing.write(page, "soft_|")
    editing.ask_for_options(page, "soft_lookup(query, keys, scale=1.0)")
    page.wait_for_timeout(100)
    page.keyboard.press("ArrowDown")
    assert page.locator(".cm-completionInfo").inner_text() == "Look something up softly."


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("np.lins|", "linspace(start, stop, num=50, endpoint=True"),
        ("table|", "tablearray (4, 3)"),
        ("table.resh|", "reshape(*shape, order='C', copy=None)"),
        ("soft_lookup(1, 2, sc|", "scale=1.0 unless given"),
        ("größe = '😀'; soft_|", "soft_lookup(query, keys, scale=1.0)"),
    ],
)
def test_attributes_and_keyword_arguments(page, text, option):
    editing.write(page, text)
    editing.ask_for_options(page, option)


def test_names_that_have_not_run_yet_are_offered_beside_the_live_ones(page):
    editing.write(page, "soft_new = 1\nsoft|")
    editing.ask_for_options(page, "soft_lookup(query, keys, scale=1.0)")
    assert {"soft_new", "soft_lookup"} <= set(editing.offered(page))


def test_no_code_of_the_reader_runs_for_it(page):
    editing.write(page, "trap.|")
    editing.ask_for_options(page, "sprung")
    assert pages.run(page, "'quiet'") == "'quiet'"


def test_while_a_cell_runs_there_are_words_at_once(page):
    pages.begin(page, "print('on')\nwhile True: pass")
    pages.until_output(page, "on")
    editing.write(page, "|", SECOND)
    page.keyboard.type("whil")
    assert editing.offered(page) == ["while"]
    page.keyboard.press("Escape")
    pages.button(page, "Stop").click()
    pages.until_ended(page)
    pages.run(page, DEFINITIONS)


# Signatures


def test_a_bracket_opens_the_signature_and_escape_closes_it(page):
    for _ in range(5):
        editing.write(page, "|")
        page.keyboard.type("soft_lookup(")
        page.wait_for_timeout(500)
        if page.locator(SIGNATURE).count():
            break
    assert page.locator(SIGNATURE).inner_text() == "soft_lookup(query, keys, scale=1.0)\n\nLook something up softly."
    assert page.locator(f"{SIGNATURE} mark").inner_text() == "query"
    page.keyboard.press("Escape")
    assert page.locator(SIGNATURE).count() == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.cm-content')"), "one Esc closed it, and did not leave"


def test_the_present_parameter_is_marked_and_the_box_goes_when_the_call_is_left(page):
    editing.write(page, "x = soft_lookup(1|, 2)")
    editing.open_signature(page, "soft_lookup")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    marked = "([box, words]) => document.querySelector(`${box} mark`)?.textContent === words"
    pages.until(page, marked, [SIGNATURE, "keys"], seconds=10)
    page.keyboard.press("End")
    pages.until(page, "box => !document.querySelector(box)", SIGNATURE, seconds=10)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("np.exp(|)", "exp(x, /, out=None, *, where=True, …)Calculate the exponential of all elements"),
        ("table.sum(|)", "sum(axis=None"),
        ("kino.attention.softmax(|)", "softmax(scores"),
        ("print(|)", "print(*args, sep=' ', end='\\n'"),
    ],
)
def test_signatures_of_kino_numpy_and_python(page, text, words):
    # NumPy's descriptions come with the rest of Python, for which an import of it waits.
    pages.run(page, "import kino.attention, numpy.polynomial", SECOND)
    editing.write(page, text)
    editing.open_signature(page, words)


def test_the_signature_goes_with_the_focus(page):
    editing.write(page, "soft_lookup(|)")
    editing.open_signature(page, "soft_lookup")
    pages.button(page, "Reset").focus()
    assert page.locator(SIGNATURE).count() == 0


# Answers that are not to be believed


@pytest.mark.parametrize(
    "answer",
    [
        {"options": "none"},
        {"options": [{"label": 3, "detail": "", "info": ""}, {"label": "print", "detail": None, "info": ""}]},
        {"options": [{"label": "prin; alert(1)\n", "detail": "", "info": ""}]},
        {"options": [{"label": "prin" + "x" * 5000, "detail": "", "info": ""}]},
        {"status": "restarted", "reason": "no"},
        [],
        3,
    ],
)
def test_an_answer_of_another_form_is_left_aside(asleep, answer):
    asleep.evaluate(
        """(answer) => {
          const cell = document.getElementById("soft-lookup");
          const python = {state: "ready", progress: {share: 1, text: ""}, ask: async () => answer};
          cell.python = Object.assign(new EventTarget(), python);
        }""",
        answer,
    )
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    assert editing.offered(asleep) == ["print"]
    asleep.keyboard.type("t(")
    assert editing.nothing_is_offered(asleep)
    assert asleep.locator(SIGNATURE).count() == 0


def test_an_answer_that_does_not_come_is_not_waited_for(asleep):
    asleep.evaluate(
        """() => {
          const python = new EventTarget();
          Object.assign(python, {state: "ready", progress: {share: 1, text: ""}, ask: () => new Promise(() => {})});
          document.getElementById("soft-lookup").python = python;
        }"""
    )
    editing.write(asleep, "|")
    asleep.keyboard.type("prin")
    assert editing.offered(asleep) == ["print"]
