// What is kept of one cell: {edit, before, why, exercise}. Pure.
// edit: the reader's text where it is not the starter, {code, starter, base}: the version and the text of the starter it was made from.
// Of a prediction it is {prediction: {guess, truth, version}}: truth where it was revealed; version: of the question.
// before: the edit that was replaced, for Undo; why: what replaced it ("reset", "new", "link", "file", "undo").
// exercise: {passed, hints: how many were given, solution: whether it was shown}, each where there is something to tell.

// The record that `text` holds; null where it holds none.
export function parse(text) {
  try {
    const { edit, before, why, prediction, exercise } = JSON.parse(text);
    return prediction ? { prediction } : record({ exercise: readExercise(exercise) }, read(edit), read(before), String(why));
  } catch {
    return null;
  }
}

// The code in the cell is now `code`; starter: {version, text}.
export function typed(kept, code, starter) {
  // Undone in the editor.
  if (kept?.before?.code === code) return record(kept, kept.before);
  const from = kept?.edit ?? editOf("", starter);
  return record(kept, code === starter.text ? null : { ...from, code }, kept?.before, kept?.why);
}

// Other code takes the place of what is there, which can be brought back.
export function replaced(kept, code, starter, why) {
  const edit = code === starter.text ? null : editOf(code, starter);
  const isOther = kept?.edit && kept.edit.code !== code;
  return record(kept, edit, isOther ? kept.edit : kept?.before, why);
}

// What was replaced is back, and what had replaced it is now what can be brought back.
export function undone(kept) {
  return record(kept, kept.before, kept.edit, "undo");
}

// The reader is content with what replaced the edit.
export function settled(kept) {
  return record(kept, kept.edit);
}

// The reader has seen the newer starter and keeps the edit.
export function keptMine(kept, starter) {
  return record(kept, editOf(kept.edit.code, starter), kept.before, kept.why);
}

// Something has come of the exercise: `change` to what is kept of it.
export function worked(kept, change) {
  return record({ exercise: { ...kept?.exercise, ...change } }, kept?.edit, kept?.before, kept?.why);
}

// Whether the author has changed the cell since it was edited.
export function isOutdated(kept, starter) {
  return Boolean(kept?.edit) && kept.edit.code !== starter.text && kept.edit.starter !== starter.version;
}

// Code with the line ends that an editor gives it.
export function plain(code) {
  return code.replace(/\r\n?/g, "\n");
}

function editOf(code, { version, text }) {
  return { code, starter: version, base: text };
}

function record(kept, edit, before, why) {
  const exercise = kept?.exercise;
  if (!edit && !before && !exercise) return null;
  return { edit: edit ?? null, ...(before && { before, why }), ...(exercise && { exercise }) };
}

function read(edit) {
  return typeof edit?.code === "string" ? { ...edit, code: plain(edit.code) } : null;
}

function readExercise(exercise) {
  if (typeof exercise !== "object" || !exercise) return undefined;
  const { passed, hints, solution } = exercise;
  const told = { ...(passed === true && { passed }), ...(Number.isInteger(hints) && hints > 0 && { hints }), ...(solution === true && { solution }) };
  return Object.keys(told).length ? told : undefined;
}
