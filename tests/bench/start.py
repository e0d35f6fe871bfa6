"""From Run to the first output: kino and the floor, at the first visit and at the second."""

from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext

from .chromium import Tab, WrongResult, visitor

CODE = "import numpy as np; print(np.ones(3).sum())"
PRINTED = "3.0"


@dataclass(frozen=True)
class Start:
    first: float  # ms
    second: float  # ms
    transferred: int  # bytes, from opening the page to the first output, at the first visit


def measure(browser: Browser, url: str, run: str) -> Start:
    """One new reader's two visits. url: the page; run: what of probe.js runs code in it. Raises WrongResult."""
    with visitor(browser) as context:
        first, transferred = _visit(context, url, run)
        second, _ = _visit(context, url, run)
    return Start(first, second, transferred)


def _visit(context: BrowserContext, url: str, run: str) -> tuple[float, int]:
    tab = Tab(context, url)
    check_asleep(tab)
    seen = tab.probe(run, CODE)
    if seen["text"] != PRINTED:
        raise WrongResult(f"{url}: {CODE!r} printed {seen['text']!r}, not {PRINTED!r}")
    transferred = tab.transferred()
    tab.close()
    return seen["ms"], transferred


def check_asleep(tab: Tab) -> None:
    """Raise WrongResult if anything of Python was requested already."""
    state = tab.page.get_attribute("html", "data-python") or "asleep"  # the floor has no such attribute
    early = [url for url in tab.asked_for() if "/runtime/" in url or "pyodide" in url]
    if early or state != "asleep":
        raise WrongResult(f"{tab.page.url}: Python is {state} before Run, and these were requested: {early}")
