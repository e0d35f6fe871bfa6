"""Who may import whom among the page's scripts: CONTRIBUTING.md's table, held against every file of site/js."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "site/js"
NOTHING = set()
ALLOWED = {
    "adopted-styles.js": NOTHING,
    "answers.js": {"meter.js"},
    "boot.js": {"image.js", "let-go.js"},
    "builds.js": {"in-turns.js", "kept-files.js"},
    "cell-error.js": {"element.js"},
    "cell-output.js": {"cell-error.js", "element.js", "ink.js", "question.js"},
    "changes.js": {"difference.js", "element.js"},
    "controls.js": NOTHING,
    "course.js": NOTHING,
    "difference.js": {"element.js"},
    "calls.js": {"patience.js"},
    "download.js": {"last-turn.js", "patience.js"},
    "element.js": NOTHING,
    "drives.js": {"driving.js"},
    "driving.js": {"cell-error.js", "element.js"},
    "editor.js": {
        *("adopted-styles.js", "editor-complete.js", "editor-keys.js", "editor-mark.js"),
        *("editor-search.js", "editor-signature.js", "editor-typing.js", "highlighter.js"),
    },
    "editor-complete.js": {"editor-words.js"},
    "editor-keys.js": {"editor-complete.js", "editor-typing.js", "element.js"},
    "editor-mark.js": NOTHING,
    "editor-search.js": NOTHING,
    "editor-signature.js": {"editor-complete.js", "element.js"},
    "editor-typing.js": NOTHING,
    "editor-words.js": NOTHING,
    "exercise.js": {"cell-error.js", "element.js", "panel.js", "record.js"},
    "figure-note.js": NOTHING,
    "film.js": NOTHING,
    "files.js": NOTHING,
    "frame.js": {"let-go.js", "meter.js", "protocol.js"},
    "grip.js": NOTHING,
    "image.js": NOTHING,
    "in-turns.js": NOTHING,
    "intent.js": NOTHING,
    "interrupts.js": NOTHING,
    "heartbeat.js": NOTHING,
    "idle.js": NOTHING,
    "highlighter.js": NOTHING,
    "held.js": NOTHING,
    "ink.js": {"element.js"},
    "keeping.js": {"in-turns.js", "kept-files.js"},
    "kept-files.js": NOTHING,
    "let-go.js": NOTHING,
    "keeper.js": {"changes.js", "panel.js", "record.js"},
    "kino-cell.js": {"cell-output.js", "editor.js", "static-code.js"},
    "kino-figure.js": {"controls.js", "figure-note.js", "film.js", "grip.js", "markup.js", "reasons.js"},
    "kino-predict.js": {"element.js", "verdict.js"},
    "last-turn.js": NOTHING,
    "leave.js": NOTHING,
    "link.js": NOTHING,
    "main.js": {
        *("drives.js", "keeper.js", "kino-cell.js", "kino-figure.js", "my-work-button.js", "opened.js", "python.js"),
        *("share.js", "store.js", "theme-switch.js", "idle.js", "intent.js", "predictions.js", "exercise.js"),
        *("offline.js", "scrollers.js", "variables.js"),
    },
    "markup.js": NOTHING,
    "offline.js": {"element.js", "keeping.js", "kept-files.js"},
    "meter.js": NOTHING,
    "output.js": {"tail.js", "terminal.js"},
    "outputs.js": {"protocol.js"},
    "my-work-button.js": {"element.js", "work.js"},
    "my-work.js": {"record.js", "work-file.js"},
    "opened.js": {"changes.js", "element.js", "link.js"},
    "panel.js": {"element.js"},
    "patience.js": NOTHING,
    "protocol.js": NOTHING,
    "predictions.js": {"kino-predict.js"},
    "prepared.js": {"files.js"},
    "python.js": {
        *("answers.js", "calls.js", "download.js", "heartbeat.js", "idle.js", "outputs.js", "patience.js"),
        *("prepared.js", "protocol.js", "runs.js", "sealed-frame.js", "starts.js"),
    },
    "question.js": {"element.js"},
    "reasons.js": NOTHING,
    "record.js": NOTHING,
    "reload.js": NOTHING,
    "rest.js": {"unzip.js"},
    "runs.js": {"patience.js"},
    "scrollers.js": NOTHING,
    "sealed-frame.js": {"meter.js", "patience.js", "protocol.js"},
    "share.js": {"element.js", "link.js", "panel.js"},
    "starts.js": NOTHING,
    "sgr.js": NOTHING,
    "single.js": {"held.js", "main.js"},
    "tail.js": {"terminal.js"},
    "terminal.js": {"sgr.js"},
    "store.js": {"record.js"},
    "sw.js": {"builds.js", "kept-files.js"},
    "static-code.js": {"element.js"},
    "theme-switch.js": NOTHING,
    "theme.js": NOTHING,
    "verdict.js": NOTHING,
    "variables.js": {"element.js", "markup.js"},
    "waits.js": NOTHING,
    "work.js": {"course.js", "my-work.js", "work-dialog.js"},
    "work-dialog.js": {"element.js", "work-file.js"},
    "work-file.js": {"record.js"},
    "unzip.js": NOTHING,
    "worker.js": {"boot.js", "files.js", "interrupts.js", "output.js", "rest.js", "waits.js"},
}


def imported(source):
    return set(re.findall(r"""(?:from|import)\s*\(?\s*["']\./([^"']+)["']""", source))


def test_every_script_has_its_row():
    assert {path.name for path in SCRIPTS.glob("*.js")} == set(ALLOWED)


@pytest.mark.parametrize("name", ALLOWED)
def test_a_script_imports_only_what_it_may(name):
    assert imported((SCRIPTS / name).read_text("utf-8")) <= ALLOWED[name]


def test_every_form_of_import_is_seen():
    assert imported('import "./a.js";\nimport { x } from "./b.js";\nconst c = await import("./c.js");') == {
        "a.js",
        "b.js",
        "c.js",
    }
