"""What Lighthouse says of the built site on the phone that it emulates: `make lighthouse`.

Accessibility, best practices and search are the same at any time. Performance is measured, and only printed: on
a busy machine it says nothing.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "py")]

from kino_build.static import StaticServer  # noqa: E402
from tests.browsers import POPUPS, find_chromium  # noqa: E402

# Fetched when it is wanted: it is larger than all that the other tests need together.
LIGHTHOUSE = "lighthouse@13.5.0"
SURE = ("accessibility", "best-practices", "seo")
WISHED = 98
PAGES = ("index.html", "attention.html", "attention-scoring-functions.html", "licences.html")
ROUNDS = 5


def report(address: str, *, chromium: str, categories) -> dict:
    """Lighthouse's report on an address. Raises RuntimeError with its own words where it has none."""
    command = [
        "npx",
        "--yes",
        LIGHTHOUSE,
        address,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(categories)}",
    ]
    # Else pages of the browser's own load beside the one that is measured.
    command.append(f"--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-features={POPUPS}")
    environment = os.environ | {"CHROME_PATH": chromium}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, check=False)
    if done.returncode:
        raise RuntimeError(f"{LIGHTHOUSE} failed: {done.stderr.strip()[-2000:]}")
    found = json.loads(done.stdout)
    if "runtimeError" in found:
        raise RuntimeError(f"{address}: {found['runtimeError']['message']}")
    return found


def scores(found: dict) -> dict[str, float]:
    """0 to 100 by category."""
    return {name: 100 * category["score"] for name, category in found["categories"].items()}


def complaints(found: dict) -> list[str]:
    """What keeps a category from 100, each with the elements that are meant."""
    lines = []
    for name, category in found["categories"].items():
        for reference in category["auditRefs"]:
            audit = found["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                items = audit.get("details", {}).get("items", [])
                seen = [item.get("node", {}).get("snippet") or item.get("url", "") for item in items[:3]]
                lines.append(f"    {name}: {audit['title']} {audit.get('displayValue', '')} {' '.join(map(str, seen))}")
    return lines


def main() -> None:
    if not shutil.which("npx"):
        sys.exit("npx is not installed; it comes with Node from nodejs.org")
    chromium = find_chromium()
    missed = False
    with StaticServer(ROOT / "dist") as server:
        for path in PAGES:
            address = server.url + path
            whole = report(address, chromium=chromium, categories=[*SURE, "performance"])
            quick = [report(address, chromium=chromium, categories=["performance"]) for _ in range(ROUNDS - 1)]
            told = scores(whole)
            told["performance"] = statistics.median(scores(one)["performance"] for one in [whole, *quick])
            print(f"{path}: " + ", ".join(f"{name} {score:.0f}" for name, score in told.items()), flush=True)
            print("\n".join(complaints(whole)), flush=True)
            missed |= any(told[name] < 100 for name in SURE)
    print(f"Performance is the median of {ROUNDS}. Wished for: {WISHED}.")
    if missed:
        sys.exit(f"{', '.join(SURE)} must come to 100")


if __name__ == "__main__":
    main()
