// Only the development server hands this out, in place of the service worker: what another server at this address has left
// behind goes, so that pages come as they were just built.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const start = `kino:${new URL(registration.scope).pathname}#`;
  const names = (await caches.keys()).filter((name) => name.startsWith(start));
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
}
