// What a start needs, on its way: everything is asked for at once, and each file is handed to the sealed frame as soon as it
// has come and is right.

import { Files } from "./files.js";

const CORE = "pyodide.asm.wasm";

// fetch(files, onFile): see download.js; core: the manifest's files that every start needs; start: one of its `starts`.
// The worker begins at once, and waits to be woken before Python is what it was in the image.
// Returns {begun, fetched}: promises of the worker's beginning and of the end of all fetching.
export function prepare({ worker, core }, start, frame, fetch) {
  const files = new Files();
  const wanted = [...core, ...start.files];
  let isLost = false;
  const fetched = fetch([worker, ...wanted], (name, bytes) => files.put(name, bytes)).catch((error) => {
    isLost = true;
    throw error;
  });
  const open = async () => {
    const [script] = await Promise.all([files.get(worker.name), frame.open()]);
    if (isLost) return;
    frame.start(new TextDecoder().decode(script), start.name);
    const core = files.get(CORE);
    for (const { name } of wanted) {
      // The image is wanted last, and the frame takes long to unpack it.
      const its = name.endsWith(".gzip") ? core.then(() => files.get(name)) : files.get(name);
      its.then((bytes) => isLost || frame.give(name, bytes));
    }
  };
  const opened = open();
  const begun = Promise.race([opened, fetched.then(() => opened)]);
  for (const promise of [begun, fetched]) promise.catch(() => {});
  return { begun, fetched };
}
