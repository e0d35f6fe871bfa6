// What a figure says about where its picture comes from.

// python: {state, failure, wakeSize}; figure: {isPending (its state could not be shown), isTouched, isLive, isTooSlow,
// isDriven (by a function of the reader's)}.
export function noteFor({ state, failure, wakeSize }, { isPending, isTouched, isLive, isTooSlow, isDriven }) {
  if (isPending && isDriven && state === "ready") return "The last picture that could be drawn.";
  if (isPending) return PENDING[state]?.(failure) ?? "";
  if (state === "failed") return isTouched ? `${failure} The recorded strip still turns.` : "";
  if (isTooSlow) return "Drawing this took Python too long, so the recorded strip is shown. Touch it to try again.";
  if (isLive) return "Live: NumPy draws this in your browser.";
  if (state === "asleep") return `A recorded strip. Touch it and Python wakes (${wakeSize}) to draw it live.`;
  return STRIP[state] ?? "";
}

const STRIP = {
  waking: "A recorded strip while Python wakes.",
  busy: "A recorded strip while Python runs a cell.",
  restarting: "A recorded strip while Python restarts.",
};

const PENDING = {
  asleep: () => "This is not on the recorded strip: Python has to draw it.",
  waking: () => "Python is waking to draw this.",
  busy: () => "Python is busy with a cell; this is drawn as soon as it is free.",
  restarting: () => "Python is restarting; then it draws this.",
  ready: () => "This could not be drawn. “Start again” goes back to what can.",
  failed: (failure) => `${failure} This is not on the recorded strip; “Start again” goes back to what is.`,
};
