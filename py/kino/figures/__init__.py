"""What a figure is: a title, controls, and one pure function from the controls' state to a Picture.

A figure is one Python file with TITLE, CONTROLS, REEL (the control that is filmed) and `draw`. CAPTION is optional.

Where `draw` has a keyword-only parameter with a function as its default, `draw(angle, *, attend=attention.attend)`,
a cell can drive the figure: the function that it makes under that name is handed in (`kino.driving`). What is not the
default is the reader's, and is drawn beside what the default gives. RETURNS names what the function returns, for
messages.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from types import FunctionType, ModuleType


@dataclass(frozen=True)
class Slider:
    """A number from `low` to `high` in steps of `step`.

    `marks` are (value, label) pairs shown on its track; `wrap` joins its ends, as on a dial.
    """

    name: str
    label: str
    low: float
    high: float
    start: float
    step: float = 1
    unit: str = ""
    marks: tuple[tuple[float, str], ...] = ()
    wrap: bool = False

    def accepts(self, value):
        if type(value) not in (int, float) or not self.low <= value <= self.high:
            return False
        steps = (value - self.low) / self.step
        return math.isclose(steps, round(steps), abs_tol=1e-6)

    @property
    def form(self):
        return f"a number from {self.low:g} to {self.high:g} in steps of {self.step:g}"

    def steps(self):
        """Every value the slider can stand at, lowest first."""
        # A millionth of a step makes up for steps like 0.1, which binary numbers only come near.
        count = math.floor((self.high - self.low) / self.step + 1e-6)
        return tuple(round(self.low + i * self.step, 9) for i in range(count + 1))


@dataclass(frozen=True)
class Steps:
    """A slider that stands at one of a few numbers, like 2, 4, 8, … 1024."""

    name: str
    label: str
    values: tuple[float, ...]
    start: float
    unit: str = ""

    @property
    def form(self):
        return f"one of {', '.join(f'{value:g}' for value in self.values)}"

    def accepts(self, value):
        return type(value) in (int, float) and value in self.values

    def steps(self):
        return self.values


@dataclass(frozen=True)
class Choice:
    """One of a few named options, shown as buttons side by side."""

    name: str
    label: str
    options: tuple[str, ...]
    start: str

    @property
    def form(self):
        return f"one of {', '.join(self.options)}"

    def accepts(self, value):
        return type(value) is str and value in self.options

    def steps(self):
        return self.options


@dataclass(frozen=True)
class Toggle:
    """A switch, on or off."""

    name: str
    label: str
    start: bool

    form = "true or false"

    def accepts(self, value):
        return type(value) is bool

    def steps(self):
        return (False, True)


@dataclass(frozen=True)
class Picture:
    """What a figure shows in one state.

    svg: the drawing as markup, `<svg>` elements and, where numbers are read, a `<table>`
    values: the numbers in it by name, unrounded
    words: one sentence that says the same to someone who cannot see it
    """

    svg: str
    values: dict
    words: str

    def plain_values(self):
        """The values as JSON has them, arrays as lists. Raises ValueError for NaN, infinity or another type."""
        return {name: _plain(value, name) for name, value in self.values.items()}


@dataclass(frozen=True)
class Figure:
    """One figure, as read from its module."""

    name: str
    title: str
    caption: str
    controls: tuple[Slider | Steps | Choice | Toggle, ...]
    reel: str
    function: Callable[..., Picture]
    driven: str | None = None  # the parameter of `function` under which a cell can hand in its own
    returns: tuple[str, ...] = ()

    @property
    def start(self):
        return {control.name: control.start for control in self.controls}

    @property
    def reel_control(self):
        return next(control for control in self.controls if control.name == self.reel)

    def mistakes(self, state):
        """What is wrong with a state, as (control's name, sentence) pairs; empty when it can be drawn."""
        known = {control.name: control for control in self.controls}
        for name, value in state.items():
            if name not in known:
                close = get_close_matches(name, known, n=1)
                hint = f'. Did you mean "{close[0]}"?' if close else ""
                yield name, f'figure "{self.name}" has no control "{name}"; it has {", ".join(known)}{hint}'
            elif not known[name].accepts(value):
                yield (
                    name,
                    f'control "{name}" of figure "{self.name}" takes {known[name].form}, not {value!r}',
                )

    def draw(self, state, **drivers):
        """Draw the figure; controls that `state` does not name stand at their start. ValueError for a wrong state.

        drivers: a function to draw with in the place of the default, under the name `driven`.
        """
        for _, sentence in self.mistakes(state):
            raise ValueError(sentence)
        picture = self.function(**{**self.start, **state}, **drivers)
        if not isinstance(picture, Picture):
            raise TypeError(f"draw must return a Picture, and returned {type(picture).__name__}")
        return picture


def load(name):
    """The figure called `name`, from `kino/figures/`. LookupError if there is none, ValueError if it is no figure."""
    module_name = f"{__name__}.{name.replace('-', '_')}"
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name != module_name:
            raise
        raise LookupError(f'there is no figure called "{name}"') from None
    return read(name, module)


def _plain(value, name):
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _plain(item, name) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, name) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f'the value "{name}" of the drawing holds {value}, which is no finite number')
    if value is not None and not isinstance(value, (bool, int, float, str)):
        kind = type(value).__name__
        raise ValueError(f'the value "{name}" of the drawing holds a {kind}, not a number, a text or a list')
    return value


def read(name: str, module: ModuleType):
    """Make a Figure of a module. Raises ValueError that names what is missing or wrong."""
    for attribute in ("TITLE", "CONTROLS", "REEL", "draw"):
        if not hasattr(module, attribute):
            raise ValueError(f'figure "{name}" lacks {attribute}: a figure has TITLE, CONTROLS, REEL and draw')
    taken = signature(module.draw).parameters.values()
    driven = [one.name for one in taken if one.kind is one.KEYWORD_ONLY and isinstance(one.default, FunctionType)]
    figure = Figure(
        name,
        module.TITLE,
        getattr(module, "CAPTION", ""),
        tuple(module.CONTROLS),
        module.REEL,
        module.draw,
        next(iter(driven), None),
        getattr(module, "RETURNS", ()),
    )
    names = [control.name for control in figure.controls]
    if len(set(names)) < len(names):
        raise ValueError(f'figure "{name}" has two controls of one name: {", ".join(names)}')
    if figure.reel not in names:
        raise ValueError(f'figure "{name}" films "{figure.reel}", which is none of its controls: {", ".join(names)}')
    if not isinstance(figure.reel_control, Slider | Steps):
        raise ValueError(f'figure "{name}" films "{figure.reel}", which is no slider; only a slider can be filmed')
    if len(driven) > 1:
        raise ValueError(f'draw of figure "{name}" can be driven by one function, and has {", ".join(driven)}')
    if not any(one.kind is one.VAR_KEYWORD for one in taken) and not set(names) <= {one.name for one in taken}:
        raise ValueError(f'draw of figure "{name}" must take its controls: draw({", ".join(names)})')
    for control in figure.controls:
        if not control.accepts(control.start):
            raise ValueError(
                f'control "{control.name}" of figure "{name}" starts at {control.start!r}, not {control.form}'
            )
    return figure
