"""What kino costs in the browser: its import, as the first time, and each figure's first drawing and later ones."""

import json

from playwright.sync_api import Browser

from .chromium import Tab, WrongResult, visitor

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


def measure(browser: Browser, url: str, rounds: int) -> dict[str, list]:
    """{"import kino": [ms, …], figure: [[first ms, …], [later ms, …]]}. Raises WrongResult."""
    seen = [_once(browser, url) for _ in range(rounds)]
    found: dict[str, list] = {"import kino": [one["import kino"] for one in seen]}
    return found | {name: [[one[name][i] for one in seen] for i in (0, 1)] for name in FIGURES}


def _once(browser: Browser, url: str) -> dict:
    with visitor(browser) as context:
        tab = Tab(context, url)
        text = tab.probe("runCell", CODE)["text"]
    try:
        return json.loads(text.strip("'"))
    except ValueError:
        raise WrongResult(f"{url}: the figures were not measured: {text}") from None
