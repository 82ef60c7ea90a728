"""Telling the other processes that something changed; never what.

Whoever publishes a topic reaches every subscriber: those of its own process at once, those of the others some
milliseconds later. Processes that share a SQLite file share a machine, and send each other datagrams on loopback;
processes that share a PostgreSQL server are told by that server (LISTEN and NOTIFY), on whatever machine they are.

What went lost on the way is noticed and told as EVERYTHING: then anything may have changed.
"""

import asyncio
import contextlib
import logging
import os
import queue
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .database import Database, PostgreSQL, StorageError

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

EVERYTHING = "*"
"""The topic that stands for all of them."""
LONGEST_TOPIC = 200

Callback = Callable[[str], None]


class Bus(Protocol):
    """Used from the event loop only, and never holds it up."""

    def publish(self, topic: str) -> None:
        """Tell everybody, here and elsewhere, that the topic has news."""
        ...

    def subscribe(self, callback: Callback) -> None:
        """Call this on the event loop for every topic that anybody publishes."""
        ...

    def close(self) -> None: ...


def open_bus(database: Database, data_dir: Path) -> Bus:
    """The bus of everybody who works on this database; to be opened on the event loop."""
    if isinstance(database, PostgreSQL):
        return NotifyBus(database)
    return DatagramBus(data_dir / "workers")


class _Subscribers:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._callbacks: list[Callback] = []

    def subscribe(self, callback: Callback) -> None:
        self._callbacks.append(callback)

    def tell(self, topic: str) -> None:
        if not topic.isprintable() or not 0 < len(topic) <= LONGEST_TOPIC:
            raise ValueError("no topic")
        for callback in self._callbacks:
            callback(topic)

    def tell_from_thread(self, topic: str) -> None:
        self._from_thread(self.tell, topic)

    def _from_thread(self, call: Callback, word: str) -> None:
        try:
            self._loop.call_soon_threadsafe(call, word)
        except RuntimeError:
            log.debug("a message came after the end")  # the loop is closed: nobody listens any more


_NAME = re.compile(r"[0-9]{1,5}-[0-9a-f]{32}")


class DatagramBus(_Subscribers):
    """Every process has a socket, and a file in a common folder whose name is its port and its secret.

    The secret keeps others out: the folder can be read by nobody but us, and what comes without it is not heard.

    Whoever comes says hello, so that the others look into the folder. Whoever finds somebody new there says welcome,
    which means: from now on I tell you, and what I said before you have missed.
    """

    HELLO, WELCOME = "hello", "welcome"
    """In the place of the count."""
    LOOK_AROUND = 1.0
    """Seconds after which somebody who publishes looks into the folder again: a hello may get lost."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._socket = _loopback_socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self._socket.bind(("127.0.0.1", 0))
        self._secret = secrets.token_hex(16)
        self._name = f"{self._socket.getsockname()[1]}-{self._secret}"
        self._others: dict[str, tuple[socket.socket, int]] = {}
        """The connection to each, and how many messages it was sent."""
        self._closed = False
        self._looked = 0.0
        self._thread = threading.Thread(target=self._hear, name="bus", daemon=True)
        self._thread.start()
        (folder / self._name).touch(mode=0o600)
        self._look_around(self.HELLO)

    def publish(self, topic: str) -> None:
        self.tell(topic)
        if time.monotonic() > self._looked + self.LOOK_AROUND:
            self._look_around(self.WELCOME)
        for name in list(self._others):
            connection, count = self._others[name]
            self._others[name] = connection, count + 1
            self._send(name, count, topic)

    def _look_around(self, word: str) -> None:
        """Find out who is there, and say a word to whoever is new."""
        if self._closed:
            return
        self._looked = time.monotonic()
        names = {name for name in os.listdir(self._folder) if _NAME.fullmatch(name)} - {self._name}
        for gone in self._others.keys() - names:
            self._others.pop(gone)[0].close()
        for name in names - self._others.keys():
            connection = _loopback_socket()
            connection.setblocking(False)
            connection.connect(("127.0.0.1", int(name.partition("-")[0])))
            self._others[name] = connection, 0
            self._send(name, word)

    def _send(self, name: str, count: int | str, topic: str = EVERYTHING) -> None:
        secret = name.partition("-")[2]
        try:
            self._others[name][0].send(f"{secret} {self._name} {count} {topic}".encode())
        except BlockingIOError:
            log.debug("another process cannot keep up")  # the gap in the count will tell it
        except ConnectionRefusedError:
            # Nobody is at that port any more.
            self._others.pop(name)[0].close()
            with contextlib.suppress(FileNotFoundError):  # that one has left as it should
                (self._folder / name).unlink()
                log.warning("another process of this server has died")

    def _hear(self) -> None:
        expected: dict[str, int] = {}
        while True:
            try:
                message = self._socket.recv(1024)
            except ConnectionResetError:
                continue  # Windows says so here when somebody we wrote to has died
            if self._closed:
                return
            secret, _, rest = message.decode(errors="replace").partition(" ")
            if not secrets.compare_digest(secret.encode(), self._secret.encode()):
                continue
            sender, count, topic = rest.split(" ", 2)
            if count == self.HELLO:
                self._from_thread(self._look_around, self.WELCOME)
                continue
            if count == self.WELCOME:
                self.tell_from_thread(EVERYTHING)
                continue
            # A gap at the first message is none of ours: it was sent before we were there.
            complete = int(count) == expected.get(sender, int(count))
            expected[sender] = int(count) + 1
            self.tell_from_thread(topic if complete else EVERYTHING)

    def close(self) -> None:
        (self._folder / self._name).unlink(missing_ok=True)
        self._closed = True
        with _loopback_socket() as end:
            end.sendto(b"", ("127.0.0.1", int(self._name.partition("-")[0])))
        self._thread.join()
        self._socket.close()
        for connection, _ in self._others.values():
            connection.close()


def _loopback_socket() -> socket.socket:
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


class NotifyBus(_Subscribers):
    """One thread hears what the server tells, another one tells it."""

    CHANNEL = "rotonde"
    PAUSE = 1.0
    """Seconds between two looks whether a server that went away is back."""
    KEEPALIVE: dict[str, Any] = {  # noqa: RUF012 – a constant
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "connect_timeout": 10,
    }

    def __init__(self, database: PostgreSQL) -> None:
        super().__init__()
        self._database = database
        self._me = secrets.token_hex(8)
        self._closed = threading.Event()
        self._ready = threading.Event()
        self._news: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        for work in (self._hear, self._say):
            threading.Thread(target=work, name="bus", daemon=True).start()
        # Only now and never again: from here on nothing that others say is missed.
        if not self._ready.wait(self.KEEPALIVE["connect_timeout"]):
            self.close()
            raise StorageError("the PostgreSQL server does not let us listen")

    def publish(self, topic: str) -> None:
        self.tell(topic)
        self._news.put(topic)

    def close(self) -> None:
        self._closed.set()
        self._news.put(None)

    def _say(self) -> None:
        topics: dict[str, None] = {}
        while not self._closed.is_set():
            # What came while the last was being told is told together.
            for _ in range(max(1, self._news.qsize()) if not topics else self._news.qsize()):
                topic = self._news.get()
                if topic is not None:
                    topics[topic] = None
            try:
                if topics:
                    messages = [f"{self._me} {topic}" for topic in topics]
                    self._database.rows(
                        "SELECT pg_notify(?, message) FROM unnest(?::text[]) AS message",
                        self.CHANNEL,
                        messages,
                    )
                topics.clear()
            except StorageError as error:
                if not self._closed.is_set():
                    log.warning("the other processes could not be told: %s", error)
                self._closed.wait(self.PAUSE)

    def _hear(self) -> None:
        import psycopg

        while not self._closed.is_set():
            try:
                with psycopg.connect(self._database.address, autocommit=True, **self.KEEPALIVE) as connection:
                    connection.execute(f"LISTEN {self.CHANNEL}".encode())
                    if self._ready.is_set():
                        self.tell_from_thread(EVERYTHING)
                    self._ready.set()
                    while not self._closed.is_set():
                        self._hear_some(connection)
            except psycopg.Error:
                # Without its words: they may hold what is not for a log.
                if not self._closed.is_set():
                    log.warning("the connection to the PostgreSQL server is lost; it is tried again")
                self._closed.wait(self.PAUSE)

    def _hear_some(self, connection: "psycopg.Connection[Any]") -> None:
        for message in connection.notifies(timeout=1):
            sender, _, topic = message.payload.partition(" ")
            if sender != self._me:
                self.tell_from_thread(topic)
