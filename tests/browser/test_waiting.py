"""A cell waits in the middle of Python: for time, for the reader; Stop ends the waiting at once."""

import pytest

from tests.browser import pages

ASK = "from kino import bridge\nprint(repr(bridge.host.ask('Name? ')))\nprint(repr(bridge.host.ask('Age? ')))"


@pytest.fixture(scope="module")
def talk(visit):
    """talk(code, answers) runs code by a Python of the page's own kind, and answers what it asks for; None means Stop.

    Returns what was asked, what was printed, and the outcome.
    """
    page = visit()
    page.evaluate(
        """async () => {
          const main = document.querySelector("script[src$='main.js']").src;
          const { Python } = await import(main.replace("main.js", "python.js"));
          window.talker = new Python(new URL(document.documentElement.dataset.runtime, document.baseURI), "");
        }"""
    )

    def talk(code, answers):
        return page.evaluate(
            """async ([code, answers]) => {
              const prompts = [];
              let text = "";
              const { outcome, stop } = talker.run("own", code, {
                onStart() {},
                onItems(items) { text += items.map((item) => item.text).join(""); },
                onAsk(prompt, reply) {
                  const answer = answers[prompts.push(prompt) - 1];
                  if (answer === null) stop();
                  else reply(answer);
                },
              });
              const end = await outcome;
              return [prompts, text, end];
            }""",
            [code, answers],
        )

    return talk


def test_what_a_cell_asks_is_answered(talk):
    assert talk(ASK, ["Ada", "36"]) == [["Name? ", "Age? "], "'Ada'\n'36'\n", {"status": "done"}]


def test_stop_ends_a_question(talk):
    assert talk(ASK, ["Ada", None]) == [["Name? ", "Age? "], "'Ada'\nNone\n", {"status": "done"}]
    assert talk(ASK, ["Grace", "85"])[2] == {"status": "done"}


def test_two_questions_at_once_come_one_after_the_other(talk):
    code = """
import asyncio
from kino import bridge
async def ask(what): print(what, bridge.host.ask(what))
_ = await asyncio.gather(ask("a"), ask("b"))
"""
    prompts, text, _ = talk(code, ["1", "2"])
    assert prompts == ["a", "b"] and sorted(text.splitlines()) == ["a 1", "b 2"]


def test_a_prompt_and_a_line_of_any_length_pass(talk):
    code = "from kino import bridge\nprint(len(bridge.host.ask('x' * 50_000)))"
    prompts, text, outcome = talk(code, ["y" * 200_000])
    assert (len(prompts[0]), text, outcome) == (10_000, "100000\n", {"status": "done"})


def test_stop_ends_a_wait(awake):
    pages.begin(awake, "from kino import bridge\nprint('on')\nprint(bridge.host.wait(60_000))")
    pages.until_output(awake, "on")
    pages.button(awake, "Stop").click()
    assert pages.until_ended(awake) == "on\nTrue\n"
