"""Tabs of Chromium and Firefox, driven by Playwright."""

from contextlib import contextmanager

from tests.engines.tab import WIDE, Tab

FIREFOX_SETTINGS = {"ui.prefersReducedMotion": 1}  # Playwright cannot emulate it in an installed Firefox


@contextmanager
def chromium(playwright, path):
    """The engine: a function that opens a tab of a new reader."""
    with _started(playwright.chromium.launch(executable_path=path), "chromium", reduced_motion="reduce") as open_tab:
        yield open_tab


@contextmanager
def firefox(playwright, path):
    """The engine: a function that opens a tab of a new reader."""
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=path, firefox_user_prefs=FIREFOX_SETTINGS
    )
    with _started(browser, "firefox") as open_tab:
        yield open_tab


@contextmanager
def _started(browser, engine, **options):
    def open_tab(init=None, size=WIDE, server=None):
        context = browser.new_context(viewport=size, **options)
        if init:
            context.add_init_script(init)
        return PlaywrightTab(engine, context)

    try:
        yield open_tab
    finally:
        browser.close()


class PlaywrightTab(Tab):
    def __init__(self, engine, context):
        self.engine = engine
        self.page = context.new_page()
        self._context = context
        self._problems = []
        self.page.on("pageerror", self._hear)

    def _hear(self, error):
        # Firefox tells what the page's policy refuses in the same way, and Pyodide tries one import of a data: address.
        if not str(error).startswith("The page’s settings blocked"):
            self._problems.append(str(error))

    def evaluate(self, js, argument=None):
        return self.page.evaluate(js, argument)

    def goto(self, url):
        self.page.goto(url)

    def reload(self):
        self.page.reload()

    def back(self):
        self.page.go_back()

    def click(self, css):
        self.page.locator(css).first.click()

    def point(self, css):
        self.page.locator(css).first.hover()

    def drag(self, points):
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point)
        self.page.mouse.up()

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, text):
        for index, line in enumerate(text.split("\n")):
            if index:
                self.page.keyboard.press("Enter")
            self.page.keyboard.type(line)

    def beside(self, url):
        tab = PlaywrightTab(self.engine, self._context)
        tab.goto(url)
        return tab

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})

    def screenshot(self, path):
        self.page.screenshot(path=path)

    @property
    def problems(self):
        return self._problems

    def close(self):
        if self.is_open:
            self.is_open = False
            self._context.close()
