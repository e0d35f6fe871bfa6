// "Copy link": where the figures stand, and edited code, as an address.

import { element } from "./element.js";
import { encode } from "./link.js";
import { Panels } from "./panel.js";

const LONGEST = 16_000;
const SAID_MS = 3000;

// keepers: by the cell's id; onTooLong(cell) when the code does not fit and is wanted as a file.
export function wireCopying(figures, cells, keepers, onTooLong) {
  for (const figure of figures) {
    const panels = new Panels(figure, figure.querySelector(".controls"), figure.querySelector("[data-link]"));
    wire(figure, panels, () => ({ at: figure.id, figures: movedOf([figure]), cells: {} }));
  }
  for (const cell of cells) {
    const stateOf = () => ({ at: cell.id, figures: movedOf(figures), cells: cell.code === cell.starter ? {} : { [cell.id]: cell.code } });
    wire(cell, keepers.get(cell.id).panels, stateOf, () => onTooLong(cell));
  }
}

function wire(host, panels, stateOf, onTooLong) {
  const button = host.querySelector("[data-link]");
  const label = button.textContent;
  let timer = 0;
  button.addEventListener("click", async () => {
    const link = await linkTo(stateOf());
    panels.hide("copy");
    if (link.length > LONGEST) {
      const buttons = [["Download it as a file", onTooLong], ["Close", () => panels.hide("copy")]];
      return panels.show("copy", "This code is too long for a link. Send it as a file: “My work” on any page of the course loads it.", { buttons });
    }
    if (!(await copy(link))) return showLink(panels, link);
    clearTimeout(timer);
    button.textContent = "Link copied";
    host.querySelector("[data-status]").textContent = "Link copied.";
    timer = setTimeout(() => (button.textContent = label), SAID_MS);
  });
}

function movedOf(figures) {
  const moved = figures.map(({ id, moved }) => [id, moved]);
  return Object.fromEntries(moved.filter(([, state]) => Object.keys(state).length));
}

// Where nothing differs from the lesson, the plain address of the part.
async function linkTo(state) {
  const url = new URL(location.href);
  const isPlain = !Object.keys(state.figures).length && !Object.keys(state.cells).length;
  url.hash = isPlain ? state.at : await encode(state);
  return url.href;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The browser did not let the page copy: the reader does.
function showLink(panels, link) {
  const field = element("input", { type: "text", readOnly: true, value: link, className: "link-field", ariaLabel: "Link", autocomplete: "off" });
  panels.show("copy", "Copy this link:", { buttons: [["Close", () => panels.hide("copy")]], evidence: [field] });
  field.focus();
  field.select();
}
