"""Attention maps by matplotlib: a grid of heat maps with one colour bar. (`kino.heatmap` draws those of figures.)"""

import numpy as np
from matplotlib import pyplot
from matplotlib.ticker import MaxNLocator


def show_heatmaps(matrices, titles=None, *, xlabel="keys", ylabel="queries", cmap="Reds", size=None):
    """Draw attention weights as heat maps, dark where the weight is large.

    matrices: (n_q, n_k) for one map, (columns, n_q, n_k) for a row of maps, (rows, columns, n_q, n_k) for a grid
    titles: one for each column
    size: width and height of one map in inches; None fits them to n_k and n_q
    All maps share one scale, from 0 to the largest weight.
    Raises ValueError for another number of axes, of titles, or for no map at all.
    """
    matrices = np.asarray(matrices)
    if matrices.ndim not in (2, 3, 4) or 0 in matrices.shape:
        raise ValueError(
            f"matrices must be (n_q, n_k), with one or two axes before it, none empty, and have shape {matrices.shape}"
        )
    grid = matrices.reshape((1,) * (4 - matrices.ndim) + matrices.shape)
    rows, columns, n_q, n_k = grid.shape
    if titles is not None and len(titles) != columns:
        raise ValueError(f"{len(titles)} titles for {columns} columns of maps (shape {matrices.shape})")
    width, height = size or (max(1.6, 0.28 * n_k), max(1.3, 0.28 * n_q + 0.9))
    figure, axes = pyplot.subplots(
        rows,
        columns,
        figsize=(width * columns + 1, height * rows),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for (i, j), ax in np.ndenumerate(axes):
        image = ax.imshow(grid[i, j], cmap=cmap, vmin=0, vmax=max(grid.max(), 1e-12), aspect="auto")
        for axis in (ax.xaxis, ax.yaxis):
            # Were there to be two, those of a single query would not be whole.
            axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        if i == rows - 1:
            ax.set_xlabel(xlabel)
        if j == 0:
            ax.set_ylabel(ylabel)
        if titles is not None and i == 0:
            ax.set_title(titles[j])
    figure.colorbar(image, ax=axes, shrink=0.9, label="weight")
