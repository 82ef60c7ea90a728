"""Game of Trains, the end: E1 to E4."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rotonde
from rotonde.games.game_of_trains.rules import PILE, UNKNOWN, Verb
from rotonde.kernel.moves import pack
from tests.games.game_of_trains.laying import (
    DRAW,
    GAME,
    HEAD,
    LEAPFROG,
    LEFT,
    MIDDLE,
    NEIGHBOURS,
    PADLOCK,
    RIGHT,
    TRAINS,
    ability,
    ability_called,
    act,
    chance,
    discard,
    draw_and_place,
    lay,
    leap,
    left,
    pile,
    place,
    remove,
    right,
    row,
    swap,
    train,
)

all_counts = pytest.mark.parametrize("players", [2, 3, 4])

SORTED = (9, 16, 25, 33, 44, 52, 61)
OTHERS = TRAINS[1:]  # these share no card with it


def won(table: rotonde.Table, seat: int) -> bool:
    return (
        table.actor == rotonde.OVER
        and table.moves() == []
        and table.winners() == [seat]
        and table.scores() == [int(other == seat) for other in range(table.players)]
    )


# ---------------------------------------------------------------- E1


@pytest.mark.rule("game-of-trains:E1")
@settings(max_examples=60)
@given(
    cards=st.lists(st.integers(1, 84), min_size=7, max_size=7, unique=True).map(sorted),
    slot=st.integers(0, 6),
    players=st.integers(2, 4),
)
def test_seven_wagons_from_the_lowest_to_the_highest_win(cards: list[int], slot: int, players: int) -> None:
    """However far apart the numbers are."""
    free = [card for card in range(84, 0, -1) if card not in cards]
    spoiled = [[*cards[:slot], card, *cards[slot + 1 :]] for card in (free[0], free[-1])]
    wagons = next((wagons for wagons in spoiled if wagons != sorted(wagons)), None)
    assume(wagons is not None)
    assert wagons
    others = [card for card in free if card not in wagons]
    table = lay(wagons, *(others[7 * k : 7 * k + 7] for k in range(players - 1)))
    assert won(draw_and_place(table, cards[slot], slot), 0)


@pytest.mark.rule("game-of-trains:E1")
@settings(max_examples=60)
@given(cards=st.permutations(range(1, 85)), slot=st.integers(0, 6))
def test_any_other_train_does_not(cards: list[int], slot: int) -> None:
    wagons, others, drawn = cards[:7], cards[7:14], cards[14]
    then = [*wagons[:slot], drawn, *wagons[slot + 1 :]]
    assume(sorted(then) != then and sorted(wagons) != wagons and sorted(others) != others)
    table = draw_and_place(lay(wagons, others), drawn, slot)
    assert table.actor == 1 and table.state.winner == -1


@pytest.mark.rule("game-of-trains:E1")
@all_counts
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("slot", range(7))
def test_the_missing_wagon_wins_for_its_owner(players: int, seat: int, slot: int) -> None:
    seat %= players
    wagons = [*SORTED[:slot], 84 if slot < 6 else 2, *SORTED[slot + 1 :]]
    table = lay(*OTHERS[:seat], wagons, *OTHERS[seat : players - 1], active=seat)
    assert won(draw_and_place(table, SORTED[slot], slot), seat)


@pytest.mark.rule("game-of-trains:E1")
@pytest.mark.parametrize("slot", range(6))
def test_one_pair_out_of_order_is_enough_to_go_on(slot: int) -> None:
    wagons = list(SORTED)
    wagons[slot], wagons[slot + 1] = wagons[slot + 1], wagons[slot]
    # The train comes to stand like this by a move of its owner.
    before = [*wagons[:-2], wagons[-1], wagons[-2]]
    if before == sorted(before):
        before = [wagons[1], wagons[0], *wagons[2:]]
    table = act(lay(before, row=[NEIGHBOURS]), swap(5 if before[0] == wagons[0] else 0))
    assert train(table) == wagons
    assert table.actor == 1 and table.state.winner == -1


@pytest.mark.rule("game-of-trains:E1")
def test_from_the_highest_to_the_lowest_wins_nothing() -> None:
    falling = SORTED[::-1]
    table = act(lay((*falling[:5], falling[6], falling[5]), row=[NEIGHBOURS]), swap(5))
    assert train(table) == list(falling)
    assert table.actor == 1


# ---------------------------------------------------------------- E2


@pytest.mark.rule("game-of-trains:E2")
@pytest.mark.parametrize(
    ("card", "wagons", "move"),
    [
        (NEIGHBOURS, (9, 16, 33, 25, 44, 52, 61), swap(2)),
        (LEAPFROG, (9, 16, 44, 33, 25, 52, 61), leap(2)),
        (RIGHT, (9, 16, 44, 25, 33, 52, 61), right(2)),
        (LEFT, (9, 16, 33, 44, 25, 52, 61), left(4)),
    ],
)
@all_counts
def test_an_ability_wins_at_once(players: int, card: int, wagons: tuple[int, ...], move: int) -> None:
    table = act(lay(wagons, players=players, row=[card]), move)
    assert train(table) == list(SORTED)
    assert won(table, 0)
    assert table.state.turn == 5, "no next turn begins"


@pytest.mark.rule("game-of-trains:E2")
def test_a_train_in_order_wins_before_pairs_are_looked_at() -> None:
    """The replaced wagon meets another of its ability; that changes nothing."""
    wagons = (9, 16, 25, 80, 44, 52, 61)
    table = draw_and_place(lay(wagons, TRAINS[2], row=[NEIGHBOURS]), 33, 3)
    assert won(table, 0)


@pytest.mark.rule("game-of-trains:E2")
def test_two_trains_can_never_win_together() -> None:
    """One card completes either train; whoever draws first has won, and the other has a gap."""
    first, second = (9, 16, 25, 80, 44, 52, 61), (10, 18, 26, 79, 42, 51, 60)
    table = act(lay(first, second, row=[MIDDLE]), remove(3), 33)
    assert won(table, 0)
    assert train(table, 1)[3] == 0


@pytest.mark.rule("game-of-trains:E2")
def test_what_another_player_does_to_their_own_train_is_no_win_for_me() -> None:
    table = draw_and_place(lay(players=3, active=1), 9, 0)
    assert table.actor == 2 and table.winners() == []


# ---------------------------------------------------------------- E3


@pytest.mark.rule("game-of-trains:E3")
@all_counts
def test_an_empty_pile_is_made_new_from_the_discard(players: int) -> None:
    table = lay(players=players, pile=[], row=[NEIGHBOURS], thrown={0: [9, 10], 1: [12]})
    old = discard(table)
    assert len(old) == 84 - 7 * players - 1
    act(table, DRAW)
    assert pile(table) == old and discard(table) == set()
    assert table.state.pile_count == len(old)
    assert table.chances() == [(pack(Verb.DRAWN, card), 1) for card in sorted(old)]
    assert row(table) == {NEIGHBOURS}, "what lies face up stays"


@pytest.mark.rule("game-of-trains:E3")
def test_not_before_a_card_must_be_drawn() -> None:
    """Taking the last card leaves an empty pile; what is discarded until then goes into the new one."""
    table = draw_and_place(lay(pile=[9], row=[NEIGHBOURS]), 9, 0)
    assert pile(table) == set() and table.actor == 1
    act(table, swap(0))
    assert pile(table) == set() and NEIGHBOURS in discard(table)
    act(table, DRAW)
    assert NEIGHBOURS in pile(table)


@pytest.mark.rule("game-of-trains:E3")
def test_a_pile_that_is_not_empty_is_left_alone() -> None:
    table = act(lay(pile=[9, 12]), DRAW)
    assert pile(table) == {9, 12}


@pytest.mark.rule("game-of-trains:E3")
@pytest.mark.parametrize("move", [DRAW, remove(0)])
def test_after_shuffling_nobody_knows_more_than_others(move: int) -> None:
    """Who threw cards away in set-up does not know where they are any more; and foresees the new pile rightly."""
    table = lay(players=3, pile=[], row=[HEAD], thrown={0: [9, 10], 1: [12], 2: [13, 14]})
    assert table.seen_by(1).state.where[12] != UNKNOWN
    foreseen = table.seen_by(0).after(move)
    act(table, move)
    for seat in (0, 1, 2, rotonde.PUBLIC):
        seen = table.seen_by(seat)
        assert {card for card in range(1, 85) if seen.state.where[card] == UNKNOWN} == pile(table)
        assert seen.state.thrown_count.tolist() == [0, 0, 0, 0]
        assert seen.state.pile_count == len(pile(table))
    assert foreseen.state.pile_count == len(pile(table))
    assert bytes(foreseen.state) == bytes(table.seen_by(0).state)


@pytest.mark.rule("game-of-trains:E3")
def test_what_was_discarded_face_up_may_be_remembered_and_the_pile_is_unknown() -> None:
    table = lay(pile=[9, 12])
    seen = table.seen_by(1)
    assert all(seen.state.where[card] == table.state.where[card] for card in discard(table))
    assert [seen.state.where[card] for card in (9, 12)] == [UNKNOWN, UNKNOWN]
    assert table.state.where[9] == PILE


@pytest.mark.rule("game-of-trains:E3")
def test_there_are_always_enough_cards() -> None:
    """As much as can lie face up does: four trains, eight cards at the station, all other padlocks under wagons."""
    padlocks = ability_called("protect")
    numbers = [card for card in range(84, 0, -1) if card not in padlocks]
    trains = [numbers[7 * seat : 7 * seat + 7] for seat in range(4)]
    station = {ability(card): card for card in (*numbers[28:], padlocks[0])}
    places = [(seat, slot) for seat in range(4) for slot in (0, 3, 6)]
    locks = dict(zip(places, padlocks[1:], strict=False))
    table = act(lay(*trains, row=list(station.values()), locks=locks, pile=[]), DRAW)
    assert len(station) == 8 and len(locks) == 9
    assert len(pile(table)) == 84 - 28 - 8 - 9


# ---------------------------------------------------------------- E4


@pytest.mark.rule("game-of-trains:E4")
@all_counts
@pytest.mark.parametrize("limit", [100, 200, 400, 1000])
def test_after_the_last_turn_the_game_is_a_draw(players: int, limit: int) -> None:
    table = draw_and_place(lay(players=players, turn=limit - 1, turn_limit=limit), 9, 3)
    assert table.actor == 1 and table.state.turn == limit, "one more turn"
    draw_and_place(table, 12, 3)
    assert table.actor == rotonde.OVER and table.moves() == []
    assert table.state.winner == -1
    assert table.scores() == [0] * players
    assert table.winners() == list(range(players)), "shared by all"


@pytest.mark.rule("game-of-trains:E4")
def test_400_turns_unless_the_table_agreed_otherwise() -> None:
    assert GAME.new(2).options == {"turn_limit": 400}
    assert GAME.new(2).box.by_name()["turn_limit"] == 400


@pytest.mark.rule("game-of-trains:E4")
@pytest.mark.parametrize("card", [NEIGHBOURS, LEAPFROG, RIGHT, LEFT, PADLOCK])
def test_any_action_may_be_the_last(card: int) -> None:
    table = lay(row=[card], turn=400)
    act(table, next(move for move in table.moves() if move != DRAW))
    assert table.actor == rotonde.OVER and table.scores() == [0, 0]


@pytest.mark.rule("game-of-trains:E4")
def test_the_last_turn_is_played_to_its_end() -> None:
    """A removal refills all trains before the draw is declared; a train in order still wins."""
    table = act(lay(row=[HEAD], turn=400), remove(0))
    assert table.actor == rotonde.CHANCE
    chance(table, 9, 12)
    assert table.actor == rotonde.OVER and table.scores() == [0, 0]
    lucky = act(lay((84, *SORTED[1:]), turn=400), DRAW, 9)
    assert won(act(lucky, place(0)), 0)


@pytest.mark.rule("game-of-trains:E4")
@all_counts
def test_turns_of_all_players_count_together(players: int) -> None:
    table = lay(players=players, turn=5)
    for number in range(6, 6 + players + 1):
        draw_and_place(table, min(pile(table)), 3)
        assert table.state.turn == number
