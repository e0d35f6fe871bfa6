import os
import time
from urllib.request import urlopen

from kino_build.static import StaticServer
from tests.bench.link import SlowLink


def test_link_is_as_slow_as_it_says_and_loses_nothing(tmp_path):
    content = os.urandom(300_000)
    (tmp_path / "file.bin").write_bytes(content)
    with StaticServer(tmp_path) as server, SlowLink(server.url, rate=1e6, round_trip=0.1) as link:
        began = time.monotonic()
        with urlopen(f"{link.url}file.bin") as answer:
            assert answer.read() == content
        # The handshake, the request's way and the answer's, and the line's own time; a busy machine can only add to it.
        assert time.monotonic() - began > 0.2 + 0.3 - 0.02


def test_connections_share_the_line(tmp_path):
    (tmp_path / "file.bin").write_bytes(os.urandom(100_000))
    with StaticServer(tmp_path) as server, SlowLink(server.url, rate=1e6, round_trip=0) as link:
        began = time.monotonic()
        answers = [urlopen(f"{link.url}file.bin") for _ in range(3)]
        assert [len(answer.read()) for answer in answers] == [100_000] * 3
        assert time.monotonic() - began > 0.3 - 0.02
