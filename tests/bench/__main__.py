"""Measures start, slider and Stop, kino beside the floor. `python -m tests.bench --help` tells what it takes."""

import argparse
import json
import os
import platform
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from kino_build.runtime import RuntimeFilesError  # noqa: E402 (found by the line above)
from kino_build.static import StaticServer  # noqa: E402

from . import core, floor, opening, slider, start, stop, weight  # noqa: E402
from .chromium import WrongResult, chromium  # noqa: E402
from .table import Row, lines  # noqa: E402

LESSON = "attention.html"
REPORT = ROOT / "tests/output/bench.json"
NOTES = (
    f"A start runs {start.CODE!r}; first visit: an empty cache, second: the same reader's next page.",
    "kino, floor: medians; kino ÷ floor: the median of the rounds' own ratios. The floor: a bare page, plain Pyodide.",
    "The slider turns once a frame, as under a hand; the time is from the event to the changed picture.",
    f"Page {slider.SLOWER}× slower: the browser slows the page only, not the worker in which Python runs.",
)


@dataclass(frozen=True)
class Plan:
    """How often each thing is measured."""

    rounds: int
    turns: int
    interrupts: int
    restarts: int
    firsts: int


FULL = Plan(rounds=7, turns=500, interrupts=20, restarts=20, firsts=3)
QUICK = Plan(rounds=3, turns=150, interrupts=5, restarts=3, firsts=1)


def main() -> None:
    options = _parser().parse_args()
    plan = QUICK if options.quick else FULL
    if options.rounds:
        plan = Plan(**asdict(plan) | {"rounds": options.rounds})
    if not (options.site / LESSON).exists():
        sys.exit(f"{options.site / LESSON} is not there: run `make build`, or name a built site with --site")
    begun = monotonic()
    try:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            floor.write(folder, ROOT)
            site, bare = (stack.enter_context(StaticServer(path)) for path in (options.site, folder))
            browser = stack.enter_context(chromium())
            machine = _machine(browser)
            rows = _measure(browser, site, bare.url + floor.PAGE, plan)
    except (RuntimeFilesError, WrongResult) as problem:
        sys.exit(f"bench: {problem}")
    seconds = round(monotonic() - begun)
    _write(rows, machine | {"plan": asdict(plan), "seconds": seconds})
    print("\n".join(("", *lines(rows), "", *NOTES)))
    print(f"{machine['browser']}, {machine['cores']} cores; {seconds} s; all values: {REPORT.relative_to(ROOT)}")


def _measure(browser: Browser, site: StaticServer, bare: str, plan: Plan) -> list[Row]:
    lesson = site.url + LESSON
    openings, starts, floors = [], [], []
    for i in range(plan.rounds):
        _say(f"round {i + 1} of {plan.rounds}: opening and start")
        openings.append(opening.measure(browser, lesson))
        # Who goes first changes from round to round, so that neither always meets the warmer machine.
        sides = [(starts, lesson, "runCell"), (floors, bare, "runFloor")]
        for results, url, run in sides if i % 2 == 0 else reversed(sides):
            results.append(start.measure(browser, url, run, knows_intent=results is starts))
    _say(f"slider: 4 × {plan.turns} turns")
    turns = slider.measure(browser, lesson, plan.turns)
    _say(f"Stop: {plan.interrupts} interrupts, {plan.restarts} restarts")
    stops = stop.measure(browser, lesson, plan.interrupts, plan.restarts, plan.firsts)
    _say("kino's import and its figures, in the browser")
    costs = core.measure(browser, lesson, 3)
    weights = weight.weigh(site, opening.requested(browser, lesson))
    return [
        *_start_rows(starts, floors),
        *_opening_rows(openings),
        *_slider_rows(turns),
        *_stop_rows(stops),
        *_core_rows(costs),
        *_weight_rows(weights),
    ]


def _start_rows(starts: list[start.Start], floors: list[start.Start]) -> list[Row]:
    def row(title, unit, value):
        return Row("Run → first output", title, unit, [value(s) for s in starts], [value(s) for s in floors])

    return [
        row("first visit", "ms", lambda seen: seen.first),
        row("second visit", "ms", lambda seen: seen.second),
        Row(
            "Run → first output",
            "first visit, 0.4 s after the pointer came",
            "ms",
            [seen.intended for seen in starts],
            [seen.first for seen in floors],
        ),
        row("bytes since opening the page, first visit", "kB", lambda seen: seen.transferred / 1000),
    ]


def _opening_rows(openings: list[opening.Opening]) -> list[Row]:
    group = "Opening the page → the figure answers its slider"
    return [
        Row(group, "first visit", "ms", [seen.first for seen in openings]),
        Row(group, "second visit", "ms", [seen.second for seen in openings]),
        Row(group, "bytes until then, first visit", "kB", [seen.transferred / 1000 for seen in openings]),
    ]


def _slider_rows(turns: dict[tuple[str, int], list[float]]) -> list[Row]:
    group = "Slider event → picture in the page"
    return [
        Row(group, source if slower == 1 else f"{source}, page {slower}× slower", "ms", times, with_95th=True)
        for (source, slower), times in turns.items()
    ]


def _stop_rows(stops: stop.Stops) -> list[Row]:
    group = "Stop"
    return [
        Row(group, "endless loop → stopped", "ms", stops.interrupted),
        Row(group, "endless loop → next cell's answer", "ms", stops.after_interrupt),
        Row(group, "code that swallows the interrupt → ended", "ms", stops.gave_up),
        Row(group, "and next cell's answer, by the spare Python", "ms", stops.after_restart),
        Row(group, "the same in a page never stopped before", "ms", stops.after_first_restart),
        Row(group, "longest the page was blocked while a cell printed for ever", "ms", stops.blocked),
        *(Row(group, f"memory of the tab, {when}", "MB", [mb]) for when, mb in stops.megabytes.items()),
    ]


def _core_rows(costs: dict[str, list]) -> list[Row]:
    group = "Python in the browser"
    both = [a + b for a, b in zip(costs["import kino"], costs[core.FIGURES[0]][0], strict=True)]
    rows = [
        Row(group, "import kino", "ms", costs["import kino"]),
        Row(group, f"import kino and the first {core.FIGURES[0]}", "ms", both),
    ]
    for name in core.FIGURES:
        first, later = costs[name]
        rows += [Row(group, f"{name}, first drawing", "ms", first), Row(group, f"{name}, later drawings", "ms", later)]
    return rows


def _weight_rows(weights: dict[str, weight.Weight]) -> list[Row]:
    group = "What opening the page asks for"
    sizes = [(kind, part.packed, part.raw) for kind, part in sorted(weights.items())]
    return [
        Row(group, f"{kind} (raw {raw / 1000:.1f}), gzipped" if raw != packed else kind, "kB", [packed / 1000])
        for kind, packed, raw in sizes
    ]


def _machine(browser: Browser) -> dict:
    return {"browser": f"Chromium {browser.version}", "system": platform.platform(), "cores": os.cpu_count()}


def _write(rows: list[Row], facts: dict) -> None:
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    report = facts | {"rows": [row.as_json() for row in rows]}
    REPORT.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _say(what: str) -> None:
    print(f"{what} …", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer of everything, in under two minutes")
    parser.add_argument(
        "--rounds", type=_count, metavar="N", help=f"rounds of starts ({FULL.rounds}; quick: {QUICK.rounds})"
    )
    parser.add_argument("--site", type=Path, default=ROOT / "dist", metavar="DIR", help="the built site (dist)")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


if __name__ == "__main__":
    main()
