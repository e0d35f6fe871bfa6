// What is wrong with the room that a page gives, each as a list of what is told of it. Evaluated in the page by test_room.py.
({
  // WCAG 2.2, 2.5.8: targets of less than 24 px, unless a circle of 24 px about their middle meets no other target. A link in
  // a line of text may be as high as the line. What stands in one label is one target.
  small(root = "body") {
    const TARGETS = "a[href], button, input, summary, select, textarea, kino-figure .grip";
    const isPressed = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.matches("[type=file], .skip");
    const boxOf = (node) => {
      const boxes = [node, ...(node.labels ?? [])].map((part) => part.getBoundingClientRect());
      const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
      const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
      return { left, top, right, bottom, width: right - left, height: bottom - top };
    };
    const isInline = (node) =>
      node.localName === "a" && getComputedStyle(node).display === "inline" && node.parentElement.textContent.trim() !== node.textContent.trim();
    const targets = [...document.querySelector(root).querySelectorAll(TARGETS)].filter(isPressed).map((node) => ({ node, box: boxOf(node) }));
    const isSmall = ({ box }) => box.width < 24 || box.height < 24;
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    const within = (x, low, high) => Math.min(Math.max(x, low), high);
    const isNear = (one, other) => {
      const [x, y] = middle(one.box);
      const { left, right, top, bottom } = other.box;
      const [across, down] = middle(other.box);
      return Math.hypot(x - within(x, left, right), y - within(y, top, bottom)) < 12 || (isSmall(other) && Math.hypot(x - across, y - down) < 24);
    };
    const isApart = (one, other) => !one.node.contains(other.node) && !other.node.contains(one.node);
    return targets
      .filter((one) => isSmall(one) && !isInline(one.node) && targets.some((other) => isApart(one, other) && isNear(one, other)))
      .map(({ node, box }) => `${node.cloneNode(false).outerHTML} ${node.textContent.trim()} ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
  },

  // What stands out of the page to the right, and in nothing that scrolls by itself.
  outside() {
    const page = document.documentElement;
    const scrolls = (node) => node && (getComputedStyle(node).overflowX !== "visible" || scrolls(node.parentElement));
    const wide = [...document.querySelectorAll("body *")].filter(
      (node) =>
        node.checkVisibility({ visibilityProperty: true }) &&
        !node.closest("math, .unseen, .sealed") &&
        (!node.ownerSVGElement || node.localName === "text") &&
        node.getBoundingClientRect().right > page.clientWidth + 1 &&
        !scrolls(node.parentElement),
    );
    const whole = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} wide`] : [];
    return [...whole, ...wide.map((node) => node.cloneNode(false).outerHTML)];
  },

  // Text that is cut off where nothing can be scrolled, and text that lies on other text.
  cut() {
    const SCROLLERS = ".cell-output, .variables-body, .difference, pre, .math, .picture[tabindex]";
    const APART = "svg, .math, math, .unseen, .sealed, .cm-editor, .skip, .again";
    const shown = [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(APART));
    const told = (node) => `${node.cloneNode(false).outerHTML} ${node.textContent.trim().slice(0, 60)}`;
    const hides = (value) => value === "hidden" || value === "clip";
    const isCut = (node) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(node);
      const isWide = node.scrollWidth > node.clientWidth + 1;
      const isHigh = node.scrollHeight > node.clientHeight + 1;
      return (hides(overflowX) && textOverflow !== "ellipsis" && isWide) || (hides(overflowY) && isHigh);
    };
    const linesOf = (node) =>
      [...node.childNodes]
        .filter((part) => part.nodeType === Node.TEXT_NODE && part.data.trim())
        .flatMap((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          // A line's box is higher than its letters.
          return [...range.getClientRects()].map(({ left, right, top, bottom, height }) => ({
            node,
            part,
            left: left + 1,
            right: right - 1,
            top: top + height / 4,
            bottom: bottom - height / 4,
          }));
        });
    const lines = shown.flatMap(linesOf).sort((one, other) => one.top - other.top);
    const pairs = [];
    for (const [i, one] of lines.entries()) {
      for (const other of lines.slice(i + 1)) {
        if (other.top >= one.bottom) break;
        if (other.part === one.part || other.left >= one.right || one.left >= other.right) continue;
        if (one.node.closest(SCROLLERS) === other.node.closest(SCROLLERS)) pairs.push(`on each other: ${told(one.node)} | ${told(other.node)}`);
      }
    }
    return [...shown.filter(isCut).map((node) => `cut: ${told(node)}`), ...pairs];
  },
})
