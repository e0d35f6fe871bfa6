"""Draws the README's picture: the Attention lesson's figure as it stands in dist/. Run by `make picture`."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "py")]

from playwright.sync_api import sync_playwright  # noqa: E402

from kino_build.static import StaticServer  # noqa: E402
from tests.browsers import find_chromium  # noqa: E402

TARGET = ROOT / "docs/attention.png"


def main():
    with StaticServer(ROOT / "dist") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1100, "height": 900}, device_scale_factor=1.5)
        page.goto(f"{server.url}attention.html")
        page.evaluate("document.fonts.ready")
        page.locator("figure.figure").screenshot(path=TARGET, animations="disabled")
        browser.close()
    print(f"Drew {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
