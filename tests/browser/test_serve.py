"""The instructor's server: a page that it has added its own script to works like any other."""

import threading

from kino_build.serve import serve
from tests.browser import pages


def test_python_runs_on_a_page_that_serve_hands_out(visit, dist):
    stop, said = threading.Event(), []
    thread = threading.Thread(
        target=serve, args=(lambda: None, dist, [dist.parent / "lessons"]), kwargs={"port": 8431, "stop": stop}
    )
    thread.start()
    try:
        for port in range(8431, 8451):
            server = type("Served", (), {"url": f"http://127.0.0.1:{port}/"})
            try:
                page = visit(server=server)
                break
            except Exception as error:
                said.append(str(error))
        assert page.locator("script[src*=__kino]").count() == 1, said
        assert pages.run(page, "print(6 * 7)") == "42\n"
    finally:
        stop.set()
        thread.join()
