"""How a peer gets its packages: by pip and npm, at the versions it names."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..sites import pyodide_files


class PeerMissing(Exception):
    """A peer that cannot be had here; the text says why, in a line."""


def run(*command: str | Path, folder: Path | None = None) -> str:
    """What a command writes. Raises PeerMissing with what it said when it failed."""
    try:
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError as problem:
        raise PeerMissing(f"there is no {Path(command[0]).name}") from problem
    except subprocess.CalledProcessError as problem:
        said = (problem.stderr or problem.stdout).strip().splitlines()
        errors = [line for line in said if "error" in line.lower()] or said[-1:]
        raise PeerMissing(f"{Path(command[0]).name} failed: {'; '.join(errors[:2])[:200]}") from problem


def npm(folder: Path, *packages: str) -> Path:
    """Install npm packages; the node_modules folder."""
    run("npm", "install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", *packages)
    return folder / "node_modules"


def environment(folder: Path, *packages: str) -> Path:
    """Install Python packages into a new environment; its folder of programs."""
    run(sys.executable, "-m", "venv", folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return programs


def pyodide_with(
    folder: Path,
    root: Path,
    wheels: Iterable[Path],
    needs: Mapping[str, list[str]] | None = None,
    core: Path | None = None,
) -> None:
    """Put Pyodide, NumPy and some more wheels into a new folder, and the wheels into its lock file.

    needs: what new packages depend on. core: the npm package of another Pyodide than kino's, of the same ABI.
    """
    pyodide_files(folder, root, ["numpy"])
    file = folder / "pyodide-lock.json"
    lock = json.loads(file.read_text("utf-8"))
    if core:
        numpy = lock["packages"]["numpy"]
        for name in [path.name for path in folder.iterdir() if (core / path.name).exists()]:
            shutil.copy(core / name, folder / name)
        lock = json.loads(file.read_text("utf-8"))
        lock["packages"]["numpy"] = numpy
    for wheel in wheels:
        shutil.copy(wheel, folder / wheel.name)
        name = canonical(wheel.name.split("-")[0])
        entry = lock["packages"].setdefault(name, _new_entry(name))
        entry |= {
            "version": wheel.name.split("-")[1],
            "file_name": wheel.name,
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        }
        if needs and name in needs:
            entry["depends"] = needs[name]
    file.write_text(json.dumps(lock), "utf-8")


def locked(root: Path, *names: str) -> list[str]:
    """`name==version` of packages of Pyodide's lock file, and of all that they depend on."""
    lock = json.loads((root / "node_modules/pyodide/pyodide-lock.json").read_text("utf-8"))["packages"]
    found: dict[str, str] = {}
    wanted = [canonical(name) for name in names]
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = f"{name}=={lock[name]['version']}"
            wanted += [canonical(other) for other in lock[name]["depends"]]
    return list(found.values())


def wheels(folder: Path, requirements: Iterable[str]) -> list[Path]:
    """Fetch wheels that run in Pyodide, without what they depend on."""
    platforms = [f"--platform={name}" for name in ("pyemscripten_2026_0_wasm32", "any")]
    options = ("--no-deps", "--only-binary=:all:", "--implementation=cp", "--abi=cp314", "--abi=none")
    run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *(*options, "--python-version=3.14", *platforms, f"--dest={folder}", *requirements),
    )
    return sorted(folder.glob("*.whl"))


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _new_entry(name: str) -> dict:
    return {
        "name": name,
        "install_dir": "site",
        "package_type": "package",
        "imports": [name.replace("-", "_")],
        "depends": [],
        "unvendored_tests": False,
    }
