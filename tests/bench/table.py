"""The results as rows of numbers, as a table for people, and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

HEADER = ("", "kino", "lowest – highest", "95th %", "floor", "lowest – highest", "kino ÷ floor")


@dataclass(frozen=True)
class Row:
    """One measure: the values of kino and, where there is such a thing, of the floor in the same rounds."""

    group: str
    title: str
    unit: str
    kino: Sequence[float]
    floor: Sequence[float] = ()
    with_95th: bool = False

    @property
    def ratio(self) -> float | None:
        """kino ÷ floor: the median of the rounds' own ratios, which a busy machine upsets least."""
        pairs = zip(self.kino, self.floor, strict=True) if self.floor else ()
        ratios = [kino / floor for kino, floor in pairs]
        return median(ratios) if ratios else None

    def as_json(self) -> dict:
        """The row with every value."""
        facts = {"group": self.group, "title": self.title, "unit": self.unit, "kino": _summary(self.kino)}
        return facts | ({"floor": _summary(self.floor), "ratio": self.ratio} if self.floor else {})


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
    kino, floor = row.kino, row.floor
    return (
        f"  {row.title}, {row.unit}",
        _number(median(kino)),
        _spread(kino),
        _number(percentile(kino, 0.95)) if row.with_95th else "",
        _number(median(floor)) if floor else "",
        _spread(floor) if floor else "",
        f"{row.ratio:.2f}" if floor else "",
    )


def _spread(values: Sequence[float]) -> str:
    low, high = _number(min(values)), _number(max(values))
    return "" if low == high else f"{low} – {high}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _align(texts: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        text.ljust(width) if i == 0 else text.rjust(width)
        for i, (text, width) in enumerate(zip(texts, widths, strict=True))
    )
    return "  ".join((first, *others)).rstrip()


def _summary(values: Sequence[float]) -> dict:
    return {
        "median": median(values),
        "lowest": min(values),
        "highest": max(values),
        "95th": percentile(values, 0.95),
        "values": list(values),
    }
