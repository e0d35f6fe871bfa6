// The marked line of an editor: where an error was raised. Any edit takes the mark away.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

// The number of the line to mark; null takes the mark away.
export const setMark = StateEffect.define();

export const mark = StateField.define({
  create: () => Decoration.none,
  update(marked, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      if (effect.value === null) return Decoration.none;
      const line = transaction.state.doc.line(Math.min(effect.value, transaction.state.doc.lines));
      return Decoration.set([Decoration.line({ class: "marked" }).range(line.from)]);
    }
    return transaction.docChanged ? Decoration.none : marked;
  },
  provide: (field) => EditorView.decorations.from(field),
});
