// The output area of a cell: text as text nodes, pictures as images, errors with the reader's own lines.

import { errorBox } from "./cell-error.js";
import { element } from "./element.js";

export class CellOutput {
  #area;
  #tail = null;
  #first;

  // onLine(line) is called when the reader asks to see a line of this cell.
  constructor(area, onLine) {
    this.#area = area;
    this.onLine = onLine;
    this.#first = [...area.childNodes].map((node) => node.cloneNode(true));
  }

  // What stood here when the page came: the output of the starter, as it was when the site was built.
  restore() {
    this.clear();
    this.#area.append(...this.#first.map((node) => node.cloneNode(true)));
  }

  clear() {
    this.#area.replaceChildren();
    this.#tail = null;
  }

  add(items) {
    this.#keepEnd(() => {
      for (const item of items) this.#add[item.kind](item);
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
    out: ({ text }) => this.#text("out", text),
    err: ({ text }) => this.#text("err", text),
    value: ({ text }) => this.#text("value", text),
    tail: (item) => this.#showTail(item),
    image: ({ png, width, height, alt }) => {
      const image = element("img", { alt, width, height, src: `data:image/png;base64,${png}` });
      this.#area.append(image);
    },
  };

  #text(kind, text) {
    let block = this.#area.lastElementChild;
    if (kind === "value" || block?.dataset.kind !== kind) {
      block = element("pre", {});
      block.dataset.kind = kind;
      this.#area.append(block);
    }
    block.append(text);
  }

  #showTail({ text, lines, chars }) {
    if (!this.#tail) {
      this.#tail = { note: element("p", { className: "cut" }), block: element("pre", {}) };
      this.#tail.block.dataset.kind = "out";
      this.#area.append(this.#tail.note, this.#tail.block);
    }
    const left = lines ? plural(lines, "line") : plural(chars, "character");
    this.#tail.note.textContent = chars ? `… ${left} left out …` : "";
    this.#tail.block.textContent = text;
  }

  // What the page itself says, `kind` "note" or "error"; `button` {label, action} may follow.
  say(kind, words, button) {
    const line = element("p", { className: `said ${kind}` }, words);
    if (button) {
      const press = element("button", { type: "button" }, button.label);
      press.addEventListener("click", button.action);
      line.append(" ", press);
    }
    this.#keepEnd(() => this.#area.append(line));
  }

  // An error as kino.cell describes it; `cell` is the id of the cell that ran.
  fail(error, cell) {
    this.#keepEnd(() => this.#area.append(errorBox(error, cell, { onLine: this.onLine })));
  }
}

function plural(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
