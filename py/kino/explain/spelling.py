"""The name that was meant."""

import difflib

_MOST = 3000


def near(word, candidates, cutoff=0.75):
    """The candidate most like a word, or None. One that differs only in capitals is the most like."""
    likely = [name for name in candidates if type(name) is str and name != word and abs(len(name) - len(word)) <= 3]
    alike = next((name for name in likely if name.lower() == word.lower()), None)
    alike = alike or next((name for name in likely if len(word) > 2 and sorted(name) == sorted(word)), None)
    if alike or len(word) < 3:
        return alike
    likely = [name for name in likely if name[:1] == word[:1] or name[-2:] == word[-2:] or name[1:2] == word[:1]]
    return next(iter(difflib.get_close_matches(word, likely[:_MOST], 1, cutoff)), None)


def joined(words, last="and"):
    """ "a, b and c"."""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def count(number, one, many=None):
    return f"{number:,} {one if number == 1 else many or one + 's'}"
