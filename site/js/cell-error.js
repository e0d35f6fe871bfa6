// An error as the reader sees it: Python's words, plain words, what can be done, and the reader's own lines.

import { element } from "./element.js";

// error: as kino.cell describes it; cell: the id of the cell that ran; onLine(line): the reader asks to see a line of it;
// onFix(code): to have its code changed, a promise of whether it was; onSee(id): to go to another cell.
export function errorBox(error, cell, { onLine, onFix, onSee }) {
  const { type, message, frames, plain, fix, see, inside, traceback } = error;
  const box = element("div", { className: "error" });
  box.append(element("p", {}, element("strong", {}, type), message ? `: ${message}` : ""));
  if (plain) box.append(element("p", { className: "plain" }, ...withCode(plain)));
  if (fix || see) box.append(element("p", { className: "remedy" }, ...(fix ? [fixButton(fix, onFix), " "] : []), ...(see ? [seeLink(see, onSee)] : [])));
  if (frames.length) box.append(element("ol", {}, ...frames.map((frame) => frameItem(frame, cell, onLine))));
  if (inside) box.append(element("p", { className: "inside" }, "in ", element("code", {}, inside), `, called from line ${frames.at(-1).line}`));
  if (traceback) box.append(element("details", {}, element("summary", {}, "Python's own traceback"), element("pre", { tabIndex: 0, role: "group", ariaLabel: "Traceback" }, traceback)));
  return box;
}

// What stands between backticks is code.
export function withCode(words) {
  return words.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

function fixButton({ label, code }, onFix) {
  const button = element("button", { type: "button", className: "fix" }, ...withCode(label));
  button.addEventListener("click", async () => {
    const words = (await onFix(code)) ? "Changed. Run it, or undo the change in the code." : "The code has been changed since. Run it again first.";
    button.replaceWith(element("span", { role: "status" }, words));
  });
  return button;
}

function seeLink({ cell, label }, onSee) {
  const link = element("a", { href: `#${encodeURIComponent(cell)}` }, label);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    onSee(cell);
  });
  return link;
}

function frameItem({ cell: origin, line, name, source }, cell, onLine) {
  const where = `line ${line}${name ? ` in ${name}` : ""}${origin === cell ? "" : ` of cell ${origin}`}`;
  const place = origin === cell ? element("button", { type: "button", className: "line" }, where) : element("span", {}, where);
  if (origin === cell) place.addEventListener("click", () => onLine(line));
  return element("li", {}, place, " ", element("code", {}, source));
}
