"""Brackets, quotes and colons that are missing or too many."""

import re

from kino.explain.place import mark
from kino.explain.repair import CLOSERS, ends_of_line, put, put_further, spot
from kino.explain.rules import Rules, told
from kino.explain.text import code_only

SYNTAX = Rules(SyntaxError)


@SYNTAX.on(r"'([(\[{])' was never closed")
def _open(match, place):
    line, start, end, at = spot(place)
    closer = CLOSERS[match[1]]
    ends = [(i, i, closer) for i in ends_of_line(place.source, start, end)]
    whole = len(place.source.rstrip())
    fix = put(place, f"Add `{closer}` at the end of line {line}", *ends)
    fix = fix or put(place, f"Add `{closer}` at the end", (whole, whole, closer))
    return told(
        f"The bracket `{match[1]}` in line {line}, column {at - start + 1}, is never closed with `{closer}`.", fix
    )


@SYNTAX.on(r"unmatched '([)\]}])'")
def _closed(match, place):
    line, start, _, at = spot(place)
    return told(
        f"`{match[1]}` in line {line}, column {at - start + 1}, closes a bracket that was never opened.",
        put(place, f"Remove `{match[1]}`", (at, at + 1, "")),
    )


@SYNTAX.on(r"closing parenthesis '(.)' does not match opening parenthesis '(.)'(?: on line (\d+))?")
def _crossed(match, place):
    _line, start, _, at = spot(place)
    closer = CLOSERS[match[2]]
    opened = f" in line {match[3]}" if match[3] else ""
    return told(
        f"The bracket `{match[2]}`{opened} must be closed with `{closer}`, and in column {at - start + 1} stands `{match[1]}`.",
        put(place, f"Change `{match[1]}` to `{closer}`", (at, at + 1, closer), (at, at, closer)),
    )


@SYNTAX.on(r"expected ':'")
def _colon(match, place):
    line, start, end, at = spot(place)
    text = place.source[start:end]
    otherwise = re.match(r"\s*(else\s+if)\b", text)
    if otherwise:
        a, b = start + otherwise.start(1), start + otherwise.end(1)
        return told("Python writes `elif` for “else if”.", put(place, "Write `elif`", (a, b, "elif")))
    word = text.split()[0].rstrip("(:") if text.split() else ""
    ends = [*ends_of_line(place.source, start, end), at]
    then = re.search(r"\s*\bthen\b\s*:?|\s*\bdo\b\s*:?|\s*\{\s*", code_only(text))
    edits = [(start + then.start(), start + then.end(), ":")] if then else []
    fix = put(place, f"Add a colon in line {line}", *[(i, i, ":") for i in ends], *edits)
    fix = fix or put(place, f"Add a colon in line {line}", *[(i, i, ": ") for i in ends])
    fix = fix or put_further(place, f"Add a colon in line {line}", *[(i, i, ":") for i in ends[:-1]])
    return told(f"A line that begins with `{word}` has a colon, `:`, before what belongs to it.", fix)


@SYNTAX.on(
    r"unterminated (triple-quoted )?f?-?(?:string literal|f-string literal)|unterminated (triple-quoted )?f-string"
)
def _text(match, place):
    line, start, end, at = spot(place)
    source = place.source
    quote = re.compile(r"'''|\"\"\"|['\"]").search(source, at)
    if not quote:
        return None
    quote = quote[0]
    if len(quote) == 3:
        fix = put(place, f"Add {quote} at the end", (len(source), len(source), quote))
        return told(f"The text that begins with {quote} in line {line} never ends. It needs {quote} again.", fix)
    return _apostrophe(place, start, end) or _curly_end(place, start, end, at, quote) or _unended(place, quote)


def _apostrophe(place, start, end):
    inner = re.compile(r"'([^'\"\n]*\w'\w[^'\"\n]*)'").search(place.source, start, end)
    if not inner:
        return None
    word = re.search(r"\w+'\w+", inner[1])[0]
    return told(
        f"The apostrophe in {word} ends the text. Put double quotes round a text that has one in it.",
        put(place, "Use double quotes", (inner.start(), inner.end(), f'"{inner[1]}"')),
    )


def _curly_end(place, start, end, at, quote):
    curly = re.compile("[“”„‘’´]").search(place.source, at, end)
    if not curly:
        return None
    return told(
        f"The text begins with a straight quote, {quote}, and ends with a curly one, {curly[0]} (column "
        f"{curly.start() - start + 1}). Python knows only the straight ones.",
        put(place, "Use straight quotes", (curly.start(), curly.end(), quote)),
    )


def _unended(place, quote):
    line, start, end, at = spot(place)
    ends = [(i, i, quote) for i in ends_of_line(place.source, start, end)]
    brackets = re.search(r"[)\]}:,]+\s*$", place.source[start:end])
    if brackets:
        ends = [(start + brackets.start() + i,) * 2 + (quote,) for i in range(len(brackets[0].rstrip()))] + ends
    return told(
        f"The text that begins with {quote} in column {at - start + 1} does not end in its line. It needs {quote} again.",
        put(place, f"Add {quote} in line {line}", *ends),
    )


@SYNTAX.on(r"Perhaps you forgot a comma|':' expected after dictionary key")
def _comma(match, place):
    line, _start, end, at = spot(place)
    gap = re.compile(r"(?<=[\w)\]}'\"])(\s+)(?=[\w(\[{'\"-])")
    gaps = [found.start() for found in gap.finditer(place.source, at, end) if _is_gap(place.source, found)]
    source = place.source
    if match[0].startswith("':'") or (gaps and _wants_colon(source, gaps[0])):
        fix = put(place, "Add a colon", *[(i, i, ":") for i in gaps])
        return told("In a dictionary a colon stands between each key and its value: `{'a': 1, 'b': 2}`.", fix)
    fix = put(place, "Add a comma", *[(i, i, ",") for i in gaps])
    for some in range(2, len(gaps) + 1) if not fix else ():
        between = [source[a:b] for a, b in zip([at, *gaps[:some]], [*gaps[:some], len(source)], strict=True)]
        fix = fix or put(place, "Add commas", (at, len(source), ",".join(between)))
    return told(
        f"In line {line} two things stand side by side with nothing between them. Most likely a comma is missing.", fix
    )


def _wants_colon(source, gap):
    # In curly brackets, after a key that has no colon yet.
    part = re.split(r"([{,(\[])", code_only(source)[:gap])
    return len(part) > 2 and part[-2] in "{," and ":" not in part[-1] and "{" in part and "(" not in part[-2:]


def _is_gap(source, found):
    return code_only(source)[found.start(1)] != "\0"


@SYNTAX.on(r"Missing parentheses in call to '(\w+)'")
def _call(match, place):
    _line, _start, end, at = spot(place)
    told_as = re.compile(rf"{match[1]}\s+(.*?)\s*(?=;|#|$)").match(place.source, at, end)
    fix = told_as and put(place, "Add the brackets", (told_as.start(), told_as.end(1), f"{match[1]}({told_as[1]})"))
    return told(f"`{match[1]}` is a function, so what it gets stands in round brackets: {mark(match[1] + '(…)')}.", fix)
