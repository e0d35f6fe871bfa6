"""The results as rows of numbers with their goals, as a table for people, and as JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

HEADER = ("", "kino", "lowest – highest", "95th %", "beside", "", "lowest – highest", "kino ÷ it", "goal", "")


@dataclass(frozen=True)
class Goal:
    """The most that a number of a row may be; with of="speed": how many times faster kino must at least be."""

    limit: float
    of: str = "ratio"


@dataclass(frozen=True)
class Row:
    """One measure: the values of kino and, where there is such a thing, of something else in the same rounds."""

    group: str
    title: str
    unit: str
    kino: Sequence[float]
    beside: Sequence[float] = ()
    name: str = "floor"  # of what stands beside
    goals: tuple[Goal, ...] = ()
    with_95th: bool = False

    @property
    def ratio(self) -> float | None:
        """kino ÷ what stands beside: the median of the rounds' own ratios, which a busy machine upsets least."""
        if not self.beside:
            return None
        if len(self.kino) != len(self.beside):  # not of the same rounds
            return median(self.kino) / median(self.beside)
        return median(kino / beside for kino, beside in zip(self.kino, self.beside, strict=True))

    def reached(self, goal: Goal) -> float:
        """The number that the goal is about."""
        return SEEN[goal.of](self)

    def meets(self, goal: Goal) -> bool:
        return self.reached(goal) >= goal.limit if goal.of == "speed" else self.reached(goal) <= goal.limit

    def as_json(self) -> dict:
        """The row with every value."""
        facts = {"group": self.group, "title": self.title, "unit": self.unit, "kino": _summary(self.kino)}
        if self.beside:
            facts |= {"beside": {"name": self.name} | _summary(self.beside), "ratio": self.ratio}
        goals = [
            {"of": goal.of, "limit": goal.limit, "reached": self.reached(goal), "met": self.meets(goal)}
            for goal in self.goals
        ]
        return facts | ({"goals": goals} if goals else {})


SEEN: Mapping[str, Callable[[Row], float]] = {
    "ratio": lambda row: row.ratio,
    "speed": lambda row: 1 / row.ratio,
    "median": lambda row: median(row.kino),
    "95th %": lambda row: percentile(row.kino, 0.95),
    "highest": lambda row: max(row.kino),
}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all are not above."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def lines(rows: Sequence[Row]) -> list[str]:
    """The table, a line each, a heading before each group."""
    cells = [(row.group, _cells(row)) for row in rows]
    widths = [max(len(texts[i]) for texts in (HEADER, *(texts for _, texts in cells))) for i in range(len(HEADER))]
    table = [_align(HEADER, widths)]
    last = None
    for group, texts in cells:
        if group != last:
            table += ["", group]
        table.append(_align(texts, widths))
        last = group
    return table


def _cells(row: Row) -> tuple[str, ...]:
    kino, beside = row.kino, row.beside
    return (
        f"  {row.title}, {row.unit}" if row.unit else f"  {row.title}",
        _number(median(kino)),
        _spread(kino),
        _number(percentile(kino, 0.95)) if row.with_95th else "",
        _number(median(beside)) if beside else "",
        row.name if beside else "",
        _spread(beside) if beside else "",
        f"{row.ratio:.2f}" if beside else "",
        ", ".join(_words(row, goal) for goal in row.goals),
        ", ".join("met" if row.meets(goal) else "missed" for goal in row.goals),
    )


def _words(row: Row, goal: Goal) -> str:
    if goal.of == "ratio":
        return f"≤ {goal.limit:.2f}×"
    if goal.of == "speed":
        return f"≥ {goal.limit:g}× faster: {row.reached(goal):.1f}×"
    return f"{goal.of} ≤ {goal.limit:,g}"


def _spread(values: Sequence[float]) -> str:
    low, high = _number(min(values)), _number(max(values))
    return "" if low == high else f"{low} – {high}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == 0 else f"{value:.1f}"


def _align(texts: Sequence[str], widths: Sequence[int]) -> str:
    left = (0, 5, 8)
    aligned = (
        text.ljust(width) if i in left else text.rjust(width)
        for i, (text, width) in enumerate(zip(texts, widths, strict=True))
    )
    return "  ".join(aligned).rstrip()


def _summary(values: Sequence[float]) -> dict:
    return {
        "median": median(values),
        "lowest": min(values),
        "highest": max(values),
        "95th": percentile(values, 0.95),
        "values": list(values),
    }
