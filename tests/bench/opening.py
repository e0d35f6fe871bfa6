"""From opening the page to the figure that answers its slider, Python asleep."""

from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext

from .chromium import Tab, WrongResult, visitor


@dataclass(frozen=True)
class Opening:
    first: float  # ms
    second: float  # ms
    transferred: int  # bytes, from opening the page to the answer, at the first visit


def measure(browser: Browser, url: str) -> Opening:
    """One new reader's two visits to the page at `url`. Raises WrongResult."""
    with visitor(browser) as context:
        first, transferred = _visit(context, url)
        second, _ = _visit(context, url)
    return Opening(first, second, transferred)


def requested(browser: Browser, url: str) -> list[str]:
    """All that the page at `url` asks for by itself, once for each."""
    with visitor(browser) as context:
        return sorted(set(Tab(context, url).asked_for()))


def _visit(context: BrowserContext, url: str) -> tuple[float, int]:
    tab = Tab(context, url, wait_until="commit")
    seen = tab.probe("firstTurn")
    if (seen["python"], seen["source"], seen["isNew"]) != ("asleep", "film", True):
        raise WrongResult(f"{url}: the first turn of the slider should show a new picture of the film: {seen}")
    transferred = tab.transferred(seen["at"])
    tab.close()
    return seen["ms"], transferred
