// How much one worker may send. What is sent is weighed without trusting its form: any code may have made it.

const MOST_PARTS = 100_000;
const DEEPEST = 30;
// What may come at once, and what there is room for again in each millisecond.
const MOST = 200_000;
const WORK_A_MS = 40;
const SIZE_A_MS = 200;
// The page's own work for a message, whatever its size. What is not listed changes what all of the page shows.
const WORK = new Map([["answer", 20], ["items", 20], ["pong", 20]]);
const WORK_OF_OTHERS = 200;
const WORK_OF_ODD = 8000;

// {parts, chars} of plain JSON; null for anything else, and for what is too deep or has too many parts.
export function weigh(value, most = MOST_PARTS) {
  let parts = 0;
  let chars = 0;
  let level = [value];
  for (let depth = 0; level.length; depth++) {
    const next = [];
    for (const one of level) {
      parts += 1;
      if (typeof one === "string") chars += one.length;
      else if (typeof one === "bigint") return null;
      else if (typeof one === "object" && one !== null) {
        // A list may be long without holding anything.
        const isPlain = Array.isArray(one) ? one.length <= most : Object.getPrototypeOf(one) === Object.prototype;
        const inner = isPlain ? Object.values(one) : [];
        if (!isPlain || depth === DEEPEST || parts + next.length + inner.length > most) return null;
        for (const part of inner) next.push(part);
      }
    }
    level = next;
  }
  return { parts, chars };
}

export class Meter {
  #work = 0;
  #size = 0;
  #at = 0;

  // Counts one more message: "fine"; "odd" where it is no plain JSON of a size that messages have; "flood" where it is more
  // than there is room for.
  judge(message, now = performance.now()) {
    // A clock that is set back has not taken room away.
    const passed = Math.max(0, now - this.#at);
    this.#at = now;
    const weight = weigh(message);
    const work = weight ? (WORK.get(message?.type) ?? WORK_OF_OTHERS) : WORK_OF_ODD;
    const size = weight ? (weight.parts + weight.chars / 250) / 4 : 0;
    this.#work = Math.max(0, this.#work - passed * WORK_A_MS) + work;
    this.#size = Math.max(0, this.#size - passed * SIZE_A_MS) + size;
    if (this.#work > MOST || this.#size > MOST) return "flood";
    return weight ? "fine" : "odd";
  }
}
