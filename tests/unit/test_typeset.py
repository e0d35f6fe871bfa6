"""Formulas and code → HTML, in one run of Node for the whole module."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kino_build import typeset
from kino_build.check import CourseError
from kino_build.fence import Code
from kino_build.parts import Math

ROOT = Path(__file__).parents[2]
FORMULAS = {
    "softmax": r"\alpha_j = \operatorname{softmax}(s)_j",
    "attention": r"\operatorname{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    "aligned": r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    "matrix": r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
    "cases": r"f(x)=\begin{cases} x & \text{if } x>0 \\ 0 & \text{otherwise}\end{cases}",
    "bold": r"\mathbf q \in \mathbb{R}^{n_q\times d_k}",
    "brace": r"\underbrace{\mathbf{q}^\top \mathbf{k}}_{\text{score}}",
    "colour": r"\color{red} x \colorbox{yellow}{y}",
    "array": r"\begin{array}{c|c} a & b \\ \hline c & d\end{array}",
    "text": r'\text{style="color:red" <script> 😀}',
}
WRONG = {
    "unknown": "x +\n\\fooo y",
    "emoji": r"\text{😀} \fooo",
    "open": r"\frac{",
    "left": r"\left( x",
    "loop": r"\def\a{\a\a}\a",
    "untrusted": r"\includegraphics{x.png}",
}
CODES = {
    "python": Code("python", "def f(x):\n    '''a\n    b'''\n    return x < 1  # é\n", 1),
    "plain": Code("", "a<b\n\nc\n", 1),
    "other": Code("made-up", "x & y\n", 1),
    "broken": Code("python", "def (:\n", 1),
    "empty": Code("python", "", 1),
}


@pytest.fixture(scope="module")
def done():
    maths = [Math(tex, display, 1) for tex in (*FORMULAS.values(), *WRONG.values()) for display in (False, True)]
    return typeset.typeset(maths, CODES.values(), root=ROOT)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("display", [False, True])
def test_a_formula_is_mathml_that_the_page_s_policy_lets_through(done, name, display):
    html = done(Math(FORMULAS[name], display, 1))
    root = ET.fromstring(html)
    assert root.tag == "math" and root.get("display") == ("block" if display else None)
    assert not [node for node in root.iter() if "style" in node.attrib]
    assert root.find(".//annotation").text == FORMULAS[name]
    classes = {name for node in root.iter() for name in node.get("class", "").split() if name.startswith("tex-")}
    assert all(f".{name}.{name} {{" in done.css for name in classes)


def test_letters_come_out_as_written(done):
    def texts(name):
        return [node.text for node in ET.fromstring(done(Math(FORMULAS[name], False, 1))).iter() if node.text]

    assert "𝐪" in texts("bold") and "ℝ" in texts("bold")
    assert "softmax" in texts("softmax")
    assert any("<script>" in text for text in texts("text"))


def test_a_style_becomes_a_class_with_its_rule(done):
    assert ' class="tex-color--ff0000"' in done(Math(FORMULAS["colour"], False, 1))
    assert ".tex-color--ff0000.tex-color--ff0000 { color:#ff0000 }" in done.css
    assert "tex-border-right-0_06em-solid" in done(Math(FORMULAS["array"], False, 1))


def test_the_stylesheet_asks_for_no_font_file(done):
    assert "@font-face" not in done.css and "woff" not in done.css and ".tml-display" in done.css


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("unknown", 8, r'Unsupported function name: \fooo, at "\fooo y" (character 1 of its line)'),
        ("emoji", 7, r'at "\fooo" (character 10 of its line)'),
        ("open", 7, "at its end"),
        ("left", 7, "got the end of the formula"),
        ("loop", 7, "infinite loop"),
        ("untrusted", 7, "not trusted"),
    ],
)
def test_wrong_tex_is_a_finding_at_its_place(done, name, line, words):
    math = Math(WRONG[name], True, 7)
    [finding] = done.findings([Math(FORMULAS["bold"], False, 1), math], file="a.md")
    assert (finding.file, finding.line) == ("a.md", line) and words in finding.text, finding
    with pytest.raises(ValueError):
        done(math)


def test_code_has_one_span_a_line_and_the_editor_s_classes(done):
    html = done(CODES["python"])
    assert html.startswith('<code class="language-python"><span class="line"><span class="tok-keyword">def</span>')
    assert html.count('<span class="line">') == html.count("\n") == 4
    assert '<span class="line"><span class="tok-string">    b\'\'\'</span></span>' in html
    assert '<span class="tok-name">f</span>(' in html, "what has no colour is no element"


@pytest.mark.parametrize("name", CODES)
def test_code_says_what_was_written(done, name):
    shown = "".join(ET.fromstring(done(CODES[name])).itertext())
    assert shown.rstrip("\n") == CODES[name].source.rstrip("\n")


def test_a_language_without_a_parser_is_plain_lines(done):
    assert done(CODES["plain"]) == (
        '<code><span class="line">a&lt;b</span>\n<span class="line"></span>\n<span class="line">c</span>\n</code>'
    )
    assert done(CODES["other"]) == '<code class="language-made-up"><span class="line">x &amp; y</span>\n</code>'
    assert not re.search("tok-", done(CODES["other"]))


def test_what_is_missing_is_told_with_the_remedy(tmp_path, monkeypatch):
    with pytest.raises(CourseError, match="npm ci"):
        typeset.typeset([], [], root=tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CourseError, match=r"Node\.js is not installed"):
        typeset.typeset([], [], root=ROOT)
