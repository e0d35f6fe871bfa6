// Output of one run, on its way from the worker to the page: sent in batches, the beginning whole up to a cap,
// and of what comes after it only the newest part, with a count of what is left out.

import { countLines, Tail } from "./tail.js";
import { addRun, RUN_COST, Terminal } from "./terminal.js";

const HEAD_LINES = 400;
const HEAD_CHARS = 20_000;
const LONGEST_OPEN = 16_000; // after the cap
const MOST_IMAGES = 20;
const BATCH_MS = 50;
const MOST_ITEMS = 500;

export class Output {
  #post;
  #terminal = new Terminal((runs) => this.#keep(runs));
  #items = [];
  #lines = 0;
  #room = HEAD_CHARS;
  #images = 0;
  #isCut = false;
  #tail = new Tail();
  #isEndNew = false;
  #isValue = false;
  #sent = 0;
  #timer = null;

  // post(items) hands a batch on.
  constructor(post) {
    this.#post = post;
  }

  write(kind, text) {
    if (kind === "image") this.#addImage(text);
    else this.#addText(kind, text);
    this.tick();
  }

  // Sends what is waiting, unless a batch went out a moment ago.
  tick() {
    // Either way, for a clock may be set back.
    if (Math.abs(performance.now() - this.#sent) >= BATCH_MS || this.#items.length >= MOST_ITEMS) this.flush();
    // Code that waits instead of computing is not asked for a tick.
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const items = this.#items;
    if (this.#isEndNew) items.push(this.#end());
    if (!items.length) return;
    this.#items = [];
    this.#isEndNew = false;
    while (items.length) this.#post(items.splice(0, MOST_ITEMS));
    this.#sent = performance.now();
  }

  // What is open is settled: the run has ended. Something it has left behind may still write.
  finish() {
    this.#terminal.spill();
    this.flush();
  }

  // The text of the line that is still open: what a question for a line of input stands on.
  get openLine() {
    return this.#terminal.line.map(({ text }) => text).join("");
  }

  #addImage(text) {
    this.#terminal.spill();
    this.#images += 1;
    if (this.#images <= MOST_IMAGES) this.#items.push({ kind: "image", ...JSON.parse(text) });
    else if (this.#images === MOST_IMAGES + 1) this.#addText("err", `Only the first ${MOST_IMAGES} pictures of a run are shown.\n`);
  }

  #addText(kind, text) {
    // A value begins a block of its own.
    if (this.#isValue !== (kind === "value")) this.#terminal.spill();
    this.#isValue = kind === "value";
    this.#terminal.write(kind, text);
    if (this.#terminal.weight > (this.#isCut ? LONGEST_OPEN : this.#room)) this.#terminal.spill();
    this.#isEndNew = true;
  }

  #keep(runs) {
    for (const run of runs) {
      const cut = this.#isCut ? 0 : this.#fits(run.text);
      if (cut) this.#addHead({ ...run, text: run.text.slice(0, cut) });
      if (cut === run.text.length) continue;
      this.#isCut = true;
      this.#tail.add({ ...run, text: run.text.slice(cut) });
    }
  }

  // How many of the text's characters still fit under the cap.
  #fits(text) {
    const most = Math.max(0, Math.min(text.length, this.#room - RUN_COST));
    let end = -1;
    for (let line = this.#lines; line < HEAD_LINES; line++) {
      end = text.indexOf("\n", end + 1);
      if (end < 0 || end >= most) return isPair(text, most) ? most - 1 : most;
    }
    return end + 1;
  }

  #addHead(run) {
    const { length } = this.#items;
    addRun(this.#items, run);
    this.#lines += countLines(run.text);
    this.#room -= run.text.length + RUN_COST * (this.#items.length - length);
  }

  // What stands after the text that is settled: it replaces the end before it.
  #end() {
    const { runs, cutLines, cutChars } = this.#tail.trim();
    return { kind: "end", runs: [...runs, ...this.#terminal.line], lines: cutLines, chars: cutChars };
  }
}

// Whether a character of two units stands across a place.
function isPair(text, at) {
  return text.codePointAt(at - 1) > 0xffff;
}
