"""What a test does to a file on its way, in any engine: the server itself holds it back or refuses it."""

import threading
from contextlib import contextmanager

from kino_build.static import StaticServer


def address_of(dist, name):
    """The address of the only file of that name in the built site, such as "pyodide.asm.wasm"."""
    [file] = dist.rglob(name)
    return "/" + file.relative_to(dist).as_posix()


@contextmanager
def holding(dist, name):
    """A server whose file waits, and what lets it go."""
    gate = threading.Event()
    path = address_of(dist, name)

    def wait(handler):
        gate.wait(120)
        handler._send(handler.site.answer(path, "", accepts_gzip=False))

    with StaticServer(dist, routes={path: wait}) as server:
        try:
            yield server, gate.set
        finally:
            gate.set()


@contextmanager
def refusing(dist, name, status=403):
    """A server that refuses a file, and what makes it well."""
    path = address_of(dist, name)

    def refuse(handler):
        handler.send_response(status)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with StaticServer(dist, routes={path: refuse}) as server:
        yield server, lambda: server.routes.pop(path)
