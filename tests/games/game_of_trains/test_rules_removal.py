"""Game of Trains, when wagons are removed: R1 to R5.

The station is laid with abilities that do not meet those of the removed wagons, unless a test wants them to.
"""

import pytest

import rotonde
from rotonde.games.game_of_trains.rules import Verb
from rotonde.kernel.moves import pack
from tests.games.game_of_trains.laying import (
    HEAD,
    MIDDLE,
    NEIGHBOURS,
    PADLOCKS,
    TAIL,
    TRAINS,
    ability,
    act,
    chance,
    discard,
    lay,
    locks,
    pile,
    remove,
    row,
    train,
    trains,
    verbs,
)

all_counts = pytest.mark.parametrize("players", [2, 3, 4])
removals = pytest.mark.parametrize(("card", "slot"), [(HEAD, 0), (MIDDLE, 3), (TAIL, 6)])

# Cards for place 1: all Neighbours, so that they meet each other in the station.
ALIKE = (80, 71, 62, 53)


def with_first(first: int, wagons: tuple[int, ...]) -> tuple[int, ...]:
    return (first, *wagons[1:])


def alike_in_place_1(players: int) -> list[tuple[int, ...]]:
    """Trains whose first wagon is a card of ALIKE."""
    others = (TRAINS[0], (84, 70, 60, 50, 40, 30, 20), TRAINS[2], TRAINS[3])
    return [with_first(ALIKE[seat], others[seat]) for seat in range(players)]


# ---------------------------------------------------------------- R1


@pytest.mark.rule("game-of-trains:R1")
@all_counts
@pytest.mark.parametrize(("used", "twin", "slot"), [(7, 15, 0), (5, 13, 3), (6, 14, 6)])
def test_the_card_played_does_not_pair_with_a_removed_wagon(
    players: int, used: int, twin: int, slot: int
) -> None:
    assert ability(used) == ability(twin)
    mine = [twin if place == slot else wagon for place, wagon in enumerate(TRAINS[0])]
    table = act(lay(mine, players=players, row=[used]), remove(slot))
    assert twin in row(table)
    assert used in discard(table)


# ---------------------------------------------------------------- R2


@pytest.mark.rule("game-of-trains:R2")
@all_counts
@removals
def test_all_who_are_not_protected_lay_their_wagon_at_the_station(players: int, card: int, slot: int) -> None:
    table = act(lay(players=players, row=[card]), remove(slot))
    removed = {wagons[slot] for wagons in TRAINS[:players]}
    assert all(train(table, seat)[slot] == 0 for seat in range(players)), "all at the same time"
    abilities = [ability(wagon) for wagon in removed]
    alone = {wagon for wagon in removed if abilities.count(ability(wagon)) == 1}
    assert alone <= row(table) <= removed
    assert removed - row(table) <= discard(table)


@pytest.mark.rule("game-of-trains:R2")
@pytest.mark.rule("game-of-trains:R4")
def test_of_four_players_two_are_protected() -> None:
    """Two cards go to the station, two are drawn."""
    table = lay(players=4, row=[MIDDLE], locks={(0, 3): 10, (2, 3): 26}, active=1)
    act(table, remove(3))
    assert [train(table, seat)[3] for seat in range(4)] == [41, 0, 49, 0]
    assert row(table) == {50, 48}
    chance(table, 9, 12)
    assert [train(table, seat)[3] for seat in range(4)] == [41, 9, 49, 12]
    assert table.actor == 2


# ---------------------------------------------------------------- R3


@pytest.mark.rule("game-of-trains:R3")
@all_counts
@pytest.mark.parametrize("active", [0, 1, 2, 3])
def test_pairs_are_discarded_and_of_an_odd_number_the_last_stays(players: int, active: int) -> None:
    active %= players
    table = lay(*alike_in_place_1(players), row=[HEAD], active=active)
    act(table, remove(0))
    last = ALIKE[(active - 1) % players]
    stays = {last} if players % 2 else set()
    assert row(table) == stays
    assert set(ALIKE[:players]) - stays <= discard(table)


@pytest.mark.rule("game-of-trains:R3")
@all_counts
def test_a_card_that_lay_there_already_counts_too(players: int) -> None:
    table = lay(*alike_in_place_1(players), row=[HEAD, NEIGHBOURS])
    act(table, remove(0))
    stays = set() if players % 2 else {ALIKE[players - 1]}
    assert row(table) == stays
    assert {NEIGHBOURS, *ALIKE[:players]} - stays <= discard(table)


@pytest.mark.rule("game-of-trains:R3")
def test_three_of_an_ability_leave_one_and_other_cards_stay() -> None:
    table = lay(*alike_in_place_1(3), row=[HEAD, 8, 1])
    act(table, remove(0))
    assert row(table) == {ALIKE[2], 8, 1}


@pytest.mark.rule("game-of-trains:R3")
def test_pairs_go_before_anybody_draws() -> None:
    """So a pile made new in this very removal holds the cards that have just been paired off."""
    table = lay(*alike_in_place_1(2), row=[HEAD], pile=[])
    act(table, remove(0))
    assert {80, 71, HEAD} <= pile(table)


# ---------------------------------------------------------------- R4


@pytest.mark.rule("game-of-trains:R4")
@all_counts
@removals
@pytest.mark.parametrize("active", [0, 1, 2, 3])
def test_all_draw_for_the_empty_place_beginning_with_whose_turn_it_is(
    players: int, card: int, slot: int, active: int
) -> None:
    active %= players
    table = act(lay(players=players, row=[card], active=active), remove(slot))
    for step, drawn in enumerate((9, 12, 16, 25)[:players]):
        seat = (active + step) % players
        assert table.actor == rotonde.CHANCE
        assert train(table, seat)[slot] == 0
        assert table.chances() == [(pack(Verb.REFILL, one), 1) for one in sorted(pile(table))]
        chance(table, drawn)
        expected = [drawn if place == slot else wagon for place, wagon in enumerate(TRAINS[seat])]
        assert train(table, seat) == expected
    assert table.actor == (active + 1) % players
    assert all(0 not in wagons for wagons in trains(table))


@pytest.mark.rule("game-of-trains:R4")
@pytest.mark.parametrize("guarded", [{1}, {2}, {0, 3}, {0, 1, 2}, {1, 2, 3}])
def test_only_those_draw_who_lost_a_wagon(guarded: set[int]) -> None:
    padlocks = {(seat, 0): PADLOCKS[seat] for seat in guarded}
    table = act(lay(players=4, row=[HEAD], locks=padlocks, active=2), remove(0))
    cards = iter((9, 12, 16, 25))
    for seat in (2, 3, 0, 1):
        if seat not in guarded:
            drawn = next(cards)
            chance(table, drawn)
            assert train(table, seat)[0] == drawn
    assert table.actor == 3
    assert all(train(table, seat) == list(TRAINS[seat]) for seat in guarded)
    assert all(locks(table, seat) == {0: PADLOCKS[seat]} for seat in guarded)


@pytest.mark.rule("game-of-trains:R4")
@pytest.mark.rule("game-of-trains:E3")
@all_counts
def test_the_pile_runs_out_in_the_middle_of_refilling(players: int) -> None:
    table = act(lay(players=players, row=[HEAD], pile=[9]), remove(0))
    assert table.moves() == [pack(Verb.REFILL, 9)]
    old = discard(table)
    chance(table, 9)
    assert verbs(table) == {Verb.REFILL}
    assert pile(table) == old and discard(table) == set()
    assert HEAD in pile(table), "the card played is in the discard by now"
    assert not pile(table) & row(table)


# ---------------------------------------------------------------- R5

# One card for the gap in place 4 puts these in order: 35 or 36 for the first, and so on.
NEARLY = (
    (1, 9, 17, 81, 41, 58, 68),
    (3, 11, 19, 80, 43, 52, 61),
    (4, 12, 20, 79, 44, 53, 62),
    (8, 16, 24, 78, 48, 49, 57),
)


@pytest.mark.rule("game-of-trains:R5")
@all_counts
@pytest.mark.parametrize("active", [0, 1, 2, 3])
@pytest.mark.parametrize("lucky", [0, 1, 2, 3])
def test_the_first_train_in_order_wins_even_on_somebody_elses_turn(
    players: int, active: int, lucky: int
) -> None:
    active, lucky = active % players, lucky % players
    table = act(lay(*NEARLY[:players], row=[MIDDLE], active=active), remove(3))
    useless, useful = iter((84, 83, 77, 76)), 37
    before = (lucky - active) % players
    for _ in range(before):
        chance(table, next(useless))
    assert table.actor == rotonde.CHANCE
    chance(table, useful)
    assert table.actor == rotonde.OVER
    assert table.state.winner == lucky
    assert table.scores() == [int(seat == lucky) for seat in range(players)]
    assert table.winners() == [lucky]
    for step in range(before + 1, players):
        seat = (active + step) % players
        assert train(table, seat)[3] == 0, "those who come after do not draw any more"
    assert table.moves() == []


@pytest.mark.rule("game-of-trains:R5")
def test_a_train_in_order_ends_the_removal_before_a_second_one() -> None:
    """Both would be in order; who draws first wins."""
    for active in (0, 1):
        table = act(lay(*NEARLY[:2], row=[MIDDLE], active=active), remove(3))
        chance(table, 37)
        assert table.winners() == [active]


@pytest.mark.rule("game-of-trains:R5")
@removals
def test_a_train_with_a_wagon_missing_is_never_in_order(card: int, slot: int) -> None:
    """Six wagons from the lowest to the highest, and the seventh, which was not in order, taken away."""
    mine = [9, 16, 25, 33, 44, 52, 61]
    mine[slot] = 84 if slot < 6 else 3
    table = act(lay(mine, row=[card]), remove(slot))
    assert train(table)[slot] == 0
    assert table.actor == rotonde.CHANCE and table.state.winner == -1


@pytest.mark.rule("game-of-trains:R5")
def test_a_protected_train_is_not_looked_at() -> None:
    """A removal changes nothing for who is protected, and the game goes on after it."""
    table = act(lay(players=3, row=[MIDDLE], locks={(1, 3): 10}), remove(3), 9, 12)
    assert table.actor == 1 and train(table, 1) == list(TRAINS[1])
