// The reader's work in the whole course, as one thing: listed, saved as a file, loaded from one, forgotten.

import { replaced } from "./record.js";
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

  get edits() {
    const edits = [...this.#store.all()].map(([place, { edit }]) => [place, edit]);
    return new Map(edits.filter(([, edit]) => edit));
  }

  lessons() {
    return this.#course.lessons();
  }

  // Saves what `edits` holds, or all there is, as a file of the reader's.
  async save(edits = this.edits) {
    const { title } = this.#course;
    const date = new Date();
    const text = writeWork({ title, lessons: await this.lessons(), edits, site: this.#site, date });
    const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    saveFile(`my-work-${slug || "course"}-${date.toISOString().slice(0, 10)}.md`, text);
  }

  // Loads a file: {words, undo}; undo is null where nothing changed. Throws an Error whose message is for the reader.
  async load(file) {
    const { title, edits } = readWork(await textOf(file));
    if (!belongs({ title, edits }, this.#course.title, await this.lessons())) {
      throw new Error(`This file belongs to another course${title && `, “${title}”`}, so nothing of it was loaded.`);
    }
    const before = this.#store.all();
    const isNew = ([place, { code }]) => before.get(place)?.edit?.code !== code;
    const wanted = [...edits].filter(isNew);
    for (const [place, { code, starter }] of wanted) {
      this.#store.put(place, replaced(before.get(place), code, { version: starter }, "file"));
    }
    const replacing = wanted.filter(([place]) => before.get(place)?.edit).length;
    return { words: summary(edits.size, wanted.length, replacing), undo: wanted.length ? () => this.#put(before, wanted) : null };
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
  const isFromHere = ([place, { starter }]) => {
    const [slug, cell] = place.split("/");
    return Boolean(starter) && lessons[slug]?.cells[cell] === starter;
  };
  return title === own || [...edits].some(isFromHere);
}

function summary(all, loaded, replacing) {
  if (!loaded) return all === 1 ? "What this file holds is here already." : "All that this file holds is here already.";
  const cells = `${loaded} ${loaded === 1 ? "cell" : "cells"} loaded`;
  if (!replacing) return `${cells}.`;
  return `${cells}; ${replacing} of them replaced an edit, which “Undo” at the cell brings back.`;
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
