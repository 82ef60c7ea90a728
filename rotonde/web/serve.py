"""Serving the application: a socket that is free, one server, and an end that leaves nobody waiting."""

import errno
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from .app import create_app

TRIES = 20


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


class _Server(uvicorn.Server):
    """Lets everybody who watches a table go before it waits for their connections to end."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(
            uvicorn.Config(app, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=5)
        )
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.house.live.close()
        await super().shutdown(sockets)


def serve(listener: socket.socket, data_dir: Path, when_up: Callable[[], object] | None = None) -> bool:
    """Serve until somebody stops it; whether it could start. KeyboardInterrupt when a signal ended it."""
    # uvicorn closes everything and then raises the signal again: this one must not end us before Python has tidied up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    logging.basicConfig(format="%(levelname)s: %(message)s")
    server = _Server(create_app(data_dir))
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
