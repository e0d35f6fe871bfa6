"""Runs cells when the site is built: their output is in the page before Python wakes, and exercises are tried. I/O.

`python -m kino_build.rehearse` reads [[id, source, check or null], …] from stdin, runs them like the cells of a page in
one namespace, an answer that is checked in a copy of it, and writes [outcome, [[kind, text], …]], one a line.
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

from kino import cell, exercise
from kino_build.check import CourseError, Finding
from kino_build.fence import CellFence
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


@dataclass(frozen=True)
class Step:
    """One run: of a cell, of an answer that is checked ("starter", "solution", "wrong"), or of a stand-in for it."""

    cell: CellFence
    kind: str
    source: str
    line: int
    message: str = ""

    @property
    def request(self) -> list:
        """What the rehearsing Python is asked for."""
        tried = self.cell.exercise if self.kind in ("starter", "solution", "wrong") else None
        return [self.cell.id, self.source, tried and tried.asked]

    def __str__(self) -> str:
        names = {"starter": "the starter of this exercise", "wrong": "this wrong answer"}
        return names.get(self.kind, f"cell {self.cell.id}" if self.kind == "cell" else "this solution")


def rehearse(lesson: Lesson) -> dict[str, tuple[Shown, ...]]:
    """Run the cells of a lesson up to the last one that shows its output, or is an exercise, whose answers are tried.

    Returns what those put out that show it, by id. Raises CourseError where such a cell, or one before it, fails or
    does not end, a starter passes its check, a solution does not, or a wrong answer does not meet its message.
    """
    last = max((i for i, one in enumerate(lesson.cells) if one.shown or one.exercise), default=-1)
    steps = [step for one in lesson.cells[: last + 1] for step in _steps(one)]
    if not steps:
        return {}
    results = _run(steps, lesson.file)
    findings = [_finding(step, outcome, lesson.file) for step, (outcome, _) in zip(steps, results, strict=True)]
    if any(findings):
        raise CourseError([finding for finding in findings if finding])
    return {
        step.cell.id: tuple(_shown(kind, text) for kind, text in items)
        for step, (_, items) in zip(steps, results, strict=True)
        if step.cell.shown
    }


def _steps(one: CellFence) -> list[Step]:
    if not one.exercise:
        return [Step(one, "cell", one.source, one.line)]
    solutions, wrongs = one.exercise.solutions, one.exercise.wrongs
    tried = [Step(one, part.kind, part.source, part.line, part.message) for part in (*solutions, *wrongs)]
    # What comes after the exercise finds what a reader's right answer would have made.
    stand_in = Step(one, "stand-in", solutions[0].source, solutions[0].line)
    return [Step(one, "starter", one.source, one.line), *tried, stand_in]


def _run(steps: list[Step], file: str) -> list:
    command = [sys.executable, "-m", __name__]
    try:
        with tempfile.TemporaryDirectory() as folder:
            # An empty settings file here keeps the author's own from changing the pictures.
            Path(folder, "matplotlibrc").touch()
            done = subprocess.run(
                command,
                input=json.dumps([step.request for step in steps]).encode(),
                env=os.environ | ALWAYS | {"PYTHONPATH": str(Path(__file__).parents[1])},
                cwd=folder,
                capture_output=True,
                timeout=LONGEST,
                check=False,
            )
    except subprocess.TimeoutExpired as error:
        step = steps[(error.stdout or b"").count(b"\n")]
        text = f"{step} did not come to an end within {LONGEST} s; make it quicker"
        raise CourseError([Finding(file, step.line, text)]) from None
    if done.returncode:
        step = steps[min(done.stdout.count(b"\n"), len(steps) - 1)]
        last_words = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise CourseError([Finding(file, step.line, f"{step} could not be run: {last_words}")])
    return [json.loads(line) for line in done.stdout.splitlines()]


def _shown(kind: str, text: str) -> Shown:
    if kind != "image":
        return Shown(kind, text)
    image = json.loads(text)
    return Shown(kind, image["alt"], base64.b64decode(image["png"]), image["width"], image["height"])


def _finding(step: Step, outcome: dict, file: str) -> Finding | None:
    if step.kind == "stand-in":
        return None  # what is wrong with it has been found when it was tried
    if step.kind == "cell":
        if outcome["status"] == "done":
            return None
        text = f"{step} cannot be run when the site is built: {_told(outcome)[0]}"
        return Finding(file, step.line + _line(step, outcome), text)
    passed = outcome.get("verdict", {}).get("passed", False)
    told = _told(outcome)
    if step.kind == "starter" and passed:
        return Finding(file, step.line, f"{step} passes the check as it is; let the check ask for what is to be done")
    if step.kind == "solution" and not passed:
        return Finding(file, step.line + _line(step, outcome), f"{step} does not pass the check: {told[0]}")
    if step.kind == "wrong" and passed:
        return Finding(file, step.line, f"{step} passes the check; add an assert that notices it, or take it away")
    if step.kind == "wrong" and not any(_flat(step.message) in _flat(words) for words in told):
        text = f'{step} does not meet "{step.message}" but "{told[0]}"; change its first line, or the check'
        return Finding(file, step.line, text)
    return None


def _told(outcome: dict) -> list[str]:
    """What the reader would be told of an outcome, in pieces."""
    if "error" in outcome:
        error = outcome["error"]
        return [f"{error['type']}: {error['message']}", error.get("plain", "")]
    return [outcome.get("verdict", {}).get("words", outcome["status"])]


def _line(step: Step, outcome: dict) -> int:
    """The line of a step's source at which it failed; 0 where that is unknown."""
    frames = outcome.get("error", {}).get("frames", [])
    return next((frame["line"] for frame in reversed(frames) if frame["cell"] == step.cell.id), 0)


def _flat(words: str) -> str:
    return " ".join(words.split())


def main() -> None:
    # What a cell sends past sys.stdout must not get into the answer.
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    namespace: dict = {"__name__": "__main__"}
    for name, source, check in json.load(sys.stdin):
        items: list[list[str]] = []
        how = {"name": name, "emit": _into(items), "finish": _show_plots}
        if check:
            outcome = exercise.answer(source, exercise.apart(namespace), check, **how)
        else:
            outcome = cell.run(source, namespace, **how)
        if not isinstance(outcome, dict):
            outcome.close()
            message = "only the browser can wait for it; no cell with `shown` can have it, nor one before such a cell"
            message += " or before an exercise"
            outcome = {"status": "error", "error": {"type": "await", "message": message, "frames": []}}
        print(json.dumps([outcome, _joined(items)]), file=answer, flush=True)
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
