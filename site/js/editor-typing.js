// Phones and some desktops put typographic characters in for the ones that are typed; in code the typed ones are meant.
// What is pasted stays as it is.

import { insertBracket } from "@codemirror/autocomplete";
import { Prec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const MEANT = { "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'", "—": "--", "–": "-", "…": "...", "\u00a0": " " };
const SMART = new RegExp(`[${Object.keys(MEANT).join("")}]`, "gu");

export const straight = (text) => text.replace(SMART, (character) => MEANT[character]);

export const straightTyping = Prec.highest(
  EditorView.inputHandler.of((view, from, to, text) => {
    const meant = straight(text);
    if (meant === text) return false;
    const { main } = view.state.selection;
    const isAtCursor = main.from === from && main.to === to;
    view.dispatch((isAtCursor && typed(view.state, meant)) || { changes: { from, to, insert: meant }, selection: { anchor: from + meant.length }, userEvent: "input.type" });
    return true;
  }),
);

// What typing a text at the cursor does: brackets and quotes close themselves.
export function typed(state, text) {
  return insertBracket(state, text) ?? state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
}
