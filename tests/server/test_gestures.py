"""Several moves in one go, and what a seat says beforehand, with a toy game."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import rotonde
from rotonde import games
from rotonde.kernel.handle import Seen
from rotonde.kernel.moves import pack
from rotonde.kernel.telling import Order
from rotonde.server.bots import Bots
from rotonde.server.house import QUICKER, House, Settings
from rotonde.server.people import People
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import LiveTable, NotNow, NotYours, Stale
from rotonde.server.tables import Tables
from tests.server import fake_players
from tests.web.tram.rules import Verb

TWO = (Seat("Léa"), Seat("Hugo"))
WAIT, HONK, HUSH = pack(Verb.WAIT), pack(Verb.HONK), pack(Verb.HUSH)


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PLAYABLE, "tram", "tests.web.tram")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rotonde.sqlite3"


@pytest.fixture
def live(path: Path) -> LiveTable:
    return lay(Tables(Storage(path)))


def lay(tables: Tables, seats: tuple[Seat, ...] = TWO) -> LiveTable:
    return tables.create("tram", {}, seats, "fr", People(tables.storage.database).come()[0].id)


def walk(*stops: int) -> list[int]:
    return [pack(Verb.WALK, stop) for stop in stops]


def place(live: LiveTable, seat: int = 0) -> int:
    return int(live.table.state.place[seat])


# ---- several moves in one go ----


def test_all_moves_of_a_gesture_are_ordinary_entries(live: LiveTable, path: Path) -> None:
    live.play(live.number, 0, *walk(1, 2, 3))
    assert [event.move for event in live.events] == walk(1, 2, 3)
    assert [event.number for event in live.events] == [1, 2, 3]
    again = Tables(Storage(path)).open(live.id)
    assert again.events == live.events
    assert place(again) == 3
    assert live.undoable(0) == 3
    live.undo(live.number, 0)
    assert place(live) == 2


def test_a_gesture_stops_before_what_is_not_legal_any_more(live: LiveTable) -> None:
    live.play(live.number, 0, *walk(1, 2, 4, 3))
    assert place(live) == 2
    assert live.number == 2


def test_a_gesture_stops_when_somebody_else_acts(live: LiveTable) -> None:
    live.play(live.number, 0, WAIT, HUSH, *walk(1))
    assert live.actor == 1
    assert live.number == 1


def test_a_gesture_stops_when_chance_showed_something(live: LiveTable) -> None:
    while place(live) < 6:
        if live.actor == 1:
            live.play(live.number, 1, HUSH if live.table.moves() == [HUSH, HONK] else WAIT)
        elif live.table.moves() == [HUSH, HONK] or live.table.state.steps == 0:
            live.play(live.number, 0, live.table.moves()[0])
        else:
            live.play(live.number, 0, *walk(place(live) + 1))
    assert live.table.state.steps >= 2
    live.play(live.number, 0, *walk(7, 8))
    assert place(live) == 7
    assert live.events[-1].actor == rotonde.CHANCE
    assert live.record().moves[-1][0] == rotonde.CHANCE


def test_a_gesture_that_cannot_begin_changes_nothing(live: LiveTable) -> None:
    with pytest.raises(rotonde.IllegalMove):
        live.play(live.number, 0, *walk(5, 1))
    with pytest.raises(NotYours):
        live.play(live.number, 1, *walk(1, 2))
    with pytest.raises(Stale):
        live.play(live.number + 1, 0, *walk(1, 2))
    assert live.number == 0


def test_a_gesture_is_kept_whole_or_not_at_all(live: LiveTable, path: Path) -> None:
    """Another process wrote in between: nothing of the gesture is there."""
    other = Tables(Storage(path)).open(live.id)
    number = live.number
    live.play(number, 0, *walk(1))
    with pytest.raises(Stale):
        other.play(number, 0, *walk(1, 2, 3))
    assert other.events == live.events


def test_a_gesture_is_taken_back_whole(live: LiveTable, path: Path) -> None:
    live.play(live.number, 0, *walk(1, 2, 3))
    for wrong in (0, 4, -1):
        with pytest.raises(NotNow):
            live.undo(live.number, 0, wrong)
    live.undo(live.number, 0, 3)
    assert place(live) == 0
    assert live.events == []
    assert place(Tables(Storage(path)).open(live.id)) == 0


# ---- orders ----


def test_orders_survive_a_restart(live: LiveTable, path: Path) -> None:
    live.set_order(1, "hush", True)
    assert Tables(Storage(path)).open(live.id).orders(1) == {"hush"}
    live.set_order(1, "hush", False)
    assert Tables(Storage(path)).open(live.id).orders(1) == set()


def test_only_what_is_offered_can_be_ordered(live: LiveTable) -> None:
    for order in ("hush-7", "nothing", ""):
        with pytest.raises(NotNow):
            live.set_order(1, order, True)
    with pytest.raises(NotNow):
        live.set_order(rotonde.PUBLIC, "hush", True)
    assert live.orders(1) == set()


def test_a_usual_order_stands_until_it_is_taken_back(
    live: LiveTable, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def usual(seen: Seen, lang: str) -> list[Order]:
        return [Order("hush", "", usual=True), Order("loud", "")]

    monkeypatch.setattr(live.game.gestures, "orders", usual)
    assert live.orders(1) == {"hush"}
    live.play(live.number, 0, WAIT)
    assert live.actor == 1
    assert live.obeyed() == HUSH
    live.set_order(1, "hush", False)
    live.set_order(1, "loud", True)
    assert Tables(Storage(path)).open(live.id).orders(1) == {"loud"}
    live.set_order(1, "hush", True)
    assert live.orders(1) == {"hush", "loud"}
    live.play(live.number, 1, HUSH)
    live.undo(live.number, 1)
    assert live.orders(1) == set(), "whoever takes back wants to be asked"


def test_a_bot_is_offered_no_orders(path: Path) -> None:
    live = lay(Tables(Storage(path)), (Seat("Léa"), Seat("Pacific 231", "driver")))
    assert live.offered_orders(0, "fr")
    assert not live.offered_orders(1, "fr")


def test_an_order_is_dropped_when_it_is_offered_no_longer(live: LiveTable, path: Path) -> None:
    live.set_order(1, "hush-0", True)
    live.set_order(1, "hush", True)
    for seat in (0, 1):
        live.play(live.number, seat, WAIT)
        assert live.orders(1) == {"hush-0", "hush"}
        live.play(live.number, 1 - seat, HUSH)
    assert live.table.state.round == 1
    assert live.orders(1) == {"hush"}
    assert Tables(Storage(path)).open(live.id).orders(1) == {"hush"}


def test_obeying_needs_the_seat_to_act(live: LiveTable) -> None:
    live.set_order(1, "hush", True)
    assert live.obeyed() is None
    live.play(live.number, 0, WAIT)
    assert live.obeyed() == HUSH
    assert live.guest(live.row.owner).next_person(live) is None
    live.set_order(1, "hush", False)
    assert live.obeyed() is None
    assert live.guest(live.row.owner).next_person(live) == 1


def test_whoever_takes_a_move_back_is_asked_again(live: LiveTable) -> None:
    live.set_order(1, "hush", True)
    live.play(live.number, 0, WAIT)
    live.play(live.number, 1, HUSH)
    live.undo(live.number, 1)
    assert live.actor == 1
    assert live.obeyed() is None


def in_a_house(path: Path, do: Callable[[House, LiveTable], None], pause: float = 0) -> LiveTable:
    """What a house makes of a table after something was done there, once nobody answers by itself any more."""

    async def main() -> LiveTable:
        bots = Bots(1, fake_players.quick, fake_players.no_need)
        house = House(Settings(path, bot_pause=pause, bots=bots))
        live = lay(house.tables)
        try:
            do(house, live)
            house.changed(live)
            while live.obeyed() is not None:
                await asyncio.sleep(0.01)
            return live
        finally:
            await house.close()

    return asyncio.run(main())


def test_the_house_obeys(tmp_path: Path) -> None:
    def do(house: House, live: LiveTable) -> None:
        live.set_order(1, "hush", True)
        live.play(live.number, 0, WAIT)

    live = in_a_house(tmp_path, do)
    assert [event.move for event in live.events] == [WAIT, HUSH]
    assert live.actor == 1


@pytest.mark.parametrize("line", ["", "Hugo goes on."])
def test_an_order_answers_no_faster_than_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    def do(house: House, live: LiveTable) -> None:
        live.set_order(1, "hush", True)
        live.play(live.number, 0, WAIT)
        monkeypatch.setattr(asyncio, "sleep", noted)
        monkeypatch.setattr(live.game.words, "told", lambda *_: line)

    live = in_a_house(tmp_path, do, pause=0.6)
    assert [event.move for event in live.events] == [WAIT, HUSH]
    # What needs no line of its own is seen in a moment.
    assert (0.6 if line else 0.6 / QUICKER) in pauses


def test_an_order_taken_back_in_time_is_not_obeyed(tmp_path: Path) -> None:
    def do(house: House, live: LiveTable) -> None:
        live.set_order(1, "hush", True)
        live.play(live.number, 0, WAIT)
        house.changed(live)  # the house has begun to obey
        live.set_order(1, "hush", False)

    live = in_a_house(tmp_path, do)
    assert [event.move for event in live.events] == [WAIT]


# ---- what somebody has not seen ----


def test_a_move_stands_when_nothing_that_matters_has_happened(live: LiveTable) -> None:
    """Hugo lets a bot play for him while Léa's finger is on its way."""
    number = live.number
    live.hand_over(1, "driver")
    live.come_back(1)
    live.play(number, 0, *walk(1))
    assert place(live) == 1
    with pytest.raises(Stale):
        live.play(number, 0, *walk(2))


def test_whoever_was_asked_something_answers_that_first(live: LiveTable) -> None:
    live.play(live.number, 0, WAIT)
    number = live.number
    live.ask(number, 0)
    with pytest.raises(Stale):
        live.play(number, 1, HUSH)
    live.answer(live.number, 1, agrees=False)
    live.play(live.number - 1, 1, HUSH)  # the question was seen, and is answered
    with pytest.raises(Stale):
        live.answer(number, 1, agrees=True)


def test_what_an_order_did_is_taken_back_along_with_the_move_before(live: LiveTable) -> None:
    live.play(live.number, 0, *walk(1))
    seen = live.number
    live.play(live.number, 0, *walk(2), ordered=True)
    live.play(live.number, 0, *walk(3), ordered=True)
    live.undo(seen, 0)
    assert place(live) == 0
    with pytest.raises(Stale):
        live.undo(seen, 0)


def test_what_somebody_did_without_seeing_it_is_not_taken_back(live: LiveTable) -> None:
    live.play(live.number, 0, *walk(1))
    seen = live.number
    live.play(live.number, 0, *walk(2))
    with pytest.raises(Stale):
        live.undo(seen, 0)


def test_whoever_leaves_does_so_wherever_the_game_stands(live: LiveTable) -> None:
    number = live.number
    live.play(number, 0, WAIT)
    live.resign(number, 0)
    assert live.over


# ---- asking ----


def test_whether_something_secret_was_shown_is_known_without_looking_back(tmp_path: Path) -> None:
    """What was seen to happen is remembered; a table that was read anew finds out the same."""
    storage = Storage(tmp_path / "rotonde.sqlite3")
    person = People(storage.database).come()[0].id
    for game in games.PLAYABLE:
        live = Tables(storage).create(game, {}, TWO, "fr", person)
        other = Tables(storage).open(live.id)
        rng = random.Random(3)
        for _ in range(25):
            if live.over:
                break
            live.play(live.number, live.actor, rng.choice(live.table.moves()))
            other.refresh()
            anew = Tables(storage).open(live.id)
            found = [[one.askable(seat) for seat in (0, 1)] for one in (live, other, anew)]
            assert found[0] == found[1] == found[2]
