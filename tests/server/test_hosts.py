"""Who may begin with bots and invite, and what becomes of a table that everybody leaves before the game."""

from pathlib import Path

import pytest

from rotonde import games
from rotonde.server.people import People
from rotonde.server.storage import Seat, Storage
from rotonde.server.tables import Tables

OPEN = Seat("", open=True)


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(Storage(tmp_path / "rotonde.sqlite3"))


def somebody(tables: Tables) -> str:
    return People(tables.storage.database).come()[0].id


def test_whoever_laid_the_table_is_its_host_until_they_leave(tables: Tables) -> None:
    lea, hugo, nour = (somebody(tables) for _ in range(3))
    game = next(iter(games.PLAYABLE))
    live = tables.create(game, {}, [Seat("Léa"), OPEN, OPEN, OPEN], "fr", lea, listed=True)
    live.sit(2, nour, "Nour")
    live.sit(1, hugo, "Hugo")
    assert [live.hosts(person) for person in (lea, hugo, nour, None)] == [True, False, False, False]
    live.rise(0)
    assert [live.hosts(person) for person in (hugo, nour, None)] == [True, False, False]
    live.rise(1)
    assert live.hosts(nour)
    assert not live.over
    live.rise(2)
    assert live.over, "nobody is left"
    assert tables.storage.lobby() == []
