"""The list of what a site contains, for machines: the parts of the licences' page, with versions and digests."""

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from kino_build import bill, licences
from kino_build.licences import Licence

ROOT = Path(__file__).parents[2]
PART = Licence("plot", "2.0", "MIT", "text", "https://plot.example", "pkg:pypi/plot@2.0", ("SHA-256", "ab" * 32))


def components(*parts):
    return json.loads(bill.bill("A course", parts, "12" * 32))["components"]


def test_a_part_has_name_version_licence_digest_and_address():
    _, part = components(PART)
    assert part == {
        "type": "library",
        "name": "plot",
        "version": "2.0",
        "licenses": [{"license": {"id": "MIT"}}],
        "purl": "pkg:pypi/plot@2.0",
        "bom-ref": "pkg:pypi/plot@2.0",
        "hashes": [{"alg": "SHA-256", "content": "ab" * 32}],
        "externalReferences": [{"type": "website", "url": "https://plot.example"}],
    }


def test_kino_itself_is_a_part():
    [kino] = components()
    assert (kino["name"], kino["version"], kino["hashes"][0]["content"]) == ("kino", "12" * 6, "12" * 32)


@pytest.mark.parametrize(
    ("licence", "form"),
    [
        ("MIT-CMU", {"license": {"id": "MIT-CMU"}}),
        ("Apache-2.0 OR BSD-2-Clause", {"expression": "Apache-2.0 OR BSD-2-Clause"}),
        ("(MIT OR Zlib) AND 0BSD", {"expression": "(MIT OR Zlib) AND 0BSD"}),
        ("see the text", {"license": {"name": "see the text"}}),
    ],
)
def test_a_licence_is_an_id_an_expression_or_a_name(licence, form):
    _, part = components(replace(PART, licence=licence))
    assert part["licenses"] == [form]


def test_the_list_of_a_site_names_what_its_page_of_licences_names(site, runtime):
    listed = json.loads(site[bill.FILE])
    assert (listed["bomFormat"], listed["specVersion"], listed["version"]) == ("CycloneDX", "1.6", 1)
    assert listed["metadata"]["component"]["name"] == "A course & more"
    names = {(part["name"], part["version"]) for part in listed["components"] if part["name"] != "kino"}
    assert names == {(one.name, one.version) for one in licences.collect(ROOT, runtime)}
    assert {"Pyodide", "CPython", "numpy", "@codemirror/view", "@fontsource/stix-two-math"} <= {
        name for name, _ in names
    }
    kino = next(part for part in listed["components"] if part["name"] == "kino")
    [archive] = [content for address, content in site.items() if address.endswith("/kino.zip")]
    assert kino["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(archive).hexdigest()}]


def test_every_part_has_a_digest_in_its_form_but_cpython_which_comes_inside_pyodide(site):
    lengths = {"SHA-256": 64, "SHA-512": 128}
    for part in json.loads(site[bill.FILE])["components"]:
        if part["name"] == "CPython":
            assert "hashes" not in part
            continue
        [digest] = part["hashes"]
        assert re.fullmatch(f"[0-9a-f]{{{lengths[digest['alg']]}}}", digest["content"]), part["name"]


def test_every_name_of_a_part_stands_once(site):
    refs = [part["bom-ref"] for part in json.loads(site[bill.FILE])["components"] if "bom-ref" in part]
    assert len(refs) == len(set(refs)) > 20
    assert all(re.fullmatch(r"pkg:(npm|pypi|generic)/(%40[\w-]+/)?[\w.-]+@[\w.]+", ref) for ref in refs), refs


def test_a_wheel_carried_as_bytecode_has_the_digest_of_the_official_one(runtime):
    wheels = [file for file in runtime.files if file.package]
    official = tuple(replace(file, sha256="cd" * 32) for file in wheels)
    collected = licences.collect(ROOT, replace(runtime, sources=official))
    assert next(one.digest for one in collected if one.name == "numpy") == ("SHA-256", "cd" * 32)
