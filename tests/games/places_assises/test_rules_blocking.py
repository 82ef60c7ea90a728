"""Places assises, blocking: B1 to B5."""

from typing import Any

import pytest

import rotonde
from rotonde.games.places_assises.rules import ADVANCED_3, EXCUSE_ME, PAY, REVERSE, SHED, Verb
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from tests.games.places_assises.laying import (
    DONE,
    EXCUSED,
    FREE_SEATS,
    PASS,
    RED_1,
    RED_4,
    RED_5,
    act,
    at,
    deal_any,
    go,
    hand,
    lay,
    offered,
    pawns,
    walk,
    walks,
)

CORNER, NEXT, AFTER = at(2, 0), at(2, 1), at(2, 2)
# The bench beside the corner is full, and on the other side a passenger sits by the aisle.
FULL_BENCH = [at(0, 0), at(1, 0)]


def cornered(*cards: int, players: int = 3, blocked: int = 0, **more: Any) -> Table:
    """Seat 0 stands at the end of the car; seat 1 stands before it. With a 4 or a 5 it cannot walk."""
    settings: dict[str, Any] = {
        "seated": {1: FULL_BENCH, 2: [at(0, 4)]},
        "aisle": {0: CORNER, 1: NEXT},
        "blocked": {0: blocked},
        "hands": {0: cards or (RED_4, RED_4)},
    }
    settings |= more
    settings["quay"] = {seat: 0 for seat in range(players) if seat not in settings["aisle"]}
    return lay(players, **settings)


def pass_turn(table: Table) -> Table:
    act(table, PASS)
    if table.state.phase == SHED:
        act(table, DONE)
    return table


@pytest.mark.rule("places-assises:B1")
def test_standing_in_the_way_is_legal() -> None:
    table = lay(aisle={0: at(2, 3), 1: CORNER}, hands={0: [2]})
    act(table, walk(2), go(NEXT))
    assert table.state.aisle[0] == NEXT


@pytest.mark.rule("places-assises:B2")
def test_a_turn_is_blocked_if_only_opponents_stop_the_pawn() -> None:
    table = cornered()
    assert walks(table) == set()
    assert deal_any(pass_turn(table)).state.blocked[0] == 1


@pytest.mark.rule("places-assises:B2")
def test_excuse_me_does_not_count() -> None:
    table = cornered(RED_4, EXCUSE_ME)
    assert walks(table) == {walk(RED_4, passing=EXCUSED)}
    assert pass_turn(table).state.blocked[0] == 1


@pytest.mark.rule("places-assises:B2")
@pytest.mark.parametrize("cards", [(RED_1, RED_4), (RED_4, RED_5, ADVANCED_3)])
def test_with_another_card_that_moves_it_is_not(cards: tuple[int, ...]) -> None:
    """1 leads to the shared square; 3 leads nowhere either, so Advanced Movement does not help."""
    table = cornered(*cards, blocked=2)
    blocked = pass_turn(table).state.blocked[0]
    assert blocked == (0 if RED_1 in cards else 3)


@pytest.mark.rule("places-assises:B2")
def test_without_numbers_nobody_blocks() -> None:
    assert pass_turn(cornered(REVERSE, blocked=2)).state.blocked[0] == 0


@pytest.mark.rule("places-assises:B2")
def test_the_hand_at_the_beginning_of_the_turn_counts() -> None:
    table = cornered(RED_4, tokens=1)
    act(table, pack(Verb.TOKEN, RED_4))
    act(table, next(move for move in table.moves() if move == pack(Verb.DRAW, RED_1)))
    assert table.state.blocked[0] == 1 and walk(RED_1) in table.moves()


@pytest.mark.rule("places-assises:B3")
@pytest.mark.parametrize(("before", "pays"), [(0, False), (1, False), (2, True), (3, True)])
def test_from_the_third_blocked_turn_on_the_blocker_pays(before: int, pays: bool) -> None:
    table = pass_turn(cornered(blocked=before))
    assert (table.state.phase == PAY) == pays
    if pays:
        assert table.actor == 1 and offered(table, Verb.RETURN) == set(FULL_BENCH)
        act(table, pack(Verb.RETURN, FULL_BENCH[1]))
        assert pawns(table, 1) == {FULL_BENCH[0]}
    deal_any(table)
    assert table.actor == 1 and table.state.blocked[0] == before + 1


@pytest.mark.rule("places-assises:B3")
def test_a_move_starts_the_count_again() -> None:
    table = cornered(RED_4, EXCUSE_ME, blocked=2)
    act(table, walk(RED_4, passing=EXCUSED))
    act(table, go(sorted(offered(table, Verb.GO))[0]))
    assert table.state.blocked[0] == 0 and table.state.phase != PAY


@pytest.mark.rule("places-assises:B3")
def test_a_skipped_turn_does_not_count() -> None:
    table = cornered(
        players=3, blocked=1, skip=[0], active=2, hands={2: [RED_1, 2, REVERSE, REVERSE, REVERSE]}
    )
    act(table, PASS, DONE)
    assert table.actor == 1 and table.state.blocked[0] == 1


@pytest.mark.rule("places-assises:B3")
def test_a_blocker_without_seated_pawns_has_nothing_to_pay() -> None:
    table = cornered(seated={2: FULL_BENCH}, blocked=2)
    pass_turn(table)
    assert table.actor == rotonde.CHANCE and table.state.phase != PAY


@pytest.mark.rule("places-assises:B4")
def test_only_those_pay_without_whom_there_would_be_a_move() -> None:
    aisle = {0: CORNER, 1: NEXT, 2: at(2, 8)}
    table = pass_turn(cornered(aisle=aisle, blocked=2))
    assert table.state.phase == PAY and table.actor == 1
    deal_any(act(table, pack(Verb.RETURN, FULL_BENCH[0])))
    assert table.actor == 1 and table.state.phase != PAY and pawns(table, 2) == {at(0, 4)}


@pytest.mark.rule("places-assises:B4")
def test_if_it_takes_several_those_next_on_the_ways_pay() -> None:
    aisle = {0: CORNER, 1: NEXT, 2: AFTER}
    table = pass_turn(cornered(aisle=aisle, blocked=2))
    assert table.state.phase == PAY and table.actor == 1, "seat 2 stands behind seat 1"
    deal_any(act(table, pack(Verb.RETURN, FULL_BENCH[0])))
    assert pawns(table, 2) == {at(0, 4)}


@pytest.mark.rule("places-assises:B4")
def test_two_on_the_same_square_both_pay() -> None:
    aisle = {0: CORNER, 1: NEXT, 2: NEXT}
    table = pass_turn(cornered(aisle=aisle, blocked=2))
    assert table.actor == 1
    act(table, pack(Verb.RETURN, FULL_BENCH[0]))
    assert table.actor == 2 and table.state.phase == PAY
    act(table, pack(Verb.RETURN, at(0, 4)))
    assert pawns(table, 2) == set() and deal_any(table).actor == 1


@pytest.mark.rule("places-assises:B5")
def test_who_passes_without_a_card_may_throw_numbers_away() -> None:
    table = lay(quay={0: 0, 1: 0}, hands={0: [RED_1, RED_4, REVERSE]})
    act(table, PASS)
    assert set(table.moves()) == {pack(Verb.SHED, RED_1), pack(Verb.SHED, RED_4), DONE}
    act(table, pack(Verb.SHED, RED_4))
    assert table.actor == 0 and hand(table, 0) == [RED_1, REVERSE]
    act(table, DONE)
    assert table.actor == rotonde.CHANCE
    deal_any(table)
    assert table.actor == 1 and RED_1 in hand(table, 0)


@pytest.mark.rule("places-assises:B5")
def test_all_of_them_if_one_likes() -> None:
    table = lay(quay={0: 0, 1: 0}, hands={0: [RED_1, RED_4]})
    act(table, PASS, pack(Verb.SHED, RED_1), pack(Verb.SHED, RED_4))
    assert table.actor == rotonde.CHANCE, "nothing left to throw away"


@pytest.mark.rule("places-assises:B5")
def test_a_token_or_boarding_is_no_card() -> None:
    table = lay(quay={0: 0}, missed=[0], hands={0: [RED_1]}, tokens=1)
    act(table, pack(Verb.BOARD), PASS)
    assert DONE in table.moves()
    assert len(FREE_SEATS) == 18
