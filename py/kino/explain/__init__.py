"""Errors in plain words: a sentence for those that beginners make, and where it is safe the fix.

Nothing of the student's is run or asked: names are looked up in dicts, code is read as a tree. Where nothing certain
can be said, nothing is said.
"""

from kino.explain import (
    attributes,
    brackets,
    broadcasting,
    calls,
    characters,
    einsum,
    forming,
    grammar,
    imports,
    indents,
    indexing,
    joining,
    lookup,
    names,
    numbers,
    operands,
    outside,
    products,
    unpacking,
    whole,
)
from kino.explain.place import Place

_SYNTAX = (characters.SYNTAX, indents.SYNTAX, brackets.SYNTAX, grammar.SYNTAX)
_RUN = (names.RUN, attributes.RUN, imports.RUN, outside.RUN)
_RUN += (products.RUN, einsum.RUN, broadcasting.RUN, joining.RUN, forming.RUN)
_RUN += (calls.RUN, operands.RUN, whole.RUN, indexing.RUN, lookup.RUN, unpacking.RUN, numbers.RUN)


def explain(error, message, *, cell, sources, others=()):
    """What is said of an error: {"plain"} and perhaps "fix" and "see"; {} where there is nothing certain to say.

    message: Python's own words; cell: the id of the cell that ran; sources: {id: source as it ran};
    others: the cells of the page in order, [(id, source as it stands)]
    """
    steps = [step for step in _steps(error) if _cell_of(step) in sources]
    if issubclass(type(error), SyntaxError) and not steps:
        place, families = Place(error, message, None, cell, sources, cell, others), _SYNTAX
    elif steps and _is_known(error):
        place, families = Place(error, message, steps[-1], _cell_of(steps[-1]), sources, cell, others), _RUN
        place.outer_line = max((step.tb_lineno for step in steps if _cell_of(step) == cell), default=0)
        if place.raises or _is_from_kino(steps[-1]):
            return {}
    else:
        return {}
    for family in families:
        if issubclass(type(error), family.kinds):
            said = family.tell(place)
            if said:
                return said
    return {}


def _steps(error):
    step = error.__traceback__
    while step:
        yield step
        step = step.tb_next


def _cell_of(step):
    return step.tb_frame.f_code.co_filename.removeprefix("<cell ").removesuffix(">")


def _is_known(error):
    """Whether an error is of a class of Python's or a library's own, not of the student's."""
    kind = type(error)
    return type(kind) is type and kind.__module__ != "__main__"


def _is_from_kino(step):
    # The core's own errors are in plain words already.
    while step.tb_next:
        step = step.tb_next
    return str(step.tb_frame.f_globals.get("__name__")).startswith("kino.")
