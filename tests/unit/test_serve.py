"""The static server as a browser sees it, and the loop of watching, building and telling the pages."""

import gzip
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kino_build.check import CourseError, Finding
from kino_build.mime import TYPES
from kino_build.serve import EVENTS, SCRIPT, Live, StaticServer, serve
from tests.served import wait_for

PAGE = b"<!doctype html><title>kino</title><body><p>Attention</p></body>"
SECRET = "not on the site"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "attention").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "index.html").write_bytes(PAGE)
    (folder / "attention/index.html").write_bytes(PAGE)
    (folder / "a b.js").write_text("export {}")
    for ending in TYPES:
        (folder / f"file{ending}").write_bytes(b"x" * 1000)
    (folder / "file.data").write_bytes(b"x")
    (tmp_path / "secret.txt").write_text(SECRET)
    return folder


@pytest.fixture
def server(dist: Path) -> Iterator[StaticServer]:
    with StaticServer(dist) as running:
        yield running


def ask(server: StaticServer, path: str, method: str = "GET", **headers: str):
    """(status, headers, body) of one request; `accept_encoding="gzip"` becomes Accept-Encoding."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=5)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_a_page_is_served_as_it_is_written(server: StaticServer) -> None:
    status, headers, body = ask(server, "/")
    assert (status, body) == (200, PAGE)
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("file.js", "text/javascript; charset=utf-8"),
        ("file.mjs", "text/javascript; charset=utf-8"),
        ("file.css", "text/css; charset=utf-8"),
        ("file.json", "application/json"),
        ("file.svg", "image/svg+xml"),
        ("file.wasm", "application/wasm"),
        ("file.woff2", "font/woff2"),
        ("file.whl", "application/zip"),
        ("file.zip", "application/zip"),
        ("file.data", "application/octet-stream"),
        ("a%20b.js?v=1", "text/javascript; charset=utf-8"),
    ],
)
def test_types(server: StaticServer, name: str, kind: str) -> None:
    status, headers, _ = ask(server, f"/{name}")
    assert (status, headers["Content-Type"]) == (200, kind)


@pytest.mark.parametrize("name", ["file.js", "file.wasm", "file.css", "file.svg", "file.json", "index.html"])
def test_text_and_code_are_packed_for_those_who_accept_it(server: StaticServer, dist: Path, name: str) -> None:
    for _ in range(2):
        _, headers, body = ask(server, f"/{name}", accept_encoding="br, gzip;q=0.5")
        assert headers["Content-Encoding"] == "gzip"
        assert headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(body) == (dist / name).read_bytes()


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip; q=0.0"])
def test_others_get_it_plain(server: StaticServer, accepted: str) -> None:
    _, headers, body = ask(server, "/file.js", accept_encoding=accepted)
    assert (headers["Content-Encoding"], body) == (None, b"x" * 1000)


@pytest.mark.parametrize("name", ["file.woff2", "file.whl", "file.zip", "file.png", "file.gz"])
def test_what_is_packed_already_stays(server: StaticServer, name: str) -> None:
    _, headers, body = ask(server, f"/{name}", accept_encoding="gzip")
    assert (headers["Content-Encoding"], body) == (None, b"x" * 1000)


def test_packing_can_be_switched_off(dist: Path) -> None:
    with StaticServer(dist, gzip=False) as server:
        _, headers, _ = ask(server, "/file.js", accept_encoding="gzip")
    assert headers["Content-Encoding"] is None


def test_a_known_file_is_not_sent_again_until_it_changes(server: StaticServer, dist: Path) -> None:
    _, headers, _ = ask(server, "/file.js", accept_encoding="gzip")
    tag = headers["ETag"]
    status, _, body = ask(server, "/file.js", accept_encoding="gzip", if_none_match=tag)
    assert (status, body) == (304, b"")
    assert ask(server, "/file.js", if_none_match=tag)[0] == 200
    (dist / "file.js").write_text("changed")
    status, _, body = ask(server, "/file.js", accept_encoding="gzip", if_none_match=tag)
    assert (status, gzip.decompress(body)) == (200, b"changed")


def test_head_has_the_headers_of_get(server: StaticServer) -> None:
    status, headers, body = ask(server, "/file.wasm", "HEAD")
    assert (status, headers["Content-Length"], body) == (200, "1000", b"")


def test_a_folder_without_its_slash_is_redirected(server: StaticServer) -> None:
    status, headers, _ = ask(server, "/attention?x=1")
    assert (status, headers["Location"]) == (301, "/attention/?x=1")
    assert ask(server, "/attention/")[2] == PAGE


@pytest.mark.parametrize("path", ["/nothing", "/empty/", "/index.html/", "/attention//index.html"])
def test_what_is_not_there_is_404_and_no_folder_is_listed(server: StaticServer, path: str) -> None:
    status, _, body = ask(server, path)
    assert status == 404
    assert b"is not on this site" in body


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/attention/../../secret.txt",
        "/attention/%2e%2e/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "/attention/../file.js",
        "/link.txt",
        "/file.js%00",
        "/" + "a" * 5000,
    ],
)
def test_nothing_outside_the_folder_is_served(server: StaticServer, dist: Path, path: str) -> None:
    (dist / "link.txt").symlink_to(dist.parent / "secret.txt")
    status, _, body = ask(server, path)
    assert status == 404
    assert SECRET.encode() not in body


def test_a_404_shows_the_path_as_text(server: StaticServer) -> None:
    assert b"<script>" not in ask(server, "/<script>")[2]


def test_requests_are_listed_in_order(server: StaticServer) -> None:
    for path in ("/", "/file.js?v=1", "/nothing"):
        ask(server, path)
    assert server.requests == ["/", "/file.js?v=1", "/nothing"]


def test_one_connection_serves_several_requests(server: StaticServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=5)
    ports = set()
    for path in ("/", "/nothing", "/file.js"):
        connection.request("GET", path)
        connection.getresponse().read()
        ports.add(connection.sock.getsockname()[1])
    connection.close()
    assert len(ports) == 1


def test_headers_can_be_added(dist: Path) -> None:
    with StaticServer(dist, extra_headers={"X-Test": "yes"}) as server:
        assert ask(server, "/")[1]["X-Test"] == "yes"


def test_after_the_end_also_open_connections_are_closed(dist: Path) -> None:
    with StaticServer(dist) as server:
        connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=5)
        connection.request("GET", "/")
        connection.getresponse().read()
        open_socket = connection.sock
    assert open_socket.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        ask(server, "/")


def test_the_client_is_injected_into_what_is_sent_and_not_into_the_file(dist: Path) -> None:
    with StaticServer(dist, inject=lambda: b"<script src=x></script>") as server:
        assert ask(server, "/")[2] == PAGE.replace(b"</body>", b"<script src=x></script></body>")
        assert b"<script src=x></script></body>" in ask(server, "/nothing")[2]
        assert ask(server, "/file.js")[2] == b"x" * 1000
    assert (dist / "index.html").read_bytes() == PAGE


def test_the_tag_of_a_page_changes_with_what_is_injected(dist: Path) -> None:
    injected = b"1"
    with StaticServer(dist, inject=lambda: injected) as server:
        tag = ask(server, "/")[1]["ETag"]
        injected = b"2"
        assert ask(server, "/", if_none_match=tag)[0] == 200


class Site:
    """A served site for tests of the loop: one source, and a build that copies it or fails as told."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "lessons/a.md"
        self.dist = folder / "dist"
        self.source.parent.mkdir()
        self.dist.mkdir()
        self.source.write_text("first")
        self.builds = threading.Semaphore(0)
        self.failure: Exception | None = None

    def build(self) -> None:
        try:
            if self.failure:
                raise self.failure
            text = f"<body>{self.source.read_text()}</body>"
            (self.dist / "index.html").write_text(text)
        finally:
            self.builds.release()


class Running(Site):
    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder)
        self.port = port
        self.stop = threading.Event()
        options = {"port": port, "stop": self.stop}
        self.thread = threading.Thread(
            target=serve, args=(self.build, self.dist, [self.source.parent]), kwargs=options, daemon=True
        )

    def events(self, url: str) -> Iterator[dict]:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=15)
        connection.request("GET", EVENTS)
        for line in connection.getresponse():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


@pytest.fixture
def running(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Running]:
    site = Running(tmp_path, free_port())
    yield site
    site.stop.set()
    site.thread.join(20)
    assert not site.thread.is_alive()


def until(check: Callable[[], bool]) -> None:
    for _ in range(200):
        if check():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it did not come about")


def get(url: str) -> str:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
    connection.request("GET", urlsplit(url).path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def touch(site: Running, text: str) -> None:
    """Change the source until that is seen: a watcher that has only just started may miss the first."""
    for _ in range(20):
        site.source.write_text(text)
        if site.builds.acquire(timeout=1):
            return
    raise AssertionError("the change was not seen")


def test_a_change_is_built_and_the_pages_are_told(running: Running) -> None:
    running.thread.start()
    url = wait_for(running.port)
    assert running.builds.acquire(timeout=5)
    events = running.events(url)
    first = next(events)
    assert first["problem"] is None
    assert f'<script type="module" src="{SCRIPT}?{first["version"]}"></script></body>' in get(url)
    touch(running, "second")
    assert next(events)["version"] != first["version"]
    until(lambda: "second" in get(url))
    assert "EventSource" in get(url + SCRIPT[1:])


def test_a_failed_build_is_told_and_the_old_pages_stay(running: Running, capsys: pytest.CaptureFixture[str]) -> None:
    running.thread.start()
    url = wait_for(running.port)
    assert running.builds.acquire(timeout=5)
    events = running.events(url)
    first = next(events)
    running.failure = CourseError([Finding("lessons/a.md", 3, "no title")])
    touch(running, "second")
    told = next(events)
    assert told == {"version": first["version"], "problem": "lessons/a.md:3: no title"}
    assert "first" in get(url)
    running.failure = ZeroDivisionError("in a figure")
    touch(running, "third")
    assert "ZeroDivisionError: in a figure" in next(events)["problem"]
    running.failure = None
    touch(running, "fourth")
    assert next(event for event in events if event["version"] != first["version"])["problem"] is None
    until(lambda: "fourth" in get(url))


def test_a_first_build_that_fails_is_shown_too(running: Running) -> None:
    running.failure = CourseError([Finding("lessons/a.md", 3, "no title")])
    running.thread.start()
    url = wait_for(running.port)
    assert next(running.events(url))["problem"] == "lessons/a.md:3: no title"
    assert SCRIPT in get(url)


def test_a_taken_port_is_passed_over(running: Running) -> None:
    with socket.create_server(("127.0.0.1", running.port)):
        running.thread.start()
        assert running.builds.acquire(timeout=5)
        url = wait_for(running.port + 1)
        assert "first" in get(url)


def test_what_a_build_writes_does_not_start_another(tmp_path: Path) -> None:
    site = Running(tmp_path, free_port())
    watched = threading.Thread(
        target=serve,
        args=(site.build, site.dist, [tmp_path]),
        kwargs={"port": site.port, "stop": site.stop},
        daemon=True,
    )
    watched.start()
    wait_for(site.port)
    assert site.builds.acquire(timeout=5)
    touch(site, "second")
    while site.builds.acquire(timeout=1):  # what `touch` itself may still have caused
        pass
    (site.dist / "other.html").write_text("written by a build")
    assert not site.builds.acquire(timeout=1.5)
    site.stop.set()
    watched.join(20)


def test_ctrl_c_ends_quietly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    serve(interrupted, tmp_path, [tmp_path])
    assert capsys.readouterr().out == "\n"


def test_a_page_older_than_the_build_is_told_at_once() -> None:
    live = Live()
    live.good()
    old = live.tag()
    live.bad("a problem")
    assert live.tag() == old
    live.good()
    assert live.tag() != old
