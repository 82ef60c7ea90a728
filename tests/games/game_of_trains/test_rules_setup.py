"""Game of Trains, setting up: S1 to S7."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rotonde
from rotonde.games.game_of_trains.check import problems
from rotonde.games.game_of_trains.rules import HAND, THROWN, UNKNOWN, Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from tests.games.game_of_trains.laying import (
    DRAW,
    GAME,
    TRAINS,
    ability,
    ability_called,
    act,
    cards_at,
    chance,
    discard,
    draw_and_place,
    keep,
    lay,
    pile,
    row,
    set_up,
    start,
    swap,
    train,
    trains,
    verbs,
)

# Descending, and in place 1 a card of the same ability (Neighbours) each.
ALIKE = (
    (80, 66, 55, 45, 33, 21, 9),
    (71, 65, 54, 43, 32, 22, 10),
    (62, 60, 52, 40, 31, 23, 13),
    (53, 51, 50, 39, 30, 24, 14),
)
HANDS = ((1,), (2, 3), (4, 5, 6), (7, 8, 11, 12))
OTHER_HANDS = ((9,), (10, 12), (13, 14, 15), (16, 21, 22, 23))  # these go with TRAINS

all_counts = pytest.mark.parametrize("players", [2, 3, 4])


def after_dealing(players: int, seed: int, first: int = 0) -> Table:
    table = start(players, first)
    table.deal(random.Random(seed))
    return table


# ---------------------------------------------------------------- S1, S2: seven wagons each


@pytest.mark.rule("game-of-trains:S1")
@all_counts
def test_seven_wagons_are_dealt_to_each_player_each_as_likely_as_any_other(players: int) -> None:
    table = start(players)
    left = set(range(1, 85))
    rng = random.Random(players)
    for number in range(7 * players):
        assert table.actor == rotonde.CHANCE
        assert sum(card > 0 for wagons in trains(table) for card in wagons) == number
        assert table.chances() == [(pack(Verb.DEAL, card), 1) for card in sorted(left)]
        card = rng.choice(sorted(left))
        chance(table, card)
        left.remove(card)
    assert all(0 not in wagons for wagons in trains(table))
    assert pile(table) == left and table.state.pile_count == 84 - 7 * players
    assert verbs(table) == {Verb.HAND}, "nobody gets an eighth wagon"


@pytest.mark.rule("game-of-trains:S2")
@settings(max_examples=40)
@given(players=st.integers(2, 4), cards=st.permutations(range(1, 85)), first=st.integers(0, 3))
def test_wagons_stand_from_the_highest_to_the_lowest(players: int, cards: list[int], first: int) -> None:
    first %= players
    table = start(players, first)
    for step in range(players):
        dealt = cards[7 * step : 7 * step + 7]
        for card in dealt:
            assert table.actor == rotonde.CHANCE, "there is nothing to choose"
            table.play(pack(Verb.DEAL, card))
        assert train(table, (first + step) % players) == sorted(dealt, reverse=True)


# ---------------------------------------------------------------- S3: who begins


@pytest.mark.rule("game-of-trains:S3")
@all_counts
def test_the_first_player_is_drawn_by_lot(players: int) -> None:
    table = GAME.new(players)
    assert table.actor == rotonde.CHANCE
    assert table.chances() == [(pack(Verb.FIRST, seat), 1) for seat in range(players)]


@pytest.mark.rule("game-of-trains:S3")
@all_counts
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_then_it_goes_clockwise(players: int, first: int) -> None:
    first %= players
    table = after_dealing(players, 1, first)
    rng = random.Random(1)
    clockwise = [(first + step) % players for step in range(3 * players)]
    for seat in clockwise[:players]:
        assert table.actor == seat
        table.play(rng.choice(table.moves()))
    for seat in clockwise:
        assert table.actor == seat
        table.play(DRAW)
        table.deal(rng)
        assert table.actor == seat
        table.play(pack(Verb.PLACE, 3))


# ---------------------------------------------------------------- S4: starting cards


@pytest.mark.rule("game-of-trains:S4")
@all_counts
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_draws_1_card_the_second_2_and_so_on(players: int, first: int) -> None:
    table = start(players, first)
    rng = random.Random(players)
    while verbs(table) == {Verb.DEAL}:
        table.play(rng.choice(table.moves()))
    for step in range(players):
        seat = (first + step) % players
        for drawn in range(step + 1):
            assert table.actor == rotonde.CHANCE, "all draw before anybody chooses"
            assert table.state.hand_count[seat] == drawn
            assert table.chances() == [(pack(Verb.HAND, card), 1) for card in sorted(pile(table))]
            table.play(rng.choice(table.moves()))
            assert problems(table) == []
        assert len(cards_at(table, HAND + seat)) == step + 1
    assert table.actor == first and verbs(table) == {Verb.KEEP}
    assert len(pile(table)) == 84 - 7 * players - players * (players + 1) // 2


@pytest.mark.rule("game-of-trains:S4")
@all_counts
def test_starting_cards_are_secret(players: int) -> None:
    table = set_up(TRAINS[:players], OTHER_HANDS[:players])
    held = {seat: cards_at(table, HAND + seat) for seat in range(players)}
    assert held == {seat: set(OTHER_HANDS[seat]) for seat in range(players)}
    for viewer in [*range(players), rotonde.PUBLIC]:
        where = table.seen_by(viewer).state.where
        for owner, cards in held.items():
            shown = {card for card in cards if where[card] != UNKNOWN}
            assert shown == (cards if viewer == owner else set())
            assert table.seen_by(viewer).state.hand_count[owner] == len(cards)


@pytest.mark.rule("game-of-trains:S4")
def test_others_see_that_a_starting_card_is_drawn_but_not_which() -> None:
    table = start(2)
    chance(table, *TRAINS[0], *TRAINS[1])
    for viewer in (0, 1, rotonde.PUBLIC):
        seen = table.seen_by(viewer)
        masks = {seen.masked(move) for move in table.moves()}
        assert masks == (set(table.moves()) if viewer == 0 else {pack(Verb.HAND)})


# ---------------------------------------------------------------- S5: one is kept


@pytest.mark.rule("game-of-trains:S5")
@all_counts
def test_everyone_in_order_keeps_one_card_in_any_place(players: int) -> None:
    table = set_up(TRAINS[:players], OTHER_HANDS[:players])
    for seat in range(players):
        assert table.actor == seat
        hand = sorted(cards_at(table, HAND + seat))
        assert len(hand) == seat + 1
        assert table.moves() == [keep(card, slot) for card in hand for slot in range(7)]
        before = train(table, seat)
        act(table, keep(hand[-1], 2))
        assert train(table, seat) == [*before[:2], hand[-1], *before[3:]], "nothing else is sorted"
        assert cards_at(table, HAND + seat) == set()
        assert cards_at(table, THROWN + seat) == set(hand[:-1])


@pytest.mark.rule("game-of-trains:S5")
def test_every_choice_does_what_it_says() -> None:
    laid = act(set_up(TRAINS[:3], OTHER_HANDS[:3], first=2), keep(9, 0))
    assert laid.actor == 0
    before = train(laid, 0)
    for card, other in ((10, 12), (12, 10)):
        for slot in range(7):
            table = act(laid.copy(), keep(card, slot))
            assert train(table, 0) == [*before[:slot], card, *before[slot + 1 :]]
            assert cards_at(table, THROWN) == {other}
            assert table.state.thrown_count[0] == 1


@pytest.mark.rule("game-of-trains:S5")
@pytest.mark.parametrize(("kept", "other"), [(1, 84), (84, 1)])
def test_the_lowest_and_the_highest_are_cards_like_others(kept: int, other: int) -> None:
    table = act(set_up(TRAINS[:2], ((9,), (1, 84))), keep(9, 0))
    assert table.moves() == [keep(card, slot) for card in (1, 84) for slot in range(7)]
    act(table, keep(kept, 6))
    assert train(table, 1)[6] == kept and discard(table) == {other}


@pytest.mark.rule("game-of-trains:S5")
def test_cards_not_kept_are_known_to_their_owner_only() -> None:
    table = set_up(TRAINS[:3], OTHER_HANDS[:3])
    act(table, keep(9, 0))
    act(table, keep(12, 0))
    assert discard(table) == {10}
    assert table.seen_by(1).state.where[10] == THROWN + 1
    for viewer in (0, 2, rotonde.PUBLIC):
        assert table.seen_by(viewer).state.where[10] == UNKNOWN
        assert table.seen_by(viewer).state.thrown_count[1] == 1
    in_the_pile = min(pile(table))
    assert table.seen_by(1).state.where[in_the_pile] == UNKNOWN, "else one could tell who threw what"


@pytest.mark.rule("game-of-trains:S5")
def test_whoever_chooses_later_sees_what_the_earlier_did() -> None:
    table = act(set_up(TRAINS[:3], OTHER_HANDS[:3]), keep(9, 0))
    later = table.seen_by(1)
    assert later.actor == 1
    assert later.state.train[0].tolist() == [9, 73, 56, 41, 24, 17, 3]
    assert 81 in later.state.row.tolist()


@pytest.mark.rule("game-of-trains:S5")
@settings(max_examples=60)
@given(cards=st.permutations(range(1, 85)))
def test_one_wagon_cannot_put_a_train_in_order(cards: list[int]) -> None:
    table = set_up((cards[:7], cards[7:14]), ((cards[14],), tuple(cards[15:17])))
    for move in table.moves():
        twin = table.copy()
        twin.play(move)
        assert twin.actor == 1 and twin.state.winner == -1
        wagons = train(twin, 0)
        assert wagons != sorted(wagons)


# ---------------------------------------------------------------- S6: the station


@pytest.mark.rule("game-of-trains:S6")
def test_the_replaced_wagon_goes_to_the_station() -> None:
    table = set_up(ALIKE[:2], HANDS[:2])
    act(table, keep(1, 0))
    assert row(table) == {80}
    assert table.state.row[ability(80)] == 80


@pytest.mark.rule("game-of-trains:S6")
@all_counts
def test_two_of_an_ability_cancel_out_in_set_up_too(players: int) -> None:
    """With an even number of them none stays, with an odd number the last."""
    table = set_up(ALIKE[:players], HANDS[:players])
    replaced = [wagons[0] for wagons in ALIKE[:players]]
    for seat in range(players):
        act(table, keep(HANDS[seat][0], 0))
        stays = {replaced[seat]} if seat % 2 == 0 else set()
        assert row(table) == stays
        assert set(replaced[: seat + 1]) - stays <= discard(table)


@pytest.mark.rule("game-of-trains:S6")
@pytest.mark.rule("game-of-trains:T3")
def test_after_a_set_up_that_cancels_out_one_can_only_draw() -> None:
    table = set_up(ALIKE[:2], HANDS[:2])
    act(table, keep(1, 0))
    act(table, keep(3, 0))
    assert row(table) == set()
    assert table.moves() == [DRAW]


@pytest.mark.rule("game-of-trains:S6")
def test_different_abilities_stay_beside_each_other() -> None:
    table = set_up(ALIKE[:2], HANDS[:2])
    act(table, keep(1, 0))
    act(table, keep(2, 1))
    assert row(table) == {80, 65}


@pytest.mark.rule("game-of-trains:S6")
@pytest.mark.parametrize("slot", range(7))
def test_two_of_an_ability_cancel_out_on_a_turn(slot: int) -> None:
    replaced = TRAINS[0][slot]
    twin = next(card for card in range(1, 17) if ability(card) == ability(replaced) and card != replaced)
    other = 4 if ability(replaced) != ability(4) else 8
    table = lay(row=[twin, other])
    draw_and_place(table, 84, slot)
    assert row(table) == {other}
    assert {replaced, twin} <= discard(table)


@pytest.mark.rule("game-of-trains:S6")
def test_the_station_never_holds_two_of_an_ability() -> None:
    for first, second in pairwise(ability_called("swap_adjacent")):
        wagons = [second, *TRAINS[0][1:]]
        table = draw_and_place(lay(wagons, TRAINS[2], row=[first]), 84, 0)
        assert row(table) == set() and {first, second} <= discard(table)


# ---------------------------------------------------------------- S7: the first turn


@pytest.mark.rule("game-of-trains:S7")
@all_counts
@pytest.mark.parametrize("first", [0, 1])
def test_when_all_have_chosen_the_first_player_begins(players: int, first: int) -> None:
    table = after_dealing(players, 3, first)
    for _ in range(players):
        assert verbs(table) == {Verb.KEEP}
        assert table.state.turn == 0
        act(table, table.moves()[-1])
    assert table.actor == first
    assert table.state.turn == 1
    assert DRAW in table.moves()


@pytest.mark.rule("game-of-trains:S7")
def test_nobody_uses_the_station_before() -> None:
    table = set_up(ALIKE[:2], HANDS[:2])
    act(table, keep(1, 0))
    assert row(table) == {80}
    assert verbs(table) == {Verb.KEEP}
    with pytest.raises(rotonde.IllegalMove) as refused:
        table.play(swap(0))
    assert refused.value.rule in ("S5", "S7")
    act(table, keep(2, 1))
    assert swap(0) in table.moves(), "from the first turn on"
