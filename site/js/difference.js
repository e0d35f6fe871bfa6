// The lines in which two texts differ, told apart by mark, element and colour. Bundled, for it brings the package `diff`.

import { diffLines } from "diff";
import { element } from "./element.js";

const COMPARE_MS = 500;
const CONTEXT = 3;
const KINDS = { same: ["span", "  "], gone: ["del", "− "], come: ["ins", "+ "] };
// What turns the direction of writing makes code look like other code.
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function difference(before, after) {
  const about = { className: "difference", tabIndex: 0, role: "group", ariaLabel: "What differs: + is new, − is gone" };
  return element("pre", about, ...compare(before, after).flatMap(linesOf));
}

// [kind, text] each, in order. Texts that take too long to compare differ as a whole.
function compare(before, after) {
  const [from, to] = [`${before}\n`, `${after}\n`];
  const parts = diffLines(from, to, { timeout: COMPARE_MS }) ?? [{ removed: true, value: from }, { added: true, value: to }];
  return parts.map(({ added, removed, value }) => [added ? "come" : removed ? "gone" : "same", value]);
}

function linesOf([kind, text], i, parts) {
  const [name, mark] = KINDS[kind];
  const lines = text.slice(0, -1).split("\n").map((line) => element(name, {}, `${mark}${plain(line)}\n`));
  return kind === "same" ? fold(lines, i > 0, i < parts.length - 1) : lines;
}

// Of many lines that are the same only those next to a change are shown.
function fold(lines, followsChange, precedesChange) {
  const [head, tail] = [followsChange ? CONTEXT : 0, precedesChange ? CONTEXT : 0];
  const left = lines.length - head - tail;
  if (left < 2) return lines;
  const note = element("span", { className: "folded" }, `  … ${left} lines are the same …\n`);
  return [...lines.slice(0, head), note, ...lines.slice(lines.length - tail)];
}

function plain(line) {
  return line.replace(TURNS, (turn) => `⟨U+${turn.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
