// The sealed frame: it can reach neither the site's storage nor the network. It starts the worker, relays messages,
// and owns the lifelines: blob addresses that a running call keeps asking for, and that Stop takes away.

const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const isScript = ([name]) => name.endsWith(".mjs");

let start = null;
let worker = null;
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

function spawn() {
  worker?.terminate();
  for (const url of lifelines.values()) URL.revokeObjectURL(url);
  lifelines.clear();
  count += 1;
  // What an ended worker had on its way must not be taken for its successor's.
  const stamp = { worker: count };
  try {
    worker = new Worker(start.source);
  } catch (error) {
    send({ type: "fatal", text: `This browser does not let the page start a worker (${error.message}).`, ...stamp });
    return;
  }
  worker.onmessage = ({ data }) => {
    if (data?.type === "answer") drop(data.id);
    send({ ...data, ...stamp });
  };
  worker.onerror = (event) => send({ type: "fatal", text: String(event.message ?? "worker error").slice(0, 2000), ...stamp });
  worker.postMessage({ type: "start", urls: start.urls, files: start.files });
}

function drop(id) {
  if (lifelines.has(id)) URL.revokeObjectURL(lifelines.get(id));
  lifelines.delete(id);
}

function call(message) {
  const lifeline = URL.createObjectURL(new Blob(["alive"], { type: "text/plain" }));
  lifelines.set(message.id, lifeline);
  worker.postMessage({ ...message, lifeline });
}

const receive = {
  start(message) {
    keep(message);
    spawn();
  },
  restart: spawn,
  call,
  supply: (message) => worker.postMessage(message),
  reply: (message) => worker.postMessage(message),
  stop(message) {
    drop(message.id);
    worker.postMessage(message);
  },
};

addEventListener("message", ({ source, data }) => {
  if (source === parent) receive[data.type]?.(data);
});
send({ type: "open" });
