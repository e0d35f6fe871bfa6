"""What the figures cost in the browser: each one's first drawing and later ones, in Python's own time."""

import json

from . import visit
from .chromium import Chromium, Tab, WrongResult, visitor
from .plan import Plan, say
from .sites import Sites
from .table import Row

GROUP = "Python in the browser"
FIGURES = ("turning-query", "scoring-functions", "variance-of-scores", "masked-softmax", "attention-map")
CODE = f"""
import json, time
from kino import figures
def clock(name):
    start = time.perf_counter()
    figures.load(name).draw({{}})
    return 1000 * (time.perf_counter() - start)
seen = {{}}
for name in {FIGURES!r}:
    seen[name] = [clock(name), sorted(clock(name) for _ in range(50))[25]]
json.dumps(seen)
"""


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say("the figures, in the browser")
    seen = [_once(chromium, sites.lesson) for _ in range(plan.firsts)]
    return [
        Row(GROUP, f"{name}, {what}", "ms", [one[name][i] for one in seen])
        for name in FIGURES
        for i, what in enumerate(("first drawing", "later drawings"))
    ]


def _once(chromium: Chromium, url: str) -> dict:
    with visitor(chromium) as reader:
        tab = Tab(reader, url)
        tab.probe("runCell", visit.CODE)
        tab.page.wait_for_timeout(visit.REST_MS)
        text = tab.probe("runCell", CODE)["text"]
    try:
        return json.loads(text.strip("'"))
    except ValueError:
        raise WrongResult(f"{url}: the figures were not measured: {text}") from None
