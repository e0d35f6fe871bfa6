// The sandboxed frame in which Python runs, as the page sees it: messages in, checked messages out.

import { Meter } from "./meter.js";
import { afterAwake } from "./patience.js";
import { answeredBy, isFromFrame, isFromPort } from "./protocol.js";

const OPEN_MS = 9000;
const CLOSED = "This browser, or a filter between it and this site, does not let the page open the sealed frame in which Python runs.";

export class SealedFrame {
  #document;
  #frame = null;
  #worker = 0;
  #opened = null;
  // The opening of a frame in which nothing has been started yet.
  #opening = null;
  #port = null;
  #take;

  // document: the frame's HTML. onMessage(message) is called with each message of the protocol that the present worker sends; for what is not of the
  // protocol, with `dropped`.
  constructor(document, onMessage) {
    this.#document = document;
    this.#take = (data, isRight) => onMessage(isRight ? data : { type: "dropped", id: answeredBy(data) });
    addEventListener("message", ({ source, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (data?.type !== "open" && data?.worker !== this.#worker) return;
      if (data?.type === "open") return this.#opened();
      // Once for a worker, whatever code in it says.
      if (data?.type === "ready") this.#port ??= this.#connect();
      this.#take(data, isFromFrame(data));
    });
  }

  // Makes the frame, in place of one in which something was started. Resolves once it listens; rejects when it does not.
  open() {
    this.#opening ??= this.#open().catch((error) => {
      this.close();
      throw error;
    });
    return this.#opening;
  }

  #open() {
    this.close();
    const opened = new Promise((resolve, reject) => {
      const callOff = afterAwake(OPEN_MS, () => reject(Object.assign(new Error(CLOSED), { isFinal: true })));
      this.#opened = () => {
        callOff();
        resolve();
      };
    });
    this.#frame = document.createElement("iframe");
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.title = "Python, sealed off from this page";
    // Not `hidden`: browsers give the process of a frame that cannot be seen a lower priority.
    this.#frame.className = "sealed";
    this.#frame.tabIndex = -1;
    this.#frame.setAttribute("aria-hidden", "true");
    this.#frame.srcdoc = this.#document;
    document.body.append(this.#frame);
    return opened;
  }

  // Starts the first worker, in one of the ways of the manifest's `starts`; its files come by `give`.
  start(worker, way) {
    this.#opening = null;
    this.#worker = 1;
    this.post({ type: "start", worker, way });
  }

  // Lets the worker, and those after it, go on to a Python that answers.
  wake() {
    this.post({ type: "wake" });
  }

  // Hands over a file that workers need.
  give(name, bytes) {
    this.post({ type: "file", name, bytes }, [bytes]);
  }

  // Prepares a second worker in the background, for the next restart. isWhole: that comes soon, and memory does not matter.
  spare({ isWhole = false } = {}) {
    if (this.#worker) this.post({ type: "spare", isWhole });
  }

  // Ends the worker; the spare takes its place, or another that starts from the same files.
  restart() {
    this.#worker += 1;
    this.#disconnect();
    this.post({ type: "restart" });
  }

  // What is still on its way when the frame is closed goes nowhere.
  post(message, transfer = []) {
    this.#frame?.contentWindow.postMessage(message, "*", transfer);
  }

  // Posts to a worker that is ready, past the frame: half the way.
  postDirectly(message) {
    this.#port.postMessage(message);
  }

  #connect() {
    const { port1, port2 } = new MessageChannel();
    const meter = new Meter();
    port1.onmessage = ({ data }) => {
      if (port1 !== this.#port) return;
      const found = meter.judge(data);
      if (found !== "flood") return this.#take(data, found === "fine" && isFromPort(data));
      port1.close();
      this.#take({ type: "flood" }, true);
    };
    this.post({ type: "port", port: port2 }, [port2]);
    return port1;
  }

  #disconnect() {
    this.#port?.close();
    this.#port = null;
  }

  close() {
    this.#frame?.remove();
    this.#frame = null;
    this.#opening = null;
    this.#worker = 0;
    this.#disconnect();
  }
}
