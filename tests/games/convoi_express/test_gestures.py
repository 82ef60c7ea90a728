"""What spares clicks: cards played by touching the map, and trains that run without a question."""

import random

import pytest

from rotonde.games.convoi_express import gestures, rules
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.moves import a_of, b_of, pack, verb_of
from tests.games.convoi_express.laying import (
    AMERICA,
    BLACK,
    BROWN,
    GAME,
    GREY,
    act,
    at_card,
    is_green,
    join,
    lay,
    net,
    signal,
)

LANGS = ("fr", "en")


def play(table, proposal):
    return act(table, *proposal.moves)


def test_touching_a_red_signal_moves_a_disc_there():
    table = lay({BLACK: "PAR"}, {BLACK: "blue"})
    thing = f"signal-{signal(table, 'G:PAR/PAR-DIJ')}"
    assert thing in gestures.targets(table.seen_by(0))
    first, *others = gestures.proposals(table.seen_by(0), thing, "en")
    assert others and len(others) < gestures.MOST
    assert first.sentence == "Take Verona–München" and first.note.startswith(
        "The green disc between Verona and München goes to the signal at Paris towards Dijon. "
    )
    play(table, first)
    assert is_green(table, "G:PAR/PAR-DIJ") and table.state.phase == rules.ACTIONS


@pytest.mark.rule("convoi-express:A5")
def test_a_train_that_can_load_is_offered_that_first_and_then_to_move():
    table = lay({BLACK: "PAR"}, hand=(1, 2, 0))
    seen = table.seen_by(0)
    assert "train-0" in gestures.targets(seen)
    found = gestures.proposals(seen, "train-0", "en")
    assert [one.sentence for one in found] == [
        "Load train black 1 with a Switch card",
        "Load train black 1 with a Signal card",
        "Move train black 1",
    ]
    assert seen.things(found[0].moves[0]) == [f"space-{table.state.where[BLACK]}"]
    play(table, found[0])
    assert table.state.load[BLACK] == 2 and table.state.hand[0].tolist() == [1, 1, 0]
    assert [one.sentence for one in gestures.proposals(table.seen_by(0), "train-0", "en")] == [
        "Move train black 1"
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_touching_a_closed_track_opens_it(lang):
    table = lay({BLACK: "PAR-DIJ/1>DIJ"})
    dijon = net(table).junctions.index("DIJ")
    shut = next(arm for arm in range(3) if not table.state.open[dijon] >> arm & 1)
    found = gestures.proposals(table.seen_by(0), f"arm-{dijon}-{shut}", lang)
    assert {b_of(one.moves[1]) >> shut & 1 for one in found} == {1}
    assert len(found) == 2 and all(one.tags for one in found[:1])
    assert gestures.proposals(table.seen_by(0), f"arm-{dijon}-{shut ^ 1}", lang) == []


@pytest.mark.rule("convoi-express:S2")
@pytest.mark.rule("convoi-express:S3")
@pytest.mark.parametrize("options", [{}, AMERICA])
def test_in_the_free_set_up_the_rest_may_lie_as_for_a_first_game(options):
    table = GAME.new(1, {**options, "setup": "free", "extra_green": True})
    table.deal(random.Random(1))
    box = table.box
    other = next(a_of(move) for move in table.moves() if not box.first_green[a_of(move)])
    act(table, pack(Verb.LAY_GREEN, other))
    (rest,) = gestures.proposals(table.seen_by(0), None, "en")
    greens = table.box.greens - 2
    assert rest.sentence == "Lay the rest as for a first game" and rest.note == f"{greens} green discs."
    play(table, rest)
    assert table.state.phase == rules.GREENS, "the further one is for the player to lay"
    assert gestures.proposals(table.seen_by(0), None, "en") == []
    act(table, table.moves()[0])
    (rest,) = gestures.proposals(table.seen_by(0), None, "fr")
    play(table, rest)
    assert table.state.open.tolist() == box.first_open.tolist() and table.state.phase == rules.HANDS
    assert gestures.proposals(table.seen_by(0), None, "fr") == []


def test_the_way_that_lets_the_train_through_is_proposed_first():
    table = lay({BLACK: "PAR-DIJ/1>DIJ"})
    dijon = net(table).junctions.index("DIJ")
    paris = next(arm for arm, one in enumerate(net(table).arms["DIJ"]) if one.node == "PAR")
    basel = next(arm for arm, one in enumerate(net(table).arms["DIJ"]) if one.node == "BAS")
    join(table, "DIJ", "PAR", "LYO")
    first, other = gestures.proposals(table.seen_by(0), f"arm-{dijon}-{basel}", "en")
    assert b_of(first.moves[1]) >> paris & 1 and not b_of(other.moves[1]) >> paris & 1
    assert len(first.way) > len(other.way)


def test_without_the_card_two_others_pay():
    table = lay({BLACK: "PAR-DIJ/1>DIJ"}, hand=(2, 1, 0))
    (found,) = gestures.proposals(table.seen_by(0), f"train-{BLACK}", "en")
    assert verb_of(found.moves[0]) == Verb.PAIR and found.note.startswith("This costs two Signal cards.")
    play(table, found)
    assert table.state.phase == rules.ROLL


def test_nothing_is_offered_without_cards_or_outside_of_the_action_part():
    assert gestures.targets(lay({BLACK: "PAR"}, hand=(0, 0, 0)).seen_by(0)) == []
    card = at_card(12, {BLACK: "PAR-DIJ/0>DIJ"})
    assert gestures.targets(card.seen_by(0)) == []
    assert gestures.proposals(card.seen_by(0), f"train-{BLACK}", "fr") == []
    assert gestures.proposals(lay().seen_by(0), None, "fr") == []
    assert gestures.proposals(lay().seen_by(0), "pile", "fr") == []


@pytest.mark.parametrize("agents", [False, True])
def test_trains_run_on_order(agents):
    table = at_card(9, {BLACK: "PAR-DIJ/0>DIJ", BROWN: "VER-MUN/0>MUN", GREY: "LEM-LIM/0>LIM"}, agents=agents)
    (order,) = gestures.orders(table.seen_by(0), "fr")
    assert gestures.orders(table.seen_by(1), "fr") == []
    ran = []
    while table.state.card > 0:
        if table.actor < 0:
            table.play(pack(Verb.ROLL, 2))
        else:
            move = gestures.obey(table.seen_by(0), order.id)
            assert move is not None
            ran += [a_of(move)] * (verb_of(move) == Verb.NAME)
            table.play(move)
    assert ran == [BLACK, BROWN]
    assert gestures.orders(table.seen_by(0), "en") == []


def test_an_exit_is_asked_for():
    table = at_card(12, {BLACK: "PAR"})
    act(table, pack(Verb.NAME, BLACK), pack(Verb.ROLL, 3))
    if table.state.phase == rules.ROLLED:
        assert gestures.obey(table.seen_by(0), f"run-{table.state.turn}") is None
    assert gestures.obey(table.seen_by(0), "run-99") is None
