"""What a reader typed is kept in each engine, and comes back under every address; links carry it (cases K1 and K2)."""

import json

import pytest

from tests.browser.test_links import fragment
from tests.engines.tab import FIRST, SECOND

LONG_IN_CHROMIUM = True

KEY = "kino:/#attention/soft-lookup"
NO_CLIPBOARD = "() => { Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined}) }"
NO_STORAGE = """Object.defineProperty(window, "localStorage", {get() {
  throw new DOMException("The operation is insecure.", "SecurityError") }})"""


def kept(tab, key=KEY):
    text = tab.evaluate("key => localStorage.getItem(key)", key)
    return text and json.loads(text)


def type_at_the_end(tab, text, cell=FIRST):
    """Type into a cell, as a reader does."""
    tab.point(f"#{cell} [data-code]")
    tab.until("cell => document.querySelector(`#${cell} .cm-content`)", cell)
    tab.click(f"#{cell} .cm-content")
    tab.press("Control+End")
    tab.type(text)


def panel(tab, kind, cell=FIRST):
    """The words of a panel of a cell; None where there is none."""
    return tab.evaluate(
        "([cell, kind]) => document.querySelector(`#${cell} [data-panel=${kind}]`)?.textContent ?? null", [cell, kind]
    )


def press(tab, kind, label, cell=FIRST):
    tab.evaluate(
        """([cell, kind, label]) => [...document.querySelectorAll(`#${cell} [data-panel=${kind}] button`)]
          .find((button) => button.textContent.trim() === label).click()""",
        [cell, kind, label],
    )


def until_panel(tab, kind, words, cell=FIRST):
    tab.until(
        "([cell, kind, words]) => document.querySelector(`#${cell} [data-panel=${kind}]`)?.textContent.includes(words)",
        [cell, kind, words],
    )


def until_code(tab, code, cell=FIRST):
    tab.until("([cell, code]) => document.getElementById(cell).code === code", [cell, code])


# K1


def test_an_edit_is_there_again_under_every_address_and_nothing_runs(reader, site):
    tab = reader
    starter = tab.code()
    type_at_the_end(tab, "\n# mine")
    mine = f"{starter}\n# mine"
    assert tab.code() == mine and kept(tab)["edit"]["code"] == mine
    tab.reload()
    assert tab.code() == mine
    for address in ("attention.html#one-query-four-keys", "attention.html?x=1", "index.html"):
        tab.goto(site.url + address)
        assert address == "index.html" or tab.code() == mine, address
    tab.back()
    until_code(tab, mine)
    assert (tab.state(), tab.python, tab.output()) == ("idle", "asleep", "")


def test_another_tab_follows_and_reset_can_be_undone_in_both(open_tab, site):
    tab = open_tab()
    starter = tab.code()
    tab.put("mine = 1")
    other = tab.beside(site.url + "attention.html")
    assert other.code() == "mine = 1"
    tab.put("mine = 2")
    until_code(other, "mine = 2")
    tab.click(f"#{FIRST} [data-action=reset]")
    assert tab.code() == starter
    until_code(other, starter)
    until_panel(other, "undo", "You went back to the lesson’s code.")
    other.reload()
    press(other, "undo", "Undo")
    until_code(tab, "mine = 2")
    assert other.code() == kept(other)["edit"]["code"] == "mine = 2"
    tab.close()


def test_where_nothing_is_kept_it_is_said_once_and_all_else_works(open_tab):
    tab = open_tab(init=NO_STORAGE)
    starter = tab.code()
    type_at_the_end(tab, "\n# mine")
    tab.put("other", SECOND)
    until_panel(tab, "problem", "This browser does not let the page keep your edits")
    assert tab.evaluate("document.querySelectorAll('[data-panel=problem]').length") == 1
    tab.click(f"#{FIRST} [data-action=reset]")
    assert tab.code() == starter
    press(tab, "undo", "Undo")
    assert tab.code() == f"{starter}\n# mine"
    tab.close()


# K2


def link_of(tab, part):
    """The link that "Copy link" of a cell or figure offers where the page may not copy."""
    tab.click(f"#{part} [data-link]")
    tab.until(
        "part => document.querySelector(`#${part} [data-panel=copy] input, #${part} [data-panel=copy] textarea`)", part
    )
    return tab.evaluate(
        "part => document.querySelector(`#${part} [data-panel=copy] input, #${part} [data-panel=copy] textarea`).value",
        part,
    )


LONG = "".join(f"def step_{i}(x):\n    return x * {i * 7919 % 10007} + {i}  # 🎈\n\n" for i in range(450))


def test_links_carry_code_and_run_nothing(reader):
    starter = reader.code()
    reader.evaluate(NO_CLIPBOARD)
    links = {}
    for code in ("# 🎈 é </script>\nprint('ran')", LONG):
        reader.put(code)
        links[code] = link_of(reader, FIRST)
        press(reader, "copy", "Close")
    # From here on it is another reader.
    for code, link in links.items():
        reader.evaluate("localStorage.clear()")
        reader.goto("about:blank")
        reader.goto(link)
        until_panel(reader, "link", "Who wrote it is unknown: read it before you run it.")
        assert reader.code() == starter, "it was put in unasked"
        press(reader, "link", "Use this code")
        assert reader.code() == code
        assert (reader.state(), reader.python, reader.output()) == ("idle", "asleep", "")


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (fragment({"v": 1, "cells": {FIRST: "theirs"}})[:-9], "damaged or cut off"),
        ("#kino=<b>x", "damaged or cut off"),
        (fragment({"v": 1, "cells": {"unknown": "x"}}), "something that this page does not have"),
    ],
    ids=["cut", "none", "foreign"],
)
def test_a_link_that_is_none_is_named_and_nothing_of_it_is_used(reader, site, bad, words):
    reader.goto("about:blank")  # else it would be a place in the same page
    reader.goto(site.url + "attention.html" + bad)
    reader.until("words => document.querySelector('[role=alert]')?.textContent.includes(words)", words)
    assert panel(reader, "link") is None


def test_too_long_for_a_link_is_a_file(reader):
    tab = reader
    tab.evaluate(NO_CLIPBOARD)
    noise = "Array.from(crypto.getRandomValues(new Uint8Array(20000)), (byte) => byte.toString(36)).join('')"
    tab.put("x = '" + tab.evaluate(noise) + "'")
    tab.click(f"#{FIRST} [data-link]")
    until_panel(tab, "copy", "too long for a link")
    assert "Download it as a file" in panel(tab, "copy")
