"""What a page does not have: files of the reader, other programs, threads, the network, more memory."""

import ast
import math
import re

from kino.explain import values
from kino.explain.place import mark
from kino.explain.rules import Rules, told

RUN = Rules(OSError, RuntimeError, MemoryError, ValueError, OverflowError)
_NETWORK = ("URLError", "HTTPError", "gaierror", "RemoteDisconnected", "SSLError", "timeout", "TimeoutError")


@RUN.on(r"can't start new thread")
def _threads(match, place):
    return told("Python on this page does one thing at a time: it cannot start threads. Call the function directly.")


@RUN.on(r"does not support processes|Function not implemented")
def _processes(match, place):
    return told("Other programs cannot be started from this page.")


@RUN.on(r"No such file or directory: '(.*)'|^(\S+) not found\.$")
def _file(match, place):
    if type(place.error) is not FileNotFoundError:
        return None
    name = match[1] if match[1] is not None else match[2]
    return told(
        f"There is no {mark(name)} here. Python on this page does not see the files of your computer: write the data into the cell."
    )


@RUN.on(r"^")
def _network(match, place):
    kind = type(place.error)
    if not issubclass(type(place.error), OSError) or place.is_last:
        return None
    if kind.__name__ in _NETWORK or issubclass(kind, ConnectionError):
        return told("Code on this page cannot reach the network. What the lesson needs is here already.")
    return None


@RUN.on(r"Unable to allocate (.+?) for an array with shape (\(.*?\))")
def _allocate(match, place):
    words = f"An array of shape {match[2]} takes {match[1]}. That is too large for the memory that a page has."
    return told(_size(place) or words)


@RUN.on(r"array is too big|[Mm]aximum allowed dimension exceeded|cannot fit 'int' into an index-sized")
def _too_big(match, place):
    return told(_size(place) or "That is too large for the memory that a page has.")


@RUN.on(r"^")
def _memory(match, place):
    if not issubclass(type(place.error), MemoryError):
        return None
    return told(_size(place) or "This takes more memory than a page has. Try it with smaller arrays, or fewer of them.")


def _size(place):
    node = place.node
    if place.is_a(ast.BinOp) and isinstance(node.op, ast.Mult):
        parts = [place.value(node.left), place.value(node.right)]
        sizes = [len(part) if type(part) in (list, str, tuple, bytes) else part for part in parts]
        numbers = [part for part in sizes if type(part) is int]
        return (
            f"That would be {_many(numbers[0] * numbers[1])} elements, too many for the memory that a page has."
            if len(numbers) == 2
            else None
        )
    if not place.is_a(ast.Call) or not node.args:
        return None
    shape = values.index(node.args[0], place.frame)
    shape = shape if type(shape) is tuple else (shape,)
    if not all(type(part) is int and part >= 0 for part in shape):
        return None
    total = math.prod(shape)
    if total < 1e7:
        return None
    text = re.sub(r"\s+", " ", place.text(node.args[0])[1:-1])
    return f"An array of shape {mark(text)} would take {_bytes(8 * total)}, too much for the memory that a page has."


def _bytes(number):
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if number >= size:
            return f"{number / size:,.1f} {unit}" if number < 1e15 else f"{number / 1e12:.0e} TB"
    return f"{number:,} bytes"


def _many(number):
    return f"{number:,}" if number < 1e12 else f"{number:.0e}"


@RUN.on(
    r"asyncio\.run\(\) cannot be called from a running event loop|event loop is already running|Cannot run the event loop"
)
def _loop(match, place):
    return told("A cell can simply write `await`: there is no need for `asyncio.run`.")


@RUN.on(r"dictionary changed size during iteration|changed size during iteration|deque mutated")
def _changing(match, place):
    return told(
        "A dictionary or set must not grow or shrink while a loop goes through it. Loop over a copy: `list(…)`."
    )
