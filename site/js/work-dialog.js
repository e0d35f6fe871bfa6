// "My work": the cells that the reader has changed and what was predicted in the whole course, and what can be done with them.

import { element } from "./element.js";
import { byLesson } from "./work-file.js";

// work: a MyWork; root: where the course's pages are, from this one; undefined where there are none beside it.
export class WorkDialog {
  #work;
  #root;
  #list = element("div", { className: "work-list" });
  #said = element("p", { className: "work-said", role: "status" });
  #problem = element("p", { className: "work-problem" });
  #file = element("input", { type: "file", accept: ".md,.txt,text/markdown,text/plain", hidden: true });
  #buttons = element("div", { className: "work-buttons" });
  #dialog;

  constructor(work, root) {
    this.#work = work;
    this.#root = root;
    const title = element("h2", { id: "my-work-title" }, "My work");
    const close = press("Close", () => this.#dialog.close());
    const about = element("p", { className: "quiet" }, "What you change in a cell and what you predict is kept in this browser, on this device only.");
    this.#dialog = element("dialog", { className: "work", lang: "en" }, element("div", { className: "work-head" }, title, close), about, this.#problem, this.#list, this.#said, this.#buttons, this.#file);
    this.#dialog.setAttribute("aria-labelledby", title.id);
    this.#file.addEventListener("change", () => this.#load());
    // A link to a cell of this page leaves the dialog; so does a click beside it.
    this.#dialog.addEventListener("click", ({ target }) => {
      if (target === this.#dialog || target.closest("a")) this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  open() {
    this.#say("");
    this.#offer();
    this.#dialog.showModal();
    this.#show();
  }

  async #show() {
    this.#problem.textContent = this.#work.problem;
    this.#problem.hidden = !this.#work.problem;
    const lessons = await this.#work.lessons();
    const untouched = this.#work.passed.map((place) => [place, null]);
    const groups = byLesson(new Map([...untouched, ...this.#work.edits]), lessons);
    const nothing = element("p", {}, "Nothing yet: the cells are as the lessons have them.");
    this.#list.replaceChildren(...(groups.length ? groups.flatMap((group) => this.#group(group, lessons)) : [nothing]));
  }

  #group([slug, cells], lessons) {
    const passed = new Set(this.#work.passed);
    const items = cells.map(([place, edit]) => {
      const id = place.split("/")[1];
      const { cells = {}, predictions = {} } = lessons[slug] ?? {};
      const isGone = Object.keys(lessons).length && !Object.hasOwn(cells, id) && !Object.hasOwn(predictions, id);
      const note = passed.has(place) ? [" ", element("span", { className: "passed" }, "passed")] : [];
      const lost = () => gone(id, edit ? edit.code ?? JSON.stringify(edit.prediction, null, 1) : "");
      return element("li", {}, isGone ? lost() : this.#link(slug, id), ...note);
    });
    // Titles are in the course's language, unlike all else here.
    return [element("h3", { lang: document.documentElement.lang }, lessons[slug]?.title ?? slug), element("ul", {}, ...items)];
  }

  #link(slug, id) {
    const isHere = slug === document.documentElement.dataset.lesson;
    if (!isHere && this.#root === undefined) return id;
    return element("a", { href: isHere ? `#${id}` : `${this.#root}${slug}.html#${id}` }, id);
  }

  // What can be done with the work.
  #offer() {
    const download = press("Download my work", () => this.#work.save());
    const load = press("Load a file…", () => this.#file.click());
    const forget = press("Forget everything on this device…", () => this.#ask());
    download.disabled = !this.#work.edits.size && !this.#work.passed.length;
    forget.disabled = this.#work.isEmpty;
    this.#buttons.replaceChildren(download, load, forget);
  }

  #ask() {
    const stay = press("Cancel", () => {
      this.#say("");
      this.#offer();
    });
    this.#say("All that you changed in this course goes from this browser.");
    this.#buttons.replaceChildren(press("Download it first", () => this.#work.save()), press("Forget everything", () => this.#forget()), stay);
    stay.focus();
  }

  #forget() {
    this.#changed("All that you changed here is forgotten.", this.#work.forget());
  }

  async #load() {
    const [file] = this.#file.files;
    // The same file can be chosen again.
    const loading = file && this.#work.load(file);
    try {
      const { words, undo } = await loading;
      this.#changed(words, undo);
    } catch (error) {
      this.#say(error.message);
    } finally {
      this.#file.value = "";
    }
  }

  #changed(words, undo) {
    const takeBack = press("Undo", () => {
      undo();
      this.#changed("It is as it was.", null);
    });
    this.#offer();
    this.#say(words, ...(undo ? [" ", takeBack] : []));
    if (!this.#dialog.contains(document.activeElement)) this.#buttons.firstElementChild.focus();
    this.#show();
  }

  #say(...parts) {
    this.#said.replaceChildren(...parts);
  }
}

// A cell or a prediction that the author took away: what was in it is only here.
function gone(id, code) {
  return element("details", {}, element("summary", {}, `${id}, which the lesson no longer has`), element("pre", { tabIndex: 0 }, code));
}

function press(label, action) {
  const button = element("button", { type: "button" }, label);
  button.addEventListener("click", action);
  return button;
}
