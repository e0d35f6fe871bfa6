"""build.py verify: what is wrong with a published site is named in one line each, and what is right is not."""

import gzip
import hashlib
import json

import pytest

from kino_build import verify as verifying
from kino_build.deployed import CannotVerify
from kino_build.static import StaticServer
from kino_build.verify import LIST, verify

PAGE = b"<!doctype html>\n<title>A</title>\n<p>  A lesson\n  of some length. </p>\n<script src=a.js></script>\n"
FILES = {
    "index.html": PAGE,
    "lesson.html": PAGE.replace(b"A lesson", b"Another"),
    "assets/0/kino.css": b"p { color: red }\n",
    "assets/0/js/main.js": b"let a = 1;\nlet b = 2;\n",
    "runtime/0/pyodide.asm.wasm": b"\0asm" * 30_000,
    "runtime/0/worker.js": b"work();\n",
    ".nojekyll": b"",
}


def put(folder, files, listed=None):
    """Write a site into a folder, with the list of what should be in it."""
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    entries = [
        {"path": path, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for path, content in (listed or files).items()
    ]
    (folder / LIST).write_text(json.dumps({"files": entries}))
    return folder


@pytest.fixture
def dist(tmp_path):
    """The build, as it is on this machine."""
    return put(tmp_path / "dist", FILES)


@pytest.fixture
def faults(dist, tmp_path):
    """faults({path: content, or None for a file that is gone}) → the faults of a folder that is otherwise right."""

    def look(changes, against=dist):
        site = put(tmp_path / "site", FILES)
        for path, content in changes.items():
            (site / path).unlink() if content is None else put_one(site / path, content)
        report = verify(str(site), against, progress=lambda *_: None)
        return [str(remark) for remark in report.remarks]

    return look


def put_one(file, content):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


# A folder


def test_a_whole_folder_is_right(faults, dist):
    assert faults({}) == []
    report = verify(str(dist), None, progress=lambda *_: None)
    assert not report.faults and "all 7 files are those of the build" in report.summary
    assert "shows damage, not what somebody changed on purpose" in report.summary


@pytest.mark.parametrize("path", FILES)
def test_one_changed_byte_in_any_file_is_named(faults, path):
    content = FILES[path]
    changed = bytes([content[0] ^ 1]) + content[1:] if content else b"x"
    [remark] = faults({path: changed})
    assert remark.startswith(f"{path}: is not the file of the build")


@pytest.mark.parametrize("path", FILES)
def test_a_missing_file_is_named(faults, path):
    assert faults({path: None}) == [f"{path}: is not there; publish it again"]


@pytest.mark.parametrize(
    ("path", "content", "words"),
    [
        ("index.html", b"\xef\xbb\xbf" + PAGE, "byte order mark"),
        ("assets/0/js/main.js", b"let a = 1;\r\nlet b = 2;\r\n", "other line ends"),
        ("index.html", PAGE.replace(b"\n", b"\r\n"), "other line ends"),
        ("index.html", b" ".join(PAGE.split()), "minifies"),
        ("index.html", PAGE.replace(b"</p>", b"</p><script src=//a.example></script>"), "a script put in by the host"),
        ("runtime/0/pyodide.asm.wasm", FILES["runtime/0/pyodide.asm.wasm"][:-9], "cut short, 119991 of 120000 bytes"),
        ("runtime/0/pyodide.asm.wasm", b"<!DOCTYPE html><p>Sign in", "is a page instead"),
        ("runtime/0/pyodide.asm.wasm", gzip.compress(FILES["runtime/0/pyodide.asm.wasm"]), "comes packed"),
        ("runtime/0/worker.js", b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "pointer of Git LFS"),
    ],
)
def test_what_happened_to_a_file_is_said_with_a_remedy(faults, path, content, words):
    [remark] = faults({path: content})
    assert remark.startswith(f"{path}: ") and words in remark and ": " in remark.removeprefix(f"{path}: ")


def test_everything_that_is_wrong_is_said_in_one_run(faults):
    said = faults({"index.html": None, "lesson.html": b"x", "runtime/0/worker.js": b""})
    assert [line.partition(":")[0] for line in said] == ["index.html", "lesson.html", "runtime/0/worker.js"]


def test_what_is_extra_in_kinos_folders_is_a_fault_and_beside_it_a_note(faults):
    said = faults({"runtime/9/old.wasm": b"x", "assets/1/js/old.js": b"x", "CNAME": b"a.example", ".git/HEAD": b"ref"})
    assert [line.partition(":")[0] for line in said] == ["assets/1/js/old.js", "runtime/9/old.wasm", ".git, CNAME"]
    assert "remove it" in said[0] and said[2].endswith("(note) beside the site, and not kino's; not compared")


def test_files_and_list_that_were_changed_together_are_found_by_the_build_at_hand_only(dist, tmp_path):
    changed = FILES | {"runtime/0/worker.js": b"spy(); \n"}
    site = put(tmp_path / "site", changed)
    assert not verify(str(site), None, progress=lambda *_: None).faults
    [fault] = verify(str(site), dist, progress=lambda *_: None).faults
    assert str(fault).startswith(f"{LIST}: is not the one of {dist}: the site is of another build")


def test_a_site_of_another_build_is_one_fault_and_its_damage_another(dist, tmp_path):
    older = {"index.html": b"older"}
    site = put(tmp_path / "site", older | {"index.html": b"oldxr"}, listed=older)
    said = [str(fault).partition(":")[0] for fault in verify(str(site), dist, progress=lambda *_: None).faults]
    assert said == [LIST, "index.html"]


@pytest.mark.parametrize(
    ("content", "words"), [(None, "is not there; name the folder of index.html"), (b"{}", "no list of kino's")]
)
def test_a_folder_without_a_list_cannot_be_verified(dist, content, words):
    (dist / LIST).unlink() if content is None else (dist / LIST).write_bytes(content)
    with pytest.raises(CannotVerify, match=words):
        verify(str(dist), None, progress=lambda *_: None)


def test_a_build_without_a_list_cannot_be_compared_with(dist, tmp_path):
    with pytest.raises(CannotVerify, match=r"has no contents\.json: build it, or name another build with --against"):
        verify(str(dist), tmp_path, progress=lambda *_: None)


@pytest.mark.parametrize(
    ("site", "words"),
    [
        ("no-such-folder", "there is no folder no-such-folder; an address begins with https://"),
        ("kino.example/course", "there is no folder kino.example/course"),
        ("ftp://kino.example/", "is no address of a site"),
        ("http://127.0.0.1:9/", r"http://127\.0\.0\.1:9/: the host does not answer \(.*refused"),
    ],
)
def test_what_is_no_site_is_said(site, words):
    with pytest.raises(CannotVerify, match=words):
        verify(site, None, progress=lambda *_: None)


def test_progress_is_shown_to_its_end(dist):
    steps = []
    verify(str(dist), None, progress=lambda *step: steps.append(step))
    assert len(steps) == len(FILES) and steps[-1][1] == steps[-1][2] == sum(map(len, FILES.values()))


# A host


@pytest.fixture
def said(dist):
    """said(host={…}, path="") → what is said of a host that serves the build, changed as the options say."""

    def look(path="", *, against=dist, gzip=True, routes=None, headers=None):
        with StaticServer(dist, gzip=gzip, routes=routes, extra_headers=headers) as server:
            report = verify(server.url + path, against, progress=lambda *_: None)
            look.requests = server.requests
            return [str(remark).replace(server.url, "HOST/") for remark in report.remarks]

    return look


def answering(content, status=200, **headers):
    def route(request):
        request.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(content))}).items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(content)

    return route


@pytest.mark.parametrize("path", ["", "index.html", "?a=1#b"])
def test_a_host_that_hands_out_the_build_is_right(said, path):
    assert said(path) == []


def test_a_host_without_compression_is_told_how_much_it_costs(said):
    [note] = said(gzip=False)
    assert note.startswith("pyodide.asm.wasm: (note) not compressed on the way, 0.1 MB") and "application/wasm" in note


JS, CSS = "/assets/0/js/main.js", "/assets/0/kino.css"
MAIN, STYLE, WASM = FILES[JS[1:]], FILES[CSS[1:]], FILES["runtime/0/pyodide.asm.wasm"]


@pytest.mark.parametrize(
    ("path", "route", "words"),
    [
        (JS, answering(MAIN, Content_Type="text/plain"), "comes as text/plain, and browsers do not use it so"),
        (JS, answering(MAIN), "comes as no type at all"),
        (CSS, answering(STYLE, Content_Type="text/html"), "let the host call .css text/css"),
        (
            "/lesson.html",
            answering(FILES["lesson.html"], Content_Type="text/html; charset=ISO-8859-1"),
            "comes as iso-8859-1, and it is UTF-8",
        ),
        (JS, answering(b"gone", 403), "the host answers 403 Forbidden; publish it again"),
        (JS, answering(b"<!doctype html><p>App", Content_Type="text/javascript"), "is a page instead"),
        (
            JS,
            answering(gzip.compress(MAIN), Content_Type="text/javascript"),
            "comes packed, and no Content-Encoding says so",
        ),
        (
            JS,
            answering(b"x", Content_Type="text/javascript", Content_Encoding="br"),
            "comes packed as br, which was not asked for",
        ),
        (
            JS,
            answering(b"x", Content_Type="text/javascript", Content_Encoding="gzip"),
            "is said to be packed as gzip, and is not",
        ),
        (
            JS,
            answering(b"", 301, Location="/lesson.html"),
            "is a page instead",
        ),
    ],
)
def test_what_a_host_does_to_a_file_is_said_with_a_remedy(said, path, route, words):
    found = [line for line in said(routes={path: route}) if "(note)" not in line]
    assert len(found) == 1 and found[0].startswith(f"{path[1:]}: ") and words in found[0], found


def test_the_type_of_what_the_page_reads_as_bytes_does_not_matter(said):
    wasm = answering(gzip.compress(WASM), Content_Type="text/plain", Content_Encoding="gzip")
    worker = answering(FILES["runtime/0/worker.js"], Content_Type="application/octet-stream")
    assert said(routes={"/runtime/0/pyodide.asm.wasm": wasm, "/runtime/0/worker.js": worker}) == []


def test_a_file_packed_of_itself_must_not_be_said_to_be_packed(tmp_path):
    image = gzip.compress(b"image" * 99)
    site = put(tmp_path / "site", {"index.html": PAGE, "runtime/0/image.gzip": image})
    route = answering(image, Content_Encoding="gzip")
    with StaticServer(site, routes={"/runtime/0/image.gzip": route}) as server:
        [fault] = verify(server.url, None, progress=lambda *_: None).faults
    assert "is said to be packed (Content-Encoding), which it is of itself" in str(fault)


def test_a_redirect_on_the_host_is_a_note_and_one_to_another_host_a_fault(said, tmp_path):
    with StaticServer(put(tmp_path / "other", FILES)) as other:
        here = answering(b"", 302, Location="/assets/0/js/main.js?v=1")
        there = answering(b"", 302, Location=f"{other.url}lesson.html")
        found = said(routes={"/runtime/0/worker.js": here, "/lesson.html": there})
    assert len([line for line in found if "comes from another host" in line and line.startswith("lesson.html")]) == 1
    assert len([line for line in found if "(note) leads to HOST/assets/0/js/main.js?v=1" in line]) == 1


def test_a_site_that_has_moved_is_followed(dist, said):
    with StaticServer(dist) as new:
        routes = {f"/{path}": answering(b"", 301, Location=new.url + path) for path in (*FILES, LIST, "")}
        with StaticServer(dist, routes=routes) as old:
            report = verify(old.url, dist, progress=lambda *_: None)
    assert report.faults == [] and report.summary.startswith(new.url)


def test_a_policy_of_the_host_s_under_which_python_cannot_start_is_a_fault(said):
    [fault] = said(headers={"Content-Security-Policy": "script-src 'self'"})
    assert "a policy under which Python cannot start (script-src 'self')" in fault
    assert said(headers={"Content-Security-Policy": "frame-ancestors 'self'"}) == []


def test_an_address_without_index_html_at_the_folder(said):
    assert said(routes={"/": answering(b"It works!", Content_Type="text/html")}) == [
        "HOST/: does not give index.html: make that the folder's first page"
    ]


def test_only_what_comes_over_https_or_from_this_machine_is_secure():
    assert verifying.Host("http://localhost:8000/").is_secure and verifying.Host("https://kino.example/a").is_secure
    assert not verifying.Host("http://kino.example/").is_secure


def test_a_host_that_falls_silent_is_not_asked_for_long(dist):
    many = FILES | {f"films/{i}.json": b"%d" % i for i in range(30)}
    put(dist, many)
    asked = []

    def hang_up(request):
        asked.append(request.path)
        request.connection.close()

    with StaticServer(dist, routes={f"/{path}": hang_up for path in many if "films" in path}) as server:
        report = verify(server.url, dist, progress=lambda *_: None)
    [fault] = report.faults
    assert "the host did not answer for it and 29 more files; they were not compared" in str(fault)
    assert len(asked) < 20


# The command


@pytest.fixture
def command(monkeypatch, capsys):
    """command("verify", …) → (exit code or message, what was printed)."""
    import sys

    import build

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["build.py", *map(str, words)])
        try:
            build.main()
            code = 0
        except SystemExit as end:
            code = end.code
        return code, capsys.readouterr().out

    return run


def test_the_command_prints_a_line_for_each_fault_and_fails(command, dist, tmp_path):
    site = put(tmp_path / "site", FILES)
    (site / "index.html").unlink()
    code, out = command("verify", site, "--against", dist)
    assert out == "index.html: is not there; publish it again\n"
    assert code == f"{site}/: 1 fault among 7 files (compared with {dist})."


def test_the_command_is_content_with_a_right_site(command, dist, tmp_path):
    code, out = command("verify", put(tmp_path / "site", FILES), "--against", dist)
    assert code == 0 and out == f"{tmp_path}/site/: all 7 files are those of the build (compared with {dist}).\n"
