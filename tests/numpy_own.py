"""NumPy's own tests, in a page's Python from the image and in a plain one: `make numpy-tests`.

The tests come from the installed NumPy, which is of the browser's version. A test that does not pass in a plain Pyodide
either is the platform's; one that passes there and not in the Python from the image is a fault of kino.
"""

import base64
import importlib.util
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "py")]

from kino_build.static import StaticServer  # noqa: E402
from tests.altered import Altered  # noqa: E402
from tests.browser import pages  # noqa: E402
from tests.browsers import find_chromium  # noqa: E402

# The files by folder. What stands in one line shares a page: no other can harm it, or take its memory.
GROUPS = (
    ("linalg", "linalg regression deprecations"),
    ("_core", "umath umath_complex umath_accuracy ufunc numeric einsum shape_base"),
    ("_core", "multiarray"),
    ("lib", "stride_tricks"),
    ("random", "direct extending generator_mt19937_regressions random randomstate randomstate_regression"),
    ("random", "regression seed_sequence smoke generator_mt19937"),
    ("_core", "arrayprint print scalarprint"),
)

# What pytest is made of. A hypothesis without compiled code is fetched: a page could not use the installed one.
PYTEST = ("_pytest", "iniconfig", "packaging", "pluggy", "py", "pygments", "pytest")
FETCHED = ("hypothesis==6.140.3", "sortedcontainers==2.4.0", "attrs==25.4.0")
SECONDS = 1200
LONGEST_PIECE = 15_000  # of what a cell prints at once

INSTALL = """
import base64, importlib.util, io, js, zipfile
import numpy.testing
if not importlib.util.find_spec("numpy_inside"):
    zipfile.ZipFile(io.BytesIO(base64.b64decode(js.numpyTests))).extractall("/lib/python3.14/site-packages")
    importlib.invalidate_caches()
    import numpy_inside
    numpy_inside.prepare()
"""


def archive(paths, wheels=()) -> bytes:
    """What a page needs to run these files of tests, with their folders' other files, as a zip."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as new:
        for name in PYTEST:
            place = Path(importlib.util.find_spec(name).origin)
            files = place.parent.rglob("*.py") if place.name == "__init__.py" else [place]
            for file in sorted(files):
                new.write(file, file.relative_to(_site_packages()))
        for name in sorted({name for path in paths for name in _with_its_data(path)}):
            new.write(_site_packages() / name, name)
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as old:
                for name in old.namelist():
                    if name.endswith(".py"):
                        new.writestr(name, old.read(name))
        new.write(ROOT / "tests/numpy_inside.py", "numpy_inside.py")
    return content.getvalue()


def _site_packages() -> Path:
    return Path(importlib.util.find_spec("numpy").origin).parents[1]


def _with_its_data(path):
    """The names of a file of tests and of what is in its folder beside tests."""
    folder = (_site_packages() / "numpy" / path).parent
    found = [file for file in [*folder.glob("*.py"), *folder.glob("data/*")] if file.is_file()]
    kept = [file for file in found if file.name == Path(path).name or not file.name.startswith("test_")]
    return [str(file.relative_to(_site_packages())) for file in kept]


def carrying(content: bytes) -> str:
    """A page's script that hands an archive to its worker."""
    return pages.in_worker(f"self.numpyTests = '{base64.b64encode(content).decode()}'")


def outcomes(page, path, *options) -> dict:
    """Run a file of tests in a page that carries it: {"passed": how many, "others": {test: [outcome, why]}}."""
    name = f"#{pages.FIRST}"
    pages.run(page, INSTALL)  # again, if the file before it has ended Python
    pages.begin(page, f"told = numpy_inside.run({f'numpy/{path}'!r}, *{options!r})\nprint(len(told))")
    ended = "([name, ended]) => ended.includes(document.querySelector(name).dataset.state)"
    pages.until(page, ended, [name, list(pages.ENDED)], seconds=SECONDS)
    said = pages.output(page)
    if not said.split("\n")[0].isdigit():
        return {"passed": 0, "others": {path: ["failed", said]}}
    starts = range(0, int(said.split("\n")[0]), LONGEST_PIECE)
    parts = [pages.run(page, f"print(told[{at}:{at + LONGEST_PIECE}], end='')") for at in starts]
    return json.loads("".join(parts))


def fetched(folder: str) -> list[Path]:
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--only-binary=:all:", "--dest", folder]
    subprocess.run([*command, *FETCHED], check=True)
    return sorted(Path(folder).glob("*.whl"))


def counted(one: dict) -> Counter:
    """How often each test failed or was skipped. Without its parameters: their order may be that of types in memory."""
    return Counter((name.partition("[")[0], kind) for name, (kind, _) in one["others"].items())


def faults(restored: dict, plain: dict) -> list[str]:
    """What passes less often than in a plain Python, and why."""
    more = counted(restored) - counted(plain)
    others = restored["others"].items()
    names = [f"{name}: {why}" for name, (kind, why) in others if (name.partition("[")[0], kind) in more]
    totals = [len(one["others"]) + one["passed"] for one in (restored, plain)]
    return names + ([f"{totals[0]} tests and not {totals[1]}"] if totals[0] != totals[1] else [])


def told(one: dict) -> str:
    kinds = Counter(outcome for outcome, _ in one["others"].values())
    total = one["passed"] + len(one["others"])
    return f"{total:6} {one['passed']:6} {kinds['failed']:6} {kinds['skipped']:7}"


def files(group) -> list[str]:
    folder, names = group
    return [f"{folder}/tests/test_{name}.py" for name in names.split()]


def run_in(browser, server, start, paths, content) -> dict:
    """What came of files of tests in a page whose Python has started in this way."""
    context = browser.new_context(viewport=pages.WIDE, service_workers="block")
    context.add_init_script(carrying(content))
    try:
        page = context.new_page()
        page.goto(server.url + pages.LESSON)
        pages.wake(page)
        begun = page.locator("html").get_attribute("data-python-start")
        if begun != start:
            sys.exit(f"Python started from {begun}, and not from {start}")
        return {path: outcomes(page, path) for path in paths}
    finally:
        context.close()


def main() -> None:
    from playwright.sync_api import sync_playwright  # slow to load, and only pages need it

    wanted = sys.argv[1:] or [""]
    lost, platform, reasons = [], [], Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        StaticServer(ROOT / "dist") as site,
        StaticServer(ROOT / "dist") as slower,
        sync_playwright() as playwright,
    ):
        [manifest] = slower.folder.glob("runtime/manifest.*.json")
        for start in json.loads(manifest.read_text())["starts"][:-1]:
            Altered(slower).change(f"runtime/{start['files'][0]['path']}")
        wheels = fetched(folder)
        browser = playwright.chromium.launch(executable_path=find_chromium())
        heads = " tests passed failed skipped"
        print(f"{'':57} from the image{'':14}plain\n{'':52}{heads} {heads}", flush=True)
        for group in GROUPS:
            paths = [path for path in files(group) if any(name in path for name in wanted)]
            if not paths:
                continue
            content = archive(paths, wheels)
            restored = run_in(browser, site, "snapshot", paths, content)
            plain = run_in(browser, slower, "plain", paths, content)
            for path in paths:
                print(f"{path:52}{told(restored[path])} {told(plain[path])}", flush=True)
                lost += faults(restored[path], plain[path])
                platform += [
                    f"{name}: {why}" for name, (kind, why) in plain[path]["others"].items() if kind == "failed"
                ]
                reasons.update(why for kind, why in plain[path]["others"].values() if kind == "skipped")
    print("\nFailed in a plain Python:", *platform, sep="\n  ")
    print("\nSkipped there:", *(f"{count:5} {why}" for why, count in reasons.most_common()), sep="\n  ")
    if lost:
        sys.exit("\nOtherwise in the Python from the image:\n  " + "\n  ".join(lost))


if __name__ == "__main__":
    main()
