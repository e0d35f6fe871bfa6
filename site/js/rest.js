// What a Python that started from an image does not have yet: the files of its libraries. They come after the first answer,
// or when code wants them.

import { unzip } from "./unzip.js";

const LIBRARY = "/lib/python314.zip";
const SITE_PACKAGES = "/lib/python3.14/site-packages";

export class Rest {
  static NAME = "the rest of Python";
  isHere = false;
  coming = null;
  #python;
  #bridge;
  #installed = null;

  constructor(python, bridge) {
    this.#python = python;
    this.#bridge = bridge;
  }

  // Puts the files in place. store: their contents by name; wheel: the name of numpy's.
  install(store, wheel) {
    this.#installed ??= this.#install(store, wheel);
    return this.#installed;
  }

  async #install(store, wheel) {
    const { FS } = this.#python;
    for (const archive of [wheel, "kino.zip"]) {
      for await (const [name, bytes] of unzip(store.get(archive))) {
        const path = `${SITE_PACKAGES}/${name}`;
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, bytes, { canOwn: true });
      }
      store.delete(archive);
    }
    // Between these two no cell may end: it would look whether Python's files are as they were.
    FS.writeFile(LIBRARY, new Uint8Array(store.get("python_stdlib.zip")), { canOwn: true });
    store.delete("python_stdlib.zip");
    for (const _ of this.#bridge.arrived()) await new Promise((next) => setTimeout(next));
    this.isHere = true;
  }
}
