// The predictions of a page: each with its figure and with what is kept of it.

import { KinoPredict } from "./kino-predict.js";

export function wirePredictions(elements, figures, store, lesson) {
  customElements.define("kino-predict", KinoPredict);
  const byPlace = new Map(elements.map((one) => [`${lesson}/${one.id}`, one]));
  for (const [place, one] of byPlace) {
    const figure = figures.find(({ id }) => id === one.dataset.figure);
    one.begin(figure, { get: () => store.get(place), put: (record) => store.put(place, record) });
  }
  store.addEventListener("change", ({ detail }) => byPlace.get(detail.place)?.follow(detail.record));
  store.addEventListener("problem", ({ detail }) => {
    if (byPlace.has(detail.place)) byPlace.get(detail.place).problem = store.problem;
  });
  // A page that lay in the back/forward cache heard nothing of what happened meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    for (const [place, one] of byPlace) if (persisted && store.get(place)) one.follow(store.get(place));
  });
}
