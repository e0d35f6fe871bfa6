// What becomes of kept files when a new build of the course comes, and when the old one's pages are gone.

import { inTurns } from "./in-turns.js";
import { addressOf, cacheNames, fetchList, isContent, keep, keptPaths, listIn, pathsIn } from "./kept-files.js";

const AT_ONCE = 4;
// Where a build's cache holds the tabs that were open when the next build came. No file of a course is called so.
const READERS = "readers, before";

// The names of the caches of other builds.
export async function buildsBefore(course) {
  const { builds, root } = cacheNames(course);
  return (await caches.keys()).filter((name) => name.startsWith(builds) && name !== root);
}

// Fetches what this device had of the builds before in the form that the new one has it, all of it if the course is to be
// kept. Rejects where something of it does not come.
export async function succeed(course) {
  const before = await buildsBefore(course);
  if (!before.length) return;
  const here = await keptPaths(course);
  const had = new Set(here);
  const known = new Set();
  for (const name of before) {
    for (const path of await pathsIn(course, name)) had.add(path);
    for (const { path } of (await listIn(course, name)) ?? []) known.add(path);
  }
  const missing = (await fetchList(course)).filter(({ path }) => !here.has(path));
  const wanted = (await caches.has(cacheNames(course).whole)) ? missing : successors(missing, had, known);
  try {
    await inTurns(wanted, AT_ONCE, (entry) => keep(course, entry));
  } catch (error) {
    // The old build's files go once the new one is used, and then there is room.
    if (error.name !== "QuotaExceededError") throw error;
  }
}

// Those of the list that take the place of what a device had: the same page, or the same name with other content.
// known: what the builds before had, on this device or not.
export function successors(entries, had, known) {
  const names = new Set([...had].map(nameOf));
  return entries.filter(({ path }) => names.has(nameOf(path)) && !(isContent(path) && known.has(path)));
}

function nameOf(path) {
  return isContent(path) ? path.replace(/([/.])[0-9a-f]{10,12}(?=[/.])/, "$1*") : path;
}

// Notes which tabs may show pages of the builds before.
export async function noteReaders(course) {
  const ids = JSON.stringify(await tabs());
  for (const name of await buildsBefore(course)) {
    const cache = await caches.open(name);
    if (!(await cache.match(READERS))) await cache.put(READERS, new Response(ids));
  }
}

// Removes the builds before that no tab shows any more, and with the last of them the files that only they name. One without
// a note of its readers is no build before: it is still on its way here.
export async function clean(course) {
  const open = await tabs();
  const before = await buildsBefore(course);
  let left = before.length;
  for (const cacheName of before) {
    const readers = await caches.match(READERS, { cacheName });
    if (!readers || (await readers.json()).some((id) => open.includes(id))) continue;
    await caches.delete(cacheName);
    left -= 1;
  }
  if (before.length && !left) await dropUnnamed(course);
}

async function dropUnnamed(course) {
  const named = new Set((await fetchList(course)).map(({ path }) => path));
  const { content } = cacheNames(course);
  const cache = await caches.open(content);
  for (const path of await pathsIn(course, content)) if (!named.has(path)) await cache.delete(addressOf(course, path));
}

async function tabs() {
  return (await clients.matchAll({ type: "window", includeUncontrolled: true })).map(({ id }) => id);
}
