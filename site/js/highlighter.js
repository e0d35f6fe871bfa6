// Which parts of code have a colour, in the page and in the editor. The others are plain text: an element for each of them
// would be a third of what a browser lays out in a lesson. `site/tools/typeset.mjs` has it from here.

import { tagHighlighter, tags } from "@lezer/highlight";

export const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.bool], class: "tok-keyword" },
  { tag: [tags.definition(tags.variableName), tags.definition(tags.propertyName), tags.className], class: "tok-name" },
  { tag: [tags.string, tags.regexp, tags.escape, tags.special(tags.string)], class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
]);
