// "My work" on a page. What it opens is fetched as soon as there is some work, so that it can be saved without a network, or
// when it is wanted.

import { element } from "./element.js";

const MISSING = "“My work” could not be fetched. Try again once there is a network; what you typed stays in this browser.";

// about: as in work.js. Returns save(…): saves the reader's work as a file, as in my-work.js.
export function wireMyWork(button, store, about) {
  let loading = null;
  const load = () => (loading ??= import("./work.js").then(({ openWork }) => openWork(store, about)).catch(missed));
  const missed = (error) => {
    loading = null;
    console.warn(`kino: the reader's work could not be loaded: ${error.message}`);
    return null;
  };
  const use = async (action) => {
    const work = await load();
    document.querySelector("[data-work-problem]")?.remove();
    if (work) action(work);
    else sayMissing();
  };
  button.hidden = false;
  button.addEventListener("click", () => use((work) => work.open()));
  if (store.all().size) load();
  store.addEventListener("change", load, { once: true });
  return (...what) => use((work) => work.save(...what));
}

function sayMissing() {
  const notice = element("p", { className: "page-notice", role: "alert", lang: "en" }, element("span", {}, MISSING));
  notice.dataset.workProblem = "";
  document.querySelector("main").prepend(notice);
  notice.scrollIntoView({ block: "nearest" });
}
