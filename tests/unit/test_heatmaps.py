"""show_heatmaps: maps in rows and columns, one scale, one colour bar."""

from itertools import pairwise

import matplotlib
import numpy as np
import pytest

matplotlib.use("agg")
from matplotlib import pyplot

from kino.heatmaps import show_heatmaps


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def maps(figure):
    return [axes for axes in figure.axes if axes.get_label() != "<colorbar>"]


@pytest.mark.parametrize(("shape", "count"), [((3, 4), 1), ((2, 3, 4), 2), ((2, 5, 3, 4), 10), ((1, 1), 1)], ids=str)
def test_there_is_one_map_a_matrix_and_one_colour_bar(shape, count):
    weights = np.random.default_rng(0).random(shape)
    show_heatmaps(weights)
    figure = pyplot.gcf()
    assert len(maps(figure)) == count and len(figure.axes) == count + 1
    drawn = np.stack([axes.images[0].get_array() for axes in maps(figure)])
    np.testing.assert_array_equal(drawn, weights.reshape(drawn.shape))
    assert {axes.images[0].get_clim() for axes in maps(figure)} == {(0, weights.max())}


def test_titles_stand_over_the_columns_and_labels_at_the_edges():
    show_heatmaps(np.ones((2, 2, 3, 4)), ["left", "right"], xlabel="k", ylabel="q")
    axes = maps(pyplot.gcf())
    assert [one.get_title() for one in axes] == ["left", "right", "", ""]
    assert [one.get_xlabel() for one in axes] == ["", "", "k", "k"]
    assert [one.get_ylabel() for one in axes] == ["q", "", "q", ""]


@pytest.mark.parametrize("shape", [(1, 1), (1, 10), (10, 1), (2, 1, 10), (3, 4), (2, 3, 40, 40)], ids=str)
def test_an_axis_counts_whole_rows_and_no_number_lies_on_another(shape):
    show_heatmaps(np.ones(shape))
    pyplot.gcf().canvas.draw()
    first, last = maps(pyplot.gcf())[0], maps(pyplot.gcf())[-1]
    for axis, count, side in ((last.xaxis, shape[-1], "intervalx"), (first.yaxis, shape[-2], "intervaly")):
        seen = [tick for tick in axis.get_major_ticks() if -0.5 <= tick.get_loc() <= count - 0.5]
        assert seen and all(float(tick.get_loc()).is_integer() for tick in seen)
        ends = sorted(sorted(getattr(tick.label1.get_window_extent(), side)) for tick in seen)
        assert all(one[1] <= other[0] for one, other in pairwise(ends)), (ends, shape)


def test_weights_of_nothing_but_0_can_be_drawn():
    show_heatmaps(np.zeros((2, 2)))
    pyplot.gcf().canvas.draw()


@pytest.mark.parametrize("shape", [(3,), (1, 2, 3, 4, 5), (0, 3), (2, 0, 4)], ids=str)
def test_another_shape_is_refused(shape):
    with pytest.raises(ValueError, match=r"matrices must be \(n_q, n_k\).*shape \("):
        show_heatmaps(np.ones(shape))


def test_titles_must_be_as_many_as_columns():
    with pytest.raises(ValueError, match=r"1 titles for 2 columns of maps \(shape \(2, 3, 4\)\)"):
        show_heatmaps(np.ones((2, 3, 4)), ["one"])
