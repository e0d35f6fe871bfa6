"""A progress bar of one line: redrawn on a terminal, a line every tenth in a log."""

import sys
from collections.abc import Callable
from typing import TextIO

Progress = Callable[[str, int, int], None]
"""progress(what, bytes done, bytes in all); called often, the last time with done == all. Few are steps."""

MEGABYTE = 1_000_000
FEW = 100
WIDTH = 24


class Bar:
    """A `Progress` that draws on `stream`."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._label = ""
        self._tenth = 0
        self._open = False

    def __call__(self, label: str, done: int, total: int) -> None:
        if label != self._label:
            self.close()
            self._label, self._tenth = label, -1
        (self._redraw if self._live else self._log)(done, total)

    def close(self) -> None:
        """End a line that is still being redrawn, so that what is printed next starts on its own."""
        if self._open:
            print(file=self._stream)
        self._open = False
        self._label = ""

    def _redraw(self, done: int, total: int) -> None:
        filled = WIDTH * done // total
        bar = "#" * filled + "." * (WIDTH - filled)
        self._open = True
        print(f"\r{self._label:<36.36} [{bar}] {_size(done, total)}", end="", file=self._stream, flush=True)
        if done >= total:
            self.close()

    def _log(self, done: int, total: int) -> None:
        tenth = 10 * done // total
        if tenth > self._tenth:
            self._tenth = tenth
            print(f"{self._label}: {_size(done, total)}", file=self._stream, flush=True)


def _size(done: int, total: int) -> str:
    if total < FEW:
        return f"step {done} of {total}"
    return f"{done / MEGABYTE:.1f} of {total / MEGABYTE:.1f} MB"
