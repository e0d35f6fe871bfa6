// Puts a picture's markup into the page. What is there already is changed in place, so that focus, hover and a drag
// survive a redraw; only the elements and attributes listed here get in, for live markup comes from where any code may run.

const ELEMENTS = new Set(
  ("svg g path line rect circle ellipse polygon polyline text tspan title desc " +
    "div p span strong em code sub sup ul li table caption thead tbody tr th td button").split(" "),
);
const ATTRIBUTES = new Set(
  ("class d x y x1 y1 x2 y2 cx cy r rx ry dx dy width height points transform viewBox preserveAspectRatio fill stroke " +
    "stroke-width stroke-dasharray stroke-linecap opacity text-anchor font-size role scope colspan rowspan type tabindex " +
    "aria-hidden aria-label data-why data-turn data-slide data-move data-zero data-unit lang").split(" "),
);

// Makes `target`'s children those of `markup`.
export function show(target, markup) {
  const wanted = new DOMParser().parseFromString(markup, "text/html").body;
  syncChildren(target, wanted);
}

function syncChildren(parent, wanted) {
  let have = parent.firstChild;
  for (const want of wanted.childNodes) {
    if (!isAllowed(want)) continue;
    if (have && have.nodeType === want.nodeType && have.nodeName === want.nodeName) {
      syncNode(have, want);
      have = have.nextSibling;
    } else {
      parent.insertBefore(make(want), have);
    }
  }
  while (have) {
    const next = have.nextSibling;
    have.remove();
    have = next;
  }
}

function isAllowed(node) {
  return node.nodeType === Node.TEXT_NODE || (node.nodeType === Node.ELEMENT_NODE && ELEMENTS.has(node.localName));
}

function make(want) {
  if (want.nodeType === Node.TEXT_NODE) return document.createTextNode(want.data);
  const node = document.createElementNS(want.namespaceURI, want.localName);
  syncNode(node, want);
  return node;
}

function syncNode(have, want) {
  if (have.nodeType === Node.TEXT_NODE) {
    if (have.data !== want.data) have.data = want.data;
    return;
  }
  for (const { name, value } of want.attributes) {
    if (isAttribute(name, value) && have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
  for (const { name } of [...have.attributes]) {
    if (!want.hasAttribute(name)) have.removeAttribute(name);
  }
  syncChildren(have, want);
}

function isAttribute(name, value) {
  if (!ATTRIBUTES.has(name) || (name === "type" && value !== "button")) return false;
  // A backslash can write "url(" in letters that do not look like it.
  return name.startsWith("data-") || !/url\s*\(|\\/i.test(value);
}
