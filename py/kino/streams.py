"""What a cell prints, on its way out: sys.stdout and sys.stderr, whole with .buffer, .encoding and the rest.

Standard library only.
"""

import codecs
import io
import sys
from contextlib import contextmanager
from contextvars import ContextVar

PIECE = 65_536  # what crosses to the page at once: there, all of a text is copied

# Of the run in whose context code is running: a task that a cell has left behind prints into that cell.
_send = ContextVar("send")
_latest = None


class _Bytes(io.RawIOBase):
    """What stands under a text stream: takes bytes, hands on text."""

    def __init__(self, kind):
        self._kind, self._rest = kind, b""

    def writable(self):
        return True

    def fileno(self):
        return {"out": 1, "err": 2}[self._kind]

    def write(self, data):
        data = memoryview(data).cast("B")
        for start in range(0, len(data), PIECE):
            piece = self._rest + data[start : start + PIECE].tobytes()
            words, used = codecs.utf_8_decode(piece, "backslashreplace", False)
            self._rest = piece[used:]
            write(self._kind, words)
        return len(data)


class _Text(io.TextIOWrapper):
    """A text stream that hands on what is written at once."""

    def __init__(self, kind):
        super().__init__(_Bytes(kind), "utf-8", "backslashreplace", newline="", write_through=True)
        self._kind = kind

    def write(self, words):
        if not isinstance(words, str):
            raise TypeError(f"write() argument must be str, not {type(words).__name__}")
        write(self._kind, words)
        return len(words)

    def writelines(self, lines):
        for line in lines:
            self.write(line)


def install():
    """Put the streams in place of Python's own, for good."""
    sys.stdout = sys.__stdout__ = _Text("out")
    sys.stderr = sys.__stderr__ = _Text("err")


@contextmanager
def sending(send):
    """Until the end of the block, what is written goes to send(kind, text), kind "out" or "err".

    The streams are new ones, whatever the code before has done to its own.
    """
    global _latest
    names = ("stdout", "stderr", "__stdout__", "__stderr__")
    before = {name: getattr(sys, name, None) for name in names}
    install()
    token, _latest = _send.set(send), send
    try:
        yield
    finally:
        _send.reset(token)
        for name in names:
            setattr(sys, name, before[name])


@contextmanager
def unnoticed():
    """What runs in the block does not become the newest run."""
    global _latest
    before = _latest
    try:
        yield
    finally:
        _latest = before


def emit(kind, words):
    """Send output of the cell that is running, from outside its code. Raises RuntimeError when none is."""
    try:
        send = _send.get()
    except LookupError:
        raise RuntimeError("no cell is running, so there is nowhere to show this") from None
    send(kind, words)


def write(kind, words):
    """Send text of any length of the cell in whose context this is called."""
    # What runs in no cell's context, such as a callback of the browser, is taken to belong to the newest.
    send = _send.get(_latest)
    if not send or not words:
        return
    if len(words) <= PIECE and words.isascii():
        send(kind, words)
        return
    for start in range(0, len(words), PIECE):
        # A surrogate is no character, and cannot cross; Python's own stdout refuses it.
        send(kind, words[start : start + PIECE].encode("utf-8", "backslashreplace").decode())
