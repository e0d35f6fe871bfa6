"""What memory a page with Python comes to beside a bare page that has run the same, and whether it grows."""

from .chromium import Chromium
from .plan import Plan, say
from .sites import Sites
from .stop import DEAF_LOOP, delays, run_next, stop
from .table import Goal, Row
from .unwatched import unwatched
from .visit import CODE, floor

MEMORY = "Memory of the tab, Python awake"
GROWTH_MIB = 5


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """No rows where the system does not tell. Raises WrongResult."""
    say(f"memory: {plan.moves} moves of the slider, {plan.restarts} restarts")
    with unwatched(chromium.path, sites.floor) as bare:
        bare.probe(floor(sites).call, CODE)
        beside = bare.weigh()
    with unwatched(chromium.path, sites.lesson) as tab:
        run_next(tab)
        awake = tab.weigh()
        tab.probe("turnFigure", plan.moves)
        moved = tab.weigh()
        stops = [(stop(tab, DEAF_LOOP, delay, restarts=True), tab.weigh()) for delay in delays(plan.restarts)]
    restarted = [mib for _, mib in stops]
    if not awake:
        return []
    return [
        Row(MEMORY, "at first", "MiB", [awake], [beside]),
        Row(MEMORY, f"after {plan.moves} moves of the slider", "MiB", [moved], [beside]),
        Row(MEMORY, "after the first restart, another worker waiting", "MiB", [restarted[0]], [beside]),
        Row(MEMORY, f"after {plan.restarts} restarts", "MiB", [restarted[-1]], [beside], goals=(Goal(0.85),)),
        _growth_row(f"growth by {plan.moves} moves", moved - awake),
        _growth_row(f"growth from the first restart to number {plan.restarts}", restarted[-1] - restarted[0]),
    ]


def _growth_row(title: str, mib: float) -> Row:
    return Row(MEMORY, title, "MiB", [mib], goals=(Goal(GROWTH_MIB, "highest"),))
