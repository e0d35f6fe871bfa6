// How Stop reaches a run. While Python computes, no message gets through, so it asks for its lifeline instead: a blob
// address that Stop takes away. Pyodide reads element 0 of its interrupt buffer every few bytecodes; 2 is SIGINT, and
// kino.stopping says what it strikes.

const POLL_MS = 100;
// Code that went on after the first interrupt gets a second one.
const AGAIN_MS = 1000;

export class Interrupts {
  #lifeline = null;
  #isDue = false;
  #polled = 0;
  #cutAt = null;
  #timer = 0;
  #onPoll;

  // onPoll() is called now and then while Python computes.
  constructor(onPoll) {
    this.#onPoll = onPoll;
  }

  arm(lifeline) {
    this.#lifeline = lifeline;
    this.#isDue = true;
    this.#polled = performance.now();
  }

  disarm() {
    this.#lifeline = null;
    this.#isDue = false;
    this.#cutAt = null;
    clearTimeout(this.#timer);
  }

  get 0() {
    const now = performance.now();
    // Either way, for a clock may be set back.
    if (Math.abs(now - this.#polled) < POLL_MS) return 0;
    this.#polled = now;
    this.#onPoll();
    return this.#isFirst() || this.#isSecond(now) ? 2 : 0;
  }

  set 0(_) {}

  // Stop came as a message, so the run is likely to be waiting: wake(isAgain) ends that, and says whether it could. It
  // is tried until it could, for the run may begin to wait only now, and once more after a second.
  wake(wake) {
    const isFirst = this.#isDue;
    if (isFirst || this.#isSecond(performance.now())) {
      this.#isDue = false; // wake() runs Python too, and that is not what was to be interrupted
      if (!wake(!isFirst)) this.#isDue = true;
      else if (isFirst) this.#cut();
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(wake), POLL_MS);
  }

  // The interrupt met nothing that it could end: it is due again.
  again() {
    this.#isDue = this.#lifeline !== null;
    this.#cutAt = null;
  }

  #isFirst() {
    if (!this.#isDue || isAlive(this.#lifeline)) return false;
    this.#cut();
    return true;
  }

  #cut() {
    this.#isDue = false;
    this.#cutAt = performance.now();
  }

  #isSecond(now) {
    if (this.#cutAt === null || Math.abs(now - this.#cutAt) < AGAIN_MS) return false;
    this.#cutAt = null;
    return true;
  }
}

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
