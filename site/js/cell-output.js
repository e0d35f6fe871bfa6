// The output area of a cell: text as text nodes, pictures as images, errors with the reader's own lines.

import { errorBox } from "./cell-error.js";
import { element } from "./element.js";
import { addRun } from "./ink.js";
import { question } from "./question.js";

export class CellOutput {
  #area;
  #end = [];
  #question = null;
  // In a document that fetches nothing: a copy of a picture would be asked for at once.
  #first = document.createElement("template").content;

  // on: what the reader may ask for at an error; see errorBox.
  constructor(area, on) {
    this.#area = area;
    this.on = on;
    this.#first.append(...[...area.childNodes].map((node) => this.#first.ownerDocument.importNode(node, true)));
  }

  // What stood here when the page came: the output of the starter, as it was when the site was built.
  restore() {
    this.clear();
    this.#area.append(document.importNode(this.#first, true));
  }

  clear() {
    this.#question = null;
    this.#area.replaceChildren();
    this.#end = [];
  }

  add(items) {
    this.#keepEnd(() => {
      this.#aside(() => {
        for (const item of items) this.#add[item.kind](item);
      });
    });
  }

  // What is newest stays in sight, unless the reader has scrolled up.
  #keepEnd(change) {
    const area = this.#area;
    const isAtEnd = area.scrollTop + area.clientHeight >= area.scrollHeight - 8;
    change();
    if (isAtEnd) area.scrollTop = area.scrollHeight;
  }

  #add = {
    out: (run) => this.#addRun(run),
    err: (run) => this.#addRun(run),
    value: (run) => this.#addRun(run),
    end: (item) => this.#replaceEnd(item),
    image: ({ png, width, height, alt }) => {
      const image = element("img", { alt, width, height, src: `data:image/png;base64,${png}` });
      this.#area.append(image);
    },
  };

  #addRun(run) {
    this.#takeEnd();
    addRun(this.#area, run);
  }

  // The end is what may still change: the line that is open, and after the cap the newest lines.
  #replaceEnd({ runs, lines, chars }) {
    const place = this.#end.at(-1)?.nextSibling ?? null;
    this.#takeEnd();
    const fresh = document.createDocumentFragment();
    if (chars) fresh.append(element("p", { className: "cut" }, `… ${lines ? plural(lines, "line") : plural(chars, "character")} left out …`));
    for (const run of runs) addRun(fresh, run);
    this.#end = [...fresh.childNodes];
    this.#area.insertBefore(fresh, place);
  }

  #takeEnd() {
    for (const node of this.#end) node.remove();
    this.#end = [];
  }

  // Asks for a line, where the prompt stands; onAnswer(text) when the reader has answered.
  ask(prompt, onAnswer) {
    this.endQuestion(); // one that was not answered but interrupted
    this.#question = question(prompt, (text) => {
      this.endQuestion();
      onAnswer(text);
    });
    const cell = this.#area.parentElement;
    const isFree = document.activeElement === document.body || cell.contains(document.activeElement);
    this.#keepEnd(() => this.#placeQuestion());
    if (isFree) this.#question.querySelector("input").focus();
  }

  endQuestion() {
    if (!this.#question) return;
    if (this.#question.contains(document.activeElement)) this.#area.focus({ preventScroll: true });
    this.#question.remove();
    this.#question = null;
  }

  // Output that comes meanwhile stands before the question.
  #aside(change) {
    if (!this.#question) return change();
    const focused = this.#question.contains(document.activeElement) ? document.activeElement : null;
    this.#question.remove();
    change();
    this.#placeQuestion();
    focused?.focus({ preventScroll: true });
  }

  #placeQuestion() {
    const last = this.#area.lastElementChild;
    (last?.localName === "pre" ? last : this.#area).append(this.#question);
  }

  // What the page itself says, `kind` "note" or "error"; `button` {label, action} may follow. Returns the line.
  say(kind, words, button) {
    const line = element("p", { className: `said ${kind}` }, words);
    if (button) {
      const press = element("button", { type: "button" }, button.label);
      press.addEventListener("click", button.action);
      line.append(" ", press);
    }
    this.put(line);
    return line;
  }

  put(node) {
    this.#keepEnd(() => this.#area.append(node));
  }

  // An error as kino.cell describes it; `cell` is the id of the cell that ran.
  fail(error, cell) {
    this.put(errorBox(error, cell, this.on));
  }
}

function plural(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
