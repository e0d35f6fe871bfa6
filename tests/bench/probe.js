// What the bench does inside a page: it presses, watches the page change, and reads the clock where the change is seen.
// Put into the page before its own scripts; the page's policy forbids code made from strings, so nothing here is.

const LIMIT_MS = 90_000;
const LATE_MS = 500; // within which a drawing that was queued would be seen
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

// Another place for the reel, however often it is asked for: 1 step on, and round again.
function nextPlace({ min, max, step, value }) {
  const next = Number(value) + Number(step);
  return next > Number(max) ? Number(min) : next;
}

function partsOf(figure) {
  const reel = figure.getAttribute("reel");
  return { reel, input: figure.querySelector(`input[name="${reel}"]`), picture: figure.querySelector("[data-picture]") };
}

// Moves the reel of a figure one step. Resolves to what is then seen, and when, by the page's clock.
async function turn(figure) {
  const { reel, input, picture } = partsOf(figure);
  const before = picture.innerHTML;
  input.value = nextPlace(input);
  const wanted = Number(input.value);
  const begun = performance.now();
  const seen = until(picture, `the picture at ${wanted}`, () => figure.values[reel] === wanted);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const ms = (await seen) - begun;
  return { ms, source: figure.dataset.source, isNew: picture.innerHTML !== before };
}

// Turns the first figure once a frame until end(): a promise of the ms of each answer.
function turnOn() {
  const figure = document.querySelector("kino-figure");
  let isOver = false;
  const turning = (async () => {
    const answers = [];
    while (!isOver) {
      await nextFrame();
      answers.push((await turn(figure)).ms);
    }
    return answers;
  })();
  return {
    end() {
      isOver = true;
      return turning;
    },
  };
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

  // Moves the first figure `count` times before it can answer once: how often it was then drawn, and whether the last
  // drawing is of where it stands.
  async turnAtOnce(count) {
    const figure = document.querySelector("kino-figure");
    const { input, picture, reel } = partsOf(figure);
    let drawn = 0;
    const watch = () => (drawn += 1);
    figure.addEventListener("kino-drawn", watch);
    for (let i = 0; i < count; i++) {
      input.value = nextPlace(input);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await until(picture, "the last picture", () => figure.values[reel] === Number(input.value));
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    figure.removeEventListener("kino-drawn", watch);
    return { drawn, isLast: figure.values[reel] === Number(input.value) };
  },

  // Turns the first figure once, as soon as its film has come. since: ms since the page began to open.
  async firstTurn() {
    await filmLoaded;
    const figure = document.querySelector("kino-figure");
    const python = document.documentElement.dataset.python;
    const seen = await turn(figure);
    const since = performance.now();
    return { ...seen, since, at: performance.timeOrigin + since, python };
  },

  readable: () => readable,

  // ms that a fixed piece of work takes.
  work() {
    const begun = performance.now();
    let sum = 0;
    for (let i = 0; i < WORK; i++) sum = (sum + i * i) % 1000003;
    return { ms: performance.now() - begun, sum };
  },

  untilReady,
};

// When the reader first sees the title and the first figure, in ms since the page began to open.
const readable = new Promise((resolve) => {
  const isThere = (selector) => document.querySelector(selector)?.getBoundingClientRect().height > 0;
  function look() {
    if (isThere("h1") && isThere("[data-picture] svg")) {
      // The frame is painted by the time of the next task.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve({ ms: performance.now() });
      port2.postMessage(0);
    } else if (document.readyState !== "complete") requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
});

// The film is there when its JSON has been read: the task after that is the first in which the figure can play it.
const filmLoaded = new Promise((resolve) => {
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const value = await json.call(this);
    if (new URL(this.url, document.baseURI).pathname.includes("/films/")) setTimeout(resolve);
    return value;
  };
});
