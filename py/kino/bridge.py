"""The one door between the page and Python: handle(kind, json) → json. All that the worker calls."""

import asyncio
import json
import sys

from kino import cell as cells
from kino import complete, figures, keyboard, loops, stopping, streams, waiting
from kino.host import Host

host = None

_namespace = {"__name__": "__main__"}
_figures = {}

# What a module of kino needs beyond NumPy.
_NEEDS = {"kino.heatmaps": "matplotlib"}


def connect(open_output, offers=None):
    """Say where output goes: open_output() gives, for the run that begins, an emit(kind, text), kind "out", "err",
    "value" or "image" (JSON); and what the browser offers, if this is one: see `kino.host.Host`."""
    global _open_output, host
    _open_output = open_output
    if offers:
        host = Host(offers)
        streams.install()
        stopping.install(cells.show, _show_plots, loops.Loop.select)
        waiting.install(host)


def handle(kind, payload):
    """Answer one request.

    draw    {"figure", "state"} → {"svg", "values", "words"}, or {"error"} where drawing raised
    run     {"cell", "source"} → an outcome of `kino.cell.run`
    imports {"source"} → {"modules": [...]}
    complete  {"source", "cursor", "seen"} → what may be written there, of `kino.complete.complete`
    signature {"source", "cursor"} → the call around the cursor, or null
    cancel  {} → {"cancelled"}: whether there were tasks of the running cell, which are cancelled
    Returns JSON text; for a run with a top-level `await`, an awaitable of it.
    Raises KeyError for an unknown kind, TypeError for a payload of another form.
    """
    answer = _KINDS[kind](**json.loads(payload))
    return stopping.keep(_later(answer)) if asyncio.iscoroutine(answer) else _dump(answer)


def _draw(figure, state):
    try:
        if figure not in _figures:
            _figures[figure] = figures.load(figure)
        picture = _figures[figure].draw(state)
        return {"svg": picture.svg, "values": picture.plain_values(), "words": picture.words}
    except Exception as error:
        return {"error": cells.describe(error)}


def _run(cell, source):
    stopping.begin()
    if host:
        keyboard.install(host)
    answer = cells.run(source, _namespace, name=cell, emit=_open_output(), finish=_show_plots)
    return answer if asyncio.iscoroutine(answer) else _ended(answer)


def _ended(outcome):
    if outcome["status"] == "stopped":
        stopping.cancel()  # what the cell has left to run behind it
    return outcome


def _imports(source):
    modules = cells.imports(source)
    return {"modules": sorted({_NEEDS.get(module, module.partition(".")[0]) for module in modules})}


def _complete(source, cursor, seen):
    return complete.complete(source, cursor, _namespace, seen)


def _signature(source, cursor):
    return complete.signature_at(source, cursor, _namespace)


def _cancel():
    return {"cancelled": stopping.cancel()}


_KINDS = {
    "draw": _draw,
    "run": _run,
    "imports": _imports,
    "complete": _complete,
    "signature": _signature,
    "cancel": _cancel,
}


async def _later(answer):
    try:
        return _dump(_ended(await asyncio.ensure_future(answer)))
    except asyncio.CancelledError:
        return _dump(_ended({"status": "stopped"}))  # cancelled before the cell's first step


def _show_plots():
    # The backend is loaded only once matplotlib has been used in this page.
    plots = sys.modules.get("kino.plots")
    if plots:
        plots.show()


def _open_output():
    return _nowhere


def _nowhere(kind, words):
    raise RuntimeError("kino.bridge.connect has not been called")


def _dump(answer):
    return json.dumps(answer, allow_nan=False)
