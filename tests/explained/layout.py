"""Indentation, brackets and quotes: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    (
        "def f(x):\nreturn x",
        "The lines that belong to `def f(x):` must begin further to the right than it, by four spaces.",
        "def f(x):\n    return x",
    ),
    (
        "for i in range(3):\nprint(i)",
        "The lines that belong to `for i in range(3):` must begin further to the right than it, by four spaces.",
        "for i in range(3):\n    print(i)",
    ),
    (
        "for i in range(3):\nprint(i)\nprint(i)",
        "The lines that belong to `for i in range(3):` must begin further to the right than it, by four spaces.",
        "for i in range(3):\n    print(i)\nprint(i)",
    ),
    (
        "if True:\n    pass\nelse:\nprint(1)",
        "The lines that belong to `else:` must begin further to the right than it, by four spaces.",
        "if True:\n    pass\nelse:\n    print(1)",
    ),
    (
        "def f():\n    # nothing yet",
        "The lines that belong to `def f():` must begin further to the right than it, by four spaces. There is none yet.",
        "def f():\n    pass\n    # nothing yet",
    ),
    ("  x = 1", "Line 1 must begin at the left edge: there is nothing before it that it could belong to.", "x = 1"),
    (
        "x = 1\n    y = 2",
        "Line 2 begins further to the right than the line before it, and no colon there asks for that.",
        "x = 1\ny = 2",
    ),
    (
        "x = 1\n    if x:\n        y = 2",
        "Line 2 begins further to the right than the line before it, and no colon there asks for that.",
        "x = 1\nif x:\n    y = 2",
    ),
    (
        "if 1:\n    x = 1\n  y = 2",
        "Line 3 begins after 2 spaces, and no line above it does. Lines of one block begin at the same place.",
        "if 1:\n    x = 1\n    y = 2",
    ),
    (
        "if 1:\n        x = 1\n\ty = 2",
        "Line 3 is indented with a tab and others with spaces (or the other way round). They look alike, and Python does not take one for the other.",
        "if 1:\n        x = 1\n        y = 2",
    ),
    (
        "for i in range(3):\n\tx = 1\n        y = 2",
        "Line 3 is indented with a tab and others with spaces (or the other way round). They look alike, and Python does not take one for the other.",
        "for i in range(3):\n        x = 1\n        y = 2",
    ),
    ("print(1, 2", "The bracket `(` in line 1, column 6, is never closed with `)`.", "print(1, 2)"),
    ("x = [1, 2\ny = 3", "The bracket `[` in line 1, column 5, is never closed with `]`.", "x = [1, 2]\ny = 3"),
    ("x = (1 + (2 * 3)", "The bracket `(` in line 1, column 5, is never closed with `)`.", "x = (1 + (2 * 3))"),
    ("if (1 > 2:\n    pass", "The bracket `(` in column 4 is not closed before the colon.", "if (1 > 2):\n    pass"),
    (
        'print("a"  # a comment',
        "The bracket `(` in line 1, column 6, is never closed with `)`.",
        'print("a")  # a comment',
    ),
    ("x = (1, 2]", "The bracket `(` must be closed with `)`, and in column 10 stands `]`.", "x = (1, 2)"),
    ("x = 1)", "`)` in line 1, column 6, closes a bracket that was never opened.", "x = 1"),
    ("x = [1, 2]]", "`]` in line 1, column 11, closes a bracket that was never opened.", "x = [1, 2]"),
    ('print(f"{1)}")', "`)` in line 1, column 11, closes a bracket that was never opened.", 'print(f"{1}")'),
    (
        "if True\n    x = 1",
        "A line that begins with `if` has a colon, `:`, before what belongs to it.",
        "if True:\n    x = 1",
    ),
    (
        "def f()\n    return 1",
        "A line that begins with `def` has a colon, `:`, before what belongs to it.",
        "def f():\n    return 1",
    ),
    (
        "for i in range(3)  # three\n    pass",
        "A line that begins with `for` has a colon, `:`, before what belongs to it.",
        "for i in range(3):  # three\n    pass",
    ),
    (
        "class A\n    pass",
        "A line that begins with `class` has a colon, `:`, before what belongs to it.",
        "class A:\n    pass",
    ),
    ("if 1 then\n    pass", "Python writes a colon for “then”.", "if 1:\n    pass"),
    ("while True do:\n    break", "Python writes a colon for “do”.", "while True:\n    break"),
    (
        "if 1:\n    pass\nelse if 2:\n    pass",
        "Python writes `elif` for “else if”.",
        "if 1:\n    pass\nelif 2:\n    pass",
    ),
    (
        "if 1\n    pass\nelse\n    pass",
        "A line that begins with `if` has a colon, `:`, before what belongs to it.",
        "if 1:\n    pass\nelse\n    pass",
    ),
    ("x = 'abc", "The text that begins with ' in column 5 does not end in its line. It needs ' again.", "x = 'abc'"),
    (
        "x = \"it's",
        'The text that begins with " in column 5 does not end in its line. It needs " again.',
        'x = "it\'s"',
    ),
    (
        "print('it's')",
        "The apostrophe in it's ends the text. Put double quotes round a text that has one in it.",
        'print("it\'s")',
    ),
    (
        'print("abc)',
        'The text that begins with " in column 7 does not end in its line. It needs " again.',
        'print("abc")',
    ),
    (
        'x = ["a", "b]',
        'The text that begins with " in column 11 does not end in its line. It needs " again.',
        'x = ["a", "b"]',
    ),
    ("x = '''abc", "The text that begins with ''' in line 1 never ends. It needs ''' again.", "x = '''abc'''"),
    (
        "[1 2 3]",
        "In line 1 two things stand side by side with nothing between them. Most likely a comma is missing.",
        "[1, 2, 3]",
    ),
    (
        "np.array([[1 2], [3 4]])",
        "In line 1 two things stand side by side with nothing between them. Most likely a comma is missing.",
        "np.array([[1, 2], [3, 4]])",
    ),
    (
        'print("a" 3)',
        "In line 1 two things stand side by side with nothing between them. Most likely a comma is missing.",
        'print("a", 3)',
    ),
    (
        'x = {"a": 1 "b": 2}',
        "In line 1 two things stand side by side with nothing between them. Most likely a comma is missing.",
        'x = {"a": 1, "b": 2}',
    ),
    (
        'x = {"a" 1}',
        "In a dictionary a colon stands between each key and its value: `{'a': 1, 'b': 2}`.",
        'x = {"a": 1}',
    ),
    ("print 5", "`print` is a function, so what it gets stands in round brackets: `print(…)`.", "print(5)"),
    (
        'print "a", 3  # old',
        "`print` is a function, so what it gets stands in round brackets: `print(…)`.",
        'print("a", 3)  # old',
    ),
    (
        "x = 1;\n  y = 2",
        "Line 2 begins further to the right than the line before it, and no colon there asks for that.",
        "x = 1;\ny = 2",
    ),
    (
        'x = {"a": 1, "b" 2}',
        "In a dictionary a colon stands between each key and its value: `{'a': 1, 'b': 2}`.",
        'x = {"a": 1, "b": 2}',
    ),
    (
        "x = {1: 2 3: 4}",
        "In line 1 two things stand side by side with nothing between them. Most likely a comma is missing.",
        "x = {1: 2, 3: 4}",
    ),
    ('f({"a" 1})', "In a dictionary a colon stands between each key and its value: `{'a': 1, 'b': 2}`.", 'f({"a": 1})'),
]
