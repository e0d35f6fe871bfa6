"""What Python has done already when a reader wakes it. Runs in the interpreter of which the image is taken."""

import ast
import contextlib
import gc
import importlib
import linecache
import os
import pkgutil
import re
import sys
import zipimport

# What small programs import, beside what NumPy and kino do.
COMMON = ("collections", "functools", "itertools", "json", "math", "random", "string", "textwrap", "time", "traceback")

importlib.invalidate_caches()
numpy = importlib.import_module("numpy")
assert numpy.ones(3).sum() == 3 and numpy.linalg.inv(numpy.eye(2) * 2)[0, 0] == 0.5
for name in ("kino.bridge", *COMMON):
    importlib.import_module(name)
for module in pkgutil.walk_packages(importlib.import_module("kino").__path__, "kino."):
    with contextlib.suppress(ImportError):  # it needs what comes later
        importlib.import_module(module.name)
ast.unparse(ast.parse("0"))  # it imports what it is made of when it is first called; hints quote code by it

# What is of this moment, or will not be there when the image is restored.
os.environ.pop("PYTHONHASHSEED")
os.environ.pop("PYTHONDONTWRITEBYTECODE")
sys.path.remove("")  # it is put in again
linecache.clearcache()
re.purge()
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
gc.collect()
