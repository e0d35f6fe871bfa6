// The page's Python: wakes the sealed frame, sends calls, and knows the state. One for a page, handed to the elements.

import { isFromFrame, STAGES } from "./protocol.js";
import { download, DownloadError } from "./download.js";

const STOP_MS = 2000;
const DRAW_MS = 5000;
const STAGE_MS = 60_000;
const DOWNLOADED = 0.7;

// Fires `state` when `state` changes, `progress` when `progress` ({share, text}) does, `restart` with the reason as detail.
export class Python extends EventTarget {
  state = "asleep";
  progress = { share: 0, text: "" };
  failure = "";
  #manifestUrl;
  #manifest = null;
  #frame = null;
  #awake = null;
  #calls = new Map();
  #nextId = 1;
  #queue = [];
  #running = null;
  #stageTimer = 0;
  #settleAwake = null;

  // wakeSize says in words what waking fetches.
  constructor(manifestUrl, wakeSize) {
    super();
    this.#manifestUrl = manifestUrl;
    this.wakeSize = wakeSize;
    addEventListener("message", (event) => {
      if (this.#frame && event.source === this.#frame.contentWindow) this.#receive(event.data);
    });
  }

  get isAsleep() {
    return this.state === "asleep" || this.state === "failed";
  }

  // Resolves once calls are answered; rejects with an Error whose message is for the reader. After a failure: tries again.
  wake() {
    if (this.state === "failed") this.#awake = null;
    this.#awake ??= this.#wake();
    this.#awake.catch(() => {});
    return this.#awake;
  }

  // Runs a cell after those asked for before it. Returns {outcome, stop}: outcome is a promise of kino.cell's outcome,
  // or of {status: "restarted", reason}; it rejects when Python cannot be woken. onStart() when it begins.
  run(cell, source, { onStart, onItems }) {
    const job = { cell, source, onStart, onItems, isStopped: false };
    const outcome = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    this.#queue.push(job);
    this.wake().then(
      () => this.#runNext(),
      (error) => this.#abandon(job, error),
    );
    return { outcome, stop: () => this.#stop(job) };
  }

  // Draws a figure in a state of its controls: a promise of {svg, values, words} or {error}; null when Python is not ready.
  draw(figure, state) {
    if (this.state !== "ready") return Promise.resolve(null);
    const { id, answer } = this.#call("draw", { figure, state });
    const timer = setTimeout(() => this.#restart("A drawing did not come to an end."), DRAW_MS);
    this.#calls.get(id).onEnd = () => clearTimeout(timer);
    return answer;
  }

  async #wake() {
    this.#setState("waking");
    try {
      this.#setProgress(0, "Fetching Python");
      this.#checkBrowser();
      this.#manifest ??= await fetchManifest(this.#manifestUrl);
      const { core, worker, frame } = this.#manifest;
      const files = await this.#download([frame, worker, ...core], (share) => this.#setProgress(share * DOWNLOADED, "Fetching Python"));
      const texts = files.slice(0, 2).map(([, bytes]) => new TextDecoder().decode(bytes));
      await this.#openFrame(texts[0]);
      this.#setProgress(DOWNLOADED, "Starting Python");
      await this.#untilReady(() => {
        const bytes = files.slice(2);
        this.#post({ type: "start", worker: texts[1], files: bytes }, bytes.map(([, buffer]) => buffer));
      });
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #checkBrowser() {
    if (typeof WebAssembly !== "object") throw new Error("This browser has WebAssembly switched off, and Python needs it. The text and the film of the figure work without.");
    if (!globalThis.crypto?.subtle) throw new Error("Python only runs on a page that came over https (or from this machine).");
  }

  #download(files, onShare) {
    const total = files.reduce((sum, file) => sum + file.bytes, 0);
    return download(files, this.#manifestUrl, { onProgress: (received) => onShare(received / total) });
  }

  #openFrame(html) {
    this.#frame?.remove();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = "Python, sealed off from this page";
    frame.hidden = true;
    frame.srcdoc = html;
    this.#frame = frame;
    return new Promise((resolve, reject) => {
      this.#settleAwake = { resolve, reject };
      this.#watchStage();
      document.body.append(frame);
    });
  }

  #untilReady(begin) {
    return new Promise((resolve, reject) => {
      this.#settleAwake = { resolve, reject };
      this.#watchStage();
      begin();
    });
  }

  // Where WebAssembly or workers are refused, the start neither ends nor fails by itself.
  #watchStage() {
    clearTimeout(this.#stageTimer);
    this.#stageTimer = setTimeout(() => {
      this.#settleAwake?.reject(new Error("Python did not start within a minute. This browser or a school's filter may be blocking it."));
    }, STAGE_MS);
  }

  #settled(how, value) {
    clearTimeout(this.#stageTimer);
    const settle = this.#settleAwake;
    this.#settleAwake = null;
    settle?.[how](value);
  }

  #fail(error) {
    clearTimeout(this.#stageTimer);
    this.#settleAwake = null;
    this.#frame?.remove();
    this.#frame = null;
    this.failure = error instanceof DownloadError || error instanceof Error ? error.message : String(error);
    this.#setState("failed");
  }

  #receive(message) {
    if (!isFromFrame(message)) {
      console.warn("kino: a message from the sealed frame was dropped: it is not of the protocol");
      return;
    }
    this.#on[message.type](message);
  }

  #on = {
    open: () => this.#settled("resolve"),
    stage: ({ stage }) => {
      this.#watchStage();
      const share = DOWNLOADED + (1 - DOWNLOADED) * ((STAGES.indexOf(stage) + 1) / STAGES.length);
      this.#setProgress(share, stage === "core" ? "Loading NumPy" : "Starting Python");
    },
    ready: () => {
      if (!this.#settleAwake) return;
      this.#setState("ready");
      this.#settled("resolve");
    },
    items: ({ id, items }) => this.#calls.get(id)?.onItems?.(items),
    need: (message) => this.#supply(message),
    answer: ({ id, payload }) => this.#answer(id, payload),
    fatal: ({ text }) => {
      console.warn(`kino: Python was lost: ${text}`);
      if (this.#settleAwake) this.#settled("reject", new Error(`Python could not start: ${text}`));
      else this.#restart("Python had to restart.");
    },
  };

  #post(message, transfer = []) {
    this.#frame.contentWindow.postMessage(message, "*", transfer);
  }

  #call(kind, payload, onItems) {
    const id = this.#nextId++;
    const answer = new Promise((resolve) => this.#calls.set(id, { resolve, onItems }));
    this.#post({ type: "call", id, kind, payload: JSON.stringify(payload) });
    return { id, answer };
  }

  #answer(id, payload) {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.onEnd?.();
    try {
      call.resolve(JSON.parse(payload));
    } catch {
      call.resolve({ status: "restarted", reason: "Python's answer could not be read." });
    }
  }

  async #runNext() {
    if (this.#running || this.state !== "ready") return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#running = job;
    this.#setState("busy");
    job.onStart();
    const { id, answer } = this.#call("run", { cell: job.cell, source: job.source }, job.onItems);
    job.id = id;
    const outcome = await answer;
    clearTimeout(job.stopTimer);
    this.#running = null;
    if (this.state === "busy") this.#setState("ready");
    job.resolve(outcome);
    this.#runNext();
  }

  #stop(job) {
    if (job.isStopped) return;
    job.isStopped = true;
    if (job !== this.#running) {
      this.#queue = this.#queue.filter((other) => other !== job);
      job.resolve({ status: "stopped" });
      return;
    }
    this.#post({ type: "stop", id: job.id });
    job.stopTimer = setTimeout(() => this.#restart("The code could not be interrupted, so Python was restarted."), STOP_MS);
  }

  #abandon(job, error) {
    if (!this.#queue.includes(job)) return;
    this.#queue = this.#queue.filter((other) => other !== job);
    job.reject(error);
  }

  // Ends the worker and starts another. Every open call is answered.
  #restart(reason) {
    if (this.state === "restarting") return;
    this.#setState("restarting");
    this.#setProgress(DOWNLOADED, "Starting Python again");
    this.dispatchEvent(new CustomEvent("restart", { detail: reason }));
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) {
      call.onEnd?.();
      call.resolve({ status: "restarted", reason });
    }
    this.#awake = this.#untilReady(() => this.#post({ type: "restart" }));
    this.#awake.then(
      () => this.#runNext(),
      (error) => {
        this.#fail(error);
        for (const job of [...this.#queue]) this.#abandon(job, error);
      },
    );
  }

  async #supply({ id, packages }) {
    const call = this.#calls.get(id);
    if (!call) return;
    try {
      const names = new Set(packages.flatMap((name) => this.#manifest.packages[name] ?? []));
      const wanted = [...names].map((name) => this.#manifest.files[name]);
      const size = `, ${(wanted.reduce((sum, file) => sum + file.bytes, 0) / 1e6).toFixed(1)} MB`;
      const files = await this.#download(wanted, (share) =>
        this.#setProgress(share, `Fetching ${packages.join(", ")}${size}`));
      if (this.#calls.has(id)) this.#post({ type: "supply", id, files }, files.map(([, buffer]) => buffer));
    } catch (error) {
      this.#post({ type: "supply", id, files: null });
      call.onItems?.([{ kind: "err", text: `${packages.join(", ")} could not be fetched. ${error.message} Run the cell to try again.\n` }]);
    }
  }

  #setState(state) {
    this.state = state;
    document.documentElement.dataset.python = state;
    this.dispatchEvent(new Event("state"));
  }

  #setProgress(share, text) {
    this.progress = { share, text };
    this.dispatchEvent(new Event("progress"));
  }
}

async function fetchManifest(url) {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new DownloadError("The list of Python's files could not be fetched. Is the connection there?");
  return response.json();
}
