// What differs between two texts, as an element. The comparison is fetched when it is first wanted; without it, the new text as it is.

import { element } from "./element.js";

export async function changes(before, after) {
  try {
    const { difference } = await import("./difference.js");
    return difference(before, after);
  } catch (error) {
    console.warn(`kino: the comparison could not be loaded: ${error.message}`);
    return element("pre", { className: "difference", tabIndex: 0 }, after);
  }
}
