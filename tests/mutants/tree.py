"""A copy of the project in a folder of its own, in which faults are put into files and taken out again."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.mutants.fault import Fault
from tests.mutants.results import CAUGHT, HUNG, SURVIVED, Result

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 900  # seconds for the tests of one fault
INSTALLED = (".venv", "node_modules")


class Broken(Exception):
    """The copy does not build, or its tests fail without a fault; the text says how."""


class Tree:
    """The copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self, tests: set[str]) -> None:
        """Run tests without any fault. Raises Broken where they fail."""
        if any("tests/browser" in test for test in tests):
            self._build()
        code, words = self._pytest(sorted(tests))
        if code:
            raise Broken(f"without any fault the tests fail:\n{words}")

    def attempt(self, fault: Fault) -> Result:
        """Whether the tests notice a fault. Raises Broken where the site cannot be built with it."""
        with self._with(fault):
            if fault.needs_site:
                self._build()
            code, words = self._pytest(fault.tests.split())
        if code is None:
            return Result(fault.area, str(fault), HUNG)
        if code not in (0, 1):
            raise Broken(f"{fault}: its tests could not be run:\n{words}")
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", words, re.MULTILINE)
        return Result(fault.area, str(fault), CAUGHT if code else SURVIVED, failed[1] if failed else "")

    @contextmanager
    def _with(self, fault: Fault):
        path = self.folder / fault.file
        before = path.read_text("utf-8")
        path.write_text(before.replace(fault.old, fault.new), "utf-8")
        try:
            yield
        finally:
            path.write_text(before, "utf-8")

    def _build(self) -> None:
        done = self._run("build.py", "build")
        if done.returncode:
            raise Broken(f"the site cannot be built:\n{done.stdout[-2000:]}")

    def _pytest(self, tests: list[str]) -> tuple[int | None, str]:
        options = ("-x", "-q", "-rfE", "--tb=line", "-pno:cacheprovider", "-m", "")  # long ones, too
        try:
            done = self._run("-m", "pytest", *options, *tests)
        except subprocess.TimeoutExpired:
            return None, ""
        return done.returncode, done.stdout[-3000:]

    def _run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            # Two texts of one second and one length are told apart by nothing that a .pyc knows.
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST,
            check=False,
        )


@contextmanager
def copied():
    """A Tree of what git would take now, with the installed packages of this one."""
    with tempfile.TemporaryDirectory(prefix="kino-mutants-") as name:
        folder = Path(name)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=True,
        ).stdout
        for path in filter(None, listed.split("\0")):
            if (ROOT / path).is_file():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, folder / path)
        for one in INSTALLED:
            (folder / one).symlink_to((ROOT / one).resolve())
        yield Tree(folder)
