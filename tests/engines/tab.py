"""A tab of a browser, in one form for all engines. Each of them writes how it does what is said here."""

import time
from abc import ABC, abstractmethod
from pathlib import Path

# Keeps what nothing caught in the page, from its first script on where the engine has a way to do that.
LISTEN = """
if (!window.uncaught) {
  window.uncaught = [];
  addEventListener("error", (event) => uncaught.push(String(event.error ?? event.message)));
  addEventListener("unhandledrejection", (event) => uncaught.push(String(event.reason)));
}
"""
FIRST, SECOND = "soft-lookup", "attention-map"
WIDE = {"width": 1280, "height": 900}
ENDED = ("done", "error", "stopped")


class Tab(ABC):
    """The helpers of tests/browser/pages.py that only evaluate and wait can be used with it, too."""

    engine: str  # "chromium", "firefox" or "webkit"
    is_open = True

    def __init__(self):
        self._problems: list[str] = []

    @abstractmethod
    def evaluate(self, js: str, argument=None):
        """The value of an expression, or of a function of one argument; a promise is awaited. All is plain JSON."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address and wait until it has loaded."""

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def back(self) -> None: ...

    @abstractmethod
    def click(self, css: str) -> None:
        """Scroll to the first element that matches, and press it with the mouse."""

    @abstractmethod
    def point(self, css: str) -> None:
        """Scroll to the first element that matches, and move the mouse onto it."""

    @abstractmethod
    def drag(self, points: list[tuple[float, float]]) -> None:
        """Press the mouse at the first of the points (of what is seen), move it along, let go at the last."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key, by Playwright's names: "Tab", "Shift+Tab", "Control+a", "x"."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type on the keyboard; a line feed is Enter."""

    @abstractmethod
    def beside(self, url: str) -> "Tab":
        """Another tab of the same reader."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def screenshot(self, path: str | Path) -> None:
        """A picture of what is seen of the page."""

    @abstractmethod
    def close(self) -> None:
        """Close it, and the tabs beside it."""

    @property
    def problems(self) -> list[str]:
        """Errors that nothing caught, so far. A test that means them clears the list; what is left fails it."""
        self._hear()
        return self._problems

    def _hear(self):
        # An engine calls this before it leaves a page, too: with the page goes its list.
        self._problems += self.evaluate(f"() => {{ {LISTEN} return uncaught.splice(0) }}")

    def until_scripted(self) -> None:
        """Wait until the page's cells, if it has any, are what its scripts make of them."""
        self.until("!document.querySelector('kino-cell') || Boolean(customElements.get('kino-cell'))")

    def wait_for_timeout(self, ms: float) -> None:
        """Let time pass. Named as in Playwright, for the helpers of pages.py."""
        time.sleep(ms / 1000)

    def until(self, js: str, argument=None, *, seconds: float = 120):
        """Wait until it is true, and return its value. Raises TimeoutError that quotes it."""
        end = time.monotonic() + seconds
        while not (value := self.evaluate(js, argument)):
            if time.monotonic() > end:
                raise TimeoutError(f"{self.engine}: after {seconds} s still not so: {js} ({argument})")
            self.wait_for_timeout(30)
        return value

    # Cells

    def put(self, code: str, cell: str = FIRST) -> None:
        """Put code into a cell."""
        self.evaluate("([cell, code]) => { document.getElementById(cell).code = code }", [cell, code])

    def code(self, cell: str = FIRST) -> str:
        return self.evaluate("cell => document.getElementById(cell).code", cell)

    def begin(self, code: str, cell: str = FIRST) -> None:
        """Put code into a cell and press Run."""
        self.put(code, cell)
        self.click(f"#{cell} [data-action=run]")

    def run(self, code: str, cell: str = FIRST) -> str:
        """Run code in a cell to its end; return what the output area says."""
        self.begin(code, cell)
        return self.until_ended(cell)

    def wake(self) -> None:
        self.run("pass")
        self.until_python("ready")

    def stop(self, cell: str = FIRST) -> None:
        """Press Stop, and wait until the cell has ended."""
        self.evaluate("cell => document.querySelector(`#${cell} [data-action=stop]`).click()", cell)
        self.until_ended(cell)

    def state(self, cell: str = FIRST) -> str:
        return self.evaluate("cell => document.getElementById(cell).dataset.state", cell)

    def output(self, cell: str = FIRST) -> str:
        return self.evaluate("cell => document.querySelector(`#${cell} [data-output]`).textContent", cell)

    def until_ended(self, cell: str = FIRST) -> str:
        self.until(
            "([cell, states]) => states.includes(document.getElementById(cell).dataset.state)", [cell, list(ENDED)]
        )
        return self.output(cell)

    def until_output(self, words: str, cell: str = FIRST) -> None:
        self.until(
            "([cell, words]) => document.querySelector(`#${cell} [data-output]`).textContent.includes(words)",
            [cell, words],
        )

    @property
    def python(self) -> str:
        return self.evaluate("document.documentElement.dataset.python")

    def until_python(self, *states: str) -> None:
        self.until("states => states.includes(document.documentElement.dataset.python)", list(states))
