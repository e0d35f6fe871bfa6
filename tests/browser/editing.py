"""What a reader does in the code of a cell and sees there."""

from tests.browser import pages
from tests.browser.pages import FIRST

POPUP = ".cm-tooltip-autocomplete"
SIGNATURE = ".cell-signature"


def code(page, name=FIRST):
    return page.evaluate("name => document.getElementById(name).code", name)


def place_before(page, words, name=FIRST):
    """Bring a text of the code that waits for its editor into view; where in the window it begins, as {"x", "y"}."""
    return page.evaluate(
        """([name, words]) => {
          const pre = document.querySelector(`#${name} pre`);
          pre.scrollIntoView({block: "center"});
          const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
          while (texts.nextNode() && !texts.currentNode.data.includes(words));
          const range = document.createRange();
          range.setStart(texts.currentNode, texts.currentNode.data.indexOf(words));
          range.setEnd(texts.currentNode, range.startOffset + 1);
          const {left, top, height} = range.getBoundingClientRect();
          return {x: left + 1, y: top + height / 2};
        }""",
        [name, words],
    )


def write(page, text, name=FIRST):
    """Put a text into an editor and the cursor at the place of its bar, as if it had been typed there."""
    before, _, after = text.partition("|")
    page.evaluate("([name, code]) => { document.getElementById(name).code = code }", [name, before + after])
    pages.open_editor(page, name)
    page.keyboard.press("Control+Home")
    for _ in before:
        page.keyboard.press("ArrowRight")


def offered(page):
    """The labels of the options that are offered, '' if none are; waits until a popup is there."""
    page.locator(f"{POPUP} li").first.wait_for()
    return page.locator(f"{POPUP} .cm-completionLabel").all_text_contents()


def ask_for_options(page, wanted):
    """Ask for options until one begins with `wanted`: on a busy machine Python may answer too late."""
    pages.until(
        page,
        """([popup, wanted]) => {
          const texts = [...document.querySelectorAll(`${popup} li`)].map((option) => option.textContent);
          if (texts.some((text) => text.startsWith(wanted))) return true;
          const press = (keys) => {
            const event = new KeyboardEvent("keydown", {...keys, bubbles: true, cancelable: true});
            document.activeElement.dispatchEvent(event);
          };
          press({key: "Escape", keyCode: 27});
          press({key: " ", code: "Space", keyCode: 32, ctrlKey: true});
          return new Promise((resolve) => setTimeout(() => resolve(false), 400));
        }""",
        [POPUP, wanted],
    )


def open_signature(page, words):
    """Ask for the signature until one with these words is there: on a busy machine Python may answer too late."""
    pages.until(
        page,
        """([box, words]) => {
          if (document.querySelector(box)?.textContent.includes(words)) return true;
          const keys = {key: " ", code: "Space", keyCode: 32, ctrlKey: true, shiftKey: true};
          const event = new KeyboardEvent("keydown", {...keys, bubbles: true, cancelable: true});
          document.activeElement.dispatchEvent(event);
          return new Promise((resolve) => setTimeout(() => resolve(false), 400));
        }""",
        [SIGNATURE, words],
    )


def nothing_is_offered(page):
    """Whether there is still no popup after the time in which one would have come."""
    page.wait_for_timeout(600)
    return page.locator(POPUP).count() == 0


def boxes(page, name=FIRST):
    """Where each line's text begins and each line's top, on the page: [x, y], rounded to half a pixel."""
    return page.evaluate(
        """(name) => {
          const lines = document.querySelectorAll(`#${name} [data-code] :is(pre .line, .cm-line)`);
          return [...lines].map((line) => {
            const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            if (!walker.nextNode()) return null;
            const range = document.createRange();
            range.setStart(walker.currentNode, 0);
            range.setEnd(walker.currentNode, 1);
            const {left, top} = range.getBoundingClientRect();
            return [left + scrollX, top + scrollY].map((place) => Math.round(2 * place) / 2);
          });
        }""",
        name,
    )


def numbers(page, name=FIRST):
    """The line numbers that are seen."""
    return page.evaluate(
        """(name) => [...document.querySelectorAll(`#${name} .cm-lineNumbers .cm-gutterElement`)]
          .filter((node) => getComputedStyle(node).visibility !== "hidden").map((node) => node.textContent)""",
        name,
    )
