"""Markdown → Lesson → HTML. Expected HTML names parts as {kind …}: only the Markdown is tested."""

from pathlib import Path

import pytest

from kino_build import lesson
from kino_build.check import CourseError
from kino_build.fence import Code

FRONT = "---\ntitle: T\nminutes: 3\n---\n"  # the body begins on line 5
DATA = Path(__file__).parent / "data"


def parse(body, front=FRONT):
    return lesson.parse(front + body, slug="a", file="a.md")


def html(body):
    def typeset(part):
        if isinstance(part, Code):
            return "{code " + part.language + "}"
        return ("{display " if part.display else "{math ") + part.tex.strip() + "}"

    return lesson.render(
        parse(body),
        typeset=typeset,
        figure=lambda fence: "{figure " + fence.id + "}",
        cell=lambda fence, hints: "{cell " + fence.id + "}" + hints,
        prediction=lambda one, html: "{predict " + one.id + "}",
        link=lambda href: None if href.startswith("planned") else href.replace(".md", ".html"),
        image=lambda src: f"img/{src}",
    )


def wrong(body, front=FRONT):
    with pytest.raises(CourseError) as caught:
        parse(body, front)
    return [(finding.line, finding.text) for finding in caught.value.findings]


def one_wrong(body, line, *words, front=FRONT):
    [(at, text)] = wrong(body, front)
    assert at == line and all(word in text for word in words), (at, text)


# Dollars


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("costs $5 or $6, then $x^2$", "costs $5 or $6, then {math x^2}"),
        ("$5 and $x$ in one line", "$5 and {math x} in one line"),
        ("US$5 and US$6", "US$5 and US$6"),
        ("from $5/$6 to $7-$8", "from $5/$6 to $7-$8"),
        ("$5 (or US$) and $x$", "$5 (or US$) and {math x}"),
        ("$5 for `$HOME`", "$5 for <code>$HOME</code>"),
        ("`$` and `$x$` and ``$`$``", "<code>$</code> and <code>$x$</code> and <code>$`$</code>"),
        ("$`x`$", "$<code>x</code>$"),
        (r"a \$ and \$x\$", "a $ and $x$"),
        (r"$\$5$", r"{math \$5}"),
        ("it ends in $", "it ends in $"),
        ("$", "$"),
        ("$x$ is 5", "{math x} is 5"),
        ("the $k$th of $2 \\times 3$", "the {math k}th of {math 2 \\times 3}"),
        ("*$x$* and **$y$**", "<em>{math x}</em> and <strong>{math y}</strong>"),
        ("$a_1$ and $b_1 * c*d$", "{math a_1} and {math b_1 * c*d}"),
        ("$ x $ is none", "$ x $ is none"),
        ("neither is $ x$", "neither is $ x$"),
        ("nor $x $", "nor $x $"),
        ("$a\nb$", "{math a\nb}"),
        ("see $$x$$ here", 'see <span class="math">{display x}</span> here'),
        ("$$x$$ and more", '<span class="math">{display x}</span> and more'),
        ('"$x$" isn\'t `"x"`', "“{math x}” isn’t <code>&quot;x&quot;</code>"),
    ],
)
def test_prices_stay_prices_and_math_is_math(text, right):
    assert html(text + "\n") == f"<p>{right}</p>\n"


@pytest.mark.parametrize(
    "text",
    ["$$x$$", "$$ x $$", "$$\nx\n$$", "$$x\n$$", "$$\nx$$", "text\n$$\nx\n$$\ntext", "   $$\n   x\n   $$"],
)
def test_a_block_of_math(text):
    around = ("<p>text</p>\n",) * 2 if "text" in text else ("", "")
    assert html(text + "\n") == f'{around[0]}<div class="math">{{display x}}</div>\n{around[1]}'


def test_math_in_lists_tables_headings_links_quotes():
    assert '<div class="math">{display y}</div>' in html("- item\n\n  $$\n  y\n  $$\n- next\n")
    assert '<div class="math">{display y}</div>' in html("> $$\n> y\n> $$\n")
    assert "<td>{math x}</td>" in html("| a | b |\n|---|---|\n| $x$ | 5 |\n")
    assert html("## The $x$ axis\n") == '<h2 id="the-x-axis">The {math x} axis</h2>\n'
    assert html("[by $x$](b.md)\n") == '<p><a href="b.html">by {math x}</a></p>\n'


def test_every_formula_link_and_image_knows_its_line():
    read = parse("a\nb $x$ `c\nd` $y$\n[e\nf $z$](g) ![h](i)\n\n| j |\n|---|\n| k |\n| $l$ |\n\n- $$\n  m\n  $$\n")
    assert [(m.tex.strip(), m.line) for m in read.maths] == [
        ("x", 6),
        ("y", 7),
        ("z", 9),
        ("l", 14),
        ("m", 16),
    ]
    assert [(link.href, link.line) for link in read.links] == [("g", 8)]
    assert [(image.src, image.alt, image.line) for image in read.images] == [("i", "h", 9)]


@pytest.mark.parametrize("body", ["$$\nx\n\ntext\n", "$$\nx\n", "- a\n\n  $$\n  x\n\ntext $$\n", "$$\nx\n$$ .\n"])
def test_unclosed_math_is_found_where_it_opens(body):
    [(line, text)] = wrong(body)
    assert line == 5 + body.split("\n").index(next(row for row in body.split("\n") if "$$" in row))
    assert "never closed" in text


def test_an_empty_formula_is_found():
    one_wrong("$$\n$$\n", 5, "empty formula")


# Fences


@pytest.mark.parametrize("held", ["</script>", "<!-- <script>", "{{ x }}", "{% raw %}", "tab\there", "😀", "$x$"])
@pytest.mark.parametrize("opening", ["python", "python try", ""])
def test_what_a_fence_holds_is_literal(held, opening):
    read = parse(f"```{opening}\n{held}\n```\n")
    assert [part.source for part in (*read.codes, *read.cells)] == [held + "\n"]
    assert read.maths == ()


def test_raw_html_is_text():
    assert html('<b>x</b>\n\n<p style="color:red">\ny\n</p>\n') == (
        "<p>&lt;b&gt;x&lt;/b&gt;</p>\n<p>&lt;p style=“color:red”&gt;\ny\n&lt;/p&gt;</p>\n"
    )


def test_kinds_of_code():
    fenced = "~~~\na\n~~~\n\n````markdown\n```python try\nb\n```\n````\n\n"
    read = parse(fenced + "    c\n\n- d\n  ```python\n  e\n  ```\n\ng\n\n\th\n")
    assert [(c.language, c.source) for c in read.codes] == [
        ("", "a\n"),
        ("markdown", "```python try\nb\n```\n"),
        ("", "c\n"),
        ("python", "e\n"),
        ("", "h\n"),
    ]
    assert [code.line for code in read.codes] == [5, 9, 15, 18, 24]


def test_figures_and_cells():
    read = parse(
        "```figure dial id=big\nangle: 35\nkeys: [1, 2]\n```\n\n"
        "- x\n  ```python try id=soft drives=big\n  y = 1\n  ```\n"
    )
    [figure], [cell] = read.figures, read.cells
    assert (figure.name, figure.id, figure.line) == ("dial", "big", 5)
    assert (figure.options, figure.option_lines) == ({"angle": 35, "keys": [1, 2]}, {"angle": 6, "keys": 7})
    assert (cell.id, cell.drives, cell.source, cell.line) == ("soft", "big", "y = 1\n", 11)
    assert cell.code == Code("python", "y = 1\n", 11)


def test_default_ids_are_stable_and_every_id_is_there_once():
    body = "## Dial\n\n## Cell 1\n\n## Fn1\n\n## Dial\n\n## !?\n\nx[^n]\n\n[^n]: y\n\n"
    body += (
        "```figure dial\n```\n```figure dial\n```\n"
        + "```python try\n```\n```python try id=b\n```\n```python try\n```\n"
    )
    read = parse(body)
    assert [figure.id for figure in read.figures] == ["dial", "dial-2"]
    assert [cell.id for cell in read.cells] == ["cell-1", "b", "cell-3"]
    assert [h.id for h in read.headings] == ["dial-3", "cell-1-2", "fn1-2", "dial-4", "section"]


@pytest.mark.parametrize(
    ("info", "words"),
    [
        ("python tri", ('"tri" after "python" means nothing', 'Did you mean "try"?')),
        ("python id=a", ('"id=a" after "python" means nothing', "```python try")),
        ("python try idd=a", ('unknown attribute "idd"', 'Did you mean "id"?')),
        ("python try id=Big", ('id="Big" must be a letter, then',)),
        ("python try id=", ('id="" must be',)),
        ("python try id=a id=b", ("set twice",)),
        ("python try now", ('"now" means nothing here',)),
        ("pyhton try", ('"try" after "pyhton" means nothing',)),
        ("figrue dial", ("```figure NAME",)),
        ("figure", ("the figure has no name",)),
        ("figure id=a", ("the figure has no name",)),
        ("figure Dial", ('"Dial" is no figure\'s name',)),
        ("figure dial drives=a", ('unknown attribute "drives"',)),
        ("python try drives=dail", ("drives=dail names no figure", "there is no figure on this page")),
    ],
)
def test_a_wrong_info_string_is_told_with_the_right_form(info, words):
    one_wrong(f"text\n\n```{info}\n```\n", 7, *words)


def test_drives_suggests_a_figure_of_the_page():
    one_wrong(
        "```python try drives=dail\n```\n```figure dial\n```\n",
        5,
        "figures here: dial",
        'Did you mean "dial"?',
    )


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("a: 1\nb\n", 7, "not valid YAML"),
        ("- 1\n", 6, '"control: value" lines'),
        ("a: 1\na: 2\n", 7, "set twice"),
        ("1: x\n", 6, "a key must be a word"),
    ],
)
def test_wrong_start_values_are_found_on_their_line(body, line, words):
    one_wrong(f"```figure dial\n{body}```\n", line, words)


def test_equal_written_ids_name_both_lines():
    one_wrong("```python try id=a\n```\n\n```figure dial id=a\n```\n", 8, "the id a is taken on line 5")
    one_wrong("x[^n]\n\n[^n]: y\n\n```python try id=fn1\n```\n", 9, "belongs to a footnote")


@pytest.mark.parametrize(
    "body",
    [
        "```python\nx",
        "```python\nx\n",
        "~~~\nx\n```\n",
        "- a\n\n  ```\n  x\n\ntext\n",
        "> ```\n> x\n\ntext\n",
        "````\n```\n",
    ],
)
def test_an_unclosed_fence_is_found_where_it_opens(body):
    line = 5 + next(n for n, row in enumerate(body.split("\n")) if "```" in row or "~~~" in row)
    [(at, text)] = wrong(body)
    assert at == line and "never closed" in text


def test_a_fence_that_swallows_the_next_is_found():
    one_wrong("```python\nx\n\ntext\n\n```figure dial\n```\n", 5, "holds the opening of another, on line 10", "````")


# Boxes, headings, notes, links


def test_boxes():
    assert html(":::note Where *you* met $x$\nhi\n:::\n") == (
        '<aside class="box note">\n<p class="box-title">Where <em>you</em> met {math x}</p>\n<p>hi</p>\n</aside>\n'
    )
    assert html("text\n::: warning\nhi\n:::\n") == '<p>text</p>\n<aside class="box warning">\n<p>hi</p>\n</aside>\n'
    nested = html("::::summary\n:::definition\nx\n:::\n::::\n")
    assert nested.index("box summary") < nested.index("box definition") and nested.count("</aside>") == 2
    assert "{cell cell-1}" in html(":::note\n```python try\n```\n:::\n")


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        (":::warnin\nx\n:::\n", 5, 'Did you mean "warning"?'),
        ("x\n\n:::note\ny\n", 7, "never closed"),
        (":::note\nx\n:::note\n", 5, "never closed"),
        ("::::note\n:::warning\nx\n::::\n", 6, "never closed"),
        (":::note\nx\n:::\n\n:::\n", 9, "closes nothing"),
    ],
)
def test_wrong_boxes(body, line, words):
    assert any(at == line and words in text for at, text in wrong(body)), wrong(body)


def test_headings():
    read = parse("## One `x` *y*\n\n### Zwei Größen\n\n## Last: “why”?\n")
    assert [(h.level, h.id, h.title) for h in read.headings] == [
        (2, "one-x-y", "One x y"),
        (3, "zwei-größen", "Zwei Größen"),
        (2, "last-why", "Last: “why”?"),
    ]
    one_wrong("# Title\n", 5, "the title is the only heading of level 1")
    one_wrong("## a\n\n#### b\n", 7, "skips a level", '"###"')


def test_footnotes():
    page = html("x[^n] and ^[in $y$]\n\n[^n]: Note $z$\n")
    assert page.count("footnote-item") == 2 and "Note {math z}" in page and "in {math y}" in page
    one_wrong("x[^m]\n", 5, "no footnote [^m]")
    one_wrong("x\n\n[^m]: y\n", 7, "nothing refers to the footnote [^m]")
    one_wrong("x[^m]\n\n[^m]: y\n\n[^m]: z\n", 9, "stands twice, first on line 7")


def test_words_in_another_language_are_marked():
    assert html("the [*Aufmerk*samkeit]{lang=de}\n") == '<p>the <span lang="de"><em>Aufmerk</em>samkeit</span></p>\n'
    assert html("[x]{lang=pt-BR}\n") == '<p><span lang="pt-BR">x</span></p>\n'
    for plain in ("[x]", "a[i] {b}", "[0, 1]{a, b}", "`x`{lang=de}", "$a[1]{b}$"):
        assert "<span lang" not in html(f"{plain}\n")
    for mistake in ("[x]{lan=de}", "[x]{lang=Deutsch}", '[x]{lang="de" .c}', "[x]{#id}", "[x]{}"):
        one_wrong(f"text\n{mistake}\n", 6, "[Aufmerksamkeit]{lang=de}")


def test_links_and_images():
    assert html("[*soon* $x$](planned)\n") == '<p><span class="planned"><em>soon</em> {math x}</span></p>\n'
    assert html('[a](b.md#c "d & e")\n') == '<p><a href="b.html#c" title="d &amp; e">a</a></p>\n'
    assert html("![an *arrow*](x.png)\n") == '<p><img src="img/x.png" alt="an arrow"></p>\n'
    one_wrong("[x](javascript:alert(1))\n", 5, "javascript: as an address: lessons hold no script")


def test_typography_leaves_code_math_and_lists_of_letters_alone():
    assert html("a -- b---c... (c) (r)\n") == "<p>a – b—c… (c) (r)</p>\n"
    assert html("`--x 'y'` $f'--g$\n") == "<p><code>--x 'y'</code> {math f'--g}</p>\n"


def test_no_style_attribute_survives():
    page = html("| a | b |\n|:-:|--:|\n| c | d |\n")
    assert "style=" not in page and '<td class="align-right">d</td>' in page


def test_an_empty_corner_of_a_table_is_no_heading():
    page = html("| | b |\n|---|---|\n| c | d |\n")
    assert "<td></td>\n<th>b</th>" in page and "<th></th>" not in page


# The file as a whole


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_newlines_and_byte_order_mark(newline):
    text = (DATA / "everything.md").read_text(encoding="utf-8")
    plain = lesson.parse(text, slug="a", file="a.md")
    other = lesson.parse("\ufeff" + text.replace("\n", newline), slug="a", file="a.md")
    assert (other.maths, other.codes, other.figures, other.cells) == (
        plain.maths,
        plain.codes,
        plain.figures,
        plain.cells,
    )
    assert plain.summary == "All that a lesson may hold." and len(plain.maths) == 3 and len(plain.cells) == 1


@pytest.mark.parametrize(
    ("front", "line", "words"),
    [
        ("", 1, "no front matter"),
        ("---\ntitle: T\n", 1, "never closed"),
        ("---\nminutes: 3\n---\n", 1, "no title"),
        ("---\ntitle: T\n---\n", 1, "no minutes"),
        ("---\ntitle: T\nminutes: 0\n---\n", 3, "from 1 to 240"),
        ("---\ntitle: T\nminutes: true\n---\n", 3, "from 1 to 240"),
        ("---\ntitle: T\nminutes: ten\n---\n", 3, "from 1 to 240"),
        ("---\ntitle: 7\nminutes: 3\n---\n", 2, "title must be a text"),
        ("---\ntitle: T\nminutes: 3\nminuets: 4\n---\n", 4, 'Did you mean "minutes"?'),
        ("---\ntitle: A: B\nminutes: 3\n---\n", 2, "in quotes"),
        ("---\n---\n", 2, "the front matter must be"),
    ],
)
def test_front_matter(front, line, words):
    assert any(at == line and words in text for at, text in wrong("text\n", front)), wrong("text\n", front)


def test_an_empty_lesson_is_found():
    one_wrong("\n \n", 5, "no text")


def test_all_mistakes_come_in_one_run():
    lines = [
        line
        for line, _ in wrong("# a\n\n:::no\n:::\n\n```python tri\n```\n\n$$\nx\n", "---\ntitle: T\nminuts: 3\n---\n")
    ]
    assert lines == [1, 3, 5, 7, 10, 13]
