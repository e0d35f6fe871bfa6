"""What the page's terminal makes of text: lines rewritten, looks read, every other code left out."""

import pytest

from tests.unit import scripts

ESC = "\x1b"
# What is written, piece by piece (a pair names its stream), and what is shown: "<look>" before styled text, "!" before
# what came from stderr, "|" between runs.
CASES = {
    # The line is written again
    "carriage return": (["abc\rX"], "Xbc"),
    "progress": (["\r10%", "\r20%", "\rdone\n"], "done\n"),
    "progress, return last": (["10%\r", "20%\r", "done\n"], "done\n"),
    "foreign line ends": (["abc\r\nd\r\n"], "abc\n|d\n"),
    "a line end in two": (["abc\r", "\nd"], "abc\n|d"),
    "a return and nothing more": (["abc\r"], "abc"),
    "returns without end": (["\r\r\ra\r\r"], "a"),
    "shorter text": (["12345\r67"], "67345"),
    "longer text": (["1\r2345"], "2345"),
    "several lines over one": (["abc\rX\nY\nZ"], "Xbc\nY\n|Z"),
    "backspace": (["ab\b\bc"], "cb"),
    "backspace at the start": (["\b\ba"], "a"),
    "erase the line": (["12345\r\x1b[K67", "\x1b[2K\r8"], "8"),
    "half an emoji is none": (["😀😀\rx"], "x 😀"),
    "streams share a line": (["a", ("err", "b"), "c\n", ("err", "d\n")], "a|!b|c\n|!d\n"),
    "one stream over another": (["abc\r", ("err", "X")], "!X|bc"),
    "marks upon marks": (
        ["a" + "\u0301" * 90 + "b", "\u0301" * 15, "\u0302" * 15],
        "a" + "\u0301" * 20 + "b" + "\u0301" * 15 + "\u0302" * 5,
    ),
    # Other controls
    "tab": (["a\tb"], "a\tb"),
    "new page": (["a\fb\vc"], "a\n|b\n|c"),
    "bell and the like": (["a\0b\x07c\x7fd\x85e"], "abcde"),
    # Looks
    "colour": (["\x1b[31mred\x1b[0m plain"], "<red>red| plain"),
    "bright": (["\x1b[91ma\x1b[39mb"], "<bright-red>a|b"),
    "many at once": (["\x1b[1;3;4;9;32ma"], "<bold italic strike underline green>a"),
    "each one ends": (["\x1b[1;2;3mA\x1b[22mB\x1b[23mC"], "<bold faint italic>A|<italic>B|C"),
    "nothing is reset": (["\x1b[1ma\x1b[mb"], "<bold>a|b"),
    "ground": (["\x1b[41;97ma\x1b[49mb"], "<on-red>a|<bright-white>b"),
    "inverse": (["\x1b[7ma\x1b[31mb\x1b[44mc\x1b[27md"], "<on-ink>a|<on-red>bc|<on-blue>d"),
    "of 256": (["\x1b[38;5;9ma\x1b[38;5;21mb\x1b[38;5;244mc"], "<bright-red>a|<bright-blue>b|<bright-black>c"),
    "of all": (["\x1b[38;2;200;0;0ma\x1b[48;2;1;2;3mb"], "<red>a|<on-#010203>b"),
    "with colons": (["\x1b[38:2::0:90:0ma\x1b[38:5:4mb\x1b[4:3mc"], "<green>a|<blue>b|<underline blue>c"),
    "an underline's own colour": (["\x1b[4;58;5;1ma"], "<underline>a"),
    "no colours": (["\x1b[38;5;999ma\x1b[38;2;1mb\x1b[38mc\x1b[98;1234md"], "abcd"),
    "over several writes": (["\x1b[3", "1", "mred", " more"], "<red>red more"),
    "cut after its first sign": (["a\x1b", "[1mb"], "a|<bold>b"),
    "a look for each stream": (["\x1b[31ma", ("err", "b"), "c"], "<red>a|!b|<red>c"),
    "a code in two, with the other stream between": (["\x1b[3", ("err", "b"), "1ma"], "!b|<red>a"),
    "the look of a line goes on": (["\x1b[32ma\nb\n"], "<green>a\nb\n"),
    # Codes that mean nothing here
    "moves and clears": (["\x1b[2J\x1b[Ha\x1b[2;3Hb\x1b[Ac\x1b[?25ld"], "abcd"),
    "title": (["\x1b]0;title\x07a"], "a"),
    "title in two": (["\x1b]0;ti", "tle\x1b", "\\a"], "a"),
    "title without an end": (["\x1b]0;title\nnext"], "\n|next"),
    "title, then a look": (["\x1b]0;title\x1b[31ma"], "<red>a"),
    "link": (["\x1b]8;;https://x.invalid\x1b\\link\x1b]8;;\x1b\\!"], "link!"),
    "picture": (["\x1bPq#0;2;0;0;0\x1b\\a"], "a"),
    "short ones": (["\x1b7a\x1bMb\x1b(Bc\x1b=d\x1b\\e"], "abcde"),
    "broken off": (["\x1b[31"], ""),
    "spoilt": (["\x1b[31éa\x1bé"], "éaé"),
    "twice": (["\x1b\x1b[31ma"], "<red>a"),
    "too long": ([f"{ESC}]{'x' * 9000}", "y" * 9000, "\x07a"], "a"),
    "markup": (["<b>&amp;</b>"], "<b>&amp;</b>"),
}
SCRIPT = """
const { Terminal } = await load("terminal.js");
return given[0].map((writes) => {
  const runs = [];
  const terminal = new Terminal((done) => runs.push(...done));
  for (const write of writes) terminal.write(...(typeof write === "string" ? ["out", write] : write));
  terminal.spill();
  const look = ({kind, style, text}) => (style && `<${style}>`) + (kind === "err" ? "!" : "") + text;
  return runs.map(look).join("|");
});
"""


@pytest.fixture(scope="module")
def shown():
    return dict(zip(CASES, scripts.run(SCRIPT, [writes for writes, _ in CASES.values()]), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_what_is_shown(shown, name):
    assert shown[name] == CASES[name][1]


def test_it_makes_no_difference_where_a_text_is_cut():
    text = "a\r\nb\x1b[1;38;2;250;0;0mé😀\x1b]0;t\x1b\\\x1b[K\bx\r\x1b[0m\x1b[48;5;3mc\x1b[2Jd\n\x1b(Be"
    cuts = [[text[:i], text[i:j], text[j:]] for i in range(len(text)) for j in range(i, len(text), 5)]
    results = scripts.run(SCRIPT.replace('.join("|")', '.join("|").replace(/\\n\\|/g, "\\n")'), cuts)
    assert set(results) == {results[0]}
