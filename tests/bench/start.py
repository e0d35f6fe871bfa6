"""From Run to the first output: kino, the floor and the peers, at a first visit, at a second, and with a head start."""

from collections.abc import Callable, Sequence
from statistics import median

from playwright.sync_api import Error, Page

from .chromium import Chromium, Tab, WrongResult, visitor
from .plan import Plan, say
from .sites import Sites
from .slow import FACTOR
from .table import Goal, Row
from .visit import REST_MS, Side, Start, check_asleep, first_output, floor, kino, measure

INTENT_MS = 400
GROUP = "Run → first output"
WIRE_KB = 6500


def rows(chromium: Chromium, sites: Sites, plan: Plan, peers: Sequence[Side] = ()) -> list[Row]:
    """Raises WrongResult."""
    sides: Sequence[Side] = (kino(sites), floor(sites), *peers)
    starts: dict[str, list[Start]] = {side.name: [] for side in sides}
    heads: dict[str, list[float]] = {"pointer": [], "focus": []}
    nexts = []
    for i in range(plan.rounds):
        say(f"start, round {i + 1} of {plan.rounds}: {', '.join(starts)}")
        for side in in_turn(sides, i):
            try:
                starts[side.name].append(measure(chromium, side))
            except (WrongResult, Error) as problem:
                if side not in peers:
                    raise
                say(f"{side.name} is left out: {problem}")
                sides = [other for other in sides if other is not side]
        heads["pointer"].append(_with_head_start(chromium, sites, _point))
        heads["focus"].append(_with_head_start(chromium, sites, _focus))
        nexts.append(_next_lesson(chromium, sites))
    own, bare = starts["kino"], starts["floor"]
    first, second = [seen.first for seen in bare], [seen.second for seen in own]
    return [
        *visit_rows(GROUP, own, bare, Goal(0.2), Goal(0.2)),
        *(
            Row(GROUP, f"first visit, 0.4 s after the {what} came", "ms", times, first, goals=(Goal(0.1),))
            for what, times in heads.items()
        ),
        Row(GROUP, "the next lesson, Python awake in the first", "ms", nexts, second, "second visit"),
        Row(
            GROUP,
            "bytes since opening the page, first visit",
            "kB",
            [seen.transferred / 1000 for seen in own],
            [seen.transferred / 1000 for seen in bare],
            goals=(Goal(WIRE_KB, "median"),),
        ),
        *(row for side in sides if side in peers for row in _peer_rows(side, own, starts[side.name])),
    ]


def slow_rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """The same on a slow machine; `sites` are behind a slow line. Raises WrongResult."""
    fast, slow = (_work(chromium, sites, slowly=slowly) for slowly in (False, True))
    if median(slow) < FACTOR / 2 * median(fast):
        say(f"this machine is too busy: what should be {FACTOR}× slower is {median(slow) / median(fast):.1f}× slower")
    sides = (kino(sites), floor(sites))
    starts: dict[str, list[Start]] = {side.name: [] for side in sides}
    for i in range(plan.rounds):
        say(f"slow start, round {i + 1} of {plan.rounds}")
        for side in in_turn(sides, i):
            starts[side.name].append(measure(chromium, side, slowly=True))
    group = f"{GROUP}, 20 Mbit/s, 40 ms, {FACTOR}× slower"
    return [
        *visit_rows(group, starts["kino"], starts["floor"], Goal(0.3), Goal(0.14)),
        Row(group, "how slow it really was: the same loop", "ms", slow, fast, "not slowed"),
    ]


def _work(chromium: Chromium, sites: Sites, *, slowly: bool) -> list[float]:
    with visitor(chromium, slowly=slowly) as reader:
        tab = Tab(reader, sites.floor)
        return [tab.probe("work")["ms"] for _ in range(6)][1:]  # the first is not yet compiled


def in_turn(sides: Sequence[Side], i: int) -> Sequence[Side]:
    """Who goes first changes from round to round, so that nobody always meets the warmer machine."""
    return sides if i % 2 == 0 else sides[::-1]


def visit_rows(group: str, own: list[Start], bare: list[Start], first: Goal, second: Goal) -> list[Row]:
    return [
        Row(group, "first visit", "ms", [s.first for s in own], [s.first for s in bare], goals=(first,)),
        Row(group, "second visit", "ms", [s.second for s in own], [s.second for s in bare], goals=(second,)),
    ]


def _peer_rows(side: Side, own: list[Start], theirs: list[Start]) -> list[Row]:
    group = f"{GROUP}, beside others"
    goals = (Goal(side.times_faster, "speed"),)
    return [
        Row(group, "first visit", "ms", [s.first for s in own], [s.first for s in theirs], side.name, goals),
        Row(group, "second visit", "ms", [s.second for s in own], [s.second for s in theirs], side.name),
    ]


def _with_head_start(chromium: Chromium, sites: Sites, begin: Callable[[Page], None]) -> float:
    """ms at a first visit, INTENT_MS after the reader has begun to do something with the cell."""
    with visitor(chromium) as reader:
        tab = Tab(reader, sites.lesson)
        check_asleep(tab)
        begin(tab.page)
        tab.page.wait_for_timeout(INTENT_MS)
        ms, _ = first_output(tab, kino(sites), is_asleep=False)
    return ms


def _next_lesson(chromium: Chromium, sites: Sites) -> float:
    """ms in the second lesson, to which the reader went when Python had answered in the first."""
    with visitor(chromium) as reader:
        tab = Tab(reader, sites.lesson)
        first_output(tab, kino(sites))
        tab.probe("untilReady")
        tab.page.wait_for_timeout(REST_MS)
        tab.follow("a[rel=next]")
        ms, _ = first_output(tab, kino(sites))
    return ms


def _point(page: Page) -> None:
    """Move the pointer to the first cell's code."""
    target = page.locator("kino-cell [data-code]").first
    target.hover()
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2, steps=2)


def _focus(page: Page) -> None:
    """Put the focus into the first cell's code."""
    page.locator("kino-cell [data-code] [tabindex]").first.focus()
