"""The threat model names the test that holds each of its lines. Those tests are there."""

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
MODEL = (ROOT / "docs/security.md").read_text("utf-8")
NAMED = re.findall(r"`([a-z]+/test_[a-z_]+\.py)::(\w+)`", MODEL)
ROWS = [row.split("|")[1:-1] for row in MODEL.splitlines() if row.startswith("|")][2:]


@cache
def functions(file):
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_test_that_is_named_is_there():
    assert len(NAMED) > 30
    missing = [f"{file}::{name}" for file, name in NAMED if not (TESTS / file).is_file() or name not in functions(file)]
    assert missing == []


def test_every_line_names_one():
    assert len(ROWS) > 15
    assert [row for row in ROWS if len(row) != 3 or "::test_" not in row[2]] == []
    assert MODEL.count("::test_") == len(NAMED), "a name is not written as `folder/test_file.py::function`"


def test_the_numbers_are_those_of_the_tests():
    from tests.vectors import MARKUP, SENDING, STORING

    for words in (f"by {len(SENDING)} ways tried", f"by {len(STORING)} ways:", f"by {len(MARKUP)} kinds of markup"):
        assert words in MODEL


def test_the_readme_leads_to_it():
    assert "(docs/security.md)" in (ROOT / "README.md").read_text("utf-8")
