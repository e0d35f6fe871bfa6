// The code editor: CodeMirror 6, the one bundled part of the page.

import "./adopted-styles.js";
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { completion } from "./editor-complete.js";
import { keyRow } from "./editor-keys.js";
import { lineOf, mark, setMark } from "./editor-mark.js";
import { searching } from "./editor-search.js";
import { signatures } from "./editor-signature.js";
import { straightTyping } from "./editor-typing.js";
import { highlighter } from "./highlighter.js";

// One line needs no number; the place for it is kept, so that nothing moves when there is a second.
const numbers = lineNumbers({ formatNumber: (number, state) => (state.doc.lines > 1 ? String(number) : "") });

// Makes an editor for `code`, with a `selection` {anchor, head} if there is one. onRun() is called by Ctrl/Cmd-Enter and
// Shift-Enter, onEdit() whenever the code has changed; ask(kind, payload) asks Python about it, others() are other cells' codes.
export function createEditor({ code, selection, label, onRun, onEdit, ask, others }) {
  const run = () => {
    onRun();
    return true;
  };
  const view = new EditorView({
    state: EditorState.create({
      doc: code,
      selection: selection ?? undefined,
      extensions: [
        Prec.highest(keymap.of([{ key: "Mod-Enter", run }, { key: "Shift-Enter", run }])),
        straightTyping,
        completion({ ask, others }),
        signatures(ask),
        searching,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        numbers,
        history(),
        drawSelection(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        python(),
        syntaxHighlighting(highlighter),
        mark,
        keyRow,
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
    // A line, or null for none; and the part of it from one column to another.
    mark: (line, column, end) => view.dispatch({ effects: setMark.of(line && { line, column, end }) }),
    goTo(line) {
      const { from } = lineOf(view.state.doc, line);
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
