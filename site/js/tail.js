// The newest part of an output, and a count of what it has let go.

import { addRun, slice } from "./terminal.js";

const LINES = 20;
const CHARS = 4_000;
const RUNS = 400;

export class Tail {
  runs = [];
  cutLines = 0;
  cutChars = 0;
  #length = 0;

  add(run) {
    addRun(this.runs, run);
    this.#length += run.text.length;
    if (this.#length > 4 * CHARS || this.runs.length > 4 * RUNS) this.trim();
  }

  trim() {
    const text = this.runs.map((run) => run.text).join("");
    const from = Math.max(start(text), text.length - this.runs.slice(-RUNS).reduce((sum, run) => sum + run.text.length, 0));
    const cut = text.slice(0, from);
    this.cutLines += countLines(cut);
    this.cutChars += countChars(cut);
    this.runs = slice(this.runs, from, text.length);
    this.#length = text.length - from;
    return this;
  }
}

// Where the last lines of a text begin, or its last characters if those are fewer.
function start(text) {
  let from = Math.max(0, text.length - CHARS);
  if (from && text.codePointAt(from - 1) > 0xffff) from += 1;
  let line = text.endsWith("\n") ? text.length - 1 : text.length;
  let counted = 0;
  for (; counted < LINES && line > from; counted++) line = text.lastIndexOf("\n", line - 1);
  return counted === LINES ? Math.max(from, line + 1) : from;
}

export function countLines(text) {
  let count = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) count += 1;
  return count;
}

// As Python counts them: a character of two units is one.
function countChars(text) {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count -= 1;
  return count;
}
