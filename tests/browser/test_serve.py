"""The instructor's server: a page that it has added its own script to works like any other."""

import threading
from types import SimpleNamespace

import pytest

from kino_build.serve import serve
from tests.browser import pages
from tests.served import wait_for

PORT = 8431


@pytest.fixture
def served(dist):
    stop = threading.Event()
    watched = [dist.parent / "lessons"]
    thread = threading.Thread(target=serve, args=(lambda: None, dist, watched), kwargs={"port": PORT, "stop": stop})
    thread.start()
    yield SimpleNamespace(url=wait_for(PORT))
    stop.set()
    thread.join()


def test_python_runs_on_a_page_that_serve_hands_out(visit, served):
    page = visit(server=served)
    assert page.locator("script[src*=__kino]").count() == 1
    assert pages.run(page, "print(6 * 7)") == "42\n"
