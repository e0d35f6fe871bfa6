// The service worker: pages and their files come from the network, or from what is kept where that is silent. It keeps
// nothing by itself but what a new build needs: the page does (offline.js).

import { buildsBefore, clean, noteReaders, succeed } from "./builds.js";
import { addressOf, cacheNames, isContent, keptPaths, pathOf } from "./kept-files.js";

const PATIENCE_MS = 3000;
// The builder's words before this script: the build, and the page that stands for one that is not here.
const { build, absent } = self.kino;
const course = { site: registration.scope, build };

addEventListener("install", (event) => {
  // Open pages stay as they are, with the files that they need; the next one is of this build.
  skipWaiting();
  event.waitUntil(succeed(course));
});

addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  await noteReaders(course);
  for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage({ build });
  await clean(course);
}

// Whatever a page sends, it wants to know the build. Only when a page asks for it are open pages taken over: a page that the
// browser keeps to show it again by Back is thrown away by that.
addEventListener("message", (event) => {
  if (event.data === "control") event.waitUntil(clients.claim());
  event.source.postMessage({ build });
  event.waitUntil(clean(course));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.method === "GET" ? pathOf(course, request.url) : null;
  if (path === null) return;
  if (request.mode === "navigate") event.respondWith(page(request, path));
  else if (isContent(path) && request.cache !== "reload") event.respondWith(find(path).then((found) => found ?? fromNetwork(request)));
  else event.respondWith(fetch(request).catch(async () => (await find(path)) ?? Response.error()));
});

// What is kept of a path, as a Response; undefined if nothing is. Of a root file this build's, else another's.
async function find(path) {
  const { content, root } = cacheNames(course);
  for (const cacheName of isContent(path) ? [content] : [root, ...(await buildsBefore(course))]) {
    const found = await caches.match(addressOf(course, path), { cacheName });
    if (found) return found;
  }
}

function fromNetwork(request) {
  return fetch(request).catch(() => Response.error());
}

async function page(request, path) {
  // Without the browser's navigation preload: where that fails, Firefox shows its own page of an error.
  const fresh = fetch(request);
  fresh.catch(() => {});
  const found = await find(path);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, found));
  try {
    const response = await Promise.race([fresh, ...(found ? [patience] : [])]);
    return found && response.status >= 500 ? found : response;
  } catch {
    return found ?? missing();
  }
}

// Says that a page is not here, and which are.
async function missing() {
  const items = [];
  for (const path of await keptPaths(course)) if (path.endsWith(".html")) items.push(await item(path));
  const html = absent.replace("<!--kept-->", items.sort().join("\n"));
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function item(path) {
  const title = (await (await find(path)).text()).match(/<title>(.*?)( · [^·]*)?<\/title>/s);
  return `<li><a href="${path}">${title?.[1] ?? path}</a></li>`;
}
