// Panels: what a cell or a figure has to say or to ask, in a row of its own, with buttons.

import { element } from "./element.js";

export class Panels {
  #host;
  #area = element("div", { className: "panels" });
  #open = new Map();

  // The panels stand after `place`; `heir` gets the focus of a button that goes.
  constructor(host, place, heir) {
    this.#host = host;
    this.heir = heir;
    place.after(this.#area);
  }

  // Shows the panel of that kind anew. buttons: [label, action] each; evidence stands before them, details after them.
  show(kind, words, { buttons, evidence = [], details = [] }) {
    const hadFocus = this.#take(kind);
    const presses = buttons.map(([label, action]) => pressed(label, action));
    const row = element("div", { className: "panel-buttons" }, ...presses);
    const panel = element("div", { className: "panel", role: "group", ariaLabel: words }, element("p", {}, words), ...evidence, row, ...details);
    panel.dataset.panel = kind;
    this.#open.set(kind, panel);
    this.#area.append(panel);
    if (hadFocus) presses[0].focus({ preventScroll: true });
    this.#host.querySelector("[data-status]").textContent = words;
  }

  hide(kind) {
    if (this.#take(kind)) this.heir.focus({ preventScroll: true });
  }

  has(kind) {
    return this.#open.has(kind);
  }

  // Takes a panel away; whether it had the focus.
  #take(kind) {
    const panel = this.#open.get(kind);
    const hadFocus = Boolean(panel?.contains(document.activeElement));
    this.#open.delete(kind);
    panel?.remove();
    return hadFocus;
  }
}

function pressed(label, action) {
  const press = element("button", { type: "button" }, label);
  press.addEventListener("click", () => action(press));
  return press;
}
