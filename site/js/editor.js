// The code editor: CodeMirror 6, the one bundled part of the page.

import "./adopted-styles.js";
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const setMark = StateEffect.define();

// The marked line; any edit takes the mark away.
const mark = StateField.define({
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

// Makes an editor for `code`; onRun() is called by Ctrl/Cmd-Enter and Shift-Enter, onEdit() whenever the code has changed.
export function createEditor({ code, label, onRun, onEdit }) {
  const run = () => {
    onRun();
    return true;
  };
  const view = new EditorView({
    state: EditorState.create({
      doc: code,
      extensions: [
        Prec.highest(keymap.of([{ key: "Mod-Enter", run }, { key: "Shift-Enter", run }])),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        lineNumbers(),
        history(),
        drawSelection(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        python(),
        syntaxHighlighting(classHighlighter),
        mark,
        EditorView.updateListener.of((update) => update.docChanged && onEdit()),
        EditorView.contentAttributes.of({
          "aria-label": label,
          tabindex: "0", // checkers of accessibility do not see that it can be reached without
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
          translate: "no",
        }),
      ],
    }),
  });
  return {
    dom: view.dom,
    get code() {
      return view.state.doc.toString();
    },
    set code(text) {
      // One undo takes this back and nothing else, also right after typing; the cursor stays where nothing changes.
      const annotations = isolateHistory.of("full");
      view.dispatch({ changes: changeBetween(view.state.doc.toString(), text.replace(/\r\n?/g, "\n")), annotations });
    },
    focus: () => view.focus(),
    mark: (line) => view.dispatch({ effects: setMark.of(line) }),
    goTo(line) {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
  };
}

// The change that makes one text of another, without what both begin and end with.
function changeBetween(old, text) {
  const shorter = Math.min(old.length, text.length);
  let from = 0;
  while (from < shorter && old[from] === text[from]) from++;
  let end = 0;
  while (end < shorter - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  return { from, to: old.length - end, insert: text.slice(from, text.length - end) };
}
