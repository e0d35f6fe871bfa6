// The signature of the call around the cursor, in a small box above it. It opens with a bracket, or by Ctrl-Shift-Space.

import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, showTooltip, ViewPlugin } from "@codemirror/view";
import { element } from "./element.js";
import { closing, placeIn, question } from "./editor-complete.js";

const PAUSE_MS = 60;
const isText = (value) => typeof value === "string" && value.length <= 400;

const setBox = StateEffect.define();

const box = StateField.define({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setBox)) return effect.value;
    return shown && { ...shown, pos: transaction.changes.mapPos(shown.pos) };
  },
  provide: (field) => showTooltip.from(field, (shown) => shown && { pos: shown.pos, above: true, arrow: false, create: () => ({ dom: draw(shown) }) }),
});

export function signatures(ask) {
  const plugin = ViewPlugin.define((view) => new Watch(view, ask));
  const press = (view) => {
    view.plugin(plugin).look(true);
    return true;
  };
  return [
    box,
    plugin,
    EditorView.domEventHandlers({ blur: (_, view) => close(view) && false }),
    keymap.of([{ key: "Ctrl-Shift-Space", run: press }, { key: "Escape", run: closing(close) }]),
  ];
}

function close(view) {
  if (!view.state.field(box)) return false;
  view.dispatch({ effects: setBox.of(null) });
  return true;
}

class Watch {
  #view;
  #ask;
  #timer = 0;
  #latest = 0;

  constructor(view, ask) {
    this.#view = view;
    this.#ask = ask;
  }

  update({ state, transactions, docChanged, selectionSet }) {
    const isOpened = transactions.some((one) => one.isUserEvent("input.type")) && state.sliceDoc(state.selection.main.head - 1, state.selection.main.head) === "(";
    if (isOpened || (state.field(box) && (docChanged || selectionSet))) this.look(isOpened);
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#latest += 1;
  }

  // Asks about the call around the cursor. Of several questions only the last is waited for.
  look(isOpening) {
    const turn = ++this.#latest;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const place = this.#view.state.selection.main.head;
      const asked = question(this.#view.state, place);
      const answer = await this.#ask("signature", asked);
      if (turn === this.#latest && place === this.#view.state.selection.main.head) this.#show(believed(answer), asked, place, isOpening);
    }, PAUSE_MS);
  }

  #show(call, asked, place, isOpening) {
    if (!call || !this.#view.hasFocus) {
      close(this.#view);
      return;
    }
    const effects = [setBox.of({ ...call, pos: placeIn(asked, place, call.from) })];
    if (isOpening) effects.push(EditorView.announce.of(`${call.name}(${call.parameters.join(", ")}). ${call.info}`));
    this.#view.dispatch({ effects });
  }
}

// Python's answer, if it is of the right form; else null: it comes from where any code may run.
function believed(call) {
  const isCall = Array.isArray(call?.parameters) && [call.name, call.info, ...call.parameters].every(isText) && Number.isInteger(call.from);
  return isCall ? call : null;
}

function draw({ name, parameters, active, info }) {
  const parts = parameters.slice(0, 60).map((text, index) => element(index === active ? "mark" : "span", {}, text));
  const code = element("code", {}, `${name}(`, ...parts.flatMap((part, index) => (index ? [", ", part] : [part])), ")");
  return element("div", { className: "cell-signature" }, code, ...(info ? [element("p", {}, info)] : []));
}
