// The sealed frame: it can reach neither the site's storage nor the network. It starts the worker, relays messages,
// and owns the lifelines: blob addresses that a running call keeps asking for, and that Stop takes away.

const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

let start = null;
// The worker that answers, and one that has started in the background to take its place.
let present = null;
let spare = null;
let count = 0;
const files = new Map();
const lifelines = new Map();

function send(message) {
  parent.postMessage(message, "*");
}

// Keeps a file in the form in which workers want it, also those of later starts: scripts by address, WebAssembly compiled.
async function take({ name, bytes }) {
  try {
    if (name.endsWith(".mjs")) files.set(name, address(new TextDecoder().decode(bytes)));
    else if (name.endsWith(".wasm")) files.set(name, await WebAssembly.compile(bytes));
    else files.set(name, bytes);
  } catch (error) {
    send({ type: "fatal", text: `${name} could not be compiled: ${error.message}`.slice(0, 2000), worker: count });
    return;
  }
  for (const entry of [present, spare]) if (entry) pass(entry, name);
}

async function pass({ worker }, name) {
  const content = files.get(name);
  if (!name.endsWith(".gzip")) return worker?.postMessage({ type: "file", name, content });
  // Unpacked here, in a thread that has nothing else to do, and kept packed.
  const unpacked = await new Response(new Response(content).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  worker?.postMessage({ type: "file", name, content: unpacked }, [unpacked]);
}

// What an ended worker had on its way must not be taken for its successor's.
const sendAs = (entry, message) => entry === present && send({ ...message, worker: count });

function launch() {
  const entry = { worker: null, isReady: false, fault: "" };
  const fail = (text) => {
    entry.fault = text.slice(0, 2000);
    sendAs(entry, { type: "fatal", text: entry.fault });
  };
  try {
    entry.worker = new Worker(start.script);
  } catch (error) {
    fail(`This browser does not let the page start a worker (${error.message}).`);
    return entry;
  }
  entry.worker.onmessage = ({ data }) => {
    if (data?.type === "answer") drop(data.id);
    if (data?.type === "ready") entry.isReady = true;
    if (data?.type === "fatal") fail(String(data.text));
    else sendAs(entry, data);
  };
  entry.worker.onerror = (event) => fail(String(event.message ?? "worker error"));
  entry.worker.postMessage({ type: "start", way: start.way });
  for (const name of files.keys()) pass(entry, name);
  return entry;
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
  if (present.fault) sendAs(present, { type: "fatal", text: present.fault });
  else if (present.isReady) sendAs(present, { type: "ready" });
}

function drop(id) {
  if (lifelines.has(id)) URL.revokeObjectURL(lifelines.get(id));
  lifelines.delete(id);
}

const hand = (message) => present.worker.postMessage(message);

function call(message) {
  const lifeline = URL.createObjectURL(new Blob(["alive"], { type: "text/plain" }));
  lifelines.set(message.id, lifeline);
  present.worker.postMessage({ ...message, lifeline });
}

const receive = {
  start({ worker: source, way }) {
    start = { script: address(source), way };
    spawn();
  },
  file: take,
  wake: () => take({ name: "wake", bytes: true }),
  restart: spawn,
  spare: () => (spare ??= launch()),
  call,
  supply: hand,
  reply: hand,
  ping: hand,
  port: (message) => present.worker.postMessage(message, [message.port]),
  stop(message) {
    drop(message.id);
    hand(message);
  },
};

addEventListener("message", ({ source, data }) => {
  if (source === parent) receive[data.type]?.(data);
});
send({ type: "open" });
