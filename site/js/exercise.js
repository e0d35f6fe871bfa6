// Exercises: what Check finds, hints one at a time, a solution for those who want it, and what of this is kept.

import { withCode } from "./cell-error.js";
import { element } from "./element.js";
import { Panels } from "./panel.js";
import { worked } from "./record.js";

const NOT_PASSED = "You have not passed yet. Show anyway?";

// cells: those that are exercises; store: where their state is kept.
export function wireExercises(cells, store, lesson) {
  const exercises = new Map(cells.map((cell) => [`${lesson}/${cell.id}`, new Exercise(cell, store, `${lesson}/${cell.id}`)]));
  store.addEventListener("change", ({ detail: { place, record } }) => exercises.get(place)?.follow(record?.exercise));
}

class Exercise {
  #cell;
  #store;
  #place;
  #check;
  #hints;
  #solution;
  #shown;
  #panels;

  constructor(cell, store, place) {
    this.#cell = cell;
    this.#store = store;
    this.#place = place;
    this.#check = JSON.parse(cell.dataset.check);
    this.#hints = [...cell.querySelectorAll(".hint")];
    this.#solution = cell.querySelector("[data-solution]");
    // Closed, it could still be opened by searching in the page.
    this.#shown = this.#solution.querySelector("div");
    const summary = this.#solution.querySelector("summary");
    this.#panels = new Panels(cell, this.#solution, summary);
    cell.querySelector("[data-action=check]").addEventListener("click", () => this.#run());
    summary.addEventListener("click", (event) => this.#ask(event));
    for (const [i, hint] of this.#hints.entries()) hint.addEventListener("toggle", () => hint.open && this.#give(i + 1));
    this.follow(this.#kept);
  }

  // Shows what is kept: {passed, hints: how many were given, solution: whether it was shown}.
  follow({ passed = false, hints = 0, solution = false } = {}) {
    const isOpen = passed || solution;
    this.#cell.dataset.exercise = passed ? "passed" : "open";
    this.#cell.querySelector("[data-passed]").hidden = !passed;
    for (const [i, hint] of this.#hints.entries()) {
      if (i < hints && !("given" in hint.dataset)) hint.open = true;
      if (i >= hints) hint.open = false;
      hint.toggleAttribute("data-given", i < hints);
    }
    this.#shown.hidden = !isOpen;
    if (!isOpen) this.#solution.open = false;
    else this.#panels.hide("solution");
  }

  get #kept() {
    return this.#store.get(this.#place)?.exercise;
  }

  #keep(change) {
    this.#store.put(this.#place, worked(this.#store.get(this.#place), change));
  }

  #give(number) {
    if (number > (this.#kept?.hints ?? 0)) this.#keep({ hints: number });
  }

  #ask(event) {
    if (!this.#shown.hidden) return;
    event.preventDefault();
    const buttons = [
      ["Show it", () => this.#show()],
      ["Not yet", () => this.#panels.hide("solution")],
    ];
    if (!this.#panels.has("solution")) this.#panels.show("solution", NOT_PASSED, { buttons });
  }

  #show() {
    this.#keep({ solution: true });
    this.#solution.open = true;
  }

  async #run() {
    const verdict = (await this.#cell.run(this.#check))?.verdict;
    if (!verdict) return;
    const { passed, words, called } = verdict;
    if (passed) {
      this.#conclude("right", "Passed.", "Everything that is checked holds.");
      this.#keep({ passed: true });
    } else if (words) this.#conclude("wrong", "Not yet.", words, verdict.line);
    else this.#cell.conclude(verdictBox("wrong", "Not yet.", `${called ? `The check called \`${called}\`, and your` : "Your"} code raised this error.`));
  }

  #conclude(kind, head, words, line) {
    this.#cell.conclude(verdictBox(kind, head, words), `${head} ${words.replaceAll("`", "")}`, line);
  }
}

function verdictBox(kind, head, words) {
  const box = element("div", { className: "verdict" }, element("p", {}, element("strong", {}, head), " ", ...withCode(words)));
  box.dataset.verdict = kind;
  return box;
}
