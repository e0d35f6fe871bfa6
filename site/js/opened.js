// A link that was opened: figures go where it says, code is offered beside what it would change. Nothing runs, nothing is replaced.

import { changes } from "./changes.js";
import { element } from "./element.js";
import { decode, isLink } from "./link.js";

const DAMAGED = "The link that led here is damaged or cut off. Nothing of it was used.";
const FOREIGN = "The link that led here speaks of something that this page does not have. Nothing of it was used.";

// figures, cells: the elements of the page; keepers: by the cell's id.
export function followLinks(figures, cells, keepers) {
  const parts = { figures: byId(figures), cells: byId(cells), keepers };
  const settled = new Set();
  const open = () => openLink(parts, settled);
  addEventListener("hashchange", open);
  return open();
}

async function openLink(parts, settled) {
  const fragment = location.hash.slice(1);
  document.querySelector("[data-link-problem]")?.remove();
  if (!isLink(fragment)) return;
  if (settled.has(fragment)) return leaveAddress(fragment);
  let link;
  try {
    link = await decode(fragment);
  } catch {
    return sayProblem(DAMAGED);
  }
  if (location.hash.slice(1) !== fragment) return;
  if (!fits(link, parts)) return sayProblem(FOREIGN);
  for (const [id, state] of Object.entries(link.figures)) parts.figures.get(id).place(state);
  offerAll(link, parts, () => {
    settled.add(fragment);
    leaveAddress(fragment);
  });
  document.getElementById(link.at)?.scrollIntoView();
}

function fits({ figures, cells }, parts) {
  return Object.entries(figures).every(([id, state]) => parts.figures.get(id)?.accepts(state)) && Object.keys(cells).every((id) => parts.cells.has(id));
}

// onSettled() once the reader has chosen at every cell.
function offerAll(link, { cells, keepers }, onSettled) {
  for (const { panels } of keepers.values()) panels.hide("link");
  const open = new Set(Object.keys(link.cells).filter((id) => cells.get(id).code !== link.cells[id]));
  const isForCode = Object.keys(link.cells).length > 0;
  if (isForCode && !open.size) onSettled();
  for (const id of open) {
    offer(cells.get(id), keepers.get(id), link.cells[id], () => {
      open.delete(id);
      if (!open.size) onSettled();
    });
  }
}

async function offer(cell, keeper, code, onChosen) {
  const choose = (use) => () => {
    keeper.panels.hide("link");
    if (use) keeper.use(code, "link");
    onChosen();
  };
  const body = element("div", {});
  const buttons = [["Use this code", choose(true)], ["Leave it", choose(false)]];
  keeper.panels.show("link", "This code came with a link. Who wrote it is unknown: read it before you run it.", { buttons, evidence: [body] });
  body.append(await changes(cell.starter, code));
}

// The address is the lesson's own again, so that a reload does not ask anew.
function leaveAddress(fragment) {
  if (location.hash.slice(1) === fragment) history.replaceState(history.state, "", location.pathname + location.search);
}

function sayProblem(words) {
  const close = element("button", { type: "button" }, "Close");
  const notice = element("p", { className: "page-notice", role: "alert", lang: "en" }, element("span", {}, words), " ", close);
  notice.dataset.linkProblem = "";
  close.addEventListener("click", () => notice.remove());
  document.querySelector("main").prepend(notice);
  notice.scrollIntoView({ block: "nearest" });
}

function byId(elements) {
  return new Map(elements.map((part) => [part.id, part]));
}
