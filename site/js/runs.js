// What Python was asked to run, one after the other, and the ladder of Stop: an interrupt, the same again after a second
// (the worker sees to that), and at two seconds another Python.

import { afterAwake } from "./patience.js";

const SPARE_MS = 1000;
const STOP_MS = 2000;

export class Runs {
  #python;
  #queue = [];
  #running = null;

  // python: {isReady(), begin(job) → {id, answer}, end(job), interrupt(id), spare(), restart(reason)}
  constructor(python) {
    this.#python = python;
  }

  // job: {kind, payload, onStart, …}. Returns {outcome, stop, abandon}: outcome is a promise of the answer; abandon(error)
  // rejects it, if the job still waits.
  add(job) {
    const outcome = new Promise((resolve, reject) => Object.assign(job, { resolve, reject, isStopped: false }));
    this.#queue.push(job);
    return { outcome, stop: () => this.#stop(job), abandon: (error) => this.#leave(job) && job.reject(error) };
  }

  // Begins the next one, if Python is ready for it.
  async next() {
    if (this.#running || !this.#python.isReady()) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#running = job;
    const { id, answer } = this.#python.begin(job);
    job.id = id;
    const outcome = await answer;
    job.endLadder?.();
    clearTimeout(job.spareTimer);
    this.#running = null;
    this.#python.end(job);
    job.resolve(outcome);
    // The cell that has ended says so before the next one begins.
    await null;
    this.next();
  }

  abandon(error) {
    for (const job of this.#queue.splice(0)) job.reject(error);
  }

  #stop(job) {
    if (job.isStopped) return;
    job.isStopped = true;
    if (job !== this.#running) {
      this.#leave(job);
      job.resolve({ status: "stopped" });
      return;
    }
    this.#python.interrupt(job.id);
    job.spareTimer = setTimeout(() => this.#python.spare(), SPARE_MS);
    job.endLadder = afterAwake(STOP_MS, () => this.#python.restart("The code could not be interrupted, so Python was restarted."));
  }

  // Takes a job out of the queue; whether it was there.
  #leave(job) {
    const place = this.#queue.indexOf(job);
    if (place >= 0) this.#queue.splice(place, 1);
    return place >= 0;
  }
}
