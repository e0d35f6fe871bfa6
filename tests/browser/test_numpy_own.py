"""A part of NumPy's own tests, in the Python from the image. All of them: `make numpy-tests`."""

from importlib.metadata import version

import pytest

from tests import numpy_own
from tests.browser import pages

# Without those of hundreds of stacked matrices, which take long.
SOLVING = "(TestSolve or TestInv or TestQR or TestCholesky or TestEigh or TestNormDouble) and not generalized"
# Files, which of their tests, and how many of these pass at least.
TESTS = {
    "linear algebra": ("linalg/tests/test_linalg.py", ("-k", SOLVING), 40),
    "ufuncs": ("_core/tests/test_ufunc.py", (), 800),
    "random numbers": ("random/tests/test_generator_mt19937_regressions.py", (), 15),
    "streams of random numbers": ("random/tests/test_smoke.py", (), 500),
    "printing": ("_core/tests/test_arrayprint.py", (), 120),
    "printing of single numbers": ("_core/tests/test_scalarprint.py", (), 30),
}
# Why a test may be left out. Each was held against a plain Pyodide by `make numpy-tests`.
OF_THE_PLATFORM = (
    "needs numpy._core._",  # helpers in C, which the wheel for browsers does not have
    "fp errors don't work in wasm",
    "wasm doesn't support",  # threads and asyncio's own loops
    "test array too large for 32bit platform",
    "only applies to ppc float128 values",
    "Advance is not supported by",  # of a generator, on any platform
    "Jump is not supported by",
    "expected: ",  # by NumPy, on any platform
)


@pytest.fixture(scope="module")
def carrying(visit):
    paths = [path for path, _, _ in TESTS.values()]
    page = visit(init=numpy_own.carrying(numpy_own.archive(paths)))
    pages.wake(page)
    assert page.locator("html").get_attribute("data-python-start") == "snapshot"
    return page


def test_the_tests_are_of_the_version_that_the_browser_has(carrying):
    assert pages.run(carrying, "import numpy\nprint(numpy.__version__)") == version("numpy") + "\n"


@pytest.mark.parametrize("what", TESTS)
def test_numpy_passes_its_own_tests(carrying, what):
    path, options, least = TESTS[what]
    came = numpy_own.outcomes(carrying, path, *options)
    unforeseen = {
        name: (kind, why)
        for name, (kind, why) in came["others"].items()
        if kind == "failed" or not why.removeprefix("Skipped: ").startswith(OF_THE_PLATFORM)
    }
    assert unforeseen == {}
    assert came["passed"] >= least
