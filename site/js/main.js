import { KinoCell } from "./kino-cell.js";
import { KinoFigure } from "./kino-figure.js";
import { Python } from "./python.js";
import { wireThemeSwitch } from "./theme-switch.js";

const { runtime, wakeSize } = document.documentElement.dataset;

customElements.define("kino-figure", KinoFigure);
customElements.define("kino-cell", KinoCell);

if (runtime) {
  const python = new Python(new URL(runtime, document.baseURI), wakeSize);
  for (const element of document.querySelectorAll("kino-figure, kino-cell")) element.python = python;
}
wireThemeSwitch(document.querySelector("[data-theme-switch]"));
