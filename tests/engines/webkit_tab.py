"""Tabs of WebKitGTK: its small browser on a screen of its own, driven over WebDriver. One browser for each reader."""

import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from tests.engines.tab import LISTEN, WIDE, Tab
from tests.engines.webdriver import ELEMENT, Session, WebDriverError, free_port, move_to, press, until_listening

CAPABILITIES = {}  # of themselves: the browser that came with the driver, without a profile
# Else the buttons above the page make it wider than a phone.
NARROW = "* { min-width: 0; padding: 0; margin: 0; font-size: 1px; border-width: 0; }"
FIRST_SCRIPT = "/__first.js"
# The page's policy forbids eval, so what is asked stands in the script itself.
ASK = """
(async () => {
  const value = (%s
  );
  const answer = await (typeof value === "function" ? value(JSON.parse(given[0])) : value);
  done({value: JSON.stringify(answer, (_, part) => (part instanceof Node ? String(part) : part))});
})().catch((error) => done({error: `${error}\\n${error?.stack ?? ""}`}));
"""


@contextmanager
def webkit(path):
    """The engine: a function that opens a tab of a new reader."""
    with ExitStack() as stack:
        screen = stack.enter_context(_screen())
        settings = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (settings / "gtk-3.0").mkdir()
        (settings / "gtk-3.0/settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
        (settings / "gtk-3.0/gtk.css").write_text(NARROW)
        frame = [0, 0]
        environment = os.environ | {"DISPLAY": screen, "XDG_CONFIG_HOME": str(settings), "NO_AT_BRIDGE": "1"}

        def open_tab(init=None, size=WIDE, server=None):
            # A driver has one browser at a time.
            with ExitStack() as own:
                port = free_port()
                until_listening(port, own.enter_context(_running([path, f"--port={port}"], env=environment)))
                session = Session(f"http://127.0.0.1:{port}", CAPABILITIES)
                own.callback(session.end)
                tab = WebKitTab(session, server, init, frame, close=own.pop_all().close)
            stack.callback(tab.close)
            tab.resize(**size)
            return tab

        yield open_tab


@contextmanager
def _screen():
    """A screen that nobody sees; its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with _running(command, pass_fds=(writing,)):
        os.close(writing)
        with os.fdopen(reading) as told:
            yield ":" + told.readline().strip()


@contextmanager
def _running(command, **options):
    """A program, and all that it starts, to the end of the block; on Linux to the end of a run that is killed, too."""
    keeper = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    process = subprocess.Popen(
        [*keeper, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **options
    )
    try:
        yield process
    finally:
        try:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        except ProcessLookupError:
            process.wait()


class WebKitTab(Tab):
    engine = "webkit"

    def __init__(self, session, server, init, frame, *, window=None, close=None):
        """frame: by how much a window is larger than its page, [width, height]; known from one tab to the next."""
        super().__init__()
        self._frame = frame
        self._session, self._server, self._init = session, server, init
        self._window, self._close = window or session.window, close

    @property
    def _here(self):
        self._session.show(self._window)
        return self._session

    def evaluate(self, js, argument=None):
        answer = self._here.call(ASK % js, json.dumps(argument))
        if "error" in answer:
            raise WebDriverError(answer["error"])
        return json.loads(answer.get("value") or "null")

    def goto(self, url):
        self._load(lambda: self._here.post("/url", url=url))

    def reload(self):
        self._load(lambda: self._here.post("/refresh"))

    def back(self):
        self._load(lambda: self._here.post("/back"))

    def _load(self, navigate):
        self._hear()
        with _first(self._server, f"{LISTEN}\n{self._init}") if self._init else nullcontext():
            navigate()
            # The driver waits for the address, and not always for the page.
            self.until("document.readyState === 'complete'")
        self.until_scripted()
        self._hear()

    def click(self, css):
        # The driver brings an element to the edge of what is seen, where the keyboard's hint may lie over it.
        self._bring(css)
        self._here.post(f"/element/{self._here.find(css)}/click")

    def point(self, css):
        self._bring(css)
        self._here.mouse([move_to({ELEMENT: self._here.find(css)})])

    def _bring(self, css):
        self.evaluate(
            """css => document.querySelector(css).scrollIntoView({block: "center", behavior: "instant"})""", css
        )

    def drag(self, points):
        first, *others = [move_to("viewport", *point) for point in points]
        self._here.mouse([first, {"type": "pointerDown", "button": 0}, *others, {"type": "pointerUp", "button": 0}])

    def press(self, key):
        self._here.keys(press(key))

    def type(self, text):
        self._here.keys([action for letter in text for action in press({"\n": "Enter"}.get(letter, letter))])

    def beside(self, url):
        window = self._here.post("/window/new", type="tab")["handle"]
        tab = WebKitTab(self._session, self._server, self._init, self._frame, window=window)
        tab.goto(url)
        return tab

    def resize(self, width, height):
        wanted = [width, height]
        for _ in range(10):
            outer = [size + more for size, more in zip(wanted, self._frame, strict=True)]
            self._here.post("/window/rect", x=0, y=0, width=outer[0], height=outer[1])
            # The page learns of it a little later.
            for _ in range(20):
                inner = self.evaluate("[innerWidth, innerHeight]")
                if inner == wanted:
                    return
                self.wait_for_timeout(30)
            self._frame[:] = [size - got for size, got in zip(outer, inner, strict=True)]
        raise RuntimeError(f"the window is {inner}, and not {wanted}")

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self._here.get("/screenshot")))

    def close(self):
        self.is_open = False
        self._close()


@contextmanager
def _first(server, script):
    """The server's pages run a script before their own. The driver itself has no way to do that."""

    def answer(handler):
        body = script.encode()
        handler.send_response(200)
        for name, value in (
            ("Content-Type", "text/javascript"),
            ("Content-Length", len(body)),
            ("Cache-Control", "no-store"),
        ):
            handler.send_header(name, str(value))
        handler.end_headers()
        handler.wfile.write(body)

    before = server.inject
    server.routes[FIRST_SCRIPT] = answer
    server.inject = lambda: before() + f'<script src="{FIRST_SCRIPT}"></script>'.encode()
    try:
        yield
    finally:
        server.inject = before
        del server.routes[FIRST_SCRIPT]
