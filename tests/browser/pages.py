"""What a reader does on a page and sees of it. The page's policy forbids eval, so waiting is asking again and again."""

import json
import time

LESSON = "attention.html"
SECOND_LESSON = "attention-scoring-functions.html"
WIDE = {"width": 1280, "height": 900}
FIRST, SECOND = "soft-lookup", "attention-map"
ENDED = ("done", "error", "stopped")
LOOP = "print('on')\nwhile True: pass"


def in_worker(line):
    """For `init`: a line before the worker's script. The frame's own scripts cannot be reached as surely."""
    return f"""
      const {{ decode }} = TextDecoder.prototype;
      TextDecoder.prototype.decode = function (...rest) {{
        const text = decode.apply(this, rest);
        return text.includes("setInterruptBuffer") ? `{line};${{text}}` : text;
      }};
    """


SAVE_DATA = "Object.defineProperty(Navigator.prototype, 'connection', {value: {saveData: true}})"


def until(page, expression, argument=None, *, seconds=60):
    """Wait until a JavaScript expression is true in the page, and return its value.

    Raises TimeoutError that quotes it.
    """
    end = time.monotonic() + seconds
    while not (value := page.evaluate(expression, argument)):
        if time.monotonic() > end:
            raise TimeoutError(f"after {seconds} s still not so: {expression} ({argument})")
        page.wait_for_timeout(20)
    return value


def awaited(page, function, argument=None, *, seconds=60):
    """What the promise comes to that a JavaScript function of one argument returns.

    Raises an error that quotes the function where the promise stays open.
    """
    words = f"after {seconds} s still open: {' '.join(function.split())}"
    script = f"""(argument) => {{
      let late;
      const end = new Promise((_, reject) => {{
        late = setTimeout(() => reject(new Error({json.dumps(words)})), {1000 * seconds});
      }});
      return Promise.race([({function})(argument), end]).finally(() => clearTimeout(late));
    }}"""
    return page.evaluate(script, argument)


def painted(page):
    """Wait until the page has been painted as it is now."""
    twice = "() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(true))))"
    awaited(page, twice)


def until_true(page, test, *, seconds=60):
    """Wait until test() is true; the page goes on meanwhile. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end:
            raise TimeoutError(f"after {seconds} s still not so")
        page.wait_for_timeout(20)


def python_state(page):
    return page.locator("html").get_attribute("data-python")


def until_python(page, *states):
    until(page, "states => states.includes(document.documentElement.dataset.python)", list(states))


def wake(page):
    run(page, "pass")
    until_python(page, "ready")


class Held:
    """Requests that match a pattern wait until `release`."""

    def __init__(self, page, pattern):
        self._page, self._routes, self._is_open = page, [], False
        page.route(pattern, self._take)

    def _take(self, route):
        if self._is_open:
            route.continue_()
        else:
            self._routes.append(route)

    def until_asked(self):
        """Wait until something waits."""
        end = time.monotonic() + 60
        while not self._routes:
            if time.monotonic() > end:
                raise TimeoutError("after 60 s nothing has been asked for that could be let through")
            self._page.wait_for_timeout(20)

    def release(self):
        """Let through what waits, as soon as something does, and all that comes later."""
        self.until_asked()
        self._is_open = True
        for route in self._routes:
            route.continue_()


# Cells


def cell(page, name=FIRST):
    return page.locator(f"#{name}")


def button(page, label, name=FIRST):
    return cell(page, name).get_by_role("button", name=label, exact=True)


def begin(page, code, name=FIRST):
    """Put code into a cell and press Run."""
    page.evaluate("([name, code]) => { document.getElementById(name).code = code }", [name, code])
    button(page, "Run", name).click()


def run(page, code, name=FIRST):
    """Run code in a cell to its end; return what the output area says."""
    begin(page, code, name)
    return until_ended(page, name)


def run_as_it_is(page, name=FIRST):
    """Run what stands in a cell to its end; return what the output area says."""
    button(page, "Run", name).click()
    return until_ended(page, name)


def until_state(page, *states, name=FIRST):
    until(
        page, "([name, states]) => states.includes(document.getElementById(name).dataset.state)", [name, list(states)]
    )


def until_ended(page, name=FIRST):
    until_state(page, *ENDED, name=name)
    return output(page, name)


def state(page, name=FIRST):
    return cell(page, name).get_attribute("data-state")


def output(page, name=FIRST):
    return page.evaluate("name => document.querySelector(`#${name} [data-output]`).textContent", name)


def until_output(page, words, name=FIRST):
    until(
        page,
        "([name, words]) => document.querySelector(`#${name} [data-output]`).textContent.includes(words)",
        [name, words],
    )


def watch(page):
    """Begin to keep the states of Python and of the cells, in the order in which they came; `watched` returns them."""
    page.evaluate(
        """() => {
          window.changes = [];
          const keep = (records) => {
            for (const {target, attributeName, oldValue} of records) changes.push({target, attributeName, oldValue});
          };
          window.watcher?.disconnect();
          const observer = window.watcher = new MutationObserver(keep);
          observer.observe(document.documentElement, {attributeFilter: ["data-python"], attributeOldValue: true});
          for (const cell of document.querySelectorAll("kino-cell")) {
            observer.observe(cell, {attributeFilter: ["data-state"], attributeOldValue: true});
          }
        }"""
    )


def watched(page):
    # What a change led to is what the next change of the same element found there.
    return page.evaluate(
        """() => changes.map(({target, attributeName}, i) => {
          const next = changes.slice(i + 1).find((change) => change.target === target);
          return `${target.id || "python"} ${next ? next.oldValue : target.getAttribute(attributeName)}`;
        })"""
    )


def press_stop(page, name=FIRST):
    """Press Stop, and wait until the cell says that it is stopped."""
    awaited(
        page,
        """(name) => new Promise((resolve) => {
          const cell = document.getElementById(name);
          const observer = new MutationObserver(() => {
            if (cell.dataset.state === "stopped") resolve();
          });
          observer.observe(cell, {attributes: true});
          cell.querySelector("[data-action=stop]").click();
        })""",
        name,
    )


def open_editor(page, name=FIRST):
    """Point at the code, so that the editor comes, and click into it."""
    code = cell(page, name).locator("[data-code]")
    code.scroll_into_view_if_needed()
    code.hover()
    editor = code.locator(".cm-content")
    editor.click()
    return editor


# The figure

# One drawing in one form: attributes in the order of their names.
CANONICAL = """
const canonical = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const attributes = [...node.attributes].map((a) => ` ${a.name}=${JSON.stringify(a.value)}`).sort().join("");
  return `<${node.localName}${attributes}>${[...node.childNodes].map(canonical).join("")}</${node.localName}>`;
};
"""

_SNAPSHOT = (
    "() => {"
    + CANONICAL
    + """
  const figure = document.querySelector("kino-figure");
  const slider = figure.querySelector("input[name=angle]");
  const text = (selector) => figure.querySelector(selector).textContent;
  return {
    values: figure.values,
    state: figure.state,
    source: figure.dataset.source,
    label: slider.closest("label").querySelector("output").textContent,
    valuetext: slider.getAttribute("aria-valuetext"),
    words: text("[data-words]"),
    angle: text(".dial .angle"),
    table: [...figure.querySelectorAll("tbody tr")]
      .map((row) => [...row.querySelectorAll("td.number")].map((cell) => cell.textContent)),
    markup: [...figure.querySelector("[data-picture]").childNodes].map(canonical).join(""),
  };
}"""
)

# Keeps a snapshot of each picture that was shown, taken when the change of the page is complete.
_RECORD = (
    "() => { const snapshot = "
    + _SNAPSHOT
    + """;
  window.shown = [];
  window.recorder?.disconnect();
  window.recorder = new MutationObserver(() => shown.push(snapshot()));
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  recorder.observe(document.querySelector("[data-picture]"), all);
}"""
)


def slider(page, name="angle"):
    return page.locator(f"kino-figure input[name={name}]")


def shown(page):
    """What the figure shows now: values, state, source, label, valuetext, words, angle, table and canonical markup."""
    return page.evaluate(_SNAPSHOT)


def record(page):
    """Begin to keep what the figure shows; `recorded` returns it."""
    page.evaluate(_RECORD)


def recorded(page):
    return page.evaluate("() => shown")


def canonical(page, markup):
    """Markup as the page would hold it, in the form of `shown(page)["markup"]`."""
    script = "(markup) => {" + CANONICAL
    script += (
        "return [...new DOMParser().parseFromString(markup, 'text/html').body.childNodes].map(canonical).join('') }"
    )
    return page.evaluate(script, markup)


def settle(page, source=None):
    """Wait until the figure shows what its controls say (from film or live, if named); return what it shows."""
    until(
        page,
        """source => {
          const figure = document.querySelector("kino-figure");
          const {values, state} = figure;
          const isShown = Object.keys(state).every((name) => state[name] === values[name]);
          return isShown && (!source || figure.dataset.source === source);
        }""",
        source,
    )
    return shown(page)


def play(page, source, angles):
    """Turn the figure to each of the angles, and return what it shows at each, drawn from `source`."""
    return page.evaluate(
        "async ([source, angles]) => { const snapshot = "
        + _SNAPSHOT
        + """;
          const figure = document.querySelector("kino-figure");
          const frames = [];
          // A timer, for a test may set the clock.
          let isLate = false;
          setTimeout(() => (isLate = true), 60_000);
          for (const angle of angles) {
            figure.state = {angle};
            while (figure.values.angle !== angle || figure.dataset.source !== source) {
              if (isLate) throw new Error(`${angle} is not shown from ${source}`);
              await new Promise((next) => setTimeout(next));
            }
            frames.push(snapshot());
          }
          return frames;
        }""",
        [source, angles],
    )


def turn(page, source="live", **state):
    """Set controls of the figure from a program, as a snapshot test does; return what it shows then."""
    page.evaluate("state => { document.querySelector('kino-figure').state = state }", state)
    return settle(page, source)
