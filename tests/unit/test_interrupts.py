"""Stop, as it reaches Python that computes: when the buffer that Pyodide reads holds an interrupt."""

import pytest

from tests.unit import javascript

# A run under way, a clock that stands, and a lifeline that is alive until it is cut. Node would wait for a timer.
WORLD = """
let [now, isAlive, seen, calls, timer] = [0, true, null, 0, null];
performance.now = () => now;
globalThis.XMLHttpRequest = class { open() {} send() { this.status = isAlive ? 200 : 0 } };
globalThis.setTimeout = (task) => (timer = task);
globalThis.clearTimeout = () => (timer = null);
const run = new m.Interrupts(() => {});
const cut = () => { isAlive = false };
const after = (ms) => { now += ms; return run[0] };
const later = (ms) => { now += ms; timer?.(); return calls };
const wakes = (...answers) => () => answers[calls++] ?? true;
run.arm("blob:lifeline");
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return [after(200), after(200)]", [0, 0]),
        ("cut(); return [after(50), after(60), after(200)]", [0, 2, 0]),
        ("cut(); return [after(200), after(1100), after(1100)]", [2, 2, 0]),
        ("cut(); return [after(200), run.again(), after(200), after(200)]", [2, None, 2, 0]),
        ("cut(); return [after(200), after(1100), run.again(), after(200)]", [2, 2, None, 2]),
        ("cut(); run.disarm(); run.again(); return after(200)", 0),
        ("cut(); run.wake(() => true); return [after(200), after(1000)]", [0, 2]),
        ("cut(); run.wake(() => false); return [after(200), after(200)]", [2, 0]),
        ("cut(); run.wake(() => (seen = after(200), false)); return [seen, after(200)]", [0, 2]),
        ("cut(); after(200); run.again(); run.wake(() => (seen = after(1100), false)); return seen", 0),
        ("cut(); run.wake(wakes(false)); return [calls, later(100), later(700), after(100)]", [1, 2, 2, 0]),
        ("cut(); run.wake(wakes(true)); return [later(900), later(100), later(100), later(1000)]", [1, 2, 2, 2]),
        ("cut(); run.wake(wakes(true, false)); return [later(1000), later(100), later(1000)]", [2, 3, 4]),
        ("run.disarm(); run.wake(wakes()); run.arm('b'); cut(); return [calls, later(100)]", [0, 1]),
        ("cut(); run.wake(wakes(false)); run.disarm(); return later(100)", 1),
    ],
    ids=[
        "no Stop",
        "Stop, at the next look",
        "a second one after a second",
        "what it missed is told again",
        "and the second one too",
        "but not after the run",
        "Stop ended a wait",
        "there was nothing to end",
        "and what ends the wait is not interrupted",
        "nor where it comes again",
        "it is tried until the run waits",
        "and again after a second",
        "until that could, too",
        "Stop came before the run began",
        "nothing is tried after the run",
    ],
)
def test_stop_comes_once_and_again(body, found):
    assert javascript.run("interrupts.js", f"{WORLD} {body}") == found
