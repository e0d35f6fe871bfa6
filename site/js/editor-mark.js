// The marked line of an editor, and the part of it to blame: where an error was raised. Any edit takes the mark away.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

// {line, column, end}: the number of the line to mark and the columns of its part, if any; null takes the mark away.
export const setMark = StateEffect.define();

export const mark = StateField.define({
  create: () => Decoration.none,
  update(marked, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      if (effect.value === null) return Decoration.none;
      const line = lineOf(transaction.state.doc, effect.value.line);
      return Decoration.set([Decoration.line({ class: "marked" }).range(line.from), ...part(line, effect.value)]);
    }
    return transaction.docChanged ? Decoration.none : marked;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// The line of that number, or the nearest there is.
export function lineOf(doc, number) {
  return doc.line(Math.max(1, Math.min(Math.trunc(number) || 1, doc.lines)));
}

// Python counts characters from 1, the editor units of UTF-16 from 0.
function part({ from, text }, { column, end }) {
  const [start, stop] = [column, end].map((number) => from + [...text].slice(0, number - 1).join("").length);
  return start < stop ? [Decoration.mark({ class: "marked-part" }).range(start, stop)] : [];
}
