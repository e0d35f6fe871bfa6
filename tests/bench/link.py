"""A slow line to a server: so many bits a second for all connections together, and a delay each way."""

import asyncio
import threading
from types import TracebackType
from urllib.parse import urlsplit

BYTES_PER_SECOND = 20e6 / 8
ROUND_TRIP = 0.040  # seconds
CHUNK = 8192
CATCH_UP = 0.02  # seconds: a clock that wakes late does not make the line slower


class SlowLink:
    """A proxy in front of a server of this machine, from `with SlowLink(url) as link` to the end of the block.

    `link.url` stands for `url`. What the reader sends is delayed only; a new connection costs a round trip more.
    """

    def __init__(self, url: str, *, rate: float = BYTES_PER_SECOND, round_trip: float = ROUND_TRIP) -> None:
        self._port, self._rate, self._delay = urlsplit(url).port, rate, round_trip / 2
        self._free = 0.0  # when the line has sent what it was given so far
        self._loop = asyncio.new_event_loop()
        self.url = ""

    def __enter__(self) -> "SlowLink":
        started = threading.Event()
        threading.Thread(target=self._serve, args=(started,), daemon=True).start()
        started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _serve(self, started: threading.Event) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        started.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._port)
        handshake = self._loop.time() + 2 * self._delay
        up = self._pass_on(reader, to_server, lambda size: max(self._loop.time(), handshake) + self._delay)
        down = self._pass_on(from_server, writer, lambda size: self._sent(size) + self._delay)
        await asyncio.gather(up, down, return_exceptions=True)

    def _sent(self, size: int) -> float:
        """When the line will have sent `size` more bytes."""
        self._free = max(self._free, self._loop.time() - CATCH_UP) + size / self._rate
        return self._free

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, due) -> None:
        """due(size): when `size` bytes that have come now arrive."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivery = asyncio.create_task(self._deliver(waiting, target))
        try:
            while data := await source.read(CHUNK):
                arrival = due(len(data))
                waiting.put_nowait((arrival, data))
                # Meanwhile the other connections take their turn.
                await asyncio.sleep(arrival - self._delay - self._loop.time())
        finally:
            waiting.put_nowait((self._loop.time() + self._delay, b""))
            await delivery

    async def _deliver(self, waiting: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter) -> None:
        data = b"-"
        while data:
            arrival, data = await waiting.get()
            await asyncio.sleep(arrival - self._loop.time())
            target.write(data)
            await target.drain()
        target.close()
