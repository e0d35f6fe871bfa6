// Searching in the code: the panel of CodeMirror in the page's words.

import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { keymap } from "@codemirror/view";

const WORDS = {
  Find: "Find in this code",
  Replace: "Replace with",
  next: "Next",
  previous: "Previous",
  all: "All",
  "match case": "Same case",
  regexp: "Pattern",
  "by word": "Whole word",
  replace: "Replace",
  "replace all": "Replace all",
  close: "Close the search",
};

// Going to a line by its number is left out: cells are short.
const keys = searchKeymap.filter(({ key }) => key !== "Mod-Alt-g");

export const searching = [search({ top: true }), highlightSelectionMatches({ minSelectionLength: 2 }), EditorState.phrases.of(WORDS), keymap.of(keys)];
