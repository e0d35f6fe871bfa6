// What the bench does inside a page: it presses, watches the page change, and reads the clock where the change is seen.
// Put into the page before its own scripts; the page's policy forbids code made from strings, so nothing here is.

const LIMIT_MS = 90_000;

// Resolves once test() is true, looked at now and at every change at or under `node`.
function until(node, what, test) {
  return new Promise((resolve, reject) => {
    const watch = new MutationObserver(look);
    const timer = setTimeout(() => end(reject, new Error(`${what} did not come within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
    function end(settle, value) {
      watch.disconnect();
      clearTimeout(timer);
      settle(value);
    }
    function look() {
      if (test()) end(resolve, performance.now());
    }
    watch.observe(node, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const pythonIs = (state) => document.documentElement.dataset.python === state;
const untilReady = () => until(document.documentElement, "a ready Python", () => pythonIs("ready"));

function buttonOf(cell, name) {
  return [...cell.querySelectorAll("button")].find((button) => button.textContent.trim() === name);
}

// Another place for the reel, however often it is asked for: 1 step on, and round again.
function nextPlace({ min, max, step, value }) {
  const next = Number(value) + Number(step);
  return next > Number(max) ? Number(min) : next;
}

// Moves the reel of a figure one step. Resolves to what is then seen, and when, by the page's clock.
async function turn(figure) {
  const reel = figure.getAttribute("reel");
  const input = figure.querySelector(`input[name="${reel}"]`);
  const picture = figure.querySelector("[data-picture]");
  const before = picture.innerHTML;
  input.value = nextPlace(input);
  const wanted = Number(input.value);
  const begun = performance.now();
  const seen = until(picture, `the picture at ${wanted}`, () => figure.values[reel] === wanted);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const ms = (await seen) - begun;
  return { ms, source: figure.dataset.source, isNew: picture.innerHTML !== before };
}

globalThis.bench = {
  // Presses Run and waits for the first output: {ms, text}.
  async firstOutput(button, output) {
    const begun = performance.now();
    button.click(); // takes away what an earlier run printed
    const seen = await until(output, "output", () => output.textContent.trim());
    return { ms: seen - begun, text: output.textContent.trim() };
  },

  // Runs `code` in a cell of kino as firstOutput does.
  runCell(code) {
    const cell = document.querySelector("kino-cell");
    cell.code = code;
    return this.firstOutput(buttonOf(cell, "Run"), cell.querySelector("[data-output]"));
  },

  // Runs `code` in the page of the floor.
  runFloor(code) {
    const output = document.querySelector("pre");
    output.dataset.code = code;
    return this.firstOutput(document.querySelector("button"), output);
  },

  // Runs `code`, which must print and then go on for ever, lets it go on for delay ms, presses Stop, and as soon as it has
  // stopped runs `next`.
  async stopCell(code, delay, next) {
    const cell = document.querySelector("kino-cell");
    await untilReady();
    await this.runCell(code);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const wasRunning = cell.dataset.state === "running";
    let restarted = false;
    const watch = new MutationObserver(() => (restarted ||= pythonIs("restarting")));
    watch.observe(document.documentElement, { attributes: true });
    const begun = performance.now();
    buttonOf(cell, "Stop").click();
    const stopped = (await until(cell, "the stop", () => cell.dataset.state === "stopped")) - begun;
    const { text } = await this.runCell(next);
    const answered = performance.now() - begun;
    await untilReady();
    await nextFrame();
    watch.disconnect();
    return { wasRunning, restarted, stopped, answered, text };
  },

  // Runs `code`, which prints for ever, for ms, and stops it: the longest time for which the page could do nothing else.
  async blockedWhile(code, ms) {
    const cell = document.querySelector("kino-cell");
    await untilReady();
    await this.runCell(code);
    const { port1, port2 } = new MessageChannel();
    const end = performance.now() + ms;
    let longest = 0;
    let last = performance.now();
    await new Promise((resolve) => {
      port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (now < end) port2.postMessage(0);
        else resolve();
      };
      port2.postMessage(0);
    });
    buttonOf(cell, "Stop").click();
    await until(cell, "the stop", () => cell.dataset.state === "stopped");
    return { longest };
  },

  // Turns the first figure `count` times, one turn a frame as a hand on the slider does.
  async turnFigure(count) {
    const figure = document.querySelector("kino-figure");
    const turns = [];
    for (let i = 0; i < count; i++) {
      await nextFrame();
      turns.push(await turn(figure));
    }
    return turns;
  },

  // Turns the first figure once, as soon as its film has come. The page's clock starts where its opening does.
  async firstTurn() {
    await filmLoaded;
    const figure = document.querySelector("kino-figure");
    const python = document.documentElement.dataset.python;
    const seen = await turn(figure);
    const ms = performance.now();
    return { ...seen, ms, at: performance.timeOrigin + ms, python };
  },

  untilReady,
};

// The film is there when its JSON has been read: the task after that is the first in which the figure can play it.
const filmLoaded = new Promise((resolve) => {
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const value = await json.call(this);
    if (new URL(this.url, document.baseURI).pathname.includes("/films/")) setTimeout(resolve);
    return value;
  };
});
