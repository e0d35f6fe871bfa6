// The ways in which Python can start, fastest first. A slower one is for when a faster one does not work here.

// Resolves once start(entry) has, with the first entry of the manifest's `starts` for which it does. Rejects with the last
// one's error, or as soon as a file is missing that every start needs, or an error is final.
export async function firstThatWorks(starts, start) {
  for (const [i, entry] of starts.entries()) {
    try {
      await start(entry);
      document.documentElement.dataset.pythonStart = entry.name;
      return;
    } catch (error) {
      const isOwn = !error.isFinal && (!error.file || entry.files.includes(error.file));
      if (i === starts.length - 1 || !isOwn) throw error;
      console.warn(`kino: Python could not start from its ${entry.name}, so it starts more slowly: ${error.message}`);
    }
  }
}
