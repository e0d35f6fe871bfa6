"""Tabs of Chromium and Firefox, driven by Playwright."""

from contextlib import contextmanager

from tests.browsers import NO_POPUPS
from tests.engines.tab import LISTEN, WIDE, Tab

# Playwright can neither emulate this in an installed Firefox, nor follow it to a page that it kept and shows again.
FIREFOX_SETTINGS = {"ui.prefersReducedMotion": 1, "browser.sessionhistory.max_total_viewers": 0}


@contextmanager
def chromium(playwright, path):
    """The engine: a function that opens a tab of a new reader."""
    browser = playwright.chromium.launch(executable_path=path, args=[NO_POPUPS])
    with _started(browser, "chromium", reduced_motion="reduce") as open_tab:
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
        context.add_init_script(LISTEN)
        if init:
            context.add_init_script(init)
        return PlaywrightTab(engine, context)

    try:
        yield open_tab
    finally:
        browser.close()


class PlaywrightTab(Tab):
    def __init__(self, engine, context):
        super().__init__()
        self.engine = engine
        self.page = context.new_page()
        self._context = context

    def evaluate(self, js, argument=None):
        return self.page.evaluate(js, argument)

    def goto(self, url):
        self._hear()
        self.page.goto(url)
        self.until_scripted()

    def reload(self):
        self._hear()
        self.page.reload()
        self.until_scripted()

    def back(self):
        self._hear()
        self.page.go_back()
        self.until_scripted()

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

    def close(self):
        if self.is_open:
            self.is_open = False
            self._context.close()
