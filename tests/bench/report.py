"""The file of all values. A run that measures some parts only leaves the others as they were measured before."""

import json
from collections.abc import Sequence
from pathlib import Path

from .table import Row

FOLDER = Path(__file__).resolve().parents[1] / "output"
FULL = FOLDER / "bench.json"
QUICK = FOLDER / "bench-quick.json"


def keep(file: Path, machine: dict, part: str, rows: Sequence[Row], facts: dict) -> None:
    """Put the rows of a part into the report, with what there is to know about how they came about.

    What was measured on another machine, or by another browser, goes.
    """
    report = read(file)
    if report.get("machine") != machine:
        report = {"machine": machine, "parts": {}}
    report["parts"][part] = facts | {"rows": [row.as_json() for row in rows]}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")


def read(file: Path) -> dict:
    """The report, or {} where there is none."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
