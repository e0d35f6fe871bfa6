// A lesson in one file holds what its page would fetch: each file is in a <script data-file="its address">, gzipped, as base64.
// Stands in for the browser's fetch, which would get nothing beside a file on a disk.

const SLICE = 1 << 20; // a multiple of four letters, which are three bytes

// Those that stand before this script are whole; the others come while the page is being read.
const early = new Set(document.querySelectorAll("[data-file]"));
const whole = new Promise((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve);
  else resolve();
});

globalThis.fetch = async (request, { signal } = {}) => {
  const { href } = new URL(request.url ?? request, document.baseURI);
  const address = href.slice(new URL(".", document.baseURI).href.length);
  const find = () => document.querySelector(`[data-file="${CSS.escape(address)}"]`);
  if (!early.has(find())) await whole;
  if (!find()) throw new TypeError(`${address} is not in this file`);
  return new Response(untilItBreaks(bytesOf(find().textContent, signal).pipeThrough(new DecompressionStream("gzip"))));
};

// What is damaged ends there: whoever wanted it counts its bytes and their digest, and names it.
function untilItBreaks(stream) {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(unbroken) {
      const { done, value } = await reader.read().catch(() => ({ done: true }));
      if (done) unbroken.close();
      else unbroken.enqueue(value);
    },
  });
}

// Slice by slice, so that the page goes on meanwhile.
function bytesOf(text, signal) {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (signal?.aborted) return stream.error(signal.reason);
      const letters = atob(text.slice(at, at + SLICE));
      const bytes = new Uint8Array(letters.length);
      for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
      if (bytes.length) stream.enqueue(bytes);
      at += SLICE;
      if (at >= text.length) stream.close();
    },
  });
}
