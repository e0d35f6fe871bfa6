"""Names: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    ("x = ____", "`____` is a blank: put your own code in its place."),
    ("def f():\n    return ______\nf()", "`______` is a blank: put your own code in its place."),
    ("values", "`values` is made in the cell `nearer` above. Run that one first.", None, "nearer"),
    ("helper()", "`helper` is made in the cell `first` above. Run that one first.", None, "first"),
    ("tail", "`tail` is made in the cell `later` further down. Run that one first.", None, "later"),
    (
        "hidden",
        'Nothing is called `hidden` here yet. Give it a value first, or, if it is text, put it in quotes: `"hidden"`.',
    ),
    ("tial", "There is no `tial`. Did you mean `tail`?", "tail"),
    ("total = 0\nprint(totl)", "There is no `totl`. Did you mean `total`?", "total = 0\nprint(total)"),
    (
        "print(later_made)\nlater_made = 3",
        "`later_made` is made only further down, in line 2. Python reads from top to bottom.",
    ),
    (
        "def f():\n    return made_below\nf()\nmade_below = 3",
        "`made_below` is made only further down, in line 4. Python reads from top to bottom.",
    ),
    (
        "def f():\n    inside = 3\nf()\nprint(inside)",
        "`inside` is made inside the function `f` and is known only there. Let `f` return it.",
    ),
    (
        "plt.plot([1])",
        "`plt` is made in the cell `first` above. Run that one first, or import it here as well.",
        "import matplotlib.pyplot as plt\nplt.plot([1])",
        "first",
    ),
    (
        '"A docstring."\nfrom __future__ import annotations\nx = 1\nsoftmax(Q)',
        "`softmax` has not been imported. That takes one line: `from kino.attention import softmax`.",
        '"A docstring."\nfrom __future__ import annotations\nfrom kino.attention import softmax\nx = 1\nsoftmax(Q)',
    ),
    ("math.sqrt(2)", "`math` has not been imported. That takes one line: `import math`.", "import math\nmath.sqrt(2)"),
    (
        "masked_softmx(Q)",
        "There is no `masked_softmx`. Did you mean `masked_softmax`?",
        "from kino.attention import masked_softmax\nmasked_softmax(Q)",
    ),
    ("zeros(3)", "`zeros` belongs to NumPy: write `np.zeros`.", "np.zeros(3)"),
    ("sqrt(2)", "`sqrt` belongs to NumPy: write `np.sqrt`.", "np.sqrt(2)"),
    (
        "show_heatmaps(Q)",
        "`show_heatmaps` has not been imported. That takes one line: `from kino.heatmaps import show_heatmaps`.",
        "from kino.heatmaps import show_heatmaps\nshow_heatmaps(Q)",
    ),
    ("x = true", "Python writes `True`.", "x = True"),
    ("x = NULL", "Python writes `None`.", "x = None"),
    (
        "x = hello",
        'Nothing is called `hello` here yet. Give it a value first, or, if it is text, put it in quotes: `"hello"`.',
    ),
    ("zzz(1)", "There is no function `zzz` here yet. Is it misspelt, or made in a cell that has not run?"),
    ("self.x = 1", "`self` is known only inside a method that has it as its first parameter."),
    ("raw_input()", "In Python this is called `input`.", "input()"),
    ("xrange(3)", "In Python this is called `range`.", "range(3)"),
    ("Print(1)", "There is no `Print`. Did you mean `print`?", "print(1)"),
    ("pirnt(1)", "There is no `pirnt`. Did you mean `print`?", "print(1)"),
    (
        "é = 1; print(é, kez, wieghts)",
        'Nothing is called `kez` here yet. Give it a value first, or, if it is text, put it in quotes: `"kez"`.',
    ),
    ("wieghts = 1\nweights", "There is no `weights`. Did you mean `wieghts`?", "wieghts = 1\nwieghts"),
    (
        "def f():\n    print(row)\n    row = 3\nf()",
        "`f` gives `row` a value of its own, so inside it `row` is a name of its own, which has none yet. To use the `row` from outside, hand it in: `def f(row):`.",
    ),
    (
        "def f():\n    if False:\n        n = 1\n    return n\nf()",
        "`n` has no value yet here: the line in `f` that gives it one has not run.",
    ),
    (
        "for i in range(2):\n    print(qq)",
        'Nothing is called `qq` here yet. Give it a value first, or, if it is text, put it in quotes: `"qq"`.',
    ),
    (
        "class Q(Layer, Z): pass",
        'Nothing is called `Z` here yet. Give it a value first, or, if it is text, put it in quotes: `"Z"`.',
    ),
    (
        "del nothing",
        'Nothing is called `nothing` here yet. Give it a value first, or, if it is text, put it in quotes: `"nothing"`.',
    ),
    ("score.q", "`score` is a function. To take `.q` from what it gives, call it first: `score(…)`."),
]
