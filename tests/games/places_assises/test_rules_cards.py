"""Places assises, the action cards: D1 to D3, A1 to A9, A11, A13."""

from typing import Any

import pytest

import rotonde
from rotonde.games.places_assises.rules import (
    ECCENTRIC,
    ENDED,
    ENTER_1,
    ENTER_2,
    EXIT_1,
    EXIT_2,
    EXPRESS,
    NEXT_PAWN,
    PANHANDLER,
    PLUS_TOKEN,
    REACT,
    REVERSE,
    TAKE_A_SEAT,
    TURN,
    U_PASS,
    Verb,
)
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from tests.games.places_assises.laying import (
    ACCEPT,
    BLUE_1,
    DONE,
    FREE_SEATS,
    PASS,
    RED_1,
    RED_2,
    RED_3,
    act,
    at,
    chance,
    deal_any,
    discarded,
    hand,
    lay,
    offered,
    pawns,
    pick,
    play,
    seat,
    verbs,
)

A, B, C, D = FREE_SEATS[:4]
E, F, G, H = FREE_SEATS[4:8]


def crowd(players: int = 4, *cards: int, **more: Any) -> Table:
    """Everybody has two seated pawns and one at a door; seat 0 acts."""
    seated = {who: FREE_SEATS[2 * who : 2 * who + 2] for who in range(players)}
    quay = dict.fromkeys(range(players), 0)
    return lay(players, seated=seated, quay=quay, hands={0: cards, **more.pop("hands", {})}, **more)


def playable(table: Table) -> set[int]:
    return offered(table, Verb.PLAY)


# ---------------------------------------------------------------- D1 to D3


@pytest.mark.rule("places-assises:D1")
@pytest.mark.parametrize("stars", ["move", "colour"])
def test_stars_decide_whether_the_turn_goes_on(stars: str) -> None:
    exits = act(play(crowd(2, EXIT_1, stars=stars), EXIT_1), pick(C), ACCEPT)
    enters = act(play(crowd(2, ENTER_1, stars=stars), ENTER_1), seat(FREE_SEATS[9]))
    goes_on, ended = (exits, enters) if stars == "move" else (enters, exits)
    assert goes_on.actor == 0 and goes_on.state.phase == TURN
    assert ended.state.phase != TURN and deal_any(ended).actor == 1


@pytest.mark.rule("places-assises:D2")
@pytest.mark.parametrize("card", [EXIT_1, EXIT_2, EXPRESS])
@pytest.mark.parametrize(
    ("direction", "skip", "target"), [(1, [], 1), (-1, [], 3), (1, [1], 2), (-1, [3, 2], 1)]
)
def test_some_cards_aim_at_the_next_without_a_marker(
    card: int, direction: int, skip: list[int], target: int
) -> None:
    table = play(crowd(4, card, direction=direction, skip=skip), card)
    if card == EXPRESS:
        assert table.state.skip[target] == 1
    else:
        assert offered(table, Verb.PICK) == pawns(table, target)


@pytest.mark.rule("places-assises:D2")
@pytest.mark.parametrize("card", [ECCENTRIC, TAKE_A_SEAT])
def test_others_aim_at_anyone(card: int) -> None:
    table = play(crowd(4, card, skip=[1]), card)
    assert offered(table, Verb.PICK) == {square for who in (1, 2, 3) for square in pawns(table, who)}


@pytest.mark.rule("places-assises:D3")
def test_a_card_without_effect_cannot_be_played() -> None:
    attacks = [EXIT_1, EXIT_2, ECCENTRIC, TAKE_A_SEAT]
    alone = lay(quay={0: 0}, hands={0: [*attacks, PANHANDLER, REVERSE, PLUS_TOKEN, U_PASS]})
    assert playable(alone) == {REVERSE, PLUS_TOKEN, U_PASS}, "nobody sits, nobody holds a card"
    assert playable(lay(aisle={0: at(2, 2)}, hands={0: [U_PASS]})) == set(), "nobody to board"
    marked = crowd(2, EXIT_1, EXPRESS, skip=[1])
    assert playable(marked) == set(), "the only opponent carries a marker"
    inside = lay(
        seated={0: FREE_SEATS[:11], 1: [FREE_SEATS[12]]},
        aisle={0: at(2, 2)},
        hands={0: [ENTER_1, TAKE_A_SEAT]},
    )
    assert playable(inside) == set(), "nobody is outside"


# ---------------------------------------------------------------- A1 to A4


@pytest.mark.rule("places-assises:A1")
@pytest.mark.parametrize("choice", [C, D])
def test_exit_sends_one_seated_pawn_of_the_next_home(choice: int) -> None:
    table = crowd(4, EXIT_1)
    act(play(table, EXIT_1), pick(choice))
    assert table.actor == 1 and table.state.phase == REACT
    supply = table.state.supply[1]
    act(table, ACCEPT)
    assert pawns(table, 1) == {C, D} - {choice} and table.state.supply[1] == supply + 1
    assert table.actor == 0 and table.state.phase == TURN


@pytest.mark.rule("places-assises:A2")
def test_exit_twice_sends_two() -> None:
    table = crowd(4, EXIT_2)
    act(play(table, EXIT_2), pick(D))
    assert offered(table, Verb.PICK) == {C}, "not the same one"
    act(table, pick(C))
    assert pawns(table, 1) == {C, D}, "not before the target has answered"
    act(table, ACCEPT)
    assert pawns(table, 1) == set() and table.state.supply[1] == 7


@pytest.mark.rule("places-assises:A2")
def test_or_the_only_one_there_is() -> None:
    table = lay(seated={1: [C]}, quay={0: 0}, hands={0: [EXIT_2]})
    act(play(table, EXIT_2), pick(C))
    assert table.state.phase == REACT
    act(table, ACCEPT)
    assert pawns(table, 1) == set()


@pytest.mark.rule("places-assises:A3")
def test_express_skips_the_next() -> None:
    table = crowd(4, EXPRESS)
    play(table, EXPRESS)
    assert table.actor == 0, "nobody is asked, and the turn goes on"
    deal_any(act(table, PASS))
    assert table.actor == 2


@pytest.mark.rule("places-assises:A3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_opponents_skipped_gives_another_turn(players: int) -> None:
    table = crowd(players, *[EXPRESS] * 4)
    for _ in range(players - 1):
        play(table, EXPRESS)
    assert EXPRESS not in playable(table)
    turn = table.state.turn
    deal_any(act(table, PASS))
    assert table.actor == 0 and table.state.turn == turn + 1
    assert table.state.skip.tolist() == [0] * 4
    assert table.state.hand_count[0] == [2, 3], "after drawing"


@pytest.mark.rule("places-assises:A4")
def test_reverse_turns_turns_and_targets_round() -> None:
    table = crowd(4, REVERSE, EXIT_1)
    play(table, REVERSE)
    assert table.actor == 0 and table.state.direction == -1
    assert offered(play(table.copy(), EXIT_1), Verb.PICK) == pawns(table, 3)
    deal_any(act(table, PASS))
    assert table.actor == 3


@pytest.mark.rule("places-assises:A4")
def test_express_and_reverse_together_reach_anyone() -> None:
    table = crowd(4, EXPRESS, REVERSE, EXPRESS, EXIT_1)
    play(play(play(table, EXPRESS), REVERSE), EXPRESS)
    assert table.state.skip.tolist() == [0, 1, 0, 1], "markers stay until they are reached"
    assert offered(play(table.copy(), EXIT_1), Verb.PICK) == pawns(table, 2)
    deal_any(act(table, PASS))
    assert table.actor == 2 and table.state.skip.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("places-assises:A4")
def test_with_two_players_reverse_changes_nothing_else() -> None:
    table = crowd(2, REVERSE)
    deal_any(act(play(table, REVERSE), PASS))
    assert table.actor == 1


# ---------------------------------------------------------------- A5 to A7


@pytest.mark.rule("places-assises:A5")
@pytest.mark.parametrize(
    ("square", "floor"), [((0, 0), (2, 0)), ((1, 1), (1, 2)), ((4, 4), (2, 4)), ((3, 7), (3, 6))]
)
def test_eccentric_drives_somebody_to_the_floor_before_the_bench(
    square: tuple[int, int], floor: tuple[int, int]
) -> None:
    table = lay(3, seated={2: [at(*square)]}, quay={0: 0, 1: 0}, hands={0: [ECCENTRIC]})
    act(play(table, ECCENTRIC), pick(at(*square)))
    assert table.actor == 2
    act(table, ACCEPT)
    assert table.state.aisle[2] == at(*floor) and pawns(table, 2) == set()
    assert table.actor == 0


@pytest.mark.rule("places-assises:A5")
def test_a_pawn_at_a_door_then_waits() -> None:
    table = crowd(2, ECCENTRIC)
    act(play(table, ECCENTRIC), pick(C), ACCEPT)
    deal_any(act(table, PASS))
    assert table.actor == 1 and table.state.quay[1] == 0
    assert Verb.BOARD not in verbs(table)


@pytest.mark.rule("places-assises:A6")
def test_pan_handler_takes_an_unseen_card_of_the_chosen_deck() -> None:
    table = crowd(3, PANHANDLER, hands={1: [RED_1, RED_1, BLUE_1, REVERSE], 2: [EXPRESS]})
    play(table, PANHANDLER)
    assert set(table.moves()) == {pack(Verb.ROB, 1, 0), pack(Verb.ROB, 1, 1), pack(Verb.ROB, 2, 1)}
    act(table, pack(Verb.ROB, 1, 0))
    assert table.actor == 1
    act(table, ACCEPT)
    assert table.chances() == [(pack(Verb.STEAL, RED_1), 2), (pack(Verb.STEAL, BLUE_1), 1)]
    chance(table, BLUE_1)
    assert BLUE_1 in hand(table, 0)
    assert table.actor == 0, "two numbers are left: the hand is still full"
    assert sorted(hand(table, 1)) == [RED_1, RED_1, REVERSE]


@pytest.mark.rule("places-assises:A6")
def test_the_victim_draws_another_at_once() -> None:
    table = crowd(2, PANHANDLER, hands={1: [RED_1, BLUE_1, REVERSE]})
    chance(act(play(table, PANHANDLER), pack(Verb.ROB, 1, 0), ACCEPT), RED_1)
    assert table.actor == rotonde.CHANCE and table.state.drawer == 1
    chance(table, RED_3)
    assert sorted(hand(table, 1)) == [RED_3, BLUE_1, REVERSE]
    assert table.actor == 0 and table.state.phase == TURN


@pytest.mark.rule("places-assises:A6")
def test_only_the_two_of_them_know_the_card() -> None:
    table = crowd(3, PANHANDLER, hands={1: [RED_1, BLUE_1, REVERSE, RED_2]})
    act(play(table, PANHANDLER), pack(Verb.ROB, 1, 0), ACCEPT)
    for viewer in (0, 1):
        assert {table.seen_by(viewer).masked(move) for move in table.moves()} == set(table.moves())
    for viewer in (2, rotonde.PUBLIC):
        assert {table.seen_by(viewer).masked(move) for move in table.moves()} == {pack(Verb.STEAL)}
    chance(table, BLUE_1)
    import random

    for _ in range(20):
        assert BLUE_1 in hand(table.seen_by(1).guess(random.Random()), 0), "the victim remembers"
    assert not any(table.seen_by(2).state.known[0])


@pytest.mark.rule("places-assises:A6")
def test_a_card_taken_on_is_no_longer_known() -> None:
    table = crowd(3, PANHANDLER, hands={1: [RED_1, RED_2, RED_3]})
    chance(act(play(table, PANHANDLER), pack(Verb.ROB, 1, 0), ACCEPT), RED_1)
    table.state.active = 2
    table.state.hand[2, PANHANDLER] += 1
    table.state.hand_count[2, 1] += 1
    table.state.pile[PANHANDLER] -= 1
    table.state.pile_count[1] -= 1
    act(play(table, PANHANDLER), pack(Verb.ROB, 0, 0), ACCEPT)
    chance(table, RED_1)
    assert not any(table.seen_by(1).state.known[2]) and not any(table.seen_by(1).state.known[0])
    assert table.seen_by(0).state.known[2, RED_1] == 1


@pytest.mark.rule("places-assises:A6")
def test_several_may_be_played_on_the_same_victim() -> None:
    table = crowd(2, PANHANDLER, PANHANDLER, hands={1: [RED_1, REVERSE]})
    chance(act(play(table, PANHANDLER), pack(Verb.ROB, 1, 0), ACCEPT), RED_1, RED_2)
    chance(act(play(table, PANHANDLER), pack(Verb.ROB, 1, 1), ACCEPT), REVERSE, EXPRESS)
    assert sorted(hand(table, 0)) == [RED_1, REVERSE] and sorted(hand(table, 1)) == [RED_2, EXPRESS]


@pytest.mark.rule("places-assises:A7")
def test_plus_one_gives_a_token() -> None:
    table = play(crowd(2, PLUS_TOKEN, tokens=1), PLUS_TOKEN)
    assert table.state.tokens.tolist()[:2] == [2, 1] and table.actor == 0
    assert discarded(table) == [PLUS_TOKEN]


# ---------------------------------------------------------------- A8, A9: Enter


@pytest.mark.rule("places-assises:A8")
@pytest.mark.parametrize("missed", [[], [0]])
@pytest.mark.parametrize("from_quay", [0, 1])
def test_enter_seats_a_pawn_from_outside_anywhere(missed: list[int], from_quay: int) -> None:
    table = crowd(2, ENTER_1, missed=missed)
    supply = table.state.supply[0]
    play(table, ENTER_1)
    free = {square for square in range(90) if table.box.kind[0, square] == 1 and not table.state.pawn[square]}
    assert offered(table, Verb.SEAT) == free and len(free) == 36 - 4, "also behind a passenger"
    act(table, seat(at(4, 4), from_quay))
    assert at(4, 4) in pawns(table, 0)
    assert (table.state.supply[0], table.state.quay[0]) == ((supply, -1) if from_quay else (supply - 1, 0))
    assert table.state.missed[0] == (0 if from_quay else len(missed))
    assert (table.state.phase == NEXT_PAWN) == bool(from_quay)


@pytest.mark.rule("places-assises:A8")
def test_never_the_pawn_in_the_aisle() -> None:
    table = lay(aisle={0: at(2, 2)}, hands={0: [ENTER_1]})
    act(play(table, ENTER_1), seat(C))
    assert table.state.aisle[0] == at(2, 2) and table.state.supply[0] == 10


@pytest.mark.rule("places-assises:A9")
def test_enter_twice_seats_two() -> None:
    table = crowd(2, ENTER_2)
    play(table, ENTER_2)
    act(table, seat(H, 1))
    assert table.actor == 0 and H not in offered(table, Verb.SEAT)
    act(table, seat(G))
    assert {G, H} <= pawns(table, 0)
    assert table.state.phase == NEXT_PAWN, "the turn ends"


@pytest.mark.rule("places-assises:A9")
def test_or_the_only_one_outside() -> None:
    seats = FREE_SEATS[:10]
    table = lay(seated={0: seats}, aisle={0: at(2, 2)}, quay={0: 0}, hands={0: [ENTER_2]})
    act(play(table, ENTER_2), seat(FREE_SEATS[11], 1))
    assert len(pawns(table, 0)) == 11 and table.state.phase != ENDED


# ---------------------------------------------------------------- A11: U-Pass


@pytest.mark.rule("places-assises:A11")
@pytest.mark.parametrize("missed", [[], [0]])
def test_u_pass_boards_at_once(missed: list[int]) -> None:
    table = lay(quay={0: 5}, missed=missed, hands={0: [U_PASS, RED_1]})
    play(table, U_PASS)
    assert table.state.aisle[0] == at(4, 2, 1) and table.state.quay[0] == -1
    assert table.actor == 0 and table.state.phase == TURN, "nobody asked the doors"


@pytest.mark.rule("places-assises:A11")
def test_u_pass_needs_somebody_at_a_door() -> None:
    assert pack(Verb.PLAY, U_PASS) not in lay(aisle={0: at(2, 2)}, hands={0: [U_PASS]}).moves()


# ---------------------------------------------------------------- A13: That's my seat


@pytest.mark.rule("places-assises:A13")
@pytest.mark.parametrize("from_quay", [0, 1])
def test_take_a_seat(from_quay: int) -> None:
    table = crowd(3, TAKE_A_SEAT)
    victim = at(0, 0)
    table = lay(3, seated={2: [victim]}, quay={0: 4, 1: 0}, hands={0: [TAKE_A_SEAT]})
    play(table, TAKE_A_SEAT)
    assert set(table.moves()) == {pick(victim, 0), pick(victim, 1)}
    act(table, pick(victim, from_quay))
    assert table.actor == 2
    act(table, ACCEPT)
    assert pawns(table, 0) == {victim} and table.state.aisle[2] == at(2, 0)
    assert table.state.quay[0] == (-1 if from_quay else 4)
    assert table.actor == 0 and table.state.phase == TURN


@pytest.mark.rule("places-assises:A13")
def test_several_on_different_players() -> None:
    table = crowd(3, TAKE_A_SEAT, TAKE_A_SEAT)
    act(play(table, TAKE_A_SEAT), pick(C), ACCEPT)
    act(play(table, TAKE_A_SEAT), pick(E), ACCEPT)
    assert {C, E} <= pawns(table, 0) and table.state.aisle[1] >= 0 and table.state.aisle[2] >= 0


@pytest.mark.rule("places-assises:B5")
def test_who_played_a_card_sheds_nothing() -> None:
    table = crowd(2, REVERSE, RED_1)
    act(play(table, REVERSE), PASS)
    assert DONE not in table.moves()
