"""An exception as the page shows it: in Python's words, with the student's own lines, and in plain words."""

import itertools
import linecache
import sys
import traceback
from collections import deque

FILE_PREFIX = "<cell "
MOST_STEPS = 60


def describe(error, *, cell="", others=()):
    """An exception in words.

    {"type", "message", "frames"}: the frames are those of cells, outermost first, each with "cell", "line", "name" and
    "source". The last one has "column" and "end" besides (from 1, in characters), where a part of its line is to blame;
    a syntax error has one frame, which always has them.
    What is known beyond that: "plain", "fix" and "see" of `kino.explain`; "inside", the function of a library in which
    it was raised; "traceback", Python's own, where it says more than the frames.
    cell: the id of the cell that ran; others: the cells of the page, as for `run`
    """
    message = _message(error)
    frames, more = _frames(error)
    told = {"type": type(error).__name__[:100], "message": message, "frames": frames}
    return told | more | _explained(error, message, cell, others)


def _frames(error):
    if issubclass(type(error), SyntaxError) and (error.filename or "").startswith(FILE_PREFIX):
        return [_frame(error.filename, error.lineno or 1, "") | _columns(error)], {}
    steps = [step for step in _steps(error) if not _is_machinery(step)]
    own = [i for i, step in enumerate(steps) if step.tb_frame.f_code.co_filename.startswith(FILE_PREFIX)]
    if not own:
        return [], {}
    shown = own if len(own) <= 8 else own[:4] + own[-4:]  # a recursion may be a million deep
    frames = [_frame(code.co_filename, line, code.co_name) for code, line in (_place(steps[i]) for i in shown)]
    frames[-1] |= _part(steps[own[-1]])
    below = steps[own[-1] + 1 :]
    more = {"inside": _called(below[0].tb_frame)} if below else {}
    earlier = error.__cause__ or (error.__context__ and not error.__suppress_context__)
    if earlier or len(frames) < len(steps) - own[0]:
        more["traceback"] = _traceback(error, steps[own[0]])
    return frames, more


def _steps(error):
    return _from(error.__traceback__)


def _from(step):
    while step:
        yield step
        step = step.tb_next


def _place(step):
    return step.tb_frame.f_code, max(1, step.tb_lineno or 1)  # before its first line, code is at line 0


def _is_machinery(step):
    """Whether a step is in what runs the cells, which is nothing to the reader; the rest of kino is a library."""
    name = str(step.tb_frame.f_globals.get("__name__"))
    return name.startswith("kino.") and not name.startswith(("kino.attention", "kino.figures", "kino.heatmaps"))


def _columns(error):
    column = error.offset or 1
    end = error.end_offset or 0 if error.end_lineno == error.lineno else 0
    return {"column": column, "end": max(end, column + 1)}


def _part(step):
    """The columns of the expression that failed, unless it is all of its line or more than one line."""
    code = step.tb_frame.f_code
    line, last, *columns = next(itertools.islice(code.co_positions(), step.tb_lasti // 2, None))
    if line is None or line != last or line != step.tb_lineno or None in columns:
        return {}
    text = _text_of(code.co_filename, line)
    column, end = (len(text.encode()[:place].decode(errors="ignore")) + 1 for place in columns)
    return {} if text[column - 1 : end - 1] == text.strip() else {"column": column, "end": end}


def _called(frame):
    # By the name under which it is called: numpy.linalg.solve, not numpy.linalg._linalg.solve.
    code, module = frame.f_code, str(frame.f_globals.get("__name__", ""))
    public = [module.rsplit(".", i)[0] for i in range(module.count("."), -1, -1)]
    known = [name for name in public if code.co_name in getattr(sys.modules.get(name), "__dict__", {})]
    return f"{known[0] if known else module}.{code.co_qualname}"[:100]


def _traceback(error, first):
    try:
        told = traceback.TracebackException(type(error), error, first, limit=-MOST_STEPS)
        steps = deque(_from(first), MOST_STEPS)
        told.stack[:] = [line for line, step in zip(told.stack, steps, strict=True) if not _is_machinery(step)]
        words = "".join(told.format())
    except BaseException:
        return ""
    return words if len(words) <= 8000 else f"{words[:3000]}\n…\n{words[-5000:]}"


def _explained(error, message, cell, others):
    # An error in explaining must not stand in for the error itself, nor may it end the run.
    try:
        from kino.explain import explain  # only where there is an error to explain, for a page is to start fast

        cached = {name: entry[2] for name, entry in linecache.cache.items() if name.startswith(FILE_PREFIX)}
        sources = {name[len(FILE_PREFIX) : -1]: "".join(lines) for name, lines in cached.items()}
        return explain(error, message, cell=cell, sources=sources, others=[tuple(pair) for pair in others])
    except BaseException:
        return {}


def _message(error):
    return _shortened(_whole_message(error), 4000)


def _shortened(words, most):
    return words if len(words) <= most else f"{words[:most]} … ({len(words) - most:,} characters left out)"


def _whole_message(error):
    if issubclass(type(error), SyntaxError):
        return error.msg or ""
    try:
        # Given the traceback, Python says which name may have been meant; limit=0 leaves the frames out.
        told = traceback.TracebackException(type(error), error, error.__traceback__, limit=0)
        words = "".join(told.format_exception_only()).strip()
    except BaseException:
        return ""  # the student may have pressed Stop, or the error cannot say what it is
    name, _, message = words.partition(": ")
    return message if name.rpartition(".")[2] in (type(error).__name__, type(error).__qualname__) else words


def _frame(filename, line, name):
    cell = filename[len(FILE_PREFIX) : -1]
    name = "" if name == "<module>" else name
    source = _shortened(_text_of(filename, line).strip(), 300)
    return {"cell": cell, "line": line, "name": name, "source": source}


def _text_of(filename, line):
    try:
        return linecache.getline(filename, line)
    except Exception:
        return ""  # the student has spoilt the cache
