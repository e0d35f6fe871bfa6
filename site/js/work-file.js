// "My work" as a file: Markdown that can be read anywhere. What counts when it is read back are its fences,
// ```python kino=<lesson>/<cell> starter=<version> and ```json kino=<lesson>/<prediction>, and the lines of exercises that were
// passed, - [x] <lesson>/<cell>. Pure.

import { plain } from "./record.js";

const TITLE = /^# My work: (.+)$/;
const PASSED = /^- \[x\] ([a-z0-9-]+\/[a-z][a-z0-9-]*)\s*$/;
const OPENING = /^(`{3,})\s*(python|json)\s+kino=([a-z0-9-]+\/[a-z][a-z0-9-]*)(?:\s+starter=([0-9a-f]*))?\s*$/;

// title: the course's; lessons: as in course.js; edits: {code, starter} or {prediction} by place; passed: the places of
// exercises; site: the course's address; date: a Date.
export function writeWork({ title, lessons, edits, passed = [], site, date }) {
  const day = date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
  const head = [`# My work: ${title}`, `Saved on ${day} from ${site}.`, "To go on with it, also on another device: open the course there, press “My work”, then “Load a file…”."];
  const parts = [...byLesson(edits, lessons)].flatMap(([slug, cells]) => [`## ${lessons[slug]?.title ?? slug}`, ...cells.map(part)]);
  const list = passed.length ? ["## Exercises passed", passed.map((place) => `- [x] ${place}`).join("\n")] : [];
  return `${[...head, ...parts, ...list].join("\n\n")}\n`;
}

// [lesson's slug, [[place, edit] …]] each, in the order of the course; then lessons that it no longer has.
export function byLesson(edits, lessons) {
  const slugOf = (place) => place.split("/")[0];
  const slugs = new Set([...Object.keys(lessons), ...[...edits.keys()].map(slugOf)]);
  const groups = [...slugs].map((slug) => [slug, [...edits].filter(([place]) => slugOf(place) === slug)]);
  return groups.filter(([, cells]) => cells.length);
}

// {title, edits: {code, starter} or {prediction} by place, passed: places}; title is "" where there is none. Throws an Error whose message is for
// the reader.
export function readWork(text) {
  const lines = plain(text.replace(/^\uFEFF/, "")).split("\n");
  const edits = new Map();
  const passed = [];
  let title = "";
  for (let i = 0; i < lines.length; i++) {
    title ||= TITLE.exec(lines[i])?.[1].trim() ?? "";
    const exercise = PASSED.exec(lines[i])?.[1];
    if (exercise) passed.push(exercise);
    const [, fence, language, place, starter = ""] = OPENING.exec(lines[i]) ?? [];
    if (!fence) continue;
    const end = lines.findIndex((line, at) => at > i && line.trimEnd() === fence);
    if (end < 0) throw new Error("This file is cut off, so nothing of it was loaded.");
    const body = lines.slice(i + 1, end).join("\n");
    edits.set(place, language === "json" ? { prediction: predictionIn(body) } : { code: body, starter });
    i = end;
  }
  if (!edits.size && !passed.length) throw new Error("This is no file that “My work” has saved, so nothing was loaded.");
  return { title, edits, passed };
}

function predictionIn(body) {
  try {
    const { guess, truth, version } = JSON.parse(body);
    return { guess, truth, version };
  } catch {
    throw new Error("This file was changed where a prediction stands, so nothing of it was loaded.");
  }
}

function part([place, edit]) {
  return edit.prediction ? predictionPart(place, edit.prediction) : cellPart(place, edit);
}

function predictionPart(place, prediction) {
  const body = JSON.stringify(prediction, null, 1);
  return `### ${place.split("/")[1]}\n\n\`\`\`json kino=${place}\n${body}\n\`\`\``;
}

function cellPart(place, { code, starter }) {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `### ${place.split("/")[1]}\n\n${fence}python kino=${place} starter=${starter ?? ""}\n${code}\n${fence}`;
}
