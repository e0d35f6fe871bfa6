// Where a number comes from: point at it, tap it, or reach it by keyboard, and its formula shows with the present numbers in it.

export class Reasons {
  #line;
  #hint;
  #shown = null;

  // Parts of `picture` that carry data-why, or stand in a row with one, speak in `line`; else `line` keeps its own words.
  constructor(picture, line) {
    this.#line = line;
    this.#hint = line.textContent;
    const show = ({ target }) => {
      const reason = target.closest("[data-why]") ?? target.closest("tr, .output")?.querySelector("[data-why]");
      if (reason) this.#show(reason);
    };
    for (const type of ["pointerover", "focusin", "click"]) picture.addEventListener(type, show);
    picture.addEventListener("pointerleave", () => this.#show(picture.querySelector("[data-why]:focus-visible")));
    picture.addEventListener("focusout", () => this.#show(null));
  }

  // The picture has changed: what is shown gets the new numbers.
  refresh() {
    this.#show(this.#shown);
  }

  #show(reason) {
    if (this.#shown !== reason) this.#shown?.removeAttribute("aria-description");
    this.#shown = reason?.isConnected ? reason : null;
    // The line is for the eye; who hears the page hears it with the number.
    this.#shown?.setAttribute("aria-description", this.#shown.dataset.why);
    this.#line.textContent = this.#shown ? this.#shown.dataset.why : this.#hint;
  }
}
