"""The list of what a site contains, and the version that pages and service worker carry."""

import hashlib
import json

from kino_build import inventory

PAGE = f'<html data-build="{inventory.UNTOLD}"><code>data-build="{inventory.UNTOLD}"</code>'.encode()


def test_every_file_of_the_site_is_listed_with_its_size_and_digest(site):
    listed = json.loads(site[inventory.FILE])["files"]
    assert [entry["path"] for entry in listed] == sorted(site.keys() - {inventory.FILE})
    for entry in listed:
        content = site[entry["path"]]
        assert (entry["bytes"], entry["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())


def test_pages_and_service_worker_carry_the_version_of_the_list(site):
    version = json.loads(site[inventory.FILE])["version"]
    assert len(version) == inventory.DIGITS
    pages = [path for path in site if "/" not in path and path.endswith(".html")]
    for path in pages:
        assert site[path].decode().count(f'data-build="{version}"') == 1, path
    assert f'"build": "{version}"' in site["sw.js"].decode()
    assert [path for path in site if inventory.UNTOLD.encode() in site[path]] == []


def test_the_version_is_another_when_any_file_is(tmp_path):
    (tmp_path / "wheel").write_bytes(b"1")
    site = {"a.html": PAGE, "runtime/wheel": tmp_path / "wheel"}
    first = inventory.version(site)
    assert inventory.version(dict(reversed(site.items()))) == first
    assert inventory.version(site | {"a.html": PAGE + b" "}) != first
    assert inventory.version({"b.html": PAGE, "runtime/wheel": tmp_path / "wheel"}) != first
    (tmp_path / "wheel").write_bytes(b"2")
    assert inventory.version(site) != first


def test_only_the_page_s_own_attribute_is_told_the_version():
    assert inventory.told({"a.html": PAGE, "x/b.html": PAGE, "c.txt": PAGE}, "123") == {
        "a.html": f'<html data-build="123"><code>data-build="{inventory.UNTOLD}"</code>'.encode()
    }
