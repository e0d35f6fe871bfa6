// The highlighted code of a cell before the editor comes. The browser's own editing works in it: the first tap opens the
// keyboard, and no key is lost while the editor is on its way. Without the editor it stays like this.

import { element } from "./element.js";

const ATTRIBUTES = { contenteditable: "plaintext-only", autocapitalize: "off", autocorrect: "off", spellcheck: "false", translate: "no" };

export class StaticCode {
  #pre;
  #isComposing = false;

  // onEdit() is called when the reader has changed the code.
  constructor(pre, onEdit) {
    this.#pre = pre;
    for (const [name, value] of Object.entries(ATTRIBUTES)) pre.setAttribute(name, value);
    if (pre.isContentEditable) {
      pre.setAttribute("role", "textbox");
      pre.setAttribute("aria-multiline", "true");
    }
    pre.addEventListener("input", onEdit);
    pre.addEventListener("beforeinput", (event) => this.#edit(event) && onEdit());
    pre.addEventListener("compositionstart", () => (this.#isComposing = true));
    pre.addEventListener("compositionend", () => (this.#isComposing = false));
  }

  get label() {
    return this.#pre.getAttribute("aria-label");
  }

  // A last line feed is not part of the code: browsers need one more than there are lines.
  get text() {
    return this.#pre.textContent.replace(/\n$/, "");
  }

  set text(text) {
    const lines = text.split(/\r\n?|\n/).map((line) => element("span", { className: "line" }, line));
    this.#pre.firstElementChild.replaceChildren(...lines.flatMap((line, index) => (index ? ["\n", line] : [line])), "\n");
  }

  // What is selected, as places in the text: {anchor, head}; null when the cursor is elsewhere.
  get selection() {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection();
    if (!this.#pre.contains(anchorNode) || !this.#pre.contains(focusNode)) return null;
    return { anchor: this.#place(anchorNode, anchorOffset), head: this.#place(focusNode, focusOffset) };
  }

  #place(node, offset) {
    const range = new Range();
    range.setStart(this.#pre, 0);
    range.setEnd(node, offset);
    return Math.min(range.toString().length, this.text.length);
  }

  // Does what the browser is about to do, as plain text: browsers do not agree on new lines, and put styles in.
  #edit(event) {
    const selected = document.getSelection().getRangeAt(0);
    // Taking away one character is the browser's: it knows what a character is.
    const isOurs = event.inputType.startsWith("insert") || (event.inputType.startsWith("delete") && !selected.collapsed);
    if (!isOurs || event.isComposing || !event.cancelable) return false;
    event.preventDefault();
    const isBreak = /^insert(Paragraph|LineBreak)$/.test(event.inputType);
    const text = isBreak ? "\n" : event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    this.#replace(selected, text.replace(/\r\n?/g, "\n"));
    return true;
  }

  #replace({ startContainer, startOffset, endContainer, endOffset }, text) {
    const isInOneWord = startContainer === endContainer && startContainer.parentElement.closest(".line") && !text.includes("\n");
    if (isInOneWord && startContainer.nodeType === Node.TEXT_NODE) {
      startContainer.replaceData(startOffset, endOffset - startOffset, text);
      document.getSelection().collapse(startContainer, startOffset + text.length);
      return;
    }
    const [from, to] = [this.#place(startContainer, startOffset), this.#place(endContainer, endOffset)];
    const before = this.text.slice(0, from) + text;
    this.text = before + this.text.slice(to);
    const lines = before.split("\n");
    document.getSelection().collapse(this.#pre.querySelectorAll(".line")[lines.length - 1].firstChild, lines.at(-1).length);
  }

  // Resolves when no word is being composed (Japanese, and Android's keyboards).
  async settled() {
    if (this.#isComposing) await new Promise((resolve) => this.#pre.addEventListener("compositionend", resolve, { once: true }));
  }

  // Puts an editor in its place; the focus and what is scrolled to stay.
  giveWay(editor) {
    const hasFocus = this.#pre.contains(document.activeElement);
    this.#pre.after(editor.dom);
    editor.dom.querySelector(".cm-scroller").scrollLeft = this.#pre.scrollLeft;
    if (hasFocus) editor.focus();
    this.#pre.remove();
  }
}
