"""What stands where it may not: `=` for `==`, words of Python as names, what is outside of its function."""

import keyword
import re

from kino.explain.foreign import NO_BRACES, foreign
from kino.explain.place import mark
from kino.explain.repair import CLOSERS, put, spot
from kino.explain.rules import Rules, told
from kino.explain.spelling import near
from kino.explain.text import code_only, parses

SYNTAX = Rules(SyntaxError)


def _row(place):
    _line, start, end, at = spot(place)
    return start, place.source[start:end], at - start


@SYNTAX.on(r"Maybe you meant '==' or ':='|perhaps you meant \"==\"")
def _equals(match, place):
    start, text, _ = _row(place)
    before = place.source[:start].rstrip()
    if re.search(r"\n?\s*(?:if|elif|else|for|while|def)\b[^\n]*\{$", before):
        return told(NO_BRACES)
    if re.match(r"\s*for\s*\(.*;", text):
        return told("Python has no `for (…; …; …)`. It counts with `for i in range(3):`.")
    single = [found.start() for found in re.finditer(r"(?<![=!<>:+\-*/%@&|^])=(?!=)", code_only(text))]
    fix = put(place, "Change `=` to `==`", *[(start + i, start + i + 1, "==") for i in single])
    return told("A single `=` gives a name a value. To ask whether two things are equal, write `==`.", fix)


@SYNTAX.on(r"cannot (?:assign to|delete) (.+?)(?: here\..*)?$")
def _target(match, place):
    start, text, _at = _row(place)
    what = match[1]
    if "delete" in match[0]:
        return None
    if what in ("True", "False", "None", "__debug__"):
        return told(f"`{what}` is a word of Python itself and cannot be given another value.")
    sides = re.match(r"(\s*)(-?[\d.]+|'[^']*'|\"[^\"]*\")\s*=\s*([A-Za-z_]\w*)\s*$", text)
    if sides:
        swapped = f"{sides[1]}{sides[3]} = {sides[2]}"
        fix = put(place, f"Write {mark(swapped)}", (start, start + len(text), swapped))
        return told("The name stands on the left of `=`, and what it is to be on the right.", fix)
    hyphens = re.match(r"\s*([A-Za-z_]\w*(?:-[A-Za-z_]\w*)+)\s*=[^=]", text)
    if hyphens:
        name = hyphens[1].replace("-", "_")
        edit = (start + hyphens.start(1), start + hyphens.end(1), name)
        fix = put(place, f"Write `{name}`", edit)
        return told(f"A name cannot have a hyphen in it, for `-` is minus. Use an underscore: `{name}`.", fix)
    if what == "function call":
        return told("A call cannot be given a value: only a name can stand on the left of `=`. To compare, write `==`.")
    if what in ("literal", "expression", "comparison", "f-string expression"):
        return told(
            "Only a name, or a place in an array or a list, can stand on the left of `=`. To compare, write `==`."
        )
    return None


@SYNTAX.on(r"'(return|yield|await|break|continue)' (?:outside|not properly in)")
def _outside(match, place):
    if match[1] in ("break", "continue"):
        return told(f"`{match[1]}` belongs inside a loop, so it must be indented under a `for` or a `while`.")
    if match[1] == "await":
        return told("`await` works at the left edge of a cell or in a function that begins with `async def`.")
    return told(f"`{match[1]}` belongs inside a function, so it must be indented under a `def`.")


@SYNTAX.on(r"invalid (decimal|hexadecimal|octal|binary|imaginary) (?:digit .*)?literal|invalid digit")
def _number(match, place):
    start, text, at = _row(place)
    found = re.compile(r"(\d[\d.]*)([A-Za-z_]\w*)").search(text, max(0, at - 20))
    if not found:
        return None
    name = found[2]
    if re.match(r"\s*=[^=]", text[found.end() :]):
        return told(f"A name cannot begin with a digit, as {mark(found[0])} does.")
    edits = [(start + found.start(), start + found.end(), f"{found[1]} * {name}")]
    fix = put(place, f"Write {mark(edits[0][2])}", *edits) if name not in ("L", "l", "e", "E", "f", "d") else None
    return told(f"In {mark(found[0])} a number runs into a name. To multiply, write `*` between them.", fix)


@SYNTAX.on(r"leading zeros in decimal")
def _zeros(match, place):
    start, text, at = _row(place)
    found = re.compile(r"\b0+(\d+)\b").search(text, max(0, at - 1))
    fix = found and put(place, f"Write `{found[1]}`", (start + found.start(), start + found.end(), found[1]))
    return told("A whole number cannot begin with 0.", fix)


@SYNTAX.on(r"unicodeescape|unicode error")
def _escape(match, place):
    start, text, at = _row(place)
    quote = re.compile(r"(?<![\w])['\"]").search(text, max(0, at - 1))
    fix = quote and put(place, "Put r before the text", (start + quote.start(), start + quote.start(), "r"))
    return told(
        r"In a text, `\` begins a special sign, such as `\n` for a new line, and here it begins none. With an `r` "
        "before the quote, `\\` is only `\\`.",
        fix,
    )


_SIMPLE = (
    (r"parameter without a default follows|non-default argument follows", "Parameters with a default value (`a=1`) come after those without one."),
    (r"positional argument follows keyword", "In a call the arguments with a name (`a=1`) come after those without one."),
    (r"keyword argument repeated: (\w+)", "The argument `{}` is given twice in this call."),
    (r"duplicate (?:parameter|argument) '(\w+)'", "Two parameters of the function are called `{}`. Each needs a name of its own."),
    (r"expected 'except' or 'finally' block", "A `try:` needs an `except:` below it, at the same indentation."),
    (r"expected 'else' after 'if' expression", "A choice in one line has two ends: `a if condition else b`."),
    (r"Expected one or more names after 'import'", "After `import` comes the name of what is to be imported."),
    (r"name '(\w+)' is (?:used prior to|assigned to before) (?:global|nonlocal)", "`global {}` must stand before the first use of the name in the function."),
    (r"f-string: valid expression required|f-string: empty expression", "The curly brackets in an f-string must have something in them, such as a name."),
    (r"unexpected character after line continuation", "Nothing may follow a `\\` at the end of a line, not even a space. Inside quotes it would be text."),
    (r"unexpected EOF|unexpected end of file", "The cell ends in the middle of something: a bracket, or a `\\` at the end of a line."),
    (r"Is this intended to be part of the string", "A quote inside the text ends it. Put the other kind of quotes, ' or \", round a text that has one in it."),
    (r"nonlocal declaration not allowed at module level", "`nonlocal` belongs inside a function that stands in another function."),
    (r"Generator expression must be parenthesized", "The part with `for` in this call needs round brackets of its own."),
    (r"from __future__ imports must occur at the beginning", "A line `from __future__ import …` must be the first of the cell."),
)  # fmt: skip
for _pattern, _words in _SIMPLE:
    SYNTAX.on(_pattern)(lambda match, place, words=_words: told(words.format(*match.groups()[:1])))


@SYNTAX.on(r"^invalid syntax$")
def _unknown(match, place):
    start, text, at = _row(place)
    return (
        _open(place, start, text, at)
        or foreign(place, start, text)
        or _reserved(text, at)
        or _typo(place, start, text, at)
        or _rest(place, text, at)
    )


def _open(place, start, text, at):
    # if (1 > 2: the colon comes while a bracket is open.
    opened = []
    for i, char in enumerate(code_only(text)[:at]):
        if char in CLOSERS:
            opened.append(i)
        elif char in CLOSERS.values() and opened:
            opened.pop()
    if not opened or text[at : at + 1] != ":":
        return None
    bracket = text[opened[-1]]
    fix = put(place, f"Add `{CLOSERS[bracket]}`", (start + at, start + at, CLOSERS[bracket]))
    return (
        told(f"The bracket `{bracket}` in column {opened[-1] + 1} is not closed before the colon.", fix)
        if fix
        else None
    )


def _reserved(text, at):
    # A word of Python where a name should stand.
    for found in re.finditer(r"[A-Za-z_]\w*", code_only(text)):
        word = found[0]
        if not keyword.iskeyword(word) or word in ("True", "False", "None"):
            continue
        before, after = text[: found.start()].rstrip(), text[found.end() :].lstrip()
        named = (not before and re.match(r"=[^=]|[-+*/]=", after)) or re.search(r"(?:^|\s)(?:def|class|as)$", before)
        listed = re.search(r"[(,]$", before) and re.match(r"[,)]|=[^=]", after) and found.start() <= at
        if named or listed:
            return told(f"`{word}` is a word of Python itself and cannot be a name. Take another, such as `{word}_`.")
    return None


def _typo(place, start, text, at):
    # A word that is almost one of Python's, and with which the code can be read.
    for found in re.finditer(r"[A-Za-z_]\w*", code_only(text)):
        if found.start() > at or keyword.iskeyword(found[0]):
            continue
        word = near(found[0], keyword.kwlist, 0.7)
        edit = (start + found.start(), start + found.end(), word or "")
        if word and parses(place.source[: edit[0]] + word + place.source[edit[1] :]):
            return told(f"Did you mean `{word}`?", place.fix(f"Change `{found[0]}` to `{word}`", edit))
    return None


def _rest(place, text, at):
    word = re.match(r"\s*(elif|else|except|finally)\b", text)
    if word:
        partner = "try" if word[1] in ("except", "finally") else "if"
        return told(f"`{word[1]}` has no `{partner}` above it at the same indentation.")
    code = text[:at].rstrip()
    end = re.search(r"(\*\*|//|==|[-+*/%@=<>,.]|\b(?:and|or|not|in|is|as|import|from))$", code)
    if end and not text[at:].strip():
        return told(f"Something is missing after {mark(end[1])}.")
    if re.match(r"[\w'\"(\[]", text[at:]) and re.search(r"[\w'\")\]]\s+$", text[:at]):
        return told("Two things stand side by side with nothing between them: a sign, a comma or a bracket is missing.")
    return None
