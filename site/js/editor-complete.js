// Completion: from the live namespace while Python is ready, from the words of the cells while it is not.
// An option is taken by Tab, or by Enter once the reader has chosen one with the arrow keys: else Enter makes a new line.

import {
  acceptCompletion, autocompletion, closeCompletion, completionStatus, moveCompletionSelection, selectedCompletionIndex, setSelectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { indentLess, indentMore } from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { pythonsWords, wordsIn, wordsOfCells } from "./editor-words.js";

const PATIENCE_MS = 150;
const MOST_OPTIONS = 50;
const MOST_TEXT = 10_000;
const SHORTEST = 2;
const NAMING = /\b(def|class|as|import)\s+$/;
const isText = (value) => typeof value === "string" && value.length <= 400;
const isName = (text) => /^[\p{L}\p{N}_]*$/u.test(text);

// The text before a place as Python is asked about it: {source, cursor}, counted in characters as Python counts them.
export function question(state, place) {
  const source = state.sliceDoc(Math.max(0, place - MOST_TEXT), place);
  return { source, cursor: [...source].length };
}

// A place in the text of a question, as one in the document.
export const placeIn = ({ source }, place, characters) => place - source.length + [...source].slice(0, characters).join("").length;

// Resolves to null when the promise takes longer than a reader notices.
function inTime(promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null))]);
}

// ask(kind, payload): a promise of Python's answer or null; others(): the codes of the page's other cells.
export function completion({ ask, others }) {
  return [
    autocompletion({
      override: [(context) => complete(context, ask, others)],
      selectOnOpen: false,
      filterStrict: true,
      icons: false,
      defaultKeymap: false,
      maxRenderedOptions: MOST_OPTIONS,
    }),
    Prec.high(keymap.of(KEYS)),
  ];
}

export const tab = (view) => acceptAny(view) || indentMore(view);

function acceptAny(view) {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

// Esc, then Tab leaves the editor; an Esc that closes something is not the first half of that.
export function closing(close) {
  return (view) => {
    if (!close(view)) return false;
    view.setTabFocusMode(false);
    return true;
  };
}

const KEYS = [
  { key: "Ctrl-Space", run: startCompletion },
  { key: "Escape", run: closing(closeCompletion) },
  { key: "ArrowDown", run: moveCompletionSelection(true) },
  { key: "ArrowUp", run: moveCompletionSelection(false) },
  { key: "PageDown", run: moveCompletionSelection(true, "page") },
  { key: "PageUp", run: moveCompletionSelection(false, "page") },
  { key: "Enter", run: acceptCompletion },
  { key: "Tab", run: tab, shift: indentLess },
];

async function complete({ state, pos, explicit }, ask, others) {
  const { text, from } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  const start = before.match(/(?![\p{N}])[\p{L}\p{N}_]*$/u)[0];
  const rest = before.slice(0, before.length - start.length);
  const isAttribute = rest.endsWith(".");
  const isWanted = explicit || (isAttribute && !/\d\.$/.test(rest)) || start.length >= SHORTEST;
  const { name } = syntaxTree(state).resolveInner(pos, -1);
  if (!isWanted || NAMING.test(rest) || /\p{N}$/u.test(rest) || ["String", "FormatString", "Comment"].includes(name)) return null;

  const words = gather(state, pos, others);
  const asked = question(state, pos);
  const answer = await inTime(ask("complete", { ...asked, seen: [...words.attributes, ...words.names].slice(0, 1000) }));
  const live = believed(answer, words);
  const own = isAttribute ? (live.length ? [] : words.attributes) : [...words.names, ...pythonsWords];
  const known = new Set(live.map(({ label }) => label.replace(/=$/, "")));
  const options = [...live, ...[...new Set(own)].filter((label) => !known.has(label) && label !== start).map((label) => ({ label }))];
  const isWhole = isWholeWord(options, new Set([...known, ...(isAttribute ? [] : pythonsWords)]));
  if (!options.length || (isWhole(start) && !explicit)) return null;
  const isComplete = live.length < MOST_OPTIONS;
  return { from: pos - start.length, options, validFor: (text) => isComplete && isName(text) && !isWhole(text) };
}

// Whether a text is a word already: one that Python knows, or the only one that it can become.
function isWholeWord(options, known) {
  const begins = (label, text) => label.toLowerCase().startsWith(text.toLowerCase());
  return (text) => known.has(text) || options.every(({ label }) => label === text || !begins(label, text));
}

function gather(state, pos, others) {
  const own = wordsIn(syntaxTree(state), state.sliceDoc(), pos);
  const more = wordsOfCells(others());
  return { names: new Set([...own.names, ...more.names]), attributes: new Set([...own.attributes, ...more.attributes]) };
}

// What Python offers, as far as it is of the right form: the answer comes from where any code may run.
function believed(answer, words) {
  if (!Array.isArray(answer?.options)) return [];
  const isOption = (option) => [option?.label, option?.detail, option?.info].every(isText) && isName(option.label.replace(/=$/, ""));
  return answer.options.slice(0, MOST_OPTIONS).filter(isOption).map(({ label, detail, info }) => {
    const isSeen = words.names.has(label) || words.attributes.has(label);
    return { label, detail, info: info || undefined, boost: label.endsWith("=") ? 2 : isSeen ? 1 : 0 };
  });
}
