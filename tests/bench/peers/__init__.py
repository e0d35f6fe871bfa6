"""Others that run Python in a page, to stand beside kino: built once, into the user's cache, by npm and pip.

They are no dependencies of the project. One that cannot be installed is left out, and the bench says why.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType

from kino_build.runtime import RuntimeFilesError, user_cache
from kino_build.static import StaticServer

from ..plan import say
from ..visit import Side
from . import install, jupyterlite, marimo, pyscript
from .install import PeerMissing

PEERS = (pyscript, jupyterlite, marimo)


@contextmanager
def serving(root: Path) -> Iterator[list[Side]]:
    """Those that can be had, each on a server of its own. root: the project."""
    with ExitStack() as stack:
        sides = []
        for peer in PEERS:
            try:
                folder = _built(peer, root)
            except (PeerMissing, RuntimeFilesError) as problem:
                say(f"{peer.NAME} is left out: {problem}")
                continue
            server = stack.enter_context(StaticServer(folder, extra_headers=peer.HEADERS))
            sides.append(peer.side(server.url))
        yield sides


def _built(peer: ModuleType, root: Path) -> Path:
    """The folder with the peer's site."""
    made_by = b"".join(Path(module.__file__).read_bytes() for module in (peer, install))
    name = peer.__name__.rpartition(".")[2]
    cache = user_cache() / "bench"
    folder = cache / f"{name}-{hashlib.sha256(made_by).hexdigest()[:10]}"
    if folder.exists():
        return folder
    say(f"building {peer.NAME} {peer.VERSION}, once")
    cache.mkdir(parents=True, exist_ok=True)
    for older in cache.glob(f"{name}-*"):
        shutil.rmtree(older)
    with tempfile.TemporaryDirectory(dir=cache) as draft:
        site = Path(draft) / "site"
        peer.build(site, Path(draft), root)
        shutil.move(site, folder)
    return folder
