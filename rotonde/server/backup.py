"""A copy of everything, taken at one moment while everybody goes on; and a database made of such a copy.

One format for both kinds of database, so that a copy is also the way from one to the other: JSON lines, compressed by
gzip. The first line names the format and the version of the schema; then each table has a line with its name and its
columns, followed by its rows; the last line counts the rows, so that a file cut short is found out.
"""

import base64
import gzip
import json
import os
import re
import sqlite3
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rotonde.kernel.errors import Problem

from .database import Database, PostgreSQL, Row, SQLite, StorageError, migrate
from .schema import MIGRATIONS

FORMAT = "rotonde backup 1"
AT_ONCE = 1000
"""So many rows are held in memory."""


class BadBackup(Problem):
    """The file is no copy, or a damaged one; or there is no room for it."""


@dataclass(frozen=True)
class Kept:
    """What a copy holds."""

    tables: int
    rows: int


# ---- Making a copy ----


def backup(database: Database, file: Path) -> Kept:
    """Write a copy of the database. FileExistsError when there is such a file."""
    unfinished = file.with_name(file.name + ".unfinished")
    if file.exists():
        raise FileExistsError(17, "File exists", str(file))
    # It holds what nobody may see: hands, keys, hashes of secrets.
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with open(handle, "wb") as raw:
            with (
                gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as out,
                _snapshot(database) as snapshot,
            ):
                kept = _write(snapshot, out)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(unfinished, file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return kept


class _Snapshot(Protocol):
    """The database as it was at one moment."""

    def names(self) -> set[str]: ...

    def select(self, query: str) -> tuple[list[str], Iterator[Row]]:
        """The names of the columns, and the rows."""
        ...


def _write(snapshot: _Snapshot, out: Any) -> Kept:
    def line(value: object) -> None:
        out.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")

    if "schema" not in snapshot.names():
        raise BadBackup(
            "La base de données est vide : il n’y a rien à copier.",
            "The database is empty: there is nothing to copy.",
        )
    tables = [name for name in table_names() if name in snapshot.names()]
    version = next(snapshot.select("SELECT max(version) FROM schema")[1])[0]
    line({"format": FORMAT, "schema": version, "tables": tables})
    rows = 0
    for name in tables:
        columns, found = snapshot.select(f"SELECT * FROM {name}")
        line({"table": name, "columns": columns})
        for row in found:
            line([_as_json(value) for value in row])
            rows += 1
    line({"rows": rows})
    return Kept(len(tables), rows)


def table_names() -> list[str]:
    """Our tables in the order in which they were made: none refers to a later one."""
    scripts = "".join(step for step in MIGRATIONS if isinstance(step, str))
    return re.findall(r"CREATE TABLE (\w+)", scripts)


def _as_json(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


@contextmanager
def _snapshot(database: Database) -> Generator[_Snapshot]:
    """On a connection of its own: nobody waits until a large copy is written."""
    if isinstance(database, PostgreSQL):
        import psycopg

        try:
            with psycopg.connect(database.address) as connection:
                connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                connection.read_only = True
                yield _PostgreSQLSnapshot(connection)
        except psycopg.Error as error:
            raise StorageError(str(error).strip()) from error
        return
    assert isinstance(database, SQLite)
    connection = sqlite3.connect(database.path, isolation_level=None)
    try:
        connection.execute("BEGIN")
        yield _SQLiteSnapshot(connection)
    except sqlite3.Error as error:
        raise StorageError(f"{database.path.name}: {error}") from error
    finally:
        connection.close()


class _SQLiteSnapshot:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def names(self) -> set[str]:
        return {
            row[0] for row in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }

    def select(self, query: str) -> tuple[list[str], Iterator[Row]]:
        cursor = self._connection.execute(query)
        return [column[0] for column in cursor.description], cursor


class _PostgreSQLSnapshot:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def names(self) -> set[str]:
        query = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        return {row[0] for row in self._connection.execute(query)}

    def select(self, query: str) -> tuple[list[str], Iterator[Row]]:
        cursor = self._connection.cursor("copy")  # with a name: the rows come some at a time
        cursor.itersize = AT_ONCE
        cursor.execute(query)
        columns = [column.name for column in cursor.description]

        def rows() -> Iterator[Row]:
            with cursor:
                yield from cursor

        return columns, rows()


# ---- Making a database of it ----


def restore(database: Database, file: Path) -> Kept:
    """Fill an empty database with a copy, and bring it up to date. BadBackup before anything is written."""
    with _opened(file) as (version, batches):
        counts = [(batch.table, len(batch.rows)) for batch in batches]  # the whole file is looked at first
    _expect_empty(database, version)
    migrate(database, MIGRATIONS[:version])
    with _opened(file) as (_, batches), database.writing() as db:
        for batch in batches:
            places = ", ".join("?" * len(batch.columns))
            db.run_many(
                f"INSERT INTO {batch.table} ({', '.join(batch.columns)}) VALUES ({places})", batch.rows
            )
    migrate(database, MIGRATIONS)
    return Kept(len({table for table, _ in counts}), sum(rows for _, rows in counts))


def _expect_empty(database: Database, version: int) -> None:
    """Nothing at all, or the tables of that version with nothing in them."""
    with _snapshot(database) as snapshot:
        names = snapshot.names()
        if "schema" not in names:
            return
        have = next(snapshot.select("SELECT max(version) FROM schema")[1])[0] or 0
        full = any(
            next(snapshot.select(f"SELECT count(*) FROM {name}")[1])[0]
            for name in table_names()
            if name in names
        )
    if full or have != version:
        raise BadBackup(
            "La base de données n’est pas vide ; une copie demande une base ou un dossier neufs.",
            "The database is not empty; a copy needs a new database or a new folder.",
        )


@dataclass(frozen=True)
class _Batch:
    table: str
    columns: list[str]
    rows: list[list[Any]]


@contextmanager
def _opened(file: Path) -> Generator[tuple[int, Iterator[_Batch]]]:
    """The version of the schema, and all rows."""
    with gzip.open(file, "rt", encoding="utf-8") as text:
        lines = _values(text)
        match next(lines, None):
            case {"format": str(format_), "schema": int(version)} if format_ == FORMAT:
                pass
            case _:
                raise BadBackup(
                    "Ce fichier n’est pas une copie faite par « rotonde backup ».",
                    "This file is no copy made by 'rotonde backup'.",
                )
        if version > len(MIGRATIONS):
            raise BadBackup(
                f"Cette copie vient d’une version plus récente de Rotonde (schéma {version}).",
                f"This copy was made by a newer Rotonde (schema {version}).",
            )
        yield version, _batches(lines)


def _batches(lines: Iterator[Any]) -> Iterator[_Batch]:
    """Some rows of a table, again and again; at least once for each table."""
    count = 0
    batch: _Batch | None = None
    for value in lines:
        match value:
            case {"table": str(table), "columns": [*columns]} if _known(table, columns):
                if batch is not None:
                    yield batch
                batch = _Batch(table, [str(column) for column in columns], [])
            case [*row] if batch is not None and len(row) == len(batch.columns):
                batch.rows.append([_from_json(item) for item in row])
                count += 1
                if len(batch.rows) == AT_ONCE:
                    yield batch
                    batch = _Batch(batch.table, batch.columns, [])
            case {"rows": rows} if batch is not None and rows == count:
                # Nothing follows, and at its end gzip says whether all that was read is what was written.
                if next(lines, None) is not None:
                    raise _damaged(count)
                yield batch
                return
            case _:
                raise _damaged(count)
    raise _damaged(count)


def _values(text: Iterable[str]) -> Iterator[Any]:
    count = 0
    try:
        for line in text:
            yield json.loads(line)
            count += 1
    except (OSError, EOFError, zlib.error, ValueError) as wrong:
        if count:
            raise _damaged(count) from wrong


def _damaged(rows: int) -> BadBackup:
    return BadBackup(
        f"La copie est incomplète ou abîmée : elle n’est lisible que jusqu’à la ligne {rows}.",
        f"The copy is incomplete or damaged: it can be read up to row {rows} only.",
    )


def _known(table: str, columns: list[Any]) -> bool:
    """Nothing else may become part of a query."""
    return table in table_names() and all(re.fullmatch(r"[a-z_]+", str(column)) for column in columns)


def _from_json(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value  # pyright: ignore[reportUnknownArgumentType]
