// Plays a film strip: the pictures of a figure along one control, drawn when the site was built (kino_build/film.py).

class Film {
  #film;

  constructor(film) {
    this.#film = film;
  }

  get reel() {
    return this.#film.reel;
  }

  // The picture {svg, values, words} for a state of the controls; null when the film does not have that state.
  frame(state) {
    return this.#reelFrame(state) ?? this.#film.stills?.find((still) => isSame(still.state, state)) ?? null;
  }

  #reelFrame(state) {
    const { reel, steps, state: others, columns, markup, words, values } = this.#film;
    const i = steps.findIndex((step) => isEqual(step, state[reel]));
    if (i < 0 || !isSame(others, state)) return null;
    const join = (pieces) => pieces.map((piece) => (typeof piece === "number" ? columns[piece][i] : piece)).join("");
    const unfold = (value) => {
      if (Array.isArray(value)) return value.map(unfold);
      if (value === null || typeof value !== "object") return value;
      return value.fields ? unfoldAll(value.fields) : columns[value.column][i];
    };
    const unfoldAll = (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, unfold(value)]));
    return { svg: join(markup), words: join(words), values: unfoldAll(values) };
  }
}

// Whether every control of `wanted` stands the same in `state`.
function isSame(wanted, state) {
  return Object.entries(wanted).every(([name, value]) => isEqual(value, state[name]));
}

function isEqual(one, other) {
  return one === other || Math.abs(one - other) < 1e-9;
}

export async function fetchFilm(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Film(await response.json());
}
