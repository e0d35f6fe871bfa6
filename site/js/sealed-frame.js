// The sandboxed frame in which Python runs, as the page sees it: messages in, checked messages out.

import { isFromFrame } from "./protocol.js";

export class SealedFrame {
  #frame = null;

  // onMessage(message) is called with each message of the protocol; any other is dropped, and said in the console.
  constructor(onMessage) {
    addEventListener("message", ({ source, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (isFromFrame(data)) onMessage(data);
      else console.warn("kino: a message from the sealed frame was dropped: it is not of the protocol");
    });
  }

  // Makes the frame of its document, in place of the one before; it says `open` once it listens.
  open(html) {
    this.close();
    this.#frame = document.createElement("iframe");
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.title = "Python, sealed off from this page";
    // Not `hidden`: browsers give the process of a frame that cannot be seen a lower priority.
    this.#frame.className = "sealed";
    this.#frame.tabIndex = -1;
    this.#frame.setAttribute("aria-hidden", "true");
    this.#frame.srcdoc = html;
    document.body.append(this.#frame);
  }

  post(message, transfer = []) {
    this.#frame.contentWindow.postMessage(message, "*", transfer);
  }

  close() {
    this.#frame?.remove();
    this.#frame = null;
  }
}
