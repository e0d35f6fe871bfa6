"""Where an error arose in the code of the cells: the frame, the piece of code, and its text."""

import ast
import itertools
import warnings
from functools import cached_property

from kino.explain import values

LONGEST = 100_000  # characters of a cell; a longer one is not a beginner's, and would take time to read
FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class Place:
    """The innermost code of a cell that led to an error.

    message: Python's own words; cells: {id: source as it ran}; own: the id of the cell that ran; others: the cells of
    the page in order, [(id, source as it stands)]
    """

    def __init__(self, error, message, step, cell, cells, own, others):
        self.error, self.message = error, message
        self.cell, self.own, self.others = cell, own, others
        self.source = cells.get(cell, "")
        self._step = step
        self.outer_line = 0  # the line of the cell that ran, however deep the error arose
        self.frame = step.tb_frame if step else None
        self.is_last = step is not None and step.tb_next is None

    @property
    def line(self):
        return self._step.tb_lineno

    @property
    def is_top(self):
        return self.frame.f_code.co_name == "<module>"

    @cached_property
    def tree(self):
        """The cell's code as a tree; None where it is not the code that ran."""
        tree = parsed(self.source)
        if tree is None or (self.frame and not self._has_run(tree)):
            return None
        for parent in ast.walk(tree):
            for child in ast.iter_child_nodes(parent):
                child.parent = parent
        return tree

    def _has_run(self, tree):
        # A function made by an older version of a cell has other lines than the cell has now.
        code = self.frame.f_code
        if self.is_top:
            return self.cell == self.own
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pile = [compile(tree, code.co_filename, "exec", FLAGS, dont_inherit=True)]
        while pile:
            found = pile.pop()
            if found == code:
                return True
            pile += [part for part in found.co_consts if isinstance(part, type(code))]
        return False

    @cached_property
    def node(self):
        """The expression or statement that failed, or None."""
        if not self.tree:
            return None
        steps = self.frame.f_code.co_positions()
        at = next(itertools.islice(steps, self._step.tb_lasti // 2, None))
        found = [node for node in ast.walk(self.tree) if _position(node) == at]
        return next((node for node in found if isinstance(node, ast.expr)), found[0] if found else None)

    def is_in(self, function):
        """Whether a library's function of this name, called straight from the cell, is what has failed."""
        below = self._step.tb_next
        return below is not None and below.tb_next is None and below.tb_frame.f_code.co_name == function

    @property
    def raises(self):
        """Whether the student's own `raise` is what has failed: then the words are theirs."""
        return self.is_last and isinstance(self.node, ast.Raise)

    def is_a(self, *kinds):
        return isinstance(self.node, kinds)

    def value(self, node):
        """What a piece of code stands for now, as far as that is known without running any; else values.UNKNOWN."""
        return values.look(node, self.frame)

    def text(self, node):
        """A piece of code, marked as such and on one line."""
        start, end = self.span(node)
        return mark(self.source[start:end])

    def span(self, node):
        """Where a piece of code begins and ends in the source, in characters."""
        return (self.index(node.lineno, node.col_offset), self.index(node.end_lineno, node.end_col_offset))

    def index(self, line, column):
        lines = self.source.split("\n")
        before = lines[line - 1].encode()[:column].decode(errors="ignore")
        return sum(len(text) + 1 for text in lines[: line - 1]) + len(before)

    def fix(self, label, *edits):
        """A fix that makes (start, end, text) edits, for the cell that ran; None for another cell."""
        if self.cell != self.own:
            return None
        code = self.source
        for start, end, text in sorted(edits, reverse=True):
            code = code[:start] + text + code[end:]
        return {"label": label, "code": code} if code != self.source else None

    def change(self, node, text):
        """A fix that writes `text` for a piece of code."""
        start, end = self.span(node)
        return self.fix(f"Change {self.text(node)} to {mark(text)}", (start, end, text))

    def importing(self, statement):
        """The edit that puts an import where imports stand."""
        return (*[self.index(_first_line(self.source), 0)] * 2, statement + "\n")


def parsed(source):
    """The tree of a source, or None."""
    if len(source) > LONGEST:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def mark(code, most=60):
    """Code inside a sentence."""
    code = " ".join(code.split()).replace("`", "'")
    return f"`{code if len(code) <= most else code[: most - 1] + '…'}`"


def _position(node):
    get = (getattr(node, name, None) for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"))
    return tuple(get)


def _first_line(source):
    # After the docstring and what must stand first of all.
    tree = parsed(source)
    line = 1
    for i, node in enumerate(tree.body if tree else []):
        is_docstring = i == 0 and isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)
        if not is_docstring and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        line = node.end_lineno + 1
    return min(line, source.count("\n") + 1)
