"""How much one visitor may ask for.

Tables are counted in the database. What comes from one address is counted in memory, by each worker for itself: with
several workers an address gets as many times more.
"""

import ipaddress
import time
from collections import Counter, deque
from collections.abc import Generator
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request

from rotonde.server.attempts import network
from rotonde.server.people import Person
from rotonde.server.storage import Storage

from .asking import Refused, house_of

HOUR = 3600

TABLES_AN_HOUR = 30
"""So many tables may one visitor lay in an hour."""
TABLES_AT_ONCE = 60
"""So many of a visitor's tables may wait or be played at the same time."""
FROM_AN_ADDRESS = 240
"""So many tables may be laid, seats taken, links made and games brought from one address in an hour."""
REQUESTS, SECONDS = 400, 10
"""So many requests may come from one address in so many seconds: enough for a class behind one address."""
STREAMS = 300
"""So many event streams may one address hold open."""


class Pace:
    """At most so many in so many seconds, for each key."""

    KEPT = 10_000

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def step(self, key: str) -> bool:
        """Count one more; False when it is one too many."""
        now = time.monotonic()
        if len(self._times) > self.KEPT:
            self._times = {k: times for k, times in self._times.items() if times[-1] > now - self._seconds}
        times = self._times.setdefault(key, deque(maxlen=self._most))
        if len(times) == self._most and times[0] > now - self._seconds:
            return False
        times.append(now)
        return True


class Limits:
    def __init__(self) -> None:
        self.from_an_address = Pace(FROM_AN_ADDRESS, HOUR)
        self.streams: Counter[str] = Counter()


def origin(connection: HTTPConnection) -> str | None:
    """What is counted as one address; None for the machine itself, which has no limit."""
    address = connection.client.host if connection.client else ""
    return network(address) if address and not _is_loopback(address) else None


def check_address(request: Request) -> None:
    """Refuse when there came too much from this address."""
    limits: Limits = request.app.state.limits
    address = origin(request)
    if address is not None and not limits.from_an_address.step(address):
        raise Refused(429, "meeting.limit.address")


@contextmanager
def stream(request: Request) -> Generator[None]:
    """While this stream is open it counts."""
    streams: Counter[str] = request.app.state.limits.streams
    address = origin(request)
    if address is None:
        yield
        return
    streams[address] += 1
    try:
        yield
    finally:
        streams[address] -= 1
        if not streams[address]:
            del streams[address]


def check_streams(request: Request) -> None:
    """Refuse one more stream to an address that holds very many."""
    address = origin(request)
    if address is not None and request.app.state.limits.streams[address] >= STREAMS:
        raise Refused(429, "guard.rate")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True  # a socket in the file system


async def check_tables(request: Request, person: Person) -> None:
    """Refuse one more table to a visitor who has laid very many."""
    storage = house_of(request).storage
    laid, unfinished = await run_in_threadpool(_tables_of, storage, person.id)
    if laid >= TABLES_AN_HOUR:
        raise Refused(429, "meeting.limit.hour", n=TABLES_AN_HOUR)
    if unfinished >= TABLES_AT_ONCE:
        raise Refused(429, "meeting.limit.open", n=TABLES_AT_ONCE)


def _tables_of(storage: Storage, person: str) -> tuple[int, int]:
    return storage.laid_by(person, time.time() - HOUR), storage.unfinished_by(person)
