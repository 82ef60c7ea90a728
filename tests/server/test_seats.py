"""Who sits at a table: taking seats, giving them back, bots for people, consent, clocks; on both databases."""

import time
from collections.abc import Iterator

import pytest

from rotonde import games
from rotonde.server import table as table_module
from rotonde.server.clock import DAY, GRACE, HEAD_START, NO_CLOCK, Clock
from rotonde.server.database import open_database
from rotonde.server.names import BOT_NAMES, told_apart
from rotonde.server.people import People, hashed
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import GATHERING, LiveTable, NotNow, NotYours, Stale
from rotonde.server.tables import Tables

GAME = next(iter(games.PLAYABLE))
LEA = Seat("Léa")
OPEN = Seat("", open=True)
INVITED = Seat("Mina", open=True, invite=hashed("nobody knows this"))
DRIVER = Seat("Pacific 231", "driver")


@pytest.fixture
def tables(database_address: str) -> Iterator[Tables]:
    tables = Tables(Storage(open_database(database_address)))
    yield tables
    tables.storage.close()


def somebody(tables: Tables) -> str:
    return People(tables.storage.database).come()[0].id


def lay(tables: Tables, *seats: Seat, clock: Clock | None = None, listed: bool = False) -> LiveTable:
    more = {"clock": clock} if clock else {}
    return tables.create(GAME, {}, seats, "fr", somebody(tables), listed=listed, **more)


def another_process(tables: Tables, live: LiveTable) -> LiveTable:
    """The same table, read from its log alone."""
    return Tables(tables.storage).open(live.id)


def same(one: LiveTable, other: LiveTable) -> bool:
    return (
        (one.number, one.seats, one.actor, one.gone, one.late)
        == (other.number, other.seats, other.actor, other.gone, other.late)
        and one.table.state == other.table.state
        and one.deadline == other.deadline
    )


def play(live: LiveTable) -> None:
    live.play(live.number, live.actor, live.table.moves()[0], bot=live.seats[live.actor].bot)


class Watch:
    """A clock on the wall that a test may turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.time()
        monkeypatch.setattr(table_module.time, "time", lambda: self.now)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


# ---- sitting down ----


def test_nobody_acts_while_somebody_is_missing(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN, OPEN)
    assert live.actor == GATHERING
    assert live.events == []
    with pytest.raises(NotYours):
        live.play(live.number, 0, 0)
    hugo = somebody(tables)
    live.sit(1, hugo, "Hugo")
    assert live.actor == GATHERING
    assert live.guest(hugo).held == (1,)
    live.sit(2, somebody(tables), "Nour")
    assert live.actor >= 0
    assert live.names == ["Léa", "Hugo", "Nour"]
    assert same(live, another_process(tables, live))


def test_a_seat_is_taken_once(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN, OPEN)
    other = another_process(tables, live)
    live.sit(1, somebody(tables), "Hugo")
    late = somebody(tables)
    with pytest.raises(NotNow, match="taken"):
        other.sit(1, late, "Nour")
    for seat in (0, -1, 3):
        with pytest.raises(NotNow, match="taken"):
            live.sit(seat, late, "Nour")
    assert live.guest(late).held == ()


def test_an_invited_seat_asks_for_its_code(tables: Tables) -> None:
    live = lay(tables, LEA, INVITED)
    mina = somebody(tables)
    for wrong in ("", hashed("a guess")):
        with pytest.raises(NotNow, match="invited"):
            live.sit(1, mina, "Mina", wrong)
    live.invite(1, hashed("first"))
    live.invite(1, hashed("second"))
    assert same(live, another_process(tables, live))
    with pytest.raises(NotNow, match="invited"):
        live.sit(1, mina, "Mina", hashed("first"))
    live.sit(1, mina, "Mina", hashed("second"))
    assert live.guest(mina).held == (1,)
    with pytest.raises(NotNow):
        live.invite(1, hashed("third"))


def test_only_an_invited_seat_has_a_code(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN)
    for seat in (0, 1, 2, -1):
        with pytest.raises(NotNow):
            live.invite(seat, hashed("code"))


def test_a_seat_given_back_is_free_again(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN, OPEN)
    hugo = somebody(tables)
    live.sit(1, hugo, "Hugo")
    live.rise(1)
    assert live.open_seats == [1, 2]
    assert live.guest(hugo).held == ()
    live.sit(1, hugo, "Hugo")
    live.rise(0)
    assert live.open_seats == [0, 2], "also the seat of whoever laid the table"
    assert live.guest(live.row.owner).held == ()
    assert same(live, another_process(tables, live))
    for seat in (0, 2):
        live.sit(seat, somebody(tables), f"N{seat}")
    assert live.actor >= 0


def test_nobody_rises_once_the_game_has_begun(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN)
    live.sit(1, somebody(tables), "Hugo")
    if not live.started:
        play(live)
    with pytest.raises(NotNow, match="started"):
        live.rise(1)


def test_bots_fill_the_open_seats(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN, INVITED)
    live.fill("apprentice")
    assert [seat.bot for seat in live.seats] == [None, "apprentice", "apprentice"]
    assert live.names == ["Léa", BOT_NAMES[1], BOT_NAMES[2]], (
        "a bot does not go by the name of who did not come"
    )
    assert live.actor >= 0
    with pytest.raises(NotNow):
        live.fill("apprentice")
    assert same(live, another_process(tables, live))


def test_the_lobby_shows_what_is_listed(tables: Tables) -> None:
    lay(tables, LEA, OPEN)
    free = lay(tables, LEA, OPEN, listed=True)
    running = lay(tables, LEA, LEA, listed=True)
    assert [one.id for one in tables.storage.lobby()] == [free.id, running.id]
    free.resign(free.number, 0)
    assert [one.id for one in tables.storage.lobby()] == [running.id]


def test_what_a_person_laid_is_counted(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN)
    storage, person = tables.storage, live.row.owner
    assert (storage.laid_by(person, 0), storage.unfinished_by(person)) == (1, 1)
    live.resign(live.number, 0)
    assert (storage.laid_by(person, 0), storage.unfinished_by(person)) == (1, 0)


# ---- a bot for a person ----


def test_a_bot_plays_until_its_person_comes_back(tables: Tables) -> None:
    live = lay(tables, LEA, DRIVER)
    live.hand_over(0, "driver")
    assert live.people == []
    assert live.guest(live.row.owner).held == (0,)
    assert not live.over
    with pytest.raises(NotNow):
        live.hand_over(0, "driver")
    live.come_back(0)
    assert live.people == [0]
    with pytest.raises(NotNow):
        live.come_back(0)
    assert same(live, another_process(tables, live))


def test_whoever_sits_there_moves_and_nobody_else(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN)
    live.sit(1, somebody(tables), "Hugo")
    seat, move = live.actor, live.table.moves()[0]
    live.hand_over(seat, "driver")
    thought_about = live.number
    with pytest.raises(NotYours):
        live.play(live.number, seat, move)
    live.come_back(seat)
    # Seats change without anything else being asked, so the bot's answer is not out of date: it is nobody's.
    with pytest.raises(NotYours):
        live.play(thought_about, seat, move, bot="driver")
    live.play(live.number, seat, move)


def test_nobody_hands_a_seat_over_before_the_game(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN)
    with pytest.raises(NotNow, match="seat"):
        live.hand_over(0, "driver")


def three_people(tables: Tables, clock: Clock = NO_CLOCK) -> LiveTable:
    live = lay(tables, LEA, OPEN, OPEN, clock=clock)
    for seat, name in ((1, "Hugo"), (2, "Nour")):
        live.sit(seat, somebody(tables), name)
    return live


def test_whoever_leaves_the_others_does_not_come_back(tables: Tables) -> None:
    live = three_people(tables)
    live.resign(live.number, 0)
    assert not live.over
    assert live.seats[0].bot
    with pytest.raises(NotNow):
        live.come_back(0)
    assert same(live, another_process(tables, live))


def test_the_last_who_stays_has_won(tables: Tables) -> None:
    live = three_people(tables)
    for leaves in (1, 0):
        assert (live.over, live.winners) == (False, [])
        live.resign(live.number, leaves)
    assert (live.over, live.resigned, live.winners) == (True, 0, [2])
    assert same(live, another_process(tables, live))


def test_whoever_left_wins_no_more(tables: Tables) -> None:
    """A bot goes on in that seat, and whatever it reaches, the best of those who stayed has won."""
    for leaves in range(3):
        live = three_people(tables)
        live.resign(live.number, leaves)
        while not live.over:
            play(live)
        ranks = live.table.ranks()
        assert live.winners and leaves not in live.winners
        best = max(ranks[seat] for seat in range(3) if seat != leaves)
        assert {ranks[seat] for seat in live.winners} == {best}


def test_nobody_wins_a_game_that_has_not_begun(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN)
    live.resign(live.number, 0)
    assert (live.over, live.winners) == (True, [])


def test_who_left_is_not_led_to_the_next_table(tables: Tables) -> None:
    live = lay(tables, LEA, OPEN, OPEN)
    hugo, nour = somebody(tables), somebody(tables)
    live.sit(1, hugo, "Hugo")
    live.sit(2, nour, "Nour")
    live.resign(live.number, 1)
    while not live.over:
        play(live)
    following = tables.again(live)
    assert following.names == ["Hugo", "Nour", "Léa"]
    assert [bool(seat.bot) for seat in following.seats] == [True, False, False]
    assert following.guest(hugo).held == ()
    assert following.guest(nour).held == (1,)
    assert following.guest(live.row.owner).held == (2,)


def test_people_of_one_screen_who_all_left_play_again_together(tables: Tables) -> None:
    live = lay(tables, LEA, Seat("Hugo"))
    live.resign(live.number, 0)
    assert live.over
    assert tables.again(live).guest(live.row.owner).held == (0, 1)


# ---- taking back with the others' consent ----


def two_people(tables: Tables, clock: Clock | None = None) -> LiveTable:
    live = lay(tables, LEA, OPEN, clock=clock)
    live.sit(1, somebody(tables), "Hugo")
    return live


def asks(live: LiveTable) -> int | None:
    """Play until somebody may ask for something; that seat."""
    for _ in range(40):
        for seat in live.people:
            if live.askable(seat) and not live.undoable(seat):
                live.ask(live.number, seat)
                return seat
        play(live)
    return None


def test_moves_are_taken_back_when_all_agree(tables: Tables) -> None:
    live = two_people(tables)
    seat = asks(live)
    if seat is None:
        pytest.skip("in this game every move shows something to somebody")
    assert live.asked is not None
    before = live.move_count
    with pytest.raises(NotNow, match="answer"):
        live.answer(live.number, seat, True)
    live.answer(live.number, 1 - seat, True)
    assert live.asked is None
    assert live.move_count < before
    assert live.actor == seat
    assert same(live, another_process(tables, live))


def test_one_who_refuses_is_enough(tables: Tables) -> None:
    live = two_people(tables)
    seat = asks(live)
    if seat is None:
        pytest.skip("in this game every move shows something to somebody")
    before = live.move_count
    live.answer(live.number, 1 - seat, False)
    assert live.asked is None
    assert live.move_count == before
    with pytest.raises(NotNow):
        live.answer(live.number, 1 - seat, True)


def test_an_answer_to_an_older_position_is_stale(tables: Tables) -> None:
    live = two_people(tables)
    seat = asks(live)
    if seat is None:
        pytest.skip("in this game every move shows something to somebody")
    with pytest.raises(Stale):
        live.answer(live.number - 1, 1 - seat, True)


# ---- clocks ----


@pytest.mark.parametrize("when_up", ["bot", "lose", "nothing"])
def test_what_happens_when_the_time_is_up(tables: Tables, watch: Watch, when_up: str) -> None:
    clock = Clock("days", DAY, when_up=when_up)  # type: ignore[arg-type]
    live = lay(tables, LEA, OPEN, OPEN, clock=clock)
    assert live.deadline is None
    watch.now += 10 * DAY
    live.sit(1, somebody(tables), "Hugo")
    live.sit(2, somebody(tables), "Nour")
    assert live.deadline == watch.now + DAY, "nobody's clock runs before the game begins"
    assert not live.time_out()
    late = live.actor
    watch.now += DAY + 1
    overdue = tables.storage.overdue(watch.now)
    assert live.time_out() is (when_up != "nothing")
    assert overdue == ([] if when_up == "nothing" else [live.id])
    assert not live.over
    if when_up == "nothing":
        assert live.actor == late
        return
    assert live.seats[late].bot
    if when_up == "lose":
        assert live.late == {late}
        with pytest.raises(NotNow):
            live.come_back(late)
    else:
        live.come_back(late)
        assert live.deadline == watch.now + DAY
    assert same(live, another_process(tables, live))


def runs_out(live: LiveTable, watch: Watch) -> int:
    """Whoever must act thinks too long."""
    late = live.actor
    watch.now += HEAD_START + 61
    assert live.time_out()
    return late


def test_of_two_people_the_one_in_time_has_won(tables: Tables, watch: Watch) -> None:
    live = two_people(tables, Clock("live", 60, 0, "lose"))
    late = runs_out(live, watch)
    assert (live.over, live.winners) == (True, [1 - late])


def test_who_comes_back_has_time_to_play(tables: Tables, watch: Watch) -> None:
    """Before the bot has moved, and after: what the bot took is not counted, and some time there always is."""
    live = two_people(tables, Clock("live", 60, 0, "bot"))
    late = runs_out(live, watch)
    watch.now += 100
    live.come_back(late)
    assert live.deadline == watch.now + GRACE
    watch.now += 10
    live.hand_over(late, "driver")
    watch.now += 500
    play(live)
    assert live.times.left(late) == pytest.approx(GRACE - 10)
    live.come_back(late)
    assert live.times.left(late) == pytest.approx(GRACE)
    assert same(live, another_process(tables, live))


def test_a_live_clock_runs_for_who_must_act(tables: Tables, watch: Watch) -> None:
    live = two_people(tables, Clock("live", 300, 10, "bot"))
    first = live.actor
    watch.now += HEAD_START + 100
    assert live.deadline == pytest.approx(watch.now + 200)
    while live.actor == first:
        play(live)
    assert live.times.left(first) == pytest.approx(200)
    assert live.deadline == pytest.approx(watch.now + HEAD_START + 300)


def test_a_live_clock_waits_a_minute_for_everybody(tables: Tables, watch: Watch) -> None:
    """After a game, the others have to find the next table."""
    live = two_people(tables, Clock("live", 300, 0, "bot"))
    first = live.actor
    watch.now += HEAD_START - 20
    while live.actor == first:
        play(live)
        watch.now += 5
    assert live.times.left(first) == pytest.approx(300)
    watch.now += HEAD_START - 5
    while live.actor != first:
        play(live)
    assert live.times.left(1 - first) == pytest.approx(300)
    assert live.deadline == pytest.approx(watch.now + 300), "only a first turn has a head start"
    assert same(live, another_process(tables, live))


def test_a_seat_given_back_stops_the_clock(
    tables: Tables, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.PLAYABLE, "tram", "tests.web.tram")  # nothing is dealt in it
    clock = Clock("live", 300, 0, "bot")
    live = tables.create("tram", {}, (LEA, OPEN), "fr", somebody(tables), clock=clock)
    live.sit(1, somebody(tables), "Hugo")
    assert live.actor >= 0
    live.rise(1)
    assert live.actor == GATHERING
    watch.now += 1000
    live.sit(1, somebody(tables), "Nour")
    assert live.deadline == pytest.approx(watch.now + HEAD_START + 300)


# ---- names ----


def test_two_people_of_one_name_are_told_apart() -> None:
    assert told_apart("Léa", ["Hugo"], 24) == "Léa"
    assert told_apart("léa", ["Léa"], 24) == "léa 2"
    assert told_apart("Léa", ["Léa", "LÉA 2"], 24) == "Léa 3"
    long = "x" * 24
    assert told_apart(long, [long], 24) == "x" * 22 + " 2"
