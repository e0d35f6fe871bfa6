// The sealed frame: it can reach neither the site's storage nor the network. It starts the worker, relays messages,
// and owns the lifelines: blob addresses that a running call keeps asking for, and that Stop takes away.

const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const isScript = ([name]) => name.endsWith(".mjs");

let start = null;
// The worker that answers, and one that has started in the background to take its place.
let present = null;
let spare = null;
let count = 0;
const lifelines = new Map();

function send(message) {
  parent.postMessage(message, "*");
}

function keep({ worker: source, files }) {
  const decoder = new TextDecoder();
  const scripts = files.filter(isScript).map(([name, bytes]) => [name, address(decoder.decode(bytes))]);
  start = { source: address(source), urls: Object.fromEntries(scripts), files: files.filter((file) => !isScript(file)) };
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
    entry.worker = new Worker(start.source);
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
  entry.worker.postMessage({ type: "start", urls: start.urls, files: start.files });
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
  start(message) {
    keep(message);
    spawn();
  },
  restart: spawn,
  spare: () => (spare ??= launch()),
  call,
  supply: hand,
  reply: hand,
  ping: hand,
  stop(message) {
    drop(message.id);
    hand(message);
  },
};

addEventListener("message", ({ source, data }) => {
  if (source === parent) receive[data.type]?.(data);
});
send({ type: "open" });
