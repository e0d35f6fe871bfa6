"""Fixes of code that cannot be read: an edit is offered if the code can be read with it."""

import re

from kino.explain.text import code_only, comment_at, gets_further, line_span, parses

CLOSERS = {"(": ")", "[": "]", "{": "}"}


def spot(place):
    """The line, where it begins and ends in the source, and where in it the error stands."""
    line = place.error.lineno or 1
    start, end = line_span(place.source, line)
    return line, start, end, start + (place.error.offset or 1) - 1


def put(place, label, *places_and_text):
    """The first of several edits (start, end, text) with which the code can be parsed, as a fix; else None."""
    for start, end, text in places_and_text:
        if parses(place.source[:start] + text + place.source[end:]):
            return place.fix(label, (start, end, text))
    return None


def put_further(place, label, *edits):
    """As `put`, where something later may be wrong as well."""
    at = spot(place)[3]
    for start, end, text in edits:
        if gets_further(place.source[:start] + text + place.source[end:], max(at, start)):
            return place.fix(label, (start, end, text))
    return None


def ends_of_line(source, start, end):
    """Where something at the end of a line's code could stand: at the end, before a colon, before brackets."""
    code = code_only(source[start:end])
    last = len(source[start : start + comment_at(source[start:end])].rstrip())
    yield start + last
    colon = re.search(r":\s*$", code[:last])
    if colon:
        yield start + colon.start()
    brackets = re.search(r"[)\]}]+$", source[start : start + last])
    if brackets:
        yield from range(start + brackets.end() - 1, start + brackets.start() - 1, -1)
