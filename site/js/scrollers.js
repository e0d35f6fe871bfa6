// What is wider than its place scrolls sideways: then the keyboard can get there, and else it need not stop.

export function wireScrollers(elements) {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const element of elements) observer.observe(element);
}
