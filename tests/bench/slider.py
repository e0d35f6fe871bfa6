"""From the slider's event to the picture in the page: film and live, at full speed and on a slow machine."""

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


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say(f"slider: 4 × {plan.turns} turns")
    (film, live, drawn), (slow_film, slow_live, slow_drawn) = (
        _turns(chromium, sites.lesson, plan.turns, slowly=slowly) for slowly in (False, True)
    )
    slower = f"{FACTOR}× slower"
    return [
        Row(GROUP, "film", "ms", film, with_95th=True),
        Row(GROUP, f"film, {slower}", "ms", slow_film, with_95th=True),
        Row(GROUP, "live", "ms", live, goals=LIVE, with_95th=True),
        Row(GROUP, f"live, {slower}", "ms", slow_live, goals=SLOW_LIVE, with_95th=True),
        Row(GROUP, f"{AT_ONCE} events at once → drawings", "", [drawn], goals=(Goal(2, "highest"),)),
        Row(GROUP, f"the same, {slower}", "", [slow_drawn], goals=(Goal(2, "highest"),)),
    ]


def _turns(chromium: Chromium, url: str, count: int, *, slowly: bool) -> tuple[list[float], list[float], int]:
    """ms of `count` turns each of the page's first figure, film and live; drawings after AT_ONCE events at once."""
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
        live = _turn(tab, "live", count)
        seen = tab.probe("turnAtOnce", AT_ONCE)
    if not seen["isLast"]:
        raise WrongResult(f"{url}: after {AT_ONCE} events at once the picture is not of the last one")
    return film, live, seen["drawn"]


def _turn(tab: Tab, source: str, count: int) -> list[float]:
    turns = tab.probe("turnFigure", count)
    wrong = [turn for turn in turns if turn["source"] != source or not turn["isNew"]]
    if wrong or len(turns) != count:
        raise WrongResult(f"{tab.page.url}: {len(wrong)} of {len(turns)} turns are not {source}: {wrong[:1]}")
    return [turn["ms"] for turn in turns]
