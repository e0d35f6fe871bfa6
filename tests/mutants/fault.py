"""A fault made by hand: a piece of a file, what stands there instead, and the tests that have to notice."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# The first that fits says to which part of the house a file belongs.
AREAS = {
    "py/kino/attention": "core",
    "py/kino/figures": "figures",
    "py/kino/svg.py": "figures",
    "py/kino/heatmap.py": "figures",
    "py/kino/keys.py": "figures",
    "py/kino/": "cells",
    "py/kino_build": "builder",
    "site/js": "page scripts",
}


@dataclass(frozen=True)
class Fault:
    """`old` stands in `file` exactly once. tests: files, or tests in them, that have to fail with `new` instead."""

    file: str
    old: str
    new: str
    tests: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split())[:70] for text in (self.old, self.new))
        return f"{self.file}: {old!r} → {new!r}"

    @property
    def area(self) -> str:
        return next(area for start, area in AREAS.items() if self.file.startswith(start))

    @property
    def needs_site(self) -> bool:
        """Whether a test of it looks at the site as it was built."""
        return "tests/browser" in self.tests


def stale(faults: Iterable[Fault], root: Path) -> list[str]:
    """What is wrong with faults: those whose old text is not, or not once, in its file."""
    found = []
    for fault in faults:
        path = root / fault.file
        times = path.read_text("utf-8").count(fault.old) if path.is_file() else 0
        if times != 1:
            found.append(f"{fault}: the old text stands there {times} times")
        elif fault.old == fault.new:
            found.append(f"{fault}: old and new are the same")
    return found
