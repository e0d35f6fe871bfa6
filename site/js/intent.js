// When a reader is about to do something with a part of the page: the pointer moves in it and stays, or the focus stays.
// A part that is scrolled under the pointer, or that Tab passes through, was not meant.

const POINTER_MS = 80;
const FOCUS_MS = 100;

export function onIntent(element, begin) {
  let timer = 0;
  const wait = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(begin, ms);
  };
  const forget = () => clearTimeout(timer);
  let isPointed = false;
  element.addEventListener("pointermove", ({ movementX, movementY }) => {
    if (isPointed || !(movementX || movementY)) return;
    isPointed = true;
    wait(POINTER_MS);
  });
  element.addEventListener("pointerleave", () => {
    isPointed = false;
    forget();
  });
  element.addEventListener("focusin", () => wait(FOCUS_MS));
  element.addEventListener("focusout", forget);
}
