"""sys.stdout and sys.stderr as people use them."""

import asyncio
import sys

import pytest

from kino import cell, streams
from tests.unit.cells import Page


@pytest.fixture
def page():
    before = {name: getattr(sys, name) for name in ("stdout", "stderr", "__stdout__", "__stderr__")}
    yield Page()
    assert {name: getattr(sys, name) for name in before} == before


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("sys.stdout.buffer.write(b'abc')", "abc"),
        ("sys.stdout.buffer.write(bytearray('é😀', 'utf-8'))", "é😀"),
        ("for byte in '€'.encode(): sys.stdout.buffer.write(bytes([byte]))", "€"),
        ("sys.stdout.buffer.write(b'\\xff!')", "\\xff!"),
        ("import array; sys.stdout.buffer.write(array.array('i', [65]))", "A\0\0\0"),
        ("print('a', file=sys.__stdout__)", "a\n"),
        ("sys.stdout.writelines(['a', 'b'])", "ab"),
        ("print('a', flush=True)", "a\n"),
        ("sys.stdout.flush(); sys.stdout.buffer.flush()", ""),
        ("print(sys.stdout.encoding, sys.stdout.isatty(), sys.stdout.fileno())", "utf-8 False 1\n"),
        ("sys.stdout.reconfigure(line_buffering=True, encoding='utf-8'); print('a')", "a\n"),
        ("with contextlib.redirect_stdout(io.StringIO()) as text: print('a')\ntext.getvalue()", ""),
        ("with contextlib.redirect_stdout(sys.stderr): print('a')", ""),
        ("print('\\ud800', '\\udcff', '\\ud83d\\ude00')", "\\ud800 \\udcff \\ud83d\\ude00\n"),
        ("print('\\0')", "\0\n"),
        ("print('a', end='\\r\\n')", "a\r\n"),
    ],
)  # fmt: skip
def test_what_arrives(page, source, words):
    assert page.shown(f"import sys, io, contextlib\n{source};", "out") == words


@pytest.mark.parametrize(
    "source",
    [
        "logging.basicConfig(force=True); logging.warning('careful')",
        "print('careful', file=sys.stderr)",
        "print('careful', file=sys.__stderr__)",
        "sys.stderr.buffer.write(b'careful')",
    ],
)
def test_what_is_an_error_arrives_as_one(page, source):
    assert "careful" in page.shown(f"import sys, logging\n{source};", "err")


def test_a_log_set_up_in_one_cell_speaks_in_the_one_that_logs(page):
    page.run("import logging\nlog = logging.Logger('a')\nlog.addHandler(logging.StreamHandler())")
    assert page.shown("log.warning('here')", "err") == "here\n"


@pytest.mark.parametrize(
    "damage", ["sys.stdout.close()", "sys.stdout.buffer.close()", "sys.stdout.detach()", "sys.__stdout__ = None"]
)
def test_the_next_cell_has_whole_streams(page, damage):
    page.run(f"import sys\n{damage}")
    assert page.shown("import sys\nprint('a')\nsys.stdout.buffer.write(b'b');") == "a\nb"


@pytest.mark.parametrize("letter", ["x", "é", "😀", "\ud800"])
@pytest.mark.parametrize("write", ["print(much, end='')", "sys.stdout.buffer.write(much.encode(errors='replace'))"])
def test_much_crosses_in_pieces(page, letter, write):
    page.run(f"import sys\nmuch = {letter!r} * 200_000\n{write};")
    assert max(len(text) for _, text in page.sent) <= 6 * streams.PIECE  # \ud800 has six characters
    assert len(page.sent) > 2


def test_a_long_value_crosses_in_pieces(page):
    assert page.shown("'x' * 200_000", "value") == repr("x" * 200_000)
    assert len(page.sent) == 4
    assert page.shown("class A:\n    def __repr__(self): return '\\ud800'\nA()", "value") == "\\ud800"


def test_a_task_that_is_left_behind_prints_into_its_own_cell(page, monkeypatch):
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, None)
    streams.install()
    first = []
    source = """import asyncio
async def later():
    await asyncio.sleep(0)
    print('late')
task = asyncio.ensure_future(later())
await asyncio.sleep(0)"""

    async def both():
        await cell.run(source, page.namespace, name="a", emit=lambda *item: first.append(item))
        return await page.start("await asyncio.sleep(0.01)\nprint('mine')", "b")

    assert asyncio.run(both()) == {"status": "done"}
    assert "".join(text for _, text in page.sent) == "mine\n"
    assert "".join(text for _, text in first) == "late\n"
    monkeypatch.undo()
