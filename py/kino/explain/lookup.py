"""Looking something up where there is no such key, or nothing to look up in."""

import ast

from kino.explain import values
from kino.explain.indexing import parts
from kino.explain.kinds import called, plain
from kino.explain.nothing import why_none
from kino.explain.place import mark
from kino.explain.rules import Rules, told
from kino.explain.spelling import joined, near

RUN = Rules(IndexError, KeyError, TypeError)


@RUN.on(r"'([\w.]+)' object (?:is not subscriptable|does not support item assignment)")
def _not_subscriptable(match, place):
    found = parts(place)
    if not found:
        return None
    node, _index, value = found
    kind = None if value is values.UNKNOWN else called(value)
    text = place.text(node)
    if value is None or match[1] == "NoneType":
        return told(why_none(node, place, "so nothing can be taken out of it"))
    if "assignment" in match[0]:
        return (
            told(f"{text} is {kind}, and {kind} never changes. Make a new one.")
            if kind in ("a tuple", "text")
            else None
        )
    if kind == "a function" or match[1] in ("function", "builtin_function_or_method", "method", "type"):
        start, end = place.span(node)[1], place.span(place.node)[1]
        inner = place.source[start:end].strip()[1:-1]
        fix = place.fix("Use round brackets", (start, end, f"({inner})"))
        return told(f"{text} is a function, and a function is called with round brackets.", fix)
    return told(f"{text} is {kind}, so there is nothing in it to choose from with square brackets.") if kind else None


@RUN.on(r"pop from empty list")
def _emptied(match, place):
    return told("The list is empty, so nothing can be taken from it.")


@RUN.on(r"^")
def _key(match, place):
    if type(place.error) is not KeyError:
        return None
    found = parts(place)
    if not found or type(found[2]) is not dict:
        return None
    node, index, value = found
    key = values.index(index, place.frame)
    asked = plain(key) if key is not values.UNKNOWN else None
    text = place.text(node)
    if not asked:
        return None
    word = near(key, list(value)[:3000], 0.7) if type(key) is str else None
    if word:
        fix = place.change(index, repr(word)) if isinstance(index, ast.Constant) else None
        return told(f"{text} has no key {mark(asked)}. Did you mean {mark(repr(word))}?", fix)
    keys = [plain(each) for each in list(value)[:6]]
    if not value:
        return told(f"{text} is empty: it has no keys at all.")
    if None in keys:
        return told(f"{text} has no key {mark(asked)}.")
    shown = (
        joined([mark(each) for each in keys])
        if len(value) <= 6
        else f"{', '.join(mark(each) for each in keys[:5])} and {len(value) - 5} more"
    )
    return told(f"{text} has no key {mark(asked)}. Its {'key is' if len(value) == 1 else 'keys are'} {shown}.")
