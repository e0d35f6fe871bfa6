"""The licences: found beside the packages' files, and an error where there is none."""

import json
import zipfile
from pathlib import Path

import pytest

from kino_build.licences import LicenceError, collect
from kino_build.runtime import Runtime, RuntimeFile

METADATA = """Metadata-Version: 2.1
Name: plot
Version: 2.0
{fields}

A description that says License: none
"""


def module(root: Path, name: str, *, licence: str | None = "Copyright", **fields) -> None:
    folder = root / "node_modules" / name
    folder.mkdir(parents=True)
    manifest = {"name": name, "version": "1.0", "license": "MIT"} | fields
    (folder / "package.json").write_text(json.dumps(manifest))
    if licence:
        (folder / "LICENSE").write_text(licence)


def runtime(root: Path, fields: str = "License: MIT", **members: str) -> Runtime:
    """One wheel; members: the files of its dist-info, with _ for the dot."""
    path = root / "plot-2.0.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("plot-2.0.dist-info/METADATA", METADATA.format(fields=fields))
        wheel.writestr("plot/LICENSE_generator.py", "no licence at all")
        for name, text in members.items():
            wheel.writestr(f"plot-2.0.dist-info/{name}", text)
    core = RuntimeFile("pyodide.mjs", root / "pyodide.mjs", "", 0, None)
    return Runtime("1.2.3", (core, RuntimeFile(path.name, path, "", 0, "plot")), {})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    module(tmp_path, "pyodide", licence=None, dependencies={"ws": "1"})
    (tmp_path / "node_modules/pyodide/pyodide-lock.json").write_text('{"info": {"python": "3.14.0"}}')
    module(tmp_path, "@codemirror/view", dependencies={"style-mod": "1"}, homepage="https://codemirror.net")
    module(tmp_path, "style-mod", licence="Marijn", repository={"url": "git+https://example.org/style-mod.git"})
    module(tmp_path, "esbuild")
    used = ["pyodide", "@codemirror/view", "esbuild"]
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": dict.fromkeys(used, "1")}))
    (tmp_path / "site/licences").mkdir(parents=True)
    (tmp_path / "site/licences/MPL-2.0.txt").write_text("Mozilla")
    (tmp_path / "site/licences/PSF-2.0.txt").write_text("Python")
    return tmp_path


def test_all_that_is_shipped_and_nothing_else(root: Path) -> None:
    found = collect(root, runtime(root, LICENSE="Plot's"))
    assert [(entry.name, entry.version, entry.licence, entry.text.strip()) for entry in found] == [
        ("@codemirror/view", "1.0", "MIT", "Copyright"),
        ("CPython", "3.14.0", "PSF-2.0", "Python"),
        ("plot", "2.0", "MIT", "Plot's"),
        ("Pyodide", "1.2.3", "MPL-2.0", "Mozilla"),
        ("style-mod", "1.0", "MIT", "Marijn"),
    ]
    addresses = {entry.name: entry.url for entry in found}
    assert addresses["@codemirror/view"] == "https://codemirror.net"
    assert addresses["style-mod"] == "https://example.org/style-mod"


def test_all_texts_of_a_wheel_are_kept_each_once(root: Path) -> None:
    files = {
        "licenses/LICENSE.txt": "one",
        "licenses/part/COPYING": "two",
        "licenses/other/LICENSE.md": "one\n",
    }
    text = next(entry.text for entry in collect(root, runtime(root, **files)) if entry.name == "plot")
    assert [part.strip() for part in text.split("-" * 72)] == ["one", "two"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("License-Expression: MIT AND Zlib\nLicense: no", "MIT AND Zlib"),
        ("License: Copyright (c) me\nClassifier: License :: OSI Approved :: BSD License", "BSD-3-Clause"),
        (
            "License: Dual License\nClassifier: License :: OSI Approved :: BSD License\n"
            "Classifier: License :: OSI Approved :: Apache Software License",
            "BSD-3-Clause OR Apache-2.0",
        ),
        ("License: MIT", "MIT"),
        ("Summary: none named", "see the text"),
    ],
)
def test_the_name_of_a_wheels_licence(root: Path, fields: str, expected: str) -> None:
    found = collect(root, runtime(root, fields, LICENSE="text"))
    assert next(entry.licence for entry in found if entry.name == "plot") == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("Home-page: https://a.example", "https://a.example"),
        (
            "Project-URL: Docs, https://d.example\nProject-URL: Homepage, https://b.example",
            "https://b.example",
        ),
        ("Project-URL: Source, https://c.example", "https://c.example"),
        ("Summary: none named", ""),
    ],
)
def test_the_address_of_a_wheel(root: Path, fields: str, expected: str) -> None:
    found = collect(root, runtime(root, fields, LICENSE="text"))
    assert next(entry.url for entry in found if entry.name == "plot") == expected


def test_a_wheel_without_a_text_is_named(root: Path) -> None:
    with pytest.raises(LicenceError, match="plot has no licence text"):
        collect(root, runtime(root))


def test_a_module_without_a_text_is_named(root: Path) -> None:
    (root / "node_modules/style-mod/LICENSE").unlink()
    with pytest.raises(LicenceError, match="style-mod has no licence text"):
        collect(root, runtime(root, LICENSE="text"))


def test_a_missing_module_is_named(root: Path) -> None:
    (root / "node_modules/style-mod/package.json").unlink()
    with pytest.raises(LicenceError, match=r"style-mod/package\.json is missing: run `npm ci`"):
        collect(root, runtime(root, LICENSE="text"))


def test_a_missing_kept_text_is_named(root: Path) -> None:
    (root / "site/licences/PSF-2.0.txt").unlink()
    with pytest.raises(LicenceError, match=r"CPython has no licence text: put it at .*PSF-2\.0\.txt"):
        collect(root, runtime(root, LICENSE="text"))
