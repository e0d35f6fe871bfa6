// Makes an element: its properties, then its children; strings become text nodes.
export function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}
