import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rotonde.server.database import Conflict, StorageError
from rotonde.server.people import People, merge
from rotonde.server.schema import MIGRATIONS
from rotonde.server.storage import Entry, Head, Look, Position, Seat, Storage, TableRow

HEAD = Head((Seat("Léa"), Seat("Pacific 231", "driver")), 0, 0, False, 12.5, None)


def row(table_id: str = "t1") -> TableRow:
    return TableRow(
        id=table_id,
        game="a-game",
        rules_version=3,
        options={"limit": 400, "map": "nord"},
        seats=(Seat("Léa"), Seat("Pacific 231", "driver")),
        lang="fr",
        key=bytes(range(32)),
        owner="hash",
        created=12.5,
    )


def entry(number: int, move: int = 7) -> Entry:
    return Entry(number, "move", 0, move, 1.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rotonde.sqlite3"


def test_a_table_is_read_back_as_it_was_written(path: Path) -> None:
    Storage(path).create(row(), [entry(1), entry(2, 2**52)], HEAD)
    again = Storage(path)
    assert again.table("t1") == row()
    assert again.entries("t1") == [entry(1), entry(2, 2**52)]
    assert again.entries("t1", after=1) == [entry(2, 2**52)]
    assert again.table("another") is None


def test_writes_go_through_to_the_disk(path: Path) -> None:
    storage = Storage(path)
    assert storage.database.rows("PRAGMA journal_mode") == [("wal",)]
    assert storage.database.rows("PRAGMA synchronous") == [(2,)]  # FULL


def test_of_two_writers_of_one_number_one_wins(path: Path) -> None:
    Storage(path).create(row(), [], HEAD)
    writers = [Storage(path), Storage(path)]
    start = threading.Barrier(2)
    won: list[list[bool]] = [[], []]

    def write(me: int) -> None:
        for number in range(1, 41):
            start.wait()
            won[me].append(writers[me].append("t1", [entry(number, me)], HEAD))

    threads = [threading.Thread(target=write, args=(me,)) for me in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(a != b for a, b in zip(*won, strict=True))
    assert [e.number for e in writers[0].entries("t1")] == list(range(1, 41))
    assert [bool(e.move) for e in writers[0].entries("t1")] == won[1]


def test_a_loser_writes_nothing_at_all(path: Path) -> None:
    storage = Storage(path)
    storage.create(row(), [entry(1), entry(2)], HEAD)
    assert not storage.append("t1", [entry(2), entry(3)], HEAD, Position(3, {"x": 1}))
    assert [e.number for e in storage.entries("t1")] == [1, 2]
    assert storage.positions("t1") == []
    assert storage.append("t1", [entry(3), entry(4)], HEAD, Position(4, {"x": [1, 2]}))
    assert storage.positions("t1") == [4]
    assert storage.position("t1", 4) == {"x": [1, 2]}


def test_who_looks_is_counted(path: Path) -> None:
    storage = Storage(path)
    storage.create(row(), [], HEAD)
    person = People(storage.database).come()[0].id
    assert storage.besides("t1").looks == {}
    storage.set_look("t1", person, 1)
    storage.set_look("t1", person, 1)
    assert storage.besides("t1").looks == {person: Look(1, 1)}


def test_one_table_follows_another_only_once(path: Path) -> None:
    storage = Storage(path)
    storage.create(row(), [], HEAD)
    assert storage.besides("t1").next_table is None
    assert storage.create_next("t1", row("t2"), [entry(1)], HEAD, {}) == "t2"
    assert storage.create_next("t1", row("t3"), [entry(1)], HEAD, {}) == "t2"
    assert storage.table("t3") is None
    assert storage.besides("t1").next_table == "t2"


def test_every_change_is_counted_in_the_tables_row(path: Path) -> None:
    storage = Storage(path)
    people = People(storage.database)
    one, other = people.come()[0].id, people.come()[0].id
    storage.create(row(), [entry(1), entry(2)], HEAD, {0: one})
    counted = [storage.counts("t1")]

    def changes(change: Callable[[], object], log: int, beside: int) -> None:
        change()
        counted.append(storage.counts("t1"))
        (entries, besides), (entries_before, besides_before) = counted[-1], counted[-2]
        assert (entries - entries_before, besides - besides_before) == (log, beside)

    assert counted == [(2, 0)]
    changes(lambda: storage.append("t1", [entry(3), entry(4)], HEAD), 2, 0)
    changes(lambda: storage.append("t1", [entry(4)], HEAD), 0, 0)
    changes(lambda: storage.append("t1", [entry(5)], HEAD, holder=(1, other)), 1, 1)
    changes(lambda: storage.add_holder("t1", 1, one), 0, 1)
    changes(lambda: storage.set_look("t1", one, 1), 0, 1)
    changes(lambda: storage.say("t1", one, 0, "Zoé", "Bonjour", 1.0), 0, 1)
    changes(lambda: storage.set_orders("t1", 0, ["pass"]), 0, 1)
    changes(lambda: storage.create_next("t1", row("t2"), [entry(1)], HEAD, {}), 0, 1)

    def become_one() -> None:
        with storage.database.writing() as db:
            merge(db, other, into=one)

    changes(become_one, 0, 1)
    assert storage.besides("t1").held == {one: (0, 1)}


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    storage = Storage(path)
    with storage.database.writing() as db:
        db.run("INSERT INTO schema VALUES (?)", len(MIGRATIONS) + 1)
    storage.close()
    with pytest.raises(StorageError, match="newer"):
        Storage(path)


def test_a_file_that_is_no_database_says_so(path: Path) -> None:
    path.write_text("these are no tables, " * 1000)
    with pytest.raises(StorageError, match=r"rotonde\.sqlite3"):
        Storage(path)


def test_the_schema_refuses_wrong_kinds_of_values(path: Path) -> None:
    storage = Storage(path)
    storage.create(row(), [], HEAD)
    with pytest.raises(Conflict), storage.database.writing() as db:
        db.run("INSERT INTO log VALUES ('t1', 'one', 'move', 0, 0, 0.0, '')")
