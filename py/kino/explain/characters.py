"""Characters that look like Python's and are not: curly quotes, odd spaces, long dashes."""

import re

from kino.explain.rules import Rules, told
from kino.explain.text import APART, code_only, gets_further

SYNTAX = Rules(SyntaxError)

_DOUBLE, _SINGLE = "“”„‟«»″＂", "‘’‚‛′´＇"
_OPENING = "“„‟«‘‚‛"
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "＂＇"}
_SIGNS = {
    **dict.fromkeys("−–—‐‑‒―", "-"),
    **dict.fromkeys("×✕∗⋅·∙•", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("、，", ","),
    **{
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "→": "->",
        "…": "...",
        "²": "**2",
        "³": "**3",
        "。": ".",
        "‖": "|",
        "∧": " and ",
    },
    **_WIDE,
}
_NEXT = re.compile(f"(?P<apart>{APART.pattern})|[{_DOUBLE}{_SINGLE}]", APART.flags)
_NAMES = {
    "\u00a0": "a no-break space",
    "\u200b": "an invisible zero-width space",
    "\ufeff": "an invisible mark (BOM)",
    "\u00ad": "an invisible soft hyphen",
    "\u3000": "a wide space",
    "−": "the minus sign of typesetting, −",
    "–": "a long dash, –",
    "—": "a long dash, —",
    "…": "three dots in one character, …",
}


@SYNTAX.on(r"invalid (?:character|non-printable character)|null bytes")
def _odd(match, place):
    at = _first(place)
    if at is None:
        return None
    source = place.source
    line, column = source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at)
    kind, remedy, label = _family(source[at])
    fix = place.fix(label, (0, len(source), plain(source))) if label else None
    if fix and not gets_further(fix["code"], at):
        fix = None
    return told(f"Line {line}, column {column}: there is {kind}. {remedy}", fix)


def _first(place):
    source = place.source
    if "\0" in source:
        return source.index("\0")
    lines = source.split("\n")
    line, column = place.error.lineno, place.error.offset
    if not line or not column or line > len(lines):
        return None
    at = sum(len(text) + 1 for text in lines[: line - 1]) + column - 1
    return at if (at < len(source) and ord(source[at]) > 126) or source[at : at + 1] < " " else None


def _family(char):
    if char in _DOUBLE + _SINGLE:
        return f"a curly quote, {char}", "Python knows only the straight ones, \" and '.", "Use straight quotes"
    if char in _SPACES:
        return (
            _NAMES.get(char, "an unusual space"),
            "It looks like a space and is none to Python.",
            "Use ordinary spaces",
        )
    if char in "\u2028\u2029":
        return "an invisible line break", "Python knows another one.", "Make it a line break"
    if char in _UNSEEN or char < " ":
        named = _NAMES.get(char, f"an invisible character (U+{ord(char):04X})")
        return named, "It often comes along when text is copied.", "Remove what is invisible"
    if char in _SIGNS:
        named = _NAMES.get(char, f"the character {char}")
        return named, f"Python writes `{_SIGNS[char].strip()}` for it.", f"Write `{_SIGNS[char].strip()}`"
    if char == "√":
        return "the sign √", "In Python a square root is np.sqrt(…).", None
    return f"the character {char}", "It means nothing in Python; inside quotes it would be text.", None


def plain(source):
    """A source with straight quotes, ordinary spaces and Python's own signs wherever it is code."""
    source = _straight(source.replace("\0", ""))
    signs = {**_SIGNS, **dict.fromkeys(_SPACES, " "), **dict.fromkeys(_UNSEEN, ""), "\u2028": "\n", "\u2029": "\n"}
    code = code_only(source)
    return "".join(signs.get(seen, char) if seen != "\0" else char for char, seen in zip(source, code, strict=True))


def _straight(source):
    done, at = [], 0
    for _ in source:
        found = _NEXT.search(source, at)
        if not found:
            break
        done.append(source[at : found.start()])
        text, end = (found[0], found.end()) if found.lastgroup else _quoted(source, found.start())
        done.append(text)
        at = end
    return "".join(done) + source[at:]


def _quoted(source, at):
    """The quoted text that begins at a curly quote, with straight ones, and where it ends."""
    family = _DOUBLE if source[at] in _DOUBLE else _SINGLE
    straight = '"' if family is _DOUBLE else "'"
    triple = re.match(f"[{family}]{{3}}", source[at:])
    if triple:
        end = re.compile(f"[{family}{straight}]{{3}}").search(source, at + 3)
        inner = source[at + 3 : end.start() if end else len(source)]
        return f"{straight * 3}{inner}{straight * 3 if end else ''}", end.end() if end else len(source)
    ends = _end(source, at, family, straight)
    if not ends:
        return straight, at + 1
    inner = source[at + 1 : ends.start()]
    other = "'" if straight == '"' else '"'
    if straight in inner and other not in inner:
        straight = other
    whole = straight + inner.replace(straight, "\\" + straight) + straight
    return whole, ends.end()


def _end(source, at, family, straight):
    """Where a text that begins with a curly quote ends in its line: at the first closing quote, curly if there is one."""
    line_end = source.find("\n", at)
    # An apostrophe between two letters does not end the text.
    ends = re.compile(rf"(?<!\w)[{family}{straight}]|[{family}{straight}](?!\w)")
    first, opening = None, None
    for end in ends.finditer(source, at + 1, len(source) if line_end < 0 else line_end):
        if end[0] == straight:
            first = first or end
        elif end[0] not in _OPENING:
            return end
        elif opening or first:
            break
        else:
            opening = end
    return first or opening
