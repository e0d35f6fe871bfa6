"""A heat map as a table: a row for each query, a column for each key, each cell as dark as its weight is large."""

from kino.svg import figure_text, lowered, num, tag, text

# The share of full colour from which white reads better than black on light paper (black than white on dark).
FLIP = 0.66
RAMP = tuple(i / 10 for i in range(11))


def heatmap(weights, keep, *, queries, keys, label, read=None, why=None, numbers=False, top=1.0, foot=""):
    """The table, as markup.

    weights: n_q rows of n_k numbers from 0 to `top`
    keep:    the same form, False where a mask hides the key: hatched, and the number is written as plain 0
    queries, keys: the names of rows and columns, "k₁" with its subscript
    label:   what the table is called when it is read aloud
    read:    the row that stands out and always shows its numbers; None for none
    why:     a function (row, column) → the formula behind a cell, and (row, None) → behind a row's sum
    numbers: True writes all numbers; otherwise a row shows them while it is read or pointed at
    top:     the weight that gets the full colour
    foot:    table rows to follow, each with a header, n_k cells and a last one
    """
    head = tag("th", text("query"), scope="col", class_="of-query")
    head += "".join(tag("th", lowered(name, "sub"), scope="col") for name in keys)
    head += tag("th", text("sum"), scope="col", class_="total")
    rows = "".join(_row(i, weights[i], keep[i], queries[i], read, why, top) for i in range(len(queries)))
    return tag(
        "table",
        tag("thead", tag("tr", head)),
        tag("tbody", rows),
        foot and tag("tbody", foot, class_="foot"),
        class_="heatmap numbers" if numbers else "heatmap",
        aria_label=label,
    )


def sketch(weights, keep, *, top=1.0):
    """The same map with neither names nor numbers, one `<svg>` for where there is little room."""
    marks = ""
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            place = {"x": j + 0.05, "y": i + 0.05, "width": 0.9, "height": 0.9}
            marks += tag("rect", class_="cell" if keep[i][j] else "cell masked", **place)
            marks += tag("rect", class_="heat", opacity=num(weight / top, 3), **place) if keep[i][j] else ""
    size = f"0 0 {len(weights[0])} {len(weights)}"
    return tag("svg", marks, class_="sketch", viewBox=size, preserveAspectRatio="none", aria_hidden="true")


def legend(*, top=1.0):
    """What the colours mean: a scale from 0 to `top`, and the hatching."""
    parts = "".join(
        tag("rect", class_="heat", x=f"{num(100 * i / len(RAMP))}%", width="9.2%", height="100%", opacity=num(share))
        for i, share in enumerate(RAMP)
    )
    scale = tag("span", "0 ", tag("svg", parts, class_="ramp", aria_hidden="true"), f" {num(top)}", class_="scale")
    hatched = tag("span", tag("span", class_="swatch masked", aria_hidden="true"), " masked: exactly 0")
    return tag("p", tag("span", "weight ", scale), hatched, class_="heat-legend")


def weight_text(weight, kept):
    """A weight as a map writes it: two decimals, and a plain 0 where a mask makes it exactly that."""
    return figure_text(weight) if kept else "0"


def _row(i, weights, keep, name, read, why, top):
    cells = tag("th", lowered(name, "sub"), scope="row")
    cells += "".join(
        _cell(weight, kept, why and why(i, j), top) for j, (weight, kept) in enumerate(zip(weights, keep, strict=True))
    )
    total = text(figure_text(sum(weights)))
    if why:
        total = tag("button", total, type="button", class_="why", data_why=why(i, None))
    return tag("tr", cells, tag("td", total, class_="total"), class_="read" if i == read else None)


def _cell(weight, kept, reason, top):
    share = weight / top
    square = tag("rect", width="100%", height="100%", class_="heat", opacity=num(share, 3))
    shown = tag("span", text(weight_text(weight, kept)), class_="shown")
    kind = ("cell high" if share >= FLIP else "cell") if kept else "cell masked"
    return tag("td", tag("svg", square, aria_hidden="true"), shown, class_=kind, data_why=reason)
