"""One reader's visits to a page: from Run to the first output, and what had to come over the wire for it."""

from dataclasses import dataclass
from time import time

from .chromium import Chromium, Tab, WrongResult, visitor
from .sites import Sites

CODE = "import numpy as np; print(np.ones(3).sum())"
PRINTED = "3.0"
STAY_MS = 2000  # at a first visit, in which the browser keeps what it has compiled
REST_MS = 3000  # in which the rest of the libraries comes, after the first answer


@dataclass(frozen=True)
class Side:
    """One of those that are compared: a page, and what of probe.js brings the first output of CODE in it."""

    name: str
    url: str
    call: str
    arguments: tuple[str, ...] = (CODE,)
    starts_itself: bool = False  # Python starts with the page: the time is counted from its opening
    times_faster: float = 0  # what kino's first visit should be


@dataclass(frozen=True)
class Start:
    first: float  # ms
    second: float  # ms
    transferred: int  # bytes, from opening the page to the first output, at the first visit


def kino(sites: Sites) -> Side:
    return Side("kino", sites.lesson, "runCell")


def floor(sites: Sites) -> Side:
    return Side("floor", sites.floor, "runFloor")


def measure(chromium: Chromium, side: Side, *, slowly: bool = False) -> Start:
    """One new reader's two visits. Raises WrongResult."""
    with visitor(chromium, slowly=slowly) as reader:
        tab = Tab(reader, side.url, wait_until="commit" if side.starts_itself else "networkidle")
        first, transferred = first_output(tab, side)
        tab.page.wait_for_timeout(STAY_MS)
        tab.close()
        tab = Tab(reader, side.url, wait_until="commit" if side.starts_itself else "networkidle")
        second, _ = first_output(tab, side)
    return Start(first, second, transferred)


def first_output(tab: Tab, side: Side, *, is_asleep: bool = True) -> tuple[float, int]:
    """ms, and the bytes that had come by then."""
    if is_asleep and not side.starts_itself:
        check_asleep(tab)
    seen = tab.probe(side.call, *side.arguments)
    ended = time()
    if seen["text"] != PRINTED:
        raise WrongResult(f"{tab.page.url}: {CODE!r} printed {seen['text']!r}, not {PRINTED!r}")
    return seen["ms"], tab.transferred(until=1000 * ended)  # kino goes on to fetch what comes later


def check_asleep(tab: Tab) -> None:
    """Raise WrongResult if anything of Python was requested already."""
    state = tab.page.get_attribute("html", "data-python") or "asleep"  # the floor has no such attribute
    early = [url for url in tab.asked_for() if is_of_python(url)]
    if early or state != "asleep":
        raise WrongResult(f"{tab.page.url}: Python is {state} before Run, and these were requested: {early}")


def is_of_python(url: str) -> bool:
    return "/runtime/" in url or "pyodide" in url
