"""Lines that begin too far left or right."""

from kino.explain.rules import Rules, told
from kino.explain.text import first_that_parses, indent_of, parses

SYNTAX = Rules(IndentationError)


def _lines(place):
    return place.source.split("\n"), (place.error.lineno or 1) - 1


@SYNTAX.on(r"expected an indented block(?: after (.+?)(?: statement| definition)? on line (\d+))?")
def _no_block(match, place):
    lines, at = _lines(place)
    opener = int(match[2]) - 1 if match[2] else at - 1
    words = (
        f"The lines that belong to {_quoted(lines[opener])} must begin further to the right than it, by four spaces."
    )
    if at < len(lines) and lines[at].strip() and not lines[at].lstrip().startswith("#"):
        fix = _moved(place, lines, at, indent_of(lines[opener]) + 4, f"Indent line {at + 1}")
        if fix:
            return told(words, fix)
    after = [*lines[: opener + 1], " " * (indent_of(lines[opener]) + 4) + "pass", *lines[opener + 1 :]]
    fix = place.fix("Add pass, which does nothing", (0, len(place.source), "\n".join(after)))
    return told(f"{words} There is none yet.", fix if fix and parses(fix["code"]) else None)


@SYNTAX.on(r"unexpected indent")
def _too_far(match, place):
    lines, at = _lines(place)
    before = next((line for line in reversed(lines[:at]) if line.strip()), "")
    depth = indent_of(before)
    words = f"Line {at + 1} begins further to the right than the line before it, and no colon there asks for that."
    if not before:
        words = f"Line {at + 1} must begin at the left edge: there is nothing before it that it could belong to."
    return told(words, _moved(place, lines, at, depth, f"Move line {at + 1} to the left"))


@SYNTAX.on(r"unindent does not match")
def _between(match, place):
    lines, at = _lines(place)
    depth = indent_of(lines[at])
    levels = sorted({indent_of(line) for line in lines[:at] if line.strip()})
    nearest = sorted(levels, key=lambda level: (abs(level - depth), -level))
    words = f"Line {at + 1} begins after {_spaces(depth)}, and no line above it does. Lines of one block begin at the same place."
    for level in nearest:
        fix = _moved(place, lines, at, level, f"Begin line {at + 1} after {_spaces(level)}")
        if fix:
            return told(words, fix)
    return told(words)


@SYNTAX.on(r"inconsistent use of tabs")
def _tabs(match, place):
    line = place.error.lineno
    sizes = (4, 8, 2)
    code = first_that_parses(_without_tabs(place.source, size) for size in sizes)
    fix = place.fix("Use spaces instead of tabs", (0, len(place.source), code)) if code else None
    return told(
        f"Line {line} is indented with a tab and others with spaces (or the other way round). They look alike, "
        "and Python does not take one for the other.",
        fix,
    )


def _without_tabs(source, size):
    lines = source.split("\n")
    return "\n".join(line[: indent_of(line)].expandtabs(size) + line[indent_of(line) :] for line in lines)


def _moved(place, lines, at, depth, label):
    """The fix that begins a line, and the block under it, at another depth; or only where more is needed, all of it."""
    own = indent_of(lines[at])
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or indent_of(lines[end]) > own):
        end += 1
    same = end
    while same < len(lines) and (not lines[same].strip() or indent_of(lines[same]) >= own):
        same += 1
    for last in dict.fromkeys((end, same)):
        code = "\n".join([*lines[:at], *(_shifted(line, depth - own) for line in lines[at:last]), *lines[last:]])
        if parses(code):
            return place.fix(label, (0, len(place.source), code))
    return None


def _shifted(line, by):
    if not line.strip():
        return line
    return " " * by + line if by > 0 else line[min(-by, indent_of(line)) :]


def _quoted(line):
    words = line.strip().replace("`", "'")
    return f"`{words if len(words) < 50 else words[:49] + '…'}`"


def _spaces(number):
    return "no space" if number == 0 else "1 space" if number == 1 else f"{number} spaces"
