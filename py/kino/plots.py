"""matplotlib's way out: a backend whose `plt.show()` hands on each open figure. Imported by matplotlib itself."""

import base64
import io
import json

import matplotlib
from matplotlib.backend_bases import FigureManagerBase as FigureManager  # noqa: F401  (matplotlib asks for these two names)
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas  # noqa: F401

from kino import streams

SCALE = 2
LARGEST = 4000  # CSS pixels; a page has no use for more

if matplotlib.rcParams["figure.figsize"] == matplotlib.rcParamsDefault["figure.figsize"]:
    matplotlib.rcParams["figure.figsize"] = (6.4, 4.0)


def show(*_, **__):
    """Show every open figure, lowest number first, and close them all."""
    from matplotlib import pyplot

    try:
        for number in pyplot.get_fignums():
            streams.emit("image", json.dumps(picture(pyplot.figure(number))))
    finally:
        pyplot.close("all")  # also one that cannot be drawn, or it would fail again after every later cell


def picture(figure):
    """A figure as {"png" (base64), "width", "height" (CSS pixels), "alt"}."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=figure.dpi * SCALE)
    width, height = figure.get_size_inches() * figure.dpi
    png = base64.b64encode(file.getvalue()).decode()
    shrink = min(1, LARGEST / max(width, height))
    size = {"width": round(width * shrink), "height": round(height * shrink)}
    return {"png": png, **size, "alt": describe(figure)[:1000]}


def describe(figure):
    """What a figure shows, in words, as far as its own titles and labels say."""
    title = figure.get_suptitle()
    parts = [f"“{title}”"] if title else []
    parts += [_describe_axes(axes) for axes in figure.axes if axes.get_label() != "<colorbar>"]
    return "Plot: " + "; ".join(part for part in parts if part) if any(parts) else "A plot without titles or labels"


def _describe_axes(axes):
    parts = [f"“{axes.get_title()}”"] if axes.get_title() else []
    counted = (
        (len(axes.lines), "line", "lines"),
        (len(axes.images), "image", "images"),
        (len(axes.collections), "collection of points or areas", "collections of points or areas"),
        (len(axes.containers), "group of bars", "groups of bars"),
    )
    parts += [f"{count} {one if count == 1 else many}" for count, one, many in counted if count]
    parts += [f"{name}: {label}" for name, label in (("x", axes.get_xlabel()), ("y", axes.get_ylabel())) if label]
    return ", ".join(parts)
