// How much one worker may send. What is sent is weighed without trusting its form: any code may have made it.

const MOST_PARTS = 100_000;
const DEEPEST = 30;
const WINDOW_MS = 1000;
const MOST_IN_WINDOW = 200_000;
// The page's own work for a message, whatever its size. What is not listed changes what all of the page shows.
const COSTS = new Map([["answer", 20], ["items", 20], ["pong", 20]]);
const COST = 200;
const COST_OF_ODD = 8000;

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
  #since = 0;
  #spent = 0;

  // Counts one more message: "fine"; "odd" where it is no plain JSON of a size that messages have; "flood" where it is more
  // than may come in a second.
  judge(message, now = performance.now()) {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#spent = 0;
    }
    const weight = weigh(message);
    this.#spent += weight ? (COSTS.get(message?.type) ?? COST) + (weight.parts + weight.chars / 250) / 4 : COST_OF_ODD;
    if (this.#spent > MOST_IN_WINDOW) return "flood";
    return weight ? "fine" : "odd";
  }
}
