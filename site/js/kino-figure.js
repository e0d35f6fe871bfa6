// <kino-figure name="…">: a picture with controls. Plays its film strip until Python is ready, then draws live. A driver, if
// it has one (driving.js), draws in its place.

import { controlsOf } from "./controls.js";
import { noteFor } from "./figure-note.js";
import { fetchFilm } from "./film.js";
import { wireGrips } from "./grip.js";
import { show } from "./markup.js";
import { Reasons } from "./reasons.js";

const SETTLE_MS = 700;

export class KinoFigure extends HTMLElement {
  #python = null;
  #driver = null;
  #values = {};
  #controls = new Map();
  #film = null;
  #filmLoad = null;
  #isDrawing = false;
  #isStale = false;
  #isTouched = false;
  #isPlaced = false;
  #isTooSlow = false;
  #isLost = false;
  #announceTimer = 0;
  #reasons = null;
  #parts = {};

  connectedCallback() {
    if (this.#controls.size) return;
    for (const name of ["picture", "words", "status", "reason", "note", "retry", "progress"]) {
      this.#parts[name] = this.querySelector(`[data-${name}]`);
    }
    this.#controls = controlsOf(this);
    this.#values = JSON.parse(this.dataset.values);
    delete this.dataset.values;
    this.#wireControls();
    if (this.#parts.reason) this.#reasons = new Reasons(this.#parts.picture, this.#parts.reason);
    const idle = globalThis.requestIdleCallback ?? ((task) => setTimeout(task, 200));
    idle(() => this.#loadFilm());
  }

  // The numbers shown, by name, unrounded.
  get values() {
    return structuredClone(this.#values);
  }

  // Where the controls stand.
  get state() {
    return Object.fromEntries([...this.#controls].map(([name, control]) => [name, control.value]));
  }

  set state(state) {
    this.#put(state);
    this.#touch();
  }

  // Where those controls stand that are not at their start.
  get moved() {
    const moved = [...this.#controls.values()].filter(({ value, start }) => value !== start);
    return Object.fromEntries(moved.map(({ name, value }) => [name, value]));
  }

  // Whether all controls can stand where `state` says.
  accepts(state) {
    return Object.entries(state).every(([name, value]) => this.#controls.get(name)?.accepts(value));
  }

  // The numbers of the lesson's own picture in a state; null where the film does not have it, or cannot be fetched.
  async recorded(state) {
    return (await this.#loadFilm())?.frame(state)?.values ?? null;
  }

  // Shows a state without waking Python for it. Whoever places it says so.
  place(state) {
    this.#isPlaced = true;
    this.#put(state);
    this.#render();
  }

  #put(state) {
    for (const [name, value] of Object.entries(state)) {
      if (!this.#controls.has(name)) throw new Error(`this figure has no control "${name}"; it has ${[...this.#controls.keys()].join(", ")}`);
      this.#controls.get(name).value = value;
    }
  }

  set python(python) {
    this.#python = python;
    python.addEventListener("state", () => this.#followPython());
    python.addEventListener("progress", () => this.#showProgress());
    this.#parts.retry.addEventListener("click", () => {
      // The button goes, so its focus does.
      this.#controls.get(this.#reel).input.focus({ preventScroll: true, focusVisible: false });
      python.wake();
    });
    this.#followPython();
  }

  // Who draws from now on: {turn(), draw(name, state), problem}; null for the figure itself.
  set driver(driver) {
    this.#driver = driver;
    this.#touch();
  }

  #wireControls() {
    for (const control of this.#controls.values()) control.onChange(() => this.#touch());
    wireGrips(this.#parts.picture, {
      has: (name) => this.#controls.has(name),
      valueOf: (name) => this.#controls.get(name).value,
      onMove: (values) => {
        for (const [name, value] of Object.entries(values)) this.#controls.get(name).value = value;
        // After a drag the arrow keys go on from where it ended.
        const [first] = Object.keys(values);
        this.#controls.get(first).input.focus({ preventScroll: true, focusVisible: false });
        this.#touch();
      },
      onEnd: () => this.#settle(),
    });
    this.querySelector("[data-again]").addEventListener("click", () => {
      for (const control of this.#controls.values()) control.reset();
      this.#touch();
    });
  }

  #touch() {
    this.#isTouched = true;
    this.#isPlaced = false;
    this.#isTooSlow = false;
    if (this.#python?.state === "asleep" && !navigator.connection?.saveData) this.#python.wake().catch(() => {});
    this.#render();
  }

  // One drawing at a time; what is asked for meanwhile is drawn next, and only the newest of it.
  async #render() {
    this.#isStale = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      while (this.#isStale) {
        if (this.#driver) await this.#driver.turn();
        this.#isStale = false;
        const state = this.state;
        const isLive = this.#driver || (this.#python?.state === "ready" && !this.#isTooSlow);
        const frame = isLive ? null : this.#film?.frame(state);
        if (frame) this.#present(frame, state, "film");
        else await this.#draw(state);
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  async #draw(state) {
    if (this.#driver) return this.#drive(this.#driver, state);
    const live = this.#isTooSlow ? null : await this.#python?.draw(this.getAttribute("name"), state);
    if (live?.status === "restarted") {
      // Python may have been lost for what a cell did before. Over this drawing it is not lost again by itself.
      this.#isTooSlow = live.isTooSlow || this.#isLost;
      this.#isLost = true;
    }
    if (live?.svg !== undefined) {
      this.#isLost = false;
      this.#present(live, state, "live");
      return;
    }
    const film = await this.#loadFilm();
    const frame = film?.frame(state);
    if (frame) this.#present(frame, state, "film");
    this.#explain(live, frame);
  }

  async #drive(driver, state) {
    const drawn = await driver.draw(this.getAttribute("name"), state);
    if (driver !== this.#driver) return; // it has been put back, and what it drew with it
    if (drawn?.svg !== undefined) return this.#present(drawn, state, "live", true);
    // The last picture stays.
    this.dataset.pending = "";
    this.#showNote();
    this.#settle();
  }

  #present({ svg, values, words }, state, source, isDriven = false) {
    show(this.#parts.picture, svg);
    this.#values = values;
    this.#parts.words.textContent = words;
    this.dataset.source = source;
    if (isDriven) this.dataset.code = "yours";
    else delete this.dataset.code;
    delete this.dataset.pending;
    for (const { name, input, text } of this.#controls.values()) {
      if (input.type !== "range") continue;
      const value = text(state[name]);
      input.closest("label").querySelector("output").textContent = value;
      input.setAttribute("aria-valuetext", value);
    }
    this.#reasons?.refresh();
    this.#showNote();
    this.#settle();
    this.dispatchEvent(new CustomEvent("kino-drawn", { bubbles: true, detail: { state, source } }));
  }

  #settle() {
    clearTimeout(this.#announceTimer);
    this.#announceTimer = setTimeout(() => this.#announce(), SETTLE_MS);
  }

  get #reel() {
    return this.getAttribute("reel");
  }

  // A control says its own value at every step; what it made of the picture is said once, when that has settled.
  #announce() {
    // What is drawn just now is said when it stands.
    if (!this.#isTouched || this.#isPlaced || this.#isDrawing) return;
    const words = this.#driver?.problem || this.#parts.words.textContent;
    if (this.#parts.status.textContent !== words) this.#parts.status.textContent = words;
  }

  // What to say where a state could not be drawn live, or not at all.
  #explain(live, frame) {
    if (live?.error) this.#parts.note.textContent = `Python could not draw this: ${live.error.type}: ${live.error.message}`;
    else if (!frame) this.dataset.pending = "";
    this.#showNote(Boolean(live?.error));
  }

  async #loadFilm() {
    this.#filmLoad ??= fetchFilm(new URL(this.dataset.film, document.baseURI));
    try {
      this.#film = await this.#filmLoad;
    } catch {
      // The next touch tries again.
      this.#filmLoad = null;
    }
    return this.#film;
  }

  #followPython() {
    const { state } = this.#python;
    this.#showNote();
    const isLost = state === "restarting" || state === "failed";
    // A cell that waits for Python goes first: someone has asked for it.
    if (state === "ready") setTimeout(() => this.#python.state === "ready" && this.#render());
    else if (isLost && this.dataset.source === "live") this.#render();
  }

  #showNote(isKept = false) {
    if (isKept || !this.#python) return;
    const { state, wakeSize } = this.#python;
    this.#parts.note.textContent = noteFor(this.#python, {
      isPending: "pending" in this.dataset,
      isTouched: this.#isTouched,
      isLive: this.dataset.source === "live",
      isTooSlow: this.#isTooSlow,
      isDriven: Boolean(this.#driver),
    });
    // With "save data" on, a touch does not wake Python by itself; nor does a link.
    this.#parts.retry.hidden = !((this.#isTouched || "pending" in this.dataset) && (state === "failed" || state === "asleep"));
    this.#parts.retry.textContent = state === "failed" ? "Try again" : `Wake Python (${wakeSize})`;
    this.#showProgress();
  }

  #showProgress() {
    const { state, progress } = this.#python;
    this.#parts.progress.hidden = !(this.#isTouched && (state === "waking" || state === "restarting"));
    this.#parts.progress.value = progress.share;
  }
}
