"""A small static web server, as plain as the host of a static site: no special headers, no listing."""

import gzip as gzip_format
import html
import sys
import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR, socket
from socketserver import TCPServer
from types import TracebackType
from urllib.parse import unquote, urlsplit

from .mime import shrinks, type_of

Route = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class _Answer:
    status: HTTPStatus
    headers: dict[str, str]
    body: bytes = b""


class StaticServer:
    """Serves a folder, from `with StaticServer(dist) as server` to the end of the block, at `server.url`.

    `server.requests` lists what was asked for (path and query, in order). port 0: any free one.
    routes: what answers paths that are no files. inject(): bytes put before </body> of each page.
    """

    def __init__(
        self,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        gzip: bool = True,
        extra_headers: Mapping[str, str] | None = None,
        routes: Mapping[str, Route] | None = None,
        inject: Callable[[], bytes] = bytes,
    ) -> None:
        self.folder = folder.resolve()
        self.gzip = gzip
        self.extra_headers = dict(extra_headers or {})
        self.routes = dict(routes or {})
        self.inject = inject
        self.requests: list[str] = []
        self._packed: dict[Path, tuple[str, bytes]] = {}
        self._server = _Server((host, port), type("Handler", (_Handler,), {"site": self}))
        self.url = f"http://{host}:{self._server.server_address[1]}/"

    def __enter__(self) -> "StaticServer":
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._server.hang_up()

    def answer(self, path: str, query: str, accepts_gzip: bool) -> _Answer:
        """What a GET of `path` (still %-encoded) gets."""
        file = self._locate(path)
        if file is None:
            return self._missing(path)
        if file.is_dir():
            if not path.endswith("/"):
                return _Answer(HTTPStatus.MOVED_PERMANENTLY, {"Location": f"{path}/" + (query and f"?{query}")})
            file = file / "index.html"
        try:
            content, facts = file.read_bytes(), file.stat()
        except OSError:
            return self._missing(path)
        kind = type_of(file)
        tag = f"{facts.st_mtime_ns:x}-{len(content):x}"
        if kind.startswith("text/html"):
            injected = self.inject()
            content, tag = _before_body_end(content, injected), f"{tag}-{zlib.crc32(injected):x}"
        headers = {"Content-Type": kind, "Last-Modified": formatdate(facts.st_mtime, usegmt=True)}
        if self.gzip and shrinks(kind):
            headers["Vary"] = "Accept-Encoding"
            if accepts_gzip:
                content, tag = self._pack(file, tag, content), f"{tag}-gzip"
                headers["Content-Encoding"] = "gzip"
        return _Answer(HTTPStatus.OK, headers | {"ETag": f'"{tag}"'}, content)

    def _locate(self, path: str) -> Path | None:
        """The file or folder under the served folder, or None for what is not there or leads out of it."""
        names = unquote(path, errors="replace").split("/")[1:]
        inner = names[:-1] if names and names[-1] == "" else names
        if any(name in ("", ".", "..") or set(name) & set("\\:\0") for name in inner):
            return None
        try:
            found = self.folder.joinpath(*inner).resolve()
            there = found.is_dir() or (found.is_file() and inner == names)
        except OSError:
            return None
        return found if there and found.is_relative_to(self.folder) else None

    def _missing(self, path: str) -> _Answer:
        text = f"<p>404: {html.escape(path)} is not on this site.</p>"
        page = f"<!doctype html><title>404</title><body>{text}</body>".encode()
        headers = {"Content-Type": type_of(Path("404.html"))}
        return _Answer(HTTPStatus.NOT_FOUND, headers, _before_body_end(page, self.inject()))

    def _pack(self, file: Path, tag: str, content: bytes) -> bytes:
        known, packed = self._packed.get(file, ("", b""))
        if known != tag:
            packed = gzip_format.compress(content, 6, mtime=0)
            self._packed[file] = (tag, packed)
        return packed


class _Handler(BaseHTTPRequestHandler):
    site: StaticServer
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one packet: in two, Nagle and a delayed ACK cost 40 ms
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.site.requests.append(self.path)
        url = urlsplit(self.path)
        if route := self.site.routes.get(url.path):
            route(self)
        else:
            accepted = self.headers.get("Accept-Encoding", "")
            self._send(self.site.answer(url.path, url.query, _accepts_gzip(accepted)))

    do_HEAD = do_GET

    def _send(self, answer: _Answer) -> None:
        tag = answer.headers.get("ETag")
        fresh = tag and tag in [known.strip() for known in self.headers.get("If-None-Match", "").split(",")]
        self.send_response(HTTPStatus.NOT_MODIFIED if fresh else answer.status)
        for name, value in (answer.headers | self.site.extra_headers).items():
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-cache")
        if not fresh:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if not fresh and self.command == "GET":
            self.wfile.write(answer.body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Stay silent: what was asked for is in `requests`."""


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._open: set[socket] = set()
        super().__init__(address, handler)

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # HTTPServer's own looks the host's name up, which can take seconds

    def process_request(self, request, client_address) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address) -> None:
        """A browser that goes away in mid-answer is no error; anything else is shown as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def hang_up(self) -> None:
        """Close the connections that browsers keep open, so that nothing is served after the end."""
        for connection in list(self._open):
            try:
                connection.shutdown(SHUT_RDWR)
            except OSError:
                continue


def _accepts_gzip(header: str) -> bool:
    for offer in header.lower().split(","):
        name, _, quality = offer.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "").removeprefix("q=").strip("0.") != "" or not quality
    return False


def _before_body_end(page: bytes, addition: bytes) -> bytes:
    head, end, tail = page.rpartition(b"</body>")
    return head + addition + end + tail if end else page + addition
