"""What a screen reader would be told without being asked: every change of a live region, in order."""

_LISTEN = """() => {
  const LIVE = "[role=status], [role=alert], output, [aria-live]";
  const speaks = (node) => node.matches(LIVE) && node.getAttribute("aria-live") !== "off";
  const around = (node) => {
    const region = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest(LIVE);
    return region && speaks(region) ? [region] : [];
  };
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  const within = (node) => (isElement(node) ? [node, ...node.querySelectorAll(LIVE)].filter(speaks) : []);
  window.heard = [];
  window.listener?.disconnect();
  window.listener = new MutationObserver((records) => {
    const changed = records.flatMap(({target, addedNodes}) => [...around(target), ...[...addedNodes].flatMap(within)]);
    for (const region of new Set(changed)) {
      const words = region.textContent.trim();
      if (region.isConnected && words) heard.push(words);
    }
  });
  window.listener.observe(document.documentElement, {subtree: true, childList: true, characterData: true});
}"""
# What is said while something lasts: on a slow machine a short run may last, too.
MEANWHILE = {"Waiting for Python.", "Running."}


def listen(tab):
    """Begin to keep what is said; `heard` returns it."""
    tab.evaluate(_LISTEN)


def until_heard(tab, words):
    """Wait until a sentence with these words has been said; return all that was."""
    tab.until("words => heard.some((one) => one.includes(words))", words)
    return tab.evaluate("heard")


def conclusions(said):
    """What was said, without what is only said while something lasts; that may be said once each."""
    assert all(said.count(words) <= 1 for words in MEANWHILE), said
    return [words for words in said if words not in MEANWHILE]
