"""Imports and what a page does not have: (source, sentence, code after the fix, cell to see) each; see checking.py."""

ROWS = [
    (
        "import pandas",
        "`pandas` is not part of this lesson. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import torch",
        "PyTorch cannot run in a browser. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    ("import nmupy", "There is no module `nmupy`. Did you mean `numpy`?", "import numpy"),
    (
        "import nmupy as np\nnp.ones(3)",
        "There is no module `nmupy`. Did you mean `numpy`?",
        "import numpy as np\nnp.ones(3)",
    ),
    (
        "import sklearn",
        "`sklearn` is not part of this lesson. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import tensorflow as tf",
        "TensorFlow cannot run in a browser. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import jax",
        "JAX cannot run in a browser. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import requests",
        "`requests` is not part of this lesson, and code on this page cannot reach the network. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import turtle",
        "turtle cannot run in a browser. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import pygame",
        "pygame cannot run in a browser. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import d2l",
        "d2l cannot run in a browser. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import micropip",
        "Nothing can be installed on this page. There are `numpy`, `matplotlib` and `kino`, and Python's own modules, such as `math` and `random`.",
    ),
    (
        "import kino.atention",
        "`kino` has no module `atention`. Did you mean `kino.attention`?",
        "import kino.attention",
    ),
    ("from kino import atention", "`kino` has no `atention`. Did you mean `attention`?", "from kino import attention"),
    (
        "from kino.attention import sofmax",
        "`kino.attention` has no `sofmax`. Did you mean `softmax`?",
        "from kino.attention import softmax",
    ),
    (
        "from numpy import sofmax",
        "`numpy` has no `sofmax`. The `softmax` of this course is in `kino.attention`.",
        "from kino.attention import softmax",
    ),
    (
        "from numpy import softmax",
        "`softmax` is not in `numpy`, but in `kino.attention`.",
        "from kino.attention import softmax",
    ),
    (
        "from numpy import arrray, ones",
        "`numpy` has no `arrray`. Did you mean `array`?",
        "from numpy import array, ones",
    ),
    ("import numpy.linlg", "`numpy` has no module `linlg`. Did you mean `numpy.linalg`?", "import numpy.linalg"),
    ("import numpy.sum", "`sum` is not a module. It is imported by `from numpy import sum`.", "from numpy import sum"),
    ("from numpy import pyplot", "`pyplot` is not in `numpy`, but in `matplotlib`."),
    ("import maths", "There is no module `maths`. Did you mean `math`?", "import math"),
    ("import rnadom", "There is no module `rnadom`. Did you mean `random`?", "import random"),
    ("import colections", "There is no module `colections`. Did you mean `collections`?", "import collections"),
    ("from . import x", "A cell is not part of a package, so the dot in front must go: write the module's whole name."),
    (
        "from .helpers import x",
        "A cell is not part of a package, so the dot in front must go: write the module's whole name.",
    ),
    (
        'open("data.txt")',
        "There is no `data.txt` here. Python on this page does not see the files of your computer: write the data into the cell.",
    ),
    (
        'np.loadtxt("data.csv")',
        "There is no `data.csv` here. Python on this page does not see the files of your computer: write the data into the cell.",
    ),
    ('import threading\nraise RuntimeError("can\'t start new thread")', None),
    (
        "np.ones((100000, 1000000))",
        "An array of shape `(100000, 1000000)` would take 800.0 GB, too much for the memory that a page has.",
    ),
    ("np.ones(10**12)", "An array of shape `10**12` would take 8.0 TB, too much for the memory that a page has."),
    ("[0] * 10**18", "That would be 1e+18 elements, too many for the memory that a page has."),
]
