"""A copy holds everything, is of one moment, and becomes a database of either kind."""

import gzip
import json
import random
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rotonde import cli, games
from rotonde.server import backup
from rotonde.server.backup import BadBackup
from rotonde.server.database import Database, Row, migrate, open_database
from rotonde.server.people import People
from rotonde.server.schema import MIGRATIONS
from rotonde.server.storage import Seat, Storage
from rotonde.server.tables import Tables
from tests.postgresql import PASSWORD, Cluster

GAME = next(iter(games.PLAYABLE))

Empty = Callable[[str], str]


@pytest.fixture
def empty(tmp_path: Path, request: pytest.FixtureRequest) -> Empty:
    """The address of an empty database of a kind."""
    count = iter(range(10))

    def empty(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"{next(count)}.sqlite3")
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.new_database()

    return empty


def play(database: Database) -> str:
    """Two people play some moves at a new table."""
    tables = Tables(Storage(database))
    person, _ = People(database).come()
    live = tables.create(GAME, {}, (Seat("Zoé – « 50 % ? »"), Seat("Hugo")), "fr", person.id)
    rng = random.Random(1)
    for _ in range(12):
        live.play(live.number, live.actor, rng.choice(live.table.moves()))
    return live.id


def everything(database: Database) -> dict[str, list[Row]]:
    return {
        name: sorted(database.rows(f"SELECT * FROM {name}"), key=repr)
        for name in ("schema", *backup.table_names())
    }


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_there_and_back(database: Database, target: str, empty: Empty, tmp_path: Path) -> None:
    table_id = play(database)
    kept = backup.backup(database, tmp_path / "copy")
    other = open_database(empty(target))
    assert backup.restore(other, tmp_path / "copy") == kept
    assert everything(other) == everything(database)
    assert kept.rows == sum(len(rows) for name, rows in everything(database).items() if name != "schema")
    live = Tables(Storage(other)).open(table_id)
    live.play(live.number, live.actor, live.table.moves()[0])  # and the game goes on
    other.close()


def test_no_table_is_forgotten(database: Database, tmp_path: Path) -> None:
    Storage(database)
    with backup._snapshot(database) as snapshot:
        assert snapshot.names() - {"schema"} == set(backup.table_names())


def test_bytes_numbers_and_nothing(
    database: Database, empty: Empty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MIGRATIONS", ["CREATE TABLE odd (a INTEGER, b REAL, c BLOB, d TEXT) STRICT"])
    migrate(database, backup.MIGRATIONS)
    rows = [
        (2**53, 0.1 + 0.2, bytes(range(256)), 'a\n"é\u2028\\'),
        (None, None, None, None),
        (-1, 1e300, b"", ""),
    ]
    with database.writing() as db:
        # More than are held in memory at once.
        db.run_many("INSERT INTO odd VALUES (?, ?, ?, ?)", rows * 1000)
    backup.backup(database, tmp_path / "copy")
    for kind in ("sqlite", "postgresql"):
        other = open_database(empty(kind))
        backup.restore(other, tmp_path / "copy")
        assert sorted(other.rows("SELECT * FROM odd"), key=repr) == sorted(rows * 1000, key=repr)
        other.close()


def test_a_copy_is_of_one_moment_while_others_write(
    database: Database, database_address: str, empty: Empty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = [
        "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE b (id INTEGER PRIMARY KEY) STRICT"
    ]
    monkeypatch.setattr(backup, "MIGRATIONS", scripts)
    migrate(database, scripts)
    stop, wrote = threading.Event(), threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with database.writing() as db:
                for table in ("b", "a"):
                    db.run(f"INSERT INTO {table} VALUES (?)", number)
            if number == 50:
                wrote.set()

    writer = threading.Thread(target=write)
    writer.start()
    wrote.wait(30)
    other = open_database(database_address)
    for count in range(5):
        backup.backup(other, tmp_path / f"copy{count}")
    stop.set()
    writer.join()
    other.close()
    counts = []
    for count in range(5):
        restored = open_database(empty("sqlite"))
        backup.restore(restored, tmp_path / f"copy{count}")
        a, b = (restored.rows(f"SELECT id FROM {table} ORDER BY id") for table in "ab")
        restored.close()
        assert a == b
        counts.append(len(a))
    assert counts == sorted(counts)
    assert counts[0] >= 50


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_an_older_copy_is_brought_up_to_date(target: str, empty: Empty, tmp_path: Path) -> None:
    old = open_database(tmp_path / "old.sqlite3")
    migrate(old, MIGRATIONS[:2])
    with old.writing() as db:
        db.run(
            "INSERT INTO tables (id, game, rules_version, options, seats, lang, key, owner, created)"
            " VALUES ('t', ?, 1, '{}', ?, 'fr', '', 'hash', 1.5)",
            GAME,
            json.dumps([{"name": "Léa", "bot": None}, {"name": "Hugo", "bot": None}]),
        )
    backup.backup(old, tmp_path / "copy")
    old.close()
    new = open_database(empty(target))
    backup.restore(new, tmp_path / "copy")
    assert new.rows("SELECT max(version) FROM schema") == [(len(MIGRATIONS),)]
    assert new.rows("SELECT id, owner FROM tables") == [("t", "hash")]
    assert len(new.rows("SELECT seat FROM holders")) == 2
    new.close()


# ---- What is refused ----


def test_a_database_that_is_not_empty_is_left_alone(database: Database, tmp_path: Path) -> None:
    play(database)
    backup.backup(database, tmp_path / "copy")
    before = everything(database)
    with pytest.raises(BadBackup, match="not empty"):
        backup.restore(database, tmp_path / "copy")
    assert everything(database) == before


def test_a_database_that_was_opened_once_is_still_empty(
    database: Database, empty: Empty, tmp_path: Path
) -> None:
    play(database)
    backup.backup(database, tmp_path / "copy")
    other = open_database(empty("sqlite"))
    Storage(other)
    backup.restore(other, tmp_path / "copy")
    assert everything(other) == everything(database)
    other.close()


def test_a_damaged_copy_changes_nothing(tmp_path: Path, empty: Empty) -> None:
    database = open_database(empty("sqlite"))
    play(database)
    backup.backup(database, tmp_path / "copy")
    database.close()
    whole = (tmp_path / "copy").read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    log = next(number for number, line in enumerate(lines) if b'"table":"log"' in line)
    wrong = {
        "cut short": whole[: len(whole) // 2],
        "no gzip": b"rotonde backup 1\n",
        "empty": b"",
        "another format": gzip.compress(b'{"format":"other","schema":1}\n'),
        "newer": gzip.compress(b'{"format":"rotonde backup 1","schema":999}\n'),
        "the last line missing": gzip.compress(b"".join(lines[:-1])),
        "a row missing": gzip.compress(b"".join(lines[: log + 1] + lines[log + 2 :])),
        "a value missing": gzip.compress(b"".join([*lines[: log + 1], b"[1]\n", *lines[log + 2 :]])),
        "no JSON": gzip.compress(b"".join([*lines[: log + 1], b"[1\n", *lines[log + 2 :]])),
        "a table of somebody else": gzip.compress(
            lines[0] + b'{"table":"x; DROP TABLE log","columns":["a"]}\n'
        ),
        "a line too many": gzip.compress(b"".join([*lines, lines[-1]])),
        "a column of somebody else": gzip.compress(lines[0] + b'{"table":"log","columns":["a) --"]}\n'),
    }
    # Behind the header of the file, where a moment stands that nobody reads.
    for place in range(32, len(whole), 61):
        damaged = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        wrong[f"byte {place} changed"] = damaged
    for how, content in wrong.items():
        (tmp_path / "wrong").write_bytes(content)
        target = open_database(tmp_path / f"{how}.sqlite3")
        with pytest.raises(BadBackup):
            backup.restore(target, tmp_path / "wrong")
        assert target.rows("SELECT name FROM sqlite_master") == [], how
        target.close()


def test_a_copy_that_fails_leaves_no_file(database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    with pytest.raises(BadBackup, match="nothing to copy"):
        backup.backup(database, folder / "copy")
    assert list(folder.iterdir()) == []
    Storage(database)
    backup.backup(database, folder / "copy")
    assert (folder / "copy").stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        backup.backup(database, folder / "copy")


# ---- The commands ----


def test_from_sqlite_to_postgresql_on_the_command_line(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    database = open_database(tmp_path / "data" / "rotonde.sqlite3")
    play(database)
    copy = str(tmp_path / "copy")
    assert cli.main(["backup", copy, "--data", str(tmp_path / "data")]) == 0
    assert cli.main(["backup", copy, "--data", str(tmp_path / "data")]) == 2
    monkeypatch.setenv("ROTONDE_DATABASE", cluster.new_database())
    assert cli.main(["restore", copy, "--data", str(tmp_path / "none")]) == 0
    assert cli.main(["restore", copy, "--data", str(tmp_path / "none"), "--lang", "fr"]) == 2
    assert cli.main(["restore", str(tmp_path / "nothing"), "--data", str(tmp_path / "none")]) == 2
    said = capsys.readouterr()
    assert "Everything is back" in said.out
    assert "n’est pas vide" in said.err
    assert PASSWORD not in said.out + said.err
    database.close()


def test_a_copy_of_a_file_in_use_by_another_program(tmp_path: Path) -> None:
    """A writer in the middle of a transaction holds nobody up."""
    database = open_database(tmp_path / "rotonde.sqlite3")
    play(database)
    writer = sqlite3.connect(tmp_path / "rotonde.sqlite3", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM log")
    kept = backup.backup(database, tmp_path / "copy")
    writer.execute("ROLLBACK")
    writer.close()
    assert kept.rows == sum(len(rows) for name, rows in everything(database).items() if name != "schema")
    database.close()
