"""Hosts and lines that do wrong: what answers in the place of a StaticServer's own answer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from kino_build.static import Route, StaticServer

PIECE = 1400  # bytes that a slow line carries at a time

# What a header of a host or a filter refuses, and what the page says of it.
REFUSED = {
    "wasm": ("script-src 'self' 'unsafe-inline' blob:", "does not let the page run WebAssembly"),
    "workers": ("worker-src 'none'", "does not let the page start a worker"),
    "the frame's script": (
        "script-src 'self' blob: 'wasm-unsafe-eval'",
        "does not let the page open the sealed frame",
    ),
}

# The page's clocks, to be set by jump(ms).
CLOCKS = """{
  let shift = 0;
  const { now } = Date;
  const since = performance.now.bind(performance);
  Date.now = () => now() + shift;
  Object.defineProperty(performance, "now", { value: () => since() + shift });
  globalThis.jump = (ms) => { shift += ms; };
}"""

NO_MEMORY = 'WebAssembly.Memory = function () { throw new RangeError("could not allocate memory") };'


def in_worker(script: str) -> str:
    """What puts a script before the worker's own, which the page decodes. The frame's own is harder to reach."""
    return f"""{{
      const {{ decode }} = TextDecoder.prototype;
      TextDecoder.prototype.decode = function (...rest) {{
        const text = decode.apply(this, rest);
        return text.includes("setInterruptBuffer") ? {script!r} + text : text;
      }};
    }}"""


@contextmanager
def faulty(server: StaticServer, pattern: str, fault: Route) -> Iterator[list[str]]:
    """In the block, `fault` answers for the files of the site that match a glob pattern: their paths."""
    paths = [f"/{path.relative_to(server.folder).as_posix()}" for path in server.folder.glob(pattern) if path.is_file()]
    assert paths, f"no file of the site matches {pattern}"
    server.routes |= dict.fromkeys(paths, fault)
    try:
        yield paths
    finally:
        for path in paths:
            del server.routes[path]


def missing(handler: BaseHTTPRequestHandler) -> None:
    """404."""
    _send(handler, b"not here", status=404)


def forbidden(handler: BaseHTTPRequestHandler) -> None:
    """403."""
    _send(handler, b"not for you", status=403)


def hung_up(handler: BaseHTTPRequestHandler) -> None:
    """Half of the file, and then the connection is gone."""
    body, kind = _right(handler)
    _send(handler, body[: len(body) // 2], kind, announced=len(body))
    handler.close_connection = True


def halved(handler: BaseHTTPRequestHandler) -> None:
    """Half of the file, as if it were all."""
    body, kind = _right(handler)
    _send(handler, body[: len(body) // 2], kind)


def longer(handler: BaseHTTPRequestHandler) -> None:
    """The file and something behind it."""
    body, kind = _right(handler)
    _send(handler, body + b"more", kind)


def changed(handler: BaseHTTPRequestHandler) -> None:
    """The file with one bit turned."""
    body, kind = _right(handler)
    middle = len(body) // 2
    _send(handler, body[:middle] + bytes([body[middle] ^ 1]) + body[middle + 1 :], kind)


def mistyped(handler: BaseHTTPRequestHandler) -> None:
    """The right file under a wrong type."""
    body, _ = _right(handler)
    _send(handler, body, "text/html")


def sign_in(handler: BaseHTTPRequestHandler) -> None:
    """What a network answers that wants to be signed in to first."""
    _send(handler, b"<!doctype html><title>Welcome</title><p>Sign in to use this network.", "text/html")


class Line:
    """A slow line, shared by all that comes over it. `sent` counts its bytes; after `lift` it is slow no longer."""

    def __init__(self, bytes_per_second: float) -> None:
        self.sent = 0
        self._pause = PIECE / bytes_per_second
        self._turn = threading.Lock()
        self._lifted = threading.Event()

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer with the right file, slowly."""
        body, kind = _right(handler)
        _head(handler, len(body), kind)
        for at in range(0, len(body), PIECE):
            with self._turn:
                self._lifted.wait(self._pause)
                self.sent += len(body[at : at + PIECE])
                handler.wfile.write(body[at : at + PIECE])
                handler.wfile.flush()

    def lift(self) -> None:
        """Let all that is left through at once."""
        self._lifted.set()


class Silence:
    """A host that takes the question and does not answer, until `end`."""

    def __init__(self) -> None:
        self._over = threading.Event()

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        """Wait, and then give up the connection."""
        self._over.wait(120)
        handler.close_connection = True

    def end(self) -> None:
        """Give up all connections that wait."""
        self._over.set()


def _right(handler: BaseHTTPRequestHandler) -> tuple[bytes, str]:
    """The body and the type that the site itself would send."""
    answer = handler.site.answer(handler.path.partition("?")[0], "", False)
    assert answer.status == 200, handler.path
    return answer.body, answer.headers["Content-Type"]


def _send(handler, body, kind="text/plain", *, status=200, announced=None) -> None:
    _head(handler, len(body) if announced is None else announced, kind, status)
    if handler.command == "GET":
        handler.wfile.write(body)


def _head(handler, length, kind, status=200) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(length))
    handler.send_header("Cache-Control", "no-store")
    handler.end_headers()
