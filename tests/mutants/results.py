"""What came of the mutants, as a table by area, and whether it is enough. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

CAUGHT, HUNG, SURVIVED, EQUIVALENT = "caught", "hung", "survived", "equivalent"
ENOUGH = 0.9
HEADS = ("area", "mutants", "caught", "survived", "equivalent", "share")


@dataclass(frozen=True)
class Result:
    """One mutant: its area, its name, what came of it, and the first test that failed.

    One whose tests had to be ended is caught: they hang.
    """

    area: str
    name: str
    end: str
    by: str = ""


def table(results: Iterable[Result]) -> str:
    """Areas below each other, with a last line for all of them. Equivalent mutants count neither way."""
    results = list(results)
    areas = list(dict.fromkeys(result.area for result in results))
    rows = [HEADS, *(_row(area, [one for one in results if one.area == area]) for area in areas), _row("all", results)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    return "\n".join("  ".join((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))) for row in rows)


def _row(area: str, results: list[Result]) -> tuple[str, ...]:
    caught, survived, equivalent = (_count(results, *ends) for ends in ((CAUGHT, HUNG), (SURVIVED,), (EQUIVALENT,)))
    return area, str(len(results)), str(caught), str(survived), str(equivalent), f"{100 * share(results):.1f} %"


def share(results: Iterable[Result]) -> float:
    """How many of the mutants that can be noticed were, from 0 to 1."""
    counted = [result for result in results if result.end != EQUIVALENT]
    return _count(counted, CAUGHT, HUNG) / len(counted) if counted else 1.0


def is_enough(results: Iterable[Result]) -> bool:
    """Whether nine tenths are caught, and all of the core."""
    results = list(results)
    return share(results) >= ENOUGH and not any(one.area == "core" and one.end == SURVIVED for one in results)


def _count(results: Iterable[Result], *ends: str) -> int:
    return sum(result.end in ends for result in results)
