// Where each part of a page stands, a line each: its place in what it is a part of, and below the part before it, so that what
// becomes longer moves nothing but itself. Evaluated in the page by test_snapshots.py.
() => {
  const PARTS = [
    "header.site, header.site > *, main, footer.site, .title > *, .text > *, nav.turn > *, .lessons a > *",
    ".picture > *, .controls > *, .words, .source, .why-line, tr, .predict > *, .predict-row",
    ".cell-bar, .cell-buttons > *, .cell-code, .cell-output, .cell-help > *, .cell-foot > *",
  ].join();
  const shown = [...document.querySelectorAll(PARTS)].filter((node) => node.checkVisibility() && !node.matches(".unseen"));
  const nameOf = ({ localName, id, className }) => {
    const [first] = typeof className === "string" ? className.split(" ") : [""];
    return `${localName}${id && `#${id}`}${first && `.${first}`}`;
  };
  const lineOf = (node) => {
    const [box, around, before] = [node, node.parentElement, node.previousElementSibling].map((one) => one?.getBoundingClientRect());
    const isBelow = before && before.bottom <= box.top + 1;
    const down = isBelow ? `${Math.round(box.top - before.bottom)} below` : `top ${Math.round(box.top - around.top)}`;
    const depth = shown.filter((other) => other !== node && other.contains(node)).length;
    return `${"  ".repeat(depth)}${nameOf(node)}: left ${Math.round(box.left - around.left)}, ${down}, ${Math.round(box.width)} × ${Math.round(box.height)}\n`;
  };
  return shown.map(lineOf).join("");
}
