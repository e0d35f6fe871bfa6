// The worker, inside the sealed frame: starts Pyodide from the bytes it was handed, and answers calls through kino.bridge.

import { Output } from "./output.js";

const NOWHERE = "https://runtime.invalid/";
const SITE_PACKAGES = "/lib/python3.14/site-packages";
const POLL_MS = 100;

const store = new Map();
const waiting = new Map();
let python = null;
let bridge = null;
let output = null;
let lifeline = null;
let polled = 0;
let current = null;

const post = (message) => self.postMessage(message);

// Pyodide asks for files by address; here each is served from memory by its name.
self.fetch = async (request) => {
  const name = String(request.url ?? request).split("/").pop();
  if (!store.has(name)) throw new TypeError(`${name} is not part of this site's Python`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(store.get(name), { headers: { "Content-Type": type } });
};

// Pyodide reads element 0 of its interrupt buffer every few bytecodes; 2 raises KeyboardInterrupt.
const interrupts = {
  get 0() {
    const now = performance.now();
    if (now - polled < POLL_MS) return 0;
    polled = now;
    output?.tick();
    if (lifeline === null || isAlive(lifeline)) return 0;
    lifeline = null;
    return 2;
  },
  set 0(_) {},
};

function isAlive(url) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

async function start({ urls, files }) {
  for (const [name, bytes] of files) store.set(name, bytes);
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(urls["pyodide.mjs"]),
    import(urls["pyodide.asm.mjs"]),
  ]);
  python = await loadPyodide({
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    createPyodideModule,
    lockFileContents: new TextDecoder().decode(store.get("pyodide-lock.json")),
    env: { HOME: "/home/pyodide", LANG: "en_US.UTF-8", MPLBACKEND: "module://kino.plots" },
  });
  post({ type: "stage", stage: "core" });
  await load(["numpy"]);
  post({ type: "stage", stage: "numpy" });
  python.unpackArchive(store.get("kino.zip"), "zip", { extractDir: SITE_PACKAGES });
  bridge = python.pyimport("kino.bridge");
  bridge.connect((kind, text) => output?.write(kind, text));
  python.pyimport("numpy").destroy();
  post({ type: "stage", stage: "kino" });
  post({ type: "ready" });
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
    if (kind === "run") await prepare(id, payload);
    if (kind === "run") output = new Output((items) => post({ type: "items", id, items }));
    const answer = await ask(kind, payload, url);
    output?.flush();
    output = null;
    current = null;
    post({ type: "answer", id, payload: answer });
  } catch (error) {
    if (error instanceof Stopped) post({ type: "answer", id, payload: JSON.stringify({ status: "stopped" }) });
    else fail(error);
  }
}

async function ask(kind, payload, url) {
  lifeline = url;
  polled = performance.now();
  python.setInterruptBuffer(interrupts);
  try {
    const answer = bridge.handle(kind, payload);
    if (typeof answer === "string") return answer;
    // A cell with a top-level await: the answer comes later.
    const text = await answer;
    answer.destroy();
    return text;
  } finally {
    python.setInterruptBuffer(null);
    lifeline = null;
  }
}

class Stopped extends Error {}

// Asks the page for the packages that a cell imports and that are not here yet.
async function prepare(id, payload) {
  const { source } = JSON.parse(payload);
  const { modules } = JSON.parse(bridge.handle("imports", JSON.stringify({ source })));
  const packages = modules.map((module) => packageOf(module)).filter((name) => name && !(name in python.loadedPackages));
  if (!packages.length) return;
  post({ type: "need", id, packages });
  const files = await new Promise((resolve, reject) => waiting.set(id, { resolve, reject })).finally(() => waiting.delete(id));
  if (files === null) return;
  for (const [name, bytes] of files) store.set(name, bytes);
  await load(packages);
}

function packageOf(module) {
  const { packages } = JSON.parse(new TextDecoder().decode(store.get("pyodide-lock.json")));
  return Object.keys(packages).find((name) => packages[name].imports.includes(module));
}

function stop({ id }) {
  if (waiting.has(id)) waiting.get(id).reject(new Stopped());
  else if (id === current) {
    // This message is read, so the cell is not computing but waiting: it is cancelled instead of interrupted.
    lifeline = null;
    bridge.handle("cancel", "{}");
  }
}

function fail(error) {
  post({ type: "fatal", text: String(error?.message ?? error).slice(0, 2000) });
}

const receive = {
  start: (message) => start(message).catch(fail),
  call,
  supply: ({ id, files }) => waiting.get(id)?.resolve(files),
  stop,
};

self.addEventListener("message", ({ data }) => receive[data.type]?.(data));
self.addEventListener("unhandledrejection", ({ reason }) => fail(reason));
