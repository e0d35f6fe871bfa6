"""What is kept of one cell: the edit, what it was made from, and what it replaced."""

from tests.unit import javascript

OLD, NEW = {"version": "old", "text": "start"}, {"version": "new", "text": "start anew"}


def edit(code, starter=OLD):
    return {"code": code, "starter": starter["version"], "base": starter["text"]}


def call(name, *arguments):
    return javascript.run("record.js", f"return m.{name}(...input)", arguments)


def test_typing_makes_an_edit_and_typing_back_forgets_it():
    typed = call("typed", None, "a", OLD)
    assert typed == {"edit": edit("a")}
    assert call("typed", typed, "start", OLD) is None


def test_an_edit_stays_with_the_starter_that_it_was_made_from():
    assert call("typed", {"edit": edit("a")}, "ab", NEW) == {"edit": edit("ab")}
    assert call("isOutdated", {"edit": edit("a")}, NEW) is True
    assert call("isOutdated", {"edit": edit("a")}, OLD) is False
    assert call("isOutdated", {"edit": edit("start anew")}, NEW) is False, "the author now has what the reader has"
    assert call("isOutdated", None, NEW) is False
    assert call("keptMine", {"edit": edit("a")}, NEW) == {"edit": edit("a", NEW)}


def test_what_is_replaced_can_be_brought_back_and_taken_away_again():
    reset = call("replaced", {"edit": edit("a")}, "start", OLD, "reset")
    assert reset == {"edit": None, "before": edit("a"), "why": "reset"}
    assert call("undone", reset) == {"edit": edit("a")}
    linked = call("replaced", {"edit": edit("a")}, "b", OLD, "link")
    assert linked == {"edit": edit("b"), "before": edit("a"), "why": "link"}
    assert call("undone", linked) == {"edit": edit("a"), "before": edit("b"), "why": "undo"}
    assert call("settled", linked) == {"edit": edit("b")}
    assert call("settled", reset) is None


def test_an_older_edit_is_not_lost_to_one_that_replaces_nothing():
    reset = {"edit": None, "before": edit("a"), "why": "reset"}
    assert call("replaced", reset, "start", OLD, "reset") == reset
    assert call("replaced", reset, "b", OLD, "link") == {"edit": edit("b"), "before": edit("a"), "why": "link"}
    assert call("typed", reset, "x", OLD) == {"edit": edit("x"), "before": edit("a"), "why": "reset"}


def test_undone_in_the_editor_is_undone():
    reset = {"edit": None, "before": edit("a"), "why": "reset"}
    assert call("typed", reset, "a", NEW) == {"edit": edit("a")}


def test_what_came_of_an_exercise_stays_through_all_that_happens_to_the_code():
    passed = {"passed": True, "hints": 2}
    begun = call("worked", None, {"hints": 2})
    assert begun == {"edit": None, "exercise": {"hints": 2}}
    kept = call("worked", call("typed", begun, "a", OLD), {"passed": True})
    assert kept == {"edit": edit("a"), "exercise": passed}
    reset = call("replaced", kept, "start", OLD, "reset")
    steps = [call("typed", kept, "start", OLD), reset, call("undone", reset), call("settled", reset)]
    steps += [call("keptMine", kept, NEW), call("typed", reset, "a", OLD)]
    assert [step["exercise"] for step in steps] == [passed] * len(steps)
    assert call("worked", reset, {"solution": True}) == reset | {"exercise": passed | {"solution": True}}


def test_of_an_exercise_only_what_it_can_be_is_read():
    texts = [
        '{"exercise": {"passed": true, "hints": 1, "solution": true, "more": 1}}',
        '{"exercise": {"passed": 1, "hints": -1, "solution": "yes"}}',
        '{"exercise": []}',
        '{"exercise": "passed"}',
    ]
    whole = {"edit": None, "exercise": {"passed": True, "hints": 1, "solution": True}}
    assert javascript.run("record.js", "return input.map(m.parse)", texts) == [whole, None, None, None]


def test_what_is_damaged_is_nothing():
    texts = [
        "",
        "{",
        "null",
        "1",
        "[]",
        '"x"',
        "{}",
        '{"edit": 1}',
        '{"edit": {"code": 1}}',
        '{"edit": {"code": null}}',
    ]
    assert javascript.run("record.js", "return input.map(m.parse)", texts) == [None] * len(texts)
    whole = '{"edit": {"code": "1\\r\\n2", "starter": "s", "base": "b"}, "before": 7}'
    assert call("parse", whole) == {"edit": {"code": "1\n2", "starter": "s", "base": "b"}}
