"""Places assises, setting up and the turn: S2, S3, T1 to T6, K1, K2."""

import pytest

import rotonde
from rotonde.games.places_assises.rules import (
    DOOR,
    EXPRESS,
    NEXT_PAWN,
    PLUS_TOKEN,
    REACT,
    REBEL,
    REVERSE,
    SHED,
    START,
    TURN,
    U_PASS,
    Verb,
)
from rotonde.kernel.moves import pack
from tests.games.places_assises.laying import (
    BLUE_1,
    BLUE_5,
    BOARD,
    DONE,
    FREE_SEATS,
    GAME,
    PASS,
    RED_1,
    RED_2,
    RED_3,
    RED_4,
    act,
    at,
    chance,
    deal_any,
    discarded,
    go,
    hand,
    lay,
    offered,
    pawns,
    pick,
    play,
    start,
    verbs,
    walk,
)

all_counts = pytest.mark.parametrize("players", [2, 3, 4])
OPEN, CLOSED = 1, 2


def place(door: int) -> int:
    return pack(Verb.PLACE, door)


# ---------------------------------------------------------------- setting up


@pytest.mark.rule("places-assises:S2")
@pytest.mark.parametrize(("players", "pawns_each"), [(2, 12), (3, 10), (4, 8)])
def test_everyone_gets_pawns_cards_and_tokens(players: int, pawns_each: int) -> None:
    table = deal_any(start(players))
    s = table.state
    assert s.supply.tolist() == [pawns_each] * players + [0] * (4 - players)
    assert s.tokens.tolist() == [3] * players + [0] * (4 - players)
    assert s.hand_count.tolist() == [[2, 3]] * players + [[0, 0]] * (4 - players)
    assert s.pile_count.tolist() == [60 - 2 * players, 60 - 3 * players]


@pytest.mark.rule("places-assises:S2")
def test_the_hand_may_be_three_numbers_and_two_actions() -> None:
    table = deal_any(start(3, hand="3+2"))
    assert table.state.hand_count.tolist()[:3] == [[3, 2]] * 3


@pytest.mark.rule("places-assises:S2")
def test_hands_are_secret() -> None:
    table = start(3, first=1)
    assert table.actor == rotonde.CHANCE
    for viewer in (0, 1, 2, rotonde.PUBLIC):
        masks = {table.seen_by(viewer).masked(move) for move in table.moves()}
        assert masks == (set(table.moves()) if viewer == 0 else {pack(Verb.DRAW)})
    deal_any(table)
    for viewer in (0, 1, 2, rotonde.PUBLIC):
        seen = table.seen_by(viewer)
        for owner in range(3):
            shown = sum(seen.state.hand[owner])
            assert shown == (5 if owner == viewer else 0)
            assert seen.state.hand_count[owner] == [2, 3]
        assert sum(seen.state.pile) == 0


@pytest.mark.rule("places-assises:S3")
@all_counts
def test_the_first_player_is_drawn_by_lot(players: int) -> None:
    table = GAME.new(players)
    table.play(table.moves()[0])
    assert table.chances() == [(pack(Verb.FIRST, seat), 1) for seat in range(players)]
    for first in range(players):
        assert deal_any(start(players, first)).actor == first


@pytest.mark.rule("places-assises:S3")
@all_counts
def test_turns_go_clockwise(players: int) -> None:
    table = lay(players, quay=dict.fromkeys(range(players), 0), active=1)
    order = []
    for _ in range(players + 1):
        order.append(table.actor)
        deal_any(act(table, PASS))
        if table.state.phase == SHED:
            deal_any(act(table, DONE))
    assert order == [(1 + step) % players for step in range(players + 1)]


# ---------------------------------------------------------------- the turn


@pytest.mark.rule("places-assises:T1")
def test_without_a_pawn_one_must_be_placed_first() -> None:
    table = deal_any(start(2))
    assert table.state.phase == START
    assert table.moves() == [place(door) for door in range(8)]
    act(table, place(5))
    assert table.state.phase == TURN and table.actor == 0
    assert table.state.quay[0] == 5 and table.state.supply[0] == 11


@pytest.mark.rule("places-assises:T1")
@pytest.mark.parametrize("where", ["aisle", "quay", "missed"])
def test_with_a_pawn_at_hand_none_is_placed(where: str) -> None:
    table = lay(quay={1: 0}, active=1)
    table.state.quay[0], table.state.supply[0] = {"aisle": (-1, 11)}.get(where, (2, 11))
    table.state.aisle[0] = at(2, 2) if where == "aisle" else -1
    table.state.missed[0] = int(where == "missed")
    deal_any(act(table, PASS))
    assert table.actor == 0 and table.state.phase == TURN
    assert Verb.PLACE not in verbs(table)


@pytest.mark.rule("places-assises:T2")
def test_green_stars_and_tokens_in_any_order_and_number() -> None:
    cards = [REVERSE, REVERSE, PLUS_TOKEN, EXPRESS]
    table = lay(3, quay={0: 0}, hands={0: [*cards, RED_1]})
    for card in cards:
        assert pack(Verb.TOKEN, RED_1) not in table.moves() or card == EXPRESS
        play(table, card)
        assert table.actor == 0 and table.state.phase == TURN
    assert pack(Verb.TOKEN, RED_1) in table.moves()
    assert BOARD in table.moves()


@pytest.mark.rule("places-assises:T2")
def test_one_u_pass_a_turn() -> None:
    table = lay(quay={0: 0}, hands={0: [U_PASS, U_PASS]})
    play(table, U_PASS)
    table.state.quay[0], table.state.supply[0] = 3, table.state.supply[0] - 1
    assert pack(Verb.PLAY, U_PASS) not in table.moves()


@pytest.mark.rule("places-assises:T2")
def test_cards_may_be_played_after_boarding_too() -> None:
    table = lay(quay={0: 0}, hands={0: [REVERSE]})
    chance(act(table, BOARD), OPEN)
    assert pack(Verb.PLAY, REVERSE) in table.moves()


@pytest.mark.rule("places-assises:T3")
@pytest.mark.parametrize("door", range(8))
def test_open_doors_let_in_and_the_turn_goes_on(door: int) -> None:
    table = lay(quay={0: door}, hands={0: [RED_2]})
    act(table, BOARD)
    assert table.state.phase == DOOR and table.actor == rotonde.CHANCE
    chance(table, OPEN)
    inside = at(0 if door % 2 == 0 else 4, 2 if door % 4 < 2 else 6, door // 4)
    assert table.state.aisle[0] == inside and table.state.quay[0] == -1
    assert table.actor == 0 and table.state.phase == TURN
    assert walk(RED_2) in table.moves(), "counting starts inside the door"


@pytest.mark.rule("places-assises:T3")
def test_closed_doors_end_the_turn() -> None:
    table = lay(quay={0: 3}, aisle={1: at(2, 2)}, hands={0: [RED_1, RED_2, REVERSE, REVERSE, REVERSE]})
    chance(act(table, BOARD), CLOSED)
    assert table.actor == 1
    assert table.state.missed[0] == 1 and table.state.quay[0] == 3 and table.state.aisle[0] == -1


@pytest.mark.rule("places-assises:T3")
def test_after_a_missed_train_one_gets_in_by_the_same_door() -> None:
    table = lay(quay={0: 3}, missed=[0])
    act(table, BOARD)
    assert table.actor == 0 and table.state.phase == TURN, "the doors are not asked"
    assert table.state.aisle[0] == at(4, 6) and table.state.missed[0] == 0


@pytest.mark.rule("places-assises:T3")
def test_one_boards_only_into_an_empty_aisle() -> None:
    assert BOARD in lay(quay={0: 0}).moves()
    assert BOARD not in lay(quay={0: 0}, aisle={0: at(2, 2)}).moves()
    assert BOARD not in lay(aisle={0: at(2, 2)}).moves()
    assert BOARD in lay(quay={0: 0}, aisle={1: at(0, 2)}).moves(), "an opponent inside does not matter"


@pytest.mark.rule("places-assises:T4")
def test_a_walk_ends_the_turn() -> None:
    table = lay(aisle={0: at(2, 2), 1: at(2, 8)}, hands={0: [RED_1, REVERSE]})
    deal_any(act(table, walk(RED_1), go(at(2, 3))))
    assert table.actor == 1


@pytest.mark.rule("places-assises:T4")
def test_one_may_pass() -> None:
    table = lay(aisle={0: at(2, 2), 1: at(2, 8)}, hands={0: [REVERSE]})
    deal_any(act(table, PASS))
    assert table.actor == 1


@pytest.mark.rule("places-assises:T5")
def test_after_sitting_down_the_next_pawn_goes_to_a_start_space() -> None:
    table = lay(aisle={0: at(2, 3), 1: at(2, 8)}, hands={0: [RED_1]})
    act(table, walk(RED_1), go(at(3, 3)))
    assert table.state.phase == NEXT_PAWN and table.actor == 0
    assert offered(table, Verb.PLACE) == set(range(8))
    act(table, place(6))
    assert table.state.quay[0] == 6
    deal_any(table)
    assert table.actor == 1, "it boards on a later turn"


@pytest.mark.rule("places-assises:T5")
def test_the_hand_is_refilled() -> None:
    table = lay(aisle={0: at(2, 2), 1: at(2, 8)}, hands={0: [RED_1, REVERSE]})
    act(table, PASS, pack(Verb.SHED, RED_1))
    assert table.actor == rotonde.CHANCE
    chance(table, RED_4, BLUE_5, REVERSE, EXPRESS)
    assert sorted(hand(table, 0)) == sorted([RED_4, BLUE_5, REVERSE, REVERSE, EXPRESS])
    assert table.actor == 1


@pytest.mark.rule("places-assises:T5")
def test_more_cards_are_kept() -> None:
    cards = [RED_1, RED_2, RED_3, REVERSE, REVERSE, REVERSE, EXPRESS]
    table = lay(aisle={0: at(2, 2), 1: at(2, 8)}, hands={0: cards})
    act(table, PASS, DONE)
    assert table.actor == 1 and hand(table, 0) == sorted(cards)


@pytest.mark.rule("places-assises:T6")
def test_a_skip_marker_costs_one_turn() -> None:
    full = [RED_1, RED_2, REVERSE, REVERSE, PLUS_TOKEN]
    table = lay(3, quay={0: 0, 1: 0, 2: 0}, skip=[1], hands={0: full})
    act(table, PASS, DONE)
    assert table.actor == 2
    assert table.state.skip.tolist() == [0, 0, 0, 0], "it is used up"


@pytest.mark.rule("places-assises:T6")
def test_the_direction_decides_who_is_next() -> None:
    full = [RED_1, RED_2, REVERSE, REVERSE, PLUS_TOKEN]
    table = lay(4, quay=dict.fromkeys(range(4), 0), direction=-1, hands={0: full})
    act(table, PASS, DONE)
    assert table.actor == 3


# ---------------------------------------------------------------- tokens


@pytest.mark.rule("places-assises:K1")
@pytest.mark.parametrize("card", [RED_1, REVERSE])
def test_a_token_changes_a_card_for_one_of_its_deck(card: int) -> None:
    table = lay(quay={0: 0}, hands={0: [RED_1, REVERSE]}, tokens=2)
    act(table, pack(Verb.TOKEN, card))
    assert table.actor == rotonde.CHANCE
    assert all((drawn <= 10) == (card <= 10) for drawn in offered(table, Verb.DRAW))
    chance(table, BLUE_1 if card == RED_1 else EXPRESS)
    assert table.actor == 0 and table.state.phase == TURN
    assert table.state.tokens.tolist()[:2] == [1, 2] and discarded(table) == [card]
    assert len(hand(table, 0)) == 2


@pytest.mark.rule("places-assises:K1")
def test_several_tokens_may_be_used_until_there_are_none() -> None:
    table = lay(quay={0: 0}, hands={0: [RED_1]}, tokens=2)
    chance(act(table, pack(Verb.TOKEN, RED_1)), RED_2)
    chance(act(table, pack(Verb.TOKEN, RED_2)), RED_3)
    assert Verb.TOKEN not in verbs(table)


@pytest.mark.rule("places-assises:K1")
def test_a_token_helps_when_one_is_attacked() -> None:
    table = lay(seated={1: FREE_SEATS[:2]}, quay={0: 0, 1: 0}, hands={0: [11], 1: [REVERSE, RED_1]}, tokens=1)
    act(play(table, 11), pick(FREE_SEATS[0]))
    assert table.actor == 1 and offered(table, Verb.TOKEN) == {REVERSE, RED_1}
    act(table, pack(Verb.TOKEN, REVERSE))
    chance(table, REBEL)
    assert table.state.phase == REACT and table.actor == 1
    act(table, pack(Verb.REBEL))
    assert pawns(table, 1) == set(FREE_SEATS[:2])


@pytest.mark.rule("places-assises:K2")
def test_tokens_never_run_out() -> None:
    table = lay(quay={0: 0}, hands={0: [PLUS_TOKEN] * 4}, tokens=100)
    for count in range(101, 105):
        play(table, PLUS_TOKEN)
        assert table.state.tokens[0] == count
