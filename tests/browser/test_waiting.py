"""A cell waits in the middle of Python: for time, for the reader; Stop ends the waiting at once."""

import pytest

from tests.browser import pages

ASK = "from kino import bridge\nprint(repr(bridge.host.ask('Name? ')))\nprint(repr(bridge.host.ask('Age? ')))"

NO_SWITCHING = pages.in_worker("delete WebAssembly.Suspending")


@pytest.fixture(scope="module")
def talk(visit):
    """talk(code, answers) runs code by a Python of the page's own kind, and answers what it asks for; None means Stop.

    Returns what was asked, what was printed, and the outcome.
    """
    page = visit()
    page.evaluate(
        """async () => {
          const main = document.querySelector("script[src$='main.js']").src;
          window.talker = (await import(main)).makePython();
        }"""
    )

    def talk(code, answers):
        return pages.awaited(
            page,
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


@pytest.fixture(scope="module")
def rigid(visit):
    """A page whose Python cannot switch its stack, as in some browsers."""
    page = visit(init=NO_SWITCHING)
    assert pages.run(page, "from kino import bridge\nbridge.host.can_wait()") == "False"
    return page


def stopped(page, code):
    """What stands in the end in the output of code that waits, and is stopped once "on" is seen."""
    pages.begin(page, code)
    pages.until_output(page, "on")
    pages.button(page, "Stop").click()
    return pages.until_ended(page)


def test_what_a_cell_asks_is_answered(talk):
    assert talk(ASK, ["Ada", "36"]) == [["Name? ", "Age? "], "'Ada'\n'36'\n", {"status": "done"}]


def test_stop_ends_a_question(talk):
    prompts, text, outcome = talk(ASK, ["Ada", None])
    # Stop may also come before the waiting has begun.
    assert prompts == ["Name? ", "Age? "]
    assert (text, outcome["status"]) in (("'Ada'\nNone\n", "done"), ("'Ada'\n", "stopped"))
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
    # Stop may also come before the wait has begun.
    code = "from kino import bridge\nprint('on')\nprint(bridge.host.wait(60_000))"
    assert stopped(awake, code) in ("on\nTrue\n", "on\nStopped.")


SLEEPS = {
    "time.sleep": "import time\nprint('on')\ntime.sleep(60)",
    "asyncio.sleep": "import asyncio\nprint('on')\nawait asyncio.sleep(60)",
    "asyncio.run": "import asyncio\nprint('on')\nasyncio.run(asyncio.sleep(60))",
    "sleep in asyncio.run": "import asyncio, time\nprint('on')\nasync def f(): time.sleep(60)\nasyncio.run(f())",
    "busy asyncio.run": "import asyncio\nprint('on')\nasync def f():\n    while True: await asyncio.sleep(0)\n"
    "asyncio.run(f())",
    "endless task": "import asyncio\nprint('on')\nasync def f():\n    while True: pass\nasyncio.run(f())",
    "nothing to come": "import asyncio\nprint('on')\nasyncio.run(asyncio.Event().wait())",
    "own loop": "import asyncio\nprint('on')\nasyncio.new_event_loop().run_until_complete(asyncio.sleep(60))",
    "a task behind": "import asyncio\nprint('on')\nasync def f():\n    while True: pass\n"
    "task = asyncio.create_task(f())\nawait asyncio.sleep(60)",
    "event": "import threading\nprint('on')\nthreading.Event().wait()",
    "queue": "import queue\nprint('on')\nqueue.Queue().get(timeout=60)",
    "lock": "import threading\nprint('on')\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
}


@pytest.mark.parametrize("where", ["switching", "not switching"])
@pytest.mark.parametrize("code", SLEEPS.values(), ids=SLEEPS)
def test_stop_ends_every_way_to_wait(awake, rigid, where, code):
    page = awake if where == "switching" else rigid
    pages.run(page, "kept = 'kept'")
    assert stopped(page, code) == "on\nStopped."
    assert pages.run(page, "kept") == "'kept'", "Python was lost"


def test_an_interrupt_that_meets_other_code_ends_what_the_run_waits_for(awake):
    # The browser's loop calls what raises it, as it calls code of kino's own: no cell is on that stack.
    code = """
import asyncio, signal, time
asyncio.get_event_loop().call_later(0.1, signal.raise_signal, signal.SIGINT)
time.sleep(600)
"""
    assert pages.run(awake, code) == "Stopped."


def test_what_catches_stop_and_awaits_is_stopped_by_the_second(awake):
    code = """
import asyncio, time
print("on")
while True:
    try: time.sleep(0.5)
    except: pass
    await asyncio.sleep(0.01)
"""
    pages.run(awake, "kept = 'kept'")
    assert stopped(awake, code) == "on\nStopped."
    assert pages.run(awake, "kept") == "'kept'", "Python was lost"


LEFT = (
    "import asyncio, time\nasync def f(): time.sleep(600)\ntask = asyncio.create_task(f())\nawait asyncio.sleep(0.05)"
)


@pytest.mark.parametrize("code", ["await task", "asyncio.get_event_loop().run_until_complete(task)"])
def test_stop_ends_a_run_that_waits_for_the_task_of_an_earlier_one(awake, code):
    pages.run(awake, LEFT)
    assert stopped(awake, f"print('on')\n{code}") == "on\nStopped."
    assert pages.run(awake, "task.done()") == "True"


def test_stop_ends_no_wait_of_an_earlier_run_beside_its_own(awake):
    pages.run(awake, LEFT)
    assert stopped(awake, SLEEPS["time.sleep"]) == "on\nStopped."
    assert pages.run(awake, "task.done()") == "False"


@pytest.mark.parametrize("after", ["", "\nexcept Exception: time.sleep(600)"], ids=["bare", "in a try"])
def test_stop_ends_an_import_that_waits_for_the_rest_of_python(visit, after):
    page = visit()
    rest = pages.Held(page, "**/python_stdlib.zip")
    pages.wake(page)
    # Nothing in this text says that more than the image will be wanted.
    import_late = "getattr(np, 'ff' 't')"
    pages.begin(page, f"import time, numpy as np\nprint('on')\n{'try: ' if after else ''}{import_late}{after}")
    pages.until_output(page, "on")
    rest.until_asked()
    pages.button(page, "Stop").click()
    assert pages.until_ended(page) == "on\nStopped."
    rest.release()
    assert pages.run(page, f"{import_late}.fft(np.ones(2))[0].real") == "np.float64(2.0)", "Python was lost"


def test_with_save_data_on_the_rest_of_python_comes_when_a_run_wants_it(visit):
    page = visit(init=pages.SAVE_DATA)
    pages.wake(page)
    assert pages.run(page, "6 * 7") == "42"
    page.wait_for_timeout(500)  # what nobody waits for would be asked for by now
    assert pages.run(page, "import decimal\ndecimal.Decimal(5)") == "Decimal('5')"


def test_common_mistakes_are_explained_before_the_rest_of_python_has_come(visit):
    page = visit()
    rest = pages.Held(page, "**/python_stdlib.zip")
    pages.wake(page)
    assert "np.zeros((2, 3))." in pages.run(page, "import numpy as np\nnp.zeros(2, 3)")
    assert "np.concatenate([np.ones(2), np.ones(2)])." in pages.run(page, "np.concatenate(np.ones(2), np.ones(2))")
    assert "No module named 'nunpy'" in pages.run(page, "import nunpy")
    rest.release()
    pages.run(page, "import _pydatetime")
    names = "{name.split('/')[0].split('.')[0] for name in zipfile.ZipFile('/lib/python314.zip').namelist()}"
    code = f"import zipfile\nfrom kino import rest\n[name for name in {names} if not rest.may_come(name)]"
    assert pages.run(page, code) in ("[]", "['site-packages']")


@pytest.mark.parametrize("where", ["switching", "not switching"])
def test_asyncio_works_in_all_its_ways(awake, rigid, where):
    page = awake if where == "switching" else rigid
    code = """
import asyncio, time
async def main(name):
    await asyncio.gather(asyncio.sleep(0.02), asyncio.to_thread(time.sleep, 0.02))
    print(name)
await main("await")
asyncio.run(main("run"))
with asyncio.Runner() as runner: runner.run(main("runner"))
asyncio.get_event_loop().run_until_complete(main("until"))
await main("again")
"""
    assert pages.run(page, code) == "await\nrun\nrunner\nuntil\nagain\n"


def test_stop_ends_the_wait_for_a_future_that_nothing_fulfils(awake):
    pages.begin(awake, "import asyncio\nprint('on')\nasyncio.get_event_loop().run_until_complete(asyncio.Future())")
    pages.until_output(awake, "on")
    awake.wait_for_timeout(200)
    pages.button(awake, "Stop").click()
    assert pages.until_ended(awake) == "on\nStopped."


def test_stop_leaves_no_task_behind(awake):
    code = "import asyncio\ntasks = [asyncio.create_task(asyncio.sleep(60)) for _ in range(3)]\nprint('on')\n"
    pages.begin(awake, code + "while True: pass")
    pages.until_output(awake, "on")
    pages.button(awake, "Stop").click()
    pages.until_ended(awake)
    assert pages.run(awake, "await asyncio.sleep(0)\n[task.cancelled() for task in tasks]") == "[True, True, True]"


def test_what_no_browser_without_switching_can_wait_for_is_said(rigid):
    words = pages.run(rigid, "import asyncio\nasyncio.get_event_loop().run_until_complete(asyncio.Future())")
    assert "this browser cannot wait there. Write `await` instead" in words
