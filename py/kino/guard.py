"""Puts Python back in order after a cell, so that the next cell and the figures find what they need.

What came with Python and its libraries is put back: names of modules, builtins, hooks, limits, the search path, the
environment. What is a setting stays, as in a notebook: warning filters, print options, random seeds, rcParams.
"""

import _signal
import asyncio
import builtins
import contextvars
import gc
import os
import sys
import warnings
from sys import setprofile, setrecursionlimit, settrace
from types import ModuleType

# What a module variable holds of these types is its state, or a student's setting; so is what kino has under a private
# name. What else there is in a module is what it is made of.
_STATE = (type(None), bool, int, str)
# These belong to the run, which puts them back itself.
_STREAMS = {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__"}


class Guard:
    """Python as it is now, to be put back."""

    def __init__(self):
        self._folders = tuple(filter(None, sys.path))
        self._files = _sizes(self._folders)
        self._modules, self._tables, self._known = {}, [], set()
        self._keep_modules()
        self._lists = [(names, list(names)) for names in (sys.path, sys.meta_path, sys.path_hooks)]
        self._limit = sys.getrecursionlimit()
        self._tools = _tools()
        self._gc = gc.isenabled(), gc.get_threshold(), gc.get_debug(), list(gc.callbacks)
        self._interrupt = _signal.getsignal(_signal.SIGINT)
        self._loop = None
        self._environment = dict(os.environ)

    def begin(self):
        """A cell is about to run: what the ones before have left behind may have changed something meanwhile."""
        self._loop = asyncio._get_running_loop()
        self.put_back()

    def put_back(self):
        """Put back what a cell may have changed. Called when its code has just ended, whatever state that left."""
        # Until the tables are put back, a name that is not this module's may be anything.
        setrecursionlimit(self._limit)
        settrace(None)
        setprofile(None)
        for names, before in self._tables:
            names.update(before)
        for now, before in self._lists:
            _refill(now, before)
        sys.modules.update(self._modules)
        self._put_back_interpreter()
        if any(os.environ.get(name) != value for name, value in self._environment.items()):
            os.environ.update(self._environment)
        self._keep_modules()

    def accept_files(self):
        """Take the files as they are now for those that have to be there."""
        self._files = _sizes(self._folders)

    def has_its_files(self):
        """Whether the files that Python imports from are still there, as long as they were."""
        return _sizes(self._files) == self._files

    def _put_back_interpreter(self):
        for i, (tool, before) in enumerate(zip(_tools(), self._tools, strict=True)):
            if tool != before:
                sys.monitoring.free_tool_id(i)
        enabled, threshold, debug, callbacks = self._gc
        (gc.enable if enabled else gc.disable)()
        gc.set_threshold(*threshold)
        gc.set_debug(debug)
        gc.callbacks[:] = callbacks
        if _signal.getsignal(_signal.SIGINT) is not self._interrupt:
            _signal.signal(_signal.SIGINT, self._interrupt)
        if self._loop and asyncio._get_running_loop() is not self._loop:
            asyncio._set_running_loop(self._loop)
            asyncio.set_event_loop(self._loop)

    def _keep_modules(self):
        # A library that a cell has imported is kept as it is after it. The student's own modules are the student's.
        for name, module in list(sys.modules.items()):
            if name not in self._known and isinstance(module, ModuleType):
                self._known.add(name)
                if _origin(module).startswith(("built-in", "frozen", *self._folders)):
                    self._modules[name] = module
                    self._tables.append((vars(module), _parts(module)))


def _origin(module):
    return getattr(getattr(module, "__spec__", None), "origin", None) or ""


def _parts(module):
    names = vars(module)
    if module is builtins:
        return dict(names)
    # The first run of a page waits for this, so names are not looked at one by one in a function of their own.
    parts = {name: value for name, value in names.items() if type(value) not in _STATE or name.isupper()}
    if module is sys:
        return {name: value for name, value in parts.items() if name not in _STREAMS}
    if module.__name__.startswith("kino."):
        return {name: value for name, value in parts.items() if not _is_private_state(name, value)}
    return parts


def _is_private_state(name, value):
    return name.startswith("_") and not name.isupper() and getattr(value, "__name__", "") != name


def _tools():
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on
    return [monitoring.get_tool(i) for i in range(6)] if monitoring else []


def _refill(now, before):
    # What a student has added may stay.
    if not all(any(entry is other for other in now) for entry in before):
        now[:] = before


def _sizes(paths):
    return {path: os.stat(path).st_size for path in paths if os.access(path, os.F_OK)}  # noqa: PTH116


def apart(function, *args):
    """Call a function where no setting of a cell reaches it: NumPy's and decimal's are context variables."""
    return contextvars.Context().run(_quietly, function, *args)


def _quietly(function, *args):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args)
