"""Convoi Express, the turn and its instruction card: U, I and P."""

import random

import pytest

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import CHANCE
from tests.games.convoi_express.laying import (
    BLACK,
    BROWN,
    GAME,
    GREY,
    act,
    at_card,
    lay,
    offered,
    place,
    sane,
    verbs,
)

# Instruction cards by what they show.
NEW_BLACK_GREY, NEW_BLACK, NEW_WILD, TWO_NEW_WILD, BLACK_BROWN, ONLY_BLACK, ONLY_BROWN = 1, 4, 7, 8, 9, 12, 13
TWO_WILD, ONE_WILD, THREE_WILD = 15, 17, 18


def roll(table, train, points):
    return act(table, pack(Verb.NAME, train), pack(Verb.ROLL, points))


@pytest.mark.rule("convoi-express:U1")
@pytest.mark.rule("convoi-express:I6")
def test_the_first_card_places_three_trains_that_do_not_move():
    table = GAME.new(2)
    act(table, pack(Verb.FIRST, 1))
    while table.state.phase == rules.HANDS:
        table.play(table.moves()[0])
    assert (table.actor, table.state.card) == (CHANCE, rules.FIRST_CARD)
    act(table, pack(Verb.START, 6))
    assert 6 not in [a for a, _, _ in offered(table, Verb.START)], "roll again until the start is free"
    act(table, pack(Verb.START, 7), pack(Verb.START, 2))
    assert [place(table, train) for train in (BLACK, BROWN, GREY)] == ["S6", "S7", "S2"]
    assert (table.state.phase, table.actor, table.state.clock) == (rules.ACTIONS, 1, 7)
    assert table.state.pile_count == 16


@pytest.mark.rule("convoi-express:U2")
def test_any_number_of_action_cards_or_none():
    table = lay(hand=(1, 1, 0))
    assert pack(Verb.END) in table.moves()
    act(table, pack(Verb.USE, rules.SWITCH_CARD))
    act(table, table.moves()[0])
    act(table, pack(Verb.USE, rules.SIGNAL_CARD))
    act(table, table.moves()[0])
    assert table.moves() == [pack(Verb.END)]


@pytest.mark.rule("convoi-express:U3")
@pytest.mark.parametrize(("held", "then"), [(0, 5), (3, 8), (5, 10), (7, 10), (10, 10)])
def test_five_new_cards_but_never_more_than_ten(held, then):
    table = lay(hand=(held, 0, 0))
    act(table, pack(Verb.END))
    rng = random.Random(1)
    while table.state.phase == rules.DRAW:
        table.play(rng.choice(table.moves()))
    assert sum(table.state.hand[0]) == then
    assert (table.state.active, table.state.turn, table.state.phase) == (1, 6, rules.REVEAL)


@pytest.mark.rule("convoi-express:U3")
def test_an_empty_pile_is_made_anew_from_the_discard():
    table = lay(hand=(0, 0, 0))
    table.state.set_by_name({"pile": [0, 0, 2], "discard": [27, 27, 25]})
    act(table, pack(Verb.END), pack(Verb.DEAL, 2), pack(Verb.DEAL, 2))
    assert (table.state.pile, table.state.discard) == ([27, 27, 25], [0, 0, 0])
    assert len(table.chances()) == 3


@pytest.mark.rule("convoi-express:I1")
def test_new_trains_come_first_then_the_colours_in_order():
    table = at_card(NEW_BLACK_GREY, {BLACK: "S5", GREY: "S8"})
    assert table.state.phase == rules.NEW
    act(table, pack(Verb.NEW, rules.BROWN), pack(Verb.START, 6))
    assert offered(table, Verb.NAME) == [(BLACK, 0, 0)]
    roll(table, BLACK, 2)
    assert offered(table, Verb.NAME) == [(GREY, 0, 0)]
    roll(table, GREY, 1)
    assert table.state.phase == rules.ACTIONS


@pytest.mark.rule("convoi-express:I2")
def test_all_trains_of_the_colour_move_and_none_in_the_depot():
    table = at_card(ONLY_BLACK, {0: "S5", 1: "PAR", 3: "S8"})
    assert offered(table, Verb.NAME) == [(0, 0, 0), (1, 0, 0)]
    assert at_card(ONLY_BLACK, {3: "S8"}).state.phase == rules.ACTIONS


@pytest.mark.rule("convoi-express:I3")
def test_the_order_is_free_and_each_train_has_its_own_roll():
    table = at_card(ONLY_BLACK, {0: "S5", 1: "S6"})
    roll(table, 1, 2)
    assert place(table, 1) == "S6-PAR/1>PAR"
    assert verbs(table) == {Verb.NAME}, "no action cards in between"
    roll(table, 0, 3)
    assert place(table, 0) == "MUN-SZG/0>MUN", "a disc at München"
    assert table.state.phase == rules.ACTIONS


@pytest.mark.rule("convoi-express:I4")
def test_multicolour_symbols_mean_different_colours():
    table = at_card(TWO_WILD, {0: "S5", 3: "S8"})
    assert offered(table, Verb.COLOUR) == [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    act(table, pack(Verb.COLOUR, rules.BROWN))
    roll(table, 3, 1)
    assert offered(table, Verb.COLOUR) == [(0, 0, 0), (2, 0, 0)]
    act(table, pack(Verb.COLOUR, rules.GREY))
    assert table.state.phase == rules.ACTIONS, "a colour whose trains are all in the depot may be chosen"
    assert place(table, 0) == "S5"


@pytest.mark.rule("convoi-express:I4")
def test_three_multicolour_symbols_move_every_train_in_a_free_order():
    table = at_card(THREE_WILD, {0: "S5", 3: "S8", 6: "S6"})
    for colour in (2, 0):
        act(table, pack(Verb.COLOUR, colour))
        roll(table, 3 * colour, 2)
    assert offered(table, Verb.NAME) == [(3, 0, 0)], "the last colour needs no choice"


@pytest.mark.rule("convoi-express:I5")
def test_a_card_never_comes_back():
    table = at_card(ONLY_BLACK)
    assert table.state.unseen[ONLY_BLACK] == 0
    table.state.phase = rules.REVEAL
    assert ONLY_BLACK not in [a for a, _, _ in offered(table, Verb.REVEAL)]
    assert len(table.moves()) == 17


@pytest.mark.rule("convoi-express:P1")
def test_choose_a_colour_then_roll_two_dice():
    table = at_card(NEW_BLACK)
    assert offered(table, Verb.NEW) == [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    act(table, pack(Verb.NEW, rules.GREY))
    weights = {(m >> 8) & 4095: weight for m, weight in table.chances()}
    assert weights == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    act(table, pack(Verb.START, 9))
    assert place(table, GREY) == "S9"


@pytest.mark.rule("convoi-express:P2")
def test_an_occupied_start_costs_two_tokens():
    table = at_card(NEW_BLACK, {GREY: "S9"})
    act(table, pack(Verb.NEW, rules.BLACK), pack(Verb.START, 9))
    assert (place(table, BLACK), table.state.clock, table.state.phase) == ("depot", 5, rules.ACTIONS)


@pytest.mark.rule("convoi-express:P3")
def test_no_train_in_the_depot_costs_two_tokens():
    everywhere = ("S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10")
    table = at_card(NEW_WILD, dict(enumerate(everywhere)))
    assert (table.state.phase, table.state.clock) == (rules.COLOUR, 5)


@pytest.mark.rule("convoi-express:P3")
def test_a_colour_without_trains_cannot_be_chosen():
    table = at_card(NEW_WILD, {0: "S2", 1: "S3", 2: "S4"})
    assert offered(table, Verb.NEW) == [(1, 0, 0), (2, 0, 0)]


@pytest.mark.rule("convoi-express:P4")
def test_two_new_trains_have_different_colours():
    table = at_card(TWO_NEW_WILD)
    act(table, pack(Verb.NEW, rules.BLACK), pack(Verb.START, 6))
    assert offered(table, Verb.NEW) == [(1, 0, 0), (2, 0, 0)]
    act(table, pack(Verb.NEW, rules.BROWN), pack(Verb.START, 7))
    assert table.state.phase == rules.COLOUR
    assert [place(table, train) for train in (0, 1, 3)] == ["S6", "depot", "S7"]


@pytest.mark.rule("convoi-express:P4")
def test_no_second_colour_left_costs_two_tokens():
    taken = {3: "S2", 4: "S3", 5: "S4", 6: "S5", 7: "S7", 8: "S8"}
    table = at_card(TWO_NEW_WILD, taken)
    act(table, pack(Verb.NEW, rules.BLACK), pack(Verb.START, 6))
    assert (table.state.phase, table.state.clock) == (rules.COLOUR, 5)


@pytest.mark.rule("convoi-express:P5")
def test_a_train_placed_by_the_card_moves_with_its_colour():
    table = at_card(NEW_BLACK, {0: "S5"})
    act(table, pack(Verb.NEW, rules.BLACK), pack(Verb.START, 6))
    assert offered(table, Verb.NAME) == [(0, 0, 0), (1, 0, 0)]
    sane(table)


def test_a_wild_symbol_never_repeats_a_colour_of_the_card():
    table = at_card(BLACK_BROWN, {0: "S5"})
    assert table.state.chosen.tolist() == [1, 1, 0]
