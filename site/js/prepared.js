// What a start needs, on its way: everything is asked for at once, and each file is handed to the sealed frame as soon as it
// has come and is right.

import { Files } from "./files.js";

// fetch(files, onFile): see download.js; core: the manifest's files that every start needs; start: one of its `starts`.
// Returns {script, fetched}: promises of the worker's source, once the frame is open, and of the end of all fetching.
export function prepare({ frame: html, worker, core }, start, frame, fetch) {
  const files = new Files();
  const wanted = [...core, ...start.files];
  let isLost = false;
  const fetched = fetch([html, worker, ...wanted], (name, bytes) => files.put(name, bytes)).catch((error) => {
    isLost = true;
    throw error;
  });
  const open = async () => {
    const [document, script] = await Promise.all([html, worker].map(async ({ name }) => new TextDecoder().decode(await files.get(name))));
    if (isLost) return null;
    await frame.open(document);
    for (const { name } of wanted) files.get(name).then((bytes) => isLost || frame.give(name, bytes));
    return script;
  };
  const opened = open();
  const script = Promise.race([opened, fetched.then(() => opened)]);
  for (const promise of [script, fetched]) promise.catch(() => {});
  return { script, fetched };
}
