"""Calls: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    (
        "keys(0)",
        "`keys` is an array. Round brackets call a function; to take something out of it, use square ones: `keys[0]`.",
        "keys[0]",
    ),
    (
        "row(0)",
        "`row` is a list. Round brackets call a function; to take something out of it, use square ones: `row[0]`.",
        "row[0]",
    ),
    (
        "keys(0, 1)",
        "`keys` is an array. Round brackets call a function; to take something out of it, use square ones: `keys[0, 1]`.",
        "keys[0, 1]",
    ),
    ("keys.shape()", "`keys.shape` is a tuple, not a function. Leave the brackets `()` away.", "keys.shape"),
    ("keys.T()", "`keys.T` is an array, not a function. Leave the brackets `()` away.", "keys.T"),
    (
        "w(3)",
        "`w` is an array. Round brackets call a function; to take something out of it, use square ones: `w[3]`.",
        "w[3]",
    ),
    (
        "x = 5\nx(3)",
        "`x` is a number, and round brackets behind a name call a function. To multiply, write `*`.",
        "x = 5\nx * (3)",
    ),
    ("2(3)", "`2` is a number, and round brackets behind a name call a function. To multiply, write `*`.", "2 * (3)"),
    ("np(3)", "`np` is a module, a collection of functions. Say which one: `np.…(…)`."),
    ("x = None\nx(3)", "`x` is None, which stands for “nothing”, and is not a function."),
    ("sum = 3\nsum([1])", "`sum` was Python's own function until line 1 made it a number. Choose another name there."),
    ("score()", "`query` and `key` are missing here. It is called as `score(query, key, *, scale=1.0)`."),
    ("score(Q)", "`key` is missing here. It is called as `score(query, key, *, scale=1.0)`."),
    ("score(Q, K, 2)", "It is called as `score(query, key, *, scale=1.0)`."),
    ("score(Q, K, scal=2)", "It is called as `score(query, key, *, scale=1.0)`."),
    ("Layer()", "`size` is missing here. It is called as `Layer(size)`."),
    ("Layer(2)()", None),
    (
        "np.ones(3, 4)",
        "`ones` takes the shape as one tuple, in brackets of its own: `np.ones((3, 4))`.",
        "np.ones((3, 4))",
    ),
    (
        "np.zeros(2, 3)",
        "`zeros` takes the shape as one tuple, in brackets of its own: `np.zeros((2, 3))`.",
        "np.zeros((2, 3))",
    ),
    (
        "np.array(1, 2, 3)",
        "`array` takes the numbers as one list, in square brackets: `np.array([1, 2, 3])`.",
        "np.array([1, 2, 3])",
    ),
    (
        "np.array([1, 2], [3, 4])",
        "`array` takes the numbers as one list, in square brackets: `np.array([[1, 2], [3, 4]])`.",
        "np.array([[1, 2], [3, 4]])",
    ),
    (
        "np.concatenate(Q, K)",
        "`concatenate` takes the arrays as one list, in square brackets: `np.concatenate([Q, K])`.",
        "np.concatenate([Q, K])",
    ),
    (
        "np.stack(Q, K)",
        "`stack` takes the arrays as one list, in square brackets: `np.stack([Q, K])`.",
        "np.stack([Q, K])",
    ),
    ("np.random.randn((2, 3))", "`randn` takes the sizes one by one, without a tuple.", "np.random.randn(2, 3)"),
    ("np.tile(Q)", "`reps` is missing here. It is called as `np.tile(A, reps)`."),
    (
        "class A:\n    def f(): pass\nA().f()",
        "A method gets its object as the first argument: `def f(self):`.",
        "class A:\n    def f(self): pass\nA().f()",
    ),
    (
        "from kino.attention import attend\nattend(Q)",
        "`keys` and `values` are missing here. It is called as `attend(queries, keys, values, *, score=None, scaled=True, valid_lens=None, mask=None)`.",
    ),
    ("range(2.0)", "A whole number is wanted here: `2`, without a decimal point.", "range(2)"),
    (
        "range(len(w) / 2)",
        "A whole number is wanted here, and `/` gives one with decimals. `//` divides and drops the rest: `len(w) // 2`.",
        "range(len(w) // 2)",
    ),
    (
        "np.zeros(len(w) / 2)",
        "A whole number is wanted here, and `/` gives one with decimals. `//` divides and drops the rest: `len(w) // 2`.",
        "np.zeros(len(w) // 2)",
    ),
    (
        "np.zeros((2, 2.5))",
        "A whole number is wanted here, and `2.5` has decimals. `int(2.5)` cuts them off.",
        "np.zeros((2, int(2.5)))",
    ),
    ('range("3")', '`"3"` is text, and a whole number is wanted here.'),
    (
        "for i in 5: pass",
        "`5` is one number, and `for` goes through several. To count, use `range(5)`.",
        "for i in range(5): pass",
    ),
    (
        "for i in len(w): pass",
        "`len(w)` is one number, and `for` goes through several. To count, use `range(len(w))`.",
        "for i in range(len(w)): pass",
    ),
    ("for i in show(1): pass", "`show` gives back nothing (None). Does it end in `return`?"),
    ("for k in d.keys: pass", "`d.keys` is a function. To go through what it gives, call it: `d.keys(…)`."),
    ("sum(5)", "`5` is one number, and `sum` goes through several, such as a list."),
    ("len(5)", "`5` is a number and has no length."),
    (
        "for a, b in [1, 2]: pass",
        "There are two names, `a, b`, and one value at a time. To count along, use `enumerate([1, 2])`.",
        "for a, b in enumerate([1, 2]): pass",
    ),
    (
        "for i, x in w: pass",
        "There are two names, `i, x`, and one value at a time. To count along, use `enumerate(w)`.",
        "for i, x in enumerate(w): pass",
    ),
    (
        "{[1]: 2}",
        "A list can change, so it cannot be a key of a dictionary or an element of a set. A tuple can, in round brackets.",
    ),
    ('",".join([1, 2])', "`join` puts texts together, and element 0 is not text. `str(…)` makes text of it."),
    ("print(1, end=2)", "`end=` of `print` is a text, in quotes."),
]
