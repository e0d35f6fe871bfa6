"""A lesson in one file: everything is in it, it asks for nothing, and its policy lets only its own scripts run."""

import base64
import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

import pytest

import build
from kino_build import single, write
from tests.unit.reading import Html, digest
from tests.unit.test_page import policy, sources

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def checked(tmp_path_factory, write_tour):
    return write.check(ROOT, write_tour(tmp_path_factory.mktemp("course") / "tour"))


@pytest.fixture(scope="module")
def content(checked, runtime):
    return write.compose_single(ROOT, checked, runtime, "first")


@pytest.fixture(scope="module")
def page(content):
    return Html(content.decode())


@pytest.fixture(scope="module")
def held(page):
    """The files inside, by address."""
    addresses = [tag["data-file"] for tag in page.all("script") if "data-file" in tag]
    texts = [text for tag, text in zip(page.all("script"), page.inside["script"], strict=True) if "data-file" in tag]
    return {
        address: gzip.decompress(base64.b64decode(text, validate=True))
        for address, text in zip(addresses, texts, strict=True)
    }


def test_the_same_lesson_gives_the_same_bytes(content, checked, runtime):
    assert write.compose_single(ROOT, checked, runtime, "first") == content


def test_nothing_in_it_leads_to_another_file(page):
    for tag, attributes in page.tags:
        for key in ("src", "href"):
            address = attributes.get(key) or "#"
            is_inside = address.startswith(("#", "data:"))
            assert is_inside or (tag, address) == ("a", "https://example.org/?a=1&b=2") or tag == "a", (tag, address)
            assert is_inside or address.startswith("https://"), (tag, address)
    [style] = page.inside["style"]
    addresses = [found.strip("\"'") for found in re.findall(r"url\(([^)]*)", style)]
    assert len(addresses) > 10 and [address for address in addresses if not address.startswith("data:")] == []


def test_what_the_page_asks_for_is_in_it_as_the_site_has_it(page, held, site):
    [root] = page.all("html")
    films = {tag["data-film"] for tag in page.all("kino-figure")}
    assert films and {*films, root["data-runtime"], root["data-course"]} <= held.keys()
    for address, content in held.items():
        if address != root["data-runtime"]:
            assert content == site[address], address


def test_the_list_of_python_s_files_names_what_is_held_and_is_verified_itself(page, held):
    [root] = page.all("html")
    listing = held[root["data-runtime"]]
    assert hashlib.sha256(listing).hexdigest() == root["data-runtime-sha256"]
    manifest = json.loads(listing)
    named = {f"runtime/{entry['path']}" for entry in single._entries(manifest)}
    assert named == {address for address in held if address.startswith("runtime/")} - {root["data-runtime"]}
    for entry in single._entries(manifest):
        assert hashlib.sha256(held[f"runtime/{entry['path']}"]).hexdigest() == entry["sha256"]


def test_the_slowest_start_is_left_out_where_there_is_another():
    entry = {"path": "0/a", "sha256": "0"}
    starts = [{"name": name, "files": [entry | {"path": name}]} for name in ("snapshot", "bytecode", "plain")]
    content = json.dumps({"starts": starts, "files": {}}).encode()
    manifest, needed = single.runtime_files("runtime/manifest.json", lambda _: content)
    assert needed == ["runtime/snapshot", "runtime/bytecode"]
    assert [start["name"] for start in json.loads(manifest)["starts"]] == ["snapshot", "bytecode"]
    only = json.dumps({"starts": starts[2:]}).encode()
    assert single.runtime_files("runtime/manifest.json", lambda _: only)[1] == ["runtime/plain"]


def test_its_policy_lets_its_own_scripts_and_styles_in_by_digest_and_no_address(page):
    text = policy(page)
    scripts = [
        body for tag, body in zip(page.all("script"), page.inside["script"], strict=True) if "data-file" not in tag
    ]
    [frame] = page.inside["template"]
    scripts += re.findall(r"<script>(.*?)</script>", frame, re.DOTALL)
    assert len(scripts) == 3
    assert sources(text, "script-src") == [*map(digest, scripts), "'wasm-unsafe-eval'", "blob:"]
    assert sources(text, "style-src") == [digest(body) for body in page.inside["style"]]
    assert sources(text, "default-src") == ["'none'"] and sources(text, "connect-src") == ["blob:"]
    assert "'self'" not in text and "http" not in text and "unsafe-inline" not in text and "unsafe-eval'" in text


def test_no_script_of_it_can_end_early(page, content):
    tags = [tag for tag, _ in page.tags]
    assert content.count(b"<script") == tags.count("script") and b"<!--" not in content
    assert content.lower().count(b"</script") == tags.count("script")


def test_links_to_other_lessons_are_words_and_those_within_it_stay(checked, runtime, page):
    assert [a["href"] for a in page.all("a") if ".html" in (a["href"] or "")] == []
    assert page.all("span", **{"class": "planned"}) and "second" not in [a["href"] for a in page.all("a")]
    second = Html(write.compose_single(ROOT, checked, runtime, "second").decode())
    assert all(a["href"].startswith(("#", "https:")) for a in second.all("a"))


def test_the_licences_of_what_it_carries_are_in_it(page):
    assert "Pyodide 1.2.3" in page.text and "Copyright <someone>" in page.text


def test_a_lesson_without_python_carries_none(checked, runtime):
    second = write.compose_single(ROOT, checked, runtime, "second")
    held = [tag["data-file"] for tag in Html(second.decode()).all("script") if "data-file" in tag]
    assert [address for address in held if address.startswith("runtime/") and "manifest" not in address] == []


# The command


@pytest.fixture
def run(monkeypatch, runtime, tmp_path):
    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["build.py", "build", *map(str, words)])
        monkeypatch.setattr(build, "_runtime", lambda: (runtime, lambda kino: {}))
        build.main()

    return command


def test_the_command_writes_one_file_and_says_its_size(run, write_tour, tmp_path, capsys, content):
    course = write_tour(tmp_path / "tour")
    run("--single", "first", "--course", course)
    assert (tmp_path / "first-single.html").read_bytes() == content
    size = f"{len(content) / 1e6:.1f} MB"
    assert capsys.readouterr().out == f"Wrote first-single.html: one file, {size}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first-single.html", "tour"]


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("frist", 'there is no lesson "frist". Did you mean "first"? There are: first, second'),
        ("not-yet", 'there is no lesson "not-yet". There are: first, second'),
        ("first.md", 'there is no lesson "first.md". Did you mean "first"? There are: first, second'),
    ],
)
def test_a_lesson_that_there_is_not_is_said_with_those_that_there_are(run, write_tour, tmp_path, slug, words):
    with pytest.raises(SystemExit) as caught:
        run("--single", slug, "--course", write_tour(tmp_path / "tour"))
    assert caught.value.code == words
    assert [path.name for path in tmp_path.iterdir()] == ["tour"]


def test_what_kino_did_not_write_is_not_written_over(content, tmp_path):
    file = tmp_path / "first-single.html"
    file.write_text("<!doctype html><p>mine")
    for out, words in ((file, "is a file that kino did not write"), (tmp_path, "is a folder; name a file with --out")):
        with pytest.raises(write.OutError, match=words):
            write.write_single(content, out)
    assert file.read_text() == "<!doctype html><p>mine"
    file.unlink()
    for _ in range(2):
        write.write_single(content, file)
    assert file.read_bytes() == content and [path.name for path in tmp_path.iterdir()] == [file.name]
