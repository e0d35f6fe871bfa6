import pytest

from tests.bench.table import Goal, Row, lines, percentile


def test_percentile_is_a_value_that_was_measured():
    values = list(range(100, 0, -1))
    assert percentile(values, 0.95) == 95
    assert percentile(values, 1) == 100
    assert percentile([7.5], 0.95) == 7.5


def test_ratio_compares_round_by_round():
    # The third round was slow for both: the ratio of the medians would be 4 ÷ 5.
    assert Row("", "", "ms", [1, 4, 30], [5, 8, 3]).ratio == 0.5
    assert Row("", "", "ms", [1, 4]).ratio is None


def test_ratio_of_things_that_share_no_rounds_is_that_of_the_medians():
    assert Row("", "", "ms", [1, 2, 3], [4]).ratio == 0.5


@pytest.mark.parametrize(
    "goal, reached, met",
    [
        (Goal(0.5), 0.5, True),
        (Goal(0.49), 0.5, False),
        (Goal(2, "speed"), 2, True),
        (Goal(2.1, "speed"), 2, False),
        (Goal(5, "median"), 5, True),
        (Goal(8, "95th %"), 9, False),
        (Goal(9, "highest"), 9, True),
    ],
)
def test_goals(goal, reached, met):
    row = Row("", "", "ms", [1, 5, 9], [2, 10, 18], goals=(goal,))
    assert row.reached(goal) == reached
    assert row.meets(goal) == met
    assert row.as_json()["goals"] == [{"of": goal.of, "limit": goal.limit, "reached": reached, "met": met}]


def test_table_is_aligned_under_its_groups():
    rows = [
        Row("Start", "first", "ms", [1000, 3000], [2000, 4000], goals=(Goal(0.5), Goal(9000, "highest"))),
        Row("Stop", "loop", "ms", [20, 80], with_95th=True),
    ]
    header, *table = lines(rows)
    assert [line for line in table if line and line[0] != " "] == ["Start", "Stop"]
    first, loop = (next(line for line in table if line.startswith(f"  {row.title}")) for row in rows)
    assert first.split("  ")[1:2] == ["first, ms"]
    assert first.split()[2:] == [
        *["2,000", "1,000", "–", "3,000", "3,000", "floor", "2,000", "–", "4,000", "0.62"],
        *["≤", "0.50×,", "highest", "≤", "9,000", "missed,", "met"],
    ]
    assert loop.split() == ["loop,", "ms", "50.0", "20.0", "–", "80.0", "80.0"]
    assert first.index("2,000") + len("2,000") == loop.index("50.0") + len("50.0") == header.index("kino") + len("kino")
