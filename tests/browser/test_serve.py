"""The instructor's server: a page that it has added its own script to works like any other."""

import http.client
import threading
import time

import pytest

from kino_build.serve import PORTS, SCRIPT, serve
from tests.browser import pages

PORT = 8431


class Served:
    """Where `serve` answers: at PORT, or the next free one."""

    def __init__(self):
        end = time.monotonic() + 30
        while not (found := [port for port in range(PORT, PORT + PORTS) if answers(port)]):
            if time.monotonic() > end:
                raise TimeoutError(f"serve answers at no port from {PORT} on")
            time.sleep(0.05)
        self.url = f"http://127.0.0.1:{found[0]}/"


def answers(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", SCRIPT)
        return b"development server" in connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


@pytest.fixture
def served(dist):
    stop = threading.Event()
    watched = [dist.parent / "lessons"]
    thread = threading.Thread(target=serve, args=(lambda: None, dist, watched), kwargs={"port": PORT, "stop": stop})
    thread.start()
    yield Served()
    stop.set()
    thread.join()


def test_python_runs_on_a_page_that_serve_hands_out(visit, served):
    page = visit(server=served)
    assert page.locator("script[src*=__kino]").count() == 1
    assert pages.run(page, "print(6 * 7)") == "42\n"
