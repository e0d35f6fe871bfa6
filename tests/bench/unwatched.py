"""A browser that nobody watches but by a line of its own, to weigh what a page takes in a reader's.

Playwright has the browser keep for it what a page has fetched, up to 100 MB in the page's own process.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import sleep

from . import processes
from .chromium import PROBES, WrongResult

# As Playwright starts it, in what may change how much memory it takes.
FLAGS = ("--headless", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-extensions")
AWAKE = (
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
)
REST_S = 3  # in which memory comes to rest


class UnwatchedTab:
    """An open page, asked as chromium.Tab is."""

    def __init__(self, line: "_Line", url: str) -> None:
        self.url = url
        self._line = line
        target = line.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = line.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        line.ask("Page.enable", self._session)
        probes = "\n".join(path.read_text("utf-8") for path in PROBES)
        line.ask("Page.addScriptToEvaluateOnNewDocument", self._session, source=probes)
        line.ask("Page.navigate", self._session, url=url)
        line.until("Page.loadEventFired")

    def probe(self, call: str, *arguments: object) -> dict | list:
        """The answer of `bench.<call>(…arguments)` of probe.js. Raises WrongResult if it does not come."""
        text = ", ".join(map(json.dumps, arguments))
        answer = self._line.ask(
            "Runtime.evaluate",
            self._session,
            expression=f"bench.{call}({text})",
            awaitPromise=True,
            returnByValue=True,
        )
        if problem := answer.get("exceptionDetails"):
            raise WrongResult(f"{self.url}, {call}: {problem.get('exception', problem).get('description', problem)}")
        return answer["result"].get("value")

    def weigh(self) -> float:
        """MiB of the pages of the browser, at rest; 0 where the system does not tell."""
        sleep(REST_S)
        self._line.ask("HeapProfiler.collectGarbage", self._session)
        return processes.tab_memory(self._line.process.pid) or 0.0


@contextmanager
def unwatched(path: str, url: str) -> Iterator[UnwatchedTab]:
    """The page at `url` in a browser of its own. path: of the Chromium."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        line = _Line(path, Path(profile))
        try:
            yield UnwatchedTab(line, url)
        finally:
            line.end()


class _Line:
    """Asks a Chromium by the DevTools protocol, over a pipe."""

    def __init__(self, path: str, profile: Path) -> None:
        (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()

        def place() -> None:
            # The browser reads from 3 and writes to 4, which may be taken by the very ends that are to go there.
            ends = os.dup(theirs_in), os.dup(theirs_out)
            for end, wanted in zip(ends, (3, 4), strict=True):
                os.dup2(end, wanted)

        command = [path, *FLAGS, *AWAKE, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=place, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb", 0), os.fdopen(ours_in, "rb", 0)
        self._rest = b""
        self._ids = count(1)
        self._heard: list[str] = []

    def ask(self, method: str, session: str | None = None, **parameters: object) -> dict:
        number = next(self._ids)
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        self._out.write(json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != number:
            self._heard.append(answer.get("method", ""))
        if "error" in answer:
            raise WrongResult(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def until(self, event: str) -> None:
        while event not in self._heard:
            self._heard.append(self._read().get("method", ""))

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self._out.close()
        self._in.close()

    def _read(self) -> dict:
        while b"\0" not in self._rest:
            if not (piece := self._in.read(65_536)):
                raise WrongResult("the browser has ended")
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)
