"""What the tests of a course without a network share: a server that goes, builds that differ, what a browser keeps."""

import json
import os
import shutil
from pathlib import Path

from playwright.sync_api import TimeoutError

from kino_build import inventory
from kino_build.static import StaticServer
from tests.browser import pages

FOLDER = "some/folder/"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const {url} of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
}"""


class Host:
    """A host that serves a site in a folder of its own, and can go and come back at the same address."""

    def __init__(self, root: Path, site: Path):
        self._root = root
        self.put(site)
        self._server = StaticServer(root)
        self._server.__enter__()
        self.url = self._server.url + FOLDER

    @property
    def requests(self):
        """What was asked for, as paths in the site."""
        return [path.removeprefix(f"/{FOLDER}") for path in self._server.requests]

    @property
    def routes(self):
        return self._server.routes

    def add(self, ending: bytes):
        """Put something into every page that is served."""
        self._server.inject = lambda: ending

    def put(self, site: Path):
        """Serve that site in place of the one before, which is gone."""
        place = self._root / FOLDER
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(site, place, copy_function=_link)

    def go(self):
        self._server.__exit__(None, None, None)

    def come_back(self):
        port = int(self._server.url.rstrip("/").rpartition(":")[2])
        before = self._server
        self._server = StaticServer(self._root, port=port, routes=before.routes)
        self._server.requests[:] = before.requests
        self._server.__enter__()


def _link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def rebuilt(site: Path, out: Path, words: tuple[str, str]) -> Path:
    """A later build of the site: its pages say other words, its scripts and styles are in another folder."""
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    version = json.loads(files[inventory.FILE].read_text("utf-8"))["version"]
    folder = next(path for path in files if path.endswith("/js/main.js")).removesuffix("js/main.js")
    other = f"assets/{folder.split('/')[1][::-1]}/"
    made = {}
    for path, file in files.items():
        is_own = path.startswith(folder)
        content = file.read_bytes() if is_own or ("/" not in path and path != inventory.FILE) else file
        if isinstance(content, bytes):
            content = content.replace(folder.encode(), other.encode())
            content = content.replace(version.encode(), inventory.UNTOLD.encode())
        if path.endswith(".html") and isinstance(content, bytes):
            content = content.replace(words[0].encode(), words[1].encode())
        made[path.replace(folder, other)] = content
    made.pop(inventory.FILE, None)
    later = inventory.version(made)
    for path in [path for path, content in made.items() if isinstance(content, bytes)]:
        made[path] = made[path].replace(inventory.UNTOLD.encode(), later.encode())
    made[inventory.FILE] = inventory.listing(made, later)
    for path, content in made.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            (out / path).write_bytes(content)
        else:
            _link(content, out / path)
    return out


def kept(page):
    """The paths in the site of all that the browser keeps."""
    return [path.removeprefix(f"/{FOLDER}") for path in page.evaluate(KEPT)]


def until_kept(page, *names):
    """Wait until something is kept whose path ends with each of the names."""
    script = f"async names => {{ const found = await ({KEPT})(); return names.every((name) => "
    script += "found.some((path) => path.endsWith(name))) }"
    pages.until(page, script, list(names))


def look_for_a_new_version(page):
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)")


def until_new_version(page, note):
    """Look for a new version, as an open page does now and then: what did not come the first time comes the next."""
    for _ in range(5):
        look_for_a_new_version(page)
        try:
            return page.locator(note).wait_for(timeout=10_000)
        except TimeoutError:
            pass
    raise TimeoutError("after five looks no new version has been told of")
