// <kino-cell id="…">: code that can be edited and run. The highlighted code is in the page; the editor comes when it is wanted.
// Fires `kino-edit` whenever its code has changed, `kino-reset` before it goes back to the starter, and `kino-ran` when a run
// has ended; its detail is kino.cell's outcome.

import { CellOutput } from "./cell-output.js";
import { StaticCode } from "./static-code.js";

// What takes longer is said while it lasts; what is over sooner, by its end alone.
const LASTS_MS = 1000;
const ASKING = "Python waits for your answer";
const MUCH = 256 * 1024 ** 2;
const FORGOTTEN = "Python was restarted, and the names from this cell are gone: run it again";

export class KinoCell extends HTMLElement {
  #python = null;
  #starter = "";
  #still = null;
  #editor = null;
  #editorLoad = null;
  #output = null;
  #run = null;
  #ran = "";
  // How often Python had been restarted when this cell ran last; null when nothing of it is there.
  #ranAfter = null;
  #number = 0;
  #isReset = false;
  #isAsking = false;
  // What Python had taken of memory when the run began.
  #memory = 0;
  #sayTimer = 0;
  #parts = {};

  connectedCallback() {
    if (this.#output) return;
    for (const name of ["code", "output", "note", "size", "progress", "status"]) this.#parts[name] = this.querySelector(`[data-${name}]`);
    for (const name of ["run", "stop", "reset", "check"]) this.#parts[name] = this.querySelector(`[data-action=${name}]`);
    this.#still = new StaticCode(this.#parts.code.querySelector("pre"), () => this.#edited());
    this.#starter = this.#still.text;
    this.#output = new CellOutput(this.#parts.output, {
      onLine: (line) => this.#showLine({ line }, true),
      onFix: (code) => this.#applyFix(code),
      onSee: (id) => goTo(id),
    });
    this.#parts.run.addEventListener("click", () => this.run());
    this.#parts.stop.addEventListener("click", () => this.stop());
    this.#parts.reset.addEventListener("click", () => this.reset());
    this.#wireEditor();
  }

  get code() {
    return this.#editor ? this.#editor.code : this.#still.text;
  }

  set code(text) {
    if (this.#editor) this.#editor.code = text;
    else {
      this.#still.text = text;
      this.#edited();
    }
  }

  // The code as the author wrote it.
  get starter() {
    return this.#starter;
  }

  set python(python) {
    this.#python = python;
    python.addEventListener("state", () => this.#followPython());
    python.addEventListener("progress", () => this.#run && this.#followPython());
    this.#followPython();
  }

  // Runs the code, and with a check {source, makes} what the author asks of it: a promise of the outcome; null where there
  // is none. While it is queued or running, nothing.
  async run(check) {
    if (this.#run || !this.#python) return null;
    this.#editor?.mark(null);
    if (this.#parts.output.contains(document.activeElement)) this.#parts.run.focus({ preventScroll: true });
    this.#output.clear();
    this.#ran = this.code;
    const number = ++this.#number;
    this.#isReset = false;
    this.#run = this.#python.run(this.id, this.#ran, {
      others: [...document.querySelectorAll("kino-cell")].map((cell) => [cell.id, cell.code]),
      drives: this.dataset.function,
      check,
      onStart: () => this.#begin(),
      onAsk: (prompt, reply) => this.#ask(prompt, reply),
      onItems: (items) => number === this.#number && this.#output.add(items),
    });
    this.#setState("queued");
    try {
      const outcome = await this.#run.outcome;
      this.#finish(outcome);
      this.#offerRestart();
      // What it made goes with Reset.
      const detail = this.#isReset ? { ...outcome, drives: 0 } : outcome;
      this.dispatchEvent(new CustomEvent("kino-ran", { bubbles: true, detail }));
      return outcome;
    } catch (error) {
      this.#output.say("error", error.message, { label: "Try again", action: () => this.run(check) });
      this.#end("error", "Python could not be woken.");
      return null;
    }
  }

  // Puts what was found about the last run at the end of its output; words: said, where the run's own end is not to be;
  // line: of the code, which it is about.
  conclude(node, words, line) {
    this.#output.put(node);
    if (words) this.#say(words);
    if (line && this.code === this.#ran) this.#showLine({ line }, false);
  }

  stop() {
    this.#run?.stop();
  }

  reset() {
    this.stop();
    this.#isReset = true;
    this.dispatchEvent(new Event("kino-reset", { bubbles: true }));
    this.restore(this.#starter);
    this.#forget();
  }

  // After a Reset the names are those of before, too.
  async #forget() {
    this.#ranAfter = null;
    const { back } = (await this.#python?.forget(this.id)) ?? {};
    if (back?.length && !this.#run) this.#output.say("note", `Reset also brought back ${back.join(", ")}.`);
  }

  // Takes the reader to a line of the code that ran; where the code is another by now, to the code.
  goToLine(line) {
    if (this.code === this.#ran) this.#showLine({ line }, true);
    else this.#parts.code.scrollIntoView({ block: "center" });
  }

  // Puts in code from somewhere else: what was put out before does not belong to it.
  restore(code) {
    this.code = code;
    this.#editor?.mark(null);
    if (code !== this.#starter) this.#loadEditor();
    if (this.#run) return;
    this.#number += 1;
    if (code === this.#starter) this.#output.restore();
    else this.#output.clear();
    this.#setState("idle");
  }

  #ask(prompt, reply) {
    this.#isAsking = true;
    this.#output.ask(prompt, (text) => {
      this.#isAsking = false;
      this.#followPython();
      reply(text);
    });
    this.#say(prompt.trim() ? `${ASKING}: ${prompt.trim()}` : ASKING);
    this.#followPython();
  }

  #finish(outcome) {
    const { status, error, reason } = outcome;
    this.#ranAfter = status === "restarted" ? null : this.#python.restarts;
    if (status === "error") {
      this.#output.fail(error, this.id);
      this.#end("error", [`${error.type}: ${error.message}`, error.plain].filter(Boolean).join("\n"));
      const own = error.frames.findLast((frame) => frame.cell === this.id);
      // Code that was changed meanwhile has other lines.
      if (own && this.code === this.#ran) this.#showLine(own, false);
    } else if (status === "stopped") {
      this.#output.say("note", "Stopped.");
      this.#end("stopped", "Stopped.");
    } else if (status === "restarted") {
      this.#output.say("note", `${reason} Your code is safe. Names from earlier runs are gone: run the cells above again.`);
      this.#end("stopped", "Python was restarted.");
    } else {
      if (status === "ended") this.#output.say("note", "The program ended.");
      // Of a run that was checked, the verdict is said.
      this.#end("done", outcome.verdict ? "" : "Done.");
    }
  }

  #begin() {
    this.#memory = this.#python.memory;
    this.#setState("running");
  }

  #offerRestart() {
    const { memory } = this.#python;
    if (memory < MUCH || memory <= this.#memory) return;
    const words = `Python has taken ${Math.round(memory / 1e6)} MB of this device’s memory, and gives it back only when it starts anew.`;
    const action = () => {
      line.remove();
      this.#parts.run.focus({ preventScroll: true });
      this.#python.restart();
    };
    const line = this.#output.say("note", words, { label: "Restart Python", action });
  }

  #end(state, words) {
    this.#run = null;
    this.#isAsking = false;
    this.#output.endQuestion();
    this.#setState(state);
    this.#say(words);
  }

  #say(words, afterMs = 0) {
    clearTimeout(this.#sayTimer);
    const say = () => (this.#parts.status.textContent = words);
    if (afterMs) this.#sayTimer = setTimeout(say, afterMs);
    else say();
  }

  #setState(state) {
    this.dataset.state = state;
    const isRunning = state === "queued" || state === "running";
    // A button that goes hands its focus on.
    if (!isRunning && this.#parts.stop === document.activeElement) this.#parts.run.focus({ preventScroll: true });
    this.#parts.stop.hidden = !isRunning;
    for (const button of [this.#parts.run, this.#parts.check]) button?.setAttribute("aria-disabled", String(isRunning));
    if (isRunning) this.#say(state === "queued" ? "Waiting for Python." : "Running.", LASTS_MS);
    this.#followPython();
  }

  #followPython() {
    const { state, progress, wakeSize } = this.#python;
    const isWaiting = this.#run && (state === "waking" || state === "restarting");
    const { note, size, progress: bar } = this.#parts;
    bar.hidden = !isWaiting && !(this.#run && progress.share < 1 && state === "busy" && progress.text.startsWith("Fetching"));
    bar.value = progress.share;
    size.textContent = state === "asleep" || state === "failed" ? wakeSize : bar.hidden ? "" : `${Math.round(100 * progress.share)} %`;
    note.textContent = this.#note(state, !bar.hidden && progress.text);
  }

  #note(state, fetching) {
    if (fetching) return fetching;
    if (this.#isAsking) return ASKING;
    if (this.#run) return this.dataset.state === "running" ? "Running" : state === "busy" ? "Waiting for another cell" : "Waiting for Python";
    if (state === "asleep" || state === "failed") return "Python sleeps until you press run";
    return { waking: "Python is waking", restarting: "Python is restarting" }[state] ?? (this.#isForgotten ? FORGOTTEN : "Python is awake");
  }

  // Whether a restart has taken away what this cell defined.
  get #isForgotten() {
    return this.#ranAfter !== null && this.#ranAfter !== this.#python.restarts;
  }

  // The editor is fetched when the code is first pointed at or reached by keyboard.
  #wireEditor() {
    const { code } = this.#parts;
    const isShortcut = (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey);
    code.addEventListener("pointerenter", () => this.#loadEditor());
    code.addEventListener("focusin", () => this.#loadEditor());
    code.addEventListener("keydown", (event) => {
      if (this.#editor || !isShortcut(event)) return;
      event.preventDefault();
      this.run();
    });
  }

  #loadEditor() {
    this.#editorLoad ??= import("./editor.js")
      .then(({ createEditor }) => this.#putEditor(createEditor))
      .catch((error) => {
        // Without the editor the code can still be read and run; the next touch tries again.
        this.#editorLoad = null;
        console.warn(`kino: the editor could not be loaded: ${error.message}`);
      });
    return this.#editorLoad;
  }

  async #putEditor(createEditor) {
    await this.#still.settled();
    this.#editor = createEditor({
      code: this.code,
      selection: this.#still.selection,
      label: this.#still.label,
      onRun: () => this.run(),
      onEdit: () => this.#edited(),
      ask: async (kind, payload) => this.#python?.ask(kind, payload) ?? null,
      others: () => [...document.querySelectorAll("kino-cell")].filter((cell) => cell !== this).map((cell) => cell.code),
    });
    this.#still.giveWay(this.#editor);
  }

  #edited() {
    this.dispatchEvent(new Event("kino-edit", { bubbles: true }));
  }

  async #showLine({ line, column, end }, isAsked) {
    await this.#loadEditor();
    this.#editor?.mark(line, column, end);
    if (isAsked) this.#editor?.goTo(line);
  }

  // Puts a fix into the code that ran; one undo takes it back. False where the code is another by now.
  async #applyFix(code) {
    await this.#loadEditor();
    if (this.#run || this.code !== this.#ran) return false;
    this.code = code;
    this.#parts.run.focus({ preventScroll: true });
    return true;
  }
}

function goTo(id) {
  const cell = document.getElementById(id);
  if (cell?.localName !== "kino-cell") return;
  cell.scrollIntoView({ block: "center" });
  cell.querySelector("[data-action=run]").focus({ preventScroll: true });
}
