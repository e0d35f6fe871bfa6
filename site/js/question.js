// A line that Python asks of the reader: a text box behind the prompt.

import { element } from "./element.js";

const LONGEST = 100_000;
// What Python takes for the end of all lines.
const END = "\x04";

// prompt: what stands before the box already; onAnswer(text) once, by Enter or the button; Ctrl-D says that there are no more lines.
export function question(prompt, onAnswer) {
  const box = element("input", { type: "text", maxLength: LONGEST, autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "send" });
  box.setAttribute("aria-label", prompt.trim().slice(-200) || "Python asks for a line");
  const form = element("form", { className: "question" }, box, element("button", {}, "Enter"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onAnswer(box.value);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "d" || !event.ctrlKey || box.value) return;
    event.preventDefault();
    onAnswer(END);
  });
  return form;
}
