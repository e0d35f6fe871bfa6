"""Mutants of the core that do the same as the code itself, so that no test can notice them; each with the reason."""

from collections.abc import Iterable

Key = tuple[str, str, str, str]  # the file, the function, the statement as it was and as it is now


def _in(file: str, place: str, statement: str, *pairs: tuple[str, str]) -> list[Key]:
    """Of one statement: `old` in it, and what stands there instead."""
    return [(file, place, statement, statement.replace(old, new)) for old, new in pairs]


MUTANTS: dict[Key, str] = {
    key: reason
    for keys, reason in (
        (_in("checks.py", "count", "whole = 0", ("0", "-1")), "what is no count is below 1 either way"),
        (
            _in(
                "layers.py",
                "AdditiveAttention._make_weights",
                "self.w_v = glorot_uniform(self.rng, 1, h, dtype)[0]",
                ("[0]", "[-1]"),
            ),
            "of one row, the first is the last",
        ),
        (
            _in(
                "masks.py",
                "_lengths",
                "_refuse(lengths, ~(lengths == np.floor(lengths)) | np.isinf(lengths), 'is no whole number')",
                ("floor", "ceil"),
            ),
            "whole numbers are those that rounding leaves, up or down",
        ),
        (
            _in(
                "masks.py",
                "_refuse",
                "place = tuple((int(i) for i in np.argwhere(wrong)[0]))",
                ("int(i)", "i"),
            ),
            "NumPy's whole numbers read and index like Python's",
        ),
        (
            _in("masks.py", "_clash", "axes = range(-1, -mask.ndim - 1, -1)", ("- 1, -1", "- 2, -1")),
            "an axis that clashes is found before the last of these is reached",
        ),
        (
            _in(
                "pooling.py",
                "pool",
                "counted = np.where(weights[..., None] == 0, 0, each)",
                ("0, 0", "0, 1"),
                ("0, 0", "0, -1"),
            ),
            "it is multiplied by a weight of 0",
        ),
    )
    for key in keys
}


def stale(made: Iterable[Key]) -> list[str]:
    """Those that are not made any more."""
    made = set(made)
    return [f"equivalent.py: no such mutant is made: {key}" for key in MUTANTS if key not in made]
