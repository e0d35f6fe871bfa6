"""Runs tests of NumPy's own, and tells what came of each. Runs in a page, where `tests.numpy_own` puts it."""

import importlib.util
import io
import json
import sys
import types
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest

# What the tests are helped by in C: the browser's wheel has none of it.
HELPERS = ("multiarray_tests", "operand_flag_tests", "rational_tests", "simd", "struct_ufunc_tests", "umath_tests")
# It takes long to read, and one test in a thousand needs it.
HYPOTHESIS = ("hypothesis", "hypothesis.strategies", "hypothesis.extra", "hypothesis.extra.numpy")
LONGEST = 300  # of what is said of a test
# NumPy's conftest.py does nothing without its helpers.
OPTIONS = ("--noconftest", "--import-mode=importlib", "--assert=plain", "--capture=sys", "--tb=line", "--no-header")
OPTIONS += ("-p", "no:cacheprovider", "-p", "no:faulthandler")
MARKS = ("iterations", "leaks_references", "parallel_threads", "slow", "slow_pypy", "thread_unsafe", "valgrind_error")


class Absent:
    """In the place of something that is not there: a test that uses it is skipped."""

    is_test = False  # a file that is being read may name it, and hand it to tests

    def __init__(self, name):
        self._name = name

    @property
    def dtype(self):
        self._use()
        return np.dtype(object)

    def __getattr__(self, name):
        if name.startswith("__"):  # what Python and NumPy look for on anything
            raise AttributeError(name)
        return self._use()

    def __call__(self, *args, **kwargs):
        return self._use()

    def __iter__(self):
        return iter([self._use()])

    def __reduce__(self):
        return self._use()

    def _use(self):
        if Absent.is_test:
            pytest.skip(f"needs {self._name}")
        return self


def stand_in(name):
    """Let a module be imported that is not there."""
    module = types.ModuleType(name)
    module.__file__ = f"<{name}>"
    module.__getattr__ = lambda inner: Absent(name)
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, module)


def prepare():
    """Once: let all files of tests be read."""
    for name in HELPERS:
        stand_in(f"numpy._core._{name}")
    if not importlib.util.find_spec("hypothesis"):
        for name in HYPOTHESIS:
            stand_in(name)


class Told:
    """What came of each test: name → (outcome, why)."""

    def __init__(self):
        self.outcomes = {}

    def pytest_configure(self, config):
        for mark in MARKS:
            config.addinivalue_line("markers", f"{mark}: NumPy's own")

    def pytest_runtestloop(self):
        Absent.is_test = True

    def pytest_collectreport(self, report):
        if not report.passed:
            self._keep(report)

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or not report.passed:
            self._keep(report)

    def _keep(self, report):
        self.outcomes[report.nodeid] = report.outcome, why(report)


def why(report):
    """The last line of what is said of a test that has not passed."""
    if report.passed:
        return ""
    if hasattr(report, "wasxfail"):
        return f"expected: {report.wasxfail}"
    said = report.longrepr
    if isinstance(said, tuple):
        return said[-1]
    crash = getattr(said, "reprcrash", None)
    return (crash.message if crash else str(said)).strip()[:LONGEST]


def run(path, *options):
    """Run the tests of a file under site-packages. Returns as JSON how many passed, and what came of the others."""
    Absent.is_test = False
    folder = Path(np.__file__).parents[1]
    told = Told()
    with redirect_stdout(io.StringIO()) as said:
        code = pytest.main([*OPTIONS, "--rootdir", str(folder), *options, f"{folder}/{path}"], plugins=[told])
    others = {name: what for name, what in told.outcomes.items() if what[0] != "passed"}
    if code > pytest.ExitCode.TESTS_FAILED:
        others[path] = "failed", said.getvalue()[-5 * LONGEST :]
    return json.dumps({"passed": len(told.outcomes) - len(others), "others": others})
