"""A slow machine: the whole browser, with its workers, stands still for three quarters of each hundredth of a second.

The browser's own throttling slows the page only, and Python runs in a worker. Linux and macOS.
"""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

ON = 0.0025  # seconds
FACTOR = 4


@contextmanager
def freezing(group: int) -> Iterator[None]:
    """Slow a group of processes FACTOR times, by a process of its own: this one has other work, and would be late."""
    freezer = subprocess.Popen([sys.executable, "-I", __file__, str(group)], stdin=subprocess.PIPE)
    try:
        yield
    finally:
        freezer.stdin.close()
        freezer.wait()


def _freeze(group: int) -> None:
    """Stop and continue the group until the standard input ends, as it does when the parent is gone."""
    with suppress(PermissionError):  # only root may
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    with suppress(ProcessLookupError):
        owed = 0.0  # seconds for which the group has yet to stand still
        begun = monotonic()
        while not _ended_within(ON):
            os.killpg(group, signal.SIGSTOP)
            stopped = monotonic()
            # A busy machine wakes this process late, so what was is counted, and not what should have been.
            owed += (FACTOR - 1) * (stopped - begun)
            is_over = _ended_within(max(0, owed))
            begun = monotonic()
            owed -= begun - stopped
            os.killpg(group, signal.SIGCONT)
            if is_over:
                return


def _ended_within(seconds: float) -> bool:
    return bool(select.select([sys.stdin], [], [], seconds)[0])


if __name__ == "__main__":
    _freeze(int(sys.argv[1]))
