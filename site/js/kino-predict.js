// <kino-predict>: asks what a figure will show, keeps the guess, and shows the truth beside it when the reader wants to see it.
// Its data-phase is "asking" or "revealed".

import { element } from "./element.js";
import { inWords, levelled, verdictOn } from "./verdict.js";

const LOST = "The answer is on the figure’s recorded strip, which could not be loaded. Try again when you are online.";
const DRIVEN = "The figure is drawn with your code; the numbers here are the lesson’s own.";

export class KinoPredict extends HTMLElement {
  #figure = null;
  #kept = null;
  #guess = null;
  #truth = null;
  #problem = "";
  #parts = {};

  // figure: the one that is asked about; kept: get() and put(record), null for none.
  begin(figure, kept) {
    this.#figure = figure;
    this.#kept = kept;
    for (const name of ["guess", "truth", "note", "reveal", "look", "rethink", "answer", "verdict", "status"]) {
      this.#parts[name] = this.querySelector(`[data-${name}]`);
    }
    this.#guess = "bars" in this.dataset ? new Bars(this) : new Choices(this);
    this.#guess.onChange(() => {
      this.#say("");
      this.#keep();
    });
    const { reveal, look, rethink } = this.#parts;
    reveal.addEventListener("click", () => this.#reveal());
    look.addEventListener("click", () => this.#look());
    // The second click of a double click on Reveal is none on what took its place.
    rethink.addEventListener("click", ({ detail }) => detail > 1 || this.#rethink());
    const record = kept.get();
    // The reader may have been quicker than this script.
    const { value } = this.#guess;
    this.#guess.value = value;
    if (!record && this.#record) this.#keep();
    this.#show();
    this.follow(record ?? this.#record);
  }

  // What keeps the page from keeping what is guessed.
  set problem(words) {
    this.#problem = words;
    this.#say("");
  }

  // Shows what is kept, here or by another tab; what was guessed of another question is left out.
  follow(record) {
    if (JSON.stringify(record) === JSON.stringify(this.#record)) return;
    const { guess, truth = null, version } = record?.prediction ?? {};
    const isOurs = version === this.dataset.version && this.#guess.accepts(guess);
    this.#guess.value = isOurs ? guess : this.#guess.start;
    this.#truth = isOurs && this.#guess.accepts(truth) ? truth : null;
    this.#show();
  }

  get #state() {
    return JSON.parse(this.dataset.at);
  }

  // The film says what the lesson's own picture holds, whatever code the figure is drawn with now.
  async #reveal() {
    const lacks = this.#guess.lacking();
    if (lacks) return this.#say(lacks);
    const values = await this.#figure.recorded(this.#state);
    if (!values) return this.#say(LOST);
    if (this.#truth) return;
    const hadFocus = this.contains(document.activeElement);
    this.#truth = this.#guess.truthIn(values);
    this.#keep();
    this.#show();
    this.#figure.place(this.#state);
    if (hadFocus) this.#parts.answer.focus({ preventScroll: true });
    this.#parts.status.textContent = this.#parts.verdict.textContent;
  }

  #look() {
    this.#figure.place(this.#state);
    this.#figure.scrollIntoView({ block: "nearest" });
  }

  #rethink() {
    this.#truth = null;
    this.#keep();
    this.#show();
    this.#parts.status.textContent = "";
    this.#guess.focus();
  }

  // What is kept of what is shown; null where nothing was guessed.
  get #record() {
    const guess = this.#guess.value;
    const isUntouched = !this.#truth && JSON.stringify(guess) === JSON.stringify(this.#guess.start);
    return isUntouched ? null : { prediction: { guess, truth: this.#truth, version: this.dataset.version } };
  }

  #keep() {
    this.#kept.put(this.#record);
  }

  #show() {
    const isRevealed = this.#truth !== null;
    const { reveal, look, rethink, verdict } = this.#parts;
    this.dataset.phase = isRevealed ? "revealed" : "asking";
    reveal.hidden = isRevealed;
    look.hidden = rethink.hidden = !isRevealed;
    this.querySelector("details").open = isRevealed;
    this.#say(isRevealed && this.#figure.dataset.code === "yours" ? DRIVEN : "");
    this.#guess.compare(this.#truth, this.#parts.truth);
    if (isRevealed) verdict.textContent = this.#guess.verdict(this.#truth);
  }

  #say(words) {
    const said = words || this.#problem;
    if (this.#parts.note.textContent !== said) this.#parts.note.textContent = said;
  }
}

// A guess of bars: numbers by label.
class Bars {
  #root;
  #inputs;
  #sum;
  #level;
  #isAsked = false;

  constructor(root) {
    this.#root = root;
    this.#inputs = [...root.querySelectorAll("input")];
    this.#sum = root.querySelector("[data-sum]");
    this.#level = root.querySelector("[data-level]");
    this.start = Object.fromEntries(this.#inputs.map(({ dataset, defaultValue }) => [dataset.label, Number(defaultValue)]));
  }

  // What to say where there is no guess yet; for bars once, for all of them may be meant to be 0.
  lacking() {
    const isNone = !this.#isAsked && Object.values(this.value).every((value) => value === 0);
    this.#isAsked = true;
    return isNone ? "Drag the bars first. If all are to be 0, press again." : "";
  }

  get value() {
    return Object.fromEntries(this.#inputs.map(({ dataset, value }) => [dataset.label, Number(value)]));
  }

  set value(guess) {
    for (const input of this.#inputs) input.value = guess[input.dataset.label];
    this.#draw();
  }

  accepts(guess) {
    return this.#inputs.every(({ dataset }) => typeof guess?.[dataset.label] === "number");
  }

  onChange(listener) {
    for (const input of this.#inputs) {
      input.addEventListener("input", () => {
        this.#draw();
        listener();
      });
    }
    this.#level?.addEventListener("click", () => {
      const shares = levelled(Object.values(this.value));
      for (const [i, input] of this.#inputs.entries()) input.value = shares[i];
      // The button goes, so its focus does.
      this.#root.querySelector("[data-reveal]").focus({ preventScroll: true, focusVisible: false });
      this.#draw();
      listener();
    });
  }

  #draw() {
    for (const input of this.#inputs) {
      const label = input.closest("label");
      const words = inWords(Number(input.value));
      label.querySelector(".bar > svg").setAttribute("width", `${100 * input.value}%`);
      label.querySelector("output").textContent = words;
      input.setAttribute("aria-valuetext", words);
    }
    if (!this.#sum) return;
    const words = inWords(Object.values(this.value).reduce((all, value) => all + value, 0));
    this.#sum.textContent = words;
    this.#level.hidden = words === "1.00" || words === "0.00";
  }

  truthIn(values) {
    const numbers = JSON.parse(this.#root.dataset.bars).reduce((found, step) => found[step], values);
    return Object.fromEntries(this.#inputs.map(({ dataset }, i) => [dataset.label, numbers[i]]));
  }

  verdict(truth) {
    return verdictOn(this.value, truth);
  }

  // Shows both beside each other in `place`.
  compare(truth, place) {
    place.hidden = truth === null;
    place.replaceChildren();
    if (!truth) return;
    const head = element("tr", {}, element("td", {}), element("td", {}), heading("you", "mine"), heading("it is", "true"));
    const rows = this.#inputs.map((input) => this.#row(input, truth[input.dataset.label]));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
    if (this.#sum) {
      const title = element("th", { scope: "row", className: "quiet" }, "together");
      table.append(element("tfoot", {}, element("tr", {}, title, element("td", {}), ...numbers(this.#sum.textContent, "1.00"))));
    }
    place.append(table);
  }

  #row(input, truth) {
    const label = input.closest("label");
    const title = element("th", { scope: "row" }, ...label.querySelector(".predict-label").cloneNode(true).childNodes);
    const bars = element("td", { className: "predict-both" }, barOf(label, input.value, "mine"), barOf(label, truth, "true"));
    return element("tr", {}, title, bars, ...numbers(inWords(Number(input.value)), inWords(truth)));
  }

  focus() {
    this.#inputs[0].focus();
  }
}

// A guess of one choice, as its text; null for none.
class Choices {
  #root;
  #inputs;

  constructor(root) {
    this.#root = root;
    this.#inputs = [...root.querySelectorAll("input")];
    this.start = null;
  }

  get value() {
    return this.#inputs.find(({ checked }) => checked)?.value ?? null;
  }

  set value(guess) {
    for (const input of this.#inputs) input.checked = input.value === guess;
  }

  lacking() {
    return this.value === null ? "Choose one first." : "";
  }

  accepts(guess) {
    return this.#inputs.some(({ value }) => value === guess);
  }

  onChange(listener) {
    for (const input of this.#inputs) input.addEventListener("input", listener);
  }

  truthIn() {
    return this.#root.dataset.right;
  }

  verdict(truth) {
    if (this.value === truth) return "You thought so, and so it is.";
    const [mine, right] = [this.value, truth].map((value) => this.#wordsOf(value));
    return mine && right ? `You thought “${mine}”; it is “${right}”.` : "It is the one marked “right”.";
  }

  compare(truth) {
    for (const mark of this.#root.querySelectorAll(".predict-mark")) mark.remove();
    this.#root.querySelector("[data-guess]").disabled = truth !== null;
    for (const { value } of truth === null ? [] : this.#inputs) {
      const marks = element("span", { className: "predict-mark" });
      if (value === this.value) marks.append("your choice ");
      if (value === truth) marks.append(element("strong", {}, "✓ right"));
      if (marks.hasChildNodes()) this.#labelOf(value).append(marks);
    }
  }

  focus() {
    (this.#inputs.find(({ checked }) => checked) ?? this.#inputs[0]).focus();
  }

  // "" where it has a formula, which read out as its letters would say something else.
  #wordsOf(value) {
    const text = this.#labelOf(value).querySelector("[data-text]");
    if (text.querySelector("svg")) return value;
    return text.querySelector("math") ? "" : text.textContent.trim().replace(/\s+/g, " ");
  }

  #labelOf(value) {
    return this.#inputs.find((input) => input.value === value).closest("label");
  }
}

function heading(words, kind) {
  return element("th", { scope: "col", className: `predict-${kind}` }, words);
}

function barOf(label, value, kind) {
  const bar = label.querySelector(".bar").cloneNode(true);
  bar.classList.add(`predict-${kind}`);
  bar.firstElementChild.setAttribute("width", `${100 * value}%`);
  return bar;
}

function numbers(...words) {
  return words.map((one) => element("td", { className: "number" }, one));
}
