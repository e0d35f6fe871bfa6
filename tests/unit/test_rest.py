"""What comes after Python is awake: which code waits for it, how an import does, and the docstrings with it."""

import importlib
import re
import sys
import types

import numpy as np
import pytest

from kino import docs, rest


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("import numpy as np\nprint(np.ones(3).sum())", False),
        ("from math import sin\nimport os.path", False),
        ("from kino import cell\nfrom kino.svg import num", False),
        ("import this", True),
        ("from kino import nothing", True),
        ("import nunpy", False),
        ("import numpy.nothing", True),
        ("import _nothing", True),
        ("import numpy as np\nnp.random.default_rng(0)", True),
        ("randomly = 3", False),
        ("help(print)", True),
        ("not Python", False),
    ],
)
def test_code_that_may_need_more_than_what_is_loaded(source, wanted):
    assert rest.may_be_wanted(source) is wanted


class Host:
    def __init__(self, can_wait):
        self.can_wait = lambda: can_wait
        self.block = lambda came: came


@pytest.fixture
def late(monkeypatch):
    """late(can_wait, came) → a finder at its place in sys.meta_path."""
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setattr(rest._Late, "is_over", False)
    monkeypatch.setattr(rest, "_OTHERS", {"a_late_module", "another_late_module"})
    return lambda can_wait, came: rest.expect(Host(can_wait), came)


def test_an_import_waits_for_what_is_still_to_come(late, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)

    def come():
        (tmp_path / "a_late_module.py").write_text("HERE = 1")
        importlib.invalidate_caches()
        return True

    late(True, come)
    assert importlib.import_module("a_late_module").HERE == 1
    del sys.modules["a_late_module"]


def test_stop_ends_an_import_that_waits(late):
    late(True, lambda: None)
    with pytest.raises(KeyboardInterrupt):
        importlib.import_module("a_late_module")


def test_a_mistyped_import_waits_for_nothing(late):
    late(True, lambda: pytest.fail("it waited"))
    with pytest.raises(ModuleNotFoundError, match="No module named 'nunpy'"):
        importlib.import_module("nunpy")


@pytest.mark.parametrize(("can_wait", "came"), [(False, True), (True, False)])
def test_where_it_cannot_wait_it_says_what_to_do(late, can_wait, came):
    late(can_wait, lambda: came)
    with pytest.raises(rest.NotHere, match=r"still on its way\. Run the cell again"):
        importlib.import_module("another_late_module")


def test_once_all_is_here_a_missing_module_is_missing(late):
    late(True, lambda: pytest.fail("it waited"))
    rest._Late.is_over = True
    with pytest.raises(ModuleNotFoundError, match="No module named 'another_late_module'"):
        importlib.import_module("another_late_module")


SOURCE = '''"""The module."""
class Pond:
    """A pond."""
    def deep(self):
        """How deep."""
    def bare(self): pass
def wrapped(): "Wrapped."
'''


def test_docstrings_come_back_to_modules_classes_and_functions():
    code = compile(SOURCE, "/pond.py", "exec")
    found = {}
    docs._gather(code, found)
    assert found["/pond.py", ""] == "The module." and found["/pond.py", "Pond"] == "A pond."
    bare = types.ModuleType("pond")
    bare.__file__ = "/pond.pyc"
    without = re.sub(r'"+[A-Z][^"]*"+', "pass", SOURCE)
    exec(compile(without, "/pond.py", "exec"), vars(bare))
    bare.Pond.__module__ = "pond"
    sys.modules["pond"] = bare
    try:
        for thing in (bare.Pond, bare.Pond.deep, bare.Pond.bare, bare.wrapped):
            docs._document(thing, found)
    finally:
        del sys.modules["pond"]
    assert (bare.Pond.__doc__, bare.Pond.deep.__doc__) == ("A pond.", "How deep.")
    assert (bare.Pond.bare.__doc__, bare.wrapped.__doc__) == (None, "Wrapped.")


def test_a_docstring_that_is_there_stays():
    before = np.mean.__doc__
    docs._document_dispatcher(np.mean, {})
    assert np.mean.__doc__ == before
