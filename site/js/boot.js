// Starts Pyodide from files at hand: by its own way, or from an image of its memory. What is used here of Pyodide beyond its
// public interface is used nowhere else, and tests/browser/test_starts.py fails where an upgrade changes it.

import { ImageError, layOver, readImage } from "./image.js";
import { letGo } from "./let-go.js";

const NOWHERE = "https://runtime.invalid/";
const SITE_PACKAGES = "/lib/python3.14/site-packages";
const CORE = "pyodide.asm.wasm";
const NO_LIBRARY = "no-library";
// Fresh memory depends on these, so they are the same when an image is made and when it is restored.
const ENV = { HOME: "/home/pyodide", LANG: "en_US.UTF-8", MPLBACKEND: "module://kino.plots" };
// Room for the head of Pyodide's own form of snapshot, which is handed on without its memory.
const HEAD = 4096;
// Where the shared libraries' functions begin in the table: beyond Pyodide's own.
const TABLE = 20_000;

// The shared libraries that `import numpy` needs. They are placed before the runtime starts, in this order, so that their
// places in memory and in the table of functions are the same each time.
export const LIBRARIES = {
  "multiarray_umath.wasm": "numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so",
  "umath_linalg.wasm": "numpy/linalg/_umath_linalg.cpython-314-wasm32-emscripten.so",
};

// Lets Pyodide find its files: it asks by address, and gets them from memory by their names. core: a promise of the compiled
// pyodide.asm.wasm; store: a Map of the others' contents.
export function provide(core, store) {
  self.fetch = async (request) => {
    const name = String(request.url ?? request).split("/").pop();
    const isNeedless = name === CORE || name === NO_LIBRARY;
    if (!isNeedless && !store.has(name)) throw new TypeError(`${name} is not part of this site's Python`);
    const content = store.get(name);
    store.delete(name); // nothing is asked for twice
    return new Response(content);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await core;
    const instance = await WebAssembly.instantiate(module, imports);
    unite(instance.exports);
    return { module, instance };
  };
}

// In WebKit a function in the table is another object than the same one among the exports. Pyodide would put it into the
// table once more, where the image has the next one. The name of both is its number.
function unite(exports) {
  const { __indirect_function_table: table } = exports;
  const functions = Object.values(exports).filter((one) => typeof one === "function");
  const byNumber = new Map(functions.map((one) => [one.name, one]));
  for (let i = 0; i < table.length; i++) {
    const there = table.get(i);
    const one = there && byNumber.get(there.name);
    if (one === there && one) return; // as in all other browsers
    if (one) table.set(i, one);
  }
}

// Pyodide, from its library's archive. scripts: what pyodide.mjs and pyodide.asm.mjs export; lock: pyodide-lock.json.
export function startPlain({ loadPyodide, createPyodideModule }, lock) {
  return loadPyodide({ ...common(lock), createPyodideModule, env: ENV });
}

// Pyodide, from an image. libraries: promises of those of LIBRARIES, compiled; image: a promise of the file's buffer.
export function restore({ loadPyodide, createPyodideModule }, lock, libraries, image) {
  const head = new Uint8Array(HEAD);
  const create = async (settings) => {
    delete settings.INITIAL_MEMORY; // Pyodide takes the head for the whole memory
    const module = await createModule(createPyodideModule, settings, libraries);
    putBack(module, readImage(await image), head);
    return module;
  };
  const options = { createPyodideModule: create, env: ENV, stdLibURL: NOWHERE + NO_LIBRARY, _loadSnapshot: head };
  return loadPyodide({ ...common(lock), ...options });
}

function putBack(module, image, head) {
  if (module.HEAPU8.length < image.memory) module.growMemory(image.memory);
  layOver(module.HEAPU8.buffer, image);
  letGo(image.words.buffer);
  for (const [handle, path] of image.handles) module.LDSO.loadedLibsByHandle[handle] = module.LDSO.loadedLibsByName[path];
  // What the image says of zones is the builder's. C sets the zone once, and has done so.
  const [standard, other] = new Uint32Array(module.HEAPU8.buffer, module._tzname, 2);
  module.__tzset_js(module._timezone, module._daylight, standard, other);
  head.set(image.head);
  new Uint32Array(head.buffer)[1] = HEAD; // where the memory would begin
}

// Pyodide as an image is made of it. env: what is set beside.
export function startToMake({ loadPyodide, createPyodideModule }, lock, libraries, env) {
  const create = (settings) => createModule(createPyodideModule, settings, libraries);
  return loadPyodide({ ...common(lock), createPyodideModule: create, env: { ...ENV, ...env }, _makeSnapshot: true });
}

// What an image keeps of a Pyodide beside its memory. `own`: where CPython keeps the function by which this browser calls
// those of another type than declared, if it has one.
export function factsOf(python) {
  const module = python._module;
  const handles = Object.entries(module.LDSO.loadedLibsByHandle).map(([handle, { name }]) => [Number(handle), name]);
  const snapshot = python.makeMemorySnapshot();
  const [, start] = new Uint32Array(snapshot.buffer, 0, 2);
  if (start > HEAD) throw new ImageError(`Pyodide's head of a snapshot has ${start} bytes, more than ${HEAD}`);
  const own = [module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]];
  return { own, head: [...snapshot.subarray(0, start)], handles: handles.filter(([handle]) => handle) };
}

// Resolves to a module in which nothing has run: what an image is laid over.
export function fresh({ loadPyodide, createPyodideModule }, lock, libraries) {
  return new Promise((resolve, reject) => {
    const create = async (settings) => {
      settings.noInitialRun = true;
      resolve(await createModule(createPyodideModule, settings, libraries));
      return new Promise(() => {});
    };
    loadPyodide({ ...common(lock), createPyodideModule: create, env: ENV, stdLibURL: NOWHERE + NO_LIBRARY }).catch(reject);
  });
}

function common(lock) {
  return { indexURL: NOWHERE, packageBaseUrl: NOWHERE, lockFileContents: lock };
}

// The module with the shared libraries in place. A fault on the way ends the waiting, which the module alone would not.
function createModule(createPyodideModule, settings, libraries) {
  return new Promise((resolve, reject) => {
    const place = (module) => {
      module.addRunDependency("libraries");
      placeLibraries(module, libraries).then(() => module.removeRunDependency("libraries"), reject);
    };
    createPyodideModule({ ...settings, preRun: [...settings.preRun, place] }).then(resolve, reject);
  });
}

async function placeLibraries(module, libraries) {
  const compiled = await Promise.all(libraries);
  // Browsers that can switch stacks have a function more in the table before this.
  if (module.wasmTable.length > TABLE) throw new ImageError(`the table has ${module.wasmTable.length} functions, more than ${TABLE}`);
  module.wasmTable.grow(TABLE - module.wasmTable.length);
  for (const [i, path] of Object.values(LIBRARIES).entries()) await placeLibrary(module, `${SITE_PACKAGES}/${path}`, compiled[i]);
}

async function placeLibrary(module, path, library) {
  const entry = module.newDSO(path, undefined, "loading");
  entry.refcount = Infinity;
  entry.global = false;
  const flags = { loadAsync: true, nodelete: true, allowUndefined: false };
  entry.exports = await module.loadWebAssemblyModule(library, flags, path, {});
}
