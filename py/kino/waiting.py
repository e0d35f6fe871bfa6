"""Ways to wait that Stop can end, in the place of Python's own: `time.sleep`, and asyncio (`kino.loops`)."""

import functools
import inspect
import operator
import time

from kino import loops, stopping

SLICE = 0.02  # seconds
LONGEST = 2**63 / 1e9  # seconds that Python can count
LONGEST_WAIT = 1e9  # milliseconds that the browser can

_sleep = inspect.unwrap(time.sleep)  # Pyodide has put its own around it


def install(host):
    """Let code wait by `host`, a `kino.host.Host`, from now on."""
    time.sleep = sleeper(host)
    loops.install(time.sleep, functools.partial(block, host))


def sleeper(host):
    """`time.sleep`, but Stop ends it, output is seen meanwhile, and where the browser can, its tasks go on."""

    @functools.wraps(_sleep)
    def sleep(seconds, /):
        length = seconds if isinstance(seconds, float) else operator.index(seconds)
        if not 0 < length < LONGEST:
            return _sleep(length)  # at once, or Python's own words about what is no length of time
        end = time.monotonic() + length
        while (left := end - time.monotonic()) > 0:
            if not host.can_wait():
                _sleep(min(left, SLICE))
                host.check()
            elif host.wait(min(1000 * left, LONGEST_WAIT)):
                raise KeyboardInterrupt

    return sleep


def block(host, future):
    """Wait for a future of the browser's loop. Raises RuntimeError where the browser cannot wait in Python."""
    if not host.can_wait():
        future.cancel()
        raise RuntimeError("this browser cannot wait there. Write `await` instead: a cell may await by itself")
    done = future.get_loop().create_future()
    future.add_done_callback(lambda _: done.done() or done.set_result(None))
    with stopping.awaiting(future):
        host.block(done)
