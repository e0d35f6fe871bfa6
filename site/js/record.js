// What is kept of one cell: {edit, before, why}. Pure.
// edit: the reader's text where it is not the starter, {code, starter, base}: the version and the text of the starter it was made from.
// Of a prediction it is {prediction: {guess, truth, version}}: truth where it was revealed; version: of the question.
// before: the edit that was replaced, for Undo; why: what replaced it ("reset", "new", "link", "file", "undo").

// The record that `text` holds; null where it holds none.
export function parse(text) {
  try {
    const { edit, before, why, prediction } = JSON.parse(text);
    return prediction ? { prediction } : record(read(edit), read(before), String(why));
  } catch {
    return null;
  }
}

// The code in the cell is now `code`; starter: {version, text}.
export function typed(kept, code, starter) {
  // Undone in the editor.
  if (kept?.before?.code === code) return record(kept.before);
  const from = kept?.edit ?? editOf("", starter);
  return record(code === starter.text ? null : { ...from, code }, kept?.before, kept?.why);
}

// Other code takes the place of what is there, which can be brought back.
export function replaced(kept, code, starter, why) {
  const now = record(code === starter.text ? null : editOf(code, starter));
  const isOther = kept?.edit && kept.edit.code !== code;
  return record(now?.edit, isOther ? kept.edit : kept?.before, why);
}

// What was replaced is back, and what had replaced it is now what can be brought back.
export function undone({ edit, before }) {
  return record(before, edit, "undo");
}

// The reader is content with what replaced the edit.
export function settled({ edit }) {
  return record(edit);
}

// The reader has seen the newer starter and keeps the edit.
export function keptMine({ edit, before, why }, starter) {
  return record(editOf(edit.code, starter), before, why);
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

function record(edit, before, why) {
  if (!edit && !before) return null;
  return before ? { edit: edit ?? null, before, why } : { edit };
}

function read(edit) {
  return typeof edit?.code === "string" ? { ...edit, code: plain(edit.code) } : null;
}
