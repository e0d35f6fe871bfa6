"""Stop, as Python meets it: an interrupt strikes the code of cells, what it calls, and what is open to it, never what
kino does by itself; and tasks are cancelled."""

import asyncio
import signal
from contextlib import contextmanager

from kino.cell import FILE_PREFIX

# Where code that runs an event loop says it is from.
_LOOP = {asyncio.BaseEventLoop._run_once.__code__.co_filename, asyncio.Runner.close.__code__.co_filename}
_before = frozenset()
_keeper = None
_awaited = []


def install(*open_to_it, missed):
    """From now on an interrupt raises KeyboardInterrupt in a cell's code and in the functions `open_to_it`, and in all
    that they call. In an event loop, between the steps of its tasks, it cancels these instead: a step that is broken
    off before it begins would be lost, and its task would never end. All other code, such as kino's own while the run
    waits, goes on too. missed(cancelled) is called then; cancelled: what `cancel` says."""
    codes = {function.__code__ for function in open_to_it}

    def strike(_, frame):
        while frame:
            if frame.f_code in codes or frame.f_code.co_filename.startswith(FILE_PREFIX):
                raise KeyboardInterrupt
            if frame.f_code.co_filename in _LOOP:
                break
            frame = frame.f_back
        missed(cancel())

    signal.signal(signal.SIGINT, strike)


def begin():
    """A run begins: tasks that come from now on are its own."""
    global _before
    _before = frozenset(_tasks())


def keep(coroutine):
    """The coroutine that waits for the run: it is not cancelled with it. Returns it."""
    global _keeper
    _keeper = coroutine
    return coroutine


@contextmanager
def awaiting(future):
    """While the block runs, the run waits for `future`, which is cancelled with it."""
    _awaited.append(future)
    try:
        yield
    finally:
        _awaited.remove(future)


def cancel(*, also_waiting=False):
    """Cancel the tasks of the run and what it waits for; whether any was cancelled.

    also_waiting: those too that wait in the middle of a step, as for time. What ends the waiting ends them, and what
    they then clean up would be cancelled.
    """
    tasks = [task for task in _tasks() - _before if task.get_coro() is not _keeper]
    waited = any([future.cancel() for future in _awaited])
    return waited | any([task.cancel() for task in tasks if also_waiting or not _waits_inside(task)])


def _waits_inside(task):
    return getattr(task.get_coro(), "cr_running", False) and task is not asyncio.current_task()


def _tasks():
    try:
        return asyncio.all_tasks()
    except RuntimeError:  # no event loop
        return set()
