// Runs a program in the pinned Pyodide under Node. Reads {runtime, kino, code} from stdin: the folder of Pyodide's files and
// wheels, the folder of kino's package, the program. Prints what it prints.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { runtime, kino, code } = JSON.parse(readFileSync(0, "utf-8"));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime });
await python.loadPackage("numpy", { messageCallback: () => {} });
python.FS.mkdir("/kino");
python.FS.mount(python.FS.filesystems.NODEFS, { root: kino }, "/kino");
python.runPython("import sys; sys.path.insert(0, '/kino'); sys.dont_write_bytecode = True");
python.setStdout({ batched: (line) => console.log(line) });
python.runPython(code);
