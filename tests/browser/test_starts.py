"""The ways in which Python starts: the fastest that works, and Python is the same in each."""

import json
from pathlib import Path

import pytest

from kino_build import runtime, snapshot
from tests.browser import pages

ROOT = Path(__file__).parents[2]
STARTS = ("snapshot", "bytecode", "plain")


@pytest.fixture(scope="module")
def manifest(dist):
    [path] = dist.glob("runtime/manifest.*.json")
    return json.loads(path.read_text())


def own_file(manifest, start):
    """A file that only this start needs."""
    [entry] = [entry for entry in manifest["starts"] if entry["name"] == start]
    return entry["files"][0]


def change_a_byte(route):
    answer = route.fetch()
    body = bytearray(answer.body())
    body[len(body) // 2] ^= 1
    route.fulfill(response=answer, body=bytes(body))


@pytest.fixture(scope="module", params=STARTS)
def started(request, visit, manifest):
    """A page whose Python has started in one of the ways, for those before it are damaged on the host."""
    page = visit()
    page.warnings = []
    page.on("console", lambda message: message.type == "warning" and page.warnings.append(message.text))
    for name in STARTS[: STARTS.index(request.param)]:
        page.route(f"**/runtime/{own_file(manifest, name)['path']}", change_a_byte)
    pages.wake(page)
    assert page.locator("html").get_attribute("data-python-start") == request.param
    page.start = request.param
    return page


def test_every_start_of_the_site_is_tried_here_in_its_order(manifest):
    assert tuple(start["name"] for start in manifest["starts"]) == STARTS


def test_a_slower_start_is_said_on_the_console_only(started):
    said = [words for words in started.warnings if "starts more slowly" in words]
    assert len(said) == STARTS.index(started.start)
    for words, name in zip(said, STARTS, strict=False):
        assert f"could not start from its {name}" in words and "is not the file that this site was built with" in words


# What a cell does, and what is then in its output.
RIGHT = {
    "numpy": (
        """
import numpy as np
print(np.ones(3).sum(), np.linalg.inv(np.eye(2) * 2)[0, 0])""",
        "3.0 0.5",
    ),
    "assert": (
        """
try:
    assert 1 > 2, "no"
except AssertionError as error:
    print(repr(error))""",
        "AssertionError('no')",
    ),
    "frames of libraries": (
        """
import json, traceback
try:
    json.loads("{")
except ValueError:
    print(traceback.format_exc())""",
        'json/decoder.py", line 361, in raw_decode',
    ),
    "lines of one's own in a traceback": (
        """
import traceback
try:
    1 / 0
except ZeroDivisionError:
    print(traceback.format_exc())""",
        "    1 / 0\n    ~~^~~",
    ),
    "the standard library": (
        """
import decimal, statistics, fractions, ctypes, dataclasses, csv, logging
print(decimal.Decimal(1) / 8, statistics.mean([1, 2]), ctypes.sizeof(ctypes.c_int))""",
        "0.125 1.5 4",
    ),
    "the rest of numpy": (
        """
import numpy as np, numpy.ma as ma
print(np.fft.fft(np.ones(2)), np.random.default_rng(0).integers(9), np.polynomial.Polynomial([1, 2])(3),
      ma.array([1, 2], mask=[0, 1]).sum(), np.strings.upper("a"), np.char.add("a", "b"))""",
        "[2.+0.j 0.+0.j] 7 7.0 1 A ab",
    ),
    "docstrings": (
        """
import json, numpy as np
things = np.mean, np.array, np.exp, np.ndarray.sum, np.linalg.inv, json.loads
print(*(thing.__doc__.split()[0] for thing in things))""",
        "Compute array(object, exp(x, a.sum(axis=None, Compute Deserialize",
    ),
    "floats": (
        """
import numpy as np
print(0.1 + 0.2, 1e22, np.float64(1) / 3, np.array([1e-10, 1]))""",
        "0.30000000000000004 1e+22 0.3333333333333333 [1.e-10 1.e+00]",
    ),
    "docstrings of all that NumPy offers": (
        """
import numpy as np
without = [name for name in np.__all__ if not (getattr(np, name).__doc__ or "").strip()]
print(set(without) <= {"newaxis", "record", "show_config"})""",
        "True",
    ),
    "warnings": (
        """
import numpy as np
np.mean([])""",
        "RuntimeWarning: Mean of empty slice",
    ),
    "time": (
        """
import time, datetime
print(abs(time.time() - datetime.datetime.now().timestamp()) < 5, time.time() > 1.7e9)""",
        "True True",
    ),
}
FRESH = """
import random, numpy as np
print(random.random(), np.random.rand(), np.random.default_rng().random())"""


@pytest.mark.parametrize("what", RIGHT)
def test_python_is_as_it_should_be(started, what):
    code, right = RIGHT[what]
    assert right in pages.run(started, code)


def test_a_plot_is_drawn(started):
    pages.run(started, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('T')\nplt.show()")
    assert pages.state(started) == "done"
    assert started.locator(f"#{pages.FIRST} [data-output] img").get_attribute("alt").startswith("Plot: “T”")


def test_a_figure_is_drawn_live(started):
    assert pages.turn(started, angle=21)["source"] == "live"


def test_random_numbers_differ_between_two_starts(started):
    before = pages.run(started, FRESH).split()
    pages.run(started, "import os\nos._exit(1)")
    pages.until_python(started, "ready")
    after = pages.run(started, FRESH).split()
    assert len(before) == 3 and not set(before) & set(after)


# What Pyodide does not promise to keep, and boot.js uses.
PRIVATE = {
    "pyodide.mjs": ("_loadSnapshot", "createPyodideModule", "stdLibURL", "INITIAL_MEMORY", "noInitialRun"),
    "pyodide.asm.mjs": (
        *(
            "_makeSnapshot",
            "makeMemorySnapshot",
            "restoreSnapshot",
            "newDSO",
            "loadWebAssemblyModule",
            "loadedLibsByHandle",
        ),
        *("__tzset_js", "_tzname", "_timezone", "_daylight"),
        *("growMemory", "wasmTable", "__PyRuntime", "__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET", "rawRun"),
    ),
}


@pytest.mark.parametrize("file", PRIVATE)
def test_pyodide_still_has_what_it_does_not_promise(dist, file):
    [path] = dist.glob(f"runtime/*/{file}")
    source = path.read_text("utf-8")
    assert [name for name in PRIVATE[file] if name not in source] == []


def test_the_same_input_gives_the_same_image(dist, tmp_path):
    [kino] = dist.glob("runtime/*/kino.zip")
    sources = runtime.gather(ROOT, ["numpy"], progress=lambda *_: None)
    files = snapshot.take(ROOT, sources, kino.read_bytes(), progress=lambda *_: None, cache=tmp_path)
    for name, path in files.items():
        [built] = dist.glob(f"runtime/*/{name}")
        assert path.read_bytes() == built.read_bytes(), name


def test_a_restart_that_fails_is_followed_by_a_start_from_the_beginning(visit):
    page = visit()
    pages.run(page, "before = 1")
    warnings = []
    page.on("console", lambda message: message.type == "warning" and warnings.append(message.text))
    page.evaluate(
        """() => {
          const fail = () => {
            if (document.documentElement.dataset.python !== "restarting") return;
            failing.disconnect();
            const source = document.querySelector("iframe.sealed").contentWindow;
            const data = {type: "fatal", text: "another memory", isFinal: false, worker: 2};
            queueMicrotask(() => dispatchEvent(new MessageEvent("message", {source, data})));
          };
          const failing = new MutationObserver(fail);
          failing.observe(document.documentElement, {attributeFilter: ["data-python"]});
        }"""
    )
    pages.run(page, "import os\nos._exit(1)")
    pages.until_python(page, "ready")
    assert any("could not be restarted" in text and "another memory" in text for text in warnings), warnings
    assert page.evaluate("document.documentElement.dataset.pythonStart") == "snapshot"
    assert "NameError" in pages.run(page, "before")
    assert pages.run(page, "6 * 7") == "42"


def test_a_clock_that_goes_on_between_two_looks_is_no_other_memory(visit):
    page = visit(init=pages.in_worker("let now = 0; performance.now = () => (now += 1)"))
    assert pages.run(page, "import time\nprint(time.perf_counter() < time.perf_counter())") == "True\n"
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"
