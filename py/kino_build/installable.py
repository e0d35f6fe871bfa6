"""What makes the site one that browsers can install: its web app manifest, and its service worker. Pure."""

from __future__ import annotations

import json

from kino_build.course import Course

MANIFEST = "app.webmanifest"
SERVICE = "sw.js"
PAPER = "#fbfaf7"


def manifest(course: Course, assets: str) -> bytes:
    """The web app manifest. Its addresses are relative, so a site may stand in any folder. assets: where icons are."""
    icons = [{"src": f"{assets}icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    icons += [{"src": f"{assets}icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in (192, 512)]
    icons += [{"src": f"{assets}icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"}]
    fields = {
        "name": course.title,
        "short_name": course.title,
        "description": course.tagline,
        "lang": course.language,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return json.dumps({key: value for key, value in fields.items() if value}, ensure_ascii=False).encode()


def service(script: str, *, build: str, absent: str) -> bytes:
    """The service worker of a build. absent: the page that stands for one that is not kept."""
    told = json.dumps({"build": build, "absent": absent}, ensure_ascii=False)
    return f"self.kino={told};\n{script}".encode()
