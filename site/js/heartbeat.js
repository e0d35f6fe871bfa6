// Whether Python is still there. While it has nothing to do it must answer pings; before it is given work it is asked once
// more, for Python that computes cannot answer. A worker that ends without a word is noticed in no other way.

const TICK_MS = 1000;
const MOST_MISSED = 6;

export class Heartbeat {
  #ping;
  #onLost;
  #isExcused;
  #timer = 0;
  #ticked = 0;
  #isIdle = false;
  #sent = 0;
  #heard = 0;
  #missed = 0;

  // ping(n) asks, to be answered by pong(n); onLost() is called when no answer comes, but for as long as isExcused() says that
  // what Python does has an end of its own.
  constructor(ping, onLost, isExcused) {
    this.#ping = ping;
    this.#onLost = onLost;
    this.#isExcused = isExcused;
  }

  // Follows the state of Python.
  follow(state) {
    if (state === "busy") this.#ask();
    this.#isIdle = state === "ready";
    if (state === "ready" || state === "busy") {
      if (!this.#timer) this.#begin();
    } else this.#end();
  }

  pong(n) {
    if (n === this.#sent) this.#heard = n;
    this.#missed = 0;
  }

  #begin() {
    this.#ticked = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #end() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#heard = this.#sent;
    this.#missed = 0;
  }

  #ask() {
    if (this.#heard === this.#sent) this.#ping(++this.#sent);
  }

  #tick() {
    const now = performance.now();
    // A tick that comes late tells of a page that slept, or a busy machine, not of Python.
    const isLate = now - this.#ticked > 2 * TICK_MS;
    this.#ticked = now;
    if (this.#heard === this.#sent) {
      if (this.#isIdle) this.#ask();
    } else if (isLate || this.#isExcused()) this.#missed = 0;
    else if (++this.#missed >= MOST_MISSED) this.#onLost();
  }
}
