import { wireDrives } from "./drives.js";
import { keepCells } from "./keeper.js";
import { KinoCell } from "./kino-cell.js";
import { KinoFigure } from "./kino-figure.js";
import { whenIdle } from "./idle.js";
import { onIntent } from "./intent.js";
import { wireMyWork } from "./my-work-button.js";
import { followLinks } from "./opened.js";
import { Python } from "./python.js";
import { wireScrollers } from "./scrollers.js";
import { wireCopying } from "./share.js";
import { Store } from "./store.js";
import { wireThemeSwitch } from "./theme-switch.js";

const { runtime, runtimeSha256, wakeSize, root, course, lesson, build } = document.documentElement.dataset;

// Again, for a filter may have kept the script that stands in the page from running: without it no button shows.
document.documentElement.classList.add("js");

customElements.define("kino-figure", KinoFigure);
customElements.define("kino-cell", KinoCell);

const figures = [...document.querySelectorAll("kino-figure")];
const cells = [...document.querySelectorAll("kino-cell")];
// What comes when the page has all that it shows.
const later = (task) => {
  if (document.readyState === "complete") whenIdle(task);
  else addEventListener("load", () => whenIdle(task));
};

// For a script that wants another Python of this kind, too.
export function makePython() {
  const sealed = document.querySelector("[data-sealed]").content.textContent;
  return new Python({ url: new URL(runtime, document.baseURI), sha256: runtimeSha256 }, wakeSize, sealed);
}

if (runtime) {
  const python = makePython();
  later(() => python.open());
  for (const element of [...figures, ...cells]) {
    element.python = python;
    onIntent(element, () => python.warm());
  }
  wireDrives(cells, python);
  wireVariables(python);
}

// What a cell has made is listed below it. What that takes is fetched after the first run.
function wireVariables(python) {
  let load = null;
  document.addEventListener("kino-ran", ({ target }) => {
    load ??= import("./variables.js").then(({ Variables }) => new Variables(python));
    load.then(
      (variables) => variables.follow(target),
      () => (load = null),
    );
  });
}

const site = new URL(root || ".", location.href);
const store = new Store(site.pathname.replace(/\/{2,}/g, "/"));
const title = document.querySelector(".wordmark").textContent;
const about = { course: new URL(course, site), title, site: site.origin + site.pathname, root };
const save = wireMyWork(document.querySelector("[data-my-work]"), store, about);
const keepers = keepCells(cells, store, lesson, () => save());
wireCopying(figures, cells, keepers, ({ id, code, dataset }) => save(new Map([[`${lesson}/${id}`, { code, starter: dataset.starter }]]), []));
wireThemeSwitch(document.querySelector("[data-theme-switch]"));
wireScrollers(document.querySelectorAll(".text > table, div.math, .text pre.code:not([tabindex])"));
followLinks(figures, cells, keepers);

const exercises = cells.filter((cell) => cell.dataset.check);
if (exercises.length) {
  import("./exercise.js").then(
    ({ wireExercises }) => wireExercises(exercises, store, lesson),
    // Without it, hints and solutions can be unfolded, as without scripts.
    () => exercises.forEach(({ dataset }) => (dataset.exercise = "still")),
  );
}

const predictions = [...document.querySelectorAll("kino-predict")];
// Until one comes near it looks the same without its script.
const near = new IntersectionObserver((entries) => {
  if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
  near.disconnect();
  import("./predictions.js").then(
    ({ wirePredictions }) => wirePredictions(predictions, figures, store, lesson),
    // Without it, the answer can be unfolded, as without scripts.
    () => predictions.forEach(({ dataset }) => (dataset.phase = "still")),
  );
}, { rootMargin: "600px" });
for (const one of predictions) near.observe(one);

// What makes the course work without a network.
if (build) later(() => import("./offline.js").then(({ workOffline }) => workOffline({ site, build, store }), () => {}));
