"""The browser of the bench: a Chromium of his own for each reader, and tabs whose traffic is known."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, Request, sync_playwright

from tests.browsers import find_chromium

from . import processes
from .slow import freezing

PROBES = tuple(Path(__file__).with_name(name) for name in ("probe.js", "probe-figure.js"))


class WrongResult(Exception):
    """What was measured is not what it should be; the text says where and what was seen."""


@dataclass(frozen=True)
class Chromium:
    playwright: Playwright
    path: str

    @property
    def version(self) -> str:
        browser = self.playwright.chromium.launch(executable_path=self.path)
        try:
            return browser.version
        finally:
            browser.close()


@contextmanager
def chromium() -> Iterator[Chromium]:
    """The Chromium of this machine. Exits with a remedy where there is none."""
    path = find_chromium()
    if not path:
        sys.exit("no Chromium to measure in: `make bench` installs one, or name yours in KINO_CHROMIUM")
    with sync_playwright() as playwright:
        yield Chromium(playwright, path)


@dataclass(frozen=True)
class Reader:
    context: BrowserContext
    process: int | None  # of the browser; None where the system does not tell


@contextmanager
def visitor(chromium: Chromium, *, slowly: bool = False) -> Iterator[Reader]:
    """A reader who was never here: a browser with an empty profile on disk, as everyone's is.

    Private windows, which Playwright opens otherwise, keep no compiled code for a second visit.
    slowly: on a machine that is slow.FACTOR times slower. Raises WrongResult where that cannot be had.
    """
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        context = chromium.playwright.chromium.launch_persistent_context(profile, executable_path=chromium.path)
        stack.callback(context.close)
        context.add_init_script("\n".join(path.read_text("utf-8") for path in PROBES))
        process = processes.browser_of(profile)
        if slowly:
            if process is None:
                raise WrongResult("a slow machine can be imitated on Linux only")
            stack.enter_context(freezing(process))
        yield Reader(context, process)


class Tab:
    """An open page, and every request that it and its workers made."""

    def __init__(self, reader: Reader, url: str, *, wait_until: str = "networkidle") -> None:
        """Open `url` and wait for it (Playwright's wait_until)."""
        self.page: Page = reader.context.new_page()
        self.page.set_default_timeout(120_000)  # Playwright's 30 s are not enough for a slow machine
        self._requests: list[Request] = []
        self.page.on("request", lambda request: self._requests.append(request))
        self.page.goto(url, wait_until=wait_until)

    @property
    def url(self) -> str:
        return self.page.url

    def follow(self, selector: str) -> None:
        """Click a link and wait for the page that comes."""
        self._requests.clear()
        with self.page.expect_navigation(wait_until="networkidle", timeout=120_000):
            self.page.locator(selector).click()

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
        return sum(_size(request) for request in self._requests if _ended(request) < until)

    def close(self) -> None:
        self.page.close()


def _size(request: Request) -> int:
    response = request.response()
    # What the page's service worker fetches for it counts as what it says of itself; what it has kept says nothing.
    if response and response.from_service_worker:
        return int(response.headers.get("content-length", 0))
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def _ended(request: Request) -> float:
    """When the answer was complete, in ms since 1970; for one that is still coming: never."""
    end = request.timing["responseEnd"]
    return request.timing["startTime"] + end if end >= 0 else float("inf")
