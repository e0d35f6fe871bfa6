"""Room for fingers and for large letters: the size of targets, narrow pages, more space between letters and lines."""

from pathlib import Path

import pytest

from tests.browser import pages
from tests.browser.states import work
from tests.browser.test_kept import put

pytestmark = pytest.mark.long

MEASURES = Path(__file__).with_name("room.js").read_text("utf-8")
PATHS = ("index.html", pages.LESSON, pages.SECOND_LESSON, "licences.html", "404.html")
# WCAG 2.2, 1.4.12
_SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*:not(svg *, math, math *) {
    line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
  } p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""


def small(page, root="body"):
    return page.evaluate("root => (" + MEASURES + ").small(root)", root)


def outside(page):
    return page.evaluate(MEASURES + ".outside()")


def cut(page):
    return page.evaluate(MEASURES + ".cut()")


def look_at_all(page):
    """Scroll through a page, so that what comes only when it is near has come."""
    pages.awaited(
        page,
        """async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
            scrollTo(0, y);
            await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
            if (y > 200 * innerHeight) throw new Error("the page grows without end");
          }
          scrollTo(0, 0);
        }""",
    )
    if page.locator("kino-predict").count():
        pages.until(page, "[...document.querySelectorAll('kino-predict')].every(({dataset}) => dataset.phase)")
    return page


@pytest.fixture(scope="module")
def worked(visit):
    """The lesson after an hour's work, woken once for the file; tests give it the size that they want."""
    page = work(visit(has_touch=True))
    put(page, "'mine'", "many-queries")
    return page


@pytest.fixture(params=[(1280, 900), (390, 844)], ids=["laptop", "phone"])
def size(request):
    width, height = request.param
    return {"width": width, "height": height}


@pytest.mark.parametrize("path", PATHS)
def test_what_is_pressed_is_large_enough(visit, path, size):
    assert small(look_at_all(visit(path, viewport=size))) == []


def test_what_is_pressed_after_some_work_is_large_enough(worked, size):
    worked.set_viewport_size(size)
    assert small(worked) == []
    worked.get_by_role("button", name="My work", exact=True).click()
    worked.locator("dialog ul a").first.wait_for()
    assert small(worked, "dialog") == []
    worked.keyboard.press("Escape")


# A laptop at 400 % has 320 px by 256.
@pytest.mark.parametrize("height", [844, 256])
@pytest.mark.parametrize("path", PATHS)
def test_nothing_stands_out_of_a_narrow_page(visit, path, height):
    assert outside(look_at_all(visit(path, viewport={"width": 320, "height": height}))) == []


def test_nothing_stands_out_of_a_narrow_page_after_some_work(worked):
    worked.set_viewport_size({"width": 320, "height": 256})
    assert outside(worked) == []
    worked.get_by_role("button", name="My work", exact=True).click()
    dialog = worked.locator("dialog.work")
    dialog.locator("ul a").first.wait_for()
    box = dialog.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 320 and box["y"] + box["height"] <= 256
    last = dialog.get_by_role("button").last
    last.scroll_into_view_if_needed()
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= 256
    assert outside(worked) == []
    worked.keyboard.press("Escape")


@pytest.mark.parametrize("path", PATHS)
def test_more_space_between_letters_and_lines_hides_nothing(visit, path, size):
    page = look_at_all(visit(path, viewport=size))
    assert cut(page) == [], "before"
    page.evaluate(_SPACED)
    assert cut(page) == []
    assert outside(page) == []


def test_more_space_hides_nothing_after_some_work(visit, worked, size):
    worked.set_viewport_size(size)
    assert cut(worked) == [], "before"
    worked.evaluate(_SPACED)
    assert cut(worked) == []
    assert outside(worked) == []
    worked.evaluate("document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)")


def test_these_measures_see_what_is_wrong(visit):
    page = visit("404.html", viewport={"width": 320, "height": 600})
    page.evaluate(
        """() => {
          const main = document.querySelector("main");
          for (const [at, words] of [[0, "one"], [13, "two"]]) {
            const button = document.createElement("button");
            button.textContent = words;
            const small = {position: "absolute", top: `${at}px`, left: 0, width: "80px", height: "12px"};
            Object.assign(button.style, {...small, minHeight: 0, padding: 0});
            main.append(button);
          }
          const wide = document.createElement("p");
          wide.textContent = "wide";
          wide.style.width = "400px";
          const low = document.createElement("p");
          low.textContent = "Two lines of text that do not fit into the one that they are given here, by far";
          Object.assign(low.style, {height: "1em", overflow: "hidden"});
          const above = document.createElement("p");
          above.textContent = "above";
          Object.assign(above.style, {position: "relative", top: "1.2em", margin: 0, lineHeight: 1});
          const below = above.cloneNode(true);
          below.style.top = 0;
          main.append(wide, low, above, below);
        }"""
    )
    assert len(small(page)) == 2
    assert len(outside(page)) == 2
    found = cut(page)
    assert any(one.startswith("cut: ") for one in found) and any(one.startswith("on each other: ") for one in found)


@pytest.mark.parametrize("cell", [pages.FIRST, "your-softmax"])
def test_nothing_moves_when_stop_comes(awake, cell):
    awake.evaluate("() => document.fonts.ready.then(() => 0)")

    def heights():
        found = []
        for width in (320, 360, 390, 480, 768, 1280):
            awake.set_viewport_size({"width": width, "height": 844})
            found.append(pages.cell(awake, cell).locator(".cell-bar").bounding_box()["height"])
        return found

    before = heights()
    pages.begin(awake, pages.LOOP, cell)
    pages.until_output(awake, "on", cell)
    during = heights()
    pages.button(awake, "Stop", cell).click()
    pages.until_ended(awake, cell)
    awake.set_viewport_size(pages.WIDE)
    assert during == before
