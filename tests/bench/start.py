"""From Run to the first output: kino and the floor, at the first visit and at the second."""

from collections.abc import Callable
from dataclasses import dataclass
from time import time

from playwright.sync_api import Browser, BrowserContext, Page

from .chromium import Tab, WrongResult, visitor

CODE = "import numpy as np; print(np.ones(3).sum())"
PRINTED = "3.0"
INTENT_MS = 400


@dataclass(frozen=True)
class Start:
    first: float  # ms
    second: float  # ms
    intended: float  # ms, at a first visit, 0.4 s after the pointer has come to the code; the floor knows no such thing
    transferred: int  # bytes, from opening the page to the first output, at the first visit


def measure(browser: Browser, url: str, run: str, *, knows_intent: bool = True) -> Start:
    """One new reader's two visits. url: the page; run: what of probe.js runs code in it. Raises WrongResult."""
    with visitor(browser) as context:
        first, transferred = _visit(context, url, run)
        second, _ = _visit(context, url, run)
    if not knows_intent:
        return Start(first, second, first, transferred)
    with visitor(browser) as context:
        intended, _ = _visit(context, url, run, begin=_point)
    return Start(first, second, intended, transferred)


def _visit(
    context: BrowserContext, url: str, run: str, begin: Callable[[Page], None] = lambda page: None
) -> tuple[float, int]:
    tab = Tab(context, url)
    check_asleep(tab)
    begin(tab.page)
    seen = tab.probe(run, CODE)
    ended = time()
    if seen["text"] != PRINTED:
        raise WrongResult(f"{url}: {CODE!r} printed {seen['text']!r}, not {PRINTED!r}")
    transferred = tab.transferred(until=1000 * ended)  # kino goes on to fetch what comes later
    tab.close()
    return seen["ms"], transferred


def _point(page: Page) -> None:
    """Move the pointer to the first cell's code, or to the floor's button, and stay there for INTENT_MS."""
    target = page.locator("kino-cell [data-code], body > button").first
    target.hover()
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2, steps=2)
    page.wait_for_timeout(INTENT_MS)


def check_asleep(tab: Tab) -> None:
    """Raise WrongResult if anything of Python was requested already."""
    state = tab.page.get_attribute("html", "data-python") or "asleep"  # the floor has no such attribute
    early = [url for url in tab.asked_for() if "/runtime/" in url or "pyodide" in url]
    if early or state != "asleep":
        raise WrongResult(f"{tab.page.url}: Python is {state} before Run, and these were requested: {early}")
