"""Links that carry where figures stand and what a cell holds: made, opened, refused; nothing runs by itself."""

import base64
import gzip
import json

import pytest

from tests.browser import pages
from tests.browser.pages import FIRST, SECOND
from tests.browser.test_kept import code, kept, panel, press, put

CLIPBOARD = ["clipboard-read", "clipboard-write"]
FIGURE = "turning-query"
REFUSED = "Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined})"


def copy(page, part):
    """Press "Copy link" of a cell or a figure; return what the clipboard holds then."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.locator(f"#{part} [data-link]").click()
    page.locator(f"#{part}").get_by_role("button", name="Link copied").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def fragment(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return "#kino=" + base64.urlsafe_b64encode(gzip.compress(data)).decode().rstrip("=")


def with_code(text, name=FIRST, **more):
    return pages.LESSON + fragment({"v": 1, "at": name, "cells": {name: text}} | more)


def where(page):
    """The part of the address after "#", and where the figure stands."""
    return page.evaluate("[location.hash, document.querySelector('kino-figure').state]")


def settled(page):
    # The difference comes last of all that an opened link does.
    panel(page, "link").locator(".difference").wait_for()


# Round trips


def test_a_link_of_a_cell_carries_its_code_and_the_figures_and_is_only_offered(visit, site):
    page = visit(permissions=CLIPBOARD)
    starter = code(page)
    pages.turn(page, "film", angle=20)
    mine = starter.replace("import numpy as np", "import numpy as np\n# 🎈 é </script>")
    put(page, mine)
    address = page.url
    link = copy(page, FIRST)
    assert page.url == address and link.startswith(f"{address}#kino=")

    other = visit()
    other.goto(link)
    other.reload()
    settled(other)
    assert pages.settle(other, "film")["state"] == {"angle": 20, "length": 1.5, "scaled": True}
    assert code(other) == starter
    said = panel(other, "link")
    assert "This code came with a link. Who wrote it is unknown: read it before you run it." in said.inner_text()
    assert said.locator("ins").all_inner_texts() == ["+ # 🎈 é </script>\n"]
    assert said.locator("del").count() == 0
    press(other, "link", "Use this code")
    assert code(other) == kept(other)["edit"]["code"] == mine
    assert other.url == address and other.locator(".panel").count() == 0
    assert (pages.state(other), pages.python_state(other)) == ("idle", "asleep")
    other.goto(link)
    assert other.locator(".panel").count() == 0, "the code is there already"


def test_a_link_of_a_figure_carries_its_controls_and_wakes_nothing(visit):
    # With save data the film goes on playing; else Python may be awake before the film has been seen.
    page = visit(permissions=CLIPBOARD, init=pages.SAVE_DATA)
    put(page, "mine")
    pages.turn(page, "film", angle=-170)
    link = copy(page, FIGURE)
    other = visit()
    with_python = []
    other.on("request", lambda request: "/runtime/" in request.url and with_python.append(request.url))
    other.goto(link)
    other.reload()
    pages.until(other, "document.querySelector('kino-figure').state.angle === -170")
    assert pages.settle(other, "film")["values"]["angle"] == -170
    assert other.locator(".panel").count() == 0 and with_python == []
    assert pages.python_state(other) == "asleep"


def test_where_nothing_differs_the_link_is_the_plain_address(visit):
    page = visit(permissions=CLIPBOARD)
    assert copy(page, FIRST) == f"{page.url}#{FIRST}"
    assert copy(page, FIGURE) == f"{page.url}#{FIGURE}"


def test_what_is_not_on_film_waits_for_python_and_says_so(visit):
    page = visit(pages.LESSON + fragment({"v": 1, "figures": {FIGURE: {"length": 2}}}))
    note = page.locator("kino-figure [data-note]")
    pages.until(page, "document.querySelector('kino-figure').dataset.pending === ''")
    assert note.inner_text() == "This is not on the recorded strip: Python has to draw it."
    assert pages.python_state(page) == "asleep"
    page.locator("kino-figure").get_by_role("button", name="Wake Python").click()
    assert pages.settle(page, "live")["values"]["length"] == 2


def test_a_link_with_twenty_kilobytes_of_code(visit):
    page = visit(permissions=CLIPBOARD)
    text = "".join(f"def step_{i}(x):\n    return x * {i * 7919 % 10007} + {i}  # 🎈\n\n" for i in range(450))
    assert len(text.encode()) > 20_000
    put(page, text)
    link = copy(page, FIRST)
    other = visit()
    other.goto(link)
    other.reload()
    settled(other)
    press(other, "link", "Use this code")
    assert code(other) == text


def test_too_long_for_a_link_is_a_file(visit):
    page = visit(permissions=CLIPBOARD)
    put(
        page,
        "x = '"
        + page.evaluate("Array.from(crypto.getRandomValues(new Uint8Array(20000)), (b) => b.toString(36)).join('')")
        + "'",
    )
    put(page, "not this one", SECOND)
    page.locator(f"#{FIRST} [data-link]").click()
    panel(page, "copy").wait_for()
    assert "too long for a link" in panel(page, "copy").inner_text() and "My work" in panel(page, "copy").inner_text()
    with page.expect_download() as download:
        press(page, "copy", "Download it as a file")
    text = download.value.path().read_text("utf-8")
    assert code(page) in text and "not this one" not in text
    press(page, "copy", "Close")
    assert page.locator(".panel").count() == 0


def test_where_the_page_may_not_copy_the_link_can_be_copied_by_hand(visit):
    page = visit(init=REFUSED)
    put(page, "mine")
    for part in (FIRST, FIGURE):
        page.locator(f"#{part} [data-link]").click()
        field = page.locator(f"#{part}").get_by_role("textbox", name="Link")
        field.wait_for()
        assert field.input_value().startswith(page.url)
        assert page.evaluate("String(getSelection())") == field.input_value()
        panel(page, "copy", part).get_by_role("button", name="Close").press("Enter")
        assert field.count() == 0
        assert page.evaluate("document.activeElement.tagName") == "BUTTON"


# Offers


def test_the_reader_s_own_edit_stays_until_the_choice_and_comes_back(visit, site):
    page = visit()
    put(page, "mine")
    page.goto(site.url + with_code("theirs"))
    settled(page)
    assert code(page) == kept(page)["edit"]["code"] == "mine"
    press(page, "link", "Leave it")
    assert code(page) == "mine" and where(page)[0] == ""
    page.reload()
    assert code(page) == "mine" and page.locator(".panel").count() == 0
    page.goto(site.url + with_code("theirs"))
    settled(page)
    press(page, "link", "Use this code")
    assert code(page) == "theirs"
    page.reload()
    press(page, "undo", "Undo")
    assert code(page) == "mine"


def test_a_link_is_offered_again_after_a_reload_until_the_choice(visit):
    page = visit(with_code("theirs"))
    settled(page)
    page.reload()
    settled(page)
    assert where(page)[0].startswith("#kino=")


def test_a_link_in_an_open_page_and_the_anchors_of_the_text(visit, site):
    page = visit()
    page.goto(f"{site.url}{pages.LESSON}#one-query-four-keys")
    page.goto(site.url + with_code("theirs", figures={FIGURE: {"angle": 10}}))
    settled(page)
    assert where(page)[1]["angle"] == 10
    page.evaluate("location.hash = '#one-query-four-keys'")
    page.evaluate("location.hash = '#soft-lookup'")
    assert panel(page, "link").count() == 1
    press(page, "link", "Leave it")
    assert where(page)[0] == "#soft-lookup", "an anchor of the text stays in the address"
    page.go_back()
    pages.until(page, "location.hash === '#one-query-four-keys'")
    page.go_back()
    pages.until(page, "location.hash === ''")
    assert page.locator(".panel").count() == 0, "the choice was made"
    page.go_back()
    pages.until(page, "location.hash === '#one-query-four-keys'")


def test_a_newer_link_takes_the_place_of_an_older_one(visit, site):
    page = visit(with_code("first"))
    settled(page)
    page.goto(site.url + with_code("second"))
    panel(page, "link").locator("ins", has_text="second").wait_for()
    assert panel(page, "link").count() == 1
    press(page, "link", "Use this code")
    assert code(page) == "second"


def test_turned_writing_is_seen_before_it_is_used(visit):
    page = visit(with_code("if x != 'user\u202e \u2066# check\u2069 \u2066':"))
    settled(page)
    assert (
        panel(page, "link").locator("ins").inner_text()
        == "+ if x != 'user⟨U+202E⟩ ⟨U+2066⟩# check⟨U+2069⟩ ⟨U+2066⟩':\n"
    )


def test_without_the_comparison_the_code_itself_is_shown(visit, problems):
    page = visit("index.html")
    page.route("**/difference.js", lambda route: route.abort())
    page.goto(page.url.replace("index.html", with_code("theirs\n<b>")))
    settled(page)
    assert panel(page, "link").locator(".difference").inner_text() == "theirs\n<b>"
    problems.clear()


def test_two_texts_that_have_nothing_in_common_are_compared_soon(visit):
    page = visit(with_code("".join(f"{i * 7919 % 99991}\n" for i in range(25_000))))
    settled(page)
    # One line more where the comparison came to an end in time.
    assert panel(page, "link").locator("ins").count() in (25_000, 25_001)


# What is no link


def whole():
    return fragment({"v": 1, "at": FIRST, "figures": {FIGURE: {"angle": 10}}, "cells": {FIRST: "theirs"}})


DAMAGED = [
    *(whole()[:-1], whole()[:-20], whole()[:30], whole() + "A", whole() + ".", "#kino=", "#kino=%F0%9F", "#kino=<b>x"),
    *(fragment(value) for value in (b"{", b"\xff", [], None, {}, {"v": 2})),
    fragment({"v": 1, "cells": {FIRST: 1}}),
    fragment({"v": 1, "cells": [FIRST]}),
    fragment({"v": 1, "figures": {FIGURE: [1]}}),
    fragment(b"[" * 100_000),
    fragment(bytes(50_000_000)),
]
GOOD = {"cells": {FIRST: "theirs"}, "figures": {FIGURE: {"angle": 10}}}
FOREIGN = [
    {"cells": {FIRST: "theirs", "unknown": "x"}},
    {"cells": {f"cell-{i}": "x" for i in range(10_000)}},
    {"cells": {"main": "x"}},
    {"cells": {FIGURE: "x"}},
    {"figures": {"unknown": {}}},
    {"figures": {FIRST: {}}},
    *(
        {"figures": {FIGURE: state}}
        for state in (
            *({"unknown": 1}, {"angle": 181}, {"angle": -1e9}, {"angle": "10"}, {"angle": None}, {"angle": [10]}),
            *({"angle": True}, {"scaled": 1}, {"scaled": "true"}, {"angle": 10, "length": 99}, {"constructor": 1}),
        )
    ),
]


def refused(page, words):
    notice = page.get_by_role("alert")
    notice.wait_for()
    assert words in notice.inner_text()
    assert page.locator(".panel").count() == 0
    assert where(page)[1] == {"angle": 50, "length": 1.5, "scaled": True}


@pytest.fixture(scope="module")
def reader(visit):
    return visit()


@pytest.mark.parametrize("bad", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_link_is_named_and_nothing_of_it_is_used(reader, site, bad):
    reader.goto("about:blank")
    reader.goto(site.url + pages.LESSON + bad)
    refused(reader, "damaged or cut off")
    reader.get_by_role("alert").get_by_role("button", name="Close").click()
    assert reader.get_by_role("alert").count() == 0


@pytest.mark.parametrize("bad", FOREIGN, ids=range(len(FOREIGN)))
def test_a_link_to_what_is_not_there_is_named_and_nothing_of_it_is_used(reader, site, bad):
    both = {kind: GOOD[kind] | bad.get(kind, {}) for kind in GOOD}
    reader.goto("about:blank")
    reader.goto(site.url + pages.LESSON + fragment({"v": 1} | both))
    refused(reader, "something that this page does not have")


@pytest.mark.parametrize("key", ["__proto__", "constructor", "toString"])
@pytest.mark.parametrize(
    "form", ['"cells": {"%s": "x"}', '"figures": {"%s": {}}', '"figures": {"turning-query": {"%s": 1}}']
)
def test_names_that_every_object_has_are_no_names_of_parts(reader, site, key, form):
    reader.goto("about:blank")
    reader.goto(site.url + pages.LESSON + fragment(('{"v": 1, ' + form % key + "}").encode()))
    refused(reader, "something that this page does not have")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_that_is_none(reader, site, number):
    reader.goto("about:blank")
    bad = '{"v": 1, "figures": {"turning-query": {"angle": %s}}}' % number  # noqa: UP031
    reader.goto(site.url + pages.LESSON + fragment(bad.encode()))
    reader.get_by_role("alert").wait_for()
    assert where(reader)[1]["angle"] == 50


def test_a_good_link_after_a_bad_one_takes_the_notice_away(reader, site):
    reader.goto(site.url + pages.LESSON + "#kino=bad")
    reader.get_by_role("alert").wait_for()
    reader.goto(site.url + with_code("theirs"))
    settled(reader)
    assert reader.get_by_role("alert").count() == 0
