// What is in the reader's variables: below a cell that has run, a line with the arrays and numbers that it made or changed.
// Opened, it asks Python for what they are at that moment, and again whenever a cell has run.

import { element } from "./element.js";
import { show } from "./markup.js";

const HEADS = ["name", "shape", "type", "smallest", "largest"];

export class Variables {
  #python;
  #restarts;
  #lists = new Map();
  #waiting = new Set();

  constructor(python) {
    this.#python = python;
    this.#restarts = python.restarts;
    python.addEventListener("state", () => this.#followPython());
    document.addEventListener("kino-reset", ({ target }) => this.#drop(target));
  }

  // A cell has run.
  async follow(cell) {
    const listed = await this.#python.ask("variables", { cell: cell.id });
    if (!listed) return this.#waiting.add(cell); // the next cell has begun
    if (listed.names?.length) this.#listOf(cell).tell(listed);
    else this.#drop(cell);
    for (const list of this.#lists.values()) list.refresh();
  }

  #listOf(cell) {
    if (!this.#lists.has(cell)) this.#lists.set(cell, new List(cell, this.#python));
    return this.#lists.get(cell);
  }

  #drop(cell) {
    this.#waiting.delete(cell);
    this.#lists.get(cell)?.remove();
    this.#lists.delete(cell);
  }

  #followPython() {
    if (this.#restarts !== this.#python.restarts) {
      this.#restarts = this.#python.restarts;
      for (const cell of [...this.#lists.keys(), ...this.#waiting]) this.#drop(cell);
    }
    if (this.#python.state !== "ready") return;
    const cells = [...this.#waiting];
    this.#waiting.clear();
    for (const cell of cells) this.follow(cell);
  }
}

class List {
  #cell;
  #python;
  #names = element("span", {});
  #body = element("div", { className: "variables-body", tabIndex: 0, role: "group" });
  #box = element("details", { className: "variables" }, element("summary", {}, "Variables: ", this.#names), this.#body);
  #open = new Set();

  constructor(cell, python) {
    this.#cell = cell;
    this.#python = python;
    this.#body.ariaLabel = `Variables of cell ${cell.id}`;
    this.#box.addEventListener("toggle", () => this.refresh());
    cell.querySelector("[data-output]").after(this.#box);
  }

  tell({ names, more }) {
    this.#names.textContent = `${names.join(", ")}${more ? ` and ${more} more` : ""}`;
  }

  remove() {
    if (this.#box.contains(document.activeElement)) this.#cell.querySelector("[data-action=run]").focus({ preventScroll: true });
    this.#box.remove();
  }

  // Shows what there is now.
  async refresh() {
    if (!this.#box.open) return;
    const told = await this.#python.ask("values", { cell: this.#cell.id });
    if (!Array.isArray(told)) return this.#body.childElementCount || this.#body.replaceChildren(element("p", {}, "Python is busy. Open this again when the cell has ended."));
    const focused = this.#body.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const parts = await Promise.all(told.map((one) => this.#rowsOf(one)));
    const head = element("tr", {}, ...HEADS.map((name) => element("th", { scope: "col" }, name)));
    this.#body.replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", {}, ...parts.flat())));
    if (focused) [...this.#body.querySelectorAll("button")].find(({ dataset }) => dataset.name === focused)?.focus({ preventScroll: true });
  }

  async #rowsOf(one) {
    const { name, form, type, low = "", high = "", isArray } = one;
    const isOpen = isArray && this.#open.has(name);
    const heading = element("th", { scope: "row" }, isArray ? this.#button(name, isOpen) : name);
    const notes = notesOf(one);
    if (notes) heading.append(element("span", { className: "variables-note" }, notes));
    const cells = (isArray ? [form, type, low, high] : [`= ${form}`, type, "", ""]).map((words) => element("td", {}, words));
    const row = element("tr", {}, heading, ...cells);
    return isOpen ? [row, await this.#valuesOf(name)] : [row];
  }

  #button(name, isOpen) {
    const button = element("button", { type: "button", ariaExpanded: String(isOpen) }, name);
    button.dataset.name = name;
    button.addEventListener("click", () => {
      if (!this.#open.delete(name)) this.#open.add(name);
      this.refresh();
    });
    return button;
  }

  async #valuesOf(name) {
    const told = await this.#python.ask("inspect", { name });
    const picture = element("div", { className: "picture", tabIndex: 0, role: "group", ariaLabel: `Values of ${name}` });
    if (told?.svg) show(picture, told.svg);
    const words = told?.svg === undefined ? "This could not be looked at just now." : told.words;
    return element("tr", {}, element("td", { colSpan: HEADS.length }, picture, element("p", {}, words)));
  }
}

function notesOf({ sums, left, changed }) {
  const notes = [sums && "each row sums to 1", left && `${left} NaN, infinite or masked`, changed && "changed since by another cell"];
  return notes.filter(Boolean).join("; ");
}
