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
    const { reel, steps, state: others, columns, markup, words, values } = this.#film;
    const i = steps.findIndex((step) => step === state[reel] || Math.abs(step - state[reel]) < 1e-9);
    if (i < 0 || !Object.entries(others).every(([name, value]) => state[name] === value)) return null;
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

export async function fetchFilm(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Film(await response.json());
}
