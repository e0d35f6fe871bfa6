"""Which names a cell makes, and where."""

import ast
from functools import lru_cache

from kino.explain.place import parsed

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_MADE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@lru_cache(maxsize=200)
def top_names(source):
    """The names that a cell makes for the cells after it."""
    tree = parsed(source)
    return frozenset(name for name, _ in _makings(tree)) if tree else frozenset()


def made_at(tree, name):
    """The first line at the top of a cell that makes a name, or None."""
    return min((line for made, line in _makings(tree) if made == name), default=None)


def spoilt_at(tree, name):
    """The last line at the top of a cell that makes a name otherwise than by importing it, or None."""
    imported = {node.lineno for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))}
    return max((line for made, line in _makings(tree) if made == name and line not in imported), default=None)


def made_in_function(tree, name):
    """The name of a function of a cell that makes a name for itself, or None."""
    for node in ast.walk(tree):
        if isinstance(node, _MADE[:2]) and any(name == made for made, _ in _makings(node)):
            return node.name
    return None


def _makings(scope):
    pile = list(ast.iter_child_nodes(scope))
    while pile:
        node = pile.pop()
        yield from _made_by(node)
        if isinstance(node, ast.comprehension):
            pile += [node.iter, *node.ifs]  # its own names are gone after it
        elif not isinstance(node, _SCOPES):
            pile += ast.iter_child_nodes(node)


def _made_by(node):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id, node.lineno
    elif isinstance(node, _MADE):
        yield node.name, node.lineno
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name.partition(".")[0], node.lineno) for alias in node.names)
    elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)) and node.name:
        yield node.name, node.lineno


def assigned(tree, name, before):
    """The last value that the top of a cell gives a name before a line: an expression, or None."""
    found = [
        node.value
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, ast.Assign)
        and node.lineno < before
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    return max(found, key=lambda value: value.lineno, default=None)
