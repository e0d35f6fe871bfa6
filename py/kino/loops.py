"""asyncio where a loop runs already, the browser's: `asyncio.run` and its kin run a loop of their own beside it."""

import asyncio
import functools
import inspect
from asyncio import tasks
from contextlib import contextmanager

LONG = 1e6  # seconds: a loop in which nothing is planned waits, for Stop


class Loop(asyncio.BaseEventLoop):
    """Python's own loop, run on the stack of whoever calls it; between its tasks it sleeps by `sleep`."""

    def __init__(self, sleep):
        super().__init__()
        self._sleep = sleep
        self._selector = self

    def select(self, timeout):
        if timeout is None or timeout > 0:
            self._sleep(LONG if timeout is None else timeout)
        return []

    def _process_events(self, events):
        pass

    def run_in_executor(self, executor, work, *args):
        """There are no threads here: the work is done at once."""
        future = self.create_future()
        try:
            future.set_result(work(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def run_forever(self):
        with _aside():
            super().run_forever()

    def run_until_complete(self, future):
        with _aside():
            return super().run_until_complete(future)


_browser = None


def install(sleep, block):
    """sleep(seconds) waits; block(future) waits for a future of the browser's loop, and raises where that cannot be."""
    global _browser
    _browser = asyncio.get_event_loop()
    _browser.set_exception_handler(_report)

    def run_until_complete(loop, future):
        if asyncio.iscoroutine(future):
            return asyncio.run(future)
        block(asyncio.ensure_future(future, loop=loop))
        return future.result()

    type(_browser).run_until_complete = run_until_complete
    asyncio.new_event_loop = asyncio.events.new_event_loop = lambda: Loop(sleep)
    asyncio.run = _beside(inspect.unwrap(asyncio.run))  # Pyodide has put its own around it
    asyncio.Runner.run = _beside(asyncio.Runner.run)


def _report(loop, context):
    # Stop, or the end of the program, is no mistake in a task.
    if not isinstance(context.get("exception"), (KeyboardInterrupt, SystemExit)):
        loop.default_exception_handler(context)


def browsers():
    """A context in which the browser's loop runs, so that it can go on, whatever loop is under way."""
    return _aside(_browser)


@contextmanager
def _aside(other=None):
    """As if no loop ran, or the `other`, and no task were under way."""
    loop = asyncio._get_running_loop()
    task = loop and asyncio.current_task(loop)
    if task:
        tasks._leave_task(loop, task)
    asyncio._set_running_loop(other)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)
        if task:
            tasks._enter_task(loop, task)


def _beside(function):
    @functools.wraps(function)
    def run(*args, **kwargs):
        with _aside():
            return function(*args, **kwargs)

    return run
