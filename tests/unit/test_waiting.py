"""Waiting, with a browser made of plain functions: `time.sleep` and asyncio beside a loop that runs already."""

import asyncio
import inspect
import time
from types import SimpleNamespace

import pytest

from kino import loops, waiting

real_sleep = time.sleep


class Host:
    """A browser whose clock runs when it is waited for. Stop is pressed at `stop_at` seconds."""

    def __init__(self, *, can_wait, stop_at=1e9):
        self.now, self.stop_at, self._can_wait = 0.0, stop_at, can_wait

    def can_wait(self):
        return self._can_wait

    def pass_time(self, seconds):
        self.now = min(self.now + seconds, self.stop_at)

    def wait(self, ms):
        assert ms <= waiting.LONGEST_WAIT
        self.pass_time(ms / 1000)
        return self.now >= self.stop_at

    def check(self):
        if self.now >= self.stop_at:
            raise KeyboardInterrupt


@pytest.fixture
def browser(monkeypatch):
    """browser(can_wait=…, stop_at=…) → a Host by which this Python waits now."""

    class Web(asyncio.SelectorEventLoop):
        pass

    web = Web()

    def install(**options):
        host = Host(**options)
        monkeypatch.setattr(waiting, "_sleep", lambda seconds: real_sleep(min(seconds, 0)) or host.pass_time(seconds))
        clock = SimpleNamespace(monotonic=lambda: host.now, sleep=None)
        monkeypatch.setattr(waiting, "time", clock)
        monkeypatch.setattr(loops.Loop, "time", lambda loop: host.now)
        for owner, name in (
            (asyncio, "run"),
            (asyncio, "new_event_loop"),
            (asyncio.events, "new_event_loop"),
            (asyncio.Runner, "run"),
        ):
            monkeypatch.setattr(owner, name, inspect.unwrap(getattr(owner, name)))
        waiting.install(host)
        host.sleep = clock.sleep
        return host

    asyncio._set_running_loop(web)
    yield install
    asyncio._set_running_loop(None)
    web.close()


@pytest.mark.parametrize("can_wait", [True, False])
def test_time_passes_and_stop_ends_it(browser, can_wait):
    host = browser(can_wait=can_wait, stop_at=100)
    host.sleep(30)
    assert host.now == pytest.approx(30)
    with pytest.raises(KeyboardInterrupt):
        host.sleep(1000)
    assert host.now == 100


@pytest.mark.parametrize("can_wait", [True, False])
@pytest.mark.parametrize("length", [-1, -0.5, None, "3", float("nan"), float("inf"), 1e300, 2**70, [], 1j])
def test_what_is_no_length_of_time_is_said_in_pythons_words(browser, can_wait, length):
    with pytest.raises(Exception) as python:
        real_sleep(length)
    host = browser(can_wait=can_wait)
    with pytest.raises(type(python.value)) as ours:
        waiting._sleep = real_sleep
        host.sleep(length)
    assert str(ours.value) == str(python.value)


def test_a_wait_longer_than_the_browser_can_is_made_of_several(browser):
    host = browser(can_wait=True)
    host.sleep(3e6)
    assert host.now == 3e6


async def slowly(value, seconds=0.5):
    await asyncio.sleep(seconds)
    return value


@pytest.mark.parametrize("can_wait", [True, False])
def test_asyncio_run_works_beside_a_running_loop(browser, can_wait):
    host = browser(can_wait=can_wait)
    before = asyncio.get_running_loop()
    assert asyncio.run(slowly(7)) == 7
    assert host.now == pytest.approx(0.5, abs=0.03)
    assert asyncio.get_running_loop() is before
    with asyncio.Runner() as runner:
        assert runner.run(slowly(8)) == 8
    loop = asyncio.new_event_loop()
    assert loop.run_until_complete(slowly(9)) == 9
    loop.close()
    assert before.run_until_complete(slowly(10)) == 10


def test_asyncio_run_works_inside_a_task_of_the_running_loop(browser):
    browser(can_wait=True)

    async def cell():
        first = asyncio.run(slowly("inner"))
        return first, asyncio.current_task() is not None

    web = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    assert asyncio.SelectorEventLoop.run_until_complete(web, cell()) == ("inner", True)


def test_an_error_comes_out_and_tasks_left_behind_are_cancelled(browser):
    browser(can_wait=True)
    left = []

    async def main():
        left.append(asyncio.create_task(slowly(1, 60)))
        await asyncio.sleep(0)
        raise LookupError("x")

    with pytest.raises(LookupError, match="x"):
        asyncio.run(main())
    assert left[0].cancelled()


@pytest.mark.parametrize("can_wait", [True, False])
def test_stop_cancels_what_asyncio_run_runs(browser, can_wait):
    host = browser(can_wait=can_wait, stop_at=3)
    seen = []

    async def main():
        try:
            await asyncio.Future()
        finally:
            seen.append("ended")

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(main())
    assert seen == ["ended"] and host.now == 3


def test_what_goes_to_a_thread_is_done_at_once(browser):
    browser(can_wait=True)
    assert asyncio.run(asyncio.to_thread(sum, [1, 2])) == 3
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.to_thread(divmod, 1, 0))


def test_a_future_of_the_browsers_loop_cannot_be_waited_for_everywhere(browser):
    browser(can_wait=False)
    web = asyncio.get_running_loop()
    with pytest.raises(RuntimeError, match="Write `await` instead"):
        web.run_until_complete(web.create_future())


def test_stop_and_the_end_of_the_program_are_no_mistakes_of_a_task(browser):
    browser(can_wait=True)
    told = []
    loop = SimpleNamespace(default_exception_handler=told.append)
    for error in (KeyboardInterrupt(), SystemExit(), ValueError()):
        loops._report(loop, {"exception": error})
    assert [type(context["exception"]) for context in told] == [ValueError]
