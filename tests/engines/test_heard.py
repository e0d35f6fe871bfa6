"""What is said to those who hear the page: one polite sentence for each change that has settled, and never twenty."""

import pytest

from tests.engines.heard import MEANWHILE, conclusions, listen, until_heard

LONG_ELSEWHERE = True
FIGURE = "document.querySelector('kino-figure')"
WORDS = f"{FIGURE}.querySelector('[data-words]').textContent"
LOOP = "print('on')\nwhile True: pass"


def settle(tab, **state):
    """Bring the figure into a state, and wait until it has been drawn live and said."""
    listen(tab)
    tab.evaluate("state => { document.querySelector('kino-figure').state = state }", state)
    tab.until(
        """state => {
          const {values, dataset} = document.querySelector("kino-figure");
          return dataset.source === "live" && Object.entries(state).every(([name, value]) => values[name] === value);
        }""",
        state,
    )
    tab.until(f"document.querySelector('kino-figure [data-status]').textContent === {WORDS}")
    listen(tab)


@pytest.mark.parametrize("control", ["angle", "length"])
def test_twenty_steps_of_a_slider_are_one_sentence(awake, control):
    settle(awake, angle=-100, length=0.5)
    awake.evaluate(
        """(control) => {
          const input = document.querySelector(`kino-figure input[name=${control}]`);
          input.focus();
          for (let i = 0; i < 20; i++) {
            input.stepUp();
            input.dispatchEvent(new Event("input", {bubbles: true}));
          }
        }""",
        control,
    )
    value = {"angle": "−80°", "length": "2.5"}[control]
    assert len(until_heard(awake, value)) == 1
    slider = f"document.querySelector('kino-figure input[name={control}]')"
    assert awake.evaluate(f"{slider}.getAttribute('aria-valuetext')") == value
    assert awake.evaluate(f"heard[0] === {WORDS}")


def test_steps_by_key_end_in_one_sentence_about_where_they_ended(awake):
    settle(awake, angle=10, length=1.5)
    awake.evaluate("document.querySelector('kino-figure input[name=angle]').focus()")
    for _ in range(5):
        awake.press("ArrowRight")
    said = until_heard(awake, "Query at 15°")
    # Whoever rests between two steps hears where the figure stands.
    assert said[-1].startswith("Query at 15°") and len(said) == len(set(said))


def test_a_run_is_said_by_its_end_alone(awake):
    for code, words in (
        ("print('one')\n2", "Done."),
        ("for i in range(3000): print(i)", "Done."),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("x = (", "SyntaxError"),
        ("raise SystemExit", "Done."),
    ):
        listen(awake)
        awake.run(code)
        said = conclusions(until_heard(awake, words))
        assert len(said) == 1 and said[0].startswith(words), (code, said)


def test_a_run_that_lasts_is_said_to_run_and_to_be_stopped(awake):
    listen(awake)
    awake.begin(LOOP)
    awake.until_output("on")
    until_heard(awake, "Running.")
    awake.stop()
    assert conclusions(until_heard(awake, "Stopped.")) == ["Stopped."]


def test_an_exercise_says_its_verdict_once(awake):
    wrong = "import numpy as np\n\n\ndef softmax(scores):\n    return np.exp(scores)"
    right = f"{wrong} / np.exp(scores).sum()"
    awake.until("document.getElementById('your-softmax').dataset.exercise")
    for code, words in ((wrong, "Not yet."), (right, "Passed.")):
        listen(awake)
        awake.put(code, "your-softmax")
        awake.click("#your-softmax [data-action=check]")
        said = conclusions(until_heard(awake, words))
        assert len(said) == 1 and said[0].startswith(words), said


def test_what_was_predicted_is_told_once_and_the_figure_keeps_silent(awake):
    awake.evaluate("document.querySelector('kino-predict').scrollIntoView({block: 'center'})")
    awake.until("document.querySelector('kino-predict').dataset.phase === 'asking'")
    listen(awake)
    awake.evaluate(
        """() => {
          for (const input of document.querySelectorAll("kino-predict input")) {
            for (let i = 0; i < 20; i++) {
              input.stepUp();
              input.dispatchEvent(new Event("input", {bubbles: true}));
            }
          }
        }"""
    )
    awake.click("kino-predict [data-reveal]")
    [said] = until_heard(awake, "largest")
    assert said == awake.evaluate("document.querySelector('kino-predict [data-verdict]').textContent")
    awake.until("document.querySelector('kino-figure').values.length === 3")
    assert len(awake.evaluate("heard")) == 1


def test_a_cell_that_drives_the_figure_and_the_figure_speak_once_each(awake):
    code = (
        "import numpy as np\ndef attend(Q, K, V):\n    w = np.full((len(Q), len(K)), 1 / len(K))\n    return w @ V, w"
    )
    listen(awake)
    awake.run(code)
    said = conclusions(until_heard(awake, "Your code."))
    assert sorted(words.split(".")[0] for words in said) == ["Done", "Your code"]
    listen(awake)
    awake.click("#soft-lookup [data-action=reset]")
    said = until_heard(awake, "You went back to the lesson’s code.")
    awake.until("!('code' in document.querySelector('kino-figure').dataset)")
    assert len(said) == len(set(said)) and not any("Your code" in words for words in said)


def test_waking_is_said_by_its_end_alone(open_tab):
    tab = open_tab()
    listen(tab)
    tab.run("print(1)")
    assert conclusions(until_heard(tab, "Done.")) == ["Done."]
    assert set(tab.evaluate("heard")) <= MEANWHILE | {"Done."}
