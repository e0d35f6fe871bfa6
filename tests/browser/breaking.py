"""What someone set on breaking a cell puts into it: name → (code, state, words that the output has to hold)."""

RESTART = ("stopped", "Python had to restart. Your code is safe.")
DEEP = "a = []\nfor _ in range(100_000): a = [a]\n"

# Errors that do not want to be shown.
ERRORS = {
    "str fails": ("class E(Exception):\n    def __str__(self): 1/0\nraise E", "error", "E: "),
    "repr of a value fails": (
        "class A:\n    def __repr__(self): raise ValueError('no repr')\nA()",
        "error",
        "ValueError: no repr",
    ),
    "repr of a value is none": ("class A:\n    def __repr__(self): return None\nA()", "error", "TypeError"),
    "a name that fails": (
        "class M(type):\n    __name__ = property(lambda s: 1/0)\nclass E(Exception, metaclass=M): pass\nraise E('x')",
        "error",
        "",
    ),
    "a long name": ("class E(Exception): pass\nE.__name__ = 'y' * 100_000\nraise E('x')", "error", "yyy"),
    "a class that lies": (
        "class E(Exception):\n    @property\n    def __class__(self): 1/0\nraise E('x')",
        "error",
        "",
    ),
    "no attribute at all": (
        "class E(Exception):\n    def __getattribute__(self, name): raise KeyError(name)\nraise E('x')",
        "error",
        "",
    ),
    "a group": ("raise ExceptionGroup('many', [ValueError(1), TypeError(2)])", "error", "ExceptionGroup: many"),
    "many notes": (
        "e = ValueError('n')\nfor i in range(10_000): e.add_note('note')\nraise e",
        "error",
        "ValueError: n",
    ),
    "notes that are none": ("e = ValueError('n')\ne.__notes__ = 5\nraise e", "error", "ValueError: n"),
    "causes in a circle": (
        "a = ValueError('a'); b = TypeError('b')\na.__cause__ = b; b.__cause__ = a\nraise a",
        "error",
        "ValueError: a",
    ),
    "an exception of another kind": ("class B(BaseException): pass\nraise B('b')", "error", "B: b"),
    "GeneratorExit": ("raise GeneratorExit('g')", "error", "GeneratorExit: g"),
    "StopIteration": ("raise StopIteration(5)", "error", "StopIteration: 5"),
    "StopIteration after an await": (
        "import asyncio\nawait asyncio.sleep(0)\nraise StopIteration(5)",
        "error",
        "StopIteration: 5",
    ),
    "StopAsyncIteration": ("raise StopAsyncIteration", "error", "StopAsyncIteration"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "stopped", "Stopped."),
    "CancelledError": ("import asyncio\nraise asyncio.CancelledError", "stopped", "Stopped."),
    "an exit with an object": ("raise SystemExit(object())", "done", "The program ended."),
    "an exit with a long number": ("raise SystemExit(10**5000)", "done", "The program ended."),
    "None": ("raise None", "error", "exceptions must derive from BaseException"),
    "a number of 5,000 digits": ("10**5000", "error", "ValueError: Exceeds the limit"),
    "what no text can hold": ("raise ValueError('\\ud800')", "error", "ValueError"),
}

# Sources that are odd, long or deep.
SOURCES = {
    "await of a number": ("await 5", "error", "TypeError"),
    "await in a function": ("def f():\n    await 1", "error", "SyntaxError: 'await' outside async function"),
    "return": ("return 5", "error", "SyntaxError: 'return' outside function"),
    "yield": ("x = yield 5", "error", "SyntaxError: 'yield' outside function"),
    "break": ("break", "error", "SyntaxError: 'break' outside loop"),
    "an async generator left open": (
        "async def g():\n    yield 1\na = g()\nprint(await a.__anext__())",
        "done",
        "1",
    ),
    "a null character": ("x = 1\0", "error", "SyntaxError"),
    "half a character": ("x = '\ud800'", "error", "Error"),
    "a megabyte": ("x = '" + "a" * 1_000_000 + "'\nlen(x)", "done", "1000000"),
    "100,000 lines": ("#\n" * 100_000 + "print(1)", "done", "1"),
    "2,000 names": ("\n".join(f"v{i} = {i}" for i in range(2000)) + "\nv5", "done", "5"),
    "200 blocks": ("".join(" " * i + "if 1:\n" for i in range(200)), "error", "IndentationError"),
    "150 brackets": ("[" * 150 + "]" * 150 + ";", "done", ""),
    "a form feed": ("\fx = 1\nprint(x)", "done", "1"),
    "letters that only look so": ("ｐｒｉｎｔ('hi')", "done", "hi"),
    "an encoding that is none": ("# -*- coding: nosuch -*-\nprint(1)", "done", "1"),
    "a future that came late": ("x = 1\nfrom __future__ import braces", "error", "SyntaxError"),
    "an integer of 5,000 digits": ("x = " + "9" * 5000, "error", "SyntaxError: Exceeds the limit"),
    "10,000 brackets": ("(" * 10_000 + ")" * 10_000, *RESTART),
    "20,000 signs": ("-" * 20_000 + "1", *RESTART),
    "50,000 dots": ("x" + ".a" * 50_000, *RESTART),
    "5,000 branches": ("if 0: pass\n" + "elif 0: pass\n" * 5000, *RESTART),
}

# Recursion that Python itself sees, and that of C, which it does not.
DEPTHS = {
    "deepcopy": (DEEP + "import copy\ncopy.deepcopy(a)", "error", "RecursionError"),
    "a comprehension": ("def f(): return [f() for _ in 'a']\nf()", "error", "RecursionError"),
    "==": ("class A:\n    def __eq__(self, other): return self == other\nA() == 1", "error", "RecursionError"),
    "a pattern": ("import re\nre.compile('(' * 5000 + ')' * 5000)", "error", "RecursionError"),
    "eval": ("eval('-' * 100_000 + '1')", "error", "MemoryError"),
    "repr": (DEEP + "repr(a)", *RESTART),
    "hash": ("a = ()\nfor _ in range(100_000): a = (a,)\nhash(a)", *RESTART),
    "json": ("import json\njson.loads('[' * 100_000)", *RESTART),
    "pickle": (DEEP + "import pickle\npickle.dumps(a)", *RESTART),
    "a list that is thrown away": ("a = []\nfor _ in range(1_000_000): a = [a]\ndel a", *RESTART),
    "a sort's key": ("def key(x): return sorted([x], key=key)\nkey(1)", *RESTART),
    "iterators in iterators": ("g = iter([1])\nfor _ in range(100_000): g = map(str, g)\nnext(g)", *RESTART),
    "an object that calls itself": ("class A: pass\nA.__call__ = A()\nA()()", *RESTART),
}

# More memory than there is: an error, and what was taken is given back.
MEMORY = {
    "a long list": ("[0] * 10**9", "error", "MemoryError"),
    "a long text": ("'a' * (2 * 10**9);", "error", "MemoryError"),
    "a large array": ("import numpy as np\nnp.zeros(2 * 10**8)", "error", "MemoryError"),
    "an array too large": ("import numpy as np\nnp.ones(10**12)", "error", "ValueError"),
    "a text that doubles": ("s = 'x'\nwhile True: s += s", "error", "MemoryError"),
    "an array that doubles": (
        "import numpy as np\na = np.ones(1000)\nwhile True: a = np.concatenate([a, a])",
        "error",
        "MemoryError",
    ),
    "more and more": ("b = []\nwhile True: b.append(bytearray(50_000_000))", "error", "MemoryError"),
}

# What would end the interpreter, or reach past it.
OUTSIDE = {
    "os.abort": ("import os\nos.abort()", *RESTART),
    "kill": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", *RESTART),
    "a pointer": ("import ctypes\nctypes.memset(0, 1, 10**8)", *RESTART),
    "a fault": ("import faulthandler\nfaulthandler._sigsegv()", *RESTART),
    "code that is none": (
        "code = (lambda: 1).__code__\nexec(code.replace(co_code=bytes(range(256)), co_consts=(), co_stacksize=0))",
        *RESTART,
    ),
    "a thread": ("import threading\nthreading.Thread(target=print).start()", "error", "RuntimeError"),
    "a process": ("import subprocess\nsubprocess.run(['ls'])", "error", "OSError"),
    "a fork": ("import os\nos.fork()", "error", "OSError"),
    "a connection": ("import urllib.request\nurllib.request.urlopen('http://example.com')", "error", "URLError"),
    "the browser's fetch": ("import js\nawait js.fetch('https://example.com')", "error", "TypeError"),
    "JavaScript": ("import js\njs.eval('1')", "error", "EvalError"),
    "handlers taken away": ("import js\njs.self.onmessage = js.self.addEventListener = None", "done", ""),
    "a flood of timers": (
        "import js\nfrom pyodide.ffi import create_proxy\nf = create_proxy(lambda *_: None)\n"
        "for i in range(2000): js.setTimeout(f, 0)",
        "done",
        "",
    ),
    "a promise that fails": ("import js\njs.Promise.reject(js.Error.new('nobody'));", "done", ""),
    "a finalizer that prints": ("class A:\n    def __del__(self): print('gone')\na = A()\ndel a", "done", "gone"),
    "a finalizer that exits": ("class A:\n    def __del__(self): raise SystemExit\na = A()\ndel a", "done", ""),
    "a finalizer that fails": (
        "import weakref\nclass A: pass\na = A()\nweakref.finalize(a, lambda: 1/0)\ndel a",
        "done",
        "",
    ),
    "a task that is left": ("import asyncio\nasyncio.ensure_future(asyncio.sleep(60));", "done", ""),
    "a task that breaks things later": (
        "import asyncio, builtins, math\nasync def later():\n    builtins.print = math.sqrt = None\n"
        "asyncio.ensure_future(later());",
        "done",
        "",
    ),
    "a file of 200 MB": ("open('big', 'w').write('x' * 200_000_000)", "done", "200000000"),
}

# What has to be stopped; each prints "on" when it has come so far.
ENDLESS = {
    "a power": "10**10**8",
    "a sum": "sum(range(10**10))",
    "a pattern": "import re\nre.match('(a+)+$', 'a' * 40 + 'b')",
    "a search": "-1.5 in range(10**9)",
    "a product": "import itertools\nsum(1 for _ in itertools.product(range(100), repeat=6))",
    "a large product of matrices": "import numpy as np\na = np.ones((3000, 3000))\na @ a",
    "a loop that swallows": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "a generator that swallows": "def g():\n    while True:\n        try: yield\n        except BaseException: pass\n"
    "for _ in g(): pass",
    "a task that swallows": "import asyncio as a\nwhile True:\n    try: await a.sleep(9)\n    except: pass",
    "a last word": "try:\n    while True: pass\nfinally:\n    while True: pass",
    "interrupts that are ignored": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
    "a repr": "class A:\n    def __repr__(self):\n        while True: pass\nA()",
    "an import": "import sys\nclass Finder:\n    def find_spec(*_):\n        while True: pass\n"
    "sys.meta_path.insert(0, Finder())\nimport nothing_like_it",
    "a trace function": "import sys\ndef trace(*_):\n    while True: pass\nsys.settrace(trace)\n(lambda: 1)()",
    "errors without end": "import sys\nwhile True: print('x', file=sys.stderr)",
    "an event that never comes": "import asyncio\nawait asyncio.Event().wait()",
    "lists without end": "x = []\nwhile True: x.append('a' * 1000)",
}
