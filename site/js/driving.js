// A figure drawn with the reader's own function: from the run of the cell that makes it until it is put back.

import { errorBox } from "./cell-error.js";
import { element } from "./element.js";

const SLOW_MS = 100;

export class Driving {
  // Why the newest state could not be drawn; "" where it could.
  problem = "";
  #figure;
  #python;
  #cell = null;
  #numbers = new Map();
  #restarts;
  #isDrawing = false;
  #isSlow = false;
  #isHeld = false;
  #release = () => {};
  #panel = element("div", { className: "driving", role: "group", ariaLabel: "Your code in this figure" });
  #line = element("p", { className: "driving-line" });
  #problemArea = element("div", {});
  #notes = element("ul", { className: "driving-notes" });
  #shown = "";

  constructor(figure, python) {
    this.#figure = figure;
    this.#python = python;
    this.#restarts = python.restarts;
    python.addEventListener("state", () => this.#followPython());
    figure.addEventListener("pointerdown", () => (this.#isHeld = true));
    for (const type of ["pointerup", "pointercancel", "blur"]) addEventListener(type, () => this.#letGo());
  }

  // A run of `cell` has ended. number: which function it has now, another for each; 0 for none.
  follow(cell, number) {
    const before = this.#numbers.get(cell);
    this.#numbers.set(cell, number);
    if (before === undefined) cell.addEventListener("kino-reset", () => this.#reset(cell));
    if (number && number !== before) this.#begin(cell);
    if (!number && cell === this.#cell) this.#end(`The cell has no ${this.#name} any more, so the lesson’s own draws again.`);
  }

  // What is slow is drawn when the reader lets go.
  async turn() {
    if (this.#isSlow && this.#isHeld) await new Promise((resolve) => (this.#release = resolve));
  }

  // A promise of {svg, values, words}; of null, or something else, where there is no new picture.
  async draw(figure, state) {
    const cell = this.#cell;
    this.#isDrawing = true;
    const drawn = await this.#python.drive(cell.id, figure, state);
    this.#isDrawing = false;
    if (cell !== this.#cell || !drawn || drawn.absent || drawn.status) return null;
    const isDrawn = drawn.svg !== undefined;
    if (drawn.gone) this.#end(`Your ${this.#name} is gone, so the lesson’s own draws again. Run the cell to use yours.`);
    else if (drawn.isStopped && !isDrawn) this.#end(`Your ${this.#name} took longer than two seconds and was stopped. The lesson’s own draws again; run the cell to try anew.`);
    else this.#report(drawn);
    return drawn;
  }

  get #name() {
    return this.#cell.dataset.function;
  }

  #begin(cell) {
    this.#cell = cell;
    this.problem = "";
    this.#isSlow = false;
    const name = element("code", {}, this.#name);
    const from = element("a", { href: `#${cell.id}` }, "your cell");
    const button = element("button", { type: "button" }, "Put back");
    button.addEventListener("click", () => this.#end(""));
    this.#line.replaceChildren(element("strong", {}, "Your code"), element("span", {}, name, " of ", from, " drives this figure. What the lesson’s own gives is drawn faintly behind."), button);
    this.#problemArea.replaceChildren();
    this.#notes.replaceChildren();
    this.#shown = "";
    this.#panel.replaceChildren(this.#line, this.#problemArea, this.#notes);
    this.#figure.prepend(this.#panel);
    this.#figure.driver = this;
  }

  // The lesson's own function draws again; `why` says why, unless the reader knows.
  #end(why) {
    this.#cell = null;
    this.problem = "";
    this.#letGo();
    if (why) this.#say(why);
    else this.#close();
    this.#figure.driver = null;
  }

  #say(words) {
    const hadFocus = this.#panel.contains(document.activeElement);
    const button = element("button", { type: "button" }, "Close");
    button.addEventListener("click", () => this.#close());
    this.#panel.replaceChildren(element("p", { className: "driving-line" }, element("span", {}, words), button));
    this.#figure.querySelector("[data-status]").textContent = words;
    if (hadFocus) button.focus({ preventScroll: true });
  }

  #close() {
    const hadFocus = this.#panel.contains(document.activeElement);
    this.#panel.remove();
    if (hadFocus) this.#figure.querySelector("input").focus({ preventScroll: true });
  }

  #reset(cell) {
    this.#numbers.set(cell, 0);
    if (cell === this.#cell) this.#end("");
  }

  #letGo() {
    this.#isHeld = false;
    this.#release();
  }

  #followPython() {
    if (this.#restarts === this.#python.restarts) return;
    this.#restarts = this.#python.restarts;
    for (const cell of this.#numbers.keys()) this.#numbers.set(cell, 0);
    if (!this.#cell) return;
    const why = this.#isDrawing ? `Python did not survive drawing with your ${this.#name}` : `Python was restarted, and your ${this.#name} is gone with it`;
    this.#end(`${why}. The lesson’s own draws again; run the cell to use yours.`);
  }

  // What is to be said of a drawing: what went wrong, and what the picture does not show.
  #report({ problem, error, ms, printed, unused }) {
    this.#isSlow = ms > SLOW_MS;
    this.problem = problem ?? (error ? [`${error.type}: ${error.message}`, error.plain].filter(Boolean).join("\n") : "");
    const shown = JSON.stringify([problem, error]);
    if (shown !== this.#shown) this.#problemArea.replaceChildren(...this.#problemOf(problem, error));
    this.#shown = shown;
    const notes = [...unused.map(unusedNote), this.#isSlow && slowNote(ms), printed && printedNote(printed)].filter(Boolean);
    this.#notes.replaceChildren(...notes.map((words) => element("li", {}, ...[words].flat())));
  }

  #problemOf(problem, error) {
    if (!problem && !error) return [];
    const title = element("p", { className: "driving-problem" }, `This could not be drawn with your ${this.#name}. The last picture stays.`);
    if (problem) return [title, element("div", { className: "error" }, element("p", {}, problem))];
    const cell = this.#cell;
    const { fix, see, ...told } = error; // what is to be done about it is done in the cell
    return [title, errorBox(told, cell.id, { onLine: (line) => cell.goToLine(line) })];
  }
}

function unusedNote([name, label]) {
  return [`“${label}” does not reach your code, only the lesson’s own. If it should, give your function a parameter `, element("code", {}, name), "."];
}

function slowNote(ms) {
  return `Your code takes ${ms < 950 ? `${Math.round(ms / 10) * 10} ms` : `${(ms / 1000).toFixed(1)} s`} a picture, so it draws when you let go.`;
}

function printedNote({ text, chars }) {
  const words = text.trim().replace(/\s+/g, " ");
  return `While it drew, your code printed ${chars.toLocaleString("en")} characters, which are not kept: “${words}${chars > text.length ? " …" : ""}”`;
}
