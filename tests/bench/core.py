"""What kino costs in the browser: its import, as the first time, and each figure's first drawing and later ones."""

import json

from .chromium import Chromium, Tab, WrongResult, visitor
from .plan import Plan, say
from .sites import Sites
from .table import Row

GROUP = "Python in the browser"

FIGURES = ("turning-query", "scoring-functions", "variance-of-scores", "masked-softmax", "attention-map")
# Measured inside Pyodide. Kino is there already, so what Python remembers and has compiled of it goes first.
CODE = f"""
import json, pathlib, shutil, sys, time
import kino
for folder in list(pathlib.Path(kino.__file__).parent.rglob("__pycache__")):
    shutil.rmtree(folder)
for name in [name for name in sys.modules if name.partition(".")[0] == "kino"]:
    del sys.modules[name]
def clock(work):
    start = time.perf_counter()
    result = work()
    return 1000 * (time.perf_counter() - start), result
def load():
    import kino.attention, kino.bridge, kino.figures
    return kino.figures
seen = {{}}
seen["import kino"], figures = clock(load)
for name in {FIGURES!r}:
    first, _ = clock(lambda: figures.load(name).draw({{}}))
    later = [clock(lambda: figures.load(name).draw({{}}))[0] for _ in range(50)]
    seen[name] = [first, sorted(later)[25]]
json.dumps(seen)
"""


def rows(chromium: Chromium, sites: Sites, plan: Plan) -> list[Row]:
    """Raises WrongResult."""
    say("kino's import and its figures, in the browser")
    seen = [_once(chromium, sites.lesson) for _ in range(plan.firsts)]
    imports = [one["import kino"] for one in seen]
    both = [one["import kino"] + one[FIGURES[0]][0] for one in seen]
    results = [
        Row(GROUP, "import kino", "ms", imports),
        Row(GROUP, f"import kino and the first {FIGURES[0]}", "ms", both),
    ]
    for name in FIGURES:
        for i, what in enumerate(("first drawing", "later drawings")):
            results.append(Row(GROUP, f"{name}, {what}", "ms", [one[name][i] for one in seen]))
    return results


def _once(chromium: Chromium, url: str) -> dict:
    with visitor(chromium) as reader:
        tab = Tab(reader, url)
        text = tab.probe("runCell", CODE)["text"]
    try:
        return json.loads(text.strip("'"))
    except ValueError:
        raise WrongResult(f"{url}: the figures were not measured: {text}") from None
