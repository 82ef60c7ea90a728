"""Serving the application: a socket that is free, one process or several, and an end that leaves nobody waiting."""

import asyncio
import errno
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rotonde.server import log as logs
from rotonde.server.bots import Bots
from rotonde.server.house import Settings, default_workers
from rotonde.server.notify import NotifySettings

from . import tidying
from .app import create_app

log = logging.getLogger(__name__)

TRIES = 20
LAST_WORDS = 5
"""Seconds that answers on their way have when the server stops."""
LARGEST_HEAD = 64 * 1024
"""Bytes that an address and headers may take."""
IDLE = 75
"""Seconds that a connection may be idle: longer than browsers and proxies keep one, so that theirs is the end of it.
Whoever closes first may close while a question is on its way."""


@dataclass(frozen=True)
class Plan:
    """How to serve."""

    data_dir: Path
    database: str | None = None
    """The address of a PostgreSQL server; without one, a file in the data folder."""
    workers: int = 1
    """So many processes answer requests."""
    bots: int = default_workers()
    """In so many processes bots think, over all workers; each worker has one at least, when it needs one."""
    root_path: str = ""
    proxies: str = "127.0.0.1"
    """Whose word is taken for where a request came from."""
    log: logs.Style = "text"


class Taken(Exception):
    """Another program listens at this port."""


def listen(host: str, port: int, or_next: bool) -> socket.socket:
    """A socket at this address, or at the next port that is free. OSError when there is no such address."""
    # With the protocol: asyncio sends small answers at once only where it knows that the socket speaks TCP.
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)[0]
    for candidate in range(port, min(port + TRIES, 65536) if or_next and port else port + 1):
        listener = socket.socket(family, kind, protocol)
        try:
            # So that a restart finds its port again at once; elsewhere it would let two programs share one.
            if hasattr(socket, "SO_REUSEPORT"):
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address[0], candidate, *address[2:]))
            listener.listen(128)
        except OSError as failure:
            listener.close()
            # Windows says EACCES when somebody holds the port for themselves.
            if failure.errno != errno.EADDRINUSE and getattr(failure, "winerror", 0) != 10013:
                raise
        else:
            return listener
    raise Taken


def address_of(listener: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host: str = listener.getsockname()[0]
    port: int = listener.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Http(HttpToolsProtocol):
    """The parser itself takes any length of an address and of headers, and keeps it in memory."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        super().connection_made(transport)
        self._head: int | None = 0
        """So much has come of a request whose headers are not complete; None after they are."""

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.send_400_response("The headers are too long.")


class _Server(uvicorn.Server):
    """Lets everybody who watches a table go before it waits for their connections to end."""

    def __init__(self, app: Starlette, proxies: str) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="none",
                http=Http,
                forwarded_allow_ips=proxies,
                timeout_graceful_shutdown=LAST_WORDS,
                timeout_keep_alive=IDLE,
            )
        )
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            tidying.leave_alone_what_stays()
            self._tidying = asyncio.create_task(tidying.keep_tidy(self._app.state.house.live))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._tidying.cancel()
        self._app.state.house.live.close()
        await super().shutdown(sockets)


def serve(listener: socket.socket, plan: Plan, when_up: Callable[[], object] | None = None) -> bool:
    """Serve until somebody stops it; whether it could start. KeyboardInterrupt when a signal ended it."""
    # uvicorn closes everything and then raises the signal again: this one must not end us before Python has tidied up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    logs.set_up(plan.log)
    if plan.workers > 1:
        return _Crew(listener, plan).serve(when_up)
    return _serve_here(listener, plan, when_up)


def _serve_here(listener: socket.socket, plan: Plan, when_up: Callable[[], object] | None = None) -> bool:
    _allow_many_connections()
    bots = Bots(max(1, plan.bots // plan.workers))
    settings = Settings(plan.data_dir, bots=bots, database=plan.database, notify=NotifySettings.read())
    server = _Server(create_app(plan.data_dir, settings, plan.root_path), plan.proxies)
    if when_up is not None:
        threading.Thread(target=_tell, args=(server, when_up), daemon=True).start()
    server.run(sockets=[listener])
    return server.started


def _tell(server: uvicorn.Server, when_up: Callable[[], object]) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    when_up()


def _allow_many_connections() -> None:
    """Every viewer holds a connection: as many as the system lets us have."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wish = 65536 if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wish:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wish, hard))


# ---- Several processes ----


class _Worker:
    def __init__(self, process: BaseProcess, word: Connection) -> None:
        self.process = process
        self._word = word
        self._up: bool | None = None

    def came_up(self) -> bool:
        """Whether it answered requests before it died; waits until that is known."""
        if self._up is None:
            # A pipe, and not an event: whoever is killed while it sets an event leaves a lock behind.
            try:
                self._word.recv_bytes()
                self._up = True
            except EOFError:
                self._up = False
            self._word.close()
        return self._up


class _Crew:
    """Workers that listen at one socket; one that dies is replaced."""

    PAUSE = 1.0
    """Seconds before a worker that could not start is tried again."""

    def __init__(self, listener: socket.socket, plan: Plan) -> None:
        # Not fork: a worker has threads, and starts processes of its own.
        self._context = multiprocessing.get_context("spawn")
        self._listener = listener
        self._plan = plan
        self._workers: list[_Worker] = []

    def serve(self, when_up: Callable[[], object] | None) -> bool:
        try:
            self._workers = [self._start() for _ in range(self._plan.workers)]
            if not all(worker.came_up() for worker in self._workers):
                return False
            if when_up is not None:
                when_up()
            while True:
                wait([worker.process.sentinel for worker in self._workers])
                self._workers = [
                    worker if worker.process.is_alive() else self._replace(worker) for worker in self._workers
                ]
        finally:
            self._end()

    def _start(self) -> _Worker:
        word, giving_word = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_work, args=(self._listener, self._plan, giving_word))
        process.start()
        giving_word.close()  # so that the worker's end is the only one, and closes with it
        return _Worker(process, word)

    def _replace(self, dead: _Worker) -> _Worker:
        log.warning("a worker died; another one is started")
        if not dead.came_up():
            time.sleep(self.PAUSE)
        return self._start()

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        patience = time.monotonic() + 2 * LAST_WORDS
        for worker in self._workers:
            worker.process.join(max(0.0, patience - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()


def _work(listener: socket.socket, plan: Plan, word: Connection) -> None:
    """In a worker: serve until the crew ends, in whatever way."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    logs.set_up(plan.log)
    crew = multiprocessing.parent_process()
    assert crew is not None
    threading.Thread(target=_end_with, args=(crew.sentinel,), daemon=True).start()
    try:
        _serve_here(listener, plan, lambda: word.send_bytes(b"up"))
    except KeyboardInterrupt:
        return  # the way to stop it


def _end_with(crew: int) -> None:
    wait([crew])
    os.kill(os.getpid(), signal.SIGTERM)
