// Takes an image of Python's memory after its imports. Reads {pyodide, library, packages, libraries, target} from stdin:
// folder, archives and compiled libraries (in the order of boot.js) by path. The same input gives the same image.

import { webcrypto } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { factsOf, fresh, startToMake } from "../js/boot.js";
import { packImage } from "../js/image.js";
import { unzip } from "../js/unzip.js";

const SITE_PACKAGES = "/lib/python3.14/site-packages";
// The docstrings of what is written in C are set by two modules; they come with the rest of Python.
const EMPTY = /^numpy\/_core\/_add_newdocs(_scalars)?\.pyc$/;
// What needs libraries that come later must not be half imported.
const LEFT_OUT = /^numpy\/(random|fft)\//;
// A fixed seed, and nothing written beside the sources.
const ENV = { PYTHONHASHSEED: "1", PYTHONDONTWRITEBYTECODE: "1" };

const { exit } = process;
process.env.TZ = "UTC";
const buffer = (path) => new Uint8Array(readFileSync(path)).buffer;
const request = JSON.parse(readFileSync(0, "utf-8"));
const served = {
  "pyodide.asm.wasm": () => buffer(`${request.pyodide}/pyodide.asm.wasm`),
  "python_stdlib.zip": () => buffer(request.library),
};

pretendToBeAWorker();
holdStill();
const { loadPyodide } = await import(pathToFileURL(`${request.pyodide}/pyodide.mjs`).href);
const { default: createPyodideModule } = await import(pathToFileURL(`${request.pyodide}/pyodide.asm.mjs`).href);
const scripts = { loadPyodide, createPyodideModule };
const lock = readFileSync(`${request.pyodide}/pyodide-lock.json`, "utf-8");
const libraries = await Promise.all(request.libraries.map((path) => WebAssembly.compile(buffer(path))));

// A clock that stands, and one that is further at every look: both are what readers have.
const empty = [];
for (const step of [0, 98_765_432.1]) {
  let ms = 1000;
  performance.now = () => (ms += step);
  empty.push((await fresh(scripts, lock, libraries)).HEAPU8);
}
performance.now = () => 1000;
const python = await startToMake(scripts, lock, libraries, ENV);
const module = python._module;
for (const path of request.packages) await unpack(path);
python.FS.writeFile("/snapshot.py", readFileSync(new URL("snapshot.py", import.meta.url)));
const [status, problem] = module.API.rawRun("exec(open('/snapshot.py').read(), {})");
if (status) throw new Error(`the imports failed: ${problem}`);
clean(module);
const stack = [module._emscripten_stack_get_end(), module._emscripten_stack_get_base()];
const facts = factsOf(python);
writeFileSync(request.target, packImage(empty, used(module.HEAPU8), stack, facts));
exit(); // timers of a clock that stands still never end

// Pyodide looks at its surroundings; the image is to be one of a browser's worker.
function pretendToBeAWorker() {
  const nothing = () => {
    throw new TypeError("only what was handed over is here");
  };
  Object.assign(globalThis, { WorkerGlobalScope: Object, importScripts: nothing, self: globalThis, process: undefined });
  // One that can switch stacks, which Node 20 cannot: Python is made with it or without. Nothing is switched here, and in a
  // browser that cannot, can_run_sync says so.
  WebAssembly.Suspending ??= function (inner) {
    return inner;
  };
  WebAssembly.promising ??= (inner) => inner;
  globalThis.location = new URL("https://runtime.invalid/");
  globalThis.fetch = async (address) => {
    const name = String(address.url ?? address).split("/").pop();
    return new Response(served[name]?.(), { headers: { "Content-Type": name.endsWith(".wasm") ? "application/wasm" : "" } });
  };
}

// Nothing of this moment or this machine is to be in the image.
function holdStill() {
  const moment = Date.UTC(2026, 0, 1);
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length ? parts : [moment]));
    }
    static now = () => moment;
  };
  Math.random = () => 0.5;
  const getRandomValues = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(7) && view;
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues, subtle: webcrypto.subtle } });
  Object.defineProperty(globalThis, "navigator", { value: { language: "en-US", userAgent: "", platform: "" } });
}

async function unpack(path) {
  for await (const [name, bytes] of unzip(buffer(path))) {
    if (LEFT_OUT.test(name)) continue;
    if (EMPTY.test(name)) put(name.slice(0, -1), new Uint8Array());
    // The libraries in use are in place already; their files only have to be found.
    else put(name, name.endsWith(".so") ? new Uint8Array() : bytes);
  }
}

function put(name, bytes) {
  const path = `${SITE_PACKAGES}/${name}`;
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, bytes);
}

// What was freed is filled with zeros, which pack well: all of it is taken, the largest pieces first, and given back.
function clean(module) {
  const end = used(module.HEAPU8).length;
  const taken = [];
  for (let size = 1 << 22; size >= 16; size = size > 64 ? Math.floor(size * 0.85) : size - 8) {
    for (;;) {
      const at = module._malloc(size);
      if (at + size > end) {
        module._free(at);
        break;
      }
      module.HEAPU8.fill(0, at, at + size);
      taken.push(at);
    }
  }
  taken.forEach((at) => module._free(at));
}

// Memory up to the last page with something in it.
function used(memory) {
  let end = memory.length;
  while (memory[end - 1] === 0) end--;
  return memory.subarray(0, Math.ceil(end / 65536) * 65536);
}
