"""The one door between the page and Python: handle(kind, json) → json. All that the worker calls."""

import asyncio
import json
import sys

from kino import cell as cells
from kino import complete, driving, exercise, figures, keyboard, loops, rest, stopping, streams, waiting, watching
from kino.guard import Guard, apart
from kino.host import Host
from kino.memory import Memory, look
from kino.variables import Variables, inspect, marks

host = None

_namespace = {"__name__": "__main__"}
_figures = {}
_drawn = {}
_guard = None
_memory = Memory()
_drivers = driving.Drivers()
_variables = Variables()

# What a module of kino needs beyond NumPy.
_NEEDS = {"kino.heatmaps": "matplotlib"}


def connect(open_output, offers=None):
    """Say where output goes: open_output() gives, for the run that begins, an emit(kind, text), kind "out", "err",
    "value" or "image" (JSON); and what the browser offers, if this is one: see `kino.host.Host`."""
    global _open_output, _guard, host
    _open_output, _guard = open_output, None
    if offers:
        host = Host(offers)
        streams.install()
        stopping.install(cells.show, _show_plots, loops.Loop.select, missed=host.missed)
        waiting.install(host)


def arrived():
    """The rest of Python has come: see `kino.rest.arrived`."""
    if _guard:
        _guard.accept_files()
    return rest.arrived()


def handle(kind, payload):
    """Answer one request.

    draw    {"figure", "state"} → {"svg", "values", "words"}, {"error"} where drawing raised, or
                                 {"absent"} where it needs what `kino.rest` waits for
    drive   {"cell", "figure", "state"} → the same with the function that a cell has made: see `kino.driving`
    run     {"cell", "source", "others", "drives", "check"} → an outcome of `kino.cell.run`; others: the page's cells,
                                 [[id, source], …]; drives: the name of the function that the cell hands to a figure,
                                 whose number is then in the outcome as "drives"; check: what an answer is checked by,
                                 as for `kino.exercise.answer`, whose outcome it is then
    forget  {"cell"} → {"back": [...]}: what the cell's runs did to names is taken back; the names that are there again
    variables, values  {"cell"} → the arrays and numbers that its last run made or changed: `listed`, `summed` of
                                 `kino.variables.Variables`
    inspect {"name"} → one of them as a table, of `kino.variables.inspect`
    imports {"source"} → {"modules": [...], "whole"}: whether it may need what `kino.rest` waits for
    complete  {"source", "cursor", "seen"} → what may be written there, of `kino.complete.complete`
    signature {"source", "cursor"} → the call around the cursor, or null
    cancel  {"also_waiting"} → {"cancelled"}: what `kino.stopping.cancel` says
    Returns JSON text; for a run with a top-level `await`, an awaitable of it.
    Raises KeyError for an unknown kind, TypeError for a payload of another form, RuntimeError where Python must be
    restarted: a cell has broken what cannot be put back.
    """
    answer = _KINDS[kind](**json.loads(payload))
    return stopping.keep(_later(answer)) if asyncio.iscoroutine(answer) else _dump(answer)


def _draw(figure, state):
    answer = apart(_attempt, figure, state)
    known = _drawn.get(figure, (None, None))
    is_known = known[0] == state
    if _guard and (answer != known[1] if is_known else "error" in answer):
        # Something that a cell left behind may have reached the figure.
        _guard.put_back()
        _figures.pop(figure, None)
        again = apart(_attempt, figure, state)
        if is_known and again == answer:
            raise RuntimeError(f"the figure {figure} is no longer what it was")
        answer = again
    if "svg" in answer:
        _drawn[figure] = state, answer
    return answer


def _attempt(figure, state):
    try:
        picture = _figure(figure).draw(state)
        return {"svg": picture.svg, "values": picture.plain_values(), "words": picture.words}
    except rest.NotHere:
        return {"absent": True}
    except Exception as error:
        return {"error": cells.describe(error)}


def _figure(name):
    if name not in _figures:
        _figures[name] = figures.load(name)
    return _figures[name]


def _drive(cell, figure, state):
    if not _guard:
        return {"gone": True}  # no cell has run
    try:
        known = _figure(figure)
    except rest.NotHere:
        return {"absent": True}
    return apart(_drivers.draw, cell, known, state, _guard.put_back)


def _run(cell, source, others=(), drives=None, check=None):
    global _guard
    stopping.begin()
    guard = _guard = _guard or Guard()
    guard.begin()
    if host:
        keyboard.install(host)
    names, memory, drivers, variables = _namespace, _memory, _drivers, _variables
    if check and not exercise.blanks(source):
        memory.forget(cell, names)  # what an earlier answer has left is no part of this one
    before, marked = look(names), marks(names)

    def after():
        guard.put_back()
        memory.note(cell, before, names)
        variables.note(cell, source, marked, names)
        if drives:
            drivers.take(cell, drives, names)

    steps = {"name": cell, "emit": _open_output(), "others": others}
    steps |= {"begin": _watch, "finish": _show_plots, "after": after}
    outcome = exercise.answer(source, names, check, **steps) if check else cells.run(source, names, **steps)
    told = (lambda: {"drives": drivers.number(cell)}) if drives else dict
    return _with(outcome, told) if asyncio.iscoroutine(outcome) else _ended(outcome) | told()


async def _with(outcome, told):
    return await outcome | told()


def _watch(codes):
    if host:
        watching.begin(codes, host.check)


def _ended(outcome):
    """The outcome, if the next cell will find a Python that works. Raises RuntimeError if not."""
    watching.end()
    if outcome["status"] == "stopped":
        stopping.cancel(also_waiting=True)  # what the cell has left to run behind it
    if not _works():
        _guard.put_back()
        if not _works():
            raise RuntimeError("a cell has broken Python itself")
    if not _guard.has_its_files():
        raise RuntimeError("a cell has removed files of Python")
    return outcome


def _works():
    sent = []
    try:
        with streams.unnoticed():
            source = "from builtins import print\nprint(1)"
            outcome = cells.run(source, dict(_namespace), name="", emit=lambda *item: sent.append(item))
        return outcome == {"status": "done"} and "".join(words for _, words in sent) == "1\n"
    except Exception:
        return False


def _forget(cell):
    _drivers.drop(cell)
    _variables.drop(cell)
    return {"back": [name for name in _memory.forget(cell, _namespace) if len(name) < 100][:20]}


def _imports(source):
    modules = cells.imports(source)
    names = {_NEEDS.get(module, module.partition(".")[0]) for module in modules}
    return {"modules": sorted(names), "whole": rest.may_be_wanted(source)}


def _complete(source, cursor, seen):
    return complete.complete(source, cursor, _namespace, seen)


def _signature(source, cursor):
    return complete.signature_at(source, cursor, _namespace)


def _cancel(also_waiting=False):
    return {"cancelled": stopping.cancel(also_waiting=also_waiting)}


_KINDS = {
    "draw": _draw,
    "drive": _drive,
    "run": _run,
    "variables": lambda cell: _variables.listed(cell, _namespace),
    "values": lambda cell: apart(_variables.summed, cell, _namespace),
    "inspect": lambda name: apart(inspect, name, _namespace),
    "forget": _forget,
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
    # Also where the cell has chosen another backend, which shows nothing here.
    if "matplotlib.pyplot" in sys.modules:
        from kino import plots

        plots.show()


def _open_output():
    return _nowhere


def _nowhere(kind, words):
    raise RuntimeError("kino.bridge.connect has not been called")


def _dump(answer):
    return json.dumps(answer, allow_nan=False)
