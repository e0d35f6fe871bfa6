// "Keep this course on this device", on the first page: fetches all of it, says how far it is, and takes it back.

import { inTurns } from "./in-turns.js";
import { cacheNames, fetchList, keep, keptPaths } from "./kept-files.js";

const AT_ONCE = 4;

export class Keeping {
  #section;
  #course;
  #stop = null;

  // section: the page's; course: as in kept-files.js, null where this browser does not let the page keep anything.
  constructor(section, course) {
    this.#section = section;
    this.#course = course;
    section.hidden = false;
    this.#button("keep").addEventListener("click", () => this.#keep());
    this.#button("stop").addEventListener("click", () => this.#stop.abort());
    this.#button("remove").addEventListener("click", () => this.#remove());
    this.#show();
    if (location.hash === "#keep") section.scrollIntoView();
  }

  // Shows how things are; said: what has come of what the reader did, for one who cannot see it too.
  async #show(said = "") {
    try {
      const { total, here, isWished, isPersistent } = await this.#count();
      const isWhole = isWished && here === total;
      const rest = mb(total - here);
      this.#words(isWhole ? whole(total, isPersistent) : isWished ? part(here, total) : offer(total, here), said);
      this.#buttons({ keep: isWhole ? "" : isWished ? `Go on (${rest})` : `Keep this course on this device (${rest})`, remove: isWished });
    } catch (error) {
      const words = error.name === "WrongFile" ? error.message : "To keep the whole course on this device, connect to a network first.";
      this.#words(this.#course ? words : REFUSED, said);
      this.#buttons({});
    }
  }

  async #count() {
    const paths = await keptPaths(this.#course);
    const sizes = { total: 0, here: 0 };
    for (const { path, bytes } of await fetchList(this.#course)) {
      sizes.total += bytes;
      if (paths.has(path)) sizes.here += bytes;
    }
    return { ...sizes, isWished: await caches.has(this.#names.whole), isPersistent: await navigator.storage?.persisted?.() };
  }

  async #keep() {
    this.#stop = new AbortController();
    // Some browsers ask the reader, who may leave it open.
    navigator.storage?.persist?.().catch(() => {});
    let said = "";
    try {
      await caches.open(this.#names.whole);
      this.#buttons({ stop: true });
      await this.#fetchAll(this.#stop.signal);
      said = "The whole course is on this device.";
    } catch (error) {
      said = await this.#reason(error);
    }
    this.#stop = null;
    await this.#show(said);
  }

  async #fetchAll(signal) {
    const paths = await keptPaths(this.#course);
    const list = await fetchList(this.#course);
    const total = list.reduce((sum, { bytes }) => sum + bytes, 0);
    const missing = list.filter(({ path }) => !paths.has(path));
    let here = total - missing.reduce((sum, { bytes }) => sum + bytes, 0);
    const shown = () => this.#progress(here, total);
    shown();
    await inTurns(missing, AT_ONCE, (entry) => {
      signal.throwIfAborted();
      const onBytes = (count) => {
        here += count;
        shown();
      };
      return keep(this.#course, entry, { cache: "no-store", signal, onBytes });
    });
  }

  async #reason(error) {
    if (error.name === "AbortError") return "Stopped. What has come stays.";
    if (error.name === "QuotaExceededError") return `There is no room for all of it on this device${await room()}. Make room, then go on.`;
    if (error.name === "SecurityError" || error.name === "InvalidStateError") return REFUSED;
    if (error.name === "WrongFile") return error.message;
    return "The connection was lost. What has come stays; go on when it is back.";
  }

  async #remove() {
    const own = (await caches.keys()).filter((name) => name.startsWith(this.#names.all));
    await Promise.all(own.map((name) => caches.delete(name)));
    await this.#show("The course is no longer on this device. What you typed is.");
  }

  // An empty cache of the name `whole` says that the course is to be kept, whatever build comes.
  get #names() {
    return cacheNames(this.#course);
  }

  #words(text, said = "") {
    this.#section.querySelector("[data-words]").textContent = said ? `${said} ${text}` : text;
    this.#section.querySelector("[data-status]").textContent = said;
  }

  #progress(here, total) {
    const bar = this.#section.querySelector("progress");
    bar.max = total;
    bar.value = here;
    this.#section.querySelector("[data-share]").textContent = `${mb(here)} of ${mb(total)}`;
  }

  // Shows the buttons that are named, and the bar while it can be stopped. The focus goes on to what there is.
  #buttons({ keep = "", stop = false, remove = false }) {
    const focused = this.#section.contains(document.activeElement) ? document.activeElement : null;
    this.#button("keep").textContent = keep;
    this.#button("keep").hidden = !keep;
    this.#button("stop").hidden = !stop;
    this.#button("remove").hidden = !remove;
    this.#section.querySelector("[data-bar]").hidden = !stop;
    if (focused?.hidden) this.#section.querySelector("button:not([hidden])")?.focus();
  }

  #button(action) {
    return this.#section.querySelector(`[data-action=${action}]`);
  }
}

const REFUSED = "This browser does not let this page keep anything on the device. In a private window it never does; and the page must have come over https.";

function offer(total, here) {
  const some = here ? `, of which ${mb(here)} are here already` : "";
  return `A lesson that you have opened works without a network. The whole course, with Python and all that it needs, takes ${mb(total)}${some}.`;
}

function part(here, total) {
  return `${mb(here)} of ${mb(total)} are on this device.`;
}

function whole(total, isPersistent) {
  const mayGo = isPersistent ? "" : " The browser may remove it when the device runs out of room.";
  return `The whole course is on this device and works without a network: ${mb(total)}.${mayGo}`;
}

async function room() {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined ? "" : `: the browser has ${mb(Math.max(0, quota - usage))} left for this site`;
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(1)}\u00a0MB`;
}
