"""Game of Trains, your turn: T1 to T4."""

import pytest

import rotonde
from rotonde.games.game_of_trains.rules import HAND, UNKNOWN, Verb
from rotonde.kernel.moves import pack
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
    ability,
    act,
    cards_at,
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
    swap,
    train,
    trains,
    verbs,
)

all_counts = pytest.mark.parametrize("players", [2, 3, 4])
all_cards = pytest.mark.parametrize("card", ALL_ABILITIES)

# What each card of ALL_ABILITIES lets one do.
MOVES = {
    RIGHT: [right(slot) for slot in range(5)],
    PADLOCK: [protect(slot) for slot in (0, 3, 6)],
    LEFT: [left(slot) for slot in range(2, 7)],
    NEIGHBOURS: [swap(slot) for slot in range(6)],
    MIDDLE: [remove(3)],
    TAIL: [remove(6)],
    HEAD: [remove(0)],
    LEAPFROG: [leap(slot) for slot in range(5)],
}


# ---------------------------------------------------------------- T1: draw


@pytest.mark.rule("game-of-trains:T1")
@all_counts
def test_any_card_of_the_pile_may_come_each_as_likely(players: int) -> None:
    table = lay(players=players, pile=[9, 10, 12, 84])
    act(table, DRAW)
    assert table.actor == rotonde.CHANCE
    assert table.chances() == [(pack(Verb.DRAWN, card), 1) for card in (9, 10, 12, 84)]


@pytest.mark.rule("game-of-trains:T1")
def test_the_drawn_card_must_take_the_place_of_a_wagon() -> None:
    table = act(lay(row=[NEIGHBOURS]), DRAW, 9)
    assert table.actor == 0
    assert table.moves() == [place(slot) for slot in range(7)], "it may not be thrown away"


@pytest.mark.rule("game-of-trains:T1")
@all_counts
@pytest.mark.parametrize("slot", range(7))
def test_the_replaced_wagon_goes_to_the_station(players: int, slot: int) -> None:
    table = lay(players=players)
    draw_and_place(table, 9, slot)
    wagons = list(TRAINS[0])
    wagons[slot] = 9
    assert trains(table) == [wagons, *map(list, TRAINS[1:players])]
    assert row(table) == {TRAINS[0][slot]}
    assert 9 not in pile(table) and table.state.pile_count == 84 - 7 * players - 1


@pytest.mark.rule("game-of-trains:T1")
def test_others_do_not_see_the_drawn_card_until_it_lies() -> None:
    table = lay(players=3)
    act(table, DRAW)
    for viewer in (0, 1, 2, rotonde.PUBLIC):
        masks = {table.seen_by(viewer).masked(move) for move in table.moves()}
        assert masks == (set(table.moves()) if viewer == 0 else {pack(Verb.DRAWN)})
    chance(table, 9)
    for viewer in (1, 2, rotonde.PUBLIC):
        seen = table.seen_by(viewer)
        assert seen.state.drawn == 0 and seen.state.where[9] == UNKNOWN
        assert seen.state.hand_count[0] == 1
    own = table.seen_by(0)
    assert own.state.drawn == 9 and own.state.where[9] == HAND
    act(table, place(0))
    for viewer in (1, 2, rotonde.PUBLIC):
        assert table.seen_by(viewer).state.train[0, 0] == 9


@pytest.mark.rule("game-of-trains:T1")
@all_counts
@pytest.mark.parametrize("active", [0, 1, 2, 3])
def test_after_drawing_the_next_player_acts(players: int, active: int) -> None:
    active %= players
    table = lay(players=players, active=active)
    draw_and_place(table, 9, 3)
    assert table.actor == (active + 1) % players
    assert table.state.turn == 6
    assert [wagons == list(TRAINS[seat]) for seat, wagons in enumerate(trains(table))].count(False) == 1


# ---------------------------------------------------------------- T2: a card of the station


@pytest.mark.rule("game-of-trains:T2")
@all_cards
def test_any_card_of_the_station_may_be_played_for_its_ability(card: int) -> None:
    table = lay(row=[card])
    assert sorted(table.moves()) == sorted([DRAW, *MOVES[card]])


@pytest.mark.rule("game-of-trains:T2")
@all_counts
def test_one_may_choose_among_all_cards_of_the_station(players: int) -> None:
    table = lay(players=players, row=ALL_ABILITIES)
    expected = [DRAW, *(move for moves in MOVES.values() for move in moves)]
    assert sorted(table.moves()) == sorted(expected), "and there is no way to pass"


@pytest.mark.rule("game-of-trains:T2")
@all_cards
def test_its_number_does_not_matter(card: int) -> None:
    used = {card, *(wagon for train in TRAINS[:2] for wagon in train)}
    twin = next(one for one in range(9, 85) if ability(one) == ability(card) and one not in used)
    for move in MOVES[card]:
        one, other = lay(row=[card]), lay(row=[twin])
        one.play(move)
        other.play(move)
        assert trains(one) == trains(other)
        assert row(one) - {card} == row(other) - {twin}


@pytest.mark.rule("game-of-trains:T2")
@all_cards
def test_the_card_played_is_discarded_and_the_others_stay(card: int) -> None:
    for move in MOVES[card]:
        table = lay(row=ALL_ABILITIES)
        table.play(move)
        if card == PADLOCK:
            assert card in locks(table).values()
        else:
            assert card in discard(table)
        assert card not in row(table)
        if card not in (HEAD, MIDDLE, TAIL):
            assert row(table) == set(ALL_ABILITIES) - {card}


@pytest.mark.rule("game-of-trains:T2")
@all_counts
@all_cards
def test_it_works_on_ones_own_train_only_unless_it_removes(players: int, card: int) -> None:
    for move in MOVES[card]:
        table = lay(players=players, row=[card], active=1)
        table.play(move)
        others = [seat for seat in range(players) if seat != 1]
        if card in (HEAD, MIDDLE, TAIL):
            assert all(train(table, seat) != list(TRAINS[seat]) for seat in others)
        else:
            assert all(train(table, seat) == list(TRAINS[seat]) for seat in others)
            assert all(locks(table, seat) == {} for seat in others)


@pytest.mark.rule("game-of-trains:T2")
@all_counts
@all_cards
def test_it_is_the_whole_turn(players: int, card: int) -> None:
    for move in MOVES[card]:
        table = lay(players=players, row=[card], active=1)
        table.play(move)
        for replacement in (84, 83, 77, 76)[: players if verbs(table) == {Verb.REFILL} else 0]:
            chance(table, replacement)
        assert table.actor == 2 % players
        assert table.state.turn == 6


@pytest.mark.rule("game-of-trains:T2")
@all_counts
@pytest.mark.parametrize(("card", "slot"), [(HEAD, 0), (MIDDLE, 3), (TAIL, 6)])
def test_a_removal_may_be_played_even_if_it_hits_nobody(players: int, card: int, slot: int) -> None:
    guarded = {(seat, slot): PADLOCKS[seat] for seat in range(players)}
    table = lay(players=players, row=[card], locks=guarded)
    assert remove(slot) in table.moves()
    act(table, remove(slot))
    assert trains(table) == [list(wagons) for wagons in TRAINS[:players]]
    assert row(table) == set() and card in discard(table)
    assert all(locks(table, seat) == {slot: PADLOCKS[seat]} for seat in range(players))
    assert table.actor == 1


# ---------------------------------------------------------------- T3, T4


@pytest.mark.rule("game-of-trains:T3")
@all_counts
@pytest.mark.parametrize("active", [0, 1])
def test_with_an_empty_station_one_can_only_draw(players: int, active: int) -> None:
    table = lay(players=players, active=active)
    assert table.moves() == [DRAW]
    with pytest.raises(rotonde.IllegalMove) as refused:
        table.play(swap(0))
    assert refused.value.rule == "T3"


@pytest.mark.rule("game-of-trains:T4")
@all_cards
def test_a_drawn_card_is_only_a_number(card: int) -> None:
    table = act(lay(row=[c for c in ALL_ABILITIES if c != card]), DRAW, card)
    assert table.moves() == [place(slot) for slot in range(7)]
    before = row(table)
    for slot in range(7):
        twin = act(table.copy(), place(slot))
        wagons = [card if place == slot else wagon for place, wagon in enumerate(TRAINS[0])]
        assert trains(twin) == [wagons, list(TRAINS[1])], "nothing else happens"
        assert locks(twin) == {}
        assert card not in row(twin) and row(twin) <= before | {TRAINS[0][slot]}


@pytest.mark.rule("game-of-trains:T4")
@all_cards
def test_a_card_of_the_station_is_only_an_ability(card: int) -> None:
    """Its number never comes into a train."""
    table = lay(row=[card])
    for move in [move for move in table.moves() if move != DRAW]:
        twin = act(table.copy(), move)
        assert all(card not in wagons for wagons in trains(twin))
    with pytest.raises(rotonde.IllegalMove):
        table.play(place(0))
    assert card not in cards_at(table, HAND)
