"""The course without a network, in each engine: a lesson that was opened, one that was not, and a new version."""

import pytest

from tests.browser.offline import Host, kept, look_for_a_new_version, rebuilt, until_kept
from tests.browser.pages import LESSON, SECOND_LESSON

# The last of what is fetched once Python has answered comes with these.
PYTHON = ("/pyodide.asm.wasm", "/image.gzip", "/python_stdlib.zip", "wasm32.whl", "/kino.zip")
TITLE = "title => document.title === title"


@pytest.fixture
def host(dist, tmp_path):
    host = Host(tmp_path, dist)
    yield host
    host.go()


# Python starts twice, from the network and from what is kept.
@pytest.mark.long
def test_a_lesson_that_was_opened_works_with_the_server_gone(open_tab, host):
    tab = open_tab(server=host)
    until_kept(tab, f"/{LESSON}", "/js/main.js")
    assert not [path for path in kept(tab) if path.startswith("runtime/")]
    assert tab.run("import numpy as np\nprint(np.ones(3).sum())") == "3.0\n"
    until_kept(tab, *PYTHON)
    host.go()
    tab.reload()
    assert tab.run("import numpy as np\nprint(np.ones(3).sum())") == "3.0\n"
    tab.goto(host.url + SECOND_LESSON)
    assert tab.evaluate("document.querySelector('h1').textContent") == "No connection"
    assert "Attention" in tab.evaluate("[...document.querySelectorAll('li a')].map((link) => link.textContent)")
    host.come_back()


def test_a_new_version_waits_for_the_reader(open_tab, host, dist, tmp_path_factory):
    tab = open_tab(server=host)
    until_kept(tab, f"/{LESSON}", "/js/main.js")
    tab.put("mine")
    host.put(rebuilt(dist, tmp_path_factory.mktemp("newer"), ("Attention", "Heed")))
    look_for_a_new_version(tab)
    tab.until("document.querySelector('.new-version') !== null")
    assert tab.evaluate("document.title") == "Attention · kino" and tab.code() == "mine"
    tab.click(".new-version button")
    tab.until(TITLE, "Heed · kino")
    tab.until("document.getElementById('soft-lookup').code === 'mine'")
