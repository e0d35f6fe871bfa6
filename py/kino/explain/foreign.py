"""What other languages and notebooks write and Python does not."""

import re

from kino.explain.rules import told
from kino.explain.text import code_only, parses

NO_BRACES = (
    "Python has no curly brackets round a block: a colon ends the first line, and the lines of the block are indented."
)
# In other languages, or in a notebook: (pattern of the line, replacement or None, sentence, label).
_FOREIGN = (
    (r"^(\s*)(?:%{1,2}[a-z]|!\s*(?:pip|conda|ls|cd|git|wget|curl|apt|python|mkdir|cat)\b|\?).*$", r"\1", "Lines that begin with `%`, `!` or `?` are commands of a notebook, not Python. This page needs none of them.", "Remove the line"),
    (r"^(\s*)(?:pip3?|conda|micropip)\s+install\b.*$", r"\1", "Nothing can be installed here. `numpy`, `matplotlib` and `kino` are there already: `import` is enough.", "Remove the line"),
    (r"^(.*\w)\?+\s*$", None, "The question mark is a command of a notebook. Write `help(…)`.", None),
    (r"^(\s*)([\w.]+)\+\+\s*;?\s*$", r"\1\2 += 1", "Python has no `++`. To add 1, write `+= 1`.", "Write `+= 1`"),
    (r"^(\s*)([\w.]+)--\s*;?\s*$", r"\1\2 -= 1", "Python has no `--`. To take 1 away, write `-= 1`.", "Write `-= 1`"),
    (r"\s*&&\s*", " and ", "Python writes `and` for `&&`.", "Write `and`"),
    (r"\s*\|\|\s*", " or ", "Python writes `or` for `||`.", "Write `or`"),
    (r"!(?!=)\s*", "not ", "Python writes `not` for `!`.", "Write `not`"),
    (r"<>", "!=", "Python writes `!=` for “not equal”.", "Write `!=`"),
    (r"!==", "!=", "Python writes `!=` for “not equal”.", "Write `!=`"),
    (r"===", "==", "Python compares with `==`, two signs.", "Write `==`"),
    (r"=<", "<=", "Python writes `<=` for “at most”.", "Write `<=`"),
    (r"=>", ">=", "Python writes `>=` for “at least”.", "Write `>=`"),
    (r"^(\s*)(?:var|let|const|int|float|double|auto|string|bool)\s+(?=[A-Za-z_]\w*\s*=)", r"\1", "In Python a name is made just by giving it a value: `x = 3`.", "Remove the word before the name"),
    (r"^(\s*)(?:function|func|fn|define|sub)\s+(?=\w+\s*\()", r"\1def ", "A function begins with `def`.", "Write `def`"),
    (r"^(\s*(?:if|elif|while)\b.*?)\s*\bthen\b\s*:?\s*$", r"\1:", "Python writes a colon for “then”.", "Write a colon"),
    (r"^(\s*(?:for|while)\b.*?)\s*\bdo\b\s*:?\s*$", r"\1:", "Python writes a colon for “do”.", "Write a colon"),
    (r"^\s*(?:if|elif|else|for|while|def)\b.*\{\s*$", None, NO_BRACES, None),
    (r"^\s*for\s*\w+\s*=", None, "Python counts with `for i in range(3):`, which takes 0, 1 and 2.", None),
    (r"^\s*(?:switch|case)\b", None, "Use `if`, `elif` and `else` to choose between several cases.", None),
    (r"^(\s*raise\s+\w+)\s*,\s*(.+)$", r"\1(\2)", "What an error says stands in brackets: `raise ValueError(\"…\")`.", "Add the brackets"),
    (r"^(\s*)(\w+)\s*:=\s*", r"\1\2 = ", "To give a name a value, write `=`.", "Write `=`"),
    (r"=\s+=", None, "Two `=` stand here with a space between. One gives a name a value, and `==` compares.", None),
    (r",(?:\s*,)+", ",", "Two commas follow each other.", "Remove a comma"),
    (r"^(\s*)(?:>>>|\.\.\.)[ ]?", r"\1", "`>>>` is what Python prints before what you type; it is not part of the code.", "Remove it"),
    (r"\x60", None, "The backquote is not Python. A text stands between two ' or two \".", None),
    (r"\$", None, "The dollar sign is not Python.", None),
)  # fmt: skip


def foreign(place, start, text):
    """What is said of a line in another language, or None."""
    line = (start, start + len(text))
    for pattern, new, words, label in _FOREIGN:
        found = re.compile(pattern, re.MULTILINE)
        if not found.search(code_only(place.source), *line):
            continue
        if new is None:
            return told(words)
        code = next(filter(parses, (_swapped(place.source, found, new, *span) for span in (line, (0,)))), None)
        if code is not None:
            return told(words, place.fix(label, (0, len(place.source), code)))
    return None


def _swapped(source, pattern, new, *span):
    """A source with what matches in its code, in a span of it, written anew."""
    code = code_only(source)
    for found in reversed(list(pattern.finditer(code, *span))):
        kept = {str(i): source[slice(*found.span(i))] for i in range(found.re.groups + 1)}
        text = re.sub(r"\\(\d)", lambda group, kept=kept: kept[group[1]], new)
        source = source[: found.start()] + text + source[found.end() :]
    return source
