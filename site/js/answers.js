// What the page believes of Python's answers: plain JSON of the form that belongs to the kind of the call, and not too much.
// Any code that runs there can answer in Python's name.

import { weigh } from "./meter.js";

const LONGEST_TEXT = 50_000;
const LONGEST_CODE = 1_000_000;
// As in py/kino_build/markup.py.
const LONGEST_PICTURE = 1_000_000;
const MOST_TAGS = 40_000;
const MOST_FRAMES = 100;
const MOST_NAMES = 1000;

// The answer to a call of a kind; undefined where its text is not to be believed.
export function readAnswer(kind, payload) {
  try {
    const answer = JSON.parse(payload);
    return weigh(answer, Infinity) && ANSWERS[kind](answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value, most = LONGEST_TEXT) => typeof value === "string" && value.length <= most;
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isList = (value, test, most = MOST_NAMES) => Array.isArray(value) && value.length <= most && value.every((one) => test(one));
const may = (value, test) => value === undefined || value === null || test(value);

const isFrame = (frame) => isTable(frame) && isText(frame.cell) && Number.isFinite(frame.line) && isText(frame.name) && isText(frame.source) && may(frame.column, Number.isFinite) && may(frame.end, Number.isFinite);
const isFix = (fix) => isTable(fix) && isText(fix.label) && isText(fix.code, LONGEST_CODE);
const isOtherCell = (see) => isTable(see) && isText(see.cell) && isText(see.label);

function isError(error) {
  if (!isTable(error) || !isText(error.type) || !isText(error.message) || !isList(error.frames, isFrame, MOST_FRAMES)) return false;
  const { frames, plain, inside, traceback, fix, see } = error;
  if (inside && !frames.length) return false;
  return [plain, inside, traceback].every((words) => may(words, isText)) && may(fix, isFix) && may(see, isOtherCell);
}

const isVerdict = (verdict) =>
  isTable(verdict) && typeof verdict.passed === "boolean" && may(verdict.words, isText) && may(verdict.called, isText) && may(verdict.line, Number.isFinite);

function isOutcome(answer) {
  if (!isTable(answer) || !["done", "ended", "stopped", "error"].includes(answer.status)) return false;
  if (answer.status === "error" && !isError(answer.error)) return false;
  return may(answer.verdict, isVerdict) && may(answer.drives, isCount);
}

const isMarkup = (svg) => isText(svg, LONGEST_PICTURE) && svg.split("<", MOST_TAGS).length < MOST_TAGS;

function isDrawing(answer) {
  if (!isTable(answer)) return false;
  const { svg, values, words, error, absent } = answer;
  if (svg === undefined) return absent === true || isError(error);
  return isMarkup(svg) && isTable(values) && isText(words);
}

function isDriven(answer) {
  if (!isTable(answer)) return false;
  const { gone, status, problem, ms, unused, printed } = answer;
  if (gone === true || status === "stopped") return true;
  if (!isDrawing(answer) && !isText(problem)) return false;
  if (answer.absent) return true;
  const isPrinted = (said) => isTable(said) && isText(said.text) && isCount(said.chars);
  const isUnused = (pair) => isList(pair, isText, 2) && pair.length === 2;
  return isCount(ms) && isList(unused, isUnused) && may(printed, isPrinted);
}

const isVariable = (row) => isTable(row) && ["name", "form", "type"].every((key) => isText(row[key])) && [row.low, row.high].every((words) => may(words, isText));
const isInspected = (answer) => isTable(answer) && (answer.gone === true || (isMarkup(answer.svg) && isText(answer.words)));

const ANSWERS = {
  run: isOutcome,
  draw: (answer) => answer === null || isDrawing(answer),
  drive: isDriven,
  forget: (answer) => isTable(answer) && may(answer.back, (names) => isList(names, isText)),
  variables: (answer) => isTable(answer) && isList(answer.names, isText) && isCount(answer.more),
  values: (answer) => isList(answer, isVariable),
  inspect: isInspected,
  // What they hold is looked at where it is shown.
  complete: (answer) => answer === null || isTable(answer),
  signature: (answer) => answer === null || isTable(answer),
};
