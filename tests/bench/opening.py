"""From opening the page to what a reader sees, and to the figure that answers its slider, Python asleep."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from . import weight
from .chromium import Chromium, Reader, Tab, WrongResult, visitor
from .plan import Plan, say
from .sites import Sites
from .slow import FACTOR
from .table import Goal, Row
from .visit import is_of_python

GROUP = "Opening the page"
PAGE_KB = 80
FRAME_MS = 16


@dataclass(frozen=True)
class Answer:
    since: float  # ms since the page began to open
    took: float  # ms from the slider's event to the picture
    transferred: int  # bytes, from opening the page to the answer


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    readable, still, firsts, seconds, slows = [], [], [], [], []
    for i in range(plan.rounds):
        say(f"opening, round {i + 1} of {plan.rounds}")
        with visitor(chromium) as reader:
            for j in range(plan.openings):
                sides = [(readable, sites.lesson), (still, sites.still)]
                for results, url in sides if (i + j) % 2 == 0 else reversed(sides):
                    results.append(_readable(reader, url))
        with visitor(chromium) as reader:
            firsts.append(_first_answer(reader, sites.lesson))
            seconds.append(_first_answer(reader, sites.lesson))
        with visitor(chromium, slowly=True) as reader:
            slows.append(_first_answer(reader, sites.lesson))
    return [
        Row(GROUP, "title and figure seen", "ms", readable, still, "static page", (Goal(1.0),)),
        Row(GROUP, "→ the figure answers its slider, first visit", "ms", [seen.since for seen in firsts]),
        Row(GROUP, "→ the same, second visit", "ms", [seen.since for seen in seconds]),
        Row(GROUP, "bytes until then, first visit", "kB", [seen.transferred / 1000 for seen in firsts]),
        Row(GROUP, "the figure's first answer", "ms", [seen.took for seen in firsts]),
        Row(
            GROUP,
            f"the figure's first answer, {FACTOR}× slower",
            "ms",
            [seen.took for seen in slows],
            goals=(Goal(FRAME_MS, "median"),),
        ),
        *_weights(chromium, sites),
    ]


def _readable(reader: Reader, url: str) -> float:
    """With nothing in the browser's cache, nor kept for going without a network."""
    tab = Tab(reader, "about:blank")
    session = reader.context.new_cdp_session(tab.page)
    session.send("Network.clearBrowserCache")
    kept = {"origin": "{0.scheme}://{0.netloc}".format(urlsplit(url)), "storageTypes": "service_workers,cache_storage"}
    session.send("Storage.clearDataForOrigin", kept)
    tab.page.goto(url, wait_until="commit")
    seen = tab.probe("readable")
    tab.page.wait_for_load_state("networkidle")
    tab.close()
    return seen["ms"]


def _first_answer(reader: Reader, url: str) -> Answer:
    tab = Tab(reader, url, wait_until="commit")
    seen = tab.probe("firstTurn")
    if (seen["python"], seen["source"], seen["isNew"]) != ("asleep", "film", True):
        raise WrongResult(f"{url}: the first turn of the slider should show a new picture of the film: {seen}")
    transferred = tab.transferred(seen["at"])
    tab.close()
    return Answer(seen["since"], seen["ms"], transferred)


def _weights(chromium: Chromium, sites: Sites) -> list[Row]:
    with visitor(chromium) as reader:
        asked = sorted(set(Tab(reader, sites.lesson).asked_for()))
    python = sum(part.packed for part in weight.weigh(sites.server, filter(is_of_python, asked)).values())
    weights = weight.weigh(sites.server, asked)
    group = "What opening the page asks for"
    sizes = [(kind, part.packed, part.raw) for kind, part in sorted(weights.items())]
    parts = [
        Row(group, f"{kind} (raw {raw / 1000:.1f}), gzipped" if raw != packed else kind, "kB", [packed / 1000])
        for kind, packed, raw in sizes
    ]
    page = sum(packed for kind, packed, _ in sizes if kind not in (weight.FONTS, weight.FILM)) / 1000
    return [
        *parts,
        Row(group, "all but fonts and film, gzipped", "kB", [page], goals=(Goal(PAGE_KB, "highest"),)),
        Row(group, "of Python", "kB", [python / 1000], goals=(Goal(0, "highest"),)),
    ]
