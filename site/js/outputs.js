// What the runs of cells put out, on its way to them. What is not believed is left out, and a run says so once.

import { isItem } from "./protocol.js";

// More than the worker lets through; see output.js.
const MOST_TEXT = 100_000;
const MOST_RUNS = 20_000;
const MOST_IMAGES = 20;
const UNSHOWN = "Something that was put out here could not be shown.\n";

export class Outputs {
  // Of the last run of each cell: what it has left behind may still put something out.
  #ofCells = new Map();
  #newest = null;

  // A run of a cell begins, as call `id`.
  begin(cell, id, onItems) {
    this.#newest = { id, onItems, text: 0, runs: 0, images: 0, said: new Set() };
    this.#ofCells.set(cell, this.#newest);
  }

  take(id, items) {
    const output = [...this.#ofCells.values()].find((one) => one.id === id);
    if (!output) return;
    const shown = items.filter((item) => isItem(item) && fits(output, item));
    output.onItems(shown);
    if (shown.length < items.length) say(output, UNSHOWN);
  }

  // Says something where the newest run puts out.
  say(words) {
    if (this.#newest) say(this.#newest, words);
  }
}

function say(output, words) {
  if (output.said.has(words)) return;
  output.said.add(words);
  output.onItems([{ kind: "err", text: words }]);
}

// Counts an item, and returns whether there is still room for it. An `end` takes the place of the one before.
function fits(output, { kind, text }) {
  if (kind === "end") return true;
  if (kind === "image") return (output.images += 1) <= MOST_IMAGES;
  output.text += text.length;
  output.runs += 1;
  return output.text <= MOST_TEXT && output.runs <= MOST_RUNS;
}
