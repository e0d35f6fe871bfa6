"""A link's form: what goes in comes out, and what is damaged never comes out as something else."""

import base64
import gzip
import json
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit import javascript

_squeeze = partial(gzip.compress, mtime=0)  # the same name for a test at any time

LINK = {
    "at": "soft",
    "figures": {"dial": {"angle": -35.5, "scaled": False, "kind": "dot"}},
    "cells": {"soft": "x = '🎈é'\n\nprint(x)\n"},
}
READ = "return Promise.all(input.map((f) => m.decode(f).catch((error) => `refused: ${error.message}`)))"


def encode(*links):
    return javascript.run("link.js", "return Promise.all(input.map(m.encode))", links)


def decode(*fragments):
    return javascript.run("link.js", READ, fragments)


def packed(value, squeeze=_squeeze):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return "kino=" + base64.urlsafe_b64encode(squeeze(data)).decode().rstrip("=")


def test_a_link_comes_back_as_it_was():
    [fragment] = encode(LINK)
    assert decode(fragment) == [LINK]
    assert set(fragment.removeprefix("kino=")) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


@settings(max_examples=4)
@given(st.lists(st.text(st.characters(exclude_characters="\r")), min_size=20, max_size=30))
def test_any_code_comes_back_as_it_was(codes):
    links = [{"at": "", "figures": {}, "cells": {"a": code}} for code in codes]
    assert decode(*encode(*links)) == links


def test_twenty_kilobytes_of_ordinary_code_fit():
    code = "".join(f"def step_{i}(x):\n    return x * {i * 7919 % 10007} + {i}  # one of many\n\n" for i in range(360))
    assert len(code) > 20_000
    [fragment] = encode({"at": "a", "figures": {}, "cells": {"a": code}})
    assert len(fragment) < 15_000
    assert decode(fragment)[0]["cells"]["a"] == code


def test_line_ends_are_those_of_the_editor():
    assert decode(packed({"v": 1, "cells": {"a": "1\r\n2\r3"}}))[0]["cells"] == {"a": "1\n2\n3"}


def test_every_cut_and_every_changed_character_is_found():
    [whole] = encode(LINK)
    cuts = [whole[:n] for n in range(5, len(whole))]
    # The bits of a last character that hold nothing may differ and nothing is lost by it.
    changes = [whole[:n] + ("A" if whole[n] != "A" else "B") + whole[n + 1 :] for n in range(5, len(whole) - 1)]
    for fragment, found in zip(cuts + changes, decode(*cuts, *changes), strict=True):
        # gzip's header has bytes that say nothing of the content: the time, the system.
        assert found == LINK or found.startswith("refused"), fragment
    assert all(str(found).startswith("refused") for found in decode(*cuts))


@pytest.mark.parametrize(
    "fragment",
    [
        *("kino=", "kino=!", "kino=a b", "kino=%00", "kino=AAAA", "kino=" + "A" * 16_000, "kino=é"),
        packed(b"not json"),
        packed(b"\xff\xfe"),
        packed({"v": 1}, squeeze=lambda data: data),
        packed({"v": 1}) + ")",
        packed({}),
        packed({"v": 2}),
        packed({"v": "1"}),
        *(packed(value) for value in (None, [], 1, "x", True)),
        *(packed({"v": 1, "cells": value}) for value in (None, [], 1, "x", {"a": 1}, {"a": None}, {"a": ["x"]})),
        *(packed({"v": 1, "figures": value}) for value in (None, [], 1, "x", {"a": 1}, {"a": None}, {"a": [1]})),
        packed({"v": 1, "at": 1}),
        packed(b" " * 300_000 + b'{"v": 1}'),
        packed(b"\0" * 50_000_000),
    ],
)
def test_what_is_no_link_is_refused(fragment):
    assert decode(fragment)[0].startswith("refused")
