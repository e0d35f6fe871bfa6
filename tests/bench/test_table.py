from tests.bench.table import Row, lines, percentile


def test_percentile_is_a_value_that_was_measured():
    values = list(range(100, 0, -1))
    assert percentile(values, 0.95) == 95
    assert percentile(values, 1) == 100
    assert percentile([7.5], 0.95) == 7.5


def test_ratio_compares_round_by_round():
    # The third round was slow for both: the ratio of the medians would be 4 ÷ 5.
    assert Row("", "", "ms", [1, 4, 30], [5, 8, 3]).ratio == 0.5
    assert Row("", "", "ms", [1, 4]).ratio is None


def test_table_is_aligned_under_its_groups():
    rows = [
        Row("Start", "first", "ms", [1000, 3000], [2000, 4000]),
        Row("Stop", "loop", "ms", [20, 80], with_95th=True),
    ]
    header, *table = lines(rows)
    assert [line for line in table if line and line[0] != " "] == ["Start", "Stop"]
    first, loop = (next(line for line in table if line.startswith(f"  {row.title}")) for row in rows)
    assert first.split() == ["first,", "ms", "2,000", "1,000", "–", "3,000", "3,000", "2,000", "–", "4,000", "0.62"]
    assert loop.split() == ["loop,", "ms", "50.0", "20.0", "–", "80.0", "80.0"]
    assert first.index("2,000") + len("2,000") == loop.index("50.0") + len("50.0") == header.index("kino") + len("kino")
