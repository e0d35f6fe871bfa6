"""Stop, as it reaches Python that computes: when the buffer that Pyodide reads holds an interrupt."""

import pytest

from tests.unit import javascript

# A run under way, a clock that stands, and a lifeline that is alive until it is cut. Node would wait for a timer.
WORLD = """
let [now, isAlive, seen] = [0, true, null];
performance.now = () => now;
globalThis.XMLHttpRequest = class { open() {} send() { this.status = isAlive ? 200 : 0 } };
globalThis.setTimeout = () => 0;
const run = new m.Interrupts(() => {});
const cut = () => { isAlive = false };
const after = (ms) => { now += ms; return run[0] };
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
    ],
)
def test_stop_comes_once_and_again(body, found):
    assert javascript.run("interrupts.js", f"{WORLD} {body}") == found
