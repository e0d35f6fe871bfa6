"""Predict, then reveal: by mouse, by finger, by keys; kept over reloads; without a byte of Python."""

import json

import pytest

from kino import figures
from kino.svg import figure_text
from tests.browser import pages
from tests.browser.test_access import axe, check  # noqa: F401
from tests.browser.test_hand import move_finger
from tests.browser.test_kept import BLOCKED
from tests.browser.test_my_work import _load as load
from tests.browser.test_my_work import open_work, save

OTHER = "attention-scoring-functions.html"
BARS, CHOICES = "predict-turning-query", "predict-scoring-functions"
STATE = {"angle": 50, "length": 3, "scaled": True}
TRUTH = figures.load("turning-query").draw(STATE).values["weights"].tolist()
NAMES = ("vermilion", "ochre", "teal", "indigo")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def asked(page, name=BARS):
    """The prediction; its script comes when it comes near."""
    page.locator(f"#{name}").scroll_into_view_if_needed()
    pages.until(page, "name => document.getElementById(name).dataset.phase", name)
    return page.locator(f"#{name}")


def phase(page, name=BARS):
    return page.locator(f"#{name}").get_attribute("data-phase")


def until_phase(page, wanted, name=BARS):
    asked(page, name)
    pages.until(page, "([name, wanted]) => document.getElementById(name).dataset.phase === wanted", [name, wanted])


def bar(page, label):
    return asked(page).get_by_role("slider", name=label)


def guess(page):
    return [output.inner_text() for output in asked(page).locator("fieldset output").all()]


def press(page, label, name=BARS):
    asked(page, name).get_by_role("button", name=label, exact=True).click()


def reveal(page, name=BARS):
    press(page, "Reveal", name)
    pages.until(page, "name => document.getElementById(name).dataset.phase === 'revealed'", name)


def table(page):
    """The rows of the comparison: label, guess, truth."""
    rows = page.locator(f"#{BARS} .predict-truth tbody tr")
    return [
        (row.locator("th .quiet").inner_text(), *row.locator("td:not(.predict-both)").all_inner_texts())
        for row in rows.all()
    ]


def verdict(page, name=BARS):
    return page.locator(f"#{name} [data-verdict]").inner_text()


def at(page, label, share):
    """Where on the screen a bar's handle stands for a share."""
    box = bar(page, label).bounding_box()
    return box["x"] + 7 + share * (box["width"] - 14), box["y"] + box["height"] / 2


def check_revealed(page, mine):
    shown = [(name, figure_text(m), figure_text(t)) for name, m, t in zip(NAMES, mine, TRUTH, strict=True)]
    assert table(page) == shown
    pages.until(page, "document.querySelector('kino-figure').values.length === 3")
    assert pages.settle(page)["state"] == STATE


def test_by_mouse_the_truth_stands_beside_the_guess_and_the_figure_shows_it(visit):
    page = visit()
    assert guess(page) == ["0.00"] * 4
    bar(page, "ochre").scroll_into_view_if_needed()
    page.mouse.move(*at(page, "ochre", 0))
    page.mouse.down()
    page.mouse.move(*at(page, "ochre", 0.4), steps=4)
    page.mouse.up()
    assert guess(page) == ["0.00", "0.40", "0.00", "0.00"]
    assert asked(page).locator("[data-sum]").inner_text() == "0.40"
    reveal(page)
    check_revealed(page, [0, 0.4, 0, 0])
    assert verdict(page) == "Your largest was ochre; it is vermilion, with 0.84 more than you thought."
    assert asked(page).get_by_text("the softmax sees only those").is_visible()
    assert asked(page).get_by_role("slider").count() == 0
    press(page, "Again")
    assert (phase(page), guess(page)) == ("asking", ["0.00", "0.40", "0.00", "0.00"])
    assert asked(page).get_by_text("the softmax sees only those").is_hidden()


@pytest.mark.parametrize("options", [PHONE, PHONE | {"viewport": {"width": 320, "height": 700}}], ids=["390", "320"])
def test_by_finger(visit, options):
    page = visit(**options)
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
    bar(page, "teal").scroll_into_view_if_needed()
    move_finger(page, [at(page, "teal", share) for share in (0, 0.2, 0.4, 0.6)])
    [_, _, teal, _] = guess(page)
    assert float(teal) == pytest.approx(0.6, abs=0.02)
    asked(page).get_by_role("button", name="Reveal").tap()
    pages.until(page, f"document.getElementById('{BARS}').dataset.phase === 'revealed'")
    check_revealed(page, [0, 0, float(teal), 0])
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
    for button in asked(page).get_by_role("button").all():
        box = button.bounding_box()
        assert box["height"] >= 24 and box["width"] >= 24


def test_by_keys_alone(visit):
    page = visit()
    bar(page, "vermilion").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert guess(page) == ["0.99", "0.00", "0.00", "0.00"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Make it 1"
    page.keyboard.press("Enter")
    assert guess(page) == ["1.00", "0.00", "0.00", "0.00"]
    assert page.evaluate("document.activeElement.textContent") == "Reveal"
    page.keyboard.press("Enter")
    pages.until(page, f"document.getElementById('{BARS}').dataset.phase === 'revealed'")
    assert page.evaluate("document.activeElement.ariaLabel") == "Answer"
    assert verdict(page) == "Your largest was vermilion, and so it is, with 0.16 less than you thought."
    assert asked(page).locator("[data-status]").inner_text() == verdict(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Again"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.label") == "vermilion"
    assert page.locator("kino-figure [data-status]").inner_text() == "", "one voice is enough"


def test_no_guess_is_asked_about_once_for_all_may_be_meant_to_be_0(visit):
    page = visit()
    press(page, "Reveal")
    assert asked(page).get_by_text("If all are to be 0, press again.").is_visible() and phase(page) == "asking"
    reveal(page)
    check_revealed(page, [0] * 4)
    assert verdict(page) == "You saw no single largest; it is vermilion, with 0.84 more than you thought."


def test_a_double_click_on_reveal_reveals(visit):
    page = visit()
    bar(page, "teal").press("End")
    reveal(page)
    # The second click meets what took the place of Reveal.
    again = asked(page).get_by_role("button", name="Again", exact=True)
    again.evaluate("button => button.dispatchEvent(new MouseEvent('click', {detail: 2, bubbles: true}))")
    assert phase(page) == "revealed"
    again.click()
    assert phase(page) == "asking"


def test_a_choice(visit):
    page = visit(OTHER)
    one = asked(page, CHOICES)
    press(page, "Reveal", CHOICES)
    assert one.get_by_text("Choose one first.").is_visible() and phase(page, CHOICES) == "asking"
    one.get_by_role("radio", name="vermilion").check()
    assert one.get_by_text("Choose one first.").is_hidden()
    reveal(page, CHOICES)
    assert verdict(page, CHOICES) == "You thought “vermilion”; it is “ochre”."
    assert [mark.inner_text() for mark in one.locator(".predict-mark").all()] == ["your choice", "✓ right"]
    state = page.evaluate("document.querySelector('kino-figure').state")
    assert (state["x"], state["y"]) == (1, 0.5)
    page.reload()
    assert asked(page, CHOICES).get_by_text("You thought").is_visible()
    press(page, "Again", CHOICES)
    assert page.evaluate("document.activeElement.value") == "vermilion"
    page.keyboard.press("ArrowDown")
    reveal(page, CHOICES)
    assert verdict(page, CHOICES) == "You thought so, and so it is."
    assert one.locator(".predict-mark").all_inner_texts() == ["your choice ✓ right"]


def test_not_a_byte_of_python_is_asked_for(visit, serve, dist):
    server = serve(dist)
    page = visit(server=server)
    bar(page, "ochre").press("ArrowRight")
    reveal(page)
    check_revealed(page, [0, 0.01, 0, 0])
    assert page.locator("kino-figure").get_attribute("data-source") == "film"
    press(page, "Show it in the figure")
    page.evaluate("() => fetch('kino.json').then((answer) => answer.text())")
    assert [path for path in server.requests if "/runtime/" in path] == []
    assert pages.python_state(page) == "asleep"


def test_its_script_comes_when_it_comes_near_and_takes_over_what_was_done_before(visit):
    page = visit("index.html")
    fetched = []
    page.on("request", lambda request: "predictions" in request.url and fetched.append(request.url))
    script = pages.Held(page, "**/predictions.js")
    page.goto(page.url.replace("index", "attention"))
    pages.painted(page)
    assert fetched == []
    page.get_by_role("slider", name="teal").press("End")
    script.release()
    assert guess(page) == ["0.00", "0.00", "1.00", "0.00"] and len(fetched) == 1
    page.reload()
    assert guess(page) == ["0.00", "0.00", "1.00", "0.00"]


# Keeping


def test_guess_and_answer_survive_a_reload_and_back(visit, site):
    page = visit()
    bar(page, "indigo").press("End")
    page.reload()
    until_phase(page, "asking")
    assert guess(page) == ["0.00", "0.00", "0.00", "1.00"]
    reveal(page)
    shown, said = table(page), verdict(page)
    page.reload()
    until_phase(page, "revealed")
    assert (table(page), verdict(page)) == (shown, said)
    assert page.evaluate("document.querySelector('kino-figure').state.length") == 1.5, "the figure begins as ever"
    assert asked(page).locator("[data-status]").inner_text() == ""
    page.goto(site.url + "index.html")
    page.go_back()
    until_phase(page, "revealed")
    assert table(page) == shown
    press(page, "Show it in the figure")
    pages.until(page, "document.querySelector('kino-figure').values.length === 3")
    press(page, "Again")
    page.reload()
    until_phase(page, "asking")
    assert guess(page)[3] == "1.00"


def test_another_tab_follows(visit):
    page = visit()
    other = page.context.new_page()
    other.goto(page.url)
    assert asked(other)
    bar(page, "teal").press("End")
    pages.until(other, "document.querySelector('[data-label=teal]').value === '1'")
    reveal(page)
    pages.until(other, f"document.getElementById('{BARS}').dataset.phase === 'revealed'")
    assert table(other) == table(page)


@pytest.mark.parametrize(
    "kept",
    [
        {"guess": {"vermilion": 1}, "truth": None},
        {"guess": "vermilion", "truth": None},
        {"guess": dict.fromkeys(NAMES, 0.5), "truth": None, "version": "another"},
        {"guess": None, "truth": dict.fromkeys(NAMES, 0.5)},
        7,
    ],
    ids=str,
)
def test_what_is_kept_of_something_else_is_left_out(visit, kept):
    page = visit()
    version = asked(page).get_attribute("data-version")
    record = {"version": version} | kept if isinstance(kept, dict) else kept
    page.evaluate(
        "([name, text]) => localStorage.setItem(`kino:/#attention/${name}`, text)",
        [BARS, json.dumps({"prediction": record})],
    )
    page.reload()
    assert asked(page) and (phase(page), guess(page)) == ("asking", ["0.00"] * 4)
    bar(page, "indigo").press("End")
    reveal(page)


def test_where_nothing_is_kept_it_says_so_and_works(visit):
    page = visit(init=BLOCKED)
    bar(page, "teal").press("End")
    assert "does not let the page keep" in asked(page).inner_text()
    reveal(page)
    check_revealed(page, [0, 0, 1, 0])


def test_it_is_part_of_my_work(visit, tmp_path):
    page = visit()
    bar(page, "teal").press("End")
    reveal(page)
    dialog = open_work(page)
    assert dialog.get_by_role("link").all_inner_texts() == [BARS]
    text = save(dialog).path().read_text("utf-8")
    assert '"teal": 1' in text
    other = visit()
    assert asked(other)
    dialog = open_work(other)
    assert load(dialog, text, tmp_path / "work.md") == "1 prediction loaded. Undo"
    assert phase(other) == "revealed" and table(other) == table(page)
    assert load(dialog, text, tmp_path / "work.md") == "What this file holds is here already."
    dialog.get_by_role("button", name="Forget everything on this device").click()
    dialog.get_by_role("button", name="Forget everything", exact=True).click()
    assert (phase(other), guess(other)) == ("asking", ["0.00"] * 4)
    dialog.get_by_role("status").get_by_role("button", name="Undo").click()
    assert phase(other) == "revealed"


# What can go wrong


def test_a_strip_that_cannot_be_fetched_is_said_and_tried_again(visit, problems):
    page = visit("index.html")
    page.route("**/films/**", lambda route: route.abort())
    page.goto(page.url.replace("index", "attention"))
    bar(page, "indigo").press("End")
    press(page, "Reveal")
    asked(page).get_by_text("could not be loaded").wait_for()
    assert phase(page) == "asking"
    page.unroute("**/films/**")
    reveal(page)
    check_revealed(page, [0, 0, 0, 1])
    problems[:] = [problem for problem in problems if "Failed to load resource" not in problem]


def test_without_its_script_the_answer_can_be_unfolded(visit, problems):
    page = visit("index.html")
    page.route("**/predictions.js", lambda route: route.abort())
    page.goto(page.url.replace("index", "attention"))
    one = asked(page)
    assert phase(page) == "still"
    assert one.get_by_role("slider").count() == 0
    one.get_by_text("The answer").click()
    assert one.get_by_text("vermilion 0.84, ochre 0.16, teal 0.00, indigo 0.00.").is_visible()
    problems[:] = [problem for problem in problems if "Failed to load resource" not in problem]


def test_without_scripts_the_question_reads_well(visit):
    page = visit(OTHER, java_script_enabled=False)
    one = page.locator(f"#{CHOICES}")
    assert one.locator("fieldset label").all_inner_texts() == ["k1 vermilion", "k2 ochre", "k3 teal", "k4 indigo"]
    assert one.locator("input:visible, button:visible").count() == 0
    one.get_by_text("The answer").click()
    assert one.get_by_text("ochre", exact=True).last.is_visible()
    assert one.get_by_text("With vermilion, that is with itself").is_visible()


def test_a_figure_that_was_moved_otherwise_is_turned_all_the_same(visit):
    page = visit(init=pages.SAVE_DATA)
    pages.slider(page, "angle").press("ArrowLeft")
    page.locator("kino-figure input[name=scaled]").uncheck()
    pages.until(page, "document.querySelector('kino-figure').dataset.pending === ''")
    bar(page, "indigo").press("End")
    reveal(page)
    check_revealed(page, [0, 0, 0, 1])
    assert page.locator("kino-figure").get_attribute("data-pending") is None


def test_while_python_is_awake_the_figure_is_drawn_live_and_says_nothing_beside(visit):
    page = visit()
    pages.wake(page)
    pages.settle(page, "live")
    bar(page, "indigo").press("End")
    reveal(page)
    check_revealed(page, [0, 0, 0, 1])
    assert page.locator("kino-figure").get_attribute("data-source") == "live"


def test_beside_the_reader_s_own_code_the_truth_is_the_lesson_s(visit):
    page = visit()
    pages.run(page, "import numpy as np\ndef attend(Q, K, V):\n    w = np.ones((len(Q), 4)) / 4\n    return w @ V, w")
    pages.until(page, "document.querySelector('kino-figure').dataset.code === 'yours'")
    bar(page, "indigo").press("End")
    reveal(page)
    check_revealed(page, [0, 0, 0, 1])
    assert asked(page).get_by_text("The figure is drawn with your code").is_visible()
    assert page.evaluate("document.querySelector('kino-figure').values.weights") == [0.25] * 4


# Access


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize(("path", "name"), [(pages.LESSON, BARS), (OTHER, CHOICES)])
def test_axe_finds_nothing(visit, axe, path, name, width):  # noqa: F811
    page = visit(path, viewport={"width": width, "height": 900})
    if name == BARS:
        bar(page, "teal").press("End")
    else:
        asked(page, name).get_by_role("radio").first.check()
    check(page, axe, f"#{name}")
    reveal(page, name)
    check(page, axe, f"#{name}")
