"""Browsers' worth of traffic at a small price: HTTP over plain sockets, nothing parsed that is not needed.

Every browser has its own cookies and says that it comes from its own address, as a proxy in front of Rotonde would.
"""

import asyncio
import json
import re
import time
from collections.abc import Callable
from itertools import count
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
KEPT_OPEN = 3.0
"""Seconds after which an idle connection is not used again: the server may be about to close it."""

Tell = Callable[[int, bytes], None]
"""Gets of each event its number and its data."""

_addresses = count(1)


class Refused(Exception):
    """The server answered something else than it should have."""


class Server:
    """Where the traffic goes; keeps connections for requests."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self._idle: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Status, headers and body of the answer. OSError or EOFError when there is none."""
        reader, writer = await self._connection()
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length[1])) if length else b""
        except BaseException:
            writer.close()
            raise
        self._idle.append((time.monotonic(), reader, writer))
        return int(head[9:12]), head, body

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            since, reader, writer = self._idle.pop()
            if time.monotonic() - since < KEPT_OPEN and not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self.host, self.port, limit=1 << 22)

    def forget(self) -> None:
        for _, _, writer in self._idle:
            writer.close()
        self._idle.clear()


class Browser:
    """One person's browser."""

    def __init__(self, server: Server) -> None:
        self._server = server
        number = next(_addresses)
        self._address = f"10.{number & 255}.{number >> 8 & 255}.{1 + (number >> 16)}"
        self._cookies: dict[str, str] = {}

    def _request(self, method: str, path: str, kind: str = "", body: bytes = b"") -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self._server.host}:{self._server.port}",
            f"X-Forwarded-For: {self._address}",
            "Accept-Language: fr",
        ]
        if self._cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self._cookies.items()))
        if method == "POST":
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def ask(self, method: str, path: str, kind: str = "", body: str = "") -> tuple[bytes, bytes]:
        """Headers and body of the answer."""
        status, head, got = await self._server.ask(self._request(method, path, kind, body.encode()))
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {got[:300].decode(errors='replace')}")
        for name, value in re.findall(rb"(?i)set-cookie: ([^=;]+)=([^;\r]*)", head):
            self._cookies[name.decode()] = value.decode()
        return head, got

    async def lay_table(self, game: str, *seats: str) -> str:
        """The path of a new table."""
        fields = {"game": game} | {f"seat{place}": seat for place, seat in enumerate(seats)}
        head, _ = await self.ask("POST", "/tables", FORM, urlencode(fields))
        found = re.search(rb"(?i)location: (\S+)", head)
        if found is None:
            raise Refused("no table was laid")
        return found[1].decode()

    async def sit(self, table: str, seat: int, name: str) -> None:
        await self.ask("POST", f"{table}/sit", FORM, urlencode({"seat": seat, "name": name, "code": ""}))

    async def play(self, table: str, number: int, move: int) -> int:
        """Make a move; the number of what happened last then."""
        _, body = await self.ask("POST", f"{table}/moves", JSON, json.dumps({"number": number, "move": move}))
        return json.loads(body)["number"]

    async def watch(self, table: str, tell: Tell) -> "Stream":
        """Hold a stream of the table's events open."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(lambda: Stream(tell), self._server.host, self._server.port)
        stream.send(self._request("GET", f"{table}/events"))
        await stream.open
        return stream


class Stream(asyncio.Protocol):
    """An event stream: takes the chunks apart, and leaves what is in them to whoever wants it."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._buffer = bytearray()
        self._headers = True
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.Transport = transport  # pyright: ignore[reportAttributeAccessIssue]

    def send(self, request: bytes) -> None:
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._headers and not self._read_headers():
            return
        while (end := self._buffer.find(b"\r\n")) > 0:
            size = int(self._buffer[:end], 16)
            if len(self._buffer) < end + 2 + size + 2:
                return
            chunk = bytes(self._buffer[end + 2 : end + 2 + size])
            del self._buffer[: end + 2 + size + 2]
            if chunk.startswith(b"id: "):
                version, _, rest = chunk[4:].partition(b"\n")
                self._tell(int(version.partition(b".")[0]), rest.removeprefix(b"data: "))

    def _read_headers(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return False
        self._headers = False
        self._buffer = rest
        if head.startswith(b"HTTP/1.1 200"):
            self.open.set_result(None)
            return True
        self.open.set_exception(Refused(head[:200].decode(errors="replace")))
        self._transport.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionResetError())

    def close(self) -> None:
        self._transport.close()
