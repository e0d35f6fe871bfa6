// The reader's work in the whole course: what is made of it, and the dialog that shows it. Fetched by my-work-button.js.

import { Course } from "./course.js";
import { MyWork } from "./my-work.js";
import { WorkDialog } from "./work-dialog.js";

// course: the address of the list of lessons and cells; title: the course's; site: its address; root: where its pages are, from
// this one. Returns {open(), save(…)}: open the dialog; save as in my-work.js.
export function openWork(store, { course, title, site, root }) {
  const work = new MyWork(store, new Course(course, title), site);
  const dialog = new WorkDialog(work, root);
  return { open: () => dialog.open(), save: (...what) => work.save(...what) };
}
