// What can be said of a guess beside the truth, in one sentence. Pure.

const NEAR = 5;

// guess, truth: numbers from 0 to 1 by label.
export function verdictOn(guess, truth) {
  const off = Object.keys(truth).map((label) => [label, hundredths(truth[label]) - hundredths(guess[label])]);
  const [label, by] = off.reduce((most, one) => (Math.abs(one[1]) > Math.abs(most[1]) ? one : most));
  const its = largest(truth);
  return `${ofLargest(largest(guess), its)}${ofDistance(label, by, label === its)}.`;
}

// A number as the figures write it. Python rounds an exact half to the even digit; only eighths are such halves.
export function inWords(value) {
  const settled = Number(value.toFixed(9));
  return ((8 * settled) % 4 === 1 ? settled - 0.001 : settled).toFixed(2);
}

// The same shares of a whole: hundredths that make 1 together.
export function levelled(values) {
  const sum = values.reduce((all, value) => all + value, 0);
  const exact = values.map((value) => (sum ? (100 * value) / sum : 100 / values.length));
  const shares = exact.map((value) => Math.floor(value + 1e-9));
  const lost = (i) => exact[i] - shares[i];
  const order = [...exact.keys()].sort((i, j) => lost(j) - lost(i));
  const left = 100 - shares.reduce((all, share) => all + share, 0);
  for (const i of order.slice(0, left)) shares[i] += 1;
  return shares.map((share) => share / 100);
}

function hundredths(value) {
  return Math.round(100 * Number(inWords(value)));
}

// The label of the largest; null where several are.
function largest(values) {
  const top = Math.max(...Object.values(values).map(hundredths));
  const labels = Object.keys(values).filter((label) => hundredths(values[label]) === top);
  return labels.length === 1 ? labels[0] : null;
}

function ofLargest(mine, its) {
  if (mine === null) return its === null ? "You saw no single largest, and there is none" : `You saw no single largest; it is ${its}`;
  if (its === null) return `Your largest was ${mine}; no single one is`;
  return mine === its ? `Your largest was ${mine}, and so it is` : `Your largest was ${mine}; it is ${its}`;
}

// isNamed: whether the sentence has just named that label.
function ofDistance(label, by, isNamed) {
  const size = (Math.abs(by) / 100).toFixed(2);
  if (by === 0) return "; every number is as you said";
  if (Math.abs(by) <= NEAR) return `; no number is off by more than ${size}`;
  const more = `${size} ${by > 0 ? "more" : "less"} than you thought`;
  return isNamed ? `, with ${more}` : `; ${label} has ${more}`;
}
