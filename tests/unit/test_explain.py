"""Errors in plain words: the tables of tests/explained, here in CPython; the browser tests hold them in Pyodide."""

import ast
import sys

import pytest

from kino import attention
from kino.explain import known
from tests.explained import ONLY_IN_THE_PAGE, ROWS, checking
from tests.unit.cells import Page


@pytest.fixture
def page():
    return Page()


HERE = [row for row in ROWS if sys.version_info >= (3, 14) or row[0] not in ONLY_IN_THE_PAGE]


@pytest.mark.parametrize("row", HERE, ids=lambda row: row[0][:40])
def test_what_is_said(row):
    assert checking.said(row[0]) == list(row)


FIXES = [row for row in ROWS if len(row) > 2 and row[2] is not None]
# What is left is another mistake, further down.
STILL_WRONG = {"x = “a”\ny = “b", "if 1\n    pass\nelse\n    pass"}


@pytest.mark.parametrize("row", FIXES, ids=lambda row: row[0][:40])
def test_a_fix_can_be_compiled(row):
    if row[0] in STILL_WRONG:
        with pytest.raises(SyntaxError) as after:
            compile(row[2], "", "exec")
        assert after.value.lineno > 1
    else:
        compile(row[2], "", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def test_no_two_rows_are_of_one_source():
    sources = [row[0] for row in ROWS]
    assert len(sources) == len(set(sources)) > 300


def test_the_known_names_are_those_of_the_course():
    assert sorted(known.ATTENTION) == sorted(attention.__all__)
    for name, statement in known.IMPORTS.items():
        namespace = {}
        exec(statement, namespace)
        assert name in namespace
