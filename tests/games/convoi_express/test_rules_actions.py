"""Convoi Express, action cards, time tokens, agents and the end: A, T, G and E."""

import pytest

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import OVER
from tests.games.convoi_express.laying import (
    AMERICA,
    BLACK,
    BROWN,
    GREY,
    act,
    at_card,
    cubes,
    deliver,
    exit_to,
    green,
    is_green,
    lay,
    move,
    net,
    offered,
    place,
    signal,
    verbs,
)
from tests.games.convoi_express.test_rules_turn import ONLY_BLACK, ONLY_BROWN, TWO_WILD

USE_SIGNAL, USE_SWITCH, USE_MOVE = (pack(Verb.USE, kind) for kind in range(3))


@pytest.mark.rule("convoi-express:A1")
def test_a_signal_card_moves_one_green_disc():
    table = act(lay(), USE_SIGNAL)
    free, reds = 3, table.box.signals - 8
    from_tracks = [m for m in offered(table, Verb.GREEN) if table.box.gate_of[m[0]] == -1]
    assert len(from_tracks) == free * reds
    act(table, pack(Verb.GREEN, signal(table, "T:STR-FRA@1"), signal(table, "G:PAR/PAR-DIJ")))
    assert is_green(table, "G:PAR/PAR-DIJ") and not is_green(table, "T:STR-FRA@1")
    assert table.state.phase == rules.ACTIONS


@pytest.mark.rule("convoi-express:A1")
def test_every_city_keeps_a_green_disc():
    table = act(lay(), USE_SIGNAL)
    paris = net(table).at["PAR"]
    only = signal(table, "G:PAR/S6-PAR")
    targets = {b for a, b, _ in offered(table, Verb.GREEN) if a == only}
    assert targets, "it may go to another entrance of the same city"
    assert {table.box.gate_of[b] for b in targets} == {paris}
    table = lay()
    green(table, "G:PAR/PAR-DIJ")
    act(table, USE_SIGNAL)
    targets = {b for a, b, _ in offered(table, Verb.GREEN) if a == only}
    assert len(targets) == table.box.signals - 8, "with two discs there, one may go anywhere"


@pytest.mark.rule("convoi-express:A2")
def test_a_switch_card_sets_one_switch_to_another_way():
    table = act(lay({BLACK: "PAR-DIJ/1>DIJ"}), USE_SWITCH)
    dijon = net(table).junctions.index("DIJ")
    settings = [b for a, b, _ in offered(table, Verb.SWITCH) if a == dijon]
    assert table.state.open[dijon] not in settings
    wanted = net(table).open_arms("DIJ", ["PAR", "BAS"])
    act(table, pack(Verb.SWITCH, dijon, wanted))
    assert table.state.open[dijon] == wanted
    move(table, BLACK, 2)
    assert place(table, BLACK) == "DIJ-BAS/1>BAS"


@pytest.mark.rule("convoi-express:A3")
def test_a_move_card_moves_one_train_that_is_out():
    table = act(lay({BLACK: "S6", GREY: "S7"}), USE_MOVE)
    assert offered(table, Verb.MOVE) == [(BLACK, 0, 0), (GREY, 0, 0)]
    assert USE_MOVE not in lay().moves(), "all trains are in the depot"


@pytest.mark.rule("convoi-express:A4")
def test_two_cards_of_any_kind_are_any_action():
    table = lay({BLACK: "S6"}, hand=(1, 1, 0))
    assert offered(table, Verb.PAIR) == [(0, 1, 0), (0, 1, 1), (0, 1, 2)]
    act(table, pack(Verb.PAIR, 0, 1, rules.MOVE_CARD))
    assert table.state.phase == rules.TRAIN
    assert table.state.hand[0].tolist() == [0, 0, 0]
    assert offered(lay(hand=(2, 0, 0)), Verb.PAIR) == [(0, 0, 0), (0, 0, 1)]
    assert offered(lay(hand=(1, 0, 0)), Verb.PAIR) == []


@pytest.mark.rule("convoi-express:A5")
def test_any_card_loads_an_empty_train_in_a_city():
    table = lay({BLACK: "PAR", GREY: "S6"}, hand=(1, 1, 1))
    assert offered(table, Verb.LOAD) == [(BLACK, 0, 0), (BLACK, 1, 0), (BLACK, 2, 0)]
    act(table, pack(Verb.LOAD, BLACK, rules.SWITCH_CARD))
    assert (table.state.load[BLACK], cubes(table, "blue")) == (2, 1)
    assert offered(table, Verb.LOAD) == [], "no unloading and no exchange"


@pytest.mark.rule("convoi-express:A5")
def test_an_empty_city_has_nothing_to_load():
    table = lay({BLACK: "PAR", 1: "S5", 2: "S7"}, {1: "blue", 2: "blue"})
    assert offered(table, Verb.LOAD) == []


@pytest.mark.rule("convoi-express:A6")
def test_used_cards_lie_in_the_discard():
    table = lay(hand=(1, 1, 1))
    act(table, USE_SIGNAL)
    act(table, table.moves()[0])
    act(table, pack(Verb.PAIR, 1, 2, rules.SIGNAL_CARD))
    assert table.state.discard.tolist() == [1, 1, 1]


# ---------------------------------------------------------------- time tokens


@pytest.mark.rule("convoi-express:T2")
def test_two_tokens_for_a_train_that_cannot_be_placed():
    table = at_card(4, {GREY: "S9"})
    act(table, pack(Verb.NEW, rules.BLACK), pack(Verb.START, 9))
    assert table.state.clock == 5


@pytest.mark.rule("convoi-express:T5")
def test_the_last_token_costs_an_instruction_card_unseen():
    table = move(lay({BROWN: "PAR-REI/0>PAR"}, clock=2), BROWN, 2)
    assert (table.state.clock, table.state.pile_count) == (7, 8)
    assert sum(table.state.unseen) == 18, "nobody saw it"


@pytest.mark.rule("convoi-express:T6")
@pytest.mark.parametrize(
    ("clock", "owed", "left", "cards"), [(2, 3, 6, 1), (2, 10, 6, 2), (7, 6, 1, 0), (1, 8, 7, 2)]
)
def test_what_is_owed_is_taken_from_the_new_tokens(clock, owed, left, cards):
    table = lay(clock=clock)
    table.game.engine.run(rules.lose, table.box, table.state, owed)
    assert (table.state.clock, 9 - table.state.pile_count) == (left, cards)


@pytest.mark.rule("convoi-express:T7")
def test_without_a_card_to_take_the_game_is_lost():
    table = move(lay({BROWN: "PAR-REI/0>PAR"}, clock=2, pile_count=0), BROWN, 2)
    assert (table.actor, table.scores(), table.winners()) == (OVER, [0, 0], [])
    table = move(lay({BROWN: "PAR-REI/0>PAR"}, clock=2, pile_count=1), BROWN, 2)
    assert table.state.phase == rules.ACTIONS, "this turn has become the last"
    act(table, pack(Verb.END))
    assert table.actor == OVER


# ---------------------------------------------------------------- agents


@pytest.mark.rule("convoi-express:G1")
def test_each_agent_helps_once_and_several_in_one_turn():
    table = at_card(ONLY_BLACK, {BLACK: "S6", 1: "S7"}, agents=True)
    act(table, pack(Verb.MANAGE))
    assert Verb.MANAGE not in verbs(table)
    act(table, pack(Verb.NAME, BLACK), pack(Verb.ROLL, 2), pack(Verb.REROLL), pack(Verb.ROLL, 5))
    assert table.state.spent.tolist() == [1, 1, 0, 0, 0, 0]
    assert verbs(table) == {Verb.NAME}, "neither of them helps again, and the colour has begun to move"


@pytest.mark.rule("convoi-express:G2")
def test_the_logistician_rolls_again():
    table = lay({GREY: "S6"}, agents=True)
    move(table, GREY, 1)
    assert verbs(table) == {Verb.GO, Verb.REROLL, Verb.MANAGE}
    act(table, pack(Verb.REROLL), pack(Verb.ROLL, 2))
    assert Verb.REROLL not in verbs(table)
    act(table, pack(Verb.GO))
    assert place(table, GREY) == "S6-PAR/1>PAR"


@pytest.mark.rule("convoi-express:G3")
def test_the_manager_lets_trains_pass_through_cities_this_turn():
    table = lay({BLACK: "S6-PAR/1>PAR", BROWN: "LYO-MRS/1>MRS"}, agents=True, spent=(0,))
    green(table, "G:PAR/PAR-DIJ")
    move(table, BLACK, 3)
    act(table, pack(Verb.MANAGE), pack(Verb.GO))
    assert table.moves() == [pack(Verb.STOP), exit_to(table, BLACK, "PAR-DIJ")]
    act(table, exit_to(table, BLACK, "PAR-DIJ"))
    assert place(table, BLACK) == "PAR-DIJ/1>DIJ"
    move(table, BROWN, 4)
    assert place(table, BROWN) == "depot", "a port is still the end"
    act(table, pack(Verb.END))
    assert table.state.passing == 0


@pytest.mark.rule("convoi-express:G4")
def test_the_conductor_stops_a_colour():
    table = at_card(ONLY_BLACK, {0: "S5", 1: "S6", 2: "S7"}, agents=True)
    act(table, pack(Verb.HALT))
    assert [place(table, train) for train in range(3)] == ["S5", "S6", "S7"]
    assert table.state.phase == rules.ACTIONS
    table = at_card(TWO_WILD, {0: "S5"}, agents=True)
    act(table, pack(Verb.COLOUR, rules.BLACK))
    assert pack(Verb.HALT) in table.moves(), "a chosen colour counts as shown"
    table = at_card(ONLY_BLACK, {0: "S5", 1: "S6"}, agents=True, spent=(0, 1))
    act(table, pack(Verb.NAME, 0), pack(Verb.ROLL, 2))
    assert pack(Verb.HALT) not in table.moves(), "too late"


@pytest.mark.rule("convoi-express:G5")
def test_the_track_guard_sends_the_card_under_the_pile():
    table = at_card(ONLY_BLACK, {0: "S4"}, agents=True, options=AMERICA)
    assert table.moves() == [pack(Verb.APPLY), pack(Verb.GUARD)]
    applied = act(table.copy(), pack(Verb.APPLY))
    assert applied.state.phase == rules.NAME
    act(table, pack(Verb.GUARD))
    assert (table.state.phase, table.state.pile_count, table.state.under) == (rules.REVEAL, 10, ONLY_BLACK)
    assert ONLY_BLACK not in [a for a, _, _ in offered(table, Verb.REVEAL)]
    act(table, pack(Verb.REVEAL, ONLY_BROWN))
    assert table.state.phase == rules.ACTIONS, "the next one must be applied"


@pytest.mark.rule("convoi-express:G5")
def test_the_card_under_the_pile_is_the_last_one():
    table = at_card(ONLY_BLACK, agents=True, pile_count=1, options=AMERICA)
    act(table, pack(Verb.GUARD), pack(Verb.REVEAL, ONLY_BROWN))
    table.state.phase = rules.REVEAL
    assert table.moves() == [pack(Verb.REVEAL, ONLY_BLACK)]
    table.game.engine.run(rules.lose, table.box, table.state, 7)
    assert (table.state.pile_count, table.state.under) == (0, 0), "it can be lost like any other"


@pytest.mark.rule("convoi-express:G5")
def test_the_track_guard_needs_a_next_card():
    table = at_card(ONLY_BLACK, {0: "S4"}, agents=True, pile_count=0, options=AMERICA)
    assert table.state.phase == rules.NAME


@pytest.mark.rule("convoi-express:G6")
def test_the_section_chief_spares_one_train():
    table = at_card(ONLY_BLACK, {0: "S4", 1: "S5"}, agents=True, spent=(3,), options=AMERICA)
    assert offered(table, Verb.SPARE) == [(0, 0, 0), (1, 0, 0)]
    act(table, pack(Verb.SPARE, 0))
    assert table.moves() == [pack(Verb.NAME, 1)], "the other one must move"


@pytest.mark.rule("convoi-express:G7")
def test_the_dispatcher_chooses_the_start():
    table = at_card(4, {GREY: "S9"}, agents=True, spent=(3,), options=AMERICA)
    ways = offered(table, Verb.DISPATCH)
    assert len(ways) == 3 * 10
    assert 9 not in [number for _, number, _ in ways]
    act(table, pack(Verb.DISPATCH, rules.BROWN, 6))
    assert place(table, BROWN) == "S6"
    assert table.state.spent[rules.DISPATCHER] == 1


# ---------------------------------------------------------------- the end


@pytest.mark.rule("convoi-express:E1")
def test_the_last_cube_wins_at_once():
    table = lay({BLACK: "LYO-MRS/1>MRS", GREY: "PAR"}, {BLACK: "white"}, players=3)
    deliver(table, 7)
    move(table, BLACK, 2)
    assert (table.actor, table.scores(), table.winners()) == (OVER, [1, 1, 1], [0, 1, 2])
    assert table.moves() == []


@pytest.mark.rule("convoi-express:E2")
def test_the_turn_of_the_last_card_is_the_last():
    table = lay({BLACK: "LYO-MRS/1>MRS"}, {BLACK: "white"}, pile_count=0)
    deliver(table, 6)
    act(table, pack(Verb.END))
    assert (table.actor, table.scores()) == (OVER, [0, 0])
    table = act(lay(pile_count=1), pack(Verb.END))
    assert table.actor != OVER
