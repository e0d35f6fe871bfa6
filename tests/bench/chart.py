"""Draws docs/bench.svg from the file of all values: kino's starts beside others'. Run by `make bench`."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from kino.svg import tag, text  # noqa: E402 (found by the line above)

from . import report, start  # noqa: E402

TARGET = ROOT / "docs/bench.svg"
STYLE = """
text{fill:#33312e}.quiet{fill:#6a665f}.bar{fill:#918d85}.kino{fill:#5560d6}.spread{stroke:#33312e}
@media(prefers-color-scheme:dark){text{fill:#e8e5df}.quiet{fill:#a9a49b}.bar{fill:#7d786f}.kino{fill:#9aa2ff}
.spread{stroke:#e8e5df}}
""".replace("\n", "")
WIDTH, LEFT, RIGHT = 760, 190, 110
ROW, HEAD, GAP, NOTE = 24, 30, 14, 18


@dataclass(frozen=True)
class Bar:
    name: str
    median: float  # ms
    lowest: float
    highest: float


def draw(values: dict) -> str:
    """The chart. values: what report.py keeps, starts among them."""
    panels = [(title, bars) for title, bars in _panels(values["parts"]) if bars]
    pieces, top = [], 0
    for title, bars in panels:
        longest = max(bar.highest for bar in bars)
        pieces.append(tag("text", text(title), x=0, y=top + 18, font_weight="bold"))
        top += HEAD
        for bar in sorted(bars, key=lambda bar: bar.median):
            pieces += _bar(bar, top, (WIDTH - LEFT - RIGHT) / longest)
            top += ROW
        top += GAP
    for line in _notes(values):
        top += NOTE
        pieces.append(tag("text", text(line), x=0, y=top - 4, class_="quiet", font_size=12))
    words = "; ".join(
        f"{title}: {', '.join(f'{bar.name} {_seconds(bar.median)}' for bar in bars)}" for title, bars in panels
    )
    return tag(
        "svg",
        f"<style>{STYLE}</style>",
        *pieces,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {top}",
        font_family="system-ui, sans-serif",
        font_size=13,
        role="img",
        aria_label=words,
    )


def _notes(values: dict) -> list[str]:
    machine, rounds = values["machine"], values["parts"]["start"]["plan"]["rounds"]
    return [
        f"{machine['browser']}, {machine['cores']} cores. Medians of {rounds} rounds; lines: lowest to highest.",
        "JupyterLite and marimo start Python with the page: their time is from its opening to the output.",
    ]


def _panels(parts: dict) -> Iterable[tuple[str, list[Bar]]]:
    for name, conditions in (("start", ""), ("slow", ", 20 Mbit/s, 40 ms, a four times slower machine")):
        rows = parts.get(name, {}).get("rows", [])
        for visit in ("first visit", "second visit"):
            found = [row for row in rows if row["title"] == visit]
            yield f"{start.GROUP}, {visit}{conditions}", _bars(found)


def _bars(rows: Sequence[dict]) -> list[Bar]:
    """kino once, and what stands beside it in each row."""
    bars = {"kino": rows[0]["kino"]} if rows else {}
    bars |= {row["beside"]["name"]: row["beside"] for row in rows}
    names = {"floor": "plain Pyodide"}
    return [
        Bar(names.get(name, name), values["median"], values["lowest"], values["highest"])
        for name, values in bars.items()
    ]


def _bar(bar: Bar, top: float, scale: float) -> list[str]:
    middle, end = top + ROW / 2, LEFT + scale * bar.highest
    kind = "kino" if bar.name == "kino" else "bar"
    return [
        tag("text", text(bar.name), x=LEFT - 10, y=middle + 4, text_anchor="end"),
        tag("rect", class_=kind, x=LEFT, y=top + 4, width=scale * bar.median, height=ROW - 8, rx=2),
        tag("line", class_="spread", x1=LEFT + scale * bar.lowest, x2=end, y1=middle, y2=middle),
        tag("text", text(_seconds(bar.median)), x=end + 8, y=middle + 4, class_="quiet"),
    ]


def _seconds(ms: float) -> str:
    return f"{ms / 1000:.2f} s"


def main() -> None:
    values = report.read(report.FULL)
    if "start" not in values.get("parts", {}):
        sys.exit(f"{report.FULL} has no starts: run `make bench`")
    TARGET.write_text(draw(values) + "\n", "utf-8")
    print(f"Drew {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
