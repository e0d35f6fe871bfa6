"""From Stop to the next answer, by an interrupt and by a restart; what an endless flood does to the page; memory."""

import os
from dataclasses import dataclass, field

from playwright.sync_api import Browser

from . import memory
from .chromium import Tab, WrongResult, visitor

LOOP = "print('looping')\nwhile True: pass"
DEAF_LOOP = """print('looping')
while True:
    try:
        while True: pass
    except KeyboardInterrupt: pass"""
FLOOD = "while True: print('x')"
NEXT = ("print(6 * 7)", "42")
FAIR_MS = 100  # the interrupt is polled every so often: Stop is pressed evenly over that time
SPARE_MS = 3000  # a spare Python is given that long to start before it is needed
FLOOD_MS = 3000


@dataclass(frozen=True)
class Stops:
    interrupted: list[float]  # ms from Stop to stopped
    gave_up: list[float]  # ms from Stop to the end of code that swallows the interrupt
    after_interrupt: list[float]  # ms from Stop to the next cell's answer
    after_first_restart: list[float]
    after_restart: list[float]  # with a spare Python ready
    blocked: list[float]  # ms for which the page answered nothing while a cell printed
    megabytes: dict[str, float] = field(default_factory=dict)  # of the tab, by when


def measure(browser: Browser, url: str, interrupts: int, restarts: int, firsts: int) -> Stops:
    """Stop an endless loop `interrupts` times, and one that swallows the interrupt `restarts` times; and that `firsts`
    times in a page that has never been stopped. Raises WrongResult if a stop took the wrong way, or the run after it
    does not work.
    """
    first = [_first(browser, url) for _ in range(firsts)]
    megabytes = {}
    with visitor(browser) as context:
        tab = Tab(context, url)
        _run_next(tab)
        _weigh(tab, megabytes, "awake")
        blocked = [tab.probe("blockedWhile", FLOOD, FLOOD_MS)["longest"] for _ in range(firsts)]
        plain = [_stop(tab, LOOP, 20 + FAIR_MS * i / interrupts, restarts=False) for i in range(interrupts)]
        _weigh(tab, megabytes, "with a spare Python")
        deaf = []
        for i in range(restarts):
            tab.page.wait_for_timeout(SPARE_MS)
            deaf.append(_stop(tab, DEAF_LOOP, 20 + FAIR_MS * i / restarts, restarts=True))
        _weigh(tab, megabytes, f"after {restarts} restarts")
    return Stops(
        [seen["stopped"] for seen in plain],
        [seen["stopped"] for seen in deaf],
        [seen["answered"] for seen in plain],
        first,
        [seen["answered"] for seen in deaf],
        blocked,
        megabytes,
    )


def _first(browser: Browser, url: str) -> float:
    with visitor(browser) as context:
        tab = Tab(context, url)
        _run_next(tab)
        return _stop(tab, DEAF_LOOP, 20, restarts=True)["answered"]


def _stop(tab: Tab, code: str, delay: float, *, restarts: bool) -> dict:
    seen = tab.probe("stopCell", code, delay, NEXT[0])
    if not seen["wasRunning"] or seen["restarted"] != restarts or seen["text"] != NEXT[1]:
        way = "a restart" if restarts else "an interrupt"
        raise WrongResult(f"{tab.page.url}: Stop on {code!r} should have been {way}, and the next answer 42: {seen}")
    return seen


def _weigh(tab: Tab, megabytes: dict[str, float], when: str) -> None:
    tab.page.wait_for_timeout(SPARE_MS)
    tab.page.request_gc()
    seen = memory.tabs(os.getpid())
    if seen:
        megabytes[when] = seen


def _run_next(tab: Tab) -> None:
    code, printed = NEXT
    text = tab.probe("runCell", code)["text"]
    if text != printed:
        raise WrongResult(f"{tab.page.url}: {code!r} printed {text!r}, not {printed!r}")
