// A row of keys for phones, whose keyboards hide what Python needs most. It stays above the on-screen keyboard.

import { undo } from "@codemirror/commands";
import { showPanel, tooltips } from "@codemirror/view";
import { tab } from "./editor-complete.js";
import { element } from "./element.js";
import { typed } from "./editor-typing.js";

const CHARACTERS = { ":": "colon", "(": "opening bracket", ")": "closing bracket", "[": "opening square bracket", "]": "closing square bracket", "=": "equals", _: "underscore", '"': "quote" };

const type = (text) => (view) => view.dispatch(typed(view.state, text));

export const keyRow = [showPanel.of(row), tooltips({ tooltipSpace })];

function row(view) {
  const characters = Object.entries(CHARACTERS).map(([text, label]) => key(view, text, label, type(text)));
  const dom = element("div", { className: "cell-keyrow", role: "group", ariaLabel: "Keys" }, key(view, "Tab", "", tab), ...characters, key(view, "Undo", "", undo));
  const update = ({ docChanged, selectionSet }) => (docChanged || selectionSet) && uncover(view, dom);
  return { dom, mount: follow, destroy: unfollow, update };
}

// Where boxes beside the cursor may stand: neither under the row nor under the on-screen keyboard.
function tooltipSpace(view) {
  const { offsetLeft: left, offsetTop: top, width, height } = visualViewport;
  const dom = view.dom.querySelector(".cell-keyrow");
  const bottom = dom?.offsetParent ? Math.min(top + height, dom.getBoundingClientRect().top) : top + height;
  return { left, top, right: left + width, bottom };
}

function key(view, text, label, press) {
  const button = element("button", { type: "button", tabIndex: -1 }, text);
  if (label) button.ariaLabel = label;
  // The editor keeps the focus, and so the keyboard stays open.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => press(view));
  return button;
}

// CodeMirror scrolls the cursor into its own frame, whose lower end the row covers.
function uncover(view, row) {
  view.requestMeasure({
    key: row,
    read: () => (row.offsetParent ? view.coordsAtPos(view.state.selection.main.head)?.bottom - row.getBoundingClientRect().top : 0),
    write: (hidden) => hidden > 0 && scrollBy(0, hidden + 8),
  });
}

// How much of the page's lower end the on-screen keyboard covers: known to the style sheet as --covered.
function measure() {
  const { height, offsetTop } = visualViewport;
  const { clientHeight, style } = document.documentElement;
  style.setProperty("--covered", `${Math.max(0, Math.round(clientHeight - height - offsetTop))}px`);
}

let rows = 0;

function follow() {
  if (rows++) return;
  for (const event of ["resize", "scroll"]) visualViewport.addEventListener(event, measure);
}

function unfollow() {
  if (--rows) return;
  for (const event of ["resize", "scroll"]) visualViewport.removeEventListener(event, measure);
}
