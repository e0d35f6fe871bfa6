"""Slow loops. Python looks for Stop every few dozen bytecodes, which is too seldom where one of them takes a tenth of a
second. So the loops and functions of cells are watched, and where they turn slowly, Stop is looked for at each turn."""

import sys
import time
from weakref import WeakValueDictionary

SLOW = 0.002  # seconds for a turn; what is faster is watched no longer and costs nothing
TOOLS = (4, 3)  # numbers that debuggers and profilers leave free

_monitoring = getattr(sys, "monitoring", None)
_codes = WeakValueDictionary()  # by id: code of the same text is equal
_tool = None


def begin(codes, check):
    """Watch the code of a cell, and of those before it; check() raises where Stop was pressed."""
    global _tool
    end()
    for code in codes:
        _learn(code)
    if not _monitoring:
        return
    _tool = next((tool for tool in TOOLS if _monitoring.get_tool(tool) is None), None)
    if _tool is None:
        return
    turned = {}

    def turn(code, place, *_):
        now = time.perf_counter()
        before = turned.get((id(code), place))
        turned[id(code), place] = now
        if before is not None and 0 <= now - before < SLOW:
            return _monitoring.DISABLE
        return check()

    _monitoring.use_tool_id(_tool, "kino")
    events = _monitoring.events.JUMP | _monitoring.events.PY_START
    for event in (_monitoring.events.JUMP, _monitoring.events.PY_START):
        _monitoring.register_callback(_tool, event, turn)
    for code in _codes.values():
        _monitoring.set_local_events(_tool, code, events)


def _learn(code):
    _codes[id(code)] = code
    for constant in code.co_consts:
        if isinstance(constant, type(code)):
            _learn(constant)


def end():
    """Watch no longer."""
    global _tool
    if _tool is not None and _monitoring.get_tool(_tool) == "kino":
        _monitoring.free_tool_id(_tool)
    _tool = None
