// Waiting for what may never come. Only time in which the page was awake counts: a tab that was frozen, a laptop that slept
// or a clock that was set are no reason to give up.

const STEP_MS = 1000;

// Calls task() after `ms`. Returns what calls it off.
export function afterAwake(ms, task) {
  let left = ms;
  let timer = 0;
  const wait = () => {
    if (left <= 0) return task();
    const step = Math.min(left, STEP_MS);
    left -= step;
    timer = setTimeout(wait, step);
  };
  wait();
  return () => clearTimeout(timer);
}
