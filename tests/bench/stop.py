"""From Stop to the next answer by an interrupt, and what an endless flood does to the page."""

from .chromium import Chromium, Tab, WrongResult, visitor
from .plan import Plan, say
from .sites import Sites
from .table import Row
from .unwatched import UnwatchedTab

GROUP = "Stop"
LOOP = "print('looping')\nwhile True: pass"
DEAF_LOOP = """print('looping')
while True:
    try:
        while True: pass
    except KeyboardInterrupt: pass"""
FLOOD = "while True: print('x')"
NEXT = ("print(6 * 7)", "42")
FAIR_MS = 100  # the interrupt is polled every so often: Stop is pressed evenly over that time
FLOOD_MS = 3000


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say(f"Stop: {plan.interrupts} interrupts")
    with visitor(chromium) as reader:
        tab = Tab(reader, sites.lesson)
        run_next(tab)
        blocked = [tab.probe("blockedWhile", FLOOD, FLOOD_MS)["longest"] for _ in range(plan.firsts)]
        stops = [stop(tab, LOOP, delay, restarts=False) for delay in delays(plan.interrupts)]
    return [
        Row(GROUP, "endless loop → stopped", "ms", [seen["stopped"] for seen in stops]),
        Row(GROUP, "endless loop → next cell's answer", "ms", [seen["answered"] for seen in stops]),
        Row(GROUP, "longest the page was blocked while a cell printed for ever", "ms", blocked),
    ]


def delays(count: int) -> list[float]:
    """ms that the loops go on before Stop, one for each of `count` stops."""
    return [20 + FAIR_MS * i / count for i in range(count)]


def stop(tab: Tab | UnwatchedTab, code: str, delay: float, *, restarts: bool, is_turning: bool = False) -> dict:
    """What probe.js saw of one Stop. Raises WrongResult if it took the wrong way, or the next answer is wrong."""
    seen = tab.probe("stopCell", code, delay, NEXT[0], is_turning)
    if not seen["wasRunning"] or (seen["restart"] is not None) != restarts or seen["text"] != NEXT[1]:
        way = "a restart" if restarts else "an interrupt"
        raise WrongResult(f"{tab.url}: Stop on {code!r} should have been {way}, and the next answer 42: {seen}")
    return seen


def run_next(tab: Tab | UnwatchedTab) -> None:
    """Wake Python, or see that it works. Raises WrongResult."""
    code, printed = NEXT
    text = tab.probe("runCell", code)["text"]
    if text != printed:
        raise WrongResult(f"{tab.url}: {code!r} printed {text!r}, not {printed!r}")
