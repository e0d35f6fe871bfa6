"""Explaining an error runs none of the student's code, breaks nothing, comes to an end, and says nothing false."""

import ast
import linecache

import pytest

from kino import explain
from tests.unit.cells import Page

# Every hook of it tells on whoever runs it; hooks that Python itself runs while it raises are told apart by `armed`.
TRAP = """
import numpy as np
ran, armed = [], []
def hook(name):
    def run(self, *_, **__):
        if armed: ran.append(name)
        raise KeyError(name)
    return run
class Meta(type):
    def __getattr__(cls, name):
        if armed: ran.append("meta " + name)
        raise AttributeError(name)
    def __instancecheck__(cls, other):
        if armed: ran.append("instancecheck")
        return True
    def __subclasscheck__(cls, other):
        if armed: ran.append("subclasscheck")
        return True
class Trap(metaclass=Meta):
    shape = property(hook("shape"))
    T = property(hook("T"))
    __class__ = property(hook("__class__"))
    __dict__ = property(hook("__dict__"))
for name in "repr str hash eq ne lt len iter getitem bool call getattr dir contains format index float int".split():
    setattr(Trap, f"__{name}__", hook(name))
class Late(Trap):
    def __getattribute__(self, name):
        if armed: ran.append("getattribute " + name)
        return object.__getattribute__(self, name)
class Mine(np.ndarray):
    def __getattribute__(self, name):
        if armed: ran.append("ndarray " + name)
        return super().__getattribute__(name)
trap, late, mine = Trap(), Late(), np.ones((3, 2)).view(Mine)
box = {"a": trap}
held = [trap, late]
"""


@pytest.fixture
def page():
    return Page()


@pytest.mark.parametrize(
    "code",
    [
        "trap @ late",
        "trap + 1",
        "np.ones(2) @ held[0].shape",
        "mine @ np.ones((4, 2))",
        "mine + np.ones((4, 2))",
        "[1, 2][box['a']]",
        "{'b': 1}[held]",
        "held[9]",
        "box['c']",
        "zzz(trap, late)",
        "np.zeros(trap, late)",
        "(lambda x: x)(trap, late)",
        "np.ones(3)[late]",
        "1 / 0 if late is trap else trap()",
        "a, b = trap",
        "for a, b in held: pass",
        "sum(held)",
        "None + trap",
        "np.ones((3, 2)).sum(axis=late)",
        "trap.wieghts",
        "late.wieghts.shape",
    ],
)
def test_no_code_of_the_student_is_run_to_explain_an_error(page, code, monkeypatch):
    assert page.run(TRAP) == {"status": "done"}
    explained = []

    def armed(error, message, **options):
        page.namespace["armed"].append(1)
        try:
            explained.append(explain_error(error, message, **options))
        finally:
            page.namespace["armed"].clear()
        return explained[-1]

    explain_error = explain.explain
    monkeypatch.setattr(explain, "explain", armed)
    page.error(code)
    assert page.namespace["ran"] == [] and len(explained) == 1


@pytest.mark.parametrize(
    "code",
    [
        "class E(ValueError):\n    args = property(lambda self: 1 / 0)\nraise E('no')",
        "class E(NameError):\n    name = property(lambda self: 1 / 0)\nraise E('not defined')",
        "class M(type):\n    def __subclasscheck__(*_): raise KeyError\nclass E(OSError, metaclass=M): pass\nraise E",
        "raise ValueError('matmul: (size 4 is different from 2)')",
        "def f(): raise KeyError('x')\nf()",
        "raise SyntaxError('invalid syntax', ('<cell a>', 900, 70, 'x'))",
        "raise SyntaxError('unterminated string literal', ('<cell a>', None, None, None))",
        "raise IndentationError('expected an indented block', ('<cell a>', -3, -3, 'x'))",
        "import linecache\nlinecache.cache['<cell a>'] = 5\nzzz",
        "import linecache\nlinecache.cache.clear()\nzzz",
        "import ast\nast_parse = ast.parse\nast.parse = None\nzzz",
        "exec('zzz')",
        "eval('1 +')",
        "exec(compile('zzz', '<cell other>', 'exec'))",
        "class C:\n    zzz",
        "class D(dict):\n    def __missing__(self, key): raise OSError\n"
        "class M(type):\n    def __prepare__(*_): return D()\n"
        "class C(metaclass=M):\n    zzz",
        "try:\n    zzz\nfinally:\n    1/0",
    ],
)
def test_an_error_of_any_form_is_an_answer(page, code):
    parse, lines = ast.parse, dict(linecache.cache)
    try:
        error = page.error(code)
    finally:
        ast.parse = parse
        linecache.cache.clear()
        linecache.cache.update(lines)
    assert error["type"] and set(error) <= {"type", "message", "frames", "plain", "fix", "see", "inside", "traceback"}


def test_a_raise_of_the_student_s_own_is_left_as_it_is(page):
    for kind in ("ValueError", "NameError", "ZeroDivisionError", "TypeError", "KeyError", "AssertionError"):
        assert "plain" not in page.error(f"def f():\n    raise {kind}('division by zero')\nf()")


def test_an_error_in_explaining_is_no_error(page, monkeypatch):
    monkeypatch.setattr(explain, "explain", lambda *_, **__: 1 / 0)
    assert page.error("zzz")["type"] == "NameError"
    monkeypatch.setattr(explain, "explain", lambda *_, **__: exec("raise KeyboardInterrupt"))
    assert page.error("zzz")["type"] == "NameError"


@pytest.mark.parametrize(
    "code",
    [
        "x = 1\n" * 100_000 + "zzz",
        "x = 1\n" * 10_000 + "zzz",
        "\n".join(f"name_{i} = {i}" for i in range(10_000)) + "\nnmae_5",
        "f(" * 90 + "zzz" + ")" * 90,
        "x = [" + "1, " * 30_000 + "zzz]",
        "x = '" + "y" * 90_000,
        "x = (" + "1 + " * 2_000 + "1",
        "[" * 80 + "1 2" + "]" * 80,
        "(1 " * 80,
        "x = " + "“a” + " * 3_000 + "1",
        "\n".join("if 1:" for _ in range(50)),
    ],
    ids=range(11),
)
def test_explaining_huge_code_comes_to_an_end(page, code):
    assert page.error(code)["type"] in ("NameError", "SyntaxError", "IndentationError")


def test_the_code_of_an_older_version_is_not_taken_for_the_new_one(page):
    page.run("import numpy as np\nP, R = np.ones((3, 2)), np.ones((4, 2))\ndef f():\n    return P @ R")
    page.run("S, T = 1, 2\n\ndef g():\n    return S @ T")  # f is there still, its text is gone
    error = page.error("f()", "b")
    assert "S" not in error.get("plain", "") and "fix" not in error


def test_a_function_of_another_cell_is_explained_and_its_code_not_changed(page):
    page.run("import numpy as np\ndef f(P, R):\n    return P @ R", "made")
    error = page.error("f(np.ones((3, 2)), np.ones((4, 2)))", "b")
    assert "`P` has shape (3, 2)" in error["plain"] and "fix" not in error


def test_an_operator_of_the_student_s_own_is_not_taken_for_numpy_s(page):
    page.run(
        "class A:\n    def __matmul__(self, other):\n        raise ValueError('shapes (3,2) and (4,2) not aligned')"
    )
    assert "plain" not in page.error("A() @ A()", "b")
