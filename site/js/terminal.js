// What a terminal would show of a text: carriage returns, backspaces and escape codes in, runs of styled text out.
// A run is {kind, text, style}: its stream, and its look in words. Codes that move about the screen are left out.

import { inWords, restyle } from "./sgr.js";

const PIECE = new RegExp(
  [
    "[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]+", // text, with tabs and line ends
    "\\x1b\\[[0-?]*[ -/]*[@-~]?", // a control sequence
    "\\x1b[\\]PX^_][^\\x07\\x1b\\n]*(?:\\x07|\\x1b\\\\|\\x1b$)?", // a title, a link and the like
    "\\x1b[ -/]*[0-OQ-WYZ\\\\`-~]?",
    "[^]",
  ].join("|"),
  "y",
);
const WHOLE = /^\x1b(?:\[.*[@-~]|[\]PX^_][^]*(?:\x07|\x1b\\)|[ -/]*[0-OQ-WYZ\\`-~])$/;
const CONTROL = /^[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
const MOST_MARKS = 20;
const MARK = /\p{Mark}/u;
const MANY_MARKS = new RegExp(`(\\p{Mark}{${MOST_MARKS}})\\p{Mark}+`, "gu");
const LONGEST_CODE = 4096;
// A run is an element on the page, which weighs more than its text.
export const RUN_COST = 2;

export class Terminal {
  #onText;
  #pens = {};
  #line = [];
  #length = 0;
  #column = 0;

  // onText(runs): text that no carriage return can reach any more.
  constructor(onText) {
    this.#onText = onText;
  }

  // The runs of the line that is still open.
  get line() {
    return this.#line;
  }

  // How much the open line weighs: its characters, and each run as some more.
  get weight() {
    return this.#length + RUN_COST * this.#line.length;
  }

  write(kind, text) {
    const pen = (this.#pens[kind] ??= { kind, rest: "", look: {}, style: "" });
    const whole = pen.rest + text;
    pen.rest = "";
    PIECE.lastIndex = 0;
    while (PIECE.lastIndex < whole.length) {
      const [piece] = PIECE.exec(whole);
      if (piece[0] === "\x1b") this.#obey(pen, piece, PIECE.lastIndex === whole.length);
      else if (CONTROL.test(piece)) this.#move(pen, piece);
      else this.#print(pen, piece);
    }
  }

  // Gives the open line away as it is.
  spill() {
    if (this.#line.length) this.#onText(this.#line);
    this.#line = [];
    this.#length = this.#column = 0;
  }

  #obey(pen, code, isLast) {
    if (!WHOLE.test(code)) {
      // Cut off: the rest may come with the next write. Of one that is too long only the beginning is kept.
      if (isLast) pen.rest = code.length > LONGEST_CODE ? code.slice(0, 2) : code;
    } else if (/^\x1b\[[\d;:]*m$/.test(code)) {
      pen.look = restyle(pen.look, code.slice(2, -1));
      pen.style = null;
    } else if (/^\x1b\[[02]?K$/.test(code)) this.#replace(slice(this.#line, 0, code === "\x1b[2K" ? 0 : this.#column));
  }

  #move(pen, control) {
    if (control === "\r") this.#column = 0;
    else if (control === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (control === "\f" || control === "\v") this.#print(pen, "\n");
  }

  #print(pen, written) {
    const text = this.#thinned(written);
    pen.style ??= inWords(pen.look);
    // The rest of a line that is written over stays.
    const first = this.#column < this.#length ? text.indexOf("\n") : -1;
    if (first >= 0) {
      this.#overwrite(pen, text.slice(0, first));
      this.#column = this.#length;
    }
    const end = text.lastIndexOf("\n") + 1;
    if (end) {
      this.#append(pen, text.slice(Math.max(0, first), end));
      this.spill();
    }
    this.#overwrite(pen, text.slice(end));
  }

  // Browsers take minutes over a letter with thousands of marks on it.
  #thinned(text) {
    if (!MARK.test(text)) return text;
    const before = this.#line.at(-1)?.text.slice(-MOST_MARKS) ?? "";
    return (before + text).replace(MANY_MARKS, "$1").slice(before.length);
  }

  #overwrite(pen, text) {
    const after = this.#column + text.length;
    if (this.#column === this.#length) this.#append(pen, text);
    else if (text) {
      const { kind, style } = pen;
      this.#replace([...slice(this.#line, 0, this.#column), { kind, text, style }, ...slice(this.#line, after, this.#length)]);
    }
    this.#column = after;
  }

  #append({ kind, style }, text) {
    if (!text) return;
    if (text === "\n" && this.#line.length) this.#line.at(-1).text += text;
    else addRun(this.#line, { kind, text, style });
    this.#length += text.length;
  }

  #replace(runs) {
    this.#line = [];
    for (const run of runs) addRun(this.#line, run);
    this.#length = runs.reduce((sum, { text }) => sum + text.length, 0);
    this.#column = Math.min(this.#column, this.#length);
  }
}

// Puts a run at the end of others, or into the last where that is of its kind.
export function addRun(runs, run) {
  const last = runs.at(-1);
  if (last && last.kind === run.kind && last.style === run.style) last.text += run.text;
  else runs.push(run);
}

// The part of some runs between two places. Of a character that is cut in two a space is left.
export function slice(runs, from, to) {
  const parts = [];
  let at = 0;
  for (const run of runs) {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text) parts.push({ ...run, text: text.replace(/\p{Surrogate}/gu, " ") });
    at += run.text.length;
  }
  return parts;
}
