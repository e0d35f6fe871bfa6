from xml.etree import ElementTree

import pytest

from tests.bench.chart import draw
from tests.bench.table import Row


def test_chart_has_a_bar_for_each_and_says_the_same_in_words():
    rows = [
        Row("", "first visit", "ms", [300, 400, 500], [3000, 3500, 4000]),
        Row("", "the next lesson", "ms", [300], [300]),
        Row("", "first visit", "ms", [300, 400, 500], [9000, 9100, 9900], "another <one>"),
    ]
    part = {"plan": {"rounds": 3}, "rows": [row.as_json() for row in rows]}
    svg = ElementTree.fromstring(draw({"machine": {"browser": "Chromium 1", "cores": 2}, "parts": {"start": part}}))
    bars = [node for node in svg.iter() if node.tag.endswith("rect")]
    assert [bar.get("class") for bar in bars] == ["kino", "bar", "bar"]
    widths = [float(bar.get("width")) for bar in bars]
    assert [width / widths[0] for width in widths] == pytest.approx([1, 8.75, 22.75], rel=1e-3)
    said = [node.text for node in svg.iter() if node.tag.endswith("text")]
    assert said[1:-2] == ["kino", "0.40 s", "plain Pyodide", "3.50 s", "another <one>", "9.10 s"]
    assert "kino 0.40 s, plain Pyodide 3.50 s, another <one> 9.10 s" in svg.get("aria-label")
