"""The instructor's server: builds, serves, watches, builds again, and tells the open pages."""

import errno
import json
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import watchfiles

from .check import CourseError
from .rebuild import BuildFailed
from .runtime import RuntimeFilesError
from .static import Route, StaticServer

__all__ = ["StaticServer", "serve"]

EVENTS = "/__kino/events"
SCRIPT = "/__kino/reload.js"
CLIENT = Path(__file__).parents[2] / "site/js/reload.js"
SERVICE = "/sw.js"
LEAVE = Path(__file__).parents[2] / "site/js/leave.js"
PORTS = 20
HEARTBEAT = 10  # seconds; a page that is gone is noticed when it is written to


class PortError(Exception):
    """No port is free; the text says which were tried."""


class Live:
    """What the open pages are told: which build they see, and what is wrong with the newest one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._state = {"version": "", "problem": None}

    def good(self) -> None:
        """There is a new build: every page reloads."""
        self._set(version=f"{time.time_ns():x}", problem=None)

    def bad(self, problem: str) -> None:
        """The build failed: every page shows why, and stays."""
        self._set(problem=problem)

    def tag(self) -> bytes:
        """The element that makes a page listen. It carries the version that the page was made from."""
        return f'<script type="module" src="{SCRIPT}?{self._state["version"]}"></script>'.encode()

    def events(self, request: BaseHTTPRequestHandler) -> None:
        """Answer with a stream of server-sent events, one for each state, the present one first."""
        request.close_connection = True
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Cache-Control", "no-store")
        request.end_headers()
        told = None
        while request.command == "GET":
            with self._changed:
                self._changed.wait_for(lambda told=told: self._state is not told, timeout=HEARTBEAT)
                state = self._state
            message = ": still here" if state is told else f"data: {json.dumps(state)}"
            request.wfile.write(f"{message}\n\n".encode())
            request.wfile.flush()
            told = state

    def _set(self, **news: str | None) -> None:
        with self._changed:
            if self._state != self._state | news:
                self._state = self._state | news
            self._changed.notify_all()


def serve(
    build: Callable[[], None],
    dist: Path,
    watch: Sequence[Path],
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    stop: threading.Event | None = None,
) -> None:
    """Build, serve dist at host:port (or the next free port), and build again when a watched file changes.

    Pages reload after a good build; a failed one is printed and shown on them, and the old dist goes on being
    served. Ends on Ctrl-C, or when `stop` is set. Raises PortError if no port is free.
    """
    live = Live()
    try:
        _build(build, live)
        with _open(dist, host, port, live) as server:
            print(f"Serving {server.url} (Ctrl-C ends)", flush=True)
            for _ in watchfiles.watch(*watch, watch_filter=_outside(dist), debounce=300, stop_event=stop):
                _build(build, live)
    except KeyboardInterrupt:
        print()


def _build(build: Callable[[], None], live: Live) -> None:
    started = time.perf_counter()
    try:
        build()
    except (BuildFailed, CourseError, RuntimeFilesError) as problem:
        text = str(problem)
    except Exception:  # also a fault in an instructor's figure: the server lives on, and says what happened
        text = traceback.format_exc()
    else:
        print(f"Built in {time.perf_counter() - started:.1f} s", flush=True)
        live.good()
        return
    print(text, flush=True)
    live.bad(text)


def _open(dist: Path, host: str, port: int, live: Live) -> StaticServer:
    routes = {EVENTS: live.events, SCRIPT: _script(CLIENT), SERVICE: _script(LEAVE)}
    for candidate in range(port, port + PORTS):
        try:
            return StaticServer(dist, host=host, port=candidate, routes=routes, inject=live.tag)
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE:
                raise
    raise PortError(f"no free port from {port} to {port + PORTS - 1}: name another one with --port")


def _script(file: Path) -> Route:
    """A route that answers with a script."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        content = file.read_bytes()
        request.send_response(200)
        request.send_header("Content-Type", "text/javascript; charset=utf-8")
        request.send_header("Content-Length", str(len(content)))
        request.send_header("Cache-Control", "no-store")
        request.end_headers()
        if request.command == "GET":
            request.wfile.write(content)

    return answer


def _outside(dist: Path) -> Callable[[watchfiles.Change, str], bool]:
    """A filter that passes changes of sources: not what a build writes, caches, or editors' own files."""
    usual, folder = watchfiles.DefaultFilter(), dist.resolve()
    return lambda change, path: usual(change, path) and not Path(path).resolve().is_relative_to(folder)
