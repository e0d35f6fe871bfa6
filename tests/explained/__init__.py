"""What is said of errors: tables of (source, sentence, code after the fix, cell to see), the last two where there is one.

Rows without a sentence are errors of which nothing certain can be said.
"""

from tests.explained import (
    attributes,
    calls,
    characters,
    grammar,
    imports,
    indexing,
    layout,
    names,
    operands,
    products,
    shapes,
)

TABLES = (names, attributes, imports, characters, layout, grammar, calls, operands, indexing, products, shapes)
# What Pythons before 3.14 tell in other words, or without its place; and modules that only a page lacks.
ONLY_IN_THE_PAGE = {
    "import turtle",
    'print(f"{1)}")',
    'x = "C:\\\\Users".replace("\\\\", "\\Users")',
    "import",
    'print("it\'s "ok"")',
    "for i in 5: pass",
    "for i in len(w): pass",
    "for i in show(1): pass",
    "for k in d.keys: pass",
    "if w: pass",
    "a, b = 1, 2, 3",
}
ROWS = [row for table in TABLES for row in table.ROWS]
