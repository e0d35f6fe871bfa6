"""A source as characters: which of them are code, and whether it can be parsed."""

import re
import warnings

from kino.explain.place import FLAGS

# A comment, or a string of any kind as far as it goes; an unended one ends with its line.
APART = re.compile(
    r"""\#[^\n]*
    | (?P<long>'{3}|\"{3})(?:\\.|(?!(?P=long)).)*(?:(?P=long)|$)
    | (?P<short>['"])(?:\\.|(?!(?P=short))[^\n\\])*(?:(?P=short)|(?=\n)|$)""",
    re.DOTALL | re.VERBOSE,
)


def code_only(source):
    """The source with everything in strings and comments, quotes too, overwritten by NUL; of the same length."""
    return APART.sub(lambda match: "\0" * len(match[0]), source)


def comment_at(line):
    """Where the comment of a line begins; its end where there is none."""
    return next((found.start() for found in APART.finditer(line) if found[0].startswith("#")), len(line))


def parses(source):
    """Whether the code of a cell can be compiled."""
    return fails_at(source) is None


def fails_at(source):
    """The place in a source that Python stumbles over, as the index of a character; None where all is well."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "", "exec", FLAGS, dont_inherit=True)
        except SyntaxError as error:
            return line_span(source, error.lineno or 1)[0] + (error.offset or 1) - 1
        except (ValueError, RecursionError, MemoryError):
            return 0
    return None


def gets_further(source, at):
    """Whether a source can be compiled, or Python stumbles only after the character `at`."""
    place = fails_at(source)
    return place is None or place > at


def first_that_parses(sources):
    return next((source for source in sources if parses(source)), None)


def line_span(source, line):
    """Where a line begins and ends, without its newline."""
    start = 0
    for _ in range(line - 1):
        start = source.find("\n", start) + 1
    end = source.find("\n", start)
    return start, len(source) if end < 0 else end


def indent_of(text):
    return len(text) - len(text.lstrip(" \t"))
