"""A changed file of the runtime, in each engine: named, not used, and right again once it is mended."""

import json

import pytest

from kino_build.static import StaticServer
from tests.altered import Altered

FIRST = "soft-lookup"
OTHER = "is not the file that this site was built with, so it was not used"


@pytest.fixture(scope="module")
def altered(dist):
    with StaticServer(dist) as server:
        yield Altered(server)


def state(tab):
    return tab.evaluate("document.documentElement.dataset.python")


def output(tab):
    return tab.evaluate(f"document.querySelector('#{FIRST} [data-output]').textContent")


def test_a_changed_file_is_named_and_not_used_and_trying_again_works_once_it_is_mended(open_tab, altered, dist):
    [path] = dist.glob("runtime/*/pyodide.asm.wasm")
    altered.change(path.relative_to(dist).as_posix())
    tab = open_tab(server=altered.server)
    tab.until("!!customElements.get('kino-cell')")
    tab.click(f"#{FIRST} [data-action=run]")
    tab.until("document.documentElement.dataset.python === 'failed'")
    assert f"pyodide.asm.wasm {OTHER}" in output(tab)
    assert tab.evaluate("document.querySelectorAll('iframe').length") == 0
    altered.mend()
    tab.click(f"#{FIRST} [data-output] .said.error button")
    tab.until("document.documentElement.dataset.python === 'ready'")


@pytest.mark.long
def test_where_the_image_is_changed_python_starts_more_slowly(open_tab, altered, dist):
    [listing] = dist.glob("runtime/manifest.*.json")
    image = json.loads(listing.read_text())["starts"][0]["files"][0]["path"]
    altered.change(f"runtime/{image}")
    tab = open_tab(server=altered.server)
    tab.until("!!customElements.get('kino-cell')")
    assert tab.run("print(6 * 7)", cell=FIRST).strip() == "42"
    assert tab.evaluate("document.documentElement.dataset.pythonStart") == "bytecode"
    altered.mend()
