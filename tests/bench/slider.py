"""From the slider's event to the picture in the page: film and live, at full speed and on a slow machine."""

from dataclasses import dataclass

from .chromium import Chromium, Tab, WrongResult, visitor
from .plan import Plan, say
from .sites import Sites
from .slow import FACTOR
from .table import Goal, Row
from .visit import CODE, REST_MS, check_asleep

GROUP = "Slider event → picture in the page"
AT_ONCE = 50
LIVE = (Goal(2, "median"), Goal(5, "95th %"))
SLOW_LIVE = (Goal(16, "95th %"),)


@dataclass(frozen=True)
class Turns:
    film: list[float]  # ms
    live: list[float]  # ms, of events that come with the frame, as the pointer's do
    between: list[float]  # ms, of events that come between two frames
    drawn: int  # pictures after AT_ONCE events


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say(f"slider: 6 × {plan.turns} turns")
    results = []
    for slower, slowly, goals in (("", False, LIVE), (f", {FACTOR}× slower", True, SLOW_LIVE)):
        turns = _turns(chromium, sites.lesson, plan.turns, slowly=slowly)
        results += [
            Row(GROUP, f"film{slower}", "ms", turns.film, with_95th=True),
            Row(GROUP, f"live{slower}", "ms", turns.live, goals=goals, with_95th=True),
            Row(GROUP, f"live, events between frames{slower}", "ms", turns.between, goals=goals, with_95th=True),
            Row(GROUP, f"{AT_ONCE} events at once → drawings{slower}", "", [turns.drawn], goals=(Goal(2, "highest"),)),
        ]
    return results


def _turns(chromium: Chromium, url: str, count: int, *, slowly: bool) -> Turns:
    with visitor(chromium, slowly=slowly) as reader:
        tab = Tab(reader, url)
        # With save data on, a touch of the slider does not wake Python: the film goes on playing.
        devtools = reader.context.new_cdp_session(tab.page)
        devtools.send("Emulation.setDataSaverOverride", {"dataSaverEnabled": True})
        film = _turn(tab, "film", count)
        check_asleep(tab)
        devtools.send("Emulation.setDataSaverOverride", {})
        tab.probe("runCell", CODE)
        tab.probe("untilReady")
        tab.page.wait_for_timeout(REST_MS)
        live, between = (_turn(tab, "live", count, is_between=is_between) for is_between in (False, True))
        seen = tab.probe("turnAtOnce", AT_ONCE)
    if not seen["isLast"]:
        raise WrongResult(f"{url}: after {AT_ONCE} events at once the picture is not of the last one")
    return Turns(film, live, between, seen["drawn"])


def _turn(tab: Tab, source: str, count: int, *, is_between: bool = False) -> list[float]:
    turns = tab.probe("turnFigure", count, is_between)
    wrong = [turn for turn in turns if turn["source"] != source or not turn["isNew"]]
    if wrong or len(turns) != count:
        raise WrongResult(f"{tab.page.url}: {len(wrong)} of {len(turns)} turns are not {source}: {wrong[:1]}")
    return [turn["ms"] for turn in turns]
