"""Who may import whom: the table of the design, held against the imports of every file under py/ and of build.py."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PY = ROOT / "py"
STANDARD = sys.stdlib_module_names
# What reads files, opens connections, starts programs or touches a page: none of it works sealed in a browser.
OUTSIDE = {
    *("js", "pyodide", "pyodide_js", "jinja2", "micropip"),
    *("os", "pathlib", "shutil", "tempfile", "glob", "fileinput", "subprocess", "multiprocessing"),
    *("socket", "ssl", "http", "urllib", "ftplib", "smtplib", "webbrowser", "ctypes", "sqlite3"),
}
OPENERS = {"open", "io.open", "exec", "__import__"}
# For each file what it may import beside the standard library; "kino.plots" only once matplotlib is there.
ALLOWED = {
    "kino/__init__.py": set(),
    "kino/svg.py": set(),
    "kino/believed.py": {"numpy", "kino.look"},
    "kino/driving.py": {"kino.believed", "kino.cell", "kino.streams"},
    "kino/variables.py": {"numpy", "kino.look", "kino.shown"},
    "kino/shown.py": {"kino.heatmap", "kino.look", "kino.svg"},
    "kino/cell.py": {"kino.errors", "kino.streams", "kino.warned"},
    "kino/errors.py": {"kino.explain"},
    "kino/streams.py": set(),
    "kino/exercise.py": {"kino.cell", "kino.errors"},
    "kino/keyboard.py": {"kino.streams"},
    "kino/warned.py": set(),
    "kino/plots.py": {"matplotlib", "kino.streams"},
    "kino/keys.py": {"kino.svg"},
    "kino/heatmap.py": {"numpy", "kino.svg"},
    "kino/heatmaps.py": {"numpy", "matplotlib"},
    "kino/host.py": {"kino.loops"},
    "kino/stopping.py": {"kino.cell"},
    "kino/bridge.py": {
        *(
            "kino.cell",
            "kino.complete",
            "kino.driving",
            "kino.exercise",
            "kino.figures",
            "kino.guard",
            "kino.host",
            "kino.loops",
            "kino.memory",
            "kino.variables",
            "kino.rest",
            "kino.stopping",
        ),
        *("kino.keyboard", "kino.streams", "kino.waiting", "kino.watching", "kino.plots"),
    },
    "kino/docs.py": set(),
    "kino/waking.py": set(),
    "kino/rest.py": {"kino.cell", "kino.docs"},
    "kino/guard.py": {"os"},  # to see that Python's own files are still there, and to put the environment back
    "kino/loops.py": set(),
    "kino/memory.py": set(),
    "kino/watching.py": set(),
    "kino/waiting.py": {"kino.loops", "kino.stopping"},
    "kino/look.py": set(),
    "kino/brackets.py": set(),
    "kino/signature.py": {"kino.look"},
    "kino/complete.py": {"kino.brackets", "kino.look", "kino.signature"},
    "kino/figures/__init__.py": {"importlib"},
}
ATTENTION = {"numpy", "kino.attention"}
EXPLAIN = {"kino.explain"}
FIGURE = {"numpy", "kino.attention", "kino.heatmap", "kino.keys", "kino.svg", "kino.figures"}
BUILDER_PACKAGES = {"jinja2", "markupsafe", "markdown_it", "mdit_py_plugins", "yaml", "watchfiles", "fontTools"}
BUILDER_KINO = {"kino.figures", "kino.cell", "kino.exercise", "kino.keys", "kino.svg"}
FILES = sorted(path.relative_to(PY).as_posix() for path in PY.rglob("*.py"))
IN_BOTH_WORLDS = [file for file in FILES if file.startswith("kino/")]
BUILDER = [file for file in FILES if file.startswith("kino_build/")]


def imported(source, package):
    """Every module that `source` imports, at any depth; `package` is what a leading dot means."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(part for part in (package if node.level else "", node.module or "") if part)
            whole = base in ("kino", "kino_build") or (node.level and not node.module)
            yield from (f"{base}.{alias.name}" for alias in node.names) if whole else [base]
            if base == "kino.figures":
                yield from (f"{base}.{alias.name}" for alias in node.names if f"kino/figures/{alias.name}.py" in FILES)


def reduced(module):
    """A module as the table names it: kino.figures.x counts as itself, another package's parts as the package."""
    for package in ("kino.attention", "kino.explain"):
        if module.startswith(f"{package}."):
            return package
    return module if module.partition(".")[0] in ("kino", "kino_build") else module.partition(".")[0]


def wrong(source, allowed, package):
    found = {reduced(module) for module in imported(source, package)}
    forbidden = (found & OUTSIDE) - allowed
    return sorted(forbidden | {name for name in found if name not in STANDARD} - allowed)


def openers(source):
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return sorted(OPENERS & {ast.unparse(function) for function in calls})


def allowed_for(file):
    if file.startswith("kino/attention/"):
        return ATTENTION
    if file.startswith("kino/explain/"):
        return EXPLAIN
    is_figure = file.startswith("kino/figures/") and not file.endswith("__init__.py")
    return FIGURE if is_figure else ALLOWED[file]


@pytest.mark.parametrize("file", IN_BOTH_WORLDS)
def test_what_runs_in_both_worlds_imports_only_what_it_may(file):
    source = (PY / file).read_text("utf-8")
    assert wrong(source, allowed_for(file), "kino") == []
    assert openers(source) == []


@pytest.mark.parametrize("file", BUILDER)
def test_the_builder_imports_only_what_it_may(file):
    found = {reduced(module) for module in imported((PY / file).read_text("utf-8"), "kino_build")} - STANDARD
    own = {f"kino_build.{path.stem}" for path in (PY / "kino_build").glob("*.py")}
    assert found <= BUILDER_PACKAGES | BUILDER_KINO | own, sorted(found)


def test_the_front_door_imports_only_the_builder():
    found = {reduced(module) for module in imported((ROOT / "build.py").read_text("utf-8"), "")} - STANDARD
    assert {name.partition(".")[0] for name in found} == {"kino_build"}


def test_the_bridge_does_not_import_numpy_when_it_is_imported():
    for file in ("kino/bridge.py", "kino/driving.py", "kino/cell.py", "kino/figures/__init__.py", "kino/svg.py"):
        assert "numpy" not in set(imported((PY / file).read_text("utf-8"), "kino"))


@pytest.mark.parametrize(
    ("addition", "found"),
    [
        ("import js", ["js"]),
        ("def f():\n    from js import fetch", ["js"]),
        ("import pyodide.ffi", ["pyodide"]),
        ("from pathlib import Path", ["pathlib"]),
        ("import urllib.request", ["urllib"]),
        ("from kino import bridge", ["kino.bridge"]),
        ("import kino.figures.turning_query", ["kino.figures.turning_query"]),
        ("from kino.figures.turning_query import KEYS", ["kino.figures.turning_query"]),
        ("from kino.figures import masked_softmax", ["kino.figures.masked_softmax"]),
        ("from . import cell", ["kino.cell"]),
        ("from .cell import run", ["kino.cell"]),
        ("import requests", ["requests"]),
        ("import math, re", []),
    ],
)
def test_the_test_sees_an_arrow_that_must_not_be(addition, found):
    source = (PY / "kino/figures/turning_query.py").read_text("utf-8")
    assert wrong(f"{source}\n{addition}", FIGURE, "kino") == found


@pytest.mark.parametrize("call", ["open('x')", "io.open('x')", "exec('1')", "__import__('js')"])
def test_the_test_sees_a_call_that_opens_something(call):
    assert openers(f"def f():\n    return {call}") == [call.partition("(")[0]]
