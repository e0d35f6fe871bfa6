"""Puts faults into the code, one at a time, and says which the tests notice. `python -m tests.mutants --help`."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "py")]

from tests.mutants import core, equivalent, pages, python, results, tree  # noqa: E402
from tests.mutants.fault import Fault, stale  # noqa: E402
from tests.mutants.results import EQUIVALENT, SURVIVED, Result  # noqa: E402

PARTS = ("core", "python", "pages")
REPORT = ROOT / "tests/output/mutants.txt"


def main() -> int:
    options = _options()
    by_hand = [*python.FAULTS, *pages.FAULTS]
    wrong = stale(by_hand, ROOT) + equivalent.stale(mutant.key for mutant, _ in core.mutants())
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 2
    found: list[Result] = []

    def tell(result: Result) -> None:
        found.append(result)
        if result.end == SURVIVED or options.verbose:
            print(f"{result.end}: {result.name}{result.by and f'  by {result.by}'}", flush=True)

    _all(options, tell)
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text("".join(f"{one.area}\t{one.end}\t{one.name}\t{one.by}\n" for one in found), "utf-8")
    print(results.table(found))
    return 0 if results.is_enough(found) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "words",
        nargs="*",
        help="only mutants that have one of these in their name or their tests, such as a file's name",
    )
    parser.add_argument("--part", action="append", choices=PARTS, help="only these parts")
    parser.add_argument("--verbose", action="store_true", help="say of each mutant what came of it")
    return parser.parse_args()


def _all(options: argparse.Namespace, tell: Callable[[Result], None]) -> None:
    def is_wanted(one: object) -> bool:
        return not options.words or any(word in f"{one} {getattr(one, 'tests', '')}" for word in options.words)

    parts = options.part or PARTS
    if "core" in parts:
        _core([one for one in core.mutants() if is_wanted(one[0])], tell)
    faults = [fault for part, one in (("python", python), ("pages", pages)) if part in parts for fault in one.FAULTS]
    if faults := list(filter(is_wanted, faults)):
        _by_hand(faults, tell)


def _core(chosen: list, tell: Callable[[Result], None]) -> None:
    print(f"{len(chosen)} mutants of the core", flush=True)
    for mutant, _ in chosen:
        if mutant.key in equivalent.MUTANTS:
            tell(Result("core", str(mutant), EQUIVALENT))
    core.attempt([one for one in chosen if one[0].key not in equivalent.MUTANTS], tell)


def _by_hand(faults: list[Fault], tell: Callable[[Result], None]) -> None:
    with tree.copied() as copy:
        print(f"{len(faults)} faults made by hand; first their tests without any", flush=True)
        copy.check({test for fault in faults for test in fault.tests.split()})
        for fault in faults:
            tell(copy.attempt(fault))


if __name__ == "__main__":
    sys.exit(main())
