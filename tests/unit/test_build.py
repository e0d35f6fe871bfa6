"""The front door: build, check and new, from the command line to the files."""

import json
import shutil
import sys

import pytest

import build
from kino_build import rebuild, source


@pytest.fixture
def run(monkeypatch, runtime):
    """run("build", "--out", …): the command, with the small runtime; ends as the command does."""

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["build.py", *map(str, words)])
        monkeypatch.setattr(build, "_runtime", lambda: (runtime, lambda kino: {}))
        build.main()

    return command


@pytest.fixture
def refused(run):
    """refused("check", …) → what the command says when it fails."""

    def command(*words):
        with pytest.raises(SystemExit) as caught:
            run(*words)
        assert isinstance(caught.value.code, str)
        return caught.value.code

    return command


def tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


MISTAKES = {
    "course.yml": "title: C\nmodules:\n  - title: M\n    lessons: [a, b]\n",
    "a.md": "---\ntitle: A\nminutes: 1\n---\nA [link](nowhere.md), $\\fooo$ and\n![x](no.png)\n",
    "b.md": "---\ntitle: B\nminutes: 1\n---\n$$\nx +\n\\baar\n$$\n\n"
    "```figure own-dots\nsize: 3\n```\n\n```figure none\n```\n",
    "figures/bad.py": "TITLE = (\n",
}


# build


def test_the_same_course_gives_the_same_bytes_anywhere(run, site, write_tour, tmp_path, capsys):
    course, out = write_tour(tmp_path / "elsewhere" / "tour"), tmp_path / "public"
    shutil.rmtree(course / "figures/__pycache__", ignore_errors=True)
    run("build", "--course", course, "--out", out, "--base", "kino")
    assert tree(out).keys() == site.keys()
    assert [address for address, content in tree(out).items() if content != site[address]] == []
    assert capsys.readouterr().out == f"Wrote {out}: {len(site)} files\n"
    assert json.loads((out / "kino.json").read_text())["entries"] == sorted(path.name for path in out.iterdir())


def test_no_path_of_this_machine_is_in_the_site(site, tmp_path):
    folders = (str(build.ROOT), str(tmp_path.parents[1]))
    assert [a for a, content in site.items() if any(folder.encode() in content for folder in folders)] == []


def test_a_build_that_fails_leaves_the_older_site(refused, write_course, tmp_path):
    out = tmp_path / "dist"
    out.mkdir()
    (out / "kino.json").write_text("{}")
    (out / "index.html").write_text("older")
    before = tree(out)
    said = refused("build", "--course", write_course(tmp_path / "course", MISTAKES), "--out", out)
    assert "course/a.md:5:" in said and tree(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["course", "dist"]


@pytest.mark.parametrize(
    ("written", "right"), [("/", "/"), ("", "/"), ("kino", "/kino/"), ("/kino", "/kino/"), ("a/b/", "/a/b/")]
)
def test_the_base_starts_and_ends_with_a_slash(written, right):
    options = build._parser().parse_args(["build", "--base", written])
    assert options.base == right


# check


def test_every_mistake_of_every_file_is_said_in_one_run_with_its_place(refused, write_course, tmp_path, capsys):
    said = refused("check", "--course", write_course(tmp_path / "course", MISTAKES)).splitlines()
    places = [":".join(line.split(":")[:2]) for line in said]
    assert places == [
        "course/a.md:5",
        "course/a.md:5",
        "course/a.md:6",
        "course/b.md:7",
        "course/b.md:10",
        "course/b.md:14",
        "course/figures/bad.py:1",
    ]
    for line, word in zip(said, ("nowhere", "fooo", "no.png", "baar", "own-dots", "none", "SyntaxError"), strict=True):
        assert word in line
    assert capsys.readouterr().out == ""


def test_files_that_cannot_be_read_are_all_named_too(refused, write_course, tmp_path):
    files = {
        "course.yml": "title: C\nmodule: 3\n",
        "a.md": b"---\ntitle: A\nminutes: 1\n---\nok\n\xff\xfe\n",
        "b.md": "no front matter",
        "c.md": "---\ntitle: C\nminutes: 1\n---\n```python\nnever closed\n",
    }
    said = refused("check", "--course", write_course(tmp_path / "course", files))
    for place in (
        "course/course.yml:2:",
        "course/a.md:6: this is not UTF-8",
        "course/b.md:1:",
        "course/c.md:5: this fence",
    ):
        assert place in said, said


def test_a_folder_without_a_course(refused, tmp_path):
    assert f"{tmp_path.name}/course.yml:1: there is no such file" in refused("check", "--course", tmp_path)


def test_mistakes_of_every_kind_are_said_in_the_same_run(refused, write_course, tmp_path):
    files = {
        "course.yml": "title: C\nmodules:\n  - title: M\n    lessons: [a, b, missing]\n",
        "a.md": "---\ntitle: A\nminutes: 1\n---\nText.\n\n:::nope\nx\n:::\n",
        "b.md": "---\ntitle: B\nminutes: 1\n---\n[dead](nowhere.md) [live](a.md) $\\fooo$ ![p](no.png)\n\n"
        "```figure turning-qery\n```\n\n```python try shown\n1/0\n```\n",
        "unlisted.md": "---\ntitle: U\nminutes: 1\n---\nText.\n",
    }
    said = refused("check", "--course", write_course(tmp_path / "course", files)).splitlines()
    wanted = (
        "nope",
        "nowhere",
        "fooo",
        "no.png",
        "turning-qery",
        "ZeroDivisionError",
        "no module lists",
        "missing has",
    )
    for words in wanted:
        assert len([line for line in said if words in line]) == 1, words
    assert len(said) == len(wanted), said


@pytest.mark.parametrize("slug", ["index", "licences", "404"])
def test_a_page_of_kinos_own_is_no_lesson(refused, write_course, tmp_path, slug):
    files = {
        "course.yml": f"title: C\nmodules:\n  - title: M\n    lessons:\n      - '{slug}'\n",
        f"{slug}.md": "---\ntitle: A\nminutes: 1\n---\nText.\n",
    }
    said = refused("check", "--course", write_course(tmp_path / "course", files))
    assert said.startswith(f'course/course.yml:5: "{slug}" is a page that kino writes itself')
    assert "choose another name" in refused("new", "--course", tmp_path / "course", slug)


def test_a_course_without_mistakes(run, write_tour, tmp_path, capsys):
    run("check", "--course", write_tour(tmp_path / "tour"))
    assert capsys.readouterr().out == "No mistakes in 2 lessons.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tour"]


# new


def test_a_new_lesson_says_what_to_do_and_is_right_once_it_is_listed(run, write_course, tmp_path, capsys):
    course = write_course(tmp_path / "course", {})
    run("new", "--course", course, "scoring-functions")
    assert 'add "- scoring-functions" to the lessons in course/course.yml' in capsys.readouterr().out
    _, findings = source.read(course)
    assert "course/scoring-functions.md:1: no module lists this lesson" in "\n".join(map(str, findings))
    write_course(course, {"course.yml": "title: C\nmodules:\n  - title: M\n    lessons: [a, scoring-functions]\n"})
    lesson = source.read(course)[0].lessons["scoring-functions"]
    assert lesson.title == "Scoring functions" and len(lesson.cells) == len(lesson.maths) == 1


@pytest.mark.parametrize("slug", ["Softmax", "a b", "../up", "a.md", "-a", "ü"])
def test_a_name_that_is_no_slug_writes_nothing(refused, write_course, tmp_path, slug):
    course = write_course(tmp_path / "course", {})
    before = tree(tmp_path)
    assert f'"{slug}" is no name for a lesson' in refused("new", "--course", course, "--", slug)
    assert tree(tmp_path) == before


def test_a_lesson_that_there_is_already_stays(refused, write_course, tmp_path):
    course = write_course(tmp_path / "course", {})
    before = tree(tmp_path)
    assert "course/a.md:1: there is such a lesson already" in refused("new", "--course", course, "a")
    assert tree(tmp_path) == before


def test_a_course_that_is_not_there_gets_no_lesson(refused, tmp_path):
    assert "there is no folder" in refused("new", "--course", tmp_path / "none", "a")
    assert list(tmp_path.iterdir()) == []


# A build in a Python of its own


def test_a_build_of_its_own_is_the_same_command(tmp_path):
    (tmp_path / "build.py").write_text(
        "import pathlib, sys\npathlib.Path(sys.argv[5]).write_text(' '.join(sys.argv[1:]))"
    )
    rebuild.in_fresh_python(tmp_path, tmp_path / "course", tmp_path / "out")
    assert (tmp_path / "out").read_text() == f"build --course {tmp_path}/course --out {tmp_path}/out"


def test_a_build_of_its_own_that_fails_hands_on_what_it_said(tmp_path):
    (tmp_path / "build.py").write_text("import sys\nsys.exit('lessons/ä.md:3: wrong')")
    with pytest.raises(rebuild.BuildFailed) as caught:
        rebuild.in_fresh_python(tmp_path, tmp_path, tmp_path)
    assert str(caught.value) == "lessons/ä.md:3: wrong"
