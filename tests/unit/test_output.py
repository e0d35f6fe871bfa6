"""The output of a run on its way to the page: small whatever is written, and what is left out is counted exactly."""

import pytest

from tests.unit import scripts

PIECE = 65_536
SCRIPT = """
const { Output } = await load("output.js");
const { isItem } = await load("protocol.js");
const [writes, times] = given;
let head = [], end = null, most = 0, isGood = true;
const output = new Output((items) => {
  most = Math.max(most, JSON.stringify(items).length);
  isGood &&= items.length <= 1000 && items.every(isItem);
  for (const item of items) item.kind === "end" ? (end = item) : (head.push(item), (end = null));
});
for (let i = 0; i < times; i++) for (const [kind, text] of writes) output.write(kind, text);
output.finish();
const join = (runs) => runs.map(({text}) => text).join("");
const runs = head.length + (end?.runs.length ?? 0);
const { lines = 0, chars = 0 } = end ?? {};
return { head: join(head), tail: join(end?.runs ?? []), lines, chars, runs, most, isGood };
"""


def written(*pieces, times=1, kind="out"):
    """What the page has after some pieces of text were written, `times` over."""
    page = scripts.run(SCRIPT, [[kind, piece] for piece in pieces], times)
    assert page["isGood"] and page["most"] < 500_000, "no message may be more than the page can bear"
    return page


def test_little_is_shown_whole():
    page = written("one\n", "two")
    assert (page["head"], page["tail"], page["chars"]) == ("one\ntwo", "", 0)


@pytest.mark.parametrize("text", ["x", "é", "ab\n", "\n", "😀", "a\u0301\u0302\u0303", "x" * 1000 + "\n"])
def test_of_much_the_ends_are_shown_and_the_rest_is_counted(text):
    piece = text * (PIECE // len(text))
    page = written(piece, times=20)
    total = 20 * len(piece)
    assert len(page["head"]) + page["chars"] + len(page["tail"]) == total
    assert page["head"].count("\n") + page["lines"] + page["tail"].count("\n") == 20 * piece.count("\n")
    assert piece.startswith(page["head"][:PIECE]) and piece.endswith(page["tail"])
    assert len(page["head"]) <= 20_000 and len(page["tail"]) <= 4_000
    assert page["head"].count("\n") <= 400 and page["tail"].count("\n") <= 20


@pytest.mark.parametrize("text", ["😀", "x😀", "xy😀z"])
def test_no_character_is_cut_in_two(text):
    page = written(text * (PIECE // len(text)), times=3)
    assert set(page["head"] + page["tail"]) == set(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [("\r", ""), ("x\r", "x"), ("12345\r", "12345"), ("\x1b[31m", ""), ("\x1b", ""), ("\0", ""), ("a\b", "a")],
)
def test_what_is_written_over_is_not_output(text, left):
    page = written(text * (PIECE // len(text)), times=8)
    assert (page["head"].strip(), page["tail"], page["chars"]) == (left, "", 0)


def test_of_many_pictures_the_first_are_shown_and_that_is_said_once():
    script = SCRIPT.replace("return {", "return head; ({").replace("isGood };", "isGood });")
    picture = '{"png": "AAAA", "width": 1, "height": 1, "alt": ""}'
    head = scripts.run(script, [["image", picture]] * 25, 1)
    assert [item["kind"] for item in head] == ["image"] * 20 + ["err"]
    assert head[-1]["text"] == "Only the first 20 pictures of a run are shown.\n"


def test_a_million_steps_of_a_progress_bar_leave_the_last():
    page = written("\r 10 % [#    ]", "\r 99 % [#### ]", times=500_000)
    assert (page["head"], page["chars"]) == (" 99 % [#### ]", 0)


def test_colour_in_every_letter_does_not_make_more_elements_than_a_page_can_bear():
    page = written("\x1b[31ma\x1b[32mb" * 3000, times=20)
    assert page["runs"] < 8000
    assert len(page["head"]) + page["chars"] + len(page["tail"]) == 20 * 6000


def test_a_long_line_in_pieces_is_counted_like_one():
    one, many = written("x" * 1_000_000), written("x" * 1000, times=1000)
    assert {one["chars"] + len(one["head"] + one["tail"]), many["chars"] + len(many["head"] + many["tail"])} == {10**6}


def test_the_end_keeps_its_streams_and_looks():
    script = SCRIPT.replace("return {", "return end; ({")
    script = script.replace("isGood };", "isGood });")
    end = scripts.run(script, [["out", "x\n" * 500], ["err", "careful\n"], ["out", "\x1b[1mbold"]], 1)
    assert end["runs"][-2:] == [
        {"kind": "err", "text": "careful\n", "style": ""},
        {"kind": "out", "text": "bold", "style": "bold"},
    ]


def test_a_value_is_a_line_of_its_own_whatever_is_open():
    script = SCRIPT.replace("return {", "return head; ({").replace("isGood };", "isGood });")
    head = scripts.run(script, [["out", "abc"], ["value", "3"], ["out", "d"]], 1)
    assert [(item["kind"], item["text"]) for item in head] == [("out", "abc"), ("value", "3"), ("out", "d")]
