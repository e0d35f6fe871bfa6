// The course's files in the browser's own storage: which are there, and how one comes there whole. For the page and for the
// service worker. A file that is named after its content is kept once, whichever build names it, in one cache; what stands
// at the root of the site, pages above all, belongs to one build and is in that build's cache.
// A course is {site, build}: its address, ending in a slash, and the version that its root files are of.

const CONTENT = /^(?:assets|films|images|outputs|runtime)\/./;
const ROOT = /^(?!404\.)[^/]+\.html$|^course\.[0-9a-f]+\.json$|^app\.webmanifest$/;
const LIST = "contents.json";

// Whether a path is named after its content.
export function isContent(path) {
  return CONTENT.test(path);
}

// Whether a file of the list is one that readers can want without a network.
export function isWanted(path) {
  return isContent(path) || ROOT.test(path);
}

// The path in the course that an address stands for, or null for what is no file of the course.
export function pathOf({ site }, address) {
  const start = new URL(site);
  const { origin, pathname } = new URL(address, start);
  if (origin !== start.origin || !pathname.startsWith(start.pathname)) return null;
  const path = pathname.slice(start.pathname.length) || "index.html";
  if (isContent(path)) return path;
  if (path.includes("/")) return null;
  // Some hosts leave the ending of a page out.
  return path.includes(".") ? path : `${path}.html`;
}

// The address of a path.
export function addressOf({ site }, path) {
  return new URL(path, site).href;
}

// The names of the caches of a course. Caches belong to the whole origin, where other courses may stand.
export function cacheNames({ site, build }) {
  const all = `kino:${new URL(site).pathname}#`;
  return { all, content: `${all}files`, builds: `${all}build `, root: `${all}build ${build}`, whole: `${all}whole` };
}

// The paths that are kept, as a Set: those that this build can be served of.
export async function keptPaths(course) {
  const { content, root } = cacheNames(course);
  return new Set([...(await pathsIn(course, content)), ...(await pathsIn(course, root))]);
}

// The paths in the cache of that name.
export async function pathsIn(course, name) {
  if (!(await caches.has(name))) return [];
  const requests = await (await caches.open(name)).keys();
  return requests.map(({ url }) => pathOf(course, url)).filter(Boolean);
}

// The build's list: [{path, bytes, sha256}]. Rejects where it cannot be had, or is of another build.
export async function fetchList(course) {
  const kept = await listIn(course, cacheNames(course).root);
  if (kept) return kept;
  const { bytes, type } = await fetchFile(addressOf(course, LIST), { cache: "no-cache" });
  const list = JSON.parse(new TextDecoder().decode(bytes));
  if (list.version !== course.build) throw wrong("The course has been changed: load its new version.");
  // Where there is no room for it, it is fetched again.
  await put(course, LIST, bytes, type).catch(() => {});
  return list.files.filter(({ path }) => isWanted(path));
}

// The list in the cache of that name; null if there is none.
export async function listIn(course, cacheName) {
  const kept = await caches.match(addressOf(course, LIST), { cacheName });
  return kept ? (await kept.json()).files.filter(({ path }) => isWanted(path)) : null;
}

// Fetches a file and keeps it, if it is right. sha256: of the list; without it, what the name says of the content must be
// true. A page must say that it is of this build, for some hosts add to pages something of their own. cache, signal: of fetch; onBytes(count) as they come. Rejects with an Error, whose name is
// WrongFile where its message is for the reader.
export async function keep(course, { path, sha256 }, { cache = "default", signal, onBytes } = {}) {
  const how = { cache: isContent(path) ? cache : "no-cache", signal, onBytes };
  const { bytes, type } = await fetchFile(addressOf(course, path), how);
  const isChecked = sha256 && !path.endsWith(".html");
  const isRight = isChecked ? (await digest(bytes)) === sha256 : await seemsRight(course, path, bytes, type);
  if (!isRight) throw wrong(`${path} is not the file that this site was built with.`);
  await put(course, path, bytes, type);
}

async function seemsRight({ build }, path, bytes, type) {
  const isPage = type.startsWith("text/html");
  if (path.endsWith(".html")) return isPage && new TextDecoder().decode(bytes).includes(`data-build="${build}"`);
  // The page has already used what its own folder holds.
  const named = path.startsWith("assets/") ? null : path.match(/[/.]([0-9a-f]{10,12})(?=[/.])/);
  return !isPage && (!named || (await digest(bytes)).startsWith(named[1]));
}

async function put(course, path, bytes, type) {
  const { content, root } = cacheNames(course);
  const cache = await caches.open(isContent(path) ? content : root);
  await cache.put(addressOf(course, path), new Response(bytes, { headers: { "Content-Type": type } }));
}

async function fetchFile(url, { cache, signal, onBytes = () => {} }) {
  const response = await fetch(url, { cache, signal });
  if (!response.ok) throw wrong(`${url} could not be fetched: the server answered ${response.status}.`);
  const parts = [];
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onBytes(value.length);
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), type: response.headers.get("Content-Type") ?? "" };
}

async function digest(bytes) {
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function wrong(message) {
  return Object.assign(new Error(message), { name: "WrongFile" });
}
