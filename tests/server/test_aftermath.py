"""What follows from a game: its result is kept once, and whoever is away is told that it is their turn."""

import random
from pathlib import Path

import pytest

import rotonde
from rotonde import games
from rotonde.kernel.moves import pack
from rotonde.server.aftermath import Aftermath
from rotonde.server.clock import DAY, Clock
from rotonde.server.notify import Notifier, NotifySettings
from rotonde.server.people import People
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import LiveTable
from rotonde.server.tables import Tables
from tests.web.tram.rules import Verb

DAYS = Clock("days", 3 * DAY, 0, "bot")


class Told:
    """In the place of a notifier: who was called, and who no longer."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.questions: list[tuple[str, str]] = []

    def your_turn(self, person: str, table_id: str, game_title: object, url_path: str) -> None:
        assert url_path == f"/t/{table_id}"
        self.called.add(person)

    def asked(self, person: str, table_id: str, game_title: object, url_path: str, name: str) -> None:
        assert url_path == f"/t/{table_id}"
        self.questions.append((person, name))

    def no_longer(self, person: str, table_id: str) -> None:
        self.called.discard(person)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / "rotonde.sqlite3")


def two_people(storage: Storage, game: str, clock: Clock = DAYS) -> tuple[LiveTable, list[str]]:
    people = [People(storage.database).come()[0].id for _ in range(2)]
    live = Tables(storage).create(game, {}, [Seat("Léa"), Seat("", open=True)], "fr", people[0], clock=clock)
    live.sit(1, people[1], "Hugo")
    return live, people


@pytest.mark.parametrize("game", games.PLAYABLE)
def test_the_result_is_kept_once(storage: Storage, game: str) -> None:
    live, people = two_people(storage, game)
    aftermath = Aftermath(storage, Notifier(storage.database, NotifySettings()))
    aftermath.settle(live)
    assert storage.database.rows("SELECT * FROM results") == []
    rng = random.Random(4)
    while not live.over:
        live.play(live.number, live.actor, rng.choice(live.table.moves()))
    for _ in range(2):
        aftermath.settle(live)
    kept = storage.database.rows("SELECT seat, person, won, score FROM results ORDER BY seat")
    assert [(seat, person) for seat, person, _, _ in kept] == list(enumerate(people))
    assert [score for *_, score in kept] == live.table.scores()
    winners = live.table.winners()
    drawn = len(winners) == 2 and not live.game.info.cooperative
    assert [bool(won) for _, _, won, _ in kept] == [seat in winners and not drawn for seat in (0, 1)]


def test_whoever_leaves_has_lost(storage: Storage) -> None:
    live, people = two_people(storage, next(iter(games.PLAYABLE)))
    live.resign(live.number, 0)
    Aftermath(storage, Notifier(storage.database, NotifySettings())).settle(live)
    kept = storage.database.rows("SELECT person, place, won, gone FROM results ORDER BY seat")
    assert kept == [(people[0], 2, 0, 1), (people[1], 1, 1, 0)]


def test_who_is_away_is_called_in_slow_games_only(storage: Storage) -> None:
    game = next(iter(games.PLAYABLE))
    live, people = two_people(storage, game)
    told = Told()
    aftermath = Aftermath(storage, told)  # type: ignore[arg-type]
    aftermath.call(live, frozenset())
    assert told.called == {people[live.actor]}
    first = live.actor
    while live.actor == first:
        live.play(live.number, first, live.table.moves()[0])
    aftermath.call(live, frozenset())
    assert told.called == {people[live.actor]}
    aftermath.call(live, frozenset({live.actor}))
    assert told.called == set(), "whoever looks need not be told"
    assert live.actor != rotonde.OVER
    fast, _ = two_people(storage, game, Clock("live", 600, 5, "lose"))
    aftermath.call(fast, frozenset())
    assert told.called == set()


def test_who_is_away_is_told_of_a_question(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it is not their turn: nothing could be taken back before they answer."""
    monkeypatch.setitem(games.PLAYABLE, "tram", "tests.web.tram")
    live, people = two_people(storage, "tram")
    told = Told()
    aftermath = Aftermath(storage, told)  # type: ignore[arg-type]
    live.play(live.number, 0, pack(Verb.WAIT))
    live.play(live.number, 1, pack(Verb.HUSH))
    assert live.actor == 1
    live.ask(live.number, 0)
    aftermath.call(live, frozenset({1}))
    assert told.questions == [], "whoever looks need not be told"
    aftermath.call(live, frozenset({0}))
    assert told.questions == [(people[1], "Léa")]
    live.answer(live.number, 1, agrees=False)
    live.ask(live.number, 1)
    aftermath.call(live, frozenset())
    assert told.questions[1:] == [(people[0], "Hugo")]
    assert told.called == {people[1]}
    live.answer(live.number, 0, agrees=False)
    aftermath.call(live, frozenset())
    assert len(told.questions) == 2
