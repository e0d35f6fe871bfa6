// Files that come one by one: whoever wants one waits until it is there.

export class Files {
  #entries = new Map();

  put(name, content) {
    this.#entry(name).resolve(content);
  }

  // A promise of the file's content.
  get(name) {
    return this.#entry(name).content;
  }

  #entry(name) {
    if (!this.#entries.has(name)) {
      const entry = {};
      entry.content = new Promise((resolve) => (entry.resolve = resolve));
      this.#entries.set(name, entry);
    }
    return this.#entries.get(name);
  }
}
