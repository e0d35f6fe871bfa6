// Fetches files of the runtime, checks each against the SHA-256 in the build's manifest, and says how far it has come.

const STALL_MS = 30_000;

const OTHER = "is not the file that this site was built with, so it was not used. If that stays so, tell whoever runs this site.";

// Addresses from which nothing right has come. They are asked for anew past the browser's cache, which may keep what came.
const refused = new Set();

export class DownloadError extends Error {
  // The entry of the manifest whose file did not come right.
  file = null;
}

// Fetches the build's list of files from {url, sha256}. Rejects with DownloadError, in words for the reader.
export async function fetchManifest({ url, sha256 }) {
  const stall = watchdog(STALL_MS);
  try {
    const response = await Promise.race([ask(url), stall.expired]);
    if (!response.ok) throw new DownloadError(`The list of Python's files could not be fetched: the server answered ${response.status}.`);
    const bytes = await Promise.race([response.arrayBuffer(), stall.expired]);
    const text = new TextDecoder().decode(bytes);
    if (await isRight(bytes, sha256)) return JSON.parse(text);
    if (text.trimStart().startsWith("<")) throw new DownloadError("What came in place of the list of Python's files is something else. A network's sign-in page?");
    throw new DownloadError(`The list of Python's files ${OTHER}`);
  } catch (error) {
    refused.add(String(url));
    if (error instanceof DownloadError) throw error;
    throw new DownloadError("The list of Python's files could not be fetched. Is the connection there?");
  } finally {
    stall.stop();
  }
}

// files: entries {name, path, sha256, bytes} of the manifest. Resolves to [[name, ArrayBuffer], …] in the same order.
// onProgress(received) is called with the bytes that have come so far, onFile(name, ArrayBuffer) with each file that is right. Rejects with DownloadError, in words for the reader.
export async function download(files, base, { onProgress = () => {}, onFile = () => {} } = {}) {
  const received = new Map();
  const report = (name, bytes) => {
    received.set(name, bytes);
    onProgress([...received.values()].reduce((sum, n) => sum + n, 0));
  };
  const failure = new AbortController();
  try {
    return await Promise.all(
      files.map(async (file) => {
        const bytes = await fetchOne(file, base, report, failure.signal);
        onFile(file.name, bytes);
        return [file.name, bytes];
      }),
    );
  } catch (error) {
    failure.abort();
    throw error;
  }
}

async function fetchOne(file, base, report, signal) {
  try {
    return await fetchRight(file, base, report, signal);
  } catch (error) {
    if (!signal.aborted) refused.add(String(new URL(file.path, base)));
    throw Object.assign(error, { file });
  }
}

async function fetchRight(file, base, report, signal) {
  const bytes = await read(file, base, report, signal);
  if (await isRight(bytes, file.sha256)) return bytes.buffer;
  throw new DownloadError(`${file.name} ${OTHER}`);
}

function ask(url, signal) {
  return fetch(url, { signal, cache: refused.has(String(url)) ? "reload" : "default" });
}

async function isRight(bytes, sha256) {
  return hex(await crypto.subtle.digest("SHA-256", bytes)) === sha256;
}

async function read(file, base, report, signal) {
  const stall = watchdog(STALL_MS);
  try {
    const response = await Promise.race([ask(new URL(file.path, base), signal), stall.expired]);
    if (!response.ok) throw new DownloadError(`${file.name} could not be fetched: the server answered ${response.status}.`);
    const reader = response.body.getReader();
    const bytes = new Uint8Array(file.bytes);
    let length = 0;
    for (;;) {
      stall.wind();
      const { done, value } = await Promise.race([reader.read(), stall.expired]);
      if (done) break;
      // A longer file than the manifest says is a wrong file: keep its first part, whose digest cannot match.
      bytes.set(value.subarray(0, Math.max(0, file.bytes - length)), Math.min(length, file.bytes));
      length += value.length;
      report(file.name, Math.min(length, file.bytes));
      if (length > file.bytes) throw new DownloadError(`${file.name} is longer than the file that this site was built with, so it was not used.`);
    }
    if (length < file.bytes) throw new DownloadError(`${file.name} arrived cut short: ${length} of ${file.bytes} bytes.`);
    return bytes;
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(`${file.name} could not be fetched. Is the connection there?`);
  } finally {
    stall.stop();
  }
}

// `expired` rejects once nothing has wound it for `ms`.
function watchdog(ms) {
  let timer;
  let reject;
  const expired = new Promise((_, no) => (reject = no));
  expired.catch(() => {});
  const wind = () => {
    clearTimeout(timer);
    timer = setTimeout(() => reject(new DownloadError("Nothing has come from the server for half a minute.")), ms);
  };
  wind();
  return { expired, wind, stop: () => clearTimeout(timer) };
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
