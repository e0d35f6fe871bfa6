"""The browser of the bench: one Chromium, and tabs whose traffic is known."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, sync_playwright

from tests.browsers import find_chromium

PROBE = Path(__file__).with_name("probe.js")


class WrongResult(Exception):
    """What was measured is not what it should be; the text says where and what was seen."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium. Exits with a remedy where there is none."""
    path = find_chromium()
    if not path:
        sys.exit("no Chromium to measure in: `make bench` installs one, or name yours in KINO_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@contextmanager
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A reader who was never here: nothing cached, nothing stored."""
    context = browser.new_context()
    context.add_init_script(path=PROBE)
    yield context
    context.close()


class Tab:
    """An open page, and every request that it and its workers made."""

    def __init__(self, context: BrowserContext, url: str, *, wait_until: str = "networkidle") -> None:
        """Open `url` and wait for it (Playwright's wait_until)."""
        self.page: Page = context.new_page()
        self._requests: list[Request] = []
        self.page.on("request", lambda request: self._requests.append(request))
        self.page.goto(url, wait_until=wait_until)

    def probe(self, call: str, *arguments: object) -> dict | list:
        """The answer of `bench.<call>(…arguments)` of probe.js. Raises WrongResult if it does not come."""
        try:
            return self.page.evaluate(f"arguments => bench.{call}(...arguments)", list(arguments))
        except Error as problem:
            raise WrongResult(f"{self.page.url}, {call}: {problem.message.splitlines()[0]}") from problem

    def asked_for(self) -> list[str]:
        """The addresses requested so far."""
        return [request.url for request in self._requests]

    def transferred(self, until: float = float("inf")) -> int:
        """Bytes that had come over the wire, headers included, by `until` (ms since 1970)."""
        sizes = [request.sizes() for request in self._requests if _ended(request) < until]
        return sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)

    def close(self) -> None:
        self.page.close()


def _ended(request: Request) -> float:
    """When the answer was complete, in ms since 1970; for one that is still coming: never."""
    end = request.timing["responseEnd"]
    return request.timing["startTime"] + end if end >= 0 else float("inf")
