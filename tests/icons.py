"""Draws the icons of the installed site from site/icon.svg: `python -m tests.icons`, then look at them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "py")]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browsers import find_chromium  # noqa: E402

# Name → pixels. A maskable icon is cut to a circle or a rounded square, so its ground goes to the edge.
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}


def _to_the_edge(svg):
    ground = '<rect x="-4" y="-4" width="40" height="40"'
    return svg.replace('<rect width="32" height="32" rx="8"', ground).replace('"0 0 32 32"', '"-4 -4 40 40"')


def main():
    svg = (ROOT / "site/icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, size in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = _to_the_edge(svg) if "maskable" in name else svg
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{drawing}")
            page.screenshot(path=ROOT / "site" / name, omit_background=True)
            page.close()
        browser.close()
    print(f"Drew {', '.join(ICONS)} in site/")


if __name__ == "__main__":
    main()
