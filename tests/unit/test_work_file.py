""" "My work" as a file: whatever a cell holds comes back, and what is no such file is refused in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit import javascript

NASTY = [
    *("", "\n", "\n\n\n", " ", "a\n", "\ta\n\t\tb  \n", "  leading", "# a heading\n## another", "</script><b>&amp;"),
    *(
        "```",
        "```python\nx\n```",
        "`````\n```` `",
        "~~~\ntext\n~~~",
        "   ```",
        "````python kino=a/b starter=c\nx\n````",
    ),
    *("é 🎈 👩‍👩‍👧 \u202e \u2028 \x85 \x0b \x0c", "\x00\x1b[31m", "# My work: other", "a" * 30_000),
]
PIECES = st.sampled_from(
    ["```", "`", "````\n", "~~~", "\n", "kino=a/b", "python ", "#", " ", "\t", "🎈", "# My work: x\n"]
)
CODE = st.lists(PIECES | st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=6)).map(
    "".join
)
THERE_AND_BACK = """
  return input.map((codes) => {
    const edits = new Map(codes.map((code, i) => [`l-${i % 3}/c-${i}`, {code, starter: "0a1b"}]));
    const lessons = {"l-1": {title: "One ``` ~~~", cells: {}}};
    const text = m.writeWork({title: "A `course`", lessons, edits, site: "https://example.org/", date: new Date()});
    const read = m.readWork(new TextDecoder().decode(new TextEncoder().encode(text)));
    return {title: read.title, codes: codes.map((_, i) => read.edits.get(`l-${i % 3}/c-${i}`))};
  });
"""
SOME = """# My work: C

## Lesson

### one

```python kino=a/one starter=0123
x = 1

y = 2
```

### two

````python kino=a/two starter=4567
```
````
"""


def there_and_back(codes):
    [read] = javascript.run("work-file.js", THERE_AND_BACK, [codes])
    assert read["title"] == "A `course`"
    return [edit["code"] for edit in read["codes"]]


def read(text):
    body = "try { const {title, edits} = m.readWork(input); return [title, Object.fromEntries(edits)] } "
    return javascript.run("work-file.js", body + "catch (error) { return error.message }", text)


def test_nasty_code_comes_back_as_it_was():
    assert there_and_back(NASTY) == NASTY


@settings(max_examples=8)
@given(st.lists(CODE, min_size=30, max_size=40))
def test_any_code_comes_back_as_it_was(codes):
    assert there_and_back(codes) == codes


def test_half_of_a_character_becomes_the_sign_for_one_that_cannot_be_read():
    assert there_and_back(["a\ud83dz", "\udc00"]) == ["a\ufffdz", "\ufffd"]


def test_the_file_reads_like_a_document():
    body = """return m.writeWork({title: "C", site: "https://example.org/c/", date: new Date(2026, 10, 29),
      lessons: {b: {title: "The second", cells: {}}, a: {title: "The first", cells: {}}},
      edits: new Map([
        ["a/x", {code: "1", starter: "ff"}], ["b/y", {code: "2\\n", starter: "00"}], ["gone/z", {code: "3"}],
      ])})"""
    lines = javascript.run("work-file.js", body).split("\n")
    assert lines[0] == "# My work: C"
    assert lines[2] == "Saved on November 29, 2026 from https://example.org/c/."
    assert [line for line in lines if line.startswith("#")][1:] == [
        *("## The second", "### y", "## The first", "### x", "## gone", "### z")
    ]
    assert "```python kino=a/x starter=ff" in lines


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: "\n".join(line.rstrip() for line in text.split("\n")).rstrip(),
        lambda text: text.replace("## Lesson", "## Les-\nson, as I called it"),
        lambda text: text.replace("```python", "```  python").replace("starter=0123", "starter=0123  "),
        lambda text: "> On Monday I wrote\n\n" + text + "\nYours\n",
    ],
    ids=["CRLF", "CR", "BOM", "trimmed", "other headings", "spaces", "text around"],
)
def test_what_an_editor_does_to_a_file_does_no_harm(change):
    title, edits = read(change(SOME))
    assert title == "C"
    assert edits == {
        "a/one": {"code": "x = 1\n\ny = 2", "starter": "0123"},
        "a/two": {"code": "```", "starter": "4567"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# My work: C\n",
        "Some text.",
        "```python\nx\n```",
        "```python kino=__proto__/x\n```",
        "```python kino=../x\n```",
    ],
)
def test_what_is_no_such_file_is_refused(text):
    assert read(text) == "This is no file that “My work” has saved, so nothing was loaded."


def test_a_file_that_is_cut_off_is_refused_as_a_whole():
    assert read(SOME[:-5]) == "This file is cut off, so nothing of it was loaded."


def test_exercises_that_were_passed_come_back_also_where_nothing_was_edited():
    body = """
      const rest = {title: "C", lessons: {}, site: "", date: new Date()};
      const file = (edits, passed) => m.writeWork({...rest, edits: new Map(edits), passed});
      const edit = ["a/b", {code: "- [x] no/this\\n- [ ] a/c", starter: "0"}];
      const texts = [file([edit], ["a/b", "a/d"]), file([], ["a/d"])];
      return texts.map((text) => ({text, passed: m.readWork(text).passed}));
    """
    both, alone = javascript.run("work-file.js", body)
    assert "## Exercises passed\n\n- [x] a/b\n- [x] a/d\n" in both["text"]
    assert (both["passed"], alone["passed"]) == (["a/b", "a/d"], ["a/d"])
