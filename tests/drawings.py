"""Every figure in several states as one line of digests each: the same lines wherever the same Python runs.

What draws them is a text, so that a cell in a browser and Pyodide under Node run the same.
"""

import contextlib
import io
import re

GOLDEN = "drawings.txt"
BITS = re.compile(r" bits=\w+$", re.MULTILINE)
FIGURES = {
    "attention.html": ("turning-query",),
    "attention-scoring-functions.html": (
        "scoring-functions",
        "variance-of-scores",
        "masked-softmax",
        "attention-map",
    ),
}
NAMES = tuple(name for names in FIGURES.values() for name in names)
# svg, words: of the text. numbers: rounded to nine decimals, as films keep them. bits: to the last bit, which may
# differ where NumPy was compiled for another machine.
SOURCE = '''
import hashlib, json
from kino import figures

def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]

def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 9) + 0.0 if isinstance(value, float) else value

def line_of(figure, state):
    picture = figure.draw(state)
    values = picture.plain_values()
    parts = {"svg": picture.svg, "words": picture.words}
    parts |= {"numbers": json.dumps(rounded(values)), "bits": json.dumps(values)}
    told = " ".join(f"{name}={digest(text)}" for name, text in parts.items())
    where = " ".join(f"{name}={value}" for name, value in state.items())
    return f"{figure.name} {where or 'start'}: {told}"

def states_of(figure):
    """The start, and each control at either of its ends."""
    return [{}, *({one.name: one.steps()[end]} for one in figure.controls for end in (0, -1))]

def lines_of(names):
    return [line_of(figure, state) for figure in map(figures.load, names) for state in states_of(figure)]
'''


def code(names=NAMES):
    """A program that prints the lines."""
    return f"{SOURCE}\nprint('\\n'.join(lines_of({names!r})))"


def here(names=NAMES):
    """The lines, as this Python draws."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code(names), {})
    return printed.getvalue()


def states(name):
    """The states of a figure that the lines are about."""
    from kino import figures

    known = {}
    exec(SOURCE, known)
    return known["states_of"](figures.load(name))


def without_bits(lines):
    return BITS.sub("", lines)
