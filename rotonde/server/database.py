"""The database behind the storage: one SQLite file, or a PostgreSQL server that several machines share.

Queries are written once, in the words that both understand, with `?` for each value. A schema is written as SQLite
writes it; PostgreSQL gets the same with its own names for the same types.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import psycopg

Row = tuple[Any, ...]


class StorageError(Exception):
    """The database cannot be used; the message says why."""


class Conflict(Exception):
    """Somebody else wrote a row with the same key first; nothing of this transaction was kept."""


class Transaction(Protocol):
    """What is done in one transaction: all of it is kept, or nothing."""

    def run(self, query: str, *values: Any) -> list[Row]:
        """Run one statement; the rows it gives, if it gives any."""
        ...

    def run_many(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run one statement for each row of values."""
        ...


Migration = str | Callable[[Transaction], None]
"""A step of the schema: statements with semicolons between them, or what must be computed."""


class Database(Protocol):
    """Every method may be called from any thread."""

    lock_schema: str
    """The statement after which no other process changes the schema until the transaction ends."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction; when the block has ended it is on the disk. Conflict when a key was taken."""
        ...

    def rows(self, query: str, *values: Any) -> list[Row]:
        """What is there now."""
        ...

    def close(self) -> None: ...


def open_database(address: str | Path) -> Database:
    """The SQLite file at a path, or the server that a postgresql:// address names."""
    if isinstance(address, str) and address.startswith(("postgresql://", "postgres://")):
        return PostgreSQL(address)
    return SQLite(Path(address))


def migrate(database: Database, steps: Sequence[Migration]) -> None:
    """Bring the schema up to date, one step after the other; each is taken once in the life of a database."""
    with database.writing() as db:
        db.run(database.lock_schema)
        db.run("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL PRIMARY KEY) STRICT")
        have: int = db.run("SELECT coalesce(max(version), 0) FROM schema")[0][0]
        if have > len(steps):
            raise StorageError(
                f"it was written by a newer Rotonde (schema {have}, this one knows {len(steps)})"
            )
        for version, step in enumerate(steps[have:], start=have + 1):
            if callable(step):
                step(db)
            else:
                for statement in filter(str.strip, step.split(";")):
                    db.run(statement)
            db.run("INSERT INTO schema VALUES (?)", version)


class SQLite:
    """One file; several processes may open it. Nobody who reads waits for somebody who writes.

    A disk takes some milliseconds to keep something for certain, for much as for little. So transactions that come at
    the same time are kept together: each is whole or undone by itself, and none has ended before the disk has it.
    """

    PATIENCE = 30
    """Seconds that somebody waits while another process writes."""
    MOST_TOGETHER = 64
    IDLE_READERS = 8
    lock_schema = "SELECT 1"  # a transaction that writes is alone anyway

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        """Held by the one who uses the connection that writes."""
        self._counting = threading.Lock()
        self._waiting = 0
        """So many transactions wait for that."""
        self._together: _Together | None = None
        self._readers: list[sqlite3.Connection] = []
        self._closed = False
        try:
            self._db = self._connect()
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.execute("PRAGMA busy_timeout=0")  # from here on we wait ourselves
        except sqlite3.Error as error:
            raise StorageError(f"{path.name}: {error}") from error

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.path, timeout=self.PATIENCE, isolation_level=None, check_same_thread=False
        )

    @contextmanager
    def writing(self) -> Generator[Transaction]:
        with self._counting:
            self._waiting += 1
        try:
            with self._lock:
                with self._counting:
                    self._waiting -= 1
                together = self._together or self._begin()
                first = together.count == 0  # it needs no mark: to undo it is to undo all
                try:
                    if not first:
                        self._db.execute("SAVEPOINT one")
                    try:
                        yield self
                    except BaseException:
                        if self._db.in_transaction:  # else SQLite has undone all that was together
                            self._db.execute("ROLLBACK" if first else "ROLLBACK TO one")
                        raise
                    finally:
                        if self._db.in_transaction and not first:
                            self._db.execute("RELEASE one")
                finally:
                    together.count += 1
                    # Whoever waits for the lock will come here after us.
                    if (
                        not self._waiting
                        or together.count >= self.MOST_TOGETHER
                        or not self._db.in_transaction
                    ):
                        self._commit(together)
            together.done.wait()
            if together.failure is not None:
                raise together.failure
        except sqlite3.IntegrityError as error:
            raise Conflict from error
        except sqlite3.DatabaseError as error:
            raise StorageError(f"{self.path.name}: {error}") from error

    def _begin(self) -> "_Together":
        # SQLite's own way to wait takes ever longer steps; another process holds the file for milliseconds only.
        patience = time.monotonic() + self.PATIENCE
        while True:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > patience:
                    raise
                time.sleep(0.001)
        self._together = _Together()
        return self._together

    def _commit(self, together: "_Together") -> None:
        """Keep what was done together, or tell everybody that it is lost."""
        self._together = None
        try:
            # The first of them may have failed before there was anything to keep.
            if self._db.in_transaction or together.count > 1:
                self._db.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            together.failure = error
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        finally:
            together.done.set()

    def run(self, query: str, *values: Any) -> list[Row]:
        return self._db.execute(query, values).fetchall()

    def run_many(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(query, rows)

    def rows(self, query: str, *values: Any) -> list[Row]:
        try:
            reader = self._reader()
            try:
                return reader.execute(query, values).fetchall()
            finally:
                self._put_back(reader)
        except sqlite3.DatabaseError as error:
            raise StorageError(f"{self.path.name}: {error}") from error

    def _reader(self) -> sqlite3.Connection:
        with self._counting:
            if self._closed:
                raise sqlite3.ProgrammingError("it is closed")
            if self._readers:
                return self._readers.pop()
        reader = self._connect()
        reader.execute("PRAGMA query_only=ON")
        reader.execute("PRAGMA cache_size=-500")  # the system keeps the file in memory for all of them
        return reader

    def _put_back(self, reader: sqlite3.Connection) -> None:
        with self._counting:
            if not self._closed and len(self._readers) < self.IDLE_READERS:
                self._readers.append(reader)
                return
        reader.close()

    def close(self) -> None:
        with self._counting:
            self._closed = True
            readers, self._readers = self._readers, []
        for reader in readers:
            reader.close()
        with self._lock:
            self._db.close()


@dataclass
class _Together:
    """Transactions that are kept together."""

    count: int = 0
    done: threading.Event = field(default_factory=threading.Event)
    failure: sqlite3.DatabaseError | None = None


class PostgreSQL:
    """A server; needs the extra `rotonde[postgresql]`."""

    CONNECTIONS = 8
    PATIENCE = 10
    """Seconds that somebody waits for a connection before being told that there is none."""
    lock_schema = "SELECT pg_advisory_xact_lock(5271)"  # any number of our own

    def __init__(self, address: str) -> None:
        try:
            import psycopg
            from psycopg_pool import ConnectionPool, PoolTimeout
        except ImportError as error:
            raise StorageError(
                "PostgreSQL needs one more package: pip install 'rotonde[postgresql]'"
            ) from error
        self.address = address
        self._psycopg = psycopg
        self._pool = ConnectionPool[psycopg.Connection[Row]](
            address,
            min_size=1,
            max_size=self.CONNECTIONS,
            timeout=self.PATIENCE,
            open=False,
            kwargs={"autocommit": True},
        )
        try:
            self._pool.open(wait=True, timeout=self.PATIENCE)
        except PoolTimeout as error:
            self._pool.close()
            # Without the address: it may hold a password.
            raise StorageError("the PostgreSQL server does not answer, or refuses us") from error

    @contextmanager
    def writing(self) -> Generator[Transaction]:
        psycopg = self._psycopg
        try:
            with self._pool.connection() as connection, connection.transaction():
                yield _PostgreSQLTransaction(connection)
        except psycopg.IntegrityError as error:
            raise Conflict from error
        except psycopg.Error as error:
            raise StorageError(str(error).strip()) from error

    def rows(self, query: str, *values: Any) -> list[Row]:
        try:
            with self._pool.connection() as connection:
                return connection.execute(_as_postgresql(query), values).fetchall()  # pyright: ignore[reportArgumentType]
        except self._psycopg.Error as error:
            raise StorageError(str(error).strip()) from error

    def close(self) -> None:
        self._pool.close()


class _PostgreSQLTransaction:
    def __init__(self, connection: "psycopg.Connection[Row]") -> None:
        self._connection = connection

    def run(self, query: str, *values: Any) -> list[Row]:
        cursor = self._connection.execute(_as_postgresql(query), values)  # pyright: ignore[reportArgumentType]
        return cursor.fetchall() if cursor.description else []

    def run_many(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.cursor().executemany(_as_postgresql(query), rows)  # pyright: ignore[reportArgumentType]


_TYPES = {
    "STRICT, WITHOUT ROWID": "",
    "STRICT": "",
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
}


def _as_postgresql(query: str) -> str:
    if query.lstrip().startswith(("CREATE", "ALTER")):
        for ours, theirs in _TYPES.items():
            query = query.replace(ours, theirs)
    return query.replace("?", "%s")
