"""Finds the Chromium for the tests. `python -m tests.browsers` installs one where there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SETTING = "KINO_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def find_chromium() -> str | None:
    """The path of a Chromium: KINO_CHROMIUM's, an installed one, or Playwright's own; None if there is none.

    Raises FileNotFoundError if KINO_CHROMIUM names no file.
    """
    if named := os.environ.get(SETTING):
        if not shutil.which(named):
            raise FileNotFoundError(f"{SETTING} names {named}, which is no program: correct it or unset it")
        return shutil.which(named)
    installed = (shutil.which(name) for name in (*NAMES, *APPLICATIONS))
    return next(filter(None, installed), None) or _playwrights_own()


def install() -> None:
    """Install a Chromium: Debian's where that can be done, Playwright's own elsewhere."""
    if Path("/etc/debian_version").exists() and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        packages = ("chromium", "chromium-sandbox", "fonts-liberation")
        for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", *packages)):
            subprocess.run(("apt-get", *command), check=True, env=quiet, stdin=subprocess.DEVNULL)
    else:
        subprocess.run((sys.executable, "-m", "playwright", "install", "chromium"), check=True)


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright  # slow to load, and seldom needed

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def main() -> None:
    if not find_chromium():
        print("No Chromium found: installing one for the tests …", flush=True)
        install()
    path = find_chromium()
    if not path:
        sys.exit(f"no Chromium, and none could be installed: install one and name it in {SETTING}")
    print(f"Chromium: {path}")


if __name__ == "__main__":
    main()
