// Cells that draw a figure of their page with a function of their own. What that takes is fetched at the first run of one.

export function wireDrives(cells, python) {
  const drivings = new Map();
  const drivingOf = (figure) => {
    if (!drivings.has(figure)) drivings.set(figure, import("./driving.js").then(({ Driving }) => new Driving(figure, python)));
    return drivings.get(figure);
  };
  for (const cell of cells) {
    const figure = document.getElementById(cell.dataset.drives);
    if (!figure) continue;
    cell.addEventListener("kino-ran", async ({ detail: { drives } }) => {
      if (drives === undefined) return;
      try {
        (await drivingOf(figure)).follow(cell, drives);
      } catch (error) {
        // The figure stays the lesson's own; the next run tries again.
        drivings.delete(figure);
        console.warn(`kino: the figure could not be handed the function: ${error.message}`);
      }
    });
  }
}
