"""Measures kino beside a bare page with plain Pyodide, "the floor". `python -m tests.bench --help` tells more."""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic

from playwright.sync_api import Error

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from kino_build.runtime import RuntimeFilesError  # noqa: E402 (found by the line above)

from . import core, memory, opening, peers, report, session, sites, slider, start, stop, visit  # noqa: E402
from .chromium import Chromium, WrongResult, chromium  # noqa: E402
from .plan import FULL, QUICK, Plan, say  # noqa: E402
from .table import Row, lines  # noqa: E402

PARTS = ("opening", "start", "slow", "slider", "stop", "session", "memory", "core")
QUICK_PARTS = ("start", "slider", "stop")
NOTES = (
    f"A start runs {visit.CODE!r}; first visit: an empty profile, second: the same reader's next page.",
    "kino, beside: medians; kino ÷ it: the median of the rounds' own ratios. The floor: a bare page, plain Pyodide.",
    "The slider turns once a frame, with the frame as the pointer's events do; the time is to the changed picture.",
    "Slower: the whole browser, workers too, stands still for three quarters of each hundredth of a second.",
)


def main() -> None:
    options = _parser().parse_args()
    plan = QUICK if options.quick else FULL
    if options.rounds:
        plan = replace(plan, rounds=options.rounds)
    if not (options.site / sites.LESSON).exists():
        sys.exit(f"{options.site / sites.LESSON} is not there: run `make build`, or name a built site with --site")
    names = options.parts or (QUICK_PARTS if options.quick else PARTS)
    has_peers = not (options.quick or options.no_peers)
    target = report.QUICK if options.quick else report.FULL
    begun = monotonic()
    rows: list[Row] = []
    failures = []
    try:
        with ExitStack() as stack:
            floor = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            sites.write(floor, options.site, ROOT)
            browser = stack.enter_context(chromium())
            machine = {"browser": f"Chromium {browser.version}", "system": platform.platform(), "cores": os.cpu_count()}
            parts = _parts(browser, options.site, floor, plan, has_peers)
            for name in (name for name in parts if name in names):
                try:
                    rows += _measure(name, parts[name], target, machine, plan)
                except (WrongResult, Error) as problem:
                    failures.append(f"{name}: {problem}")
                    say(f"{name} could not be measured")
    except RuntimeFilesError as problem:
        sys.exit(f"bench: {problem}")
    print("\n".join(("", *lines(rows), "", *NOTES)))
    seconds = round(monotonic() - begun)
    print(f"{machine['browser']}, {machine['cores']} cores; {seconds} s; all values: {target.relative_to(ROOT)}")
    if failures:
        sys.exit("\n".join(f"bench: {failure}" for failure in failures))


def _measure(name: str, measure: Callable[[], list[Row]], target: Path, machine: dict, plan: Plan) -> list[Row]:
    """Measure a part and keep what was found."""
    begun = monotonic()
    rows = measure()
    facts = {"at": f"{datetime.now():%Y-%m-%d %H:%M}", "seconds": round(monotonic() - begun), "plan": asdict(plan)}
    report.keep(target, machine, name, rows, facts)
    say(f"{name}: {facts['seconds']} s")
    return rows


def _parts(
    browser: Chromium, site: Path, floor: Path, plan: Plan, has_peers: bool
) -> dict[str, Callable[[], list[Row]]]:
    """What measures each part, in the order in which it is done."""

    def served(rows: Callable[..., list[Row]], *, slowly: bool = False) -> list[Row]:
        with sites.serving(site, floor, slowly=slowly) as pages:
            return rows(browser, pages, plan)

    def starts() -> list[Row]:
        with sites.serving(site, floor) as pages, peers.serving(ROOT) if has_peers else nullcontext(()) as others:
            return start.rows(browser, pages, plan, others)

    return {
        "opening": partial(served, opening.rows),
        "start": starts,
        "slow": partial(served, start.slow_rows, slowly=True),
        "slider": partial(served, slider.rows),
        "stop": partial(served, stop.rows),
        "session": partial(served, session.rows),
        "memory": partial(served, memory.rows),
        "core": partial(served, core.rows),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", type=_part, metavar="PART", help=f"of {', '.join(PARTS)} (all)")
    quick = f"fewer of everything; {', '.join(QUICK_PARTS)}, in two minutes"
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--rounds", type=_count, metavar="N", help=f"rounds ({FULL.rounds}; quick: {QUICK.rounds})")
    parser.add_argument("--no-peers", action="store_true", help="leave out PyScript and the like")
    parser.add_argument("--site", type=Path, default=ROOT / "dist", metavar="DIR", help="the built site (dist)")
    return parser


def _part(text: str) -> str:
    if text not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part {text!r}, but {', '.join(PARTS)}")
    return text


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


if __name__ == "__main__":
    main()
