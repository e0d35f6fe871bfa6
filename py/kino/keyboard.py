"""sys.stdin in the page: each line is asked of the reader. Standard library only."""

import io
import sys
from contextlib import contextmanager

from kino import streams

END = "\x04"  # what Ctrl-D sends: there are no more lines
CANNOT = 'This browser cannot wait for input() while Python runs. Put the answer into the code instead: name = "Ada"'


def install(host):
    """Put a new stream in place of sys.stdin. host: a kino.host.Host."""
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(_Lines(host), "utf-8", newline="")


class _Lines(io.RawIOBase):
    def __init__(self, host):
        self._host, self._rest = host, b""

    def readable(self):
        return True

    def readinto(self, buffer):
        line = self._rest or self._ask()
        count = min(len(buffer), len(line))
        buffer[:count], self._rest = line[:count], line[count:]
        return count

    def _ask(self):
        if not self._host.can_wait():
            raise RuntimeError(CANNOT)
        # The prompt has been printed: it is the line that is open.
        with _no_debugger():
            answer = self._host.ask("")
        if answer is None:
            raise KeyboardInterrupt
        if answer == END:
            return b""
        streams.write("out", answer + "\n")  # as a terminal does
        return (answer + "\n").encode("utf-8", "replace")


@contextmanager
def _no_debugger():
    # It would follow the event loop, which goes on while the reader thinks, and ask about that too.
    trace, monitoring = sys.gettrace(), getattr(sys, "monitoring", None)
    tool = monitoring and monitoring.get_tool(monitoring.DEBUGGER_ID)
    events = tool and monitoring.get_events(monitoring.DEBUGGER_ID)
    sys.settrace(None)
    if tool:
        monitoring.set_events(monitoring.DEBUGGER_ID, 0)
    try:
        yield
    finally:
        sys.settrace(trace)
        if tool:
            monitoring.set_events(monitoring.DEBUGGER_ID, events)
