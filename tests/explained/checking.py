"""Holds the tables of this folder against what is said. pytest does it here, the browser tests in Pyodide.

Only kino is used, and NumPy by the cells themselves.
"""

from kino import cell

SETUP = """
import numpy as np
Q = np.ones((3, 2))
K = np.ones((4, 2))
V = np.ones((4, 5))
keys, scores = np.ones((4, 2)), np.ones((3, 4))
batch = np.ones((2, 3, 4))
w = np.ones(5)
d = {"alpha": 1, "beta": 2}
row = [1, 2]
def score(query, key, *, scale=1.0):
    return query @ key / scale
def show(x):
    print(x)
class Layer:
    def __init__(self, size):
        self.weights = np.ones((size, size))
    def __call__(self, x):
        return x @ self.weights
"""
OTHERS = [
    ("first", "import matplotlib.pyplot as plt\nvalues = 1\ndef helper(): pass\n[hidden for hidden in values]"),
    ("nearer", "values = 2"),
    ("here", ""),
    ("later", "tail = 3\nvalues = 4"),
]


def said(source):
    """What is said of the error that a cell "here" raises, in the form of a row; the fix is tried as well."""
    namespace = {"__name__": "__main__"}
    assert _run(SETUP, namespace, "arrays") == {"status": "done"}
    error = _run(source, namespace, "here")["error"]
    row = [source, error.get("plain"), error.get("fix", {}).get("code"), error.get("see", {}).get("cell")]
    while row[-1] is None and len(row) > 2:
        row.pop()
    return row


def wrong(rows):
    """The rows that are not as they should be: [[row, what is said], …]."""
    return [[row, found] for row in rows if (found := said(row[0])) != list(row)]


def _run(source, namespace, name):
    return cell.run(source, namespace, name=name, emit=lambda *_: None, others=OTHERS)
