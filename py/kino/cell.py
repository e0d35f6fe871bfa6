"""Runs one cell: source and namespace in; what was printed, shown and raised out. Standard library only."""

import ast
import asyncio
import inspect
import io
import linecache
from functools import partial

from kino import streams, warned
from kino.errors import FILE_PREFIX, describe


def imports(source):
    """The modules that `source` may import anywhere in it, by their full names; none if it cannot be parsed.

    `from kino import heatmaps` may mean the module kino.heatmaps or a name in kino, so both are returned.
    """
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return sorted(names)


def run(
    source,
    namespace,
    *,
    name,
    emit,
    begin=lambda codes: None,
    finish=lambda: None,
    after=lambda: None,
    others=(),
    rewrite=lambda tree: tree,
    tell=None,
):
    """Run a cell.

    source: its text; namespace: the dict shared by the cells of a page, changed in place; name: the cell's id
    emit(kind, text): called with kind "out", "err" or "value" as text appears
    begin(codes): called before the code, with its code objects
    finish(): called after the code, also after an error, with the streams still in place (open plots are shown there)
    after(): called as soon as the code has ended, before anything else is asked of Python
    others: the cells of the page in order, [(id, source)], so that an error can say which of them makes a name
    rewrite(tree): what is run in the place of the source, as a tree
    tell(error): what is told of an error; without it, what `kino.errors.describe` says
    Returns an outcome {"status": "done" | "ended" | "stopped"} or {"status": "error", "error": {...}}; where the source
    has a top-level `await`, a coroutine that returns it. Raises nothing that the source raises.
    """
    filename = f"{FILE_PREFIX}{name}>"
    _tidy(namespace)
    tell = tell or partial(describe, cell=name, others=others)
    try:
        with streams.sending(emit), warned.telling(name):
            steps = _compile(source, filename, rewrite)
    except BaseException as error:
        return _outcome(error, tell)
    begin([code for code, *_ in steps])
    coroutine = _run(steps, namespace, emit, finish, after, name, tell)
    return coroutine if any(waits for _, waits, _ in steps) else _now(coroutine)


def _tidy(namespace):
    # A warning is given once a place; each run is to give it anew. And a cell after `print = 5` can print.
    namespace.pop("__warningregistry__", None)
    namespace.pop("__builtins__", None)  # Python puts its own there
    namespace["__name__"] = "__main__"
    if not callable(namespace.get("print", print)):
        del namespace["print"]


def _now(coroutine):
    # A coroutine that awaits nothing runs to its end at the first send.
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value


async def _run(steps, namespace, emit, finish, after, name, tell):
    evaluate = eval  # the first step may have put something else in its place
    with streams.sending(emit), warned.telling(name):
        outcome = {"status": "done"}
        try:
            try:
                for code, waits, is_value in steps:  # noqa: B007 (the last one's is used)
                    value = evaluate(code, namespace)
                    value = await value if waits else value
            finally:
                after()
            show(value, is_value)
        except BaseException as error:
            outcome = _outcome(error, tell)
        try:
            finish()
        except BaseException as error:
            # The code's own error says more than that of a plot it left behind.
            outcome = _outcome(error, tell) if outcome["status"] == "done" else outcome
        return outcome


def _waits(code):
    return bool(code.co_flags & inspect.CO_COROUTINE)


def _compile(source, filename, rewrite):
    """The cell as (code, waits, is_value) steps; the last expression is a value unless a semicolon ends it."""
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = list(io.StringIO(source))  # unlike splitlines, ends a line where Python does: at a newline only
    linecache.cache[filename] = (len(source), None, lines, filename)
    body = rewrite(ast.parse(source, filename)).body
    value = body.pop() if body and isinstance(body[-1], ast.Expr) and not _ends_in_semicolon(body[-1], lines) else None
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        steps = [(compile(ast.Module(body, []), filename, "exec", flags), False)]
        if value:
            steps.append((compile(ast.Expression(value.value), filename, "eval", flags), True))
    except SyntaxError as error:
        # The parser counts a column in characters, the compiler in bytes.
        if error.lineno and error.offset:
            before = lines[error.lineno - 1].encode()[: error.offset - 1]
            error.offset = len(before.decode(errors="ignore")) + 1
        raise
    return [(code, _waits(code), is_value) for code, is_value in steps]


def _ends_in_semicolon(statement, lines):
    after = lines[statement.end_lineno - 1].encode()[statement.end_col_offset :].decode()
    return after.lstrip().startswith(";")


def show(value, is_value):
    """Send a step's value, if it is to be shown."""
    if is_value and value is not None and not _is_plot(value):
        streams.write("value", repr(value))


def _is_plot(value):
    """Whether a value is what a plotting call hands back: the picture says it better than its repr."""
    parts = value if isinstance(value, (list, tuple)) and value else [value]
    return all(type(part).__module__.startswith("matplotlib.") for part in parts)


def _outcome(error, tell):
    kind = type(error)  # what an error says of itself need not be true
    if issubclass(kind, SystemExit):
        return {"status": "ended"}
    if issubclass(kind, (KeyboardInterrupt, asyncio.CancelledError)):
        return {"status": "stopped"}
    try:
        return {"status": "error", "error": tell(error)}
    except KeyboardInterrupt:  # Stop, while it was told
        return {"status": "stopped"}
    except Exception:  # an error can be made so that nobody may look at it
        return {"status": "error", "error": {"type": "Error", "message": "it cannot be shown", "frames": []}}
