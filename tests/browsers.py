"""Finds the browsers for the tests. `python -m tests.browsers` installs those that are missing, where that can be done.

Without a Chromium there is no test of a page. Without a Firefox or WebKitGTK the tests of that engine are left out,
and the run says why.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Engine:
    title: str
    setting: str
    programs: tuple[str, ...]
    packages: tuple[str, ...]  # of Debian
    helpers: tuple[str, ...] = ()

    def find(self) -> str | None:
        """The path of its program: what the setting names, or an installed one; None if it, or a helper, is missing.

        Raises FileNotFoundError if the setting names no program.
        """
        if named := os.environ.get(self.setting):
            if not shutil.which(named):
                raise FileNotFoundError(f"{self.setting} names {named}, which is no program: correct it or unset it")
            return shutil.which(named)
        if not all(shutil.which(helper) for helper in self.helpers):
            return None
        return next(filter(None, map(shutil.which, self.programs)), None)

    @property
    def absence(self) -> str:
        """Why its tests are left out, and what would change that."""
        wanted = " and ".join(filter(None, (" or ".join(self.programs[:2]), *self.helpers)))
        return (
            f"{self.title} is not tested, for this machine has no {wanted}. On Debian and Ubuntu: "
            f"apt install {' '.join(self.packages)}. A program elsewhere is named in {self.setting}"
        )


CHROMIUM = Engine(
    "Chromium",
    "KINO_CHROMIUM",
    (
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ),
    ("chromium", "chromium-sandbox", "fonts-liberation"),
)
FIREFOX = Engine(
    "Firefox",
    "KINO_FIREFOX",
    ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"),
    ("firefox-esr",),
)
WEBKIT = Engine(
    "WebKitGTK",
    "KINO_WEBKIT_DRIVER",
    ("WebKitWebDriver",),
    ("webkit2gtk-driver", "xvfb", "xauth"),
    helpers=("Xvfb",),
)
ENGINES = {"chromium": CHROMIUM, "firefox": FIREFOX, "webkit": WEBKIT}

# The popups of the address bar are pages of their own, made with every window: without them a new reader costs half
# the time.
POPUPS = "WebUIOmniboxPopup,WebUIOmniboxAimPopup"
# Named once more is what Playwright switches off in pages: of two such lists Chromium takes the last.
NO_POPUPS = f"--disable-features={POPUPS},PaintHolding,Translate,HttpsUpgrades"


def find_chromium() -> str | None:
    """The path of a Chromium: KINO_CHROMIUM's, an installed one, or Playwright's own; None if there is none.

    Raises FileNotFoundError if KINO_CHROMIUM names no file.
    """
    return CHROMIUM.find() or _playwrights_own()


def install(engine: Engine) -> None:
    """Install a browser: Debian's where that can be done; elsewhere Playwright's own Chromium, and no other."""
    if Path("/etc/debian_version").exists() and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", *engine.packages)):
            subprocess.run(("apt-get", *command), check=True, env=quiet, stdin=subprocess.DEVNULL)
    elif engine is CHROMIUM:
        subprocess.run((sys.executable, "-m", "playwright", "install", "chromium"), check=True)


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright  # slow to load, and seldom needed

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _provide(engine: Engine) -> None:
    find = find_chromium if engine is CHROMIUM else engine.find
    if not find():
        print(f"No {engine.title} found: looking whether one can be installed for the tests …", flush=True)
        try:
            install(engine)
        except (OSError, subprocess.CalledProcessError) as problem:
            print(f"{engine.title} could not be installed: {problem}", flush=True)
    path = find()
    if not path and engine is CHROMIUM:
        sys.exit(f"no Chromium, and none could be installed: install one and name it in {CHROMIUM.setting}")
    print(f"{engine.title}: {path}" if path else engine.absence)


def main(names: list[str]) -> None:
    """Provide the engines of these names; all of them if there is none."""
    for name in names or ENGINES:
        _provide(ENGINES[name])


if __name__ == "__main__":
    main(sys.argv[1:])
