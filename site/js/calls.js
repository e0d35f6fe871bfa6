// What Python was asked and has not answered yet. It does one thing after the other, so a limit of time counts from when
// those asked before that have one are answered: the last of four drawings is not late because three came first.

import { afterAwake } from "./patience.js";

export class Calls {
  #open = new Map();
  #nextId = 1;

  // call: {kind, …}. limits: [[ms, act], …]; act() is called when there is no answer after so long. Returns {id, answer}.
  add(call, limits = []) {
    const id = this.#nextId++;
    const answer = new Promise((resolve) => this.#open.set(id, { ...call, limits, resolve }));
    this.#watchFirst();
    return { id, answer };
  }

  get(id) {
    return this.#open.get(id);
  }

  has(id) {
    return this.#open.has(id);
  }

  // Whether one is open whose time is limited.
  get isLimited() {
    return [...this.#open.values()].some(({ limits }) => limits.length);
  }

  // The numbers of those of a kind.
  of(kind) {
    return [...this.#open].filter(([, call]) => call.kind === kind).map(([id]) => id);
  }

  // Gives a call an answer before Python does, if it still waits for one.
  assume(id, answer) {
    const call = this.get(id);
    if (!call) return;
    for (const callOff of call.watched ?? []) callOff();
    call.limits = [];
    call.resolve(answer);
    this.#watchFirst();
  }

  answer(id, answer) {
    this.assume(id, answer);
    this.#open.delete(id);
  }

  // None will be answered by Python.
  answerAll(answer) {
    for (const id of [...this.#open.keys()]) this.answer(id, answer);
  }

  #watchFirst() {
    const first = [...this.#open.values()].find(({ limits }) => limits.length);
    if (first) first.watched ??= first.limits.map(([ms, act]) => afterAwake(ms, act));
  }
}
