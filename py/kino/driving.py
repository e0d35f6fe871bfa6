"""Figures drawn with the reader's own function in the place of the lesson's: see `kino.figures`.

The function gets fresh copies, and what it does to NumPy, to the streams and to settings is put back before anything
else is drawn. What it returns is believed once it has the form of what the lesson's own function returns.
"""

import io
import sys
import warnings
from contextlib import ExitStack, contextmanager
from copy import copy
from time import perf_counter
from types import FunctionType

from kino import believed, streams
from kino import cell as cells

MOST_HEARD = 200  # characters of what is printed while a figure is drawn


class Drivers:
    """The functions that cells have made for figures, as they were when the cell's run ended."""

    def __init__(self):
        self._made, self._count = {}, 0

    def take(self, cell, name, names):
        """A run of `cell` has ended: what is called `name` among `names` is what it hands to its figure."""
        if name not in names:
            self._made.pop(cell, None)
        elif cell not in self._made or self._made[cell][1] is not names[name]:
            self._count += 1
            self._made[cell] = self._count, names[name]

    def number(self, cell):
        """Which function a cell hands to its figure: another number whenever it is another function, 0 for none."""
        return self._made.get(cell, (0,))[0]

    def drop(self, cell):
        self._made.pop(cell, None)

    def draw(self, cell, figure, state, put_back):
        """Draw a figure with the function of `cell`; put_back() is called whenever code of the reader's has run.

        {"svg", "values", "words"}, {"problem": a sentence}, {"error": of `kino.cell.describe`}, or {"gone"} where the
        cell has no function. Beside them "ms", what the function took; "printed" {"text", "chars"}, if it printed;
        "unused", (name, label) of the controls that it has no parameter for.
        """
        if cell not in self._made:
            return {"gone": True}
        with ExitStack() as quiet:

            def settle():
                put_back()
                # That has also put back what warnings are kept silent by.
                quiet.enter_context(warnings.catch_warnings(action="ignore"))

            stand = _Stand(self._made[cell][1], figure, settle)
            return _attempt(stand, figure, state, cell) | stand.report()


def _attempt(stand, figure, state, cell):
    try:
        picture = figure.draw(state, **{figure.driven: stand})
        return {"svg": picture.svg, "values": picture.plain_values(), "words": picture.words}
    except _Raised as raised:
        return {"error": cells.describe(raised.error, cell=cell)}
    except believed.Wrong as wrong:
        return {"problem": str(wrong)}
    except Exception as error:
        told = f"{type(error).__name__}: {error}"[:300]
        return {"problem": f"What {figure.driven} returned cannot be drawn: {told}."}


class _Raised(BaseException):
    """The reader's function has raised `error`, of whatever class. Nobody between here and there is to catch it."""

    def __init__(self, error):
        super().__init__()
        self.error = error


class _Stand:
    """Stands in for the lesson's function: calls both, and returns what the reader's gave."""

    def __init__(self, function, figure, put_back):
        self._function, self._figure, self._put_back = function, figure, put_back
        self._own = figure.function.__kwdefaults__[figure.driven]
        self._taken = _parameters(function)
        self._seconds, self._text, self._chars, self._unused = 0.0, "", 0, []

    def __call__(self, *args, **options):
        own = self._own(*args, **options)
        labels = {control.name: control.label for control in self._figure.controls}
        self._unused = [(name, labels[name]) for name in options if name in labels and name not in self._taken]
        theirs = self._run([copy(arg) for arg in args], {n: v for n, v in options.items() if n in self._taken})
        name, parts = self._figure.driven, self._figure.returns
        given = dict(zip(self._taken, (getattr(arg, "shape", ()) for arg in args), strict=False))
        return believed.as_own(theirs, own, name=name, parts=parts, given=given)

    def _run(self, args, options):
        begun = perf_counter()
        try:
            with streams.unnoticed(), streams.sending(self._hear), _no_input():
                return self._function(*args, **options)
        except BaseException as error:
            raise _Raised(error) from None
        finally:
            self._seconds += perf_counter() - begun
            self._put_back()

    def _hear(self, kind, words):
        if kind in ("out", "err"):
            self._chars += len(words)
            self._text += words[: max(0, MOST_HEARD - len(self._text))]

    def report(self):
        printed = {"printed": {"text": self._text, "chars": self._chars}} if self._chars else {}
        return {"ms": round(1000 * self._seconds), "unused": self._unused} | printed


def _parameters(function):
    # Of a function itself only: what another callable says of its parameters is code.
    if type(function) is not FunctionType:
        return ()
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


@contextmanager
def _no_input():
    before = sys.stdin
    sys.stdin = _Silence()
    try:
        yield
    finally:
        sys.stdin = before


class _Silence(io.TextIOBase):
    def readline(self, size=-1, /):
        raise RuntimeError("a figure is being drawn, and input() cannot ask meanwhile")
