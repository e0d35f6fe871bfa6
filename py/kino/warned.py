"""Warnings in one line, with the student's own line, and in plain words where these are known."""

import re
import sys
import warnings
from contextlib import contextmanager

# WebAssembly keeps no floating-point flags, so in a page NumPy never warns of 1/0, nan or an overflow in exp.
_PLAIN = (
    (r"[Mm]ean of empty slice|Degrees of freedom", "There are too few numbers; the result is nan, “not a number”."),
    (r"invalid escape sequence", "In a text, \\ begins a special sign. With an r before the quote it is only \\."),
    (r'"is(?: not)?" with', "To compare values, write == or !=."),
    (r"assertion is always true", "A pair in brackets is always true. Leave the brackets away: assert x, \"…\"."),
    (r"was never awaited", "Put await before the call."),
)  # fmt: skip


@contextmanager
def telling(cell):
    """Until the end of the block, which runs the cell of this id, warnings go to sys.stderr in one line each."""
    before = warnings.showwarning

    def show(message, category, filename, line, file=None, _=None):
        (file or sys.stderr).write(_told(str(message), category.__name__, filename, line, cell))

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before


def _told(message, kind, filename, line, cell):
    own, line = _place(filename, line)
    where = f"line {line}{'' if own == cell else f' of cell {own}'}: " if own else ""
    plain = next((words for pattern, words in _PLAIN if re.search(pattern, message)), "")
    return f"{where}{kind}: {message}\n" + (f"{plain}\n" if plain else "")


def _place(filename, line):
    # A library's line is none that the student has written: the innermost line of a cell is told instead.
    frame = sys._getframe(1)
    while frame and not filename.startswith("<cell "):
        filename, line = frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return (filename[6:-1], line) if filename.startswith("<cell ") else ("", line)
