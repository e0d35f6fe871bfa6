"""Runs cells when the site is built, so that their output is in the page before Python wakes. I/O.

`python -m kino_build.rehearse` reads [[id, source], …] from stdin, runs them in one namespace like the cells of a page,
and writes [[outcome, [[kind, text], …]], …].
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kino import cell
from kino_build.check import CourseError, Finding
from kino_build.lesson import Lesson

# The same cells give the same bytes.
ALWAYS = {"MPLBACKEND": "module://kino.plots", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-Z\\-~]?)")
LONGEST = 120  # seconds, for all the cells of a lesson


@dataclass(frozen=True)
class Shown:
    """A piece of a cell's output: "out", "err" or "value" with its text, or "image" with a PNG, its size, its words."""

    kind: str
    text: str
    png: bytes = b""
    width: int = 0
    height: int = 0

    @property
    def path(self) -> str:
        """The picture's address in the site, the same for the same picture."""
        return f"outputs/{hashlib.sha256(self.png).hexdigest()[:10]}.png"


def rehearse(lesson: Lesson) -> dict[str, tuple[Shown, ...]]:
    """Run the cells of a lesson up to the last one that shows its output. Returns what those put out, by id.

    Raises CourseError where such a cell, or one before it, fails or does not end.
    """
    last = max((i for i, one in enumerate(lesson.cells) if one.shown), default=-1)
    cells = lesson.cells[: last + 1]
    if not cells:
        return {}
    command = [sys.executable, "-m", __name__]
    request = json.dumps([[one.id, one.source] for one in cells])
    try:
        with tempfile.TemporaryDirectory() as folder:
            # An empty settings file here keeps the author's own from changing the pictures.
            Path(folder, "matplotlibrc").touch()
            done = subprocess.run(
                command,
                input=request,
                env=os.environ | ALWAYS | {"PYTHONPATH": str(Path(__file__).parents[1])},
                cwd=folder,
                capture_output=True,
                encoding="utf-8",
                timeout=LONGEST,
                check=False,
            )
    except subprocess.TimeoutExpired:
        text = f"the cells up to {cells[-1].id} did not come to an end within {LONGEST} s; make them quicker"
        raise CourseError([Finding(lesson.file, cells[-1].line, text)]) from None
    if done.returncode:
        text = f"the cells up to {cells[-1].id} could not be run: {done.stderr.strip().splitlines()[-1:]}"
        raise CourseError([Finding(lesson.file, cells[-1].line, text)])
    results = json.loads(done.stdout)
    findings = [_finding(one, outcome, lesson.file) for one, (outcome, _) in zip(cells, results, strict=True)]
    if any(findings):
        raise CourseError([finding for finding in findings if finding])
    return {
        one.id: tuple(_shown(kind, text) for kind, text in items)
        for one, (_, items) in zip(cells, results, strict=True)
        if one.shown
    }


def _shown(kind: str, text: str) -> Shown:
    if kind != "image":
        return Shown(kind, text)
    image = json.loads(text)
    return Shown(kind, image["alt"], base64.b64decode(image["png"]), image["width"], image["height"])


def _finding(one, outcome: dict, file: str) -> Finding | None:
    if outcome["status"] == "done":
        return None
    error = outcome.get("error", {"type": outcome["status"], "message": "", "frames": []})
    own = [frame["line"] for frame in error["frames"] if frame["cell"] == one.id]
    text = f"cell {one.id} cannot be run when the site is built: {error['type']}: {error['message']}"
    return Finding(file, one.line + (own[-1] if own else 0), text)


def main() -> None:
    # What a cell sends past sys.stdout must not get into the answer.
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    namespace: dict = {"__name__": "__main__"}
    results = []
    for name, source in json.load(sys.stdin):
        items: list[list[str]] = []
        outcome = cell.run(source, namespace, name=name, emit=_into(items), finish=_show_plots)
        if not isinstance(outcome, dict):
            outcome.close()
            message = "only the browser can wait for it; no cell with `shown` can have it, nor one before such a cell"
            outcome = {"status": "error", "error": {"type": "await", "message": message, "frames": []}}
        results.append([outcome, _joined(items)])
    json.dump(results, answer)
    answer.close()


def _into(items: list[list[str]]) -> Callable[[str, str], None]:
    return lambda kind, text: items.append([kind, text])


def _show_plots() -> None:
    plots = sys.modules.get("kino.plots")
    if plots:
        plots.show()


def _joined(items: list[list[str]]) -> list[list[str]]:
    """Neighbours of the same stream as one piece."""
    joined: list[list[str]] = []
    for kind, text in items:
        if joined and kind in ("out", "err") and joined[-1][0] == kind:
            joined[-1][1] += text
        else:
            joined.append([kind, text])
    return [[kind, text if kind == "image" else _plain(text)] for kind, text in joined]


def _plain(text: str) -> str:
    """A text as it stands in a page that Python has not reached: without colours, lines as last written."""
    text = ESCAPE.sub("", text).replace("\r\n", "\n")
    return re.sub(r"[^\r\n]*\r(?=[^\r\n])|[\x00-\x08\x0b-\x1f\x7f]", "", text)


if __name__ == "__main__":
    main()
