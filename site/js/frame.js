// The sealed frame: it can reach neither the site's storage nor the network. It starts the worker, relays messages,
// and owns the lifelines: blob addresses that a running call keeps asking for, and that Stop takes away.
// A worker that sends what is not of the protocol, or too much, gets no further than here.

import { letGo } from "./let-go.js";
import { Meter } from "./meter.js";
import { answeredBy, isFromWorker } from "./protocol.js";

const address = (script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" }));

let start = null;
// The worker that answers, and one in the background that is to take its place: started as far as that takes little memory,
// or as a whole Python where it will soon be wanted.
let present = null;
let spare = null;
let count = 0;
const files = new Map();
const lifelines = new Map();

const REFUSED = "this browser, or a filter between it and this site, does not let the page";
const fatal = (text, isFinal = false) => ({ type: "fatal", text: text.slice(0, 2000), isFinal });

function send(message) {
  parent.postMessage(message, "*");
}

async function take({ name, bytes }) {
  try {
    files.set(name, await kept(name, bytes));
  } catch (error) {
    // The file is right, so another start would meet the same.
    send({ ...fatal(`${REFUSED} run WebAssembly, which Python is made of (${name}: ${error.message}).`, true), worker: count });
    return;
  }
  if (files.get(name) !== bytes) letGo(bytes);
  if (present) pass(present, name);
  if (spare && (spare.isWhole || !isMemory(name))) pass(spare, name);
}

// What only a Python that is to answer is given: with it, it begins to take memory.
const isMemory = (name) => !/\.(mjs|wasm|json)$/.test(name);

// A file in the form in which workers want it, also those of later starts: scripts by address, WebAssembly compiled.
function kept(name, bytes) {
  if (name.endsWith(".mjs")) return address(bytes);
  if (name.endsWith(".wasm")) return WebAssembly.compile(bytes);
  return name.endsWith(".gzip") ? new Blob([bytes]) : bytes;
}

async function pass({ worker }, name) {
  const content = files.get(name);
  if (!name.endsWith(".gzip")) return worker?.postMessage({ type: "file", name, content });
  // Unpacked here, in a thread that has nothing else to do, and kept packed.
  const unpacked = await new Response(content.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  worker?.postMessage({ type: "file", name, content: unpacked }, [unpacked]);
}

// What an ended worker had on its way must not be taken for its successor's.
const sendAs = (entry, message) => entry === present && send({ ...message, worker: count });

function launch() {
  const entry = { worker: null, fault: null, isWhole: false, isReady: false };
  const meter = new Meter();
  const fail = (...fault) => {
    entry.fault = fatal(...fault);
    sendAs(entry, entry.fault);
  };
  try {
    entry.worker = new Worker(start.script);
  } catch (error) {
    fail(`${REFUSED} start a worker (${error.message}).`, true);
    return entry;
  }
  entry.worker.onmessage = ({ data }) => {
    if (entry.fault) return;
    const found = meter.judge(data);
    if (found === "flood") return flood(entry);
    if (found === "odd" || !isFromWorker(data)) return sendAs(entry, { type: "dropped", id: answeredBy(data) });
    if (data.type === "ready") entry.isReady = true;
    if (data.type === "answer") drop(data.id);
    if (data.type === "fatal") fail(data.text, data.isFinal === true);
    else sendAs(entry, data);
  };
  // A worker that is refused has no message.
  entry.worker.onerror = ({ message }) => (message ? fail(String(message)) : fail(`${REFUSED} start a worker.`, true));
  entry.worker.postMessage({ type: "start", way: start.way });
  for (const name of files.keys()) if (!isMemory(name)) pass(entry, name);
  return entry;
}

function complete(entry) {
  if (entry.isWhole) return;
  entry.isWhole = true;
  for (const name of files.keys()) if (isMemory(name)) pass(entry, name);
}

// A whole Python that was not wanted after all takes as much memory as the one that answers.
function prepareSpare({ isWhole }) {
  if (!isWhole && spare?.isWhole) {
    spare.worker?.terminate();
    spare = null;
  }
  spare ??= launch();
  if (isWhole) complete(spare);
}

// What is still on its way from it goes with it.
function flood(entry) {
  entry.fault = fatal("the worker sent more than a page can take");
  entry.worker.onmessage = null; // what had come already would still be handed over
  entry.worker.terminate();
  sendAs(entry, { type: "flood" });
}

// Puts the spare, or a new worker, in the place of the present one.
function spawn() {
  present?.worker?.terminate();
  for (const url of lifelines.values()) URL.revokeObjectURL(url);
  lifelines.clear();
  count += 1;
  if (spare?.fault) spare.worker?.terminate();
  present = spare && !spare.fault ? spare : launch();
  spare = null;
  if (present.fault) sendAs(present, present.fault);
  complete(present);
  if (present.isReady) send({ type: "ready", worker: count });
}

function drop(id) {
  if (lifelines.has(id)) URL.revokeObjectURL(lifelines.get(id));
  lifelines.delete(id);
}

// Where no worker was started, or was refused, there is nobody to be told.
const hand = (message, transfer = []) => present?.worker?.postMessage(message, transfer);

function call(message) {
  const lifeline = URL.createObjectURL(new Blob(["alive"], { type: "text/plain" }));
  lifelines.set(message.id, lifeline);
  hand({ ...message, lifeline });
}

const receive = {
  start({ worker: source, way }) {
    start = { script: address(source), way };
    spawn();
  },
  file: take,
  wake: () => take({ name: "wake", bytes: true }),
  restart: spawn,
  spare: prepareSpare,
  call,
  supply: (message) => hand(message, message.files?.map(([, bytes]) => bytes)),
  reply: (message) => hand(message),
  ping: (message) => hand(message),
  port: (message) => hand(message, [message.port]),
  stop(message) {
    drop(message.id);
    hand(message);
  },
};

addEventListener("message", ({ source, data }) => {
  if (source === parent) receive[data.type]?.(data);
});
send({ type: "open" });
