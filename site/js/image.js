// An image of Python's memory: what it holds after `import numpy` beyond what it holds before anything has run.
//
// The file: the length of its facts (4 bytes), the facts as JSON, filled up to a multiple of 4 bytes, then pages. `runs` says
// which: [pages to leave out, pages that follow, …]. Below the address `top` each is to be combined by exclusive or with the
// fresh memory; beyond it that holds nothing but zeros, and they are the image's own. The stack is left out: at the moment of
// an image there is nothing on it.

const PAGE = 1024;
const WORDS = PAGE / 4;

export class ImageError extends Error {}

// The file of an image. fresh: two fresh memories, made at different times; full: the memory of the image; stack: [lowest,
// highest address]; facts: any JSON beside, with `own`: addresses of words that stay as the browser has them.
export function packImage(fresh, full, stack, facts) {
  const [before, other, after] = [...fresh, full].map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4));
  // No word of these is known beforehand.
  const varying = Array.from(before.keys()).filter((i) => before[i] !== other[i]).map((i) => 4 * i);
  for (const address of varying) before[address >> 2] = 0;
  const isChanged = (page) => !isStack(page, stack) && firstDifference(before, after, page * WORDS) < (page + 1) * WORDS;
  const pages = Array.from({ length: full.length / PAGE }, (_, page) => page).filter(isChanged);
  const runs = toRuns(pages);
  const top = PAGE * (1 + Math.floor(Math.max(lastFilled(before), lastFilled(other)) / WORDS));
  const sum = checksum(after, { ...facts, runs, stack, top });
  const all = { ...facts, memory: full.length, stack, runs, top, varying, sum };
  const text = new TextEncoder().encode(JSON.stringify(all));
  const start = 4 + Math.ceil(text.length / 4) * 4;
  const file = new Uint8Array(start + pages.length * PAGE);
  new Uint32Array(file.buffer, 0, 1)[0] = text.length;
  file.set(text, 4);
  const words = new Uint32Array(file.buffer, start);
  pages.forEach((page, i) => {
    for (let k = 0; k < WORDS; k++) words[i * WORDS + k] = after[page * WORDS + k] ^ (before[page * WORDS + k] ?? 0);
  });
  return file;
}

// The facts of an image, and its words. buffer: the file.
export function readImage(buffer) {
  const [length] = new Uint32Array(buffer, 0, 1);
  const facts = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  return { ...facts, words: new Uint32Array(buffer, 4 + Math.ceil(length / 4) * 4) };
}

// Makes a fresh memory the one that the image was taken of. Throws ImageError where it was not the same to begin with.
export function layOver(memory, image) {
  const { words } = image;
  const target = new Uint32Array(memory);
  let from = 0;
  for (const address of image.varying) target[address >> 2] = 0;
  for (const [at, end] of wordsOf(image.runs)) {
    const known = Math.min(end, Math.max(at, image.top / 4));
    for (let to = at; to < known; to++) target[to] ^= words[from++];
    target.set(words.subarray(from, from + end - known), known);
    from += end - known;
  }
  if (checksum(target, image) !== image.sum) throw new ImageError("this browser's fresh memory is not the one that the image is for");
}

function isStack(page, [low, high]) {
  return page * PAGE >= low && (page + 1) * PAGE <= high;
}

const lastFilled = (words) => words.findLastIndex((word) => word !== 0);

function firstDifference(before, after, at) {
  const end = at + WORDS;
  while (at < end && after[at] === (before[at] ?? 0)) at++;
  return at;
}

function toRuns(pages) {
  const runs = [];
  let next = 0;
  for (const page of pages) {
    if (page === next && runs.length) runs[runs.length - 1]++;
    else runs.push(page - next, 1);
    next = page + 1;
  }
  return runs;
}

function* wordsOf(runs) {
  let page = 0;
  for (let i = 0; i < runs.length; i += 2) {
    page += runs[i];
    yield [page * WORDS, (page + runs[i + 1]) * WORDS];
    page += runs[i + 1];
  }
}

// Of the data below the stack, and of the pages of the image that are combined with the fresh memory.
function checksum(memory, { runs, stack: [low], top, own }) {
  let sum = 0;
  const kept = own.map((address) => memory[address >> 2]);
  for (const address of own) memory[address >> 2] = 0;
  const add = (at, end) => {
    for (; at < end; at++) sum = (Math.imul(sum, 31) + memory[at]) | 0;
  };
  add(0, low >> 2);
  for (const [at, end] of wordsOf(runs)) add(Math.max(at, low >> 2), Math.min(end, top >> 2));
  own.forEach((address, i) => (memory[address >> 2] = kept[i]));
  return sum;
}
