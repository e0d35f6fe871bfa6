"""The answer to an exercise: run like any cell, then checked by the author's asserts. Standard library only."""

import ast
import builtins
import inspect
import itertools
import re
import sys
import warnings

from kino import cell as cells
from kino.errors import FILE_PREFIX, describe

BLANK = re.compile(r"_{4,}")
ENDED = "The program ended before it could be checked. Take out what ends it, such as `exit()`."
# What takes more room than this is handed to the check as it is, and not copied.
_LARGEST = 10_000_000
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_UNNAMED = (ast.Constant, ast.Starred, ast.NamedExpr, *_COMPREHENSIONS)


def answer(source, names, check, *, name, emit, others=(), finish=lambda: None, **steps):
    """Run an answer and check it.

    source: the answer; names: the dict shared by the cells of the page; check: {"source": the author's asserts,
    "makes": the names that the answer has to make}; the rest as for `kino.cell.run`
    Returns an outcome of `kino.cell.run`, with "verdict" where it was checked: {"passed": True}, or {"passed": False}
    and "words", what the check says; "line", the answer's line that this is about; or, beside an error that the answer
    raised when the check called it, "called", that call. Where answer or check waits, a coroutine that returns it.
    """
    line = next(iter(blanks(source)), None)
    if line:
        return {"status": "done", "verdict": _refused(f"Fill in the blank on line {line} first.", line=line)}
    before = dict(names)
    steps |= {"finish": finish, "others": others}

    def judge(outcome):
        if outcome["status"] == "ended":
            return outcome | {"verdict": _refused(ENDED)}
        if outcome["status"] != "done":
            return outcome
        made = bound(source)
        missing = [one for one in check["makes"] if one not in made and names.get(one) is before.get(one)]
        if missing:
            words = f"The check looks for {_listed(missing)}, which your code does not make."
            return outcome | {"verdict": _refused(words)}
        return _check(check, names, name, emit, steps)

    return _then(cells.run(source, names, name=name, emit=emit, **steps), judge)


def blanks(source):
    """The lines on which a blank, `____`, is left; none where the source cannot be read."""
    tree = _parsed(source)
    found = (
        node.lineno
        for node in ast.walk(tree)
        if hasattr(node, "lineno") and any(isinstance(v, str) and BLANK.fullmatch(v) for v in _words(node))
    )
    return sorted(set(found))


def bound(source):
    """The names that a source makes at its top level; none where it cannot be read."""
    found, left = set(), [_parsed(source)]
    while left:
        node = left.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.partition(".")[0])
        if not isinstance(node, (*_SCOPES, *_COMPREHENSIONS)):
            left += ast.iter_child_nodes(node)
    return found


def apart(names, keep=()):
    """The names of a page for a check: what it does to them, to their lists and to their arrays, it does to copies.

    A name of Python's own, like `sum`, is Python's again, whatever the reader has called so; unless it is in `keep`.
    """
    array = getattr(sys.modules.get("numpy"), "ndarray", None)

    def own(value):
        kind = type(value)
        if kind is list or kind is dict or kind is set or (kind is array and value.nbytes <= _LARGEST):
            return value.copy()
        return value

    texts = ((name, value) for name, value in names.items() if type(name) is str)
    return {name: own(value) for name, value in texts if name in keep or not hasattr(builtins, name)}


def _check(check, names, name, emit, steps):
    source, makes = check["source"], check["makes"]
    own = f"{name}: check"

    def tell(error):
        return _told(error, source, own, name, steps["others"])

    def only_printed(kind, text):
        if kind != "value":
            emit(kind, text)

    rewrite = _Named(makes).visit
    space = apart(names, makes)
    return _then(cells.run(source, space, name=own, emit=only_printed, rewrite=rewrite, tell=tell, **steps), _verdict)


def _then(outcome, judge):
    """judge(outcome); of a coroutine, a coroutine of it."""
    return _later(outcome, judge) if inspect.iscoroutine(outcome) else judge(outcome)


async def _later(outcome, judge):
    judged = judge(await outcome)
    return await judged if inspect.iscoroutine(judged) else judged


def _verdict(outcome):
    status, error = outcome["status"], outcome.get("error", {})
    if status == "done":
        return outcome | {"verdict": {"passed": True}}
    if status == "ended":
        return outcome | {"verdict": _refused(ENDED)}
    if "words" in error:
        return {"status": "done", "verdict": _refused(error["words"])}
    return outcome | {"verdict": _refused("", called=error.pop("called", ""))} if error else outcome


def _refused(words, **more):
    return {"passed": False} | ({"words": words} if words else {}) | more


def _told(error, source, own, cell, others):
    """What the check says by an error: {"words"}; or the error itself, where the answer raised it, with "called"."""
    steps = [step for step in _steps(error) if step.tb_frame.f_code.co_filename.startswith(FILE_PREFIX)]
    checks = [step for step in steps if step.tb_frame.f_code.co_filename == f"{FILE_PREFIX}{own}>"]
    told = describe(error, cell=cell, others=others)
    if steps and steps[-1] not in checks:
        told["frames"] = [frame for frame in told["frames"] if frame["cell"] != own]
        told.pop("traceback", None)  # it would show the lines of the check
        return told | {"called": _code_at(checks[-1], source) if checks else ""}
    empty = _gave_nothing(checks[-1], source) if checks else ""
    if issubclass(type(error), AssertionError):
        words = told["message"] or _bare(checks[-1], source)
    else:
        words = empty or f"The check could not go on: {told['type']}: {told['message']}"
    return {"words": words if empty in words else f"{words} {empty}"}


def _steps(error):
    step = error.__traceback__
    while step:
        yield step
        step = step.tb_next


class _Named(ast.NodeTransformer):
    """Gives names to what is asked of the answer, so that its value can be told: calls of what it makes, and both sides
    of an assert that has no message."""

    def __init__(self, makes):
        self._makes = makes

    def visit_Call(self, node):
        self.generic_visit(node)
        return _name(node) if _is_call_of(node, self._makes) else node

    def visit_Assert(self, node):
        test = node.test
        parts = [] if node.msg else _sides(test)
        self.generic_visit(node)
        # A side that is a call of the answer has its name by now.
        for part in parts:
            _replace(test, part, _name(part))
        return node

    def leave(self, node):
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_Lambda = leave


def _is_call_of(node, makes):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makes


def _sides(test):
    parts = [test.left, *test.comparators] if isinstance(test, ast.Compare) else getattr(test, "args", [])
    return [part for part in parts if not isinstance(part, _UNNAMED)]


def _replace(test, old, new):
    if isinstance(test, ast.Compare):
        test.left = new if test.left is old else test.left
    parts = test.comparators if isinstance(test, ast.Compare) else test.args
    parts[:] = [new if part is old else part for part in parts]


def _name(node):
    target = ast.copy_location(ast.Name(_label(node), ast.Store()), node)
    return ast.copy_location(ast.NamedExpr(target, node), node)


def _label(node):
    return f"_kino_{node.lineno}_{node.col_offset}_{node.end_lineno}_{node.end_col_offset}"


def _bare(step, source):
    """Says of an assert without a message what it wants, and what there is."""
    line = step.tb_lineno
    nodes = [node for node in ast.walk(_parsed(source)) if isinstance(node, ast.Assert)]
    node = next((one for one in nodes if one.lineno <= line <= one.end_lineno), None)
    if node is None:
        return "Something that has to be true is not."
    found = [(side, _value(side, step.tb_frame)) for side in _sides(node.test)]
    values = [f"`{_code(side)}` is `{value}`" for side, value in found if value]
    return f"`{_code(node.test)}` has to be true, and is not.{' Here ' + ', and '.join(values) + '.' if values else ''}"


def _value(node, frame):
    names = frame.f_globals | frame.f_locals
    if _label(node) not in names:
        return ""
    try:
        words = repr(names[_label(node)])
    except Exception:  # the answer may hand out what cannot be shown
        return ""
    return words if len(words) <= 200 else f"{words[:200]}…"


def _gave_nothing(step, source):
    """Says that a call of the answer gave None, where one did."""
    names = step.tb_frame.f_globals | step.tb_frame.f_locals
    calls = (node for node in ast.walk(_parsed(source)) if isinstance(node, ast.Call))
    empty = next((node for node in calls if names.get(_label(node), node) is None), None)
    return f"`{_code(empty)}` gives None: is there a `return` in it?" if empty else ""


def _code_at(step, source):
    """The piece of the check that a step of the traceback is at."""
    at = next(itertools.islice(step.tb_frame.f_code.co_positions(), step.tb_lasti // 2, None))
    places = ((node, [getattr(node, key, None) for key in _PLACE]) for node in ast.walk(_parsed(source)))
    return next((_code(node) for node, place in places if place == list(at) and isinstance(node, ast.expr)), "")


_PLACE = ("lineno", "end_lineno", "col_offset", "end_col_offset")


def _code(node):
    words = ast.unparse(node)
    return words if len(words) <= 200 else f"{words[:200]}…"


def _parsed(source):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.Module([], [])


def _words(node):
    return (getattr(node, field, None) for field in ("id", "attr", "arg", "name", "asname"))


def _listed(names):
    return " and ".join(f"`{name}`" for name in names)
