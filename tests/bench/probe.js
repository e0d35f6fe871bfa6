// What the bench does inside a page: it presses, watches the page change, and reads the clock where the change is seen.
// Put into the page before its own scripts; the page's policy forbids code made from strings, so nothing here is.

const LIMIT_MS = 90_000;
const WORK = 10_000_000;

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

// Watches Python from now on; end() gives the ms from its end to the next one that is ready, null if it went on.
function restartSeen() {
  let ended = null;
  let ready = null;
  const watch = new MutationObserver(() => {
    if (pythonIs("restarting")) ended ??= performance.now();
    else if (ended !== null) ready ??= performance.now();
  });
  watch.observe(document.documentElement, { attributeFilter: ["data-python"] });
  return {
    end() {
      watch.disconnect();
      return ended === null ? null : ready - ended;
    },
  };
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

  // Presses the button of a page that holds its code already.
  press(button, output) {
    return this.firstOutput(document.querySelector(button), document.querySelector(output));
  },

  // Runs `code` in the page of the floor.
  runFloor(code) {
    const output = document.querySelector("pre");
    output.dataset.code = code;
    return this.firstOutput(document.querySelector("button"), output);
  },

  // Waits for Python, which starts with the page, to show `text`: {ms since the page began to open, text}.
  async shown(selector, text) {
    const place = () => [...document.querySelectorAll(selector)].find((node) => node.textContent.trim() === text);
    const ms = await until(document, `${text} in ${selector}`, place);
    return { ms, text: place().textContent.trim() };
  },

  // Runs `code`, which must print and then go on for ever, lets it go on for delay ms, presses Stop, and as soon as it has
  // stopped runs `next`. restart: ms from the end of Python to the next one that is ready, null if it was not ended;
  // answers: with isTurning, ms of the figure's answers to its slider from Stop until all was over.
  async stopCell(code, delay, next, isTurning = false) {
    const cell = document.querySelector("kino-cell");
    await untilReady();
    await this.runCell(code);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const wasRunning = cell.dataset.state === "running";
    const restarting = restartSeen();
    const turning = isTurning ? turnOn() : null;
    const begun = performance.now();
    buttonOf(cell, "Stop").click();
    const stopped = (await until(cell, "the stop", () => cell.dataset.state === "stopped")) - begun;
    const { text } = await this.runCell(next);
    const answered = performance.now() - begun;
    await untilReady();
    await nextFrame();
    const answers = turning ? await turning.end() : [];
    return { wasRunning, restart: restarting.end(), stopped, answered, text, answers };
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

  // ms that a fixed piece of work takes.
  work() {
    const begun = performance.now();
    let sum = 0;
    for (let i = 0; i < WORK; i++) sum = (sum + i * i) % 1000003;
    return { ms: performance.now() - begun, sum };
  },

  untilReady,
};
