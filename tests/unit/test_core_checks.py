"""The checks that the browser tests run in Pyodide, each one here too."""

import json
from pathlib import Path

import pytest

from tests import core_checks

REFERENCE = json.loads((Path(__file__).parents[1] / "reference/attention.json").read_text("utf-8"))


@pytest.mark.parametrize("check", core_checks.CHECKS, ids=lambda check: check.__name__)
def test_core(check):
    check(*[REFERENCE][: check.__code__.co_argcount])


def test_run_runs_every_check():
    names = core_checks.run(REFERENCE)
    assert names == [check.__name__ for check in core_checks.CHECKS] and len(names) == len(set(names)) >= 15


def test_run_raises_what_a_check_raises():
    spoiled = json.loads(json.dumps(REFERENCE))
    spoiled["gaussian"]["weights"][0][0][0] += 1e-6
    with pytest.raises(AssertionError):
        core_checks.run(spoiled)
