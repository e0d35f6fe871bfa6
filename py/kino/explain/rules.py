"""A rule is a pattern of Python's own words and a function: (match, place) → what to say, or None."""

import re


def told(plain, fix=None, see=None):
    """What is said of an error: a sentence, perhaps a fix {"label", "code"} and a cell to go to {"cell", "label"}."""
    return {"plain": plain} | ({"fix": fix} if fix else {}) | ({"see": see} if see else {})


class Rules:
    """The rules of one family of errors, tried in the order in which they stand."""

    def __init__(self, *kinds):
        self.kinds = kinds
        self._rules = []

    def on(self, pattern):
        def add(function):
            self._rules.append((re.compile(pattern, re.DOTALL), function))
            return function

        return add

    def tell(self, place):
        """The first that has something to say, or None."""
        for pattern, function in self._rules:
            match = pattern.search(place.message)
            if match and (said := function(match, place)):
                return said
        return None
