// When the image of Python's memory is asked for. It is wanted last: on a slow line the worker goes on with all else while the
// image is on its way.

const isLast = ({ name }) => name.endsWith(".gzip");

// Before all else has come, so that the line has no pause.
const AHEAD_MS = 100;

// On another visit all is at hand, most likely, and nothing has to wait.
const isFirstVisit = !isControlled();

function isControlled() {
  try {
    return Boolean(navigator.serviceWorker.controller);
  } catch {
    // Where nothing may be kept, the question alone is refused.
    return false;
  }
}

export class LastTurn {
  #wanted;
  #start = performance.now();
  #comes;
  #begin;

  // files: entries {name, bytes} of the manifest.
  constructor(files) {
    this.#comes = new Promise((resolve) => (this.#begin = resolve));
    this.#wanted = files.filter((file) => !isLast(file)).reduce((sum, { bytes }) => sum + bytes, 0);
    if (!this.#wanted) this.#begin();
  }

  // Resolves when it is the turn of one of the files.
  async of(file) {
    if (isFirstVisit && isLast(file)) await this.#comes;
  }

  // received: bytes of all files that have come by now.
  look(received) {
    const ms = performance.now() - this.#start;
    if ((this.#wanted - received) * ms <= AHEAD_MS * received) this.#begin();
  }
}
