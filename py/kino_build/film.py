"""Figure → film strip. Every step of the reel is drawn once; what the frames share is kept once, the rest by columns.

A film is plain JSON:
    reel, steps    which control was filmed, and where it stands in each frame
    state          the other controls
    stills         pictures of single states beside the reel, if there are any: {state, svg, words, values} each
    columns        one list a column, each with one entry a frame
    markup, words  a list of pieces; text is itself, a whole number is a column
    values         the figure's values with each number that changes replaced by {"column": n}, and each object by
                   {"fields": {…}}
"""

import json
import re
from collections.abc import Sequence

from kino.figures import Figure, Picture

DECIMALS = 9
_PIECES = re.compile(r"([\w.#%+−]+)")


def shoot(figure: Figure, state: dict) -> list[Picture]:
    """Draw every frame of the figure's reel, the other controls as `state` has them."""
    return [figure.draw(state | {figure.reel: step}) for step in figure.reel_control.steps()]


def develop(figure: Figure, state: dict, pictures: list[Picture], stills: Sequence[tuple[dict, Picture]] = ()) -> dict:
    """Pack the frames into a film. stills: more states with their pictures; those that the reel has are left out."""
    columns = _Columns()
    markup = _weave([picture.svg for picture in pictures], columns)
    words = _weave([picture.words for picture in pictures], columns)
    frames = [picture.plain_values() for picture in pictures]
    values = {name: _fold([frame[name] for frame in frames], columns) for name in frames[0]}
    others = {name: value for name, value in (figure.start | state).items() if name != figure.reel}
    beside = [(at, picture) for at, picture in stills if any(at[name] != value for name, value in others.items())]
    film = {
        "reel": figure.reel,
        "steps": figure.reel_control.steps(),
        "state": others,
        "columns": columns.lists,
        "markup": markup,
        "words": words,
        "values": values,
    }
    if beside:
        film["stills"] = [
            {"state": at, "svg": picture.svg, "words": picture.words, "values": picture.plain_values()}
            for at, picture in beside
        ]
    return film


def project(film: dict, i: int) -> Picture:
    """Frame `i` of a film, as the page's player shows it."""
    columns = film["columns"]

    def join(pieces):
        return "".join(piece if isinstance(piece, str) else columns[piece][i] for piece in pieces)

    def unfold(values):
        if isinstance(values, list):
            return [unfold(value) for value in values]
        if not isinstance(values, dict):
            return values
        if "fields" in values:
            return {name: unfold(value) for name, value in values["fields"].items()}
        return columns[values["column"]][i]

    return Picture(join(film["markup"]), {k: unfold(v) for k, v in film["values"].items()}, join(film["words"]))


class _Columns:
    """The columns of a film, each kept once."""

    def __init__(self):
        self.lists, self._places = [], {}

    def place(self, column):
        key = json.dumps(column)
        if key not in self._places:
            self._places[key] = len(self.lists)
            self.lists.append(column)
        return self._places[key]


def _weave(texts, columns):
    split = [_PIECES.split(text) for text in texts]
    if len({len(pieces) for pieces in split}) > 1:
        return [columns.place(texts)]
    woven = [""]
    for column in zip(*split, strict=True):
        if len(set(column)) > 1:
            woven.append(columns.place(list(column)))
        elif isinstance(woven[-1], str):
            woven[-1] += column[0]
        else:
            woven.append(column[0])
    return woven


def _fold(values, columns):
    if all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        return [_fold(list(column), columns) for column in zip(*values, strict=True)]
    if all(isinstance(value, dict) for value in values) and len({tuple(value) for value in values}) == 1:
        return {"fields": {name: _fold([value[name] for value in values], columns) for name in values[0]}}
    rounded = [round(value, DECIMALS) if isinstance(value, float) else value for value in values]
    # An object means something in a film, so one of the figure's own goes into a column, even if it never changes.
    is_fixed = all(value == rounded[0] for value in rounded) and not isinstance(rounded[0], dict)
    return rounded[0] if is_fixed else {"column": columns.place(rounded)}
