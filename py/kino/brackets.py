"""Which brackets are open at a place in a text that need not be whole Python yet. Standard library only."""

import re

_TOKENS = re.compile(
    r"""
      (?P<text> (\"\"\"|''').*?(?:\2|\Z) | ("|')(?:\\.|(?!\3)[^\\\n])*(?:\3|\n|\Z) )
    | (?P<comment> \#[^\n]* )
    | (?P<open> [(\[{] ) | (?P<close> [)\]}] )
    | (?P<comma> , )
    | (?P<other> [=!<>:]=|\*\* )
    | (?P<equals> = )
    | (?P<start> (?:\n|\A)[ ]*(?:def|class|import|from|return|while|with|try|del|assert|raise|global)\b )
    | (?P<path> (?:[^\W\d]\w*\.)*[^\W\d]\w* )
    | (?P<space> \s+ )
    | (?P<rest> [\d.]+|. )
    """,
    re.VERBOSE | re.DOTALL,
)
_NO_CALLEES = {"if", "in", "and", "or", "not", "is", "else", "lambda", "await", "yield"}


def open_brackets(before):
    """The brackets that are open at the end of a text, outermost first.

    Each is {"path", "at", "count", "name", "given", "is_fresh"}. path: what is called, '' for other brackets; at: its
    place; count: the arguments before this one; name: the keyword written before this one; given: all keywords;
    is_fresh: nothing of this argument is written yet.
    """
    stack, last, word = [], "", ""
    for token in _TOKENS.finditer(before):
        kind, text = token.lastgroup, token.group()
        if kind in ("space", "comment"):
            continue
        if kind == "start":
            stack, text = [], text.strip()
        elif kind == "open":
            _use(stack)
            is_call = text == "(" and last == "path" and word not in _NO_CALLEES
            stack.append(_bracket(word if is_call else "", token.start()))
        elif kind == "close":
            del stack[-1:]
            _use(stack)
        elif stack:
            _read(stack[-1], kind, word if last == "path" else "")
        # The name after `def` or `class` is no callee.
        kind = "defined" if kind == "path" and (last, word) in (("start", "def"), ("start", "class")) else kind
        last, word = kind, text
    return stack


def _bracket(path, place):
    return {"path": path, "at": place, "count": 0, "name": None, "given": set(), "is_fresh": True}


def _use(stack):
    if stack:
        stack[-1]["is_fresh"] = False


def _read(bracket, kind, word):
    if kind == "comma":
        bracket |= {"count": bracket["count"] + 1, "name": None, "is_fresh": True}
        return
    bracket["is_fresh"] = False
    if kind == "equals" and word:
        bracket["name"] = word
        bracket["given"].add(word)
