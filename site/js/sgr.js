// The look that an escape code "select graphic rendition" gives to text, as words: "bold red on-blue".

const NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const WORDS = { 1: "bold", 2: "faint", 3: "italic", 4: "underline", 7: "inverse", 9: "strike", 21: "underline" };
const ENDS = { 22: ["bold", "faint"], 23: ["italic"], 24: ["underline"], 27: ["inverse"], 29: ["strike"] };
const STEPS = [0, 95, 135, 175, 215, 255];

// look: {fg, bg, and true for each of WORDS}; codes: what stands between "[" and "m". Returns the look after them.
export function restyle(look, codes) {
  let after = { ...look };
  const numbers = codes.split(";", 64).flatMap(plain);
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i];
    if (code === 0) after = {};
    else if (WORDS[code]) after[WORDS[code]] = true;
    else if (ENDS[code]) for (const word of ENDS[code]) delete after[word];
    else if (code === 39) delete after.fg;
    else if (code === 49) delete after.bg;
    else if (code === 38 || code === 48 || code === 58) {
      const { color, length } = extended(numbers.slice(i + 1));
      if (color && code !== 58) after[code === 38 ? "fg" : "bg"] = color;
      i += length;
    } else if (ofPalette(code)) after[isGround(code) ? "bg" : "fg"] = ofPalette(code);
  }
  return after;
}

// Colons, too, part the numbers of a colour (which may have that of a colour space); elsewhere they say a finer kind.
function plain(group) {
  const [code, kind, ...rest] = group.split(":").map(Number);
  if (kind === undefined || !(code === 38 || code === 48 || code === 58)) return [code];
  return [code, kind, ...rest.slice(kind === 2 ? -3 : -1)];
}

// The look as one text, the same for the same look; "" for plain.
export function inWords({ fg, bg, inverse, ...words }) {
  const [ink, ground] = inverse ? [bg, fg ?? "ink"] : [fg, bg];
  const list = Object.keys(words).sort();
  // On a ground, the ink is chosen so that it can be read.
  if (ground) list.push(`on-${ground}`);
  else if (ink) list.push(ink.startsWith("#") ? nearest(ink) : ink);
  return list.join(" ");
}

// 30 to 37 and 90 to 97 are colours of the ink, each ten more of the ground.
function ofPalette(code) {
  const name = NAMES[code % 10];
  if ([3, 4].includes(Math.floor(code / 10))) return name;
  return [9, 10].includes(Math.floor(code / 10)) ? name && `bright-${name}` : undefined;
}

function isGround(code) {
  return (code >= 40 && code < 50) || code >= 100;
}

// A colour of 256, or of all, and how many numbers say it.
function extended([kind, ...rest]) {
  if (kind === 5) return { color: ofMany(rest[0]), length: 2 };
  if (kind === 2) return { color: hex(rest.slice(0, 3)), length: 4 };
  return { color: null, length: 0 };
}

function ofMany(n) {
  if (!(n >= 0 && n < 256)) return null;
  if (n < 16) return ofPalette(n < 8 ? 30 + n : 82 + n);
  if (n >= 232) return hex(Array(3).fill(8 + 10 * (n - 232)));
  return hex([Math.floor((n - 16) / 36), Math.floor((n - 16) / 6) % 6, (n - 16) % 6].map((i) => STEPS[i]));
}

function hex(parts) {
  const isColor = parts.length === 3 && parts.every((part) => part >= 0 && part < 256);
  return isColor ? `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}` : null;
}

// The colour of the palette with the same hue: any colour could be too near to the paper, light or dark.
function nearest(color) {
  const rgb = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)];
  if (most - least < 40) return most < 64 ? "black" : most < 160 ? "bright-black" : most < 224 ? "white" : "bright-white";
  const middle = (most + least) / 2;
  const name = NAMES[rgb.reduce((bits, part, i) => bits + (part > middle ? 1 << i : 0), 0)];
  return most > 210 ? `bright-${name}` : name;
}
