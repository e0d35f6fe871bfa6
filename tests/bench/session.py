"""A long session: a figure that is turned and turned, and code that only a restart can stop, time after time.

How long Python is away, whether the figure goes on meanwhile, and what memory it comes to beside a bare page that has
been open for as long.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from . import processes
from .chromium import Chromium, Reader, Tab, visitor
from .plan import Plan, say
from .sites import Sites
from .stop import DEAF_LOOP, delays, run_next, stop
from .table import Goal, Row
from .visit import CODE, floor

RESTART = "Code that swallows the interrupt: Stop by a restart"
MEMORY = "Memory of the tab, Python awake"
REST_MS = 3000  # in which a spare Python starts before it is needed, and memory comes to rest
GROWTH_MIB = 5


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say(f"restarts: {plan.firsts} in new pages")
    firsts = [_first(chromium, sites) for _ in range(plan.firsts)]
    with _floor(chromium, sites) as bare, _floor(chromium, sites) as other, visitor(chromium) as reader:
        tab = Tab(reader, sites.lesson)
        run_next(tab)
        awake = _weigh(reader, tab)
        say(f"memory: {plan.moves} moves of the slider")
        tab.probe("turnFigure", plan.moves)
        moved = _weigh(reader, tab)
        say(f"restarts: {plan.restarts} in one page")
        stops, floors, spare = [], [], 0
        for delay in delays(plan.restarts):
            floors.append(other[1].probe(floor(sites).call, CODE)["ms"])
            stops.append(stop(tab, DEAF_LOOP, delay, restarts=True))
            spare = spare or _weigh(reader, tab)
            tab.page.wait_for_timeout(REST_MS)
        restarted, beside = _weigh(reader, tab), _weigh(*bare)
        answers = [stop(tab, DEAF_LOOP, 20, restarts=True, is_turning=True)["answers"] for _ in range(plan.firsts)]
    restart_rows = [
        Row(RESTART, "Stop → ended", "ms", [seen["stopped"] for seen in stops]),
        _restart_row("ended → ready, by the spare Python", [seen["restart"] for seen in stops], floors),
        _restart_row("ended → ready, in a page never stopped before", [seen["restart"] for seen in firsts], floors),
        Row(RESTART, "Stop → next cell's answer", "ms", [seen["answered"] for seen in stops]),
        Row(RESTART, "the figure's answers meanwhile", "ms", [ms for some in answers for ms in some], with_95th=True),
    ]
    if not awake:
        return restart_rows
    return [
        *restart_rows,
        Row(MEMORY, "at first", "MiB", [awake], [beside]),
        Row(MEMORY, f"after {plan.moves} moves of the slider", "MiB", [moved], [beside]),
        Row(MEMORY, "after the first restart, a spare Python beside it", "MiB", [spare], [beside]),
        Row(MEMORY, f"after {plan.restarts} restarts", "MiB", [restarted], [beside], goals=(Goal(0.85),)),
        _growth_row(f"growth by {plan.moves} moves", moved - awake),
        _growth_row(f"growth from the first restart to number {plan.restarts}", restarted - spare),
    ]


def _restart_row(title: str, times: list[float], floors: list[float]) -> Row:
    """The floor's restart is its button pressed again: its worker is ended, and another brings the first output."""
    return Row(RESTART, title, "ms", times, floors, "floor, again", (Goal(0.1),))


def _growth_row(title: str, mib: float) -> Row:
    return Row(MEMORY, title, "MiB", [mib], goals=(Goal(GROWTH_MIB, "highest"),))


def _first(chromium: Chromium, sites: Sites) -> dict:
    with visitor(chromium) as reader:
        tab = Tab(reader, sites.lesson)
        run_next(tab)
        return stop(tab, DEAF_LOOP, 20, restarts=True)


@contextmanager
def _floor(chromium: Chromium, sites: Sites) -> Iterator[tuple[Reader, Tab]]:
    """The floor in a browser of its own, Python awake."""
    with ExitStack() as stack:
        reader = stack.enter_context(visitor(chromium))
        tab = Tab(reader, sites.floor)
        tab.probe(floor(sites).call, CODE)
        yield reader, tab


def _weigh(reader: Reader, tab: Tab) -> float:
    """MiB; 0 where the system does not tell."""
    tab.page.wait_for_timeout(REST_MS)
    tab.page.request_gc()
    return (reader.process and processes.tab_memory(reader.process)) or 0.0
