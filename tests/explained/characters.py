"""Characters: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    (
        "print(“it’s”)",
        "Line 1, column 7: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        'print("it’s")',
    ),
    (
        "x = ‘a’",
        "Line 1, column 5: there is a curly quote, ‘. Python knows only the straight ones, \" and '.",
        "x = 'a'",
    ),
    (
        "x = ‘it’s’",
        "Line 1, column 5: there is a curly quote, ‘. Python knows only the straight ones, \" and '.",
        "x = 'it’s'",
    ),
    (
        'x = {“a”: 1, ‘b’: “it’s "x"”}',
        "Line 1, column 6: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        "x = {\"a\": 1, 'b': 'it’s \"x\"'}",
    ),
    (
        'x = "abc”',
        'The text begins with a straight quote, ", and ends with a curly one, ” (column 9). Python knows only the straight ones.',
        'x = "abc"',
    ),
    (
        'print(“a", “b”)',
        "Line 1, column 7: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        'print("a", "b")',
    ),
    (
        "“““doc”””",
        "Line 1, column 1: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        '"""doc"""',
    ),
    (
        "x = f“{1}”",
        "Line 1, column 6: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        'x = f"{1}"',
    ),
    (
        'x = "“kept”" + “a”  # “kept”',
        "Line 1, column 16: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        'x = "“kept”" + "a"  # “kept”',
    ),
    ("x =\xa01", "Line 1, column 4: there is a no-break space. It looks like a space and is none to Python.", "x = 1"),
    (
        "def f(x):\n\xa0\xa0\xa0\xa0return x",
        "Line 2, column 1: there is a no-break space. It looks like a space and is none to Python.",
        "def f(x):\n    return x",
    ),
    (
        "x = 1\u200b",
        "Line 1, column 6: there is an invisible zero-width space. It often comes along when text is copied.",
        "x = 1",
    ),
    (
        "x = \ufeff1",
        "Line 1, column 5: there is an invisible mark (BOM). It often comes along when text is copied.",
        "x = 1",
    ),
    (
        "x = 1 − 2",
        "Line 1, column 7: there is the minus sign of typesetting, −. Python writes `-` for it.",
        "x = 1 - 2",
    ),
    ("x = 3 – 1", "Line 1, column 7: there is a long dash, –. Python writes `-` for it.", "x = 3 - 1"),
    ("x = 2 × 3", "Line 1, column 7: there is the character ×. Python writes `*` for it.", "x = 2 * 3"),
    ("x = 6 ÷ 2", "Line 1, column 7: there is the character ÷. Python writes `/` for it.", "x = 6 / 2"),
    ("x = [1， 2]", "Line 1, column 7: there is the character ，. Python writes `,` for it.", "x = [1, 2]"),
    ("print（1）", "Line 1, column 6: there is the character （. Python writes `(` for it.", "print(1)"),
    (
        "x = [1, …]",
        "Line 1, column 9: there is three dots in one character, …. Python writes `...` for it.",
        "x = [1, ...]",
    ),
    ("if 1 ≤ 2: pass", "Line 1, column 6: there is the character ≤. Python writes `<=` for it.", "if 1 <= 2: pass"),
    ("x = 3²", "Line 1, column 6: there is the character ². Python writes `**2` for it.", "x = 3**2"),
    ("x = √2", "Line 1, column 5: there is the sign √. In Python a square root is np.sqrt(…)."),
    (
        "x = 😀",
        "Line 1, column 5: there is the character 😀. It means nothing in Python; inside quotes it would be text.",
    ),
    (
        "x = 1\u2028y = 2",
        "Line 1, column 6: there is an invisible line break. Python knows another one.",
        "x = 1\ny = 2",
    ),
    (
        "é = “a”",
        "Line 1, column 5: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        'é = "a"',
    ),
    (
        "x = “a”\ny = “b",
        "Line 1, column 5: there is a curly quote, “. Python knows only the straight ones, \" and '.",
        'x = "a"\ny = "b',
    ),
]
