"""A lesson brings no script: what would is found with its file and line, what only speaks of it stays as it is."""

import pytest

from kino_build import links, scripts, source
from kino_build.check import CourseError
from kino_build.lesson import parse

HEAD = "---\ntitle: L\nminutes: 1\n---\n"
# What stands in the text of a lesson, and how the finding begins.
SCRIPT = {
    "<script>alert(1)</script>": "<script>",
    "<SCRIPT src=x.js>": "<script>",
    "<script\nsrc=x.js>": "<script>",
    "a *b* <sCript/x>": "<script>",
    "<iframe src=https://example.org>": "<iframe>",
    "<frame src=x>": "<frame>",
    "<object data=x>": "<object>",
    "<embed src=x>": "<embed>",
    "<base href=https://example.org>": "<base>",
    '<meta http-equiv="refresh" content="0">': "<meta http-equiv>",
    "<svg onload=alert(1)>": "onload= of <svg>",
    "<svg/onload=alert(1)>": "onload= of <svg>",
    '<img src="x"onerror="alert(1)">': "onerror= of <img>",
    "<b OnClick='a`b`'>": "onclick= of <b>",
    "<p\nclass=x\nonclick=1>": "onclick= of <p>",
    "<details open ontoggle=alert(1)>": "ontoggle= of <details>",
    "<a href=javascript:alert(1)>": "javascript: in <a>",
    '<a href=" JaVaScRiPt:alert(1)">': "javascript: in <a>",
    '<a href="&#106;avascript:alert(1)">': "javascript: in <a>",
    "<a href=java&Tab;script&colon;alert(1)>": "javascript: in <a>",
    '<a href="java\tscript:alert(1)">': "javascript: in <a>",
    '<svg><a xlink:href="javascript:alert(1)">': "javascript: in <a>",
    "<form action=javascript:alert(1)>": "javascript: in <form>",
    "<button formaction=vbscript:x>": "vbscript: in <button>",
    '<a href="data:text/html,<b>">': "data:text/html in <a>",
    "<use href='data:image/svg+xml,x#y'>": "data:image/svg in <use>",
}
ADDRESSES = {
    "[x](javascript:alert(1))": "javascript:",
    "[x](JaVaScRiPt:alert(1))": "javascript:",
    "[x](&#106;avascript:alert(1))": "javascript:",
    "[x](javascript&colon;alert(1))": "javascript:",
    "[x](< javascript:alert(1)>)": "javascript:",
    "[x](<javascript:alert(1)> 'a title')": "javascript:",
    "[x](vbscript:x)": "vbscript:",
    "[x](data:text/html,hello)": "data:text/html",
    "[x](data:image/svg+xml,x)": "data:image/svg",
    "<javascript:alert(1)>": "javascript:",
    "![x](javascript:alert(1))": "javascript:",
    "![x](data:text/html,x)": "data:text/html",
    "[x]\n\n[x]: javascript:alert(1)": "javascript:",
    "[x][y]\n\n[y]: <javascript:alert(1)>": "javascript:",
    "**[*x*](javascript:alert(1))**": "javascript:",
    "[![x](y.png)](javascript:alert(1))": "javascript:",
}
# Where a line of Markdown may stand; {} is that line, and line 5 its first.
PLACES = (
    "{}",
    "- {}",
    "> {}",
    "1. - > {}",
    "## {}",
    ":::note\n{}\n:::",
    "| a | b |\n|---|---|\n| c | {} |",
    "x[^1]\n\n[^1]: {}",
    "x ^[{}]",
    "*{}*",
    ":::note {}\nx\n:::",
    "```predict dial\nquestion: |\n  {}\nat: {{x: 1}}\nbars: weights\nlabels: [a, b]\n```\n\n```figure dial\n```",
    "```predict dial\nquestion: x\nat: {{x: 1}}\nchoices: [a, '{}']\nanswer: 1\n```\n\n```figure dial\n```",
    "```python exercise\nx = 1\n```\n\n:::hint\n{}\n:::\n\n"
    "```python check\nassert x\n```\n\n```python solution\nx = 1\n```",
)


def wrong(text):
    """(line, text) of every finding in a lesson file."""
    try:
        parse(text, slug="a", file="course/a.md")
    except CourseError as error:
        assert {finding.file for finding in error.findings} == {"course/a.md"}
        return [(finding.line, finding.text) for finding in error.findings]
    return []


@pytest.mark.parametrize(("markup", "start"), SCRIPT.items())
def test_markup_that_brings_script_is_found_where_it_opens(markup, start):
    line = 7 + markup.split("<")[0].count("\n")
    [(at, text)] = wrong(f"{HEAD}One.\n\nTwo {markup} three.\n")
    assert at == line and text.startswith(start) and "lessons hold no script" in text and "backticks" in text


@pytest.mark.parametrize(("markup", "start"), ADDRESSES.items())
def test_an_address_that_runs_script_is_found(markup, start):
    [(at, text)] = wrong(f"{HEAD}One.\n\nTwo {markup}\n")
    assert at == 7 and text.startswith(f"{start} as an address") and "https:" in text


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("markup", ["<script>", "<b onclick=x>", "<a href=javascript:x>", "[x](javascript:x)"])
def test_it_is_found_wherever_text_may_stand(place, markup):
    text = HEAD + place.replace("{}", markup).replace("{{", "{").replace("}}", "}")
    line = 1 + text[: text.index(markup)].count("\n")
    assert [(at, words.split(":")[0]) for at, words in wrong(text) if "no script" in words] == [
        (line, {"<s": "<script>", "<b": "onclick= of <b>", "<a": "javascript", "[x": "javascript"}[markup[:2]])
    ]


def test_all_of_it_is_found_in_one_go():
    body = "<script>\n\n[x](javascript:x)\n\n- <b onclick=x> <i onclick=x> <script>\n"
    assert [at for at, _ in wrong(HEAD + body)] == [5, 7, 9, 9, 9]


@pytest.mark.parametrize(
    "body",
    [
        *(
            "`<script>`",
            "``<b onclick=x>``",
            "\\<script>",
            "&lt;script>",
            "$a <script> b$",
            "    <script>\n",
            "</script>",
        ),
        *("<b>", '<b class="x">', "a < b and c > d", "<script is open", "x <onload=3>", "<on=3>", "<y onto> z"),
        *("```\n<script>\n```", "```html\n<b onclick=x>\n```", "```python try\nprint('<script>')\n```"),
        *(
            "[javascript:](https://example.org)",
            "javascript:alert(1)",
            "\\<a href=javascript:x>",
            "`[x](javascript:x)`",
        ),
        *("<script@example.org>", "<https://example.org/onload=3>", "[x](https://example.org/javascript:x)"),
        *('<p style="color:red">', "![<b>](x.png)", "a <!-- b --> c", "<meta charset=x>"),
    ],
)
def test_what_only_speaks_of_it_stays(body):
    assert wrong(f"{HEAD}One {body}\n" if not body.startswith(("`", " ")) else f"{HEAD}\n{body}\n") == []


@pytest.mark.parametrize("key", ["title", "summary"])
def test_in_front_matter(key):
    front = {"title": "L", "summary": "S"} | {key: "'a <SCRIPT>b</SCRIPT>'"}
    text = f"---\ntitle: {front['title']}\nminutes: 1\nsummary: {front['summary']}\n---\nText.\n"
    assert wrong(text) == [({"title": 2, "summary": 4}[key], f"<script>: {scripts.AS_TEXT}")]


def test_in_labels_of_a_prediction():
    asked = "question: x\nat: {x: 1}\nbars: weights\nlabels: [a, <img src=x onerror=y>]"
    body = f"```predict d\n{asked}\n```\n\n```figure d\n```\n"
    assert wrong(HEAD + body) == [(9, f"onerror= of <img>: {scripts.AS_TEXT}")]


def test_in_course_yml_and_in_every_lesson(tmp_path, write_course, lesson_of):
    course = """title: C <script>
tagline: <b onclick=x>
modules:
  - title: <iframe>
    lessons:
      - a
      - {slug: later, title: "<svg onload=x>"}
"""
    files = {"course.yml": course, "a.md": lesson_of("<script>"), "b.md": lesson_of("[x](javascript:x)")}
    _, findings = source.read(write_course(tmp_path / "course", files))
    found = [(finding.file, finding.line) for finding in sorted(findings) if "no script" in finding.text]
    assert found == [
        ("course/a.md", 5),
        ("course/b.md", 5),
        *(("course/course.yml", line) for line in (1, 2, 4, 7)),
    ]


# Pictures: opened by their own address they are pages of the site

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg">{}</svg>'


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.svg", SVG.format("<script>1</script>"), "holds script (<script>)"),
        ("a.SVG", SVG.format("<s:script>1</s:script>"), "holds script (<script>)"),
        ("a.svg", SVG.format('<g onclick="x"/>'), "holds script (onclick= of <g>)"),
        ("a.svg", SVG.format('<a href="java&#115;cript:x"/>'), "holds script (javascript: in <a>)"),
        ("a.svg", f"<!DOCTYPE svg [<!ENTITY e '<script>1</script>'>]>{SVG.format('&e;')}", "holds script (<script>)"),
        ("a.svg", "<svg><g></svg>", "cannot be read as SVG"),
        ("a.html", "<b>", "is no picture by its name; one ends in .png"),
        ("a", "x", "is no picture by its name"),
        ("a.svg", SVG.format("<!-- <script> --><style>g{}</style><g class='x'>&lt;script></g>"), ""),
        ("a.PNG", "x", ""),
    ],
)
def test_a_picture_holds_no_script(tmp_path, write_course, lesson_of, name, content, words):
    course = "title: C\nmodules:\n  - title: M\n    lessons: [a]\n"
    files = {"course.yml": course, "a.md": lesson_of(f"![x]({name})"), name: content.encode()}
    read, findings = source.read(write_course(tmp_path / "course", files))
    assert findings == []
    found = [(finding.line, finding.text) for finding in links.findings(read)]
    assert [line for line, _ in found] == ([5] if words else []) and all(words in text for _, text in found), found
