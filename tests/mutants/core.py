"""The mutants of kino.attention. The tests are collected once; each mutant is then tried in a process that is forked
from there, in which the core's own functions get the faulty code. So a try costs no imports, and nothing is written."""

import ast
import os
import resource
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest
from hypothesis import Phase, settings

from tests.mutants import operators
from tests.mutants.operators import Mutant
from tests.mutants.results import CAUGHT, HUNG, SURVIVED, Result

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "py/kino/attention"
TESTS = (*sorted((ROOT / "tests/unit").glob("test_attention*.py")), ROOT / "tests/unit/test_core_checks.py")
CPU_SECONDS = 100  # for the tests of one mutant: far more than all of them take
MOST_MEMORY = 4 << 30
OPTIONS = ("-q", "--no-header", "--import-mode=importlib", "-oaddopts=", "-pno:cacheprovider", "-pno:timeout")


def mutants() -> list[tuple[Mutant, ast.Module]]:
    """Every mutant of the core, each with the tree of its module."""
    found = []
    for path in sorted(FOLDER.glob("[a-z]*.py")):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        found += [(mutant, tree) for mutant in operators.mutants(tree, path.name)]
    return found


def attempt(chosen: Sequence[tuple[Mutant, ast.Module]], tell: Callable[[Result], None]) -> None:
    """Try mutants, and tell of each whether the tests notice it. Raises RuntimeError where they fail without any."""
    # What fails need not be made small; and one run of the tests is none, but a thousand.
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=phases, max_examples=25)
    trial = _Trial(chosen, tell)
    pytest.main([*map(str, TESTS), f"--rootdir={ROOT}", "--hypothesis-profile=mutants", *OPTIONS], plugins=[trial])
    if trial.problem:
        raise RuntimeError(trial.problem)


class _Trial:
    """Stands in the place of pytest's own loop over the tests."""

    def __init__(self, chosen, tell):
        self._chosen, self._tell = chosen, tell
        self._noticed = Counter()
        self.problem = "the tests of the core could not be collected"

    def pytest_runtestloop(self, session):
        if session.testsfailed:
            return True
        session.config.pluginmanager.unregister(name="terminalreporter")
        end, by = _fork(session, session.items)
        self.problem = "" if end == SURVIVED else f"without any mutant {by or 'the tests'} {end}"
        for mutant, tree in () if self.problem else self._chosen:
            end, by = _fork(session, self._ordered(session.items, mutant.file), mutant, tree)
            self._noticed[by] += 1
            self._tell(Result("core", str(mutant), end, by))
        return True

    def _ordered(self, items, file):
        """Those first that have noticed the most, then the quick ones, and of these the ones of the file."""
        name = file.removesuffix(".py")

        def order(item):
            return -self._noticed[item.nodeid], hasattr(item.obj, "hypothesis"), name not in item.path.stem

        return sorted(items, key=order)


def _fork(session, items, mutant: Mutant | None = None, tree: ast.Module | None = None) -> tuple[str, str]:
    """Run tests in a child up to the first that fails: what came of it, and which that was."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            if mutant:
                _put_in(mutant, tree)
            os.write(write, _first_that_fails(session, items).encode())
            os._exit(0)
        except BaseException as error:
            os.write(write, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as told:
        by = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return HUNG, f"signal {os.WTERMSIG(status)}"
    return (CAUGHT, by) if by else (SURVIVED, "")


def _first_that_fails(session, items) -> str:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    signal.alarm(10 * CPU_SECONDS)  # what waits takes no time of the processor
    for item, following in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return item.nodeid
    return ""


def _put_in(mutant: Mutant, tree: ast.Module) -> None:
    """Give the functions of a module, which tests hold already, the code that they have with the fault."""
    module = import_module(f"kino.attention.{mutant.file.removesuffix('.py')}")
    with mutant.applied():
        code = compile(ast.fix_missing_locations(tree), str(FOLDER / mutant.file), "exec")
    faulty = {"__name__": module.__name__}
    exec(code, faulty)
    _take_over(vars(module), {name: one for name, one in faulty.items() if _is_own(one, module.__name__)})


def _is_own(one, module: str) -> bool:
    return isinstance(one, FunctionType | type) and one.__module__ == module


def _take_over(own, faulty) -> None:
    for name, one in faulty.items():
        if isinstance(one, FunctionType):
            own[name].__code__, own[name].__defaults__ = one.__code__, one.__defaults__
            own[name].__kwdefaults__ = one.__kwdefaults__
        elif isinstance(one, type):
            _take_over(vars(own[name]), vars(one))
            for attribute, value in vars(one).items():
                if not attribute.startswith("__") and not isinstance(value, FunctionType):
                    setattr(own[name], attribute, value)
