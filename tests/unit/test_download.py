"""Fetching the runtime's files: each one checked, how far it has come, and an end of all when one is not right."""

import hashlib
import time

import pytest

from kino_build.static import StaticServer
from tests.unit import javascript

ONE, TWO = b"one" * 100_000, b"two" * 50_000
SCRIPT = """
const [files, base] = input;
const shares = [], names = [];
const ways = { onProgress: (bytes) => shares.push(bytes), onFile: (name) => names.push(name) };
try {
  const found = await m.download(files, base, ways);
  const texts = found.map(([name, bytes]) => [name, new TextDecoder().decode(bytes).slice(0, 3), bytes.byteLength]);
  return { texts, shares, names };
} catch (error) {
  return { words: error.message, file: error.file?.name, isOurs: error instanceof m.DownloadError };
}
"""


class Dripping:
    """A route that begins a file and never comes to its end; `said` answers whether whoever asked has gone."""

    def __init__(self):
        self._is_over = False

    def __call__(self, handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        try:
            for _ in range(3000):
                handler.wfile.write(b".")
                handler.wfile.flush()
                time.sleep(0.02)
        except ConnectionError:
            self._is_over = True

    def said(self, handler):
        handler.send_response(200 if self._is_over else 404)
        handler.send_header("Content-Length", "0")
        handler.end_headers()


@pytest.fixture
def server(tmp_path):
    (tmp_path / "one.whl").write_bytes(ONE)
    (tmp_path / "two.whl").write_bytes(TWO)
    drip = Dripping()
    with StaticServer(tmp_path, routes={"/drip": drip, "/over": drip.said}) as server:
        yield server


def entry(name, content, **other):
    return {"name": name, "path": name, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)} | other


def download(server, *files):
    return javascript.run("download.js", SCRIPT, [files, server.url])


def test_files_come_in_their_order_and_the_progress_is_that_of_all(server):
    found = download(server, entry("one.whl", ONE), entry("two.whl", TWO))
    assert found["texts"] == [["one.whl", "one", len(ONE)], ["two.whl", "two", len(TWO)]]
    assert sorted(found["names"]) == ["one.whl", "two.whl"]
    assert found["shares"] == sorted(found["shares"]) and found["shares"][-1] == len(ONE) + len(TWO)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"sha256": "0" * 64}, "one.whl is not the file that this site was built with, so it was not used."),
        ({"bytes": len(ONE) + 1}, f"one.whl arrived cut short: {len(ONE)} of {len(ONE) + 1} bytes."),
        ({"bytes": len(ONE) - 1}, "one.whl is longer than the file that this site was built with"),
        ({"path": "none.whl"}, "one.whl could not be fetched: the server answered 404."),
        ({"path": "http://127.0.0.1:9/"}, "one.whl could not be fetched. Is the connection there?"),
    ],
)
def test_a_file_that_does_not_come_right_is_named(server, wrong, words):
    found = download(server, entry("two.whl", TWO), entry("one.whl", ONE, **wrong))
    assert found["words"].startswith(words) and found["file"] == "one.whl" and found["isOurs"]


def test_when_one_fails_the_others_are_no_longer_fetched(server):
    asking = """
    for (let i = 0; i < 400 && !(await fetch(`${base}over`)).ok; i++) await new Promise((next) => setTimeout(next, 50));
    return { isOver: (await fetch(`${base}over`)).ok, words"""
    files = [entry("drip", b"", bytes=1_000_000), entry("one.whl", ONE, path="none.whl")]
    found = javascript.run("download.js", SCRIPT.replace("return { words", asking), [files, server.url])
    assert found["file"] == "one.whl" and found["isOver"]
