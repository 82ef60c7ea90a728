"""How often something may be tried, counted in the database so that it holds for all workers together."""

import ipaddress
import threading
import time
from hashlib import sha256

from .database import Database

ATTEMPTS_SCHEMA = """
    CREATE TABLE attempts (
        subject TEXT PRIMARY KEY,
        until REAL NOT NULL,
        count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempts_until ON attempts (until);
"""

TIDY_EVERY = 600


class TooMany(Exception):
    """It was tried too often; `wait` is in how many seconds it may be tried again."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


class Attempts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._tidied = 0.0

    def count(self, *subject: str, most: int, seconds: float) -> None:
        """Count one more; TooMany when there were more than `most` in so many seconds.

        Whoever goes on trying has to wait no longer for it: the time runs from the first.
        """
        now = time.time()
        with self._database.writing() as db:
            # One statement, so that of many at the same moment each is counted.
            count, until = db.run(
                "INSERT INTO attempts (subject, until, count) VALUES (?, ?, 1) ON CONFLICT (subject) DO UPDATE SET"
                " count = CASE WHEN attempts.until <= ? THEN 1 ELSE attempts.count + 1 END,"
                " until = CASE WHEN attempts.until <= ? THEN excluded.until ELSE attempts.until END"
                " RETURNING count, until",
                _hashed(subject),
                now + seconds,
                now,
                now,
            )[0]
        self._tidy(now)
        if count > most:
            raise TooMany(until - now)

    def clear(self, *subject: str) -> None:
        """What was counted is forgotten: it succeeded."""
        with self._database.writing() as db:
            db.run("DELETE FROM attempts WHERE subject = ?", _hashed(subject))

    def _tidy(self, now: float) -> None:
        with self._lock:
            if now < self._tidied + TIDY_EVERY:
                return
            self._tidied = now
        with self._database.writing() as db:
            db.run("DELETE FROM attempts WHERE until < ?", now)


def network(address: str) -> str:
    """Whom an address stands for: an IPv6 customer gets a whole /64 to choose from."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address  # a socket in the file system, or a test
    if ip.version == 6:
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def _hashed(subject: tuple[str, ...]) -> str:
    """Whom it was about stands in no backup."""
    return sha256("\0".join(subject).encode()).hexdigest()
