"""What a cell can do to Python itself: name → code. HELD is put back after the cell; LOST costs a restart of Python."""

LOW_LIMIT = """
import sys
for limit in range(5, 100):
    try:
        sys.setrecursionlimit(limit)
        break
    except RecursionError: pass
"""

HELD = {
    "names": "print = input = open = 5\nnp = plt = softmax = attend = None",
    "names that python put there": "__builtins__ = {}\ndel __name__",
    "all names": "globals().clear()",
    "a function of numpy": "import numpy as np\nnp.exp = np.array = None\nnp.linalg = 5\nnp.pi = 3",
    "all of numpy": "import numpy as np\nfor name in list(vars(np)): delattr(np, name)",
    "numpy's inside": "import numpy as np\nnp._core.multiarray = np.ndarray = np._core = None",
    "a function of kino": "import kino.attention as a\na.softmax = a.attention_pooling = None\na.pooling = 3",
    "a figure": "import kino.figures.turning_query as t\nt.draw = t.KEYS = t.UNIT = t.REEL = None",
    "the figures": "import kino.bridge as b\nb._figures.clear()\nb._figures['turning-query'] = 5",
    "the bridge": "import kino.bridge as b\nb._run = b._draw = b._KINDS = b.json = b.handle = None",
    "json": "import json\njson.dumps = json.loads = None",
    "builtins": "import builtins\nbuiltins.print = builtins.len = builtins.isinstance = builtins.dict = None",
    "all builtins": "import builtins\nvars(builtins).clear()",
    "exceptions": "import builtins\nbuiltins.BaseException = builtins.Exception = builtins.SyntaxError = None\n1/0",
    "types": "import builtins\nbuiltins.type = builtins.str = builtins.int = None",
    "import": "import builtins\nbuiltins.__import__ = None",
    "math": "import math\nmath.sqrt = 0\nmath.pi = 3\nmath.isfinite = None",
    "modules": "import sys\nsys.modules.clear()",
    "another dict of modules": "import sys\nsys.modules = {}",
    "one module": "import sys\ndel sys.modules['numpy'], sys.modules['kino.figures']",
    "the search path": "import sys\nsys.path = []\nsys.meta_path.clear()\nsys.path_hooks.clear()",
    "a low limit": LOW_LIMIT,
    "a low limit and an error": LOW_LIMIT + "1/0",
    "no limit": "import sys\nsys.setrecursionlimit(10**9)",
    "a trace function": "import sys\nsys.settrace(lambda *_: 1/0)",
    "a profile function": "import sys\nsys.setprofile(lambda *_: 1/0)",
    "no garbage collection": "import gc\ngc.disable()\ngc.callbacks.append(lambda *_: 1/0)",
    "warnings": "import warnings\nwarnings.warn = warnings.showwarning = warnings.catch_warnings = None",
    "the environment": "import os\nos.chdir('/')\nos.environ.clear()",
    "interrupts": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN);",
    "hooks": "import sys\nsys.excepthook = sys.displayhook = sys.unraisablehook = None",
    "no streams": "import sys\nsys.stdout = sys.stderr = sys.stdin = sys.__stdout__ = sys.__stderr__ = None",
    "a closed stream": "import sys\nsys.stdout.close()",
    "what kino imports": """
import ast, asyncio, inspect, io, linecache, re, traceback, typing
inspect.CO_COROUTINE = inspect.signature = ast.parse = traceback.walk_tb = None
traceback.TracebackException = None
linecache.getline = linecache.cache = None
io.StringIO = re.compile = typing.Any = asyncio.iscoroutine = None
1/0
""",
    "the loop": "import asyncio\nasyncio.set_event_loop(None)\nasyncio.events._set_running_loop(None)",
    "a class for a function": "import builtins, numpy\nclass int(int): pass\nbuiltins.int = numpy.float64 = int",
    "a finder": "import sys\nclass Finder:\n    def find_spec(*_): return None\nsys.meta_path.insert(0, Finder())",
    "kino's own frame": "import sys\nsys._getframe(1).f_globals.clear()",
    "names that are none": "globals()[5] = 1\nglobals()[None] = 2",
}

LOST = {
    "a method that everything needs": "import json\njson.JSONEncoder.encode = None",
    "the stream's class": "import kino.streams\nkino.streams._Text.write = None",
    "an audit hook": "import sys\nsys.addaudithook(lambda *_: 1/0)",
    "python's files": "import shutil\nshutil.rmtree('/lib', ignore_errors=True)",
    "the standard library": "import glob\nfor file in glob.glob('/lib/*.zip'): open(file, 'w').write('x');",
    "everything that can be found": "import gc\nfor one in gc.get_objects():\n    if type(one) is dict: one.clear()",
    "a key that cannot be compared": """
class Key(str):
    def __eq__(self, other): 1/0
    def __hash__(self): return hash('print')
globals()[Key('print')] = 1
""",
    "a look at every call": """
import sys
watch = sys.monitoring
watch.use_tool_id(1, 'x')
watch.register_callback(1, watch.events.PY_START, lambda *_: 1/0)
watch.set_events(1, watch.events.PY_START)
""",
    "the browser's own functions": "import js\njs.postMessage = js.JSON = js.Object = None",
}
