// Runs of output as nodes of the page: text nodes in blocks of whole lines, a block for each stream.

import { element } from "./element.js";

// Puts a run {kind, text, style} at the end of an element, in its last block where that goes on.
export function addRun(parent, run) {
  const last = parent.lastElementChild;
  const block = last && goesOn(last, run.kind) ? last : parent.appendChild(element("pre", {}));
  block.dataset.kind ??= run.kind;
  const node = nodeOf(run, block.dataset.kind);
  if (typeof node === "string" && block.lastChild?.nodeType === Node.TEXT_NODE) block.lastChild.appendData(node);
  else block.append(node);
}

// Two streams may share a line, as in a terminal; a value stands by itself.
function goesOn(block, kind) {
  const before = block.dataset.kind;
  if (block.localName !== "pre" || !before) return false;
  return before === kind || (before !== "value" && kind !== "value" && !block.textContent.endsWith("\n"));
}

function nodeOf({ kind, text, style = "" }, around) {
  if (!style && kind === around) return text;
  const span = element("span", {}, text);
  if (kind !== around) span.dataset.kind = kind;
  const words = style.split(" ").filter(Boolean);
  span.classList.add(...words.map((word) => `ansi-${word}`.replace(/#.*/, "color")));
  const ground = words.find((word) => word.startsWith("on-#"))?.slice(3);
  if (ground) Object.assign(span.style, { backgroundColor: ground, color: isLight(ground) ? "#000" : "#fff" });
  return span;
}

// Whether black is easier to read on a colour than white.
function isLight(color) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
}
