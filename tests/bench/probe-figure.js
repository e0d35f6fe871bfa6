// What the bench does with a figure, and what it looks for while a page opens. Goes into the page after probe.js.

const BETWEEN_MS = 4;
const LATE_MS = 500; // within which a drawing that was queued would be seen

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

Object.assign(bench, {
  // Turns the first figure `count` times, one turn a frame: with the frame, as the pointer's events come, or between two
  // frames, as a key's do, when the page has not just then to be painted.
  async turnFigure(count, isBetween = false) {
    const figure = document.querySelector("kino-figure");
    const turns = [];
    for (let i = 0; i < count; i++) {
      await nextFrame();
      if (isBetween) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
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
});

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
