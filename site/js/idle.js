// When the browser has nothing else to do: at the latest after some seconds.
export function whenIdle(task) {
  if (globalThis.requestIdleCallback) requestIdleCallback(task, { timeout: 5000 });
  else setTimeout(task, 1000);
}
