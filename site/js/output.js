// Output of one call, on its way from the worker to the page: sent in batches, the beginning whole up to a cap,
// and of what comes after it only the newest part, with a count of what is left out.

const HEAD_LINES = 400;
const HEAD_CHARS = 40_000;
const TAIL_LINES = 20;
const TAIL_CHARS = 4_000;
const MOST_IMAGES = 20;
const BATCH_MS = 50;
const MOST_ITEMS = 500;

export class Output {
  #post;
  #items = [];
  #lines = 0;
  #chars = 0;
  #images = 0;
  #tail = "";
  #cutLines = 0;
  #cutChars = 0;
  #isTailNew = false;
  #sent = 0;

  // post(items) hands a batch on.
  constructor(post) {
    this.#post = post;
  }

  write(kind, text) {
    if (kind === "image") this.#addImage(text);
    else this.#addText(kind, text);
    this.tick();
  }

  // Sends what is waiting, unless a batch went out a moment ago.
  tick() {
    if (performance.now() - this.#sent >= BATCH_MS || this.#items.length >= MOST_ITEMS) this.flush();
  }

  flush() {
    const items = this.#items;
    if (this.#isTailNew) items.push(this.#tailItem());
    if (!items.length) return;
    this.#items = [];
    this.#isTailNew = false;
    this.#post(items);
    this.#sent = performance.now();
  }

  #addImage(text) {
    this.#images += 1;
    if (this.#images <= MOST_IMAGES) this.#items.push({ kind: "image", ...JSON.parse(text) });
    else if (this.#images === MOST_IMAGES + 1) this.#items.push({ kind: "err", text: `Only the first ${MOST_IMAGES} pictures of a run are shown.\n` });
  }

  #addText(kind, text) {
    const cut = this.#tail ? 0 : this.#fits(text);
    if (cut > 0) {
      const shown = text.slice(0, cut);
      this.#lines += countLines(shown);
      this.#chars += cut;
      const last = this.#items.at(-1);
      if (last?.kind === kind && kind !== "value") last.text += shown;
      else this.#items.push({ kind, text: shown });
    }
    if (cut < text.length) this.#addTail(text.slice(cut));
  }

  // How many of the text's characters still fit under the cap.
  #fits(text) {
    const room = HEAD_CHARS - this.#chars;
    let end = -1;
    for (let line = this.#lines; line < HEAD_LINES; line++) {
      end = text.indexOf("\n", end + 1);
      if (end < 0 || end >= room) return Math.min(text.length, room);
    }
    return end + 1;
  }

  #addTail(text) {
    this.#tail += text;
    this.#isTailNew = true;
    if (this.#tail.length > 4 * TAIL_CHARS) this.#trimTail();
  }

  #trimTail() {
    let from = Math.max(0, this.#tail.length - TAIL_CHARS);
    const end = this.#tail.endsWith("\n") ? this.#tail.length - 1 : this.#tail.length;
    let line = end;
    let counted = 0;
    for (; counted < TAIL_LINES && line > from; counted++) line = this.#tail.lastIndexOf("\n", line - 1);
    if (counted === TAIL_LINES && line + 1 > from) from = line + 1;
    this.#cutLines += countLines(this.#tail.slice(0, from));
    this.#cutChars += from;
    this.#tail = this.#tail.slice(from);
  }

  #tailItem() {
    this.#trimTail();
    return { kind: "tail", text: this.#tail, lines: this.#cutLines, chars: this.#cutChars };
  }
}

function countLines(text) {
  let count = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) count += 1;
  return count;
}
