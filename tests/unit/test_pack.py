"""What Python in the page is made of: the archive of kino, the manifest, and the font for formulas."""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kino import figures
from kino_build import mathfont, pack, textfont

ROOT = Path(__file__).parents[2]
KINO = ROOT / "py/kino"
DRAW = "import json, sys; from kino import bridge; print(bridge.handle('draw', sys.argv[1]))"


@pytest.fixture
def packed(runtime):
    return pack.pack(runtime, b"kino" * 9, b"worker()")


@pytest.fixture
def manifest(packed):
    return json.loads(packed.files[packed.manifest])


def awake(manifest):
    return [*manifest["core"], *manifest["starts"][0]["files"]]


def content(packed, entry):
    found = packed.files[f"runtime/{entry['path']}"]
    return found if isinstance(found, bytes) else found.read_bytes()


# The archive


def test_the_archive_is_kino_and_the_course_s_own_figures(tmp_path):
    own = tmp_path / "own_dots.py"
    own.write_text("x = 1\n")
    names = zipfile.ZipFile(io.BytesIO(pack.archive(KINO, [own]))).namelist()
    expected = {f"kino/{path.relative_to(KINO).as_posix()}" for path in KINO.rglob("*.py")} | {
        "kino/figures/own_dots.py"
    }
    assert names == sorted(expected)


def test_the_same_files_are_the_same_archive_whenever_they_were_written(tmp_path):
    own = tmp_path / "own_dots.py"
    own.write_text("x = 1\n")
    first = pack.archive(KINO, [own])
    dates = {member.date_time for member in zipfile.ZipFile(io.BytesIO(first)).infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}
    os.utime(own, (1, 1))
    assert pack.archive(KINO, [own]) == first
    own.write_text("x = 2\n")
    assert pack.archive(KINO, [own]) != first


def test_python_draws_from_the_archive_alone(tmp_path):
    own = tmp_path / "own_bar.py"
    own.write_text((KINO / "figures/turning_query.py").read_text("utf-8"), encoding="utf-8")
    place = tmp_path / "kino.zip"
    place.write_bytes(pack.archive(KINO, [own]))
    picture = figures.load("turning-query").draw({"angle": 7})
    for name in ("turning-query", "own-bar"):
        request = json.dumps({"figure": name, "state": {"angle": 7}})
        command = [sys.executable, "-c", DRAW, request]
        env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PYTHONPATH": str(place)}
        done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        assert json.loads(done.stdout)["svg"] == picture.svg


# The manifest


def test_every_file_has_its_digest_in_its_address_and_in_the_manifest(packed, manifest):
    entries = [manifest["worker"], *awake(manifest), *manifest["files"].values()]
    entries = list({entry["path"]: entry for entry in entries}.values())
    for entry in entries:
        data = content(packed, entry)
        assert entry["sha256"] == hashlib.sha256(data).hexdigest() and entry["bytes"] == len(data)
        assert entry["path"] == f"{entry['sha256'][:12]}/{entry['name']}"
    assert len(entries) == len(packed.files) - 1
    digest = hashlib.sha256(packed.files[packed.manifest]).hexdigest()[:10]
    assert packed.manifest == f"runtime/manifest.{digest}.json" and manifest["version"] == "1.2.3"


def test_what_waking_fetches_comes_in_order_and_packages_with_what_they_need(manifest):
    assert [entry["name"] for entry in manifest["core"]] == list(pack.CORE)
    [start] = manifest["starts"]
    assert start["name"] == "plain"
    assert [entry["name"] for entry in start["files"]] == ["python_stdlib.zip", "numpy-1-py3-none-any.whl", "kino.zip"]
    assert manifest["packages"] == {
        pack.REST: ["python_stdlib.zip", "numpy-1-py3-none-any.whl", "kino.zip"],
        "numpy": [],
        "six": ["six-1-py3-none-any.whl"],
        "plot": ["six-1-py3-none-any.whl", "plot-1-py3-none-any.whl"],
    }
    wheels = {f"{name}-1-py3-none-any.whl" for name in ("numpy", "six", "plot")}
    assert set(manifest["files"]) == {"python_stdlib.zip", "kino.zip", *wheels}


def test_what_was_compiled_is_tried_first_and_its_sources_after_it(runtime, tmp_path):
    names = ("python_stdlib.zip", "numpy-1-py3-none-any.whl")
    for name in names:
        (tmp_path / name).write_bytes(b"compiled")
    sources = tuple(file for file in runtime.files if file.name in names)
    compiled = tuple(replace(f, path=tmp_path / f.name) if f in sources else f for f in runtime.files)
    packed = pack.pack(replace(runtime, files=compiled, sources=sources), b"kino", b"")
    fast, plain = json.loads(packed.files[packed.manifest])["starts"]
    assert (fast["name"], plain["name"]) == ("bytecode", "plain")
    assert [content(packed, entry) for entry in fast["files"]] == [b"compiled", b"compiled", b"kino"]
    own = [file.path.read_bytes() for file in sources]
    assert [content(packed, entry) for entry in plain["files"]] == [*own, b"kino"]


def test_a_snapshot_comes_before_all_and_is_what_waking_costs(runtime, tmp_path, packed):
    image = tmp_path / "image.gzip"
    image.write_bytes(b"image")
    other = pack.pack(runtime, b"kino" * 9, b"worker()", {"image.gzip": image})
    first, second = json.loads(other.files[other.manifest])["starts"]
    assert (first["name"], second["name"]) == ("snapshot", "plain")
    assert [content(other, entry) for entry in first["files"]] == [b"image"]
    assert other.wake_bytes < packed.wake_bytes


def test_the_lock_has_only_what_the_site_carries(packed, manifest):
    [entry] = [entry for entry in manifest["core"] if entry["name"] == "pyodide-lock.json"]
    lock = json.loads(content(packed, entry))
    assert sorted(lock["packages"]) == ["numpy", "plot", "six"] and lock["info"] == {"python": "3.14.0"}
    assert lock["packages"]["plot"]["depends"] == ["numpy", "six"]


def test_the_cost_of_waking_counts_archives_whole_and_text_compressed(packed, runtime, manifest):
    archives = sum(entry["bytes"] for entry in awake(manifest) if entry["name"].endswith((".zip", ".whl")))
    everything = sum(entry["bytes"] for entry in [*awake(manifest), manifest["worker"]])
    listing = len(packed.files[packed.manifest])
    assert archives + listing < packed.wake_bytes < everything + listing
    other = pack.pack(runtime, b"kino" * 9 + b"123456", b"worker()")
    assert abs(other.wake_bytes - packed.wake_bytes - 6) <= len(str(everything)) + 1


def test_the_same_input_gives_the_same_pack(packed, runtime):
    again = pack.pack(runtime, b"kino" * 9, b"worker()")
    assert (again.manifest, again.files, again.wake_bytes) == (packed.manifest, packed.files, packed.wake_bytes)
    assert pack.pack(runtime, b"other", b"worker()").manifest != packed.manifest


@pytest.mark.parametrize(("size", "words"), [(9_312_345, "9.3 MB"), (950_000, "0.9 MB"), (12_000_000, "12.0 MB")])
def test_a_size_for_a_reader(size, words):
    assert pack.in_words(size) == words


# The font for formulas


@pytest.fixture(scope="module")
def font():
    """The font of a course whose formulas have these characters."""
    return mathfont.subset(ROOT, "<mi>xhAαΣϕϵ∂ıς</mi> Ϛ ∮→ \n")


@pytest.fixture(scope="module")
def characters(font):
    return {chr(code) for code in TTFont(io.BytesIO(font)).getBestCmap()}


@pytest.mark.parametrize("letter", ["x𝑥", "hℎ", "A𝐴", "α𝛼", "Σ𝛴", "ϕ𝜙", "ϵ𝜖", "∂𝜕", "ı𝚤", "ς𝜍"])
def test_a_letter_of_a_formula_is_there_upright_and_slanted(characters, letter):
    assert set(letter) <= characters


def test_the_font_has_what_is_asked_for_and_little_more(font, characters):
    assert set("∮→√∑") <= characters and not set("𝔄ℵ𝑧") & characters
    assert len(font) < 60_000 < (ROOT / mathfont.SOURCE).stat().st_size


# The fonts of the text


def test_a_text_font_keeps_its_characters_and_loses_what_no_page_uses():
    whole = (ROOT / "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2").read_bytes()
    cut = textfont.lighten(whole)
    assert len(cut) < 0.7 * len(whole)
    before, after = TTFont(io.BytesIO(whole)), TTFont(io.BytesIO(cut))
    assert set(after.getBestCmap()) == set(before.getBestCmap())
    features = {record.FeatureTag for record in after["GSUB"].table.FeatureList.FeatureRecord}
    assert {"calt", "tnum"} <= features and "frac" not in features
    (axis,) = after["fvar"].axes
    assert (axis.minValue, axis.maxValue) == textfont.WEIGHTS
    assert "Copyright" in after["name"].getDebugName(0)


def test_the_styles_ask_for_no_weight_and_no_feature_that_the_fonts_lost():
    styles = "".join(path.read_text("utf-8") for path in sorted((ROOT / "site/css").glob("*.css")))
    weights = {int(found) for found in re.findall(r"font(?:-weight)?:[^;]*?\b([1-9]\d\d)\b(?!px)", styles)}
    assert len(weights) > 3 and textfont.WEIGHTS[0] <= min(weights) and max(weights) <= textfont.WEIGHTS[1]
    features = set(re.findall(r'font-feature-settings: "(\w+)"(?! 0)', styles))
    assert features and features <= set(textfont.FEATURES)
    assert set(re.findall(r"font-variant[a-z-]*: *([^;]+)", styles)) <= {"none", "normal", "tabular-nums"}
