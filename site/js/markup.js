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
export function show(target, picture) {
  const markup = String(picture);
  const { skeleton, values } = dissect(markup);
  const last = plans.get(target);
  if (last?.skeleton === skeleton && refill(last, values)) return;
  const wanted = new DOMParser().parseFromString(markup, "text/html").body;
  syncChildren(target, wanted);
  const slots = [...slotsOf(target, wanted)];
  plans.set(target, isSound(slots, values) ? { skeleton, values, slots } : null);
}

// From one turn of a slider to the next only values change. What changes is set where it stands, without parsing.
const plans = new WeakMap();
const HOLE = /="([^"]*)"|>([^<]+)(?=<)/g;
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

// Markup as what stays (skeleton) and what may change (values: of attributes and of text, in order).
function dissect(markup) {
  const values = [];
  const skeleton = markup.replace(HOLE, (_, attribute, text) => {
    values.push(attribute ?? text);
    return attribute === undefined ? ">\0" : '="\0"';
  });
  return { skeleton, values };
}

// Where in the page each value of the markup stands, in order: {node, name} of an attribute, {node} of text, {} of what
// is left out; `value` is the one it has now.
function* slotsOf(parent, wanted) {
  let have = parent.firstChild;
  for (const want of wanted.childNodes) {
    const node = isAllowed(want) ? have : null;
    if (node) have = have.nextSibling;
    if (want.nodeType === Node.TEXT_NODE) yield { node, value: want.data };
    if (want.nodeType !== Node.ELEMENT_NODE) continue;
    for (const { name, value } of want.attributes) yield ATTRIBUTES.has(name) ? { node, name, value } : { value };
    yield* slotsOf(node ?? NOWHERE, want);
  }
}

const NOWHERE = { firstChild: null };

// Markup that was not written as `kino.svg.tag` writes it may not fit its dissection: then it is parsed each time.
function isSound(slots, values) {
  return slots.length === values.length && slots.every(({ value }, i) => decoded(values[i]) === value);
}

// Whether all that has changed could be put in.
function refill(plan, values) {
  const changed = [...values.keys()].filter((i) => values[i] !== plan.values[i]);
  if (changed.some((i) => decoded(values[i]) === null)) return false;
  for (const i of changed) {
    const { node, name } = plan.slots[i];
    const value = decoded(values[i]);
    if (!node) continue;
    if (name === undefined) node.data = value;
    else if (isAttribute(name, value)) node.setAttribute(name, value);
  }
  plan.values = values;
  return true;
}

// The text that a value stands for; null where that takes a parser.
function decoded(value) {
  if (!value.includes("&") && !value.includes("\r") && !value.includes("\0")) return value;
  const text = value.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]);
  return /&(?!(amp|lt|gt|quot|#x27);)|[\r\0]/.test(value) ? null : text;
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
