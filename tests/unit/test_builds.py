"""Which files of a new build take the place of those that a device had."""

import pytest

from tests.unit.javascript import SCRIPTS, run

OLD = "aaaaaaaaaa"
NEW = "bbbbbbbbbb"


def successors(had, entries, known=()):
    body = """return m.successors(input.entries.map((path) => ({ path })), new Set(input.had), new Set(input.known))
      .map(({ path }) => path)"""
    return run("builds.js", body, {"had": list(had), "entries": list(entries), "known": list(known)})


@pytest.mark.parametrize(
    ("had", "new"),
    [
        ("attention.html", "attention.html"),
        (f"assets/{OLD}/js/main.js", f"assets/{NEW}/js/main.js"),
        (f"films/turning-query.{OLD}.json", f"films/turning-query.{NEW}.json"),
        (f"outputs/{OLD}.png", f"outputs/{NEW}.png"),
        (f"runtime/{OLD}12/kino.zip", f"runtime/{NEW}12/kino.zip"),
        (f"runtime/manifest.{OLD}.json", f"runtime/manifest.{NEW}.json"),
    ],
)
def test_the_same_name_with_other_content_is_wanted(had, new):
    assert successors([had], [new]) == [new]
    assert successors([], [new]) == []


def test_what_this_device_did_not_have_is_not_wanted():
    had = ["attention.html", f"films/a.{OLD}.json"]
    assert successors(had, ["softmax.html", f"films/b.{NEW}.json", f"assets/{NEW}/js/main.js"]) == []


def test_a_file_that_the_old_build_had_too_is_wanted_only_if_it_was_here():
    had = [f"runtime/{OLD}12/python_stdlib.zip"]
    plain = f"runtime/{NEW}34/python_stdlib.zip"
    assert successors(had, [plain]) == [plain]
    assert successors(had, [plain], known=[*had, plain]) == []


def test_a_page_is_wanted_though_the_old_build_had_one_of_that_name():
    assert successors(["attention.html"], ["attention.html"], known=["attention.html"]) == ["attention.html"]


@pytest.mark.parametrize(
    ("readers", "left"),
    [(None, True), (["open"], True), (["closed"], False), ([], False)],
    ids=["on its way", "shown", "shown no more", "shown by none"],
)
def test_only_a_build_before_that_no_tab_shows_is_removed(readers, left):
    body = f"""
      const {{ cacheNames }} = await import("{(SCRIPTS / "kept-files.js").as_uri()}");
      const course = {{ site: "https://a.example/", build: "own" }};
      const other = cacheNames({{ ...course, build: "other" }}).root;
      const names = new Set([cacheNames(course).root, other, cacheNames({{ ...course, build: "shown" }}).root]);
      const note = (cacheName) => (cacheName === other ? input : ["open"]);
      globalThis.clients = {{ matchAll: async () => [{{ id: "open" }}] }};
      globalThis.caches = {{
        keys: async () => [...names],
        delete: async (name) => names.delete(name),
        match: async (_, {{ cacheName }}) => note(cacheName) && Response.json(note(cacheName)),
      }};
      await m.clean(course);
      return names.has(other);
    """
    assert run("builds.js", body, readers) is left
