// An error as the reader sees it: type, message, and the reader's own lines.

import { element } from "./element.js";

// error: as kino.cell describes it; cell: the id of the cell that ran; onLine(line): the reader asks to see a line of it.
export function errorBox({ type, message, frames }, cell, { onLine }) {
  const box = element("div", { className: "error" });
  box.append(element("p", {}, element("strong", {}, type), message ? `: ${message}` : ""));
  if (frames.length) box.append(element("ol", {}, ...frames.map((frame) => frameItem(frame, cell, onLine))));
  return box;
}

function frameItem({ cell: origin, line, name, source }, cell, onLine) {
  const where = `line ${line}${name ? ` in ${name}` : ""}${origin === cell ? "" : ` of cell ${origin}`}`;
  const place = origin === cell ? element("button", { type: "button", className: "line" }, where) : element("span", {}, where);
  if (origin === cell) place.addEventListener("click", () => onLine(line));
  return element("li", {}, place, " ", element("code", {}, source));
}
