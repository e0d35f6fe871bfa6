// Fetches files of the runtime, checks each against the SHA-256 in the build's manifest, and says how far it has come.

import { LastTurn } from "./last-turn.js";
import { afterAwake } from "./patience.js";

const STALL_MS = 30_000;
const SILENCE = "Nothing has come from the server for half a minute.";
const OTHER = "is not the file that this site was built with, so it was not used. If that stays so, tell whoever runs this site.";

// Addresses from which nothing right has come. They are asked for anew past the browser's cache, which may keep what came.
const refused = new Set();

export class DownloadError extends Error {
  // The entry of the manifest whose file did not come right.
  file = null;
}

// Fetches the build's list of files from {url, sha256}. Rejects with DownloadError, in words for the reader.
export async function fetchManifest({ url, sha256 }) {
  const { signal, stall } = watched();
  try {
    const response = await ask(url, signal);
    if (!response.ok) throw new DownloadError(`The list of Python's files could not be fetched: the server answered ${response.status}.`);
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    if (await isRight(bytes, sha256)) return JSON.parse(text);
    if (text.trimStart().startsWith("<")) throw new DownloadError("What came in place of the list of Python's files is something else. A network's sign-in page?");
    throw new DownloadError(`The list of Python's files ${OTHER}`);
  } catch (error) {
    refused.add(String(url));
    if (error instanceof DownloadError) throw error;
    throw lost("The list of Python's files", signal);
  } finally {
    stall.stop();
  }
}

// files: entries {name, path, sha256, bytes} of the manifest. Resolves to [[name, ArrayBuffer], …] in the same order.
// onProgress(received) is called with the bytes that have come so far, onFile(name, ArrayBuffer) with each file that is right. Rejects with DownloadError, in words for the reader.
export async function download(files, base, { onProgress = () => {}, onFile = () => {} } = {}) {
  const received = new Map();
  const turn = new LastTurn(files);
  const report = (name, bytes) => {
    received.set(name, bytes);
    const all = [...received.values()].reduce((sum, n) => sum + n, 0);
    turn.look(all);
    onProgress(all);
  };
  // One watch for all: on a slow line a file may have to wait long for its turn.
  const { signal, stall, abort } = watched();
  const line = { base, report, signal, stall };
  try {
    return await Promise.all(
      files.map(async (file) => {
        await turn.of(file);
        const bytes = await fetchOne(file, line);
        onFile(file.name, bytes);
        return [file.name, bytes];
      }),
    );
  } catch (error) {
    abort();
    throw error;
  } finally {
    stall.stop();
  }
}

async function fetchOne(file, line) {
  try {
    return await fetchRight(file, line);
  } catch (error) {
    if (!line.signal.aborted || line.signal.reason === SILENCE) refused.add(String(new URL(file.path, line.base)));
    throw Object.assign(error, { file });
  }
}

async function fetchRight(file, line) {
  const { bytes, wrong } = await read(file, line);
  if (await isRight(bytes, file.sha256)) return bytes.buffer;
  throw wrong(OTHER);
}

function ask(url, signal) {
  return fetch(url, { signal, cache: refused.has(String(url)) ? "reload" : "default" });
}

async function isRight(bytes, sha256) {
  return hex(await crypto.subtle.digest("SHA-256", bytes)) === sha256;
}

async function read(file, { base, report, signal, stall }) {
  try {
    const response = await ask(new URL(file.path, base), signal);
    if (!response.ok) throw new DownloadError(`${file.name} could not be fetched: the server answered ${response.status}.`);
    const wrong = (words) => new DownloadError(isPage(response) ? signIn(file.name) : `${file.name} ${words}`);
    const reader = response.body.getReader();
    const bytes = new Uint8Array(file.bytes);
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      stall.wind();
      // A longer file than the manifest says is a wrong file: keep its first part, whose digest cannot match.
      bytes.set(value.subarray(0, Math.max(0, file.bytes - length)), Math.min(length, file.bytes));
      length += value.length;
      report(file.name, Math.min(length, file.bytes));
      if (length > file.bytes) throw wrong("is longer than the file that this site was built with, so it was not used.");
    }
    if (length < file.bytes) throw wrong(`arrived cut short: ${length} of ${file.bytes} bytes.`);
    return { bytes, wrong };
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw lost(file.name, signal);
  }
}

// No file of the runtime is a web page, but a network that wants to be signed in to answers with one.
const isPage = (response) => response.headers.get("content-type")?.startsWith("text/html");
const signIn = (name) => `What came in place of ${name} is a web page. Does this network want you to sign in first?`;

// A signal for fetches that aborts them once nothing has wound `stall` for STALL_MS.
function watched() {
  const controller = new AbortController();
  const expire = () => controller.abort(SILENCE);
  let stop = afterAwake(STALL_MS, expire);
  const wind = () => {
    stop();
    stop = afterAwake(STALL_MS, expire);
  };
  return { signal: controller.signal, stall: { wind, stop: () => stop() }, abort: () => controller.abort() };
}

const lost = (what, { reason }) => new DownloadError(reason === SILENCE ? SILENCE : `${what} could not be fetched. Is the connection there?`);

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
