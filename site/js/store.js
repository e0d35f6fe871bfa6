// Where the reader's work is kept: localStorage, a key for each cell, so that one that is damaged harms no other.
// The key is `kino:<path of the site>#<lesson>/<cell>`; a place is its last part. What cannot be kept lasts as long as the page.

import { parse } from "./record.js";

const PLACE = /^[a-z0-9-]+\/[a-z][a-z0-9-]*$/;

// Fires `change` ({place, record, isOurs}) when a record has changed here or in another tab, and once, the first time that
// something cannot be kept, `problem` ({place}: of the record, if it is one); then `problem` says what is wrong.
export class Store extends EventTarget {
  problem = "";
  #prefix;
  #unkept = new Map();
  #seen = new Map();

  constructor(site) {
    super();
    this.#prefix = `kino:${site}#`;
    addEventListener("storage", (event) => this.#changedElsewhere(event));
  }

  get(place) {
    if (this.#unkept.has(place)) return this.#unkept.get(place);
    try {
      const text = localStorage.getItem(this.#prefix + place);
      if (text !== null) this.#seen.set(place, text);
      else if (this.#seen.has(place) && !localStorage.length) return this.#emptied(place);
      return parse(text);
    } catch {
      return null;
    }
  }

  // record: null forgets the place.
  put(place, record) {
    const problem = this.#write(place, record && JSON.stringify(record));
    if (problem) this.#unkept.set(place, record);
    else this.#unkept.delete(place);
    this.#changed(place, record, true);
    if (problem) this.#fail(problem, place);
  }

  // Every record, by place, in the order of the places.
  all() {
    const places = new Set([...this.#kept(), ...this.#unkept.keys()]);
    const records = [...places].sort().map((place) => [place, this.get(place)]);
    return new Map(records.filter(([, record]) => record));
  }

  // What went wrong: "blocked" or "full"; "" for nothing.
  #write(place, text) {
    const key = this.#prefix + place;
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      if (text === null) this.#seen.delete(place);
      else this.#seen.set(place, text);
      return "";
    } catch (error) {
      return error.name === "QuotaExceededError" ? "full" : "blocked";
    }
  }

  #kept() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix));
      return keys.map((key) => key.slice(this.#prefix.length)).filter((place) => PLACE.test(place));
    } catch {
      return [];
    }
  }

  #changedElsewhere({ key, newValue, storageArea }) {
    if (!this.#isOurs(storageArea)) return;
    if (key === null) {
      if (this.#seen.size) this.#emptied();
    } else if (key.startsWith(this.#prefix)) {
      const place = key.slice(this.#prefix.length);
      if (newValue === null) this.#seen.delete(place);
      // The store says what is newest: the event may be older.
      this.#changed(place, this.get(place), false);
    }
  }

  #isOurs(area) {
    try {
      return area === localStorage;
    } catch {
      return false;
    }
  }

  // The store was emptied under the page: what the page knows of it is all there is. Returns what it knows of a place.
  #emptied(place) {
    for (const [seen, text] of this.#seen) this.#unkept.set(seen, parse(text));
    this.#seen.clear();
    this.#fail("emptied", place);
    return this.#unkept.get(place);
  }

  #changed(place, record, isOurs) {
    this.dispatchEvent(new CustomEvent("change", { detail: { place, record, isOurs } }));
  }

  #fail(problem, place) {
    if (this.problem) return;
    this.problem = PROBLEMS[problem];
    this.dispatchEvent(new CustomEvent("problem", { detail: { place } }));
  }
}

const PROBLEMS = {
  blocked: "This browser does not let the page keep your edits: download them before you leave.",
  full: "This browser’s storage is full, so your edits are no longer kept: download them before you leave.",
  emptied: "This browser’s storage was emptied, and your edits with it: download what is still on this page.",
};
