"""The policies of every page of the built site, and of the sealed frame: read off the files themselves."""

import json
import re

import pytest

from tests.unit.reading import Html, digest

PAGE = {
    "default-src": "'none'",
    "script-src": "'self' THEME DIGEST 'wasm-unsafe-eval' blob:",
    "worker-src": "'self' blob:",
    "connect-src": "'self' blob:",
    "frame-src": "'self'",
    "img-src": "'self' data:",
    "style-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
# What the site has besides, each of its own only: see CONTRIBUTING.md, Decisions.
MORE = {"font-src": "'self'", "manifest-src": "'self'"}
FRAME = {
    "default-src": "'none'",
    "script-src": "DIGEST 'wasm-unsafe-eval' blob:",
    "worker-src": "blob:",
    "connect-src": "blob:",
}


def directives(html):
    """The policy of a document: {directive: sources}; it stands first after the encoding."""
    assert html.tags[[tag for tag, _ in html.tags].index("head") + 2][1].get("http-equiv") == "Content-Security-Policy"
    [policy] = [attributes for tag, attributes in html.tags if attributes.get("http-equiv")]
    return dict(part.strip().split(" ", 1) for part in policy["content"].split(";"))


@pytest.fixture(scope="module")
def frame(dist):
    texts = [page.read_text("utf-8") for page in dist.rglob("*.html")]
    [frame] = {frame for text in texts for frame in Html(text).inside.get("template", ())}
    return frame


@pytest.fixture(scope="module")
def sealed(frame):
    """The digest of the frame's own script."""
    [script] = re.findall(r"<script>(.*?)</script>", frame, re.DOTALL)
    return digest(script)


def test_every_page_has_the_policy(dist, sealed):
    pages = sorted(dist.rglob("*.html"))
    assert len(pages) >= 5
    for page in pages:
        html = Html(page.read_text("utf-8"))
        found = directives(html)
        [theme] = filter(None, html.inside["script"])
        names = {sealed: "DIGEST", digest(theme): "THEME"}
        plain = {name: " ".join(names.get(part, part) for part in found[name].split()) for name in found}
        assert {name: plain[name] for name in plain if name not in MORE} == PAGE, page.name
        assert {name: found[name] for name in found if name in MORE}.items() <= MORE.items(), page.name


def test_pages_hold_one_script_and_no_style_of_their_own(dist):
    texts = [page.read_text("utf-8") for page in dist.rglob("*.html")]
    [theme] = {script for text in texts for script in Html(text).inside["script"] if script}
    assert "kino-theme" in theme and len(theme) < 300
    for page in dist.rglob("*.html"):
        html = Html(page.read_text("utf-8"))
        for tag, attributes in html.tags:
            assert tag not in ("style", "iframe", "object", "embed", "base"), (page.name, tag)
            wrong = [name for name in attributes if name.startswith("on") or name in ("style", "srcdoc")]
            assert wrong == [], (page.name, tag, wrong)


def test_the_page_in_place_of_one_that_is_not_kept_runs_the_same_script_and_no_other(dist):
    told, _, _ = (dist / "sw.js").read_text("utf-8").removeprefix("self.kino=").partition(";\n")
    html = Html(json.loads(told)["absent"])
    [theme] = html.inside["script"]
    assert "kino-theme" in theme
    found = directives(html)
    assert (found["default-src"], found["script-src"]) == ("'none'", digest(theme))


def test_the_frame_has_its_own(frame, sealed):
    found = directives(Html(frame))
    assert {name: sources.replace(sealed, "DIGEST") for name, sources in found.items()} == FRAME


def test_only_pages_are_documents_in_which_script_could_run(dist):
    """A file that a browser opens as a document by its own address would be a page of the site without a policy."""
    suffixes = {file.suffix.lower() for file in dist.rglob("*") if file.is_file()}
    assert not suffixes & {".htm", ".xhtml", ".xht", ".xml", ".shtml", ".mhtml"}
    for drawing in dist.rglob("*.svg"):
        assert not re.search(r"<script|\son\w+\s*=|javascript:", drawing.read_text("utf-8"), re.IGNORECASE), (
            drawing.name
        )
