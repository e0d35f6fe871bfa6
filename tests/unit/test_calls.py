"""What Python was asked: how long each call may take, counted from its turn."""

import pytest

from tests.unit import javascript

# Timers run in their order, and only when time is let pass.
WORLD = """
let [now, timers] = [0, []];
globalThis.setTimeout = (task, ms) => timers.push({ task, at: now + ms }) && timers.at(-1);
globalThis.clearTimeout = (timer) => (timers = timers.filter((one) => one !== timer));
const pass = (ms) => {
  const end = now + ms;
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (!next) break;
    now = next.at;
    clearTimeout(next);
    next.task();
  }
  now = end;
};
const late = [];
const calls = new m.Calls();
const say = (name) => () => late.push(`${name} ${now}`);
const ask = (name, ...limits) => calls.add({ kind: name[0] }, limits.map((ms) => [ms, say(name)]));
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("ask('a', 50); pass(100); return late", ["a 50"]),
        ("ask('a', 20, 50); pass(100); return late", ["a 20", "a 50"]),
        ("const a = ask('a', 50); pass(40); calls.answer(a.id, 1); pass(100); return late", []),
        ("const a = ask('a', 50); ask('b', 50); pass(40); calls.answer(a.id, 1); pass(100); return late", ["b 90"]),
        ("ask('a', 50); ask('b', 50); pass(100); return late", ["a 50"]),
        ("ask('a'); ask('b', 50); pass(100); return late", ["b 50"]),
        ("const a = ask('a', 50); ask('b', 50); calls.assume(a.id, 1); pass(100); return late", ["b 50"]),
        ("const a = ask('a', 5); calls.assume(a.id, 1); ask('b', 50); pass(100); return late", ["b 50"]),
        ("ask('a', 50); ask('b', 50); calls.answerAll(1); pass(100); return late", []),
        ("ask('a', 50); calls.answerAll(1); ask('b', 50); pass(100); return late", ["b 50"]),
    ],
    ids=[
        "none comes",
        "each limit counts",
        "one comes in time",
        "the second counts from its turn",
        "and not before",
        "what has no limit is not waited for",
        "one that was given up lets the next begin",
        "and counts no more",
        "all at once",
        "and begins anew",
    ],
)
def test_a_limit_counts_from_the_turn(body, found):
    assert javascript.run("calls.js", WORLD + body) == found


def test_whether_one_is_open_whose_time_is_limited():
    body = """
      const seen = [calls.isLimited];
      const look = () => seen.push(calls.isLimited);
      const [a, b, c] = [ask("a"), ask("b", 5), ask("c", 5)];
      look(), calls.answer(b.id, 1), look(), calls.assume(c.id, 1), look();
      return seen;
    """
    assert javascript.run("calls.js", WORLD + body) == [False, True, True, False]


def test_each_gets_its_own_answer_and_the_first_that_it_is_given():
    body = """
      const [a, b, c] = [ask("draw", 5), ask("draw"), ask("run")];
      const kinds = [calls.of("d"), calls.of("r"), calls.has(a.id), calls.get(c.id).kind];
      calls.assume(a.id, "early");
      calls.answer(a.id, "late");
      calls.answer(b.id, "b");
      calls.answerAll("lost");
      calls.answer(c.id, "nobody waits");
      return [kinds, await Promise.all([a, b, c].map(({ answer }) => answer)), calls.has(c.id)];
    """
    assert javascript.run("calls.js", WORLD + body) == [[[1, 2], [3], True, "r"], ["early", "b", "lost"], False]
