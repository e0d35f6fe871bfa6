"""Where the instructor's server answers, once it does."""

import http.client
import threading

from kino_build.serve import PORTS, SCRIPT


def wait_for(port: int) -> str:
    """The address, once kino's server listens at that port or one of the next: others use ports on this machine too."""
    for _ in range(200):
        for candidate in range(port, port + PORTS):
            if listens(candidate):
                return f"http://127.0.0.1:{candidate}/"
        threading.Event().wait(0.05)
    raise AssertionError(f"kino listens at no port from {port} on")


def listens(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", SCRIPT)
        return b"development server" in connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
