"""Game of Trains, the abilities: B1 to B6."""

import pytest

import rotonde
from rotonde.games.game_of_trains.rules import Verb
from tests.games.game_of_trains.laying import (
    DRAW,
    HEAD,
    LEAPFROG,
    LEFT,
    MIDDLE,
    NEIGHBOURS,
    PADLOCK,
    RIGHT,
    TAIL,
    TRAINS,
    ability_called,
    act,
    lay,
    leap,
    left,
    locks,
    protect,
    remove,
    right,
    row,
    slots_offered,
    swap,
    train,
    trains,
    verbs,
)

MINE = list(TRAINS[0])  # 81 17 56 41 24 73 3


def refused_rule(table: rotonde.Table, move: int) -> str:
    with pytest.raises(rotonde.IllegalMove) as refused:
        table.play(move)
    return refused.value.rule


@pytest.mark.rule("game-of-trains:B1")
@pytest.mark.parametrize(
    ("slot", "then"),
    [
        (0, [17, 81, 56, 41, 24, 73, 3]),
        (1, [81, 56, 17, 41, 24, 73, 3]),
        (2, [81, 17, 41, 56, 24, 73, 3]),
        (3, [81, 17, 56, 24, 41, 73, 3]),
        (4, [81, 17, 56, 41, 73, 24, 3]),
        (5, [81, 17, 56, 41, 24, 3, 73]),
    ],
)
def test_neighbours_swaps_two_wagons_side_by_side(slot: int, then: list[int]) -> None:
    assert train(act(lay(row=[NEIGHBOURS]), swap(slot))) == then


@pytest.mark.rule("game-of-trains:B1")
def test_neighbours_offers_the_six_pairs_and_no_other() -> None:
    table = lay(row=[NEIGHBOURS])
    assert slots_offered(table, Verb.SWAP) == [0, 1, 2, 3, 4, 5]
    assert verbs(table) == {Verb.DRAW, Verb.SWAP}
    assert refused_rule(table, swap(6)) == "B1"


@pytest.mark.rule("game-of-trains:B2")
@pytest.mark.parametrize(
    ("slot", "then"),
    [
        (0, [56, 17, 81, 41, 24, 73, 3]),
        (1, [81, 41, 56, 17, 24, 73, 3]),
        (2, [81, 17, 24, 41, 56, 73, 3]),
        (3, [81, 17, 56, 73, 24, 41, 3]),
        (4, [81, 17, 56, 41, 3, 73, 24]),
    ],
)
def test_leapfrog_swaps_two_wagons_and_the_one_between_stays(slot: int, then: list[int]) -> None:
    assert train(act(lay(row=[LEAPFROG]), leap(slot))) == then


@pytest.mark.rule("game-of-trains:B2")
def test_leapfrog_offers_the_five_pairs_and_no_other() -> None:
    table = lay(row=[LEAPFROG])
    assert slots_offered(table, Verb.LEAP) == [0, 1, 2, 3, 4]
    assert verbs(table) == {Verb.DRAW, Verb.LEAP}
    assert refused_rule(table, leap(5)) == "B2"


@pytest.mark.rule("game-of-trains:B3")
@pytest.mark.parametrize(
    ("slot", "then"),
    [
        (0, [17, 56, 81, 41, 24, 73, 3]),
        (1, [81, 56, 41, 17, 24, 73, 3]),
        (2, [81, 17, 41, 24, 56, 73, 3]),  # the example of the rules page
        (3, [81, 17, 56, 24, 73, 41, 3]),
        (4, [81, 17, 56, 41, 73, 3, 24]),
    ],
)
def test_two_right_lifts_a_wagon_and_the_next_two_close_up(slot: int, then: list[int]) -> None:
    assert train(act(lay(row=[RIGHT]), right(slot))) == then


@pytest.mark.rule("game-of-trains:B3")
def test_two_right_cannot_take_the_last_two() -> None:
    table = lay(row=[RIGHT])
    assert slots_offered(table, Verb.RIGHT) == [0, 1, 2, 3, 4]
    assert verbs(table) == {Verb.DRAW, Verb.RIGHT}
    assert refused_rule(table, right(5)) == refused_rule(table, right(6)) == "B3"


@pytest.mark.rule("game-of-trains:B4")
@pytest.mark.parametrize(
    ("slot", "then"),
    [
        (2, [56, 81, 17, 41, 24, 73, 3]),
        (3, [81, 41, 17, 56, 24, 73, 3]),
        (4, [81, 17, 24, 56, 41, 73, 3]),
        (5, [81, 17, 56, 73, 41, 24, 3]),
        (6, [81, 17, 56, 41, 3, 24, 73]),
    ],
)
def test_two_left_is_the_same_the_other_way_round(slot: int, then: list[int]) -> None:
    assert train(act(lay(row=[LEFT]), left(slot))) == then


@pytest.mark.rule("game-of-trains:B4")
def test_two_left_cannot_take_the_first_two() -> None:
    table = lay(row=[LEFT])
    assert slots_offered(table, Verb.LEFT) == [2, 3, 4, 5, 6]
    assert verbs(table) == {Verb.DRAW, Verb.LEFT}
    assert refused_rule(table, left(0)) == refused_rule(table, left(1)) == "B4"


@pytest.mark.rule("game-of-trains:B5")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(
    ("card", "slot", "name"),
    [(HEAD, 0, "remove_left"), (MIDDLE, 3, "remove_middle"), (TAIL, 6, "remove_right")],
)
def test_head_middle_and_tail_take_that_wagon_from_everybody(
    players: int, active: int, card: int, slot: int, name: str
) -> None:
    assert card in ability_called(name)
    table = lay(players=players, row=[card], active=active)
    assert table.moves() == [DRAW, remove(slot)], "there is nothing to choose"
    act(table, remove(slot))
    for seat, wagons in enumerate(trains(table)):
        assert wagons == [0 if place == slot else wagon for place, wagon in enumerate(TRAINS[seat])]


@pytest.mark.rule("game-of-trains:B5")
@pytest.mark.parametrize("card", [HEAD, MIDDLE, TAIL])
def test_no_other_wagon_can_be_removed(card: int) -> None:
    table = lay(row=[card])
    own = {HEAD: 0, MIDDLE: 3, TAIL: 6}[card]
    for slot in range(7):
        if slot != own:
            assert refused_rule(table, remove(slot)) in ("B5", "T2")


@pytest.mark.rule("game-of-trains:B6")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("slot", [0, 3, 6])
def test_padlock_goes_under_wagon_1_4_or_7(players: int, slot: int) -> None:
    table = lay(players=players, row=[PADLOCK])
    assert slots_offered(table, Verb.PROTECT) == [0, 3, 6]
    assert verbs(table) == {Verb.DRAW, Verb.PROTECT}
    act(table, protect(slot))
    assert locks(table) == {slot: PADLOCK}
    assert all(locks(table, seat) == {} for seat in range(1, players))
    assert train(table) == MINE and row(table) == set()


@pytest.mark.rule("game-of-trains:B6")
def test_padlock_goes_under_no_other_wagon() -> None:
    table = lay(row=[PADLOCK])
    assert [refused_rule(table, protect(slot)) for slot in (1, 2, 4, 5)] == ["B6"] * 4
