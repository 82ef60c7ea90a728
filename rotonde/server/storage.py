"""What the server keeps, in one SQLite file.

A table's log is only ever added to. An entry is a move, the taking back of some moves, or a seat given up; its number
follows the last one, and (table, number) is the primary key: of two writers who add the same number one wins, and the
other reads what happened. An entry is acknowledged after SQLite has written it through to the disk.
"""

import json
import sqlite3
import threading
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

Kind = Literal["move", "undo", "resign"]

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        seats TEXT NOT NULL,
        lang TEXT NOT NULL,
        key TEXT NOT NULL,
        owner TEXT NOT NULL,
        look INTEGER,
        looks INTEGER NOT NULL DEFAULT 0,
        imported INTEGER NOT NULL DEFAULT 0,
        next_table TEXT,
        created REAL NOT NULL
    ) STRICT;
    CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        actor INTEGER NOT NULL,
        move INTEGER NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE positions (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        position TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE orders (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        id TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, id)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""One script for each version of the schema; a script that was released is never changed."""


class StorageError(Exception):
    """The file cannot be used; the message says why."""


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or a bot of some level."""

    name: str
    bot: str | None = None

    @property
    def is_person(self) -> bool:
        return self.bot is None


@dataclass(frozen=True)
class TableRow:
    """What is settled when a table is made."""

    id: str
    game: str
    rules_version: int
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    lang: str
    key: bytes
    owner: str
    """A hash of the secret that the owner's browser keeps."""
    created: float
    imported: bool = False


@dataclass(frozen=True)
class Entry:
    """One line of a table's log. `move` is the move, or for "undo" how many moves are taken back."""

    number: int
    kind: Kind
    actor: int
    move: int
    at: float


@dataclass(frozen=True)
class Position:
    """What lay on the table after the entry `number`, by field name, with the rules version."""

    number: int
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Look:
    """Which of the people at one screen is looking at it; `count` grows with every change."""

    seat: int | None
    count: int


class Storage:
    """One file, one connection, guarded by a lock; several processes may open the same file."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._migrate()
        except sqlite3.Error as error:
            raise StorageError(f"{path.name}: {error}") from error

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _migrate(self) -> None:
        with self._writing():
            self._db.execute("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL) STRICT")
            row = self._db.execute("SELECT max(version) FROM schema").fetchone()
            have: int = row[0] or 0
            if have > len(MIGRATIONS):
                raise StorageError(
                    f"the file was written by a newer Rotonde (schema {have}, this one knows {len(MIGRATIONS)})"
                )
            for version, script in enumerate(MIGRATIONS[have:], start=have + 1):
                for statement in script.split(";"):
                    if statement.strip():
                        self._db.execute(statement)
                self._db.execute("INSERT INTO schema VALUES (?)", (version,))

    @contextmanager
    def _writing(self) -> Generator[None]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._db.execute(query, values).fetchall()

    # ---- tables ----

    def create(self, row: TableRow, entries: Sequence[Entry] = ()) -> None:
        """Keep a new table and the first entries of its log."""
        with self._writing():
            self._insert_table(row, entries)

    def create_next(self, table_id: str, row: TableRow, entries: Sequence[Entry]) -> str:
        """Keep the table that follows `table_id`, unless one does already; gives the id of the one that does."""
        with self._writing():
            already = self.next_table(table_id)
            if already is not None:
                return already
            self._insert_table(row, entries)
            self._db.execute("UPDATE tables SET next_table = ? WHERE id = ?", (row.id, table_id))
            return row.id

    def _insert_table(self, row: TableRow, entries: Sequence[Entry]) -> None:
        self._db.execute(
            "INSERT INTO tables (id, game, rules_version, options, seats, lang, key, owner, imported, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.id,
                row.game,
                row.rules_version,
                json.dumps(dict(row.options)),
                json.dumps([asdict(seat) for seat in row.seats]),
                row.lang,
                row.key.hex(),
                row.owner,
                int(row.imported),
                row.created,
            ),
        )
        self._insert_entries(row.id, entries)

    def table(self, table_id: str) -> TableRow | None:
        found = self._rows(
            "SELECT id, game, rules_version, options, seats, lang, key, owner, created, imported"
            " FROM tables WHERE id = ?",
            table_id,
        )
        if not found:
            return None
        id_, game, rules_version, options, seats, lang, key, owner, created, imported = found[0]
        return TableRow(
            id=id_,
            game=game,
            rules_version=rules_version,
            options=json.loads(options),
            seats=tuple(Seat(**seat) for seat in json.loads(seats)),
            lang=lang,
            key=bytes.fromhex(key),
            owner=owner,
            created=created,
            imported=bool(imported),
        )

    def next_table(self, table_id: str) -> str | None:
        """The table where the same people went on playing."""
        found = self._rows("SELECT next_table FROM tables WHERE id = ?", table_id)
        return found[0][0] if found else None

    def look(self, table_id: str) -> Look:
        found = self._rows("SELECT look, looks FROM tables WHERE id = ?", table_id)
        return Look(*found[0])

    def set_look(self, table_id: str, seat: int | None) -> Look:
        with self._writing():
            self._db.execute(
                "UPDATE tables SET look = ?, looks = looks + 1 WHERE id = ? AND look IS NOT ?",
                (seat, table_id, seat),
            )
        return self.look(table_id)

    # ---- what seats said beforehand ----

    def orders(self, table_id: str) -> set[tuple[int, str]]:
        """The standing orders, each with its seat."""
        return {
            (seat, id_)
            for seat, id_ in self._rows("SELECT seat, id FROM orders WHERE table_id = ?", table_id)
        }

    def set_orders(self, table_id: str, seat: int, ids: Collection[str]) -> None:
        """These are that seat's standing orders from now on."""
        with self._writing():
            self._db.execute("DELETE FROM orders WHERE table_id = ? AND seat = ?", (table_id, seat))
            self._db.executemany(
                "INSERT INTO orders VALUES (?, ?, ?)", [(table_id, seat, id_) for id_ in ids]
            )

    # ---- the log ----

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log from entry `after` + 1 on."""
        rows = self._rows(
            "SELECT number, kind, actor, move, at FROM log WHERE table_id = ? AND number > ? ORDER BY number",
            table_id,
            after,
        )
        return [Entry(*row) for row in rows]

    def append(self, table_id: str, entries: Sequence[Entry], position: Position | None = None) -> bool:
        """Add entries that follow each other. False when somebody else wrote the first of them: nothing changed."""
        try:
            with self._writing():
                self._insert_entries(table_id, entries)
                if position is not None:
                    self._db.execute(
                        "INSERT INTO positions VALUES (?, ?, ?)",
                        (table_id, position.number, json.dumps(dict(position.fields))),
                    )
        except sqlite3.IntegrityError:
            return False
        return True

    def _insert_entries(self, table_id: str, entries: Sequence[Entry]) -> None:
        self._db.executemany(
            "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)",
            [(table_id, e.number, e.kind, e.actor, e.move, e.at) for e in entries],
        )

    def positions(self, table_id: str) -> list[int]:
        """After which entries a position is kept, the newest first."""
        rows = self._rows("SELECT number FROM positions WHERE table_id = ? ORDER BY number DESC", table_id)
        return [row[0] for row in rows]

    def position(self, table_id: str, number: int) -> Mapping[str, Any]:
        rows = self._rows(
            "SELECT position FROM positions WHERE table_id = ? AND number = ?", table_id, number
        )
        return json.loads(rows[0][0])
