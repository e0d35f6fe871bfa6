"""The few words of the WebDriver protocol (w3.org/TR/webdriver2) that the tests need: JSON over HTTP."""

import json
import socket
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
SCRIPT_SECONDS = 120

# Playwright's names of the keys that have no letter: https://www.w3.org/TR/webdriver2/#keyboard-actions
KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Escape": "\ue00c",
    "Space": " ",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Delete": "\ue017",
}


class WebDriverError(Exception):
    """The driver's own words, or what a script threw."""


class Session:
    """A browser that a driver at `address` has started."""

    def __init__(self, address: str, capabilities: dict) -> None:
        self._address = address
        started = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._address = f"{address}/session/{started['sessionId']}"
        self.post("/timeouts", script=1000 * SCRIPT_SECONDS)
        self.window = self.get("/window")

    def get(self, path: str):
        return self._send("GET", path)

    def post(self, path: str, **body):
        return self._send("POST", path, body)

    def show(self, window: str) -> None:
        """Turn to one of the browser's windows or tabs: what follows is about that one."""
        if window != self.window:
            self.post("/window", handle=window)
            self.window = window

    def end(self) -> None:
        self._send("DELETE", "")

    def call(self, script: str, *arguments):
        """What the body of a function hands to `done`, with what is in `given`; it runs past the page's policy."""
        body = f"const done = arguments[arguments.length - 1], given = arguments; {script}"
        return self.post("/execute/async", script=body, args=arguments)

    def find(self, css: str) -> str:
        return self.post("/element", using="css selector", value=css)[ELEMENT]

    def keys(self, actions: list[dict]) -> None:
        self.post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def mouse(self, actions: list[dict]) -> None:
        self.post("/actions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._address + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=SCRIPT_SECONDS + 30) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)["value"]
            raise WebDriverError(f"{problem['error']}: {problem['message']}") from None


def press(key: str) -> list[dict]:
    """The actions for a key by Playwright's name, with what is held down meanwhile: "Shift+Tab"."""
    names = [KEYS.get(name, name) for name in (key.split("+") if len(key) > 1 else [key])]
    down = [{"type": "keyDown", "value": name} for name in names]
    return down + [{"type": "keyUp", "value": name} for name in reversed(names)]


def move_to(origin, x: float = 0, y: float = 0) -> dict:
    """The action of moving the mouse: from the corner of the "viewport", or from the middle of an element."""
    return {"type": "pointerMove", "origin": origin, "x": round(x), "y": round(y)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until_listening(port: int, process, seconds: float = 20) -> None:
    """Wait until a driver answers. Raises RuntimeError where it ends or stays silent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(
        f"{process.args[0]} does not listen (it {'ended' if process.poll() is not None else 'is silent'})"
    )
