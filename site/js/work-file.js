// "My work" as a file: Markdown that can be read anywhere. What counts when it is read back are its fences alone:
// ```python kino=<lesson>/<cell> starter=<version>. Pure.

import { plain } from "./record.js";

const TITLE = /^# My work: (.+)$/;
const OPENING = /^(`{3,})\s*python\s+kino=([a-z0-9-]+\/[a-z][a-z0-9-]*)(?:\s+starter=([0-9a-f]*))?\s*$/;

// title: the course's; lessons: as in course.js; edits: {code, starter} by place; site: the course's address; date: a Date.
export function writeWork({ title, lessons, edits, site, date }) {
  const day = date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
  const head = [`# My work: ${title}`, `Saved on ${day} from ${site}.`, "To go on with it, also on another device: open the course there, press “My work”, then “Load a file…”."];
  const parts = [...byLesson(edits, lessons)].flatMap(([slug, cells]) => [`## ${lessons[slug]?.title ?? slug}`, ...cells.map(cellPart)]);
  return `${[...head, ...parts].join("\n\n")}\n`;
}

// [lesson's slug, [[place, edit] …]] each, in the order of the course; then lessons that it no longer has.
export function byLesson(edits, lessons) {
  const slugOf = (place) => place.split("/")[0];
  const slugs = new Set([...Object.keys(lessons), ...[...edits.keys()].map(slugOf)]);
  const groups = [...slugs].map((slug) => [slug, [...edits].filter(([place]) => slugOf(place) === slug)]);
  return groups.filter(([, cells]) => cells.length);
}

// {title, edits: {code, starter} by place}; title is "" where there is none. Throws an Error whose message is for the reader.
export function readWork(text) {
  const lines = plain(text.replace(/^\uFEFF/, "")).split("\n");
  const edits = new Map();
  let title = "";
  for (let i = 0; i < lines.length; i++) {
    title ||= TITLE.exec(lines[i])?.[1].trim() ?? "";
    const [, fence, place, starter = ""] = OPENING.exec(lines[i]) ?? [];
    if (!fence) continue;
    const end = lines.findIndex((line, at) => at > i && line.trimEnd() === fence);
    if (end < 0) throw new Error("This file is cut off, so nothing of it was loaded.");
    edits.set(place, { code: lines.slice(i + 1, end).join("\n"), starter });
    i = end;
  }
  if (!edits.size) throw new Error("This is no file that “My work” has saved, so nothing was loaded.");
  return { title, edits };
}

function cellPart([place, { code, starter }]) {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `### ${place.split("/")[1]}\n\n${fence}python kino=${place} starter=${starter ?? ""}\n${code}\n${fence}`;
}
