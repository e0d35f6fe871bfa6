// The worker, inside the sealed frame: starts Pyodide from the bytes it was handed, and answers calls through kino.bridge.

import { LIBRARIES, provide, restore, startPlain } from "./boot.js";
import { Files } from "./files.js";
import { Interrupts } from "./interrupts.js";
import { Output } from "./output.js";
import { Rest } from "./rest.js";
import { Waits } from "./waits.js";

const SITE_PACKAGES = "/lib/python3.14/site-packages";
const MOST_MEMORY = 512 * 1024 ** 2;
const PAGE = 65_536;

const ABSENT = '{"absent": true}';
const AFTER_RUN_MS = 100;
const AFTER_DRAWING_MS = 2000;
const REFUSED = "this browser, or a filter between it and this site, does not let the page run WebAssembly, which Python is made of";
const LAST_WORDS = "Stack (most recent call first)";

const files = new Files();
const store = new Map();
const waiting = new Map();
let python = null;
let bridge = null;
let handle = null;
let output = null;
let current = null;
let errors = "";
let rest = null;
let restTimer = 0;
let isRestDue = false;
let lock = "";
let isLost = false;

provide(files.get("pyodide.asm.wasm"), store);

const post = (message) => self.postMessage(message);
const interrupts = new Interrupts(() => output?.tick());
const waits = new Waits((prompt) => post({ type: "ask", id: current, prompt }));

// Code that takes more and more gets Python's MemoryError long before the device has none left for the page.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError("that is more memory than a page's Python gets");
  return grow.call(this, pages);
};

// WebKit compiles what it then does not let run, and Pyodide would wait for it without end: a program that does nothing is tried.
async function tryWebAssembly() {
  try {
    await WebAssembly.instantiate(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  } catch (error) {
    throw Object.assign(new Error(`${REFUSED} (${error.message.trim()}).`), { isFinal: true });
  }
}

async function start({ way }) {
  await tryWebAssembly();
  const load = async (name) => import(await files.get(name));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(load));
  lock = new TextDecoder().decode(await files.get("pyodide-lock.json"));
  const scripts = { loadPyodide, createPyodideModule };
  await (way === "snapshot" ? startFromImage(scripts) : startFromLibrary(scripts));
  bridge = python.pyimport("kino.bridge");
  handle = bridge.handle;
  catchRest();
  bridge.connect(writer, host());
  if (way === "snapshot") {
    rest = new Rest(python, bridge);
    python.pyimport("kino.rest").expect(bridge.host, () => fetchRest(current ?? 0).catch(quietly));
  }
  // An interrupt that ended a task of the event loop has done its work.
  const loop = python.pyimport("asyncio").get_event_loop();
  loop._keyboard_interrupt_handler = () => wake();
  loop._system_exit_handler = () => {};
  post({ type: "stage", stage: "kino" });
  post({ type: "ready" });
}

// Where the output of the present run goes, also that of a task which the run leaves behind.
function writer() {
  const own = output;
  return (kind, text) => own.write(kind, text);
}

async function startFromImage(scripts) {
  const libraries = Object.keys(LIBRARIES).map((name) => files.get(name));
  const image = Promise.all([files.get("image.gzip"), files.get("wake")]).then(([content]) => content);
  python = await restore(scripts, lock, libraries, image);
  python.loadedPackages.numpy = "in the image";
  python.pyimport("kino.waking").wake();
}

async function startFromLibrary(scripts) {
  await files.get("wake");
  for (const name of ["python_stdlib.zip", packageFile("numpy"), "kino.zip"]) store.set(name, await files.get(name));
  python = await startPlain(scripts, lock);
  post({ type: "stage", stage: "core" });
  await load(["numpy"]);
  post({ type: "stage", stage: "numpy" });
  python.unpackArchive(store.get("kino.zip"), "zip", { extractDir: SITE_PACKAGES });
  python.pyimport("numpy").destroy();
}

// What kino.host.Host is made of. Only Python itself can switch its stack, so it is handed its own functions for that.
function host() {
  const { can_run_sync, run_sync } = python.pyimport("pyodide.ffi");
  return {
    can_run_sync,
    run_sync,
    is_stopped: () => interrupts[0] === 2,
    missed: (cancelled) => waits.stop() || cancelled || interrupts.again(),
    sleep: (ms) => {
      output?.flush();
      return waits.sleep(ms);
    },
    ask: (prompt) => {
      output?.flush();
      return waits.ask(prompt || output?.openLine || "");
    },
  };
}

// What goes past sys.stdout, such as os.write(1, …). What goes past sys.stderr is shown when the run has ended, and so is
// the stack that a dying Python lists on sys.stdout: it is not for the reader.
function catchRest() {
  const [out, err] = [new TextDecoder(), new TextDecoder()];
  const taker = (take) => ({
    write(bytes) {
      take(bytes);
      return bytes.length;
    },
  });
  python.setStdin({ stdin: () => null });
  python.FS.unlink("/dev/tty"); // it would read nothing and write nowhere
  const show = (text) => {
    if (errors.includes(LAST_WORDS) || text.startsWith(LAST_WORDS)) errors += text;
    else output?.write("out", text);
  };
  python.setStdout(taker((bytes) => show(out.decode(bytes, { stream: true }))));
  python.setStderr(taker((bytes) => (errors += err.decode(bytes, { stream: true }))));
}

async function load(packages) {
  // The page has checked each file's SHA-256 before it came here.
  await python.loadPackage(packages, { checkIntegrity: false, messageCallback() {}, errorCallback() {} });
  for (const name of packages) {
    if (!(name in python.loadedPackages)) throw new Error(`${name} could not be loaded`);
  }
}

async function call({ id, kind, payload, lifeline: url }) {
  current = id;
  try {
    if (kind === "run") {
      await prepare(id, payload);
      output = new Output((items) => post({ type: "items", id, items }));
      waits.begin();
    }
    const answer = await ask(kind, payload, url);
    end();
    post({ type: "answer", id, payload: answer, memory: python._module.HEAPU8.length });
    fetchRestSoon(kind, answer);
  } catch (error) {
    if (!(error instanceof Stopped)) return fail(error);
    end();
    post({ type: "answer", id, payload: JSON.stringify({ status: "stopped" }) });
  }
}

function end() {
  if (errors) output?.write("err", errors);
  errors = "";
  interrupts.disarm(); // also where Stop came before it was armed
  output?.finish();
  output = null;
  current = null;
}

// Two ways lead here, so a cell that was asked for later may have come earlier: what it waits for is not drawn into it.
function draw(port, { id, payload }) {
  if (current !== null) return port.postMessage({ type: "answer", id, payload: "null" });
  try {
    const answer = handle("draw", payload);
    port.postMessage({ type: "answer", id, payload: answer });
    errors = "";
    fetchRestSoon("draw", answer);
  } catch (error) {
    fail(error);
  }
}

async function ask(kind, payload, lifeline) {
  interrupts.arm(lifeline);
  python.setInterruptBuffer(interrupts);
  try {
    // Where the browser can switch stacks, a run can wait in the middle of Python; a drawing has nothing to wait for.
    const isSwitched = kind === "run" && "Suspending" in WebAssembly;
    const answer = isSwitched ? await handle.callPromising(kind, payload) : handle(kind, payload);
    if (typeof answer === "string") return answer;
    // A cell with a top-level await: the answer comes later.
    const text = await answer;
    answer.destroy();
    return text;
  } finally {
    python.setInterruptBuffer(null);
  }
}

class Stopped extends Error {}

// What waits in the middle of a run is told of Stop by having got nothing.
function quietly(error) {
  if (!(error instanceof Stopped)) throw error;
}

// Asks the page for the packages that a cell imports and that are not here yet.
async function prepare(id, payload) {
  const { source, check } = JSON.parse(payload);
  const wanted = [source, check?.source ?? ""].map((code) => JSON.parse(handle("imports", JSON.stringify({ source: code }))));
  const modules = wanted.flatMap((one) => one.modules);
  const packages = modules.map((module) => packageOf(module)).filter((name) => name && !(name in python.loadedPackages));
  // A package imports much of Python itself.
  if (rest && !rest.isHere && (packages.length || wanted.some((one) => one.whole))) await fetchRest(id);
  if (packages.length && (await need(id, packages))) await load(packages);
}

// The first output of a cell comes before anything that no one waits for. One drawing after another puts it off, but not
// once it is due.
function fetchRestSoon(kind, answer) {
  if (!rest || rest.isHere || isRestDue) return;
  isRestDue = kind === "run" || answer === ABSENT;
  clearTimeout(restTimer);
  const fetchIt = () => {
    isRestDue = false;
    return rest.isHere || rest.coming || fetchRest(0).catch(fail);
  };
  restTimer = setTimeout(fetchIt, isRestDue ? AFTER_RUN_MS : AFTER_DRAWING_MS);
}

// Resolves to whether the rest of Python is here. Whoever asks while it is coming waits for the same; a call for which it does
// not come asks itself, so that its cell is told why.
async function fetchRest(id) {
  if (rest.isHere) return true;
  // What no run waits for shares its number with what fetches it.
  if (rest.coming) return (await (id ? hold(id, rest.coming) : rest.coming)) || (id ? fetchRest(id) : false);
  rest.coming = bringRest(id).finally(() => (rest.coming = null));
  return rest.coming;
}

async function bringRest(id) {
  if (!(await need(id, [Rest.NAME]))) return false;
  await rest.install(store, packageFile("numpy"));
  post({ type: "whole" });
  return true;
}

// Asks the page for packages, and resolves once they are here: to whether they are.
async function need(id, packages) {
  const supplied = hold(id);
  post({ type: "need", id, packages });
  const supply = await supplied;
  if (supply === null) return false;
  for (const [name, bytes] of supply) store.set(name, bytes);
  return true;
}

// What `supply` brings for a call, or what `other` comes to. Stop ends the waiting.
function hold(id, other) {
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    other?.then(resolve, reject);
  }).finally(() => waiting.delete(id));
}

function packageOf(module) {
  const { packages } = JSON.parse(lock);
  return Object.keys(packages).find((name) => packages[name].imports.includes(module));
}

const packageFile = (name) => JSON.parse(lock).packages[name].file_name;

function stop({ id }) {
  release(id);
  if (id === current) interrupts.wake((isAgain) => [release(id), wake(isAgain)].includes(true));
}

// Whether a call waited for files.
function release(id) {
  const held = waiting.get(id);
  held?.reject(new Stopped());
  return held !== undefined;
}

// Whether there was something that waits. The second attempt spares nothing.
function wake(isAgain = false) {
  const { cancelled } = JSON.parse(handle("cancel", JSON.stringify({ also_waiting: isAgain })));
  return waits.stop(isAgain) || cancelled;
}

const hasFallen = (error) => error?.pyodide_fatal_error === true || error instanceof WebAssembly.RuntimeError;

// In WebKit, Pyodide cannot hand each refusal to the code that awaits it, which would wait for good. It then fails without words;
// what a reader's own function raises has some.
const isUndelivered = (error) => error?.name === "PythonError" && !error.message;

function fail(error) {
  const isMemory = error instanceof RangeError && /memory/i.test(error.message) && !handle;
  const isFinal = isMemory || error?.isFinal === true;
  const text = isMemory ? "this device has not enough free memory for it. Close other tabs or programs" : (error?.message ?? error);
  post({ type: "fatal", text: String(text).slice(0, 2000), isFinal });
}

const receive = {
  start: (message) => start(message).catch(fail),
  file: ({ name, content }) => files.put(name, content),
  // A cell may have taken away what an answer is sent with.
  call: (message) =>
    call(message).catch((error) => {
      isLost = true;
      throw error;
    }),
  supply: ({ id, files }) => waiting.get(id)?.resolve(files),
  reply: ({ id, text }) => id === current && waits.reply(text),
  stop,
  ping: ({ n }) => post({ type: "pong", n }),
  port: ({ port }) => (port.onmessage = ({ data }) => draw(port, data)),
};

self.addEventListener("message", ({ data }) => receive[data.type]?.(data));
// Not each engine tells of what nobody awaits. A cell may leave such a promise behind; it ends Python where Python was not yet
// there, has fallen in it, can answer no more, or leaves code waiting for it.
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (!handle || isLost || hasFallen(event.reason) || isUndelivered(event.reason)) fail(event.reason);
});
