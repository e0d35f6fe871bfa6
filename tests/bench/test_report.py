from tests.bench import report
from tests.bench.table import Row

HERE = {"browser": "Chromium 1", "cores": 2}


def test_parts_measured_at_other_times_stay_but_not_those_of_another_machine(tmp_path):
    file = tmp_path / "output" / "bench.json"
    report.keep(file, HERE, "start", [Row("Start", "first", "ms", [1, 2, 3])], {"seconds": 5})
    report.keep(file, HERE, "stop", [Row("Stop", "loop", "ms", [4])], {"seconds": 6})
    report.keep(file, HERE, "stop", [Row("Stop", "loop", "ms", [5])], {"seconds": 7})
    kept = report.read(file)
    assert kept["machine"] == HERE
    assert {name: part["seconds"] for name, part in kept["parts"].items()} == {"start": 5, "stop": 7}
    assert kept["parts"]["start"]["rows"][0]["kino"]["values"] == [1, 2, 3]
    report.keep(file, HERE | {"cores": 8}, "stop", [], {})
    assert list(report.read(file)["parts"]) == ["stop"]
