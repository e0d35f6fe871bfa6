"""Writing a site: as a whole or not at all, and never over what kino did not write."""

import pytest

from kino_build import write
from kino_build.write import MARKER, OutError

SITE = {"index.html": b"new", "assets/a/b.css": b"css", MARKER: b"{}"}


def tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("place", ["dist", "deep/er/dist"])
def test_a_site_goes_into_a_new_folder(tmp_path, place):
    write.write(SITE, tmp_path / place)
    assert tree(tmp_path / place) == SITE
    assert (tmp_path / place).stat().st_mode & 0o777 == 0o755


def test_a_file_of_the_site_may_be_one_on_the_disk(tmp_path):
    (tmp_path / "wheel").write_bytes(b"bytes")
    write.write(SITE | {"runtime/w.whl": tmp_path / "wheel"}, tmp_path / "dist")
    assert (tmp_path / "dist/runtime/w.whl").read_bytes() == b"bytes"


def test_an_older_site_is_replaced_as_a_whole(tmp_path):
    write.write(SITE | {"old.html": b"old"}, tmp_path / "dist")
    write.write(SITE, tmp_path / "dist")
    assert tree(tmp_path / "dist") == SITE
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "dist").mkdir()
    write.write(SITE, tmp_path / "dist")
    assert tree(tmp_path / "dist") == SITE


def test_a_folder_that_kino_did_not_write_is_refused_and_left(tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos/me.jpg").write_bytes(b"me")
    with pytest.raises(OutError, match="photos holds files that kino did not write"):
        write.write(SITE, tmp_path / "photos")
    assert tree(tmp_path) == {"photos/me.jpg": b"me"}


def test_a_file_is_refused(tmp_path):
    (tmp_path / "dist").write_bytes(b"file")
    with pytest.raises(OutError, match="dist is a file; name a folder with --out"):
        write.write(SITE, tmp_path / "dist")
    assert tree(tmp_path) == {"dist": b"file"}


def test_a_write_that_fails_leaves_the_older_site_and_nothing_else(tmp_path):
    write.write(SITE | {"old.html": b"old"}, tmp_path / "dist")
    with pytest.raises(FileNotFoundError):
        write.write(SITE | {"lost": tmp_path / "not-there"}, tmp_path / "dist")
    assert tree(tmp_path / "dist") == SITE | {"old.html": b"old"}
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


def test_a_swap_that_fails_puts_the_older_site_back(tmp_path, monkeypatch):
    write.write(SITE | {"old.html": b"old"}, tmp_path / "dist")
    rename = type(tmp_path).rename

    def refuse_fresh(path, target):
        if target == tmp_path / "dist" and (path / "new.html").exists():
            raise OSError("no")
        return rename(path, target)

    monkeypatch.setattr(type(tmp_path), "rename", refuse_fresh)
    with pytest.raises(OSError, match="no"):
        write.write(SITE | {"new.html": b"new"}, tmp_path / "dist")
    assert tree(tmp_path / "dist") == SITE | {"old.html": b"old"}
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


def test_what_others_put_beside_the_site_stays(tmp_path):
    out = tmp_path / "dist"
    site = {"index.html": b"1", "old.html": b"1", write.MARKER: b'{"entries": ["index.html", "kino.json", "old.html"]}'}
    write.write(site, out)
    (out / "CNAME").write_text("kino.example")
    (out / ".git").mkdir()
    (out / ".git/HEAD").write_text("ref")
    write.write({"index.html": b"2", write.MARKER: b'{"entries": ["index.html", "kino.json"]}'}, out)
    assert (out / "CNAME").read_text() == "kino.example" and (out / ".git/HEAD").read_text() == "ref"
    assert (out / "index.html").read_bytes() == b"2" and not (out / "old.html").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


def test_a_file_of_others_is_not_written_over(tmp_path):
    out = tmp_path / "dist"
    write.write({"index.html": b"1", write.MARKER: b'{"entries": ["index.html", "kino.json"]}'}, out)
    (out / "new.html").write_text("mine")
    with pytest.raises(write.OutError, match=r"holds new\.html, which kino did not write"):
        write.write({"new.html": b"2", write.MARKER: b"{}"}, out)
    assert (out / "new.html").read_text() == "mine" and (out / "index.html").read_bytes() == b"1"


def test_an_interrupt_between_the_two_names_leaves_the_old_site(tmp_path, monkeypatch):
    out = tmp_path / "dist"
    write.write({"index.html": b"1", write.MARKER: b"{}"}, out)
    rename = type(out).rename

    def interrupted(path, target):
        if path.name.startswith(".dist-") and not path.name.endswith("-old"):
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(type(out), "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write.write({"index.html": b"2", write.MARKER: b"{}"}, out)
    assert (out / "index.html").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]
