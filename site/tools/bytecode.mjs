// Compiles archives of Python by the pinned Pyodide. Reads {pyodide, archives: [{source, target, place, docs}]} from stdin, and
// says a line with each finished archive's place in the list.
//
// The positions of columns are left out: they mark code in tracebacks, and a library in the page has no source to mark.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { pyodide: folder, archives } = JSON.parse(readFileSync(0, "utf-8"));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/lib/python3.14/site-packages/bytecode.py", readFileSync(new URL("bytecode.py", import.meta.url)));
const bytecode = python.pyimport("bytecode");

for (const [i, { source, target, place, docs }] of archives.entries()) {
  const ending = source.slice(source.lastIndexOf("."));
  python.FS.writeFile(`/source${ending}`, readFileSync(source));
  bytecode.convert(`/source${ending}`, "/target", place, docs);
  writeFileSync(target, python.FS.readFile("/target"));
  console.log(i);
}
