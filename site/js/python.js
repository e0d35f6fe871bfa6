// The page's Python: wakes the sealed frame, sends calls, and knows the state. One for a page, handed to the elements.

import { readAnswer } from "./answers.js";
import { Calls } from "./calls.js";
import { download, fetchManifest } from "./download.js";
import { Heartbeat } from "./heartbeat.js";
import { whenIdle } from "./idle.js";
import { Outputs } from "./outputs.js";
import { afterAwake } from "./patience.js";
import { prepare } from "./prepared.js";
import { STAGES } from "./protocol.js";
import { Runs } from "./runs.js";
import { SealedFrame } from "./sealed-frame.js";
import { firstThatWorks } from "./starts.js";

const DRAW_MS = 10_000; // the first of a figure may import much
const DRIVE_MS = 2000;
const DRIVE_ENDS_MS = 5000;
const OVERTAKEN_MS = 300;
const STAGE_MS = 60_000;
const QUIET_MS = 8000;
const SAID_MS = 50;
const DOWNLOADED = 0.85;
const LONGEST_LINE = 100_000;
const UNBELIEVED = "Something that this code sent to the page was not believed, and was left out.\n";
const FALSE_ANSWER = "Python’s answer was not of the form that this page believes, so Python was restarted.";
const FLOODED = "This page was sent more than it can take, so Python was restarted.";

// Fires `state` when `state` changes, and `progress` when `progress` ({share, text}) does.
export class Python extends EventTarget {
  state = "asleep";
  progress = { share: 0, text: "" };
  failure = "";
  // How often Python was started anew: what was defined under another number is gone.
  restarts = 0;
  // Bytes that Python had taken at the end of the last run. It gives none of them back while it lives.
  memory = 0;
  #listing;
  #manifest = null;
  #frame;
  #heartbeat = new Heartbeat(
    (n) => this.#frame.post({ type: "ping", n }),
    () => this.#restart("Python had to restart."),
    () => this.#calls.isLimited,
  );
  #awake = null;
  #prepared = null;
  #start = null;
  #calls = new Calls();
  #outputs = new Outputs();
  #supplying = new Set();
  #warned = new Set();
  #runs = new Runs({
    isReady: () => this.state === "ready",
    begin: (job) => this.#begin(job),
    end: (job) => this.#end(job),
    interrupt: (id) => this.#frame.post({ type: "stop", id }),
    spare: () => this.#frame.spare({ isWhole: true }),
    restart: (reason) => this.#restart(reason),
  });
  #isRestWanted = false;
  #quiet = () => {};
  #saidAt = -Infinity;

  // listing: {url, sha256} of the manifest; wakeSize says in words what waking fetches; sealed: the sealed frame's HTML.
  constructor(listing, wakeSize, sealed) {
    super();
    this.#frame = new SealedFrame(sealed, (message) => this.#on[message.type](message));
    this.#listing = listing;
    this.wakeSize = wakeSize;
  }

  // Opens the sealed frame, with nothing in it: a fifth of what waking takes. It asks for nothing, and Python sleeps.
  open() {
    if (this.state === "asleep" && !this.#prepared) this.#frame.open().catch(() => {}); // waking tries again, and says what is wrong
  }

  // Begins to fetch what waking needs, for a reader who seems to be about to run something. Python still sleeps.
  async warm() {
    if (this.state !== "asleep" || this.#prepared || navigator.connection?.saveData) return;
    try {
      checkBrowser();
      this.#manifest ??= await fetchManifest(this.#listing);
      if (this.state === "asleep") this.#prepare(this.#manifest.starts[0]);
    } catch {
      // Waking tries again, and says what is wrong.
    }
  }

  // Resolves once calls are answered; rejects with an Error whose message is for the reader. After a failure: tries again.
  wake() {
    if (this.state === "failed") this.#awake = null;
    this.#awake ??= this.#wake();
    this.#awake.catch(() => {});
    return this.#awake;
  }

  // Runs a cell after those asked for before it. Returns {outcome, stop}: outcome is a promise of kino.cell's outcome,
  // or of {status: "restarted", reason}; it rejects when Python cannot be woken. others: the page's cells, [[id, code], …];
  // drives: the name of the function that the cell hands to a figure; check: what the answer to an exercise is checked by,
  // {source, makes}; onStart() when it begins;
  // onAsk(prompt, reply) when it asks the reader for a line, to be answered by reply(text).
  run(cell, source, { others, drives, check, onStart, onItems, onAsk }) {
    const run = this.#runs.add({ kind: "run", payload: { cell, source, others, drives, check }, onStart, onItems, onAsk });
    this.wake().then(() => this.#runs.next(), run.abandon);
    return run;
  }

  // Takes back what the runs of a cell did to names, once the runs asked for before have ended. A promise of {back}: the
  // names that are there again. Wakes nothing.
  forget(cell) {
    if (this.state === "asleep" || this.state === "waking" || this.state === "failed") return Promise.resolve({ back: [] });
    const { outcome } = this.#runs.add({ kind: "forget", payload: { cell } });
    this.#runs.next();
    return outcome.then(
      ({ back = [] }) => ({ back }),
      () => ({ back: [] }),
    );
  }

  // Draws a figure in a state of its controls: a promise of {svg, values, words} or {error}; null when Python is not ready;
  // {status: "restarted"} when it was lost meanwhile, with isTooSlow when it was ended because the drawing took too long.
  draw(figure, state) {
    if (this.state !== "ready") return Promise.resolve(null);
    let isTooSlow = false;
    const end = () => {
      isTooSlow = true;
      this.#restart("Python had to restart.");
    };
    const drawn = this.#call("draw", { figure, state }, { limits: [[DRAW_MS, end]] }).answer;
    drawn.then((answer) => answer?.absent && this.#wantRest());
    return drawn.then((live) => (isTooSlow ? { ...live, isTooSlow } : live));
  }

  // Draws a figure with the function that a cell has made: as `draw`, but what takes too long is stopped (`isStopped`), and
  // what cannot be stopped is ended with its Python.
  drive(cell, figure, state) {
    if (this.state !== "ready") return Promise.resolve(null);
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      this.#frame.post({ type: "stop", id });
    };
    const end = () => this.#restart("Python had to restart.");
    const { id, answer } = this.#call("drive", { cell, figure, state }, { limits: [[DRIVE_MS, stop], [DRIVE_ENDS_MS, end]] });
    answer.then((drawn) => drawn?.absent && this.#wantRest());
    return answer.then((drawn) => ({ ...drawn, isStopped }));
  }

  // Asks about code that is being written, kind "complete" or "signature": a promise of the answer; null when Python is not ready.
  ask(kind, payload) {
    return this.state === "ready" ? this.#call(kind, payload).answer : Promise.resolve(null);
  }

  // Starts Python anew: all names are gone, and the memory that it had taken is given back.
  restart() {
    if (this.state === "ready" || this.state === "busy") this.#restart("Python was restarted.");
  }

  async #wake() {
    this.#setState("waking");
    try {
      this.#setProgress(0, "Fetching Python");
      checkBrowser();
      this.#manifest ??= await fetchManifest(this.#listing);
      await firstThatWorks(this.#manifest.starts, (start) => this.#startFrom(start));
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  async #startFrom(start) {
    if (this.#prepared?.start !== start) this.#prepare(start);
    const { begun, fetched } = this.#prepared;
    await this.#untilReady(({ reject }) => {
      begun.then(() => this.#frame.wake(), reject);
      fetched.catch(reject);
    });
  }

  #prepare(start) {
    const fetching = (files, onFile) => this.#download(files, (share) => this.#fetched(share), onFile);
    const prepared = { start, ...prepare(this.#manifest, start, this.#frame, fetching) };
    this.#prepared = prepared;
    prepared.fetched.catch(() => {
      if (this.#prepared === prepared) this.#prepared = null;
    });
  }

  #fetched(share) {
    this.#start?.heard();
    if (this.state === "waking") this.#setProgress(share * DOWNLOADED, share < 1 ? "Fetching Python" : "Starting Python");
  }

  #download(files, onShare, onFile) {
    const total = files.reduce((sum, file) => sum + file.bytes, 0);
    return download(files, this.#listing.url, { onProgress: (received) => onShare(received / total), onFile });
  }

  // Begins a start and waits for the message that ends it.
  // Where WebAssembly or workers are refused, a start neither ends nor fails by itself, so its silence is watched.
  #untilReady(begin) {
    return new Promise((resolve, reject) => {
      const silence = () => reject(new Error("Python did not start within a minute. This browser or a school's filter may be blocking it."));
      let callOff = () => {};
      const settle = (how) => (value) => {
        callOff();
        if (this.#start === start) this.#start = null;
        how(value);
      };
      const heard = () => {
        callOff();
        callOff = afterAwake(STAGE_MS, silence);
      };
      heard();
      const start = { heard, resolve: settle(resolve), reject: settle(reject) };
      this.#start = start;
      begin(start);
    });
  }

  #fail(error) {
    this.#start = null;
    this.#prepared = null;
    this.#frame.close();
    this.failure = error.message;
    this.#setState("failed");
  }

  #on = {
    ready: () => this.#started(),
    whole: () => this.dispatchEvent(new Event("state")),
    stage: ({ stage }) => {
      this.#start?.heard();
      const share = DOWNLOADED + (1 - DOWNLOADED) * ((STAGES.indexOf(stage) + 1) / STAGES.length);
      this.#setProgress(share, stage === "core" ? "Loading NumPy" : "Starting Python");
    },
    items: ({ id, items }) => this.#outputs.take(id, items),
    need: (message) => this.#supply(message),
    ask: ({ id, prompt }) => this.#calls.get(id)?.onAsk?.(prompt, (text) => this.#reply(id, text)),
    answer: ({ id, payload, memory }) => {
      this.memory = memory ?? this.memory;
      this.#answer(id, payload);
    },
    pong: ({ n }) => this.#heartbeat.pong(n),
    fatal: ({ text, isFinal }) => {
      console.warn(`kino: Python was lost: ${text}`);
      this.#lost(text, "Python had to restart.", isFinal);
    },
    dropped: ({ id }) => {
      this.#warn("a message from the sealed frame was dropped: it is not of the protocol");
      // An answer that is not believed is an answer all the same: nobody waits for another.
      if (this.#calls.has(id)) this.#answer(id, "");
      else this.#outputs.say(UNBELIEVED);
    },
    flood: () => {
      console.warn("kino: the worker sent more than a page can take, and was ended");
      this.#lost("too much came from it", FLOODED);
    },
  };

  #lost(text, reason, isFinal) {
    if (this.state === "asleep") this.#prepared = null;
    else if (this.#start) this.#start.reject(Object.assign(new Error(`Python could not start: ${text}`), { isFinal }));
    else this.#restart(reason);
  }

  // Once a run: what is sent a thousand times is not to fill the console.
  #warn(words) {
    if (!this.#warned.has(words)) console.warn(`kino: ${words}`);
    this.#warned.add(words);
  }

  #started() {
    if (!this.#start) return;
    this.#setState("ready");
    this.#start.resolve();
  }

  #call(kind, payload, { onItems, onAsk, limits } = {}) {
    const { id, answer } = this.#calls.add({ kind, onItems, onAsk }, limits);
    const text = JSON.stringify(payload);
    if (kind === "draw") this.#frame.postDirectly({ type: "draw", id, payload: text });
    else this.#frame.post({ type: "call", id, kind, payload: text });
    return { id, answer };
  }

  #reply(id, text) {
    if (this.#calls.has(id)) this.#frame.post({ type: "reply", id, text: text.slice(0, LONGEST_LINE) });
  }

  #answer(id, payload) {
    const call = this.#calls.get(id);
    if (!call) return this.#warn("an answer was dropped: no call waits for it");
    const answer = readAnswer(call.kind, payload);
    if (answer === undefined) {
      this.#warn("an answer was not of its form");
      return this.#restart(FALSE_ANSWER);
    }
    this.#calls.answer(id, answer);
  }

  #begin(job) {
    this.#setState("busy");
    // Two ways lead to the worker, so a drawing may come there behind the run, and would be answered when that has ended.
    for (const id of this.#calls.of("draw")) afterAwake(OVERTAKEN_MS, () => this.#calls.assume(id, null));
    job.onStart?.();
    this.#warned.clear();
    const call = this.#call(job.kind, job.payload, job);
    if (job.onItems) this.#outputs.begin(job.payload.cell, call.id, job.onItems);
    return call;
  }

  #end(job) {
    this.#setProgress(1, "");
    if (job.isStopped) whenIdle(() => this.#frame.spare());
    if (this.state === "busy") this.#setState("ready");
  }

  // Ends the worker and starts another. Every open call is answered.
  #restart(reason) {
    if (this.state === "restarting") return;
    this.restarts += 1;
    this.memory = 0;
    this.#setState("restarting");
    this.#setProgress(DOWNLOADED, "Starting Python again");
    this.#calls.answerAll({ status: "restarted", reason });
    this.#awake = this.#untilReady(() => this.#frame.restart()).catch((error) => this.#startAnew(error));
    this.#awake.then(
      () => {
        this.#runs.next();
        whenIdle(() => this.#frame.spare());
      },
      (error) => {
        this.#fail(error);
        this.#runs.abandon(error);
      },
    );
  }

  // In a new frame, if need be from another of the manifest's starts.
  #startAnew(error) {
    console.warn(`kino: Python could not be restarted, so it starts from the beginning: ${error.message}`);
    this.#prepared = null;
    return firstThatWorks(this.#manifest.starts, (start) => this.#startFrom(start));
  }

  // A drawing needs what has not come yet.
  #wantRest() {
    this.#isRestWanted = true;
  }

  // Fetches what a cell imports and Python does not have yet.
  async #supply(message) {
    const { id, packages } = message;
    const call = this.#calls.get(id);
    if ((!call && id !== 0) || this.#supplying.has(id)) return;
    // What no call waits for is not fetched with "save data" on. It is answered, for a call may come to wait for it.
    if (id === 0 && !this.#isRestWanted && navigator.connection?.saveData) return this.#frame.post({ type: "supply", id, files: null });
    const isWaitedFor = () => id === 0 || this.#calls.has(id);
    const known = packages.filter((name) => Object.hasOwn(this.#manifest.packages, name));
    const names = new Set(known.flatMap((name) => this.#manifest.packages[name]));
    const wanted = [...names].map((name) => this.#manifest.files[name]);
    const size = (wanted.reduce((sum, file) => sum + file.bytes, 0) / 1e6).toFixed(1);
    const title = known.join(", ");
    this.#supplying.add(id);
    try {
      const files = await this.#download(wanted, (share) => {
        if (call && isWaitedFor()) this.#setProgress(share, `Fetching ${title}, ${size} MB`);
      });
      if (isWaitedFor()) this.#frame.post({ type: "supply", id, files }, files.map(([, bytes]) => bytes));
    } catch (error) {
      console.warn(`kino: ${title} could not be fetched: ${error.message}`);
      if (isWaitedFor()) this.#frame.post({ type: "supply", id, files: null });
      call?.onItems?.([{ kind: "err", text: `${title} could not be fetched. ${error.message} Run the cell to try again.\n` }]);
    } finally {
      this.#supplying.delete(id);
      if (call && isWaitedFor()) this.#setProgress(1, "");
    }
  }

  #setState(state) {
    this.state = state;
    this.#heartbeat.follow(state);
    document.documentElement.dataset.python = state;
    this.dispatchEvent(new Event("state"));
  }

  #setProgress(share, text) {
    this.#quiet();
    const say = () => this.#setProgress(share, `${text}: nothing comes at the moment`);
    this.#quiet = text.startsWith("Fetching") && !text.includes(":") ? afterAwake(QUIET_MS, say) : () => {};
    const isOther = text !== this.progress.text || share < this.progress.share;
    this.progress = { share, text };
    const now = performance.now();
    // Every part of the page shows it, and on a fast line something comes all the time.
    if (!isOther && Math.abs(now - this.#saidAt) < SAID_MS) return;
    this.#saidAt = now;
    this.dispatchEvent(new Event("progress"));
  }
}

function checkBrowser() {
  if (typeof WebAssembly !== "object") throw new Error("This browser has WebAssembly switched off, and Python needs it. The text and the film of the figure work without.");
  if (!globalThis.crypto?.subtle) throw new Error("Python only runs on a page that came over https (or from this machine).");
}
