"""A long session: code that only a restart can stop, time after time.

How long Python is away, and whether the figure goes on meanwhile.
"""

from .chromium import Chromium, Tab, visitor
from .plan import Plan, say
from .sites import Sites
from .stop import DEAF_LOOP, delays, run_next, stop
from .table import Goal, Row
from .visit import CODE, floor

RESTART = "Code that swallows the interrupt: Stop by a restart"
REST_MS = 3000  # in which another worker is made ready


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say(f"restarts: {plan.firsts} in new pages")
    firsts = [_first(chromium, sites) for _ in range(plan.firsts)]
    with visitor(chromium) as bare, visitor(chromium) as reader:
        other, tab = Tab(bare, sites.floor), Tab(reader, sites.lesson)
        run_next(tab)
        say(f"restarts: {plan.restarts} in one page")
        stops, floors = [], []
        for delay in delays(plan.restarts):
            floors.append(other.probe(floor(sites).call, CODE)["ms"])
            stops.append(stop(tab, DEAF_LOOP, delay, restarts=True))
            tab.page.wait_for_timeout(REST_MS)
        answers = [stop(tab, DEAF_LOOP, 20, restarts=True, is_turning=True)["answers"] for _ in range(plan.firsts)]
    return [
        Row(RESTART, "Stop → ended", "ms", [seen["stopped"] for seen in stops]),
        _restart_row("ended → ready, in a page stopped before", [seen["restart"] for seen in stops], floors),
        _restart_row("ended → ready, in a page never stopped before", [seen["restart"] for seen in firsts], floors),
        Row(RESTART, "Stop → next cell's answer", "ms", [seen["answered"] for seen in stops]),
        Row(RESTART, "the figure's answers meanwhile", "ms", [ms for some in answers for ms in some], with_95th=True),
    ]


def _restart_row(title: str, times: list[float], floors: list[float]) -> Row:
    """The floor's restart is its button pressed again: its worker is ended, and another brings the first output."""
    return Row(RESTART, title, "ms", times, floors, "floor, again", (Goal(0.1),))


def _first(chromium: Chromium, sites: Sites) -> dict:
    with visitor(chromium) as reader:
        tab = Tab(reader, sites.lesson)
        run_next(tab)
        return stop(tab, DEAF_LOOP, 20, restarts=True)
