"""Tables over a real SQLite file, with every game there is."""

import random
import threading
from pathlib import Path
from typing import Any

import pytest

import rotonde
from rotonde import games
from rotonde.kernel.verify import verify
from rotonde.server.people import People
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import Guest, LiveTable, NotNow, NotYours, Stale
from rotonde.server.tables import Tables, UnknownTable

TWO = (Seat("Léa"), Seat("Hugo"))
ALONE = (Seat("Léa"), Seat("Pacific 231", "driver"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rotonde.sqlite3"


@pytest.fixture(params=list(games.PLAYABLE)[:2])  # a table is the same thing for all of them
def game(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def tables(path: Path) -> Tables:
    return Tables(Storage(path))


def somebody(tables: Tables) -> str:
    return People(tables.storage.database).come()[0].id


def lay(tables: Tables, game: str, seats: tuple[Seat, ...] = TWO) -> LiveTable:
    return tables.create(game, {}, seats, "fr", somebody(tables))


def owner(live: LiveTable) -> Guest:
    """Whoever laid the table, as a guest there."""
    return live.guest(live.row.owner)


def play_some(live: LiveTable, count: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        if not live.over:
            live.play(live.number, live.actor, rng.choice(live.table.moves()))


def play_to_the_end(live: LiveTable, seed: int = 1) -> None:
    play_some(live, 100_000, seed)
    assert live.over


def same(one: LiveTable, other: LiveTable) -> bool:
    return one.table.state == other.table.state and one.events == other.events and one.number == other.number


# ---- laying and moving ----


def test_a_new_table_waits_for_a_player(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    assert live.actor >= 0
    assert tables.open(live.id) is live
    assert len(live.id) >= 16


def test_there_is_no_other_table(tables: Tables) -> None:
    with pytest.raises(UnknownTable):
        tables.open("nothing")


def test_wrong_wishes_are_refused(tables: Tables, game: str) -> None:
    for wish in ("no-such-game", ""):
        with pytest.raises(rotonde.UnknownGame):
            lay(tables, wish)
    with pytest.raises(rotonde.BadOption):
        lay(tables, game, (Seat("Léa"),) * 9)
    with pytest.raises(rotonde.BadOption):
        tables.create(game, {"no such option": 1}, TWO, "fr", somebody(tables))


def test_whoever_lays_a_table_holds_the_seats_of_its_people(tables: Tables, game: str) -> None:
    live = lay(tables, game, ALONE)
    assert owner(live).held == (0,)
    assert live.guest(somebody(tables)).held == ()
    assert live.guest(None).viewpoint(live) == rotonde.PUBLIC


def test_a_refused_move_changes_nothing(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    number, events = live.number, list(live.events)
    legal = live.table.moves()[0]
    with pytest.raises(rotonde.IllegalMove):
        live.play(number, live.actor, 255)
    with pytest.raises(Stale):
        live.play(number - 1, live.actor, legal)
    with pytest.raises(Stale):
        live.play(number + 1, live.actor, legal)
    with pytest.raises(NotYours):
        live.play(number, 1 - live.actor, legal)
    with pytest.raises(NotYours):
        live.play(number, rotonde.PUBLIC, legal)
    assert (live.number, live.events) == (number, events)


def test_the_same_click_twice_plays_one_move(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    number, seat, move = live.number, live.actor, live.table.moves()[0]
    live.play(number, seat, move)
    played = live.move_count
    with pytest.raises(Stale):
        live.play(number, seat, move)
    assert live.move_count == played


# ---- nothing is lost ----


def test_a_table_is_the_same_after_a_restart(path: Path, game: str) -> None:
    live = lay(Tables(Storage(path)), game)
    for part in range(8):
        play_some(live, 5, seed=part)
        again = Tables(Storage(path)).open(live.id)
        assert same(live, again)
        assert again.story(rotonde.PUBLIC, "fr") == live.story(rotonde.PUBLIC, "fr")
        live = again


def test_loading_starts_from_the_last_position(
    path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = lay(Tables(Storage(path)), game)
    play_some(live, 60)
    played: list[int] = []
    play = rotonde.Table.play
    monkeypatch.setattr(rotonde.Table, "play", lambda self, move: (played.append(move), play(self, move)))
    assert same(live, Tables(Storage(path)).open(live.id))
    assert len(played) < 10 < live.move_count


def test_a_game_goes_on_under_newer_rules(path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    live = lay(Tables(Storage(path)), game)
    play_some(live, 12)
    while not live._storage.positions(live.id) or live._storage.positions(live.id)[0] != live.number:
        play_some(live, 1)
    monkeypatch.setattr(live.game, "rules_version", live.game.rules_version + 1)
    # Nothing of what was played before may be needed any more: under the new rules it may be illegal.
    play = rotonde.Table.play
    monkeypatch.setattr(rotonde.Table, "play", lambda self, move: pytest.fail("an old move was played again"))
    again = Tables(Storage(path)).open(live.id)
    assert again.table.state == live.table.state
    assert again.story(rotonde.PUBLIC, "fr") == []
    monkeypatch.setattr(rotonde.Table, "play", play)
    seat = again.actor
    play_some(again, 1)
    assert again.story(rotonde.PUBLIC, "fr")[0].entry.actor == seat


def test_two_processes_at_one_table(path: Path, game: str) -> None:
    """Two servers race for every move: each move is played once, and both end with the same table."""
    first = Tables(Storage(path))
    table_id = lay(first, game).id
    servers = [first.open(table_id), Tables(Storage(path)).open(table_id)]
    won = [0, 0]

    def race(me: int) -> None:
        rng = random.Random(me)
        live = servers[me]
        while live.number < 150 and not live.over:
            try:
                live.play(live.number, live.actor, rng.choice(live.table.moves()))
                won[me] += 1
            except (Stale, NotYours, rotonde.IllegalMove):
                live.refresh()

    threads = [threading.Thread(target=race, args=(me,)) for me in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for live in servers:
        live.refresh()
    assert same(*servers)
    assert same(servers[0], Tables(Storage(path)).open(table_id))
    assert sum(won) == sum(event.actor >= 0 for event in servers[0].events)


# ---- taking back ----


def test_a_move_is_taken_back(path: Path, game: str) -> None:
    live = lay(Tables(Storage(path)), game)
    rng = random.Random(5)
    taken_back = 0
    for _ in range(60):
        if live.over:
            break
        seat, before, events = live.actor, live.table.state.copy(), list(live.events)
        live.play(live.number, seat, rng.choice(live.table.moves()))
        if live.over:
            break
        if live.events[-1].actor == rotonde.CHANCE:
            with pytest.raises(NotNow):
                live.undo(live.number, seat)
            continue
        number = live.number
        with pytest.raises(NotNow):
            live.undo(number, 1 - seat)
        with pytest.raises(Stale):
            live.undo(number - 1, seat)
        live.undo(number, seat)
        taken_back += 1
        assert (live.table.state, live.events, live.actor) == (before, events, seat)
        assert live.number == number + 1, "what was taken back stays in the log"
        assert same(live, Tables(Storage(path)).open(live.id))
        live.play(live.number, seat, rng.choice(live.table.moves()))
        assert same(live, Tables(Storage(path)).open(live.id))
    assert taken_back


def test_what_was_revealed_cannot_be_taken_back(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    with pytest.raises(NotNow):
        live.undo(live.number, live.actor)  # only chance has moved
    seat = live.actor
    while not live.over and (live.undoable(seat) == 0 or live.actor == seat):
        seat = live.actor
        live.play(live.number, seat, live.table.moves()[0])
    if not live.over:  # somebody else's turn began without a draw; their move ends what could be taken back
        live.play(live.number, live.actor, live.table.moves()[0])
    with pytest.raises(NotNow):
        live.undo(live.number, seat)


def test_taking_back_changes_no_draw(path: Path, game: str) -> None:
    """Who takes a move back and makes it again gets the same cards: the record proves it."""
    live = lay(Tables(Storage(path)), game)
    rng = random.Random(8)
    while not live.over:
        seat = live.actor
        live.play(live.number, seat, rng.choice(live.table.moves()))
        if live.undoable(seat) and rng.random() < 0.3:
            live.undo(live.number, seat)
    assert verify(live.game, live.record()).state == live.table.state


# ---- several people at one screen ----


def hands(live: LiveTable) -> tuple[int | None, int | None]:
    """Who is before the screen, and to whom it must be handed."""
    return owner(live).looking(live), owner(live).next_person(live)


def test_the_device_is_handed_over(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    first = live.actor
    assert hands(live) == (None, first)
    with pytest.raises(NotNow):
        live.look(owner(live), 1 - first)
    live.look(owner(live), first)
    assert hands(live) == (first, None)
    while live.actor == first:
        live.play(live.number, first, live.table.moves()[0])
    assert hands(live) == (first, 1 - first)
    assert owner(live).takes_back(live) == first
    assert owner(live).viewpoint(live) == rotonde.PUBLIC
    live.look(owner(live), 1 - first)
    assert hands(live) == (1 - first, None)
    with pytest.raises(NotYours):
        live.look(owner(live), 7)
    with pytest.raises(NotYours):
        live.look(live.guest(somebody(tables)), live.actor)


@pytest.mark.parametrize("game", [game for game in games.PLAYABLE if rotonde.game(game, "python").is_open])
def test_where_nothing_is_hidden_nothing_is_covered(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    rng = random.Random(2)
    turns = {live.actor}
    for _ in range(200):
        if live.over:
            break
        seat = live.actor
        assert hands(live) == (seat, None)
        assert owner(live).viewpoint(live) == seat
        live.play(live.number, seat, rng.choice(live.table.moves()))
        turns.add(live.actor)
        if live.undoable(seat):
            assert owner(live).takes_back(live) == seat, "though the other is before the screen by now"
    assert turns >= {0, 1}


def test_one_person_alone_always_looks(tables: Tables, game: str) -> None:
    live = lay(tables, game, ALONE)
    assert hands(live) == (0, None)
    with pytest.raises(NotYours):
        live.look(owner(live), 1)


# ---- leaving ----


def test_who_leaves_alone_ends_the_game(path: Path, game: str) -> None:
    live = lay(Tables(Storage(path)), game, ALONE)
    live.resign(live.number, 0)
    assert (live.over, live.resigned, live.actor) == (True, 0, rotonde.OVER)
    for deed in (lambda: live.resign(live.number, 0), lambda: live.play(live.number, 0, 1)):
        with pytest.raises(NotNow):
            deed()
    again = Tables(Storage(path)).open(live.id)
    assert (again.over, again.resigned) == (True, 0)
    assert again.record().ended == "resigned 0"


def test_a_bot_goes_on_for_those_who_stay(path: Path, game: str) -> None:
    live = lay(Tables(Storage(path)), game, (*TWO, Seat("Nour")))
    live.look(owner(live), live.actor)
    left, stays = live.actor, (live.actor + 1) % 3
    with pytest.raises(NotYours):
        live.resign(live.number, rotonde.PUBLIC)
    live.resign(live.number, left)
    assert not live.over
    assert not live.seats[left].is_person
    assert live.seats[left].name == live.row.seats[left].name
    assert owner(live).looking(live) is None, "those who stay have not taken the device yet"
    again = Tables(Storage(path)).open(live.id)
    assert again.seats == live.seats
    live.resign(live.number, stays)
    assert live.over


# ---- afterwards ----


def test_a_finished_game_is_proved_by_its_record(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    shown_before = live.commitment
    play_to_the_end(live)
    text = live.record().text()
    record = rotonde.read_record(text)
    assert record.commitment == shown_before
    assert verify(live.game, record).scores() == live.table.scores()


def test_a_record_is_brought_back_to_be_replayed(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    play_to_the_end(live)
    brought = tables.import_record(live.record().text(), "en")
    assert brought.over
    assert brought.table.state == live.table.state
    assert brought.story(0, "fr")[-1].text == live.story(0, "fr")[-1].text
    with pytest.raises(NotNow):
        brought.play(brought.number, 0, 1)
    assert brought.record().text() == live.record().text()


def test_a_game_that_was_left_is_brought_back_as_such(tables: Tables, game: str) -> None:
    live = lay(tables, game, ALONE)
    live.resign(live.number, 0)
    assert tables.import_record(live.record().text(), "fr").resigned == 0


def test_a_damaged_record_says_where(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    play_to_the_end(live)
    lines = live.record().text().splitlines()
    moves = lines.index("moves:")
    drawn = (number for number in range(len(lines) - 1, moves, -1) if lines[number].startswith("* "))
    chance = next(number for number in drawn if lines[number] != lines[number - 1])
    damaged = {
        "no record at all": "hello",
        "cut before the moves": "\n".join(lines[:moves]),
        "a line twice": "\n".join([*lines[: moves + 2], *lines[moves + 1 :]]),
        "another draw": "\n".join([*lines[:chance], lines[chance - 1], *lines[chance + 1 :]]),
        "more names than players": "\n".join(lines).replace('["Léa", "Hugo"]', '["Léa", "Hugo", "Mina"]'),
    }
    for what, text in damaged.items():
        with pytest.raises(rotonde.BadRecord):
            tables.import_record(text, "fr")
            pytest.fail(what)


def test_again_with_seats_rotated(tables: Tables, game: str) -> None:
    live = lay(tables, game)
    with pytest.raises(NotNow):
        tables.again(live)
    play_to_the_end(live)
    following = tables.again(live)
    assert [seat.name for seat in following.row.seats] == ["Hugo", "Léa"]
    assert following.row.options == live.row.options
    assert following.row.owner == live.row.owner
    assert following.row.key != live.row.key
    assert tables.again(live) is following
    live.refresh()
    assert live.besides.next_table == following.id


# ---- the story ----


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_story_told_bit_by_bit_is_the_story_told_at_once(
    tables: Tables, path: Path, game: str, lang: str
) -> None:
    live = lay(tables, game)
    rng = random.Random(3)
    for _ in range(40):
        if live.over:
            break
        seat = live.actor
        live.play(live.number, seat, rng.choice(live.table.moves()))
        live.story(0, lang)
        if live.undoable(seat) and rng.random() < 0.4:
            live.undo(live.number, seat)
            live.story(0, lang)
    assert live.story(0, lang) == Tables(Storage(path)).open(live.id).story(0, lang)


def test_telling_a_long_story_tells_each_move_about_once(
    tables: Tables, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = lay(tables, game)
    told = 0
    tell = live.game.words.told

    def count(*args: Any) -> str:
        nonlocal told
        told += 1
        return tell(*args)

    monkeypatch.setattr(live.game.words, "told", count)
    rng = random.Random(2)
    while not live.over and live.move_count < 400:
        live.play(live.number, live.actor, rng.choice(live.table.moves()))
        live.story(rotonde.PUBLIC, "fr")
    assert told < 3 * live.move_count
