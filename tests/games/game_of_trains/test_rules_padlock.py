"""Game of Trains, the padlock: P1 to P5."""

import pytest

import rotonde
from rotonde.games.game_of_trains.rules import TABLE, Verb
from tests.games.game_of_trains.laying import (
    ALL_ABILITIES,
    DRAW,
    HEAD,
    LEAPFROG,
    LEFT,
    MIDDLE,
    NEIGHBOURS,
    PADLOCK,
    PADLOCKS,
    RIGHT,
    TAIL,
    TRAINS,
    act,
    chance,
    discard,
    draw_and_place,
    lay,
    leap,
    left,
    locks,
    pile,
    place,
    protect,
    remove,
    right,
    row,
    slots_offered,
    swap,
    train,
)

all_counts = pytest.mark.parametrize("players", [2, 3, 4])
GUARDED = {(0, 0): 10, (0, 3): 26, (0, 6): 34}  # all three wagons of seat 0

# Every own action, and the places whose wagon it moves or replaces.
ACTIONS = [
    *((NEIGHBOURS, swap(slot), {slot, slot + 1}) for slot in range(6)),
    *((LEAPFROG, leap(slot), {slot, slot + 2}) for slot in range(5)),
    *((RIGHT, right(slot), {slot, slot + 1, slot + 2}) for slot in range(5)),
    *((LEFT, left(slot), {slot, slot - 1, slot - 2}) for slot in range(2, 7)),
]


@pytest.mark.rule("game-of-trains:P1")
@all_counts
def test_the_padlock_stays_under_its_wagon_out_of_play(players: int) -> None:
    table = act(lay(players=players, row=[PADLOCK, NEIGHBOURS]), protect(3))
    assert locks(table) == {3: PADLOCK}
    assert table.state.where[PADLOCK] == TABLE
    assert PADLOCK not in discard(table) | pile(table) | row(table)
    assert not [move for move in table.moves() if move & 255 == Verb.PROTECT], "nobody else can play it"


@pytest.mark.rule("game-of-trains:P1")
def test_a_padlock_is_not_shuffled_into_a_new_pile() -> None:
    table = act(lay(locks=GUARDED, pile=[]), DRAW)
    assert not pile(table) & set(GUARDED.values())
    assert locks(table) == {0: 10, 3: 26, 6: 34}


@pytest.mark.rule("game-of-trains:P2")
@all_counts
@pytest.mark.parametrize(("first", "second", "slot"), [(HEAD, 15, 0), (MIDDLE, 13, 3), (TAIL, 14, 6)])
def test_a_protected_wagon_is_not_removed_however_often(
    players: int, first: int, second: int, slot: int
) -> None:
    table = lay(players=players, row=[first], locks={(0, slot): 10})
    cards = iter((9, 12, 16, 83, 77, 84))
    for removal in (first, second):
        active = table.actor
        act(table, remove(slot))
        for _ in range(players - 1):
            chance(table, next(cards))
        assert train(table) == list(TRAINS[0]), "the wagon is still there"
        assert locks(table) == {slot: 10}, "and so is its padlock"
        assert table.actor == (active + 1) % players
        if removal == first:
            # Another card of the kind comes to the station.
            table = lay(
                *[train(table, seat) for seat in range(players)],
                row=[second],
                locks={(0, slot): 10},
                active=table.actor,
            )


@pytest.mark.rule("game-of-trains:P2")
@pytest.mark.parametrize(("card", "slot"), [(HEAD, 0), (MIDDLE, 3), (TAIL, 6)])
def test_a_padlock_protects_its_own_place_only(card: int, slot: int) -> None:
    elsewhere = {key: padlock for key, padlock in GUARDED.items() if key[1] != slot}
    table = act(lay(row=[card], locks=elsewhere), remove(slot))
    assert train(table)[slot] == 0
    assert locks(table) == {place: padlock for (_, place), padlock in elsewhere.items()}


@pytest.mark.rule("game-of-trains:P3")
@pytest.mark.parametrize(("card", "move", "moved"), ACTIONS)
def test_a_wagon_that_changes_places_loses_its_padlock(card: int, move: int, moved: set[int]) -> None:
    """Also one that is only pushed along; the one in the middle of a Leapfrog keeps it."""
    table = act(lay(row=[card], locks=GUARDED), move)
    kept = {slot: padlock for (_, slot), padlock in GUARDED.items() if slot not in moved}
    lost = {padlock for (_, slot), padlock in GUARDED.items() if slot in moved}
    assert locks(table) == kept
    assert lost <= discard(table) and not lost & row(table), "to the discard, not to the station"
    assert len(lost) <= 1


@pytest.mark.rule("game-of-trains:P3")
@pytest.mark.parametrize("slot", range(7))
def test_a_wagon_that_is_replaced_loses_its_padlock(slot: int) -> None:
    table = draw_and_place(lay(locks=GUARDED), 9, slot)
    assert locks(table) == {place: padlock for (_, place), padlock in GUARDED.items() if place != slot}
    lost = {padlock for (_, place), padlock in GUARDED.items() if place == slot}
    assert lost <= discard(table)
    assert row(table) == {TRAINS[0][slot]}, "the wagon goes to the station, the padlock does not"


@pytest.mark.rule("game-of-trains:P3")
def test_two_right_pushes_a_protected_wagon() -> None:
    table = act(lay(row=[RIGHT], locks={(0, 3): 26}), right(2))
    assert train(table) == [81, 17, 41, 24, 56, 73, 3]
    assert locks(table) == {} and 26 in discard(table)


@pytest.mark.rule("game-of-trains:P3")
def test_leapfrog_over_a_protected_wagon() -> None:
    table = act(lay(row=[LEAPFROG], locks={(0, 3): 26}), leap(2))
    assert train(table) == [81, 17, 24, 41, 56, 73, 3]
    assert locks(table) == {3: 26}


@pytest.mark.rule("game-of-trains:P3")
def test_the_padlock_neither_follows_the_wagon_nor_protects_the_next() -> None:
    """The wagon in place 4 goes to place 1: neither place is protected then."""
    table = act(lay(row=[RIGHT, HEAD, MIDDLE], locks={(0, 3): 26}), right(1))
    assert train(table)[3] == 17 and locks(table) == {}
    act(table, remove(3), 9, 12)
    assert train(table)[3] == 12, "the wagon that took the place of the protected one is removed"


@pytest.mark.rule("game-of-trains:P3")
def test_a_lost_padlock_can_be_drawn_again() -> None:
    table = act(lay(row=[NEIGHBOURS], locks={(0, 0): 10}, pile=[]), swap(0))
    act(table, DRAW)
    assert 10 in pile(table)


@pytest.mark.rule("game-of-trains:P4")
@all_counts
@pytest.mark.parametrize("drawing", [False, True])
def test_nobody_else_can_touch_a_padlock(players: int, drawing: bool) -> None:
    """Whatever the others do, the padlocks of seat 0 stay."""
    station = [card for card in ALL_ABILITIES if card != PADLOCK]
    laid = lay(players=players, row=station, locks=GUARDED, active=1, drawn=9 if drawing else 0)
    for move in laid.moves():
        table = act(laid.copy(), move)
        while table.actor == rotonde.CHANCE:
            table.play(table.moves()[-1])
        assert locks(table) == {0: 10, 3: 26, 6: 34}, f"move {move}"
        assert [train(table)[slot] for slot in (0, 3, 6)] == [81, 41, 3]


@pytest.mark.rule("game-of-trains:P4")
def test_a_padlock_goes_on_ones_own_wagon_only() -> None:
    table = act(lay(row=[PADLOCK], active=1), protect(0))
    assert locks(table, 0) == {} and locks(table, 1) == {0: PADLOCK}


@pytest.mark.rule("game-of-trains:P5")
@pytest.mark.parametrize("slot", [0, 3, 6])
def test_a_wagon_cannot_get_a_second_padlock(slot: int) -> None:
    table = lay(row=[PADLOCK], locks={(0, slot): 10})
    assert slots_offered(table, Verb.PROTECT) == [place for place in (0, 3, 6) if place != slot]
    with pytest.raises(rotonde.IllegalMove) as refused:
        table.play(protect(slot))
    assert refused.value.rule == "P5"


@pytest.mark.rule("game-of-trains:P5")
@all_counts
def test_with_three_padlocks_the_card_cannot_be_played(players: int) -> None:
    table = lay(players=players, row=[PADLOCK], locks=GUARDED)
    assert table.moves() == [DRAW]
    act(table, DRAW, 9)
    act(table, place(1))
    assert slots_offered(table, Verb.PROTECT) == [0, 3, 6], "the next player has none yet"


@pytest.mark.rule("game-of-trains:P5")
def test_the_padlocks_of_others_are_no_hindrance() -> None:
    table = lay(players=4, row=[PADLOCK], locks={(seat, 0): PADLOCKS[seat] for seat in (1, 2, 3)})
    assert slots_offered(table, Verb.PROTECT) == [0, 3, 6]
