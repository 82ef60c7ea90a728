"""One database or the other: transactions are kept whole or not at all, and the schema is brought up to date once."""

import multiprocessing
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from rotonde.server.database import (
    Conflict,
    Database,
    PostgreSQL,
    SQLite,
    StorageError,
    migrate,
    open_database,
)
from tests.postgresql import PASSWORD, Cluster

NOTES = """
    CREATE TABLE notes (
        id INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL, weight REAL NOT NULL, bytes BLOB
    ) STRICT;
"""
SIGNED = "ALTER TABLE notes ADD COLUMN signed INTEGER NOT NULL DEFAULT 0;"


@pytest.fixture
def notes(database: Database) -> Database:
    migrate(database, [NOTES])
    return database


def write(database: Database, id_: int, text: str = "") -> None:
    with database.writing() as db:
        db.run("INSERT INTO notes VALUES (?, ?, ?, ?)", id_, text, 0.5, b"\x00\xff")


def test_what_was_written_is_there_unchanged(notes: Database) -> None:
    write(notes, 2**53, "50 % – « été » ?")
    assert notes.rows("SELECT id, text, weight, bytes FROM notes") == [
        (2**53, "50 % – « été » ?", 0.5, b"\x00\xff")
    ]
    assert notes.rows("SELECT text FROM notes WHERE id = ?", 1) == []


def test_many_rows_at_once(notes: Database) -> None:
    with notes.writing() as db:
        db.run_many("INSERT INTO notes VALUES (?, ?, ?, ?)", [(n, str(n), n / 2, None) for n in range(30)])
        assert db.run("SELECT count(*) FROM notes") == [(30,)]
    assert notes.rows("SELECT count(*) FROM notes WHERE bytes IS NULL") == [(30,)]


def test_of_two_with_the_same_key_one_wins(notes: Database) -> None:
    write(notes, 1, "first")
    with pytest.raises(Conflict):
        write(notes, 1, "second")
    assert notes.rows("SELECT text FROM notes") == [("first",)]


def test_nothing_of_a_transaction_that_failed_is_kept(notes: Database) -> None:
    with pytest.raises(Conflict), notes.writing() as db:
        for id_ in (1, 2, 1):
            db.run("INSERT INTO notes VALUES (?, ?, ?, ?)", id_, "", 0.0, None)
    with pytest.raises(ZeroDivisionError), notes.writing() as db:
        db.run("INSERT INTO notes VALUES (3, '', 0, NULL)")
        raise ZeroDivisionError
    assert notes.rows("SELECT * FROM notes") == []
    write(notes, 1)  # and it goes on as if nothing had been


def test_a_wrong_query_says_so(notes: Database) -> None:
    with pytest.raises(StorageError, match="nowhere"):
        notes.rows("SELECT * FROM nowhere")
    with pytest.raises(StorageError, match="nowhere"), notes.writing() as db:
        db.run("DELETE FROM nowhere")


def test_many_threads_of_two_connections_lose_nothing(notes: Database, database_address: str) -> None:
    other = open_database(database_address)
    conflicts: list[int] = []

    def add(database: Database) -> None:
        for id_ in range(40):
            try:
                write(database, id_)
            except Conflict:
                conflicts.append(id_)

    threads = [threading.Thread(target=add, args=(one,)) for one in (notes, other, notes, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert notes.rows("SELECT count(*) FROM notes") == [(40,)]
    assert len(conflicts) == 3 * 40


# ---- Transactions that SQLite keeps together ----


def at_the_same_time(database: SQLite, *works: Callable[[], None]) -> list[BaseException | None]:
    """Let these all wait for each other's turn before the first of them begins; what each raised."""
    raised: list[BaseException | None] = [None] * len(works)

    def run(place: int) -> None:
        try:
            works[place]()
        except (Conflict, StorageError, ZeroDivisionError) as error:
            raised[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(works))]
    with database._lock:
        for waiting, thread in enumerate(threads, 1):
            thread.start()
            while database._waiting < waiting:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    return raised


@pytest.fixture
def file(tmp_path: Path) -> Iterator[SQLite]:
    database = SQLite(tmp_path / "together.sqlite3")
    migrate(database, [NOTES])
    commits: list[str] = []
    database._db.set_trace_callback(lambda query: commits.append(query) if query == "COMMIT" else None)
    database.commits = commits  # type: ignore[attr-defined]
    yield database
    database.close()


def test_what_comes_at_the_same_time_is_kept_at_once(file: SQLite) -> None:
    assert at_the_same_time(file, *(partial(write, file, id_) for id_ in range(20))) == [None] * 20
    assert file.rows("SELECT count(*) FROM notes") == [(20,)]
    assert len(file.commits) == 1  # type: ignore[attr-defined]


def test_each_of_them_is_undone_by_itself(file: SQLite) -> None:
    def fail() -> None:
        with file.writing() as db:
            db.run("INSERT INTO notes VALUES (7, '', 0, NULL)")
            raise ZeroDivisionError

    works = [partial(write, file, 1), partial(write, file, 1), fail, partial(write, file, 2), fail]
    raised = at_the_same_time(file, *works)
    assert [type(error) for error in raised].count(Conflict) == 1
    assert [type(error) for error in raised].count(ZeroDivisionError) == 2
    assert file.rows("SELECT id FROM notes ORDER BY id") == [(1,), (2,)]
    assert len(file.commits) == 1  # type: ignore[attr-defined]


def test_one_that_fails_first_disturbs_nobody(file: SQLite) -> None:
    def fail() -> None:
        with file.writing() as db:
            db.run("INSERT INTO notes VALUES (7, '', 0, NULL)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert file.commits == []  # type: ignore[attr-defined]
    write(file, 1)
    assert file.rows("SELECT id FROM notes") == [(1,)]


def test_not_too_many_are_kept_together(file: SQLite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SQLite, "MOST_TOGETHER", 4)
    at_the_same_time(file, *(partial(write, file, id_) for id_ in range(10)))
    assert len(file.commits) == 3  # type: ignore[attr-defined]


def test_when_they_cannot_be_kept_everybody_is_told(file: SQLite) -> None:
    # One byte too few for any of them: the disk is full.
    (pages,) = file.rows("PRAGMA page_count")[0]
    file._db.execute(f"PRAGMA max_page_count={pages}")
    large = "x" * 100_000
    raised = at_the_same_time(file, *(partial(write, file, id_, large) for id_ in range(5)))
    assert [type(error) for error in raised] == [StorageError] * 5
    assert file.rows("SELECT id FROM notes") == []
    file._db.execute("PRAGMA max_page_count=1000000")
    write(file, 1, large)
    assert file.rows("SELECT id FROM notes") == [(1,)]


def test_a_commit_that_fails_is_told_to_everybody(file: SQLite) -> None:
    with file.writing() as db:
        db.run("CREATE TABLE parts (note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)")

    def leave_loose_end() -> None:
        with file.writing() as db:
            db.run("INSERT INTO parts VALUES (99)")

    raised = at_the_same_time(file, partial(write, file, 1), leave_loose_end, partial(write, file, 2))
    assert all(isinstance(error, Conflict | StorageError) for error in raised)
    assert file.rows("SELECT id FROM notes") == []
    write(file, 1)


def test_whoever_reads_does_not_see_what_is_not_kept_yet(file: SQLite) -> None:
    with file.writing() as db:
        db.run("INSERT INTO notes VALUES (1, '', 0, NULL)")
        assert file.rows("SELECT id FROM notes") == []
    assert file.rows("SELECT id FROM notes") == [(1,)]


def test_what_was_closed_says_so(file: SQLite) -> None:
    file.rows("SELECT 1")
    file.close()
    with pytest.raises(StorageError, match="closed"):
        file.rows("SELECT 1")
    with pytest.raises(StorageError, match="closed"):
        write(file, 1)


# ---- The schema ----


def test_an_older_schema_is_brought_up_to_date_once(notes: Database) -> None:
    write(notes, 1, "old")
    for _ in range(2):
        migrate(notes, [NOTES, SIGNED])
    assert notes.rows("SELECT id, text, signed FROM notes") == [(1, "old", 0)]
    assert notes.rows("SELECT version FROM schema ORDER BY version") == [(1,), (2,)]


def test_a_schema_of_a_newer_version_is_not_touched(notes: Database) -> None:
    migrate(notes, [NOTES, SIGNED])
    with pytest.raises(StorageError, match="newer Rotonde"):
        migrate(notes, [NOTES])


def test_a_script_that_fails_changes_nothing(notes: Database) -> None:
    write(notes, 1)
    with pytest.raises(StorageError):
        migrate(notes, [NOTES, SIGNED + "CREATE TABLE notes (id INTEGER);"])
    assert notes.rows("SELECT * FROM notes") == [(1, "", 0.5, b"\x00\xff")]
    assert notes.rows("SELECT version FROM schema") == [(1,)]


def _migrate_in_another_process(address: str, start: "multiprocessing.synchronize.Barrier") -> None:  # pyright: ignore[reportAttributeAccessIssue]
    database = open_database(address)
    start.wait()
    migrate(database, [NOTES, SIGNED])
    database.close()


def test_several_processes_that_start_at_once_migrate_once(database_address: str) -> None:
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(3)
    processes = [
        context.Process(target=_migrate_in_another_process, args=(database_address, start)) for _ in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    database = open_database(database_address)
    assert database.rows("SELECT version FROM schema ORDER BY version") == [(1,), (2,)]
    database.close()


# ---- When there is none ----


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PostgreSQL, "PATIENCE", 0.5)


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(
        "no database at all, but a text that is long enough to be looked at\n" * 20
    )
    with pytest.raises(StorageError, match=r"notes\.txt"):
        open_database(tmp_path / "notes.txt")


def test_a_file_that_somebody_holds_locked_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SQLite, "PATIENCE", 0.05)
    database = open_database(tmp_path / "a.sqlite3")
    migrate(database, [NOTES])
    with sqlite3.connect(tmp_path / "a.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="locked"):
            write(database, 1)
        assert database.rows("SELECT id FROM notes") == []  # reading goes on
        other.execute("ROLLBACK")
    write(database, 1)
    database.close()


@pytest.mark.usefixtures("impatient")
def test_a_server_that_is_not_there_says_so_without_the_password(cluster: Cluster) -> None:
    nowhere = cluster.address().replace(str(cluster.port), "1")
    with pytest.raises(StorageError) as told:
        open_database(nowhere)
    assert "PostgreSQL" in str(told.value)
    assert PASSWORD not in repr(told.value)


@pytest.mark.usefixtures("impatient")
def test_a_wrong_password_is_not_told_either(cluster: Cluster) -> None:
    wrong = cluster.address().replace(PASSWORD, PASSWORD + "-wrong")
    with pytest.raises(StorageError) as told:
        open_database(wrong)
    assert PASSWORD not in repr(told.value)


def test_a_server_that_goes_away_and_comes_back(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PostgreSQL, "PATIENCE", 1)
    database = open_database(cluster.new_database())
    migrate(database, [NOTES])
    write(database, 1)
    cluster.stop()
    try:
        for _ in range(2):
            with pytest.raises(StorageError) as told:
                write(database, 2)
            assert PASSWORD not in repr(told.value)
            with pytest.raises(StorageError):
                database.rows("SELECT id FROM notes")
    finally:
        cluster.start()
    # A connection that was in the pool when the server went may be found broken once.
    for _ in range(20):
        try:
            write(database, 3)
            break
        except StorageError:
            continue
    assert database.rows("SELECT id FROM notes ORDER BY id") == [(1,), (3,)]
    database.close()
