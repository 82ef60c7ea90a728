"""Places assises, answers and penalties: X1 to X3, A14, P1, P2; and the end: W1, W2."""

import pytest

import rotonde
from rotonde.games.places_assises.rules import (
    ECCENTRIC,
    ENDED,
    ENTER_1,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    PANHANDLER,
    REACT,
    REBEL,
    REVERSE,
    SEAT_BOTH,
    TAKE_A_SEAT,
    TURN,
    U_PASS,
    Verb,
)
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from tests.games.places_assises.laying import (
    ACCEPT,
    FREE_SEATS,
    PASS,
    REBEL_NOW,
    RED_1,
    RED_2,
    act,
    at,
    deal_any,
    discarded,
    go,
    hand,
    lay,
    offered,
    pawns,
    pick,
    play,
    seat,
    verbs,
    walk,
)

ATTACKS = (EXIT_1, EXIT_2, ECCENTRIC, PANHANDLER, TAKE_A_SEAT)
all_attacks = pytest.mark.parametrize("card", ATTACKS)
TARGETS = [at(0, 0), at(1, 0)]


def attack(card: int, answer: list[int], tokens: int = 0) -> Table:
    """Seat 0 of three has attacked seat 1, who holds these cards and must answer."""
    table = lay(
        3,
        seated={1: TARGETS},
        quay={0: 0, 1: 0, 2: 0},
        hands={0: [card], 1: answer},
        tokens=tokens,
    )
    play(table, card)
    if card == PANHANDLER:
        return act(table, pack(Verb.ROB, 1, 0))
    act(table, pick(TARGETS[0]))
    return act(table, pick(TARGETS[1])) if card == EXIT_2 else table


# ---------------------------------------------------------------- X1 to X3


@pytest.mark.rule("places-assises:X1")
@pytest.mark.rule("places-assises:A14")
@all_attacks
def test_a_rebel_cancels_the_attack(card: int) -> None:
    table = attack(card, [REBEL, RED_1, RED_2])
    assert table.actor == 1 and set(table.moves()) == {ACCEPT, REBEL_NOW}
    act(table, REBEL_NOW)
    assert pawns(table, 1) == set(TARGETS) and pawns(table, 0) == set()
    assert sorted(discarded(table)) == sorted([card, REBEL])
    assert hand(table, 1) == [RED_1, RED_2] and hand(table, 0) == []
    assert table.actor == 0 and table.state.phase == TURN, "the turn goes on"


@pytest.mark.rule("places-assises:X1")
@all_attacks
def test_a_target_may_let_it_happen(card: int) -> None:
    table = deal_any(act(attack(card, [REBEL, RED_1, RED_2]), ACCEPT))
    assert REBEL in hand(table, 1)
    changed = pawns(table, 1) != set(TARGETS) or len(hand(table, 0)) == 1
    assert changed and table.actor == 0


@pytest.mark.rule("places-assises:X2")
@pytest.mark.parametrize("card", [EXPRESS, REVERSE])
def test_express_and_reverse_are_not_answered(card: int) -> None:
    table = lay(3, quay={0: 0, 1: 0, 2: 0}, hands={0: [card], 1: [REBEL], 2: [REBEL]})
    play(table, card)
    assert table.actor == 0 and table.state.phase == TURN


@pytest.mark.rule("places-assises:X2")
def test_only_the_target_is_asked_and_a_rebel_is_not_answered() -> None:
    table = attack(EXIT_1, [REBEL])
    table.state.hand[2, REBEL] += 1
    table.state.hand_count[2, 1] += 1
    table.state.pile[REBEL] -= 1
    table.state.pile_count[1] -= 1
    assert table.actor == 1
    act(table, REBEL_NOW)
    assert table.actor == 0 and table.state.phase == TURN


@pytest.mark.rule("places-assises:X3")
@all_attacks
def test_every_target_is_asked_alike(card: int) -> None:
    """What the others see of the question does not depend on what the target holds."""
    with_rebel = attack(card, [REBEL, RED_1, RED_2], tokens=1)
    without = attack(card, [REVERSE, RED_1, RED_2], tokens=1)
    assert without.actor == with_rebel.actor == 1
    assert set(without.moves()) - {ACCEPT} == {pack(Verb.TOKEN, kind) for kind in (RED_1, RED_2, REVERSE)}
    for viewer in (0, 2, rotonde.PUBLIC):
        one, other = with_rebel.seen_by(viewer), without.seen_by(viewer)
        assert bytes(one.state) == bytes(other.state)
    assert attack(card, [RED_1, RED_2]).moves() == [ACCEPT], "even with nothing to choose"


@pytest.mark.rule("places-assises:X3")
def test_the_rebel_is_replaced_at_the_end_of_its_owners_next_turn() -> None:
    table = act(attack(EXIT_1, [REBEL, REVERSE, EXPRESS, RED_1, RED_2]), REBEL_NOW)
    assert len(hand(table, 1)) == 4
    deal_any(act(table, PASS))
    assert table.actor == 1 and len(hand(table, 1)) == 4
    act(table, PASS, pack(Verb.DONE))
    deal_any(table)
    assert table.actor == 2 and len(hand(table, 1)) == 5


# ---------------------------------------------------------------- P1


@pytest.mark.rule("places-assises:P1")
def test_boarding_into_ones_own_pawn_costs_both() -> None:
    table = lay(aisle={0: at(2, 2)}, quay={0: 0}, hands={0: [U_PASS]})
    assert table.state.supply[0] == 10
    play(table, U_PASS)
    assert table.state.supply[0] == 12 and table.state.aisle[0] == table.state.quay[0] == -1
    assert table.actor == 0 and table.state.phase == TURN, "the turn goes on"
    act(table, PASS)
    assert offered(table, Verb.PLACE) == set(range(8)), "the next one boards on a later turn"


@pytest.mark.rule("places-assises:P1")
def test_nothing_else_boards_into_a_taken_aisle() -> None:
    assert Verb.BOARD not in verbs(lay(aisle={0: at(2, 2)}, quay={0: 0}, hands={0: [U_PASS]}))


# ---------------------------------------------------------------- P2


@pytest.mark.rule("places-assises:P2")
def test_a_second_pawn_in_the_aisle_lets_the_victim_seat_both() -> None:
    table = lay(seated={1: TARGETS}, aisle={1: at(2, 5)}, quay={0: 0}, hands={0: [ECCENTRIC]})
    act(play(table, ECCENTRIC), pick(TARGETS[0]), ACCEPT)
    assert table.state.phase == SEAT_BOTH and table.actor == 1
    assert TARGETS[0] in offered(table, Verb.SEAT) and TARGETS[1] not in offered(table, Verb.SEAT)
    act(table, seat(FREE_SEATS[10]))
    assert table.actor == 1 and FREE_SEATS[10] not in offered(table, Verb.SEAT)
    act(table, seat(FREE_SEATS[11]))
    assert pawns(table, 1) == {TARGETS[1], FREE_SEATS[10], FREE_SEATS[11]}
    assert table.state.aisle[1] == -1
    assert table.actor == 0 and table.state.phase == TURN


@pytest.mark.rule("places-assises:P2")
def test_two_such_cards_on_one_player_in_a_turn() -> None:
    table = lay(seated={1: TARGETS}, quay={0: 0}, hands={0: [ECCENTRIC, ECCENTRIC]})
    act(play(table, ECCENTRIC), pick(TARGETS[0]), ACCEPT)
    assert table.state.phase == TURN
    act(play(table, ECCENTRIC), pick(TARGETS[1]), ACCEPT)
    assert table.state.phase == SEAT_BOTH and table.actor == 1


@pytest.mark.rule("places-assises:P2")
def test_the_attacker_gives_back_all_that_was_seated_in_this_turn() -> None:
    first = FREE_SEATS[9]
    table = lay(
        3,
        seated={0: [first], 1: TARGETS, 2: [at(4, 8)]},
        quay={0: 0},
        hands={0: [TAKE_A_SEAT, TAKE_A_SEAT]},
    )
    act(play(table, TAKE_A_SEAT), pick(at(4, 8)), ACCEPT)
    assert pawns(table, 0) == {first, at(4, 8)}
    table.state.aisle[1] = at(2, 5)
    table.state.supply[1] -= 1
    act(play(table, TAKE_A_SEAT), pick(TARGETS[0]), ACCEPT)
    assert pawns(table, 0) == {first}, "what was seated before stays"
    assert table.state.supply[0] == 8 and table.state.fresh.tolist() == [0, 0]
    assert TARGETS[0] in offered(table, Verb.SEAT)
    assert pawns(table, 2) == set() and table.state.aisle[2] >= 0, "the others are not given back"


@pytest.mark.rule("places-assises:P2")
def test_entering_counts_as_seating_in_this_turn() -> None:
    table = lay(
        seated={1: TARGETS}, aisle={1: at(2, 5)}, quay={0: 0}, hands={0: [ENTER_1, ECCENTRIC]}, stars="colour"
    )
    act(play(table, ENTER_1), seat(FREE_SEATS[9]))
    act(play(table, ECCENTRIC), pick(TARGETS[0]), ACCEPT)
    assert pawns(table, 0) == set()


@pytest.mark.rule("places-assises:P2")
@pytest.mark.parametrize("card", [ECCENTRIC, TAKE_A_SEAT])
def test_a_cancelled_card_brings_no_penalty(card: int) -> None:
    table = lay(seated={1: TARGETS}, aisle={1: at(2, 5)}, quay={0: 0}, hands={0: [card], 1: [REBEL]})
    act(play(table, card), pick(TARGETS[0]), REBEL_NOW)
    assert pawns(table, 1) == set(TARGETS) and table.state.aisle[1] == at(2, 5)
    assert table.actor == 0


# ---------------------------------------------------------------- W1, W2


def nearly(*cards: int, **more: object) -> Table:
    """Seat 0 of two needs one more seat."""
    more = {"quay": {0: 0}, **more}
    return lay(seated={0: FREE_SEATS[:11], 1: [FREE_SEATS[12]]}, hands={0: cards}, **more)  # type: ignore[arg-type]


def assert_won(table: Table, winner: int) -> None:
    assert table.state.phase == ENDED and table.actor == rotonde.OVER
    assert table.winners() == [winner] and table.scores()[winner] == table.box.pawns


@pytest.mark.rule("places-assises:W1")
def test_the_last_seat_wins_at_once() -> None:
    free = FREE_SEATS[11]
    table = act(play(nearly(ENTER_1), ENTER_1), seat(free, 1))
    assert_won(table, 0)


@pytest.mark.rule("places-assises:W1")
def test_by_walking() -> None:
    way_out = nearly().box.way_out[0, FREE_SEATS[13]]
    table = nearly(RED_1, quay={}, aisle={0: way_out})
    act(table, walk(RED_1), go(FREE_SEATS[13]))
    assert_won(table, 0)


@pytest.mark.rule("places-assises:W1")
def test_in_the_middle_of_a_turn() -> None:
    table = act(play(nearly(TAKE_A_SEAT, RED_1), TAKE_A_SEAT), pick(FREE_SEATS[12], 1), ACCEPT)
    assert_won(table, 0)


@pytest.mark.rule("places-assises:W1")
def test_penalties_come_first_and_another_may_win() -> None:
    others = [*FREE_SEATS[12:], at(0, 1, 1), at(0, 3, 1), at(0, 5, 1), at(0, 7, 1), at(1, 0, 1), at(1, 1, 1)]
    table = lay(
        seated={0: FREE_SEATS[:11], 1: others[:11]},
        quay={0: 0},
        aisle={1: at(2, 5)},
        hands={0: [TAKE_A_SEAT]},
    )
    act(play(table, TAKE_A_SEAT), pick(others[0], 1), ACCEPT)
    assert table.state.phase == SEAT_BOTH, "nobody wins by a penalised card"
    act(table, seat(others[0]), seat(at(3, 0, 1)))
    assert_won(table, 1)


@pytest.mark.rule("places-assises:W1")
def test_a_pawn_in_the_aisle_or_outside_is_not_seated() -> None:
    table = act(nearly(RED_1, quay={}, aisle={0: at(2, 2)}), walk(RED_1), go(at(2, 3)))
    assert table.state.phase != ENDED


@pytest.mark.rule("places-assises:W2")
@pytest.mark.parametrize("limit", [100, 200, 400])
def test_at_the_turn_limit_most_seats_win(limit: int) -> None:
    full = [RED_1, RED_2, REVERSE, REVERSE, EXPRESS]
    table = lay(
        3,
        seated={0: FREE_SEATS[:2], 1: FREE_SEATS[2:5], 2: FREE_SEATS[5:8]},
        quay={0: 0, 1: 0, 2: 0},
        hands={0: full},
        turn=limit,
        turn_limit=limit,
    )
    act(table, PASS, pack(Verb.DONE))
    assert table.actor == rotonde.OVER and table.state.winner == -1
    assert table.scores() == [2, 3, 3] and table.winners() == [1, 2]


@pytest.mark.rule("places-assises:W2")
def test_before_the_limit_the_game_goes_on() -> None:
    table = lay(quay={0: 0, 1: 0}, turn=399)
    deal_any(act(table, PASS))
    assert table.actor == 1 and table.state.turn == 400
    assert table.state.phase != REACT
