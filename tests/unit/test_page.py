"""The pages of a site, as a browser without scripts would read them."""

import hashlib
import json
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from kino_build import page, write
from tests.unit.reading import Html, digest

ROOT = Path(__file__).parents[2]
ADDRESSES = ("href", "src", "data-film", "data-runtime")
PAGES = ("index.html", "first.html", "second.html", "licences.html", "404.html")
B2 = "</script><!-- <script> {{ x }} {% raw %} &amp;"


def sources(csp, directive):
    """The values of one directive of a content security policy."""
    directives = dict(part.strip().partition(" ")[::2] for part in csp.split(";"))
    return directives[directive].split()


def policy(html):
    [meta] = html.all("meta", http_equiv="Content-Security-Policy")
    return meta["content"]


def test_these_are_the_pages(pages):
    assert sorted(pages) == sorted(PAGES)


# Addresses


@pytest.mark.parametrize("name", PAGES)
def test_every_address_is_relative_and_leads_to_a_file_of_the_site(pages, site, name):
    found = [(key, tag[key]) for _, tag in pages[name].tags for key in ADDRESSES if tag.get(key) is not None]
    assert len(found) > 8
    for key, address in found:
        parts = urlsplit(address)
        if parts.scheme:
            assert (key, address) == ("href", "https://example.org/?a=1&b=2")
            continue
        path = unquote(parts.path)
        if name == "404.html" and path:
            assert path.startswith("/kino/"), address
            path = path.removeprefix("/kino/")
        assert not path.startswith("/") and ".." not in path
        target = path or name
        assert target in site, f"{name} leads to {address}"
        if parts.fragment:
            assert unquote(parts.fragment) in [tag.get("id") for _, tag in pages[target].tags], address


def test_every_address_in_a_stylesheet_leads_to_a_file_of_the_site(site):
    sheets = [address for address in site if address.endswith(".css")]
    found = [(sheet, url) for sheet in sheets for url in re.findall(rb"url\(([^)]*)\)", site[sheet])]
    assert sheets and len(found) > 3
    for sheet, url in found:
        address = url.decode().strip("\"'")
        # Where the old font format stood there is an empty url(), which CSS takes for no source at all.
        if address and not address.startswith("data:"):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(sheet), address)) in site, (sheet, address)


def test_every_module_that_a_script_imports_is_there_and_what_a_page_begins_with_loads_ahead(pages, site):
    preloaded = [link["href"] for link in pages["first.html"].all("link", rel="modulepreload")]
    (main,) = [script["src"] for script in pages["first.html"].all("script", type="module")]
    assert preloaded[0] == main
    for script in [address for address in site if re.search(r"/js/[^/]+\.js$", address)]:
        text = site[script].decode()
        for address in re.findall(r"""(?:from|import)\s*\(?\s*["'](\./[^"']+)["']""", text):
            assert posixpath.join(posixpath.dirname(script), address[2:]) in site, (script, address)
    imported = [re.findall(r"""(?:from|import)["']\./([^"']+)["']""", site[script].decode()) for script in preloaded]
    assert imported[0] and {name for names in imported for name in names} == {
        posixpath.basename(script) for script in preloaded[1:]
    }


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_the_fonts_that_its_text_is_set_in_after_the_styles(pages, name):
    links = [link for link in pages[name].all("link") if link["rel"] in ("stylesheet", "preload")]
    assert [link["rel"] for link in links] == ["stylesheet", *["preload"] * (len(links) - 1)]
    fonts = {posixpath.basename(link["href"]).partition("-normal")[0]: link.get("fetchpriority") for link in links[1:]}
    assert fonts.pop("inter-latin-wght") is None and fonts.pop("source-serif-4-latin-wght") is None
    assert set(fonts.values()) <= {"low"}
    tags = {tag for tag, _ in pages[name].tags} if name in ("first.html", "second.html") else set()
    assert any("italic" in font for font in fonts) == ("em" in tags)
    assert any("mono" in font for font in fonts) == ("code" in tags)
    assert any("math" in font for font in fonts) == ("math" in tags)


def test_the_films_and_the_manifest_are_json(site):
    listings = [address for address in site if address.startswith(("films/", "runtime/manifest"))]
    assert len(listings) == 3
    for address in listings:
        json.loads(site[address])


# What a policy without 'unsafe-inline' asks for


@pytest.mark.parametrize("name", PAGES)
def test_one_script_is_inline_and_every_id_stands_once(pages, name):
    html = pages[name]
    for tag, attributes in html.tags:
        assert tag != "style" and "style" not in attributes, (tag, attributes)
        assert not [key for key in attributes if key.startswith("on")], (tag, attributes)
        assert not (attributes.get("href") or "").startswith("javascript:")
    scripts = list(zip(html.all("script"), html.inside["script"], strict=True))
    assert all(("src" in script) != bool(text.strip()) for script, text in scripts)
    assert len([text for _, text in scripts if text.strip()]) == 1, "what is done before the page is drawn"
    ids = [attributes["id"] for _, attributes in html.tags if "id" in attributes]
    assert len(ids) == len(set(ids)) and "main" in ids


def test_the_policies_let_the_scripts_that_are_written_out_run_and_no_other(pages):
    [frame] = {frame for html in pages.values() for frame in html.inside.get("template", ())}
    [script] = re.findall(r"<script>(.*?)</script>", frame, re.DOTALL)
    assert len(script) > 100 and "</script" not in script
    sealed = policy(Html(frame))
    assert sources(sealed, "script-src") == [digest(script), "'wasm-unsafe-eval'", "blob:"]
    assert sources(sealed, "default-src") == ["'none'"] and sources(sealed, "connect-src") == ["blob:"]
    for name in PAGES:
        [own] = filter(None, pages[name].inside["script"])
        scripts = ["'self'", digest(own), digest(script)]
        assert sources(policy(pages[name]), "script-src") == [*scripts, "'wasm-unsafe-eval'", "blob:"]
        assert sources(policy(pages[name]), "default-src") == ["'none'"]
        assert sources(policy(pages[name]), "style-src") == ["'self'"]


def test_the_policy_stands_before_anything_that_it_governs(pages):
    for html in pages.values():
        tags = [tag for tag, _ in html.tags]
        first = tags.index("meta", tags.index("meta") + 1)
        assert html.tags[first][1].get("http-equiv") == "Content-Security-Policy"
        assert not {"script", "link", "img"} & set(tags[:first])


def test_a_frame_s_script_is_put_in_as_it_is():
    script = "if (a < b && c > 'd') run(\"{{ x }}\");"
    frame = page.sealed_frame(page.environment(ROOT), script)
    assert f"<script>{script}</script>" in frame


# The text


def test_prices_stay_prices_and_math_is_math(site, pages):
    body = site["first.html"].decode()
    assert "It costs $5 or $6, then <math>" in body and "and $3, and <code>$HOME</code>" in body
    assert len(pages["first.html"].all("math")) == 5


def test_what_looks_like_markup_or_a_template_is_literal(pages, site):
    html = pages["first.html"]
    assert B2 + "\n" in html.inside["pre"][-1]
    assert f'print("{B2} </kino-cell>")' in html.inside["kino-cell"][0]
    assert site["first.html"].count(b"</script>") == len(html.all("script"))


def test_titles_and_summaries_are_text(pages, site):
    assert pages["first.html"].inside["title"] == ["First <lesson> · A course & more"]
    assert pages["first.html"].inside["h1"] == ["First <lesson>"]
    assert "Prices & math." in pages["index.html"].text and "For <trying> things." in pages["index.html"].text
    [description] = [meta["content"] for meta in pages["first.html"].all("meta") if meta.get("name") == "description"]
    assert description == "Prices & math."
    assert "description" not in [meta.get("name") for meta in pages["second.html"].all("meta")]


def test_a_planned_lesson_is_plain_text_everywhere(pages):
    for name in ("index.html", "first.html", "second.html"):
        assert not [a for a in pages[name].all("a") if "not-yet" in a["href"]]
    assert pages["first.html"].all("span", **{"class": "planned"})
    assert "Not yet written" in pages["index.html"].text and "to come" in pages["index.html"].text
    assert "next, to come Not yet written" in " ".join(pages["first.html"].text.split())
    lessons = [a["href"] for a in pages["index.html"].all("a") if "/" not in a["href"]]
    assert lessons == ["#main", "index.html", "first.html", "second.html", "index.html", "licences.html"]


def test_a_page_names_its_module_and_its_neighbours(pages):
    assert pages["second.html"].inside["span"][0] == "Part two"
    assert not pages["second.html"].all("a", rel="next") and not pages["first.html"].all("a", rel="prev")


def test_a_picture_is_copied_under_a_name_of_its_own_content(pages, site):
    [image] = pages["first.html"].all("img")
    assert image["alt"] == "Two pixels" and image["title"] == "A title"
    digest = hashlib.sha256(site[image["src"]]).hexdigest()[:10]
    assert image["src"] == f"images/{digest}.png" and site[image["src"]].startswith(b"\x89PNG")


def test_headings_of_one_name_have_two_ids(pages):
    assert [h["id"] for h in pages["second.html"].all("h2")] == ["a-place", "a-place-2"]


# Figures and cells


def test_the_same_figure_may_stand_on_a_page_many_times(pages, site):
    figures = pages["first.html"].all("kino-figure")
    assert [figure["id"] for figure in figures] == ["own-dots", "own-dots-2", "big-dots"]
    assert {figure["name"] for figure in figures} == {"own-dots"}
    films = [json.loads(site[figure["data-film"]]) for figure in figures]
    assert [film["state"] for film in films] == [{"big": False}, {"big": False}, {"big": True}]
    assert [json.loads(figure["data-values"]) for figure in figures] == [
        {"share": 0.3, "big": False},
        {"share": 0.5, "big": False},
        {"share": 0.3, "big": True},
    ]
    assert figures[0]["data-film"] == figures[1]["data-film"] != figures[2]["data-film"]


def test_a_figure_s_controls_stand_where_the_author_put_them(pages):
    ranges, boxes = pages["first.html"].all("input", type="range"), pages["first.html"].all("input", type="checkbox")
    keys = ("name", "min", "max", "step", "value")
    assert [tuple(one[key] for key in keys) for one in ranges] == [
        ("share", "0", "1", "0.1", "0.3"),
        ("share", "0", "1", "0.1", "0.5"),
        ("share", "0", "1", "0.1", "0.3"),
    ]
    assert ["checked" in box for box in boxes] == [False, False, True]
    assert pages["first.html"].inside["output"] == ["0.3", "0.5", "0.3"]
    assert ranges[0]["aria-valuetext"] == "0.3"
    assert "0.3 of the dots are filled." in pages["first.html"].inside["p"]


def test_a_slider_of_steps_stands_at_the_authors_value(tmp_path, write_tour, runtime):
    course = write_tour(tmp_path / "tour")
    lesson = course / "second.md"
    lesson.write_text(f"{lesson.read_text()}\n```figure variance-of-scores\nd: 8\n```\n")
    html = Html(write.compose(ROOT, write.check(ROOT, course), runtime)["second.html"].decode())
    [slider] = html.all("input", type="range", name="d")
    assert (slider["min"], slider["max"], slider["value"], slider["aria-valuetext"]) == ("0", "9", "2", "8")


def test_a_cell_names_itself_and_the_figure_it_drives(pages):
    cells = pages["first.html"].all("kino-cell")
    keys = ("id", "data-drives", "data-function", "data-state")
    assert [tuple(cell.get(key) for key in keys) for cell in cells] == [
        ("b2", None, None, "idle"),
        ("cell-2", "big-dots", "is_on", "idle"),
    ]


def test_only_a_page_with_live_parts_knows_of_python(pages, site):
    [root] = pages["first.html"].all("html")
    assert root["data-runtime"] in site and root["data-python"] == "asleep"
    for name in ("index.html", "second.html", "licences.html", "404.html"):
        assert "data-runtime" not in pages[name].all("html")[0]


def test_python_is_not_among_what_a_page_loads_at_once(pages):
    for html in pages.values():
        loaded = [
            tag.get("src") or tag.get("href") or "" for name, tag in html.tags if name in ("script", "link", "img")
        ]
        assert not [address for address in loaded if "runtime/" in address or "editor" in address]


# Languages


def test_the_page_has_the_language_of_the_course_and_kinos_own_words_have_theirs(pages, tmp_path, write_tour, runtime):
    assert all(html.all("html")[0]["lang"] == "en" for html in pages.values())
    assert [tag["lang"] for tag in pages["first.html"].all("*") if tag.get("lang") not in (None, "en")] == []
    course = write_tour(tmp_path / "tour")
    plan = course / "course.yml"
    plan.write_text(plan.read_text().replace("language: en", "language: pt-BR"))
    site = write.compose(ROOT, write.check(ROOT, course), runtime)
    html = Html(site["first.html"].decode())
    assert html.all("html")[0]["lang"] == "pt-BR"
    for tag, wanted in (
        ("a", {"class": "skip"}),
        ("button", {"data-theme-switch": None}),
        ("kino-cell", {"id": "b2"}),
        ("span", {"class": "figure-buttons"}),
        ("summary", {}),
        ("footer", {}),
    ):
        found = [one for one in html.all(tag) if wanted.items() <= one.items()]
        assert found and all(one["lang"] == "en" for one in found), tag
    assert not any("lang" in figure for figure in html.all("kino-figure")), "the words of this figure are the author's"


# Predictions


def test_a_prediction_stands_with_its_texts_as_text_and_math(pages, site):
    html = pages["first.html"]
    [one] = html.all("kino-predict")
    assert (one["id"], one["data-figure"], one["data-right"]) == ("guess", "big-dots", "</b>")
    assert json.loads(one["data-at"]) == {"share": 0.7, "big": False}
    [inside] = html.inside["kino-predict"]
    assert "or </script><b>?" in inside and "As said." in inside
    assert [radio["value"] for radio in html.all("input", type="radio", name="guess")] == ["$x$", "</b>", "ochre"]
    assert "second.html" in [a["href"] for a in html.all("a")]
    [listing] = [json.loads(site[address]) for address in site if address.startswith("course.")]
    assert listing["lessons"]["first"]["predictions"] == {"guess": one["data-version"]}


def test_what_is_predicted_is_on_the_film(pages, site):
    [figure] = pages["first.html"].all("kino-figure", id="big-dots")
    [still] = json.loads(site[figure["data-film"]])["stills"]
    assert still["state"] == {"share": 0.7, "big": False} == still["values"]
    assert still["words"] == "0.7 of the dots are filled."
