"""In which order Python's ways to start are tried, and when no other is."""

from tests.unit import javascript

SCRIPT = """
globalThis.document = { documentElement: { dataset: {} } };
console.warn = (words) => warned.push(words);
const warned = [], tried = [], common = { name: "core" };
const starts = input.map(([name]) => ({ name, files: [{ name }] }));
const faults = Object.fromEntries(input);
const start = async ({ name, files }) => {
  tried.push(name);
  if (!faults[name]) return;
  const file = { own: files[0], common }[faults[name]];
  throw Object.assign(new Error(`no ${name}`), file && { file });
};
let words = "";
try { await m.firstThatWorks(starts, start); } catch (error) { words = error.message; }
return { tried, warned, words, by: document.documentElement.dataset.pythonStart ?? "" };
"""


def start(**faults):
    """What comes of ways to start, each with its fault: "own" file, "common" file, "else", or "" for none."""
    return javascript.run("starts.js", SCRIPT, list(faults.items()))


def test_the_first_that_works_is_the_last_that_is_tried():
    assert start(a="", b="") == {"tried": ["a"], "warned": [], "words": "", "by": "a"}
    for fault in ("own", "else"):
        found = start(a=fault, b="", c="")
        assert (found["tried"], found["by"], found["words"]) == (["a", "b"], "b", "")
        assert len(found["warned"]) == 1 and "could not start from its a" in found["warned"][0]


def test_where_none_works_the_last_says_why():
    found = start(a="own", b="else", c="own")
    assert (found["tried"], found["by"], found["words"]) == (["a", "b", "c"], "", "no c")


def test_where_a_file_is_missing_that_all_need_no_other_is_tried():
    found = start(a="common", b="")
    assert (found["tried"], found["by"], found["words"], found["warned"]) == (["a"], "", "no a", [])
