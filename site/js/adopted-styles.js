// CodeMirror puts its rules into a <style> element, which the page's policy refuses. Here they become constructed sheets.

import { StyleModule } from "style-mod";

const sheets = new Map();

StyleModule.mount = (root, modules) => {
  const wanted = [modules].flat();
  for (const module of wanted) {
    if (sheets.has(module)) continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(module.getRules());
    sheets.set(module, sheet);
  }
  const ours = new Set(sheets.values());
  const others = root.adoptedStyleSheets.filter((sheet) => !ours.has(sheet));
  root.adoptedStyleSheets = [...others, ...wanted.map((module) => sheets.get(module))];
};
