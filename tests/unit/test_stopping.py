"""Stop, as Python meets it: which code an interrupt strikes, and which tasks are cancelled."""

import asyncio
import signal

import pytest

from kino import loops, stopping


@pytest.fixture(autouse=True)
def handler():
    before = signal.getsignal(signal.SIGINT)
    stopping.begin()
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def missed():
    return []


def strike():
    signal.raise_signal(signal.SIGINT)
    return "went on"


def in_cell(source, **names):
    exec(compile(source, "<cell a>", "exec"), names)
    return names


def assert_cancelled(step):
    """A task of a run, made of the coroutine function `step`, is cancelled before it ends."""

    async def main():
        stopping.begin()
        await asyncio.create_task(step())

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())


def test_an_interrupt_strikes_the_code_of_a_cell_and_what_it_calls(missed):
    stopping.install(missed=missed.append)
    with pytest.raises(KeyboardInterrupt):
        in_cell("def f(g): g()\nf(strike)", strike=strike)
    assert missed == []


def test_it_does_not_strike_other_code_and_says_so(missed):
    stopping.install(missed=missed.append)
    assert strike() == "went on"
    assert missed == [False]


def test_it_strikes_functions_that_are_open_to_it(missed):
    def draw():
        return strike()

    stopping.install(draw, missed=missed.append)
    with pytest.raises(KeyboardInterrupt):
        draw()
    assert missed == []


def test_outside_a_cell_it_cancels_the_tasks_of_the_run_and_no_others(missed):
    stopping.install(missed=missed.append)

    async def main():
        old = asyncio.create_task(asyncio.sleep(60))
        stopping.begin()
        new = [asyncio.create_task(asyncio.sleep(60)) for _ in range(3)]
        keeper = stopping.keep(asyncio.sleep(0.01, "kept"))
        kept = asyncio.create_task(keeper)
        strike()
        assert await kept == "kept" and missed == [True]
        assert all(task.cancelled() for task in new) and not old.done()
        old.cancel()

    asyncio.run(main())


def test_a_task_that_waits_in_the_middle_of_a_step_is_cancelled_only_once_the_run_has_ended():
    async def step():
        with loops._aside(asyncio.get_running_loop()):  # as while it waits
            assert not stopping.cancel()
        await asyncio.sleep(0)
        with loops._aside(asyncio.get_running_loop()):
            assert stopping.cancel(also_waiting=True)
        await asyncio.sleep(0)

    assert_cancelled(step)


def test_a_task_that_computes_is_cancelled(missed):
    stopping.install(missed=missed.append)

    async def step():
        strike()
        await asyncio.sleep(60)

    assert_cancelled(step)
    assert missed == [True]


def test_without_a_loop_there_is_nothing_to_cancel():
    assert stopping.cancel() is False
