"""What anyone's code puts into the page is text: of 52 kinds of markup none does anything, wherever it is shown."""

import pytest

from tests import vectors
from tests.browser import editing, pages
from tests.browser.pages import FIRST, SECOND
from tests.browser.test_forgery import PUT_BACK
from tests.browser.test_links import panel, press, settled, with_code

EXERCISE = "your-softmax"
FIGURE = "turning-query"


@pytest.fixture(scope="module")
def page(visit):
    page = visit(init=vectors.REFUSALS)
    pages.wake(page)
    return page


@pytest.fixture(scope="module")
def made(listener):
    """A line of Python that makes a list MARKUP of all of it."""
    return vectors.listed(listener.url)


@pytest.fixture(scope="module")
def markup(listener):
    return list(vectors.markup(listener.url).values())


@pytest.fixture(autouse=True)
def nothing_happens(page, listener):
    yield
    assert page.evaluate(vectors.STRANGE) == []
    assert page.evaluate("refused") == [], "text that is text asks for nothing that could be refused"
    assert page.url.split("#")[0].endswith(pages.LESSON) and len(page.context.pages) == 1
    assert listener.requests == []


def until_shown(page, markup, place):
    """Wait until a place of the page says each of the markup, letter by letter."""
    pages.until(
        page,
        """([selector, texts]) => {
          const places = [...document.querySelectorAll(selector)].map(({textContent}) => textContent);
          return texts.every((text) => places.some((words) => words.includes(text)));
        }""",
        [place, list(markup)],
    )


def batched(names, size):
    return [names[i : i + size] for i in range(0, len(names), size)]


def wait_a_while(page, test):
    """Wait until test() is true, five seconds at most."""
    for _ in range(250):
        if test():
            return
        page.wait_for_timeout(20)


def test_each_is_heard_where_nothing_is_sealed(browser, site, listener, problems):
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.url + "a-page-without-policy")
    documents = vectors.markup(listener.url)

    def left():
        return sorted(set(documents) - vectors.heard(listener.requests))

    try:
        # A few at a time, and the last of them once more each by itself: only one frame of a page has the focus, and a
        # busy browser puts off what plays.
        for size in (10, 10, 1):
            for names in batched(left(), size):
                page.evaluate(vectors.MARKUP_CONTROL, [documents[name] for name in names])
                wait_a_while(page, lambda names=names: not set(names) & set(left()))
        assert left() == []
    finally:
        context.close()
        listener.requests.clear()
        problems.clear()


def test_what_is_printed_and_what_a_value_says_of_itself(page, made, markup):
    words = pages.run(
        page,
        made
        + """
import sys
text = "\\n".join(MARKUP)
print(text)
print("err", text, file=sys.stderr)
print(f"\\x1b[31m\\x1b]8;;javascript:alert(1)\\x1b\\\\{MARKUP[3]}\\x1b]8;;\\x1b\\\\\\x1b[0m")
class Shown:
    def __repr__(self): return "value " + text
    def _repr_html_(self): return text
    _repr_svg_ = _repr_markdown_ = _repr_latex_ = _repr_javascript_ = _repr_html_
    def _repr_mimebundle_(self, *args, **more): return {"text/html": text, "image/svg+xml": text}
    _ipython_display_ = lambda self: print(text)
Shown()
""",
    )
    text = "\n".join(markup)
    assert f"{text}\nerr {text}" in words and f"value {text}" in words


def test_what_an_error_says(page, made, markup):
    source = (
        made
        + """
import types
def fail():
    raise type(MARKUP[0], (Exception,), {})("\\n".join(MARKUP[:26])) from ValueError("\\n".join(MARKUP[26:]))
named = types.FunctionType(fail.__code__.replace(co_name=MARKUP[4]), globals())
"""
        + f"named(); {markup[3]!r}"
    )
    pages.run(page, source)
    assert pages.state(page) == "error"
    until_shown(page, markup[:26], f"#{FIRST} [data-output]")
    until_shown(page, [markup[3], markup[4]], f"#{FIRST} .error li")
    until_shown(page, markup[26:], f"#{FIRST} details pre")
    pages.run(page, "<img src=x onerror=alert(1)>")
    assert "SyntaxError" in pages.output(page)
    pages.run(page, f"globals()[{markup[3]!r}] = 1\nprint(img_src)\n{markup[3]}")


def test_what_the_code_asks_the_reader(page, made, markup):
    pages.begin(page, made + "said = input('\\n'.join(MARKUP))\nprint(said)")
    field = page.locator(f"#{FIRST} [data-output] input")
    field.wait_for()
    field.fill(markup[3])
    field.press("Enter")
    assert pages.until_ended(page).endswith(f"{markup[3]}\n")
    until_shown(page, markup, f"#{FIRST} [data-output]")


def test_names_and_values_of_variables(page, made, markup):
    made += """
import numpy as np
names = [one for one in MARKUP if len(one) <= 60][:20]
for one in names: globals()[one] = np.arange(2)
texts = np.array(MARKUP)
records = np.zeros(1, [(one, float) for one in MARKUP[:9]])
odd = np.zeros(2).view(type(names[0], (np.ndarray,), {}))
"""
    pages.run(page, made)
    short = [one for one in markup if len(one) <= 60][:20]
    assert len(short) > 9
    body = f"#{FIRST} .variables-body"
    page.locator(f"#{FIRST} .variables summary").first.click()
    until_shown(page, short, body)
    for name in ("texts", "records", "odd", short[0]):
        page.locator(body).get_by_role("button", name=name, exact=True).click()
    until_shown(page, [markup[0][:12]], f"{body} .picture")
    until_shown(page, short[:1], f"{body} td")


def test_what_reset_says_that_it_brings_back(page, made):
    name = "<img src=x onerror=alert(1)>"
    pages.run(page, f"globals()[{name!r}] = 1", SECOND)
    pages.run(page, f"globals()[{name!r}] = 2")
    pages.button(page, "Reset").click()
    until_shown(page, [name], f"#{FIRST} [data-output]")


def test_what_the_editor_offers(page, made):
    code = made + "def leaking(x=MARKUP[3], y=1):\n    pass\nleaking.__doc__ = MARKUP[3] + ' ' + MARKUP[4]"
    pages.run(page, code)
    editing.write(page, "lea|")
    page.keyboard.type("k")
    assert "leaking" in editing.offered(page)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(vectors.STRANGE) == []
    page.keyboard.press("Escape")
    editing.write(page, "leaking|")
    page.keyboard.type("(")
    page.locator(editing.SIGNATURE).wait_for()
    assert "<img src=" in page.locator(editing.SIGNATURE).inner_text()
    assert page.locator(f"{editing.SIGNATURE} :is(img, script)").count() == 0
    page.keyboard.press("Escape")


def test_what_a_plot_is_called(page, made, markup):
    pages.run(
        page, made + "import matplotlib.pyplot as plt\nplt.title(MARKUP[3])\nplt.xlabel(MARKUP[4])\nplt.plot([1, 2])"
    )
    picture = page.locator(f"#{FIRST} [data-output] img")
    assert markup[3] in picture.get_attribute("alt") and picture.get_attribute("src").startswith(
        "data:image/png;base64,"
    )


@pytest.mark.parametrize(
    "body",
    [
        "raise ValueError('\\n'.join(MARKUP))",
        "print('\\n'.join(MARKUP[:2]))\n    return MARKUP",
        "return np.array(MARKUP)",
        "class Odd(str): pass\n    Odd.__name__ = MARKUP[0]\n    return Odd()",
    ],
)
def test_what_a_driven_figure_says(page, made, body):
    pages.run(page, f"{made}\nimport numpy as np\ndef attend(Q, K, V):\n    {body}")
    pages.until(page, "document.querySelector('.driving-problem')")
    page.locator("kino-figure .driving").get_by_role("button", name="Put back").click()
    pages.turn(page, angle=5)


def test_the_words_of_a_verdict(page, made, markup):
    """Forged by the answer itself: the author's own are the author's."""
    page.evaluate(
        "([name, code]) => { document.getElementById(name).code = code }",
        [
            EXERCISE,
            made
            + """
import js
words = "\\n".join(MARKUP)
for i in range(1, 500):
    answer = {"status": "done", "verdict": {"passed": False, "words": words}}
    js.postMessage(js.JSON.parse(json.dumps({"type": "answer", "id": i, "payload": json.dumps(answer)})))
""",
        ],
    )
    pages.until(page, "name => document.getElementById(name).dataset.exercise", EXERCISE)
    pages.button(page, "Check", EXERCISE).click()
    # Grave accents stand around code, and are not shown.
    until_shown(page, [one for one in markup if "`" not in one], f"#{EXERCISE} [data-verdict]")
    pages.button(page, "Reset", EXERCISE).click()
    assert pages.run(page, "'and on'") == "'and on'"


def test_pictures_and_their_words(page, made, markup, problems):
    """Each as a picture of the figure, on its way to the page: what is not a picture's is left out."""
    pages.run(page, made + vectors.FORGE)
    try:
        for angle, one in enumerate(markup):
            page.evaluate("angle => { document.querySelector('kino-figure').state = {angle} }", angle)
            until_shown(page, [one], "kino-figure [data-words]")
            assert page.evaluate(vectors.STRANGE) == [], one
    finally:
        pages.run(page, PUT_BACK)
    pages.turn(page, angle=13)
    assert page.locator("[data-picture] .marker").count() == 4
    # A picture is parsed in a document of its own, and Chromium says there already what it would refuse.
    said = page.evaluate("refused.splice(0)")
    assert [one for one in said if not one.endswith(" inline") and not one.startswith("base-uri ")] == []
    problems[:] = [problem for problem in problems if "Content Security Policy" not in problem]


def test_code_that_came_with_a_link(page, site, markup):
    code = "\n".join(markup)
    page.goto(site.url + with_code(code, at=markup[3]))
    page.reload()
    settled(page)
    until_shown(page, [one for one in markup if "\n" not in one], ".panel .difference")
    press(page, "link", "Use this code")
    assert panel(page, "link").count() == 0
    assert page.evaluate(f"document.getElementById('{FIRST}').code") == code
    pages.open_editor(page)
