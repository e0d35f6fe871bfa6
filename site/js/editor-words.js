// Names that stand in the text of cells: what can be offered while Python sleeps.

import { pythonLanguage } from "@codemirror/lang-python";

const PYTHON = `False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield
  abs all any bool bytes callable chr complex dict dir divmod enumerate filter float format frozenset getattr hasattr hash help
  hex id input int isinstance issubclass iter len list map max min next object open ord pow print property range repr reversed
  round set setattr slice sorted staticmethod str sum super tuple type vars zip
  ArithmeticError AttributeError Exception ImportError IndexError KeyError NameError NotImplementedError RuntimeError
  StopIteration TypeError ValueError ZeroDivisionError`.split(/\s+/);

// The cells change seldom while one of them is edited.
let last = { text: null, words: null };

// The words of a text: {names, attributes}, two sets. `skip`: a place in it where a word is being written.
export function wordsIn(tree, text, skip) {
  const words = { names: new Set(), attributes: new Set() };
  const sets = { VariableName: words.names, PropertyName: words.attributes };
  tree.iterate({
    enter({ name, from, to }) {
      if (Object.hasOwn(sets, name) && !(from <= skip && skip <= to)) sets[name].add(text.slice(from, to));
    },
  });
  return words;
}

export function wordsOfCells(codes) {
  const text = codes.join("\n");
  if (text !== last.text) last = { text, words: wordsIn(pythonLanguage.parser.parse(text), text) };
  return last.words;
}

export const pythonsWords = new Set(PYTHON);
