// The reader's work in the whole course, as one thing: listed, saved as a file, loaded from one, forgotten.

import { replaced, worked } from "./record.js";
import { readWork, writeWork } from "./work-file.js";

const MOST_BYTES = 5_000_000;

export class MyWork {
  #store;
  #course;
  #site;

  // site: the course's address.
  constructor(store, course, site) {
    this.#store = store;
    this.#course = course;
    this.#site = site;
  }

  get problem() {
    return this.#store.problem;
  }

  // By place: {code, starter} of a cell that was edited, {prediction} of what was predicted.
  get edits() {
    const edits = [...this.#store.all()].map(([place, { edit, prediction }]) => [place, prediction ? { prediction } : edit]);
    return new Map(edits.filter(([, edit]) => edit));
  }

  // The places of the exercises that were passed.
  get passed() {
    return [...this.#store.all()].filter(([, { exercise }]) => exercise?.passed).map(([place]) => place);
  }

  // Whether there is nothing that could be forgotten.
  get isEmpty() {
    return !this.#store.all().size;
  }

  lessons() {
    return this.#course.lessons();
  }

  // Saves what `edits` holds, or all there is, as a file of the reader's.
  async save(edits = this.edits, passed = this.passed) {
    const { title } = this.#course;
    const date = new Date();
    const text = writeWork({ title, lessons: await this.lessons(), edits, passed, site: this.#site, date });
    const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    saveFile(`my-work-${slug || "course"}-${date.toISOString().slice(0, 10)}.md`, text);
  }

  // Loads a file: {words, undo}; undo is null where nothing changed. Throws an Error whose message is for the reader.
  async load(file) {
    const { title, edits, passed } = readWork(await textOf(file));
    if (!belongs({ title, edits }, this.#course.title, await this.lessons())) {
      throw new Error(`This file belongs to another course${title && `, “${title}”`}, so nothing of it was loaded.`);
    }
    const before = this.#store.all();
    const isNew = ([place, { code, prediction }]) =>
      prediction ? JSON.stringify(before.get(place)?.prediction) !== JSON.stringify(prediction) : before.get(place)?.edit?.code !== code;
    const wanted = [...edits].filter(isNew);
    for (const [place, { code, starter, prediction }] of wanted) {
      this.#store.put(place, prediction ? { prediction } : replaced(before.get(place), code, { version: starter }, "file"));
    }
    const predictions = wanted.filter(([, { prediction }]) => prediction).length;
    const replacing = wanted.filter(([place]) => before.get(place)?.edit).length;
    const news = passed.filter((place) => !before.get(place)?.exercise?.passed);
    for (const place of news) this.#store.put(place, worked(this.#store.get(place), { passed: true }));
    const changed = [...wanted, ...news.map((place) => [place])];
    const words = summary(edits.size + passed.length, { cells: wanted.length - predictions, predictions, replacing, passed: news.length });
    return { words, undo: changed.length ? () => this.#put(before, changed) : null };
  }

  // Forgets all that is kept of the course on this device; returns what brings it back.
  forget() {
    const before = this.#store.all();
    for (const place of before.keys()) this.#store.put(place, null);
    return () => this.#put(before, before);
  }

  #put(records, places) {
    for (const [place] of places) this.#store.put(place, records.get(place) ?? null);
  }
}

// Of this course is what says so, or was made from a starter that the course has.
function belongs({ title, edits }, own, lessons) {
  const isFromHere = ([place, { starter, prediction }]) => {
    const [slug, id] = place.split("/");
    const version = prediction ? prediction.version : starter;
    return Boolean(version) && (prediction ? lessons[slug]?.predictions : lessons[slug]?.cells)?.[id] === version;
  };
  return title === own || [...edits].some(isFromHere);
}

function summary(all, { cells, predictions, replacing, passed }) {
  const parts = [counted(cells, "cell"), counted(predictions, "prediction")].filter(Boolean);
  const loaded = [parts.length && `${parts.join(" and ")} loaded`, passed && `${counted(passed, "exercise")} passed`].filter(Boolean).join(", ");
  if (!loaded) return all === 1 ? "What this file holds is here already." : "All that this file holds is here already.";
  if (!replacing) return `${loaded}.`;
  return `${loaded}; ${replacing} of them replaced an edit, which “Undo” at the cell brings back.`;
}

function counted(n, what) {
  return n ? `${n} ${what}${n === 1 ? "" : "s"}` : "";
}

async function textOf(file) {
  if (file.size > MOST_BYTES) throw new Error("This file is too large to be one that “My work” has saved, so nothing was loaded.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error("This file is no text, so nothing was loaded.");
  }
}

function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
