// Typesets a course once, at build time. stdin: {maths: [{tex, display}], codes: [{language, source}]};
// stdout: {maths: [{html} | {error, position}], codes: [html], css}. Items come back in the order given.

import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { highlightCode } from "@lezer/highlight";
import { parser as python } from "@lezer/python";
import temml from "temml";
import { highlighter } from "../js/highlighter.js";

const PARSERS = { python };
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (plain) => plain.replace(/[&<>"]/g, (char) => ESCAPES[char]);

function typesetMath({ tex, display }, rules) {
  try {
    const options = { displayMode: display, annotate: true, throwOnError: true };
    return { html: stylesToClasses(temml.renderToString(tex, options), rules) };
  } catch (error) {
    // Temml's messages go on with " at position …" and the formula; the builder gives the place itself.
    const message = error.message.replace(/^ParseError:\s*/, "").split(/ at (?:position|end of input)/)[0];
    const before = tex.slice(0, error.position ?? 0);
    return { error: message.replaceAll("'EOF'", "the end of the formula").trim(), position: [...before].length };
  }
}

// The page's policy refuses style="…", so every declaration becomes a class and a rule.
function stylesToClasses(html, rules) {
  return html.replace(/<[a-z]+ [^<>]*>/g, (tag) => {
    const style = tag.match(/ style="([^"]*)"/);
    if (!style) return tag;
    const classes = style[1].split(";").filter(Boolean).map((declaration) => classFor(declaration, rules));
    const bare = tag.replace(style[0], "");
    return bare.includes(' class="')
      ? bare.replace(' class="', ` class="${classes.join(" ")} `)
      : bare.replace(/(\s*\/?)>$/, ` class="${classes.join(" ")}"$1>`);
  });
}

function classFor(declaration, rules) {
  if (!/^[a-z-]+:[\w\s.,#%()-]+$/.test(declaration)) throw new Error(`the style "${declaration}" is not allowed`);
  const name = "tex-" + declaration.replaceAll(".", "_").replaceAll("%", "pc").replace(/[^\w]+?/g, "-");
  rules.set(name, declaration);
  return name;
}

// Twice the class: like the style attribute it stands for, it must win over Temml's own rules.
// By property, so that a shorthand (padding) stands before its parts (padding-left).
function stylesheet(rules) {
  const property = ([, declaration]) => declaration.slice(0, declaration.indexOf(":"));
  const sorted = [...rules].sort((a, b) => (property(a) + a[0] < property(b) + b[0] ? -1 : 1));
  return sorted.map(([name, declaration]) => `.${name}.${name} { ${declaration} }\n`).join("");
}

// Temml's own rules for this font; the @font-face is the site's.
function temmlStylesheet() {
  const url = new URL("Temml-STIX2.css", import.meta.resolve("temml"));
  return readFileSync(url, "utf8").replace(/@font-face\s*{[^}]*}/, "");
}

// The same parser and the same classes as in the editor that takes the code's place. One span a line.
function highlight({ language, source }) {
  const parser = PARSERS[language];
  const lines = [""];
  const put = (piece, classes) => {
    lines[lines.length - 1] += classes ? `<span class="${classes}">${escape(piece)}</span>` : escape(piece);
  };
  const code = source.replace(/\n$/, "");
  if (parser) highlightCode(code, parser.parse(code), highlighter, put, () => lines.push(""));
  else lines.splice(0, 1, ...code.split("\n").map(escape));
  const body = lines.map((line) => `<span class="line">${line}</span>\n`).join("");
  return `<code${language ? ` class="language-${escape(language)}"` : ""}>${body}</code>`;
}

const { maths, codes } = JSON.parse(await text(process.stdin));
const rules = new Map();
const result = { maths: maths.map((math) => typesetMath(math, rules)), codes: codes.map(highlight) };
process.stdout.write(JSON.stringify({ ...result, css: temmlStylesheet() + stylesheet(rules) }));
