// What the page must know of the whole course: {title, lessons: {slug: {title, cells, predictions}}}, both
// {id: version} (of the starter, of the question).

const PATIENCE_MS = 3000;

export class Course {
  #url;
  #load = null;

  constructor(url, title) {
    this.#url = url;
    this.title = title;
  }

  // The lessons, in the order of the course; none where the list cannot be fetched: the work can be named without.
  lessons() {
    this.#load ??= fetchList(this.#url).catch(() => {
      this.#load = null;
      return {};
    });
    return this.#load;
  }
}

async function fetchList(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()).lessons;
}
