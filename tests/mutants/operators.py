"""Every small fault of a Python module: an operator, a bound, a number or an argument that is another. Pure."""

import ast
import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

SWAPPED = {
    **{ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Div], ast.Div: [ast.Mult], ast.Pow: [ast.Mult]},
    **{ast.FloorDiv: [ast.Div], ast.Mod: [ast.Mult], ast.MatMult: [ast.Mult]},
    **{ast.BitAnd: [ast.BitOr], ast.BitOr: [ast.BitAnd], ast.And: [ast.Or], ast.Or: [ast.And]},
    # The bound itself, and the other side of it.
    **{ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.Gt: [ast.GtE, ast.LtE], ast.GtE: [ast.Gt, ast.Lt]},
    **{ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Is: [ast.IsNot], ast.IsNot: [ast.Is]},
    **{ast.In: [ast.NotIn], ast.NotIn: [ast.In]},
}
PAIRS = (("any", "all"), ("max", "min"), ("sin", "cos"), ("floor", "ceil"), ("ones", "zeros"), ("isinf", "isnan"))
RENAMED = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])} | {"ValueError": "TypeError"}
# Functions to which the order of their arguments means nothing.
EVEN = {"max", "min", "swapaxes"}
# What stands before the dot of a function, and is no value of its own.
MODULES = {"np", "math", "operator", "checks", "np.random"}

Slot = tuple[ast.AST, str, int | None]  # a node, its field, and the place in the field where that is a list


@dataclass(frozen=True, eq=False)
class Mutant:
    """One fault: the file, the function, and the statement as it was and as it is now."""

    file: str
    place: str
    before: str
    after: str
    slot: Slot
    other: ast.AST

    def __str__(self) -> str:
        return f"{self.file} {self.place}: {self.before!r} → {self.after!r}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.file, self.place, self.before, self.after

    def applied(self):
        """While the block runs, the tree from which the mutant was made has the fault."""
        return _with(self.slot, self.other)


def mutants(tree: ast.Module, file: str) -> list[Mutant]:
    """All mutants of a module, no two of which read the same."""
    found = {}
    for slot, statement, place in _statements(tree, ""):
        before = _words(statement)
        for where in (slot, *_slots(statement)):
            for other in _others(where):
                with _with(where, other):
                    after = _words(_at(slot))
                mutant = Mutant(file, place, before, after, where, other)
                if after != before:
                    found.setdefault(mutant.key, mutant)
    return list(found.values())


def _statements(node: ast.AST, place: str) -> Iterator[tuple[Slot, ast.stmt, str]]:
    for slot, child in _children(node):
        if isinstance(child, ast.stmt) and not _is_left_alone(child):
            yield slot, child, place
        own = getattr(child, "name", None) if isinstance(child, ast.FunctionDef | ast.ClassDef) else None
        yield from _statements(child, f"{place}.{own}".strip(".") if own else place)


def _slots(node: ast.AST) -> Iterator[Slot]:
    """Where something of a statement stands, but for the statements inside it."""
    for slot, child in _children(node):
        if not isinstance(child, ast.stmt):
            yield slot
            yield from _slots(child)


def _children(node: ast.AST) -> Iterator[tuple[Slot, ast.AST]]:
    for field, value in ast.iter_fields(node):
        for index, one in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(one, ast.AST):
                yield (node, field, index), one


def _is_left_alone(statement: ast.stmt) -> bool:
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_docstring or isinstance(statement, ast.Import | ast.ImportFrom)


def _others(slot: Slot) -> Iterator[ast.AST]:
    """What could stand there by mistake."""
    parent, field, _ = slot
    node = _at(slot)
    if field == "test":
        yield ast.UnaryOp(ast.Not(), node)
    yield from (kind() for kind in SWAPPED.get(type(node), ()))
    match node:
        case ast.Raise() | ast.AugAssign() | ast.Expr(ast.Call()):
            yield ast.Pass()
        case ast.BinOp(left, _, _):
            yield left
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.BoolOp(op, values):
            for i in range(len(values)):
                left = values[:i] + values[i + 1 :]
                yield left[0] if len(left) == 1 else ast.BoolOp(op, left)
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.FormattedValue():
            yield ast.Constant("")
        case ast.Constant() if not isinstance(parent, ast.JoinedStr):
            yield from map(ast.Constant, _constants(node.value))
        case ast.Name(name, context) if name in RENAMED:
            yield ast.Name(RENAMED[name], context)
        case ast.Attribute(value, name, context) if name in RENAMED:
            yield ast.Attribute(value, RENAMED[name], context)
        case ast.Call():
            yield from _calls(node)


def _constants(value) -> Iterator[object]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, float):
        yield 2 * value or 1.0
    elif isinstance(value, str):
        yield ""
        if 1 < len(value) < 4:
            yield from (value[:i] + value[i + 1 :] for i in range(len(value)))


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    """The call without one of its options, with its first two arguments exchanged, and without what it does."""
    for i in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:i] + node.keywords[i + 1 :])
    if len(node.args) > 1 and ast.unparse(node.func).rpartition(".")[2] not in EVEN:
        one, other, *more = node.args
        yield ast.Call(node.func, [other, one, *more], node.keywords)
    is_method = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) not in MODULES
    if is_method:
        yield node.func.value
    elif node.args and not isinstance(node.args[-1], ast.Starred | ast.GeneratorExp):
        yield node.args[-1]


def _words(statement: ast.stmt) -> str:
    """The statement as text; of one that holds others, its head."""
    if not hasattr(statement, "body"):
        return ast.unparse(statement)
    head = copy.copy(statement)
    for field in ("body", "orelse", "finalbody"):
        if getattr(head, field, None):
            setattr(head, field, [ast.Pass()])
    if isinstance(head, ast.Try):
        head.handlers = [ast.ExceptHandler(one.type, one.name, [ast.Pass()]) for one in head.handlers]
    return ast.unparse(head).replace("\n    pass", "")


def _at(slot: Slot) -> ast.AST:
    node, field, index = slot
    value = getattr(node, field)
    return value if index is None else value[index]


def _put(slot: Slot, other: ast.AST) -> None:
    node, field, index = slot
    if index is None:
        setattr(node, field, other)
    else:
        getattr(node, field)[index] = other


@contextmanager
def _with(slot: Slot, other: ast.AST):
    before = _at(slot)
    _put(slot, other)
    try:
        yield
    finally:
        _put(slot, before)
