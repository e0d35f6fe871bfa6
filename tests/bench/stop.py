"""From Stop to the stopped cell, and to a Python that takes the next run."""

from dataclasses import dataclass

from playwright.sync_api import Browser

from .chromium import Tab, WrongResult, visitor

LOOP = "print('looping')\nwhile True: pass"
DEAF_LOOP = """print('looping')
while True:
    try:
        while True: pass
    except KeyboardInterrupt: pass"""
NEXT = ("print(6 * 7)", "42")
FAIR_MS = 100  # the interrupt is polled every so often: Stop is pressed evenly over that time


@dataclass(frozen=True)
class Stops:
    interrupted: list[float]  # ms from Stop to stopped
    gave_up: list[float]  # ms from Stop to the end of code that swallows the interrupt
    restarted: list[float]  # ms from there to a Python that is ready again


def measure(browser: Browser, url: str, interrupts: int, restarts: int) -> Stops:
    """Stop an endless loop `interrupts` times, and one that swallows the interrupt `restarts` times.

    Raises WrongResult if a stop took the wrong way, or the run after it does not work.
    """
    with visitor(browser) as context:
        tab = Tab(context, url)
        _run_next(tab)
        plain = [_stop(tab, LOOP, 20 + FAIR_MS * i / interrupts, restarts=False) for i in range(interrupts)]
        deaf = [_stop(tab, DEAF_LOOP, 20 + FAIR_MS * i / restarts, restarts=True) for i in range(restarts)]
    return Stops(
        [seen["stopped"] for seen in plain],
        [seen["stopped"] for seen in deaf],
        [seen["ready"] - seen["stopped"] for seen in deaf],
    )


def _stop(tab: Tab, code: str, delay: float, *, restarts: bool) -> dict:
    seen = tab.probe("stopCell", code, delay)
    if not seen["wasRunning"] or seen["restarted"] != restarts:
        way = "a restart" if restarts else "an interrupt"
        raise WrongResult(f"{tab.page.url}: Stop on {code!r} should have been {way}: {seen}")
    _run_next(tab)
    return seen


def _run_next(tab: Tab) -> None:
    code, printed = NEXT
    text = tab.probe("runCell", code)["text"]
    if text != printed:
        raise WrongResult(f"{tab.page.url}: {code!r} printed {text!r}, not {printed!r}")
