// What a run waits for outside Python: time to pass, a line from the reader. Stop ends them at once.

const LONGEST_MS = 2 ** 31 - 1;
const LONGEST_PROMPT = 10_000;

export class Waits {
  #post;
  #ends = new Set();
  #left = new Set();
  #asked = Promise.resolve();
  #reply = null;

  // post(prompt) asks the page for a line.
  constructor(post) {
    this.#post = post;
  }

  // A run begins: what waits already was left behind by earlier ones.
  begin() {
    for (const end of this.#ends) this.#left.add(end);
    this.#ends = new Set();
  }

  // Resolves after `ms` to false, or to true once Stop was pressed.
  sleep(ms) {
    return this.#until((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.min(ms, LONGEST_MS));
      return () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  // Resolves to the reader's line, or to undefined once Stop was pressed. One question at a time is open.
  ask(prompt) {
    const asked = this.#asked.then(() => this.#ask(prompt));
    this.#asked = asked;
    return asked;
  }

  #ask(prompt) {
    this.#post(prompt.slice(0, LONGEST_PROMPT));
    return this.#until((resolve) => {
      this.#reply = resolve;
      return () => resolve();
    }).finally(() => (this.#reply = null));
  }

  reply(text) {
    this.#reply?.(text);
  }

  // Whether anything waited. What was left behind is ended too where nothing else waits, for the run may wait for that
  // (or compute), and the second time.
  stop(isAgain = false) {
    const ends = [...this.#ends];
    const left = isAgain || !ends.length ? [...this.#left] : [];
    for (const end of [...ends, ...left]) end();
    return ends.length > 0;
  }

  // begin(resolve) begins to wait and returns what ends it when Stop is pressed.
  #until(begin) {
    const ends = this.#ends;
    let end;
    return new Promise((resolve) => {
      end = begin(resolve);
      ends.add(end);
    }).finally(() => [ends, this.#left].forEach((set) => set.delete(end)));
  }
}
