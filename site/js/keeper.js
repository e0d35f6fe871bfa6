// Ties the cells of a page to the store: what is typed is kept as it is typed, and what is kept comes back.

import { changes } from "./changes.js";
import { Panels } from "./panel.js";
import { isOutdated, keptMine, replaced, settled, typed, undone } from "./record.js";

// The keepers of `cells`, by the cell's id. onDownload() when the reader wants the work as a file.
export function keepCells(cells, store, lesson, onDownload) {
  const keepers = new Map(cells.map((cell) => [cell.id, new Keeper(cell, store, `${lesson}/${cell.id}`)]));
  const byPlace = new Map([...keepers.values()].map((keeper) => [keeper.place, keeper]));
  store.addEventListener("change", ({ detail }) => byPlace.get(detail.place)?.follow(detail.record, detail));
  store.addEventListener("problem", ({ detail }) => {
    const keeper = byPlace.get(detail.place) ?? [...keepers.values()].find(({ isEdited }) => isEdited);
    keeper?.panels.show("problem", store.problem, { buttons: [["Download my work", onDownload]] });
  });
  // A page that lay in the back/forward cache, or a tab that was frozen, heard nothing of what happened meanwhile.
  const catchUp = () => keepers.forEach((keeper) => keeper.catchUp());
  addEventListener("pageshow", catchUp);
  addEventListener("focus", catchUp);
  document.addEventListener("visibilitychange", catchUp);
  return keepers;
}

class Keeper {
  #cell;
  #store;
  #starter;
  #isFollowing = false;
  #why = "";

  constructor(cell, store, place) {
    this.#cell = cell;
    this.#store = store;
    this.place = place;
    this.panels = new Panels(cell, cell.querySelector(".cell-bar"), cell.querySelector("[data-action=run]"));
    this.#starter = { version: cell.dataset.starter, text: cell.starter };
    cell.addEventListener("kino-edit", () => this.#isFollowing || this.#put(typed(this.#record, cell.code, this.#starter)));
    cell.addEventListener("kino-reset", () => this.use(cell.starter, "reset"));
    this.follow(this.#record, { isOurs: true });
  }

  get isEdited() {
    return this.#cell.code !== this.#starter.text;
  }

  // Puts code in the place of what is there, which can be brought back. why: as in record.js.
  use(code, why) {
    this.#put(replaced(this.#record, code, this.#starter, why));
  }

  // Shows a record. Typed in another tab, it is like typed in this one; else it is other code, with other output.
  follow(record, { isOurs }) {
    const code = record?.edit?.code ?? this.#starter.text;
    if (code !== this.#cell.code) {
      this.#isFollowing = true;
      if (isOurs) this.#cell.restore(code);
      else this.#cell.code = code;
      this.#isFollowing = false;
    }
    this.#showUndo(record);
    this.#showNewer(record);
  }

  // A record that is gone was taken away by someone else; the page still has the code.
  catchUp() {
    const record = document.visibilityState === "visible" && this.#record;
    if (record) this.follow(record, { isOurs: false });
  }

  get #record() {
    return this.#store.get(this.place);
  }

  #put(record) {
    this.#store.put(this.place, record);
  }

  #showUndo(record) {
    if (!record?.before) return this.panels.hide("undo");
    if (this.panels.has("undo") && this.#why === record.why) return;
    this.#why = record.why;
    const buttons = [
      ["Undo", () => this.#put(undone(this.#record))],
      ["Keep it", () => this.#put(settled(this.#record))],
    ];
    this.panels.show("undo", REPLACED[record.why] ?? REPLACED.undo, { buttons });
  }

  #showNewer(record) {
    if (!isOutdated(record, this.#starter)) return this.panels.hide("newer");
    if (this.panels.has("newer")) return;
    const body = document.createElement("div");
    const buttons = [
      ["Show what changed", (button) => this.#toggleDifference(button, body)],
      ["Use the new version", () => this.use(this.#starter.text, "new")],
      ["Keep mine", () => this.#put(keptMine(this.#record, this.#starter))],
    ];
    this.panels.show("newer", "The lesson’s author has changed this cell since you edited it.", { buttons, details: [body] });
  }

  async #toggleDifference(button, body) {
    const isShown = body.hasChildNodes();
    button.textContent = isShown ? "Show what changed" : "Hide what changed";
    button.setAttribute("aria-expanded", String(!isShown));
    if (isShown) return body.replaceChildren();
    const { base, code } = this.#record.edit;
    body.replaceChildren(await changes(base ?? code, this.#starter.text));
  }
}

const REPLACED = {
  reset: "You went back to the lesson’s code.",
  new: "You took the author’s new version.",
  link: "You took the code of a link.",
  file: "A file replaced your code.",
  undo: "You brought your earlier code back.",
};
