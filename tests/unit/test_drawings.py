"""All figures draw the same everywhere: here, and in the pinned Pyodide under Node; tests/engines has the browsers."""

import json
import subprocess
from pathlib import Path

import pytest

from kino_build import runtime
from tests import drawings

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def under_node(tmp_path_factory):
    """The lines as Pyodide draws them under Node."""
    folder = tmp_path_factory.mktemp("pyodide")
    for file in runtime.gather(ROOT, ["numpy"], progress=lambda *what: None).files:
        (folder / file.name).symlink_to(file.path.resolve())
    request = {"runtime": str(folder), "kino": str(ROOT / "py"), "code": drawings.code()}
    command = ["node", Path(__file__).with_name("drawings.mjs")]
    done = subprocess.run(command, input=json.dumps(request), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_pyodide_under_node_draws_as_before(under_node, golden):
    golden(drawings.GOLDEN, under_node)


def test_this_python_draws_the_same(under_node):
    assert drawings.without_bits(drawings.here()) == drawings.without_bits(under_node)


def test_the_lines_tell_states_apart():
    lines = drawings.here().splitlines()
    names, told = zip(*(line.split(": ") for line in lines), strict=True)
    assert len(lines) == len(set(names)) > 40
    # Two controls may start at one of their ends.
    assert len(set(told)) > 0.7 * len(lines)
    assert {line.split()[0] for line in lines} == set(drawings.NAMES)
