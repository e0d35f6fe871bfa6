// Makes the course work without a network: registers the service worker, keeps what this visit has fetched, and says when a
// new version is there. Fetched once the page is whole; where it is not allowed to do any of it, it does nothing.

import { element } from "./element.js";
import { fetchList, isWanted, keep, keptPaths, pathOf } from "./kept-files.js";

const LOOK_AGAIN_MS = 30 * 60_000;
const WAIT_MS = 1000;
const PARTS = /^assets\/.*\.(?:css|js|svg)$|^index\.html$/;

// site: the address of the course; build: the page's; store: where the reader's edits are.
export async function workOffline({ site, build, store }) {
  const course = { site, build };
  const keeping = document.querySelector("[data-keep]");
  let registering;
  let isKeeping = false;
  const heard = async (theirs) => {
    if (theirs !== build) return (await isNewest(await registering)) && offer(store);
    if (isKeeping) return;
    isKeeping = true;
    keepWhatComes(course);
    if (keeping) showKeeping(keeping, course);
    else lead(site);
  };
  let registration;
  try {
    const service = navigator.serviceWorker;
    service.addEventListener("message", ({ data }) => heard(data.build));
    registering = service.register(new URL("sw.js", site), { updateViaCache: "none" });
    // The first page of a reader is taken over as it stands; the next one is from the beginning. A page that was come to from
    // another of the course lets be: that one may be waiting behind it for Back.
    if (!service.controller && !document.referrer.startsWith(site.href)) service.ready.then(({ active }) => active.postMessage("control"));
    registration = await registering;
  } catch {
    if (keeping) showKeeping(keeping, null);
  }
  if (!registration) return;
  const ask = () => registration.active?.postMessage("build");
  const look = () => document.visibilityState === "visible" && registration.update().then(ask, () => {});
  ask();
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_AGAIN_MS);
}

// Whether the service worker that answers is the newest there is. Another tells of itself once it is ready.
async function isNewest(registration) {
  try {
    await registration.update();
  } catch {
    return false;
  }
  return !registration.installing && !registration.waiting;
}

// Keeps the page and each file that it fetches, from the browser's own cache, while nothing else is to be done.
function keepWhatComes(course) {
  const queue = new Set();
  const done = new Set();
  // What the build's list says of a path, once it was needed.
  const listed = new Map();
  let isBusy = false;
  const work = async () => {
    if (isBusy || ["waking", "busy"].includes(document.documentElement.dataset.python)) return;
    isBusy = true;
    const here = await keptPaths(course);
    // Some are asked for only where they are come near to.
    for (const { src } of document.images) queue.add(src);
    // The page comes last: where it is kept, so is what it was made of.
    queue.add(location.href);
    for (const url of queue) {
      queue.delete(url);
      const path = pathOf(course, url);
      if (path === null || done.has(path) || !isWanted(path)) continue;
      done.add(path);
      // What does not come right is fetched again when it is wanted.
      if (!here.has(path)) await keep(course, listed.get(path) ?? { path }, { cache: "force-cache" }).catch(() => {});
      if (!path.startsWith("runtime/") || listed.size) continue;
      // Whoever runs Python will need what is fetched once it is needed: the other scripts, and the first page.
      for (const entry of await fetchList(course)) listed.set(entry.path, entry);
      for (const part of listed.keys()) if (PARTS.test(part)) queue.add(part);
    }
    isBusy = false;
  };
  const later = () => setTimeout(() => work().catch(() => (isBusy = false)), WAIT_MS);
  new PerformanceObserver((entries) => {
    for (const { name } of entries.getEntries()) queue.add(name);
    later();
  }).observe({ type: "resource", buffered: true });
  new MutationObserver(later).observe(document.documentElement, { attributeFilter: ["data-python"] });
  later();
}

function showKeeping(section, course) {
  import("./keeping.js").then(
    ({ Keeping }) => new Keeping(section, course),
    (error) => console.warn(`kino: keeping the course could not be loaded: ${error.message}`),
  );
}

// From a lesson to where the whole course can be kept.
function lead(site) {
  const link = element("a", { href: new URL("index.html#keep", site).href }, "Keep for offline");
  document.querySelector("footer.site").append(link);
}

let isOffered = false;

// A new version is there: the reader says when.
function offer(store) {
  if (isOffered) return;
  isOffered = true;
  const words = element("span", { role: "status" });
  const load = press("Load it", () => location.reload());
  const later = press("Later", () => note.remove());
  const note = element("div", { className: "new-version" }, words, load, later);
  document.body.append(note);
  // A screen reader says what comes into a place that is there already.
  requestAnimationFrame(() => {
    words.textContent = store.problem ? "A new version of this course is there. Download your work before you load it." : "A new version of this course is there. What you typed stays.";
  });
}

function press(label, action) {
  const button = element("button", { type: "button" }, label);
  button.addEventListener("click", action);
  return button;
}
