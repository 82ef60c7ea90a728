"""Several servers on one database, of either kind, and files of older versions."""

import json
import random
import threading
from pathlib import Path

import pytest

import rotonde
from rotonde import games
from rotonde.server.database import Conflict, migrate, open_database
from rotonde.server.people import People
from rotonde.server.schema import MIGRATIONS, ORDERS, TABLES
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import NotNow, NotYours, Stale
from rotonde.server.tables import Tables

GAME = next(iter(games.PLAYABLE))


def test_two_servers_never_fork_a_game(database_address: str) -> None:
    """Both play whatever they think is legal, as fast as they can: what was acknowledged is there, once, in order."""
    servers = [Tables(Storage(open_database(database_address))) for _ in range(2)]
    person = People(servers[0].storage.database).come()[0].id
    table_id = servers[0].create(GAME, {}, [Seat("Léa"), Seat("Hugo")], "fr", person).id
    acknowledged: list[list[tuple[int, int]]] = [[], []]

    def play(me: int) -> None:
        rng = random.Random(me)
        live = servers[me].open(table_id)
        for _ in range(60):
            live.refresh()
            if live.over:
                return
            number, seat, move = live.number, live.actor, rng.choice(live.table.moves())
            try:
                live.play(number, seat, move)
            except (Stale, NotYours, NotNow):
                continue
            acknowledged[me].append((number + 1, move))

    threads = [threading.Thread(target=play, args=(me,)) for me in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    fresh = Tables(Storage(open_database(database_address))).open(table_id)
    kept = {entry.number: entry.move for entry in fresh.events}
    assert sorted(kept) == list(range(1, fresh.number + 1))
    assert acknowledged[0]
    assert acknowledged[1]
    for number, move in acknowledged[0] + acknowledged[1]:
        assert kept[number] == move
    assert not {number for number, _ in acknowledged[0]} & {number for number, _ in acknowledged[1]}
    for server in servers:
        live = server.open(table_id)
        assert live.table.state == fresh.table.state


def test_one_server_computes_each_move_of_a_bot(database_address: str) -> None:
    storages = [Storage(open_database(database_address)) for _ in range(2)]
    tables = Tables(storages[0])
    person = People(storages[0].database).come()[0].id
    table_id = tables.create(GAME, {}, [Seat("Léa"), Seat("Bot", "driver")], "fr", person).id
    assert storages[0].claim(table_id, 5, "one", now=100, until=160)
    assert not storages[1].claim(table_id, 5, "two", now=150, until=210)
    assert storages[0].claim(table_id, 5, "one", now=150, until=210), "it goes on thinking"
    assert storages[1].claim(table_id, 5, "two", now=211, until=270), "the first one is gone"
    assert storages[0].claim(table_id, 6, "one", now=212, until=270)


def test_only_one_person_gets_the_last_seat(database_address: str) -> None:
    servers = [Tables(Storage(open_database(database_address))) for _ in range(2)]
    people = [People(servers[0].storage.database).come()[0].id for _ in range(3)]
    table_id = servers[0].create(GAME, {}, [Seat("Léa"), Seat("", open=True)], "fr", people[0]).id
    lives = [server.open(table_id) for server in servers]
    lives[0].sit(1, people[1], "Hugo")
    with pytest.raises(NotNow):
        lives[1].sit(1, people[2], "Zoé")
    assert lives[1].seats[1].name == "Hugo"
    assert servers[1].storage.holders(table_id) == {0: [people[0]], 1: [people[1]]}
    assert lives[1].started


def test_tables_of_an_older_version_are_still_held_by_their_owner(tmp_path: Path) -> None:
    """From the time when a browser had a secret for each table that it laid."""
    path = tmp_path / "rotonde.sqlite3"
    database = open_database(path)
    migrate(database, (TABLES, ORDERS))
    seats = [{"name": "Léa", "bot": None}, {"name": "Pacific 231", "bot": "driver"}]
    with database.writing() as db:
        db.run(
            "INSERT INTO tables (id, game, rules_version, options, seats, lang, key, owner, look, looks, created)"
            " VALUES ('old', ?, ?, ?, ?, 'fr', ?, 'hash of a secret', 0, 3, 12.5)",
            GAME,
            rotonde.game(GAME, engine="python").rules_version,
            "{}",
            json.dumps(seats),
            "00" * 32,
        )
    database.close()
    live = Tables(Storage(path)).open("old")
    guest = live.guest("hash of a secret")
    assert guest.held == (0,)
    assert [seat.name for seat in live.seats] == ["Léa", "Pacific 231"]
    assert [one.id for one in Storage(path).tables_of("hash of a secret")] == ["old"]


def test_every_step_of_the_schema_is_taken_once(database_address: str) -> None:
    for _ in range(2):
        storage = Storage(open_database(database_address))
        assert storage.database.rows("SELECT max(version) FROM schema") == [(len(MIGRATIONS),)]
        storage.close()
    with pytest.raises(Conflict), open_database(database_address).writing() as db:
        db.run("INSERT INTO schema VALUES (1)")
