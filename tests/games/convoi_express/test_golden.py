"""Convoi Express: the examples of the rulebook, and board files that are wrong."""

import copy
import json
import random
from typing import Any

import pytest

from rotonde.games.convoi_express import boards, rules
from rotonde.games.convoi_express.boards import Network, crossings, problems_of, shipped
from rotonde.games.convoi_express.box import box_for
from rotonde.games.convoi_express.check import problems
from rotonde.games.convoi_express.picture import Plan
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel import contract
from rotonde.kernel.errors import BadOption
from rotonde.kernel.handle import Table
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import OVER
from tests.games.convoi_express.laying import (
    BLACK,
    BROWN,
    GAME,
    act,
    at_card,
    cubes,
    exit_to,
    is_green,
    lay,
    move,
    net,
    place,
    signal,
)


@pytest.mark.rule("convoi-express:P5")
@pytest.mark.rule("convoi-express:M9")
def test_the_example_turn():
    """The last page of the rulebook, on our board: Calais to Paris in three points, six cards, one token lost."""
    table = at_card(1, {BROWN: "AMS"}, hand=(1, 2, 3))
    act(table, pack(Verb.NEW, rules.BLACK), pack(Verb.START, 6))
    assert place(table, BLACK) == "S6"
    act(table, pack(Verb.NAME, BLACK), pack(Verb.ROLL, 4))
    assert (place(table, BLACK), table.state.clock) == ("PAR", 7), "the fourth point is lost free of charge"
    assert table.state.phase == rules.ACTIONS, "no grey train is out"

    act(table, pack(Verb.LOAD, BLACK, rules.MOVE_CARD))
    assert (table.state.load[BLACK], cubes(table, "blue")) == (2, 1)
    disc, target = signal(table, "T:VER-MUN@1"), signal(table, "G:PAR/PAR-DIJ")
    act(table, pack(Verb.USE, rules.SIGNAL_CARD), pack(Verb.GREEN, disc, target))
    assert is_green(table, "G:PAR/PAR-DIJ") and is_green(table, "G:PAR/S6-PAR")
    dijon = net(table).junctions.index("DIJ")
    to_basel, to_lyon = (net(table).open_arms("DIJ", ["PAR", way]) for way in ("BAS", "LYO"))
    act(table, pack(Verb.USE, rules.SWITCH_CARD), pack(Verb.SWITCH, dijon, to_basel))
    move(table, BLACK, 3)
    act(table, exit_to(table, BLACK, "PAR-DIJ"))
    assert place(table, BLACK) == "DIJ-BAS/0>BAS", "exactly three spaces"
    act(table, pack(Verb.USE, rules.SWITCH_CARD), pack(Verb.SWITCH, dijon, to_lyon))
    # From Amsterdam the red light of Paris comes after three spaces.
    move(table, BROWN, 4)
    assert (place(table, BROWN), table.state.clock) == ("PAR-REI/0>PAR", 6)
    assert sum(table.state.hand[0]) == 0
    act(table, pack(Verb.END))
    assert table.state.to_draw == 5


@pytest.mark.rule("convoi-express:T6")
def test_two_left_three_owed():
    table = move(lay({BROWN: "PAR-REI/0>PAR"}, clock=2), BROWN, 3)
    assert (table.state.clock, table.state.pile_count) == (6, 8)


@pytest.mark.rule("convoi-express:G4")
def test_three_black_trains_and_the_conductor():
    table = at_card(12, {0: "S5", 1: "PAR", 2: "VER-MUN/0>MUN"}, agents=True)
    act(table, pack(Verb.HALT))
    assert [place(table, train) for train in range(3)] == ["S5", "PAR", "VER-MUN/0>MUN"]


@pytest.mark.rule("convoi-express:G6")
def test_two_black_trains_and_the_section_chief():
    table = at_card(12, {0: "S5", 1: "S4"}, agents=True, spent=(3,), options={"board": "north_america"})
    act(table, pack(Verb.SPARE, 1), pack(Verb.NAME, 0), pack(Verb.ROLL, 2))
    assert (place(table, 0) != "S5", place(table, 1)) == (True, "S4")


# ---------------------------------------------------------------- boards are data


@pytest.mark.parametrize("name", shipped())
def test_our_boards_are_in_order(name):
    board = shipped()[name]
    assert problems_of(board) == problems_of(board, "fr") == []
    assert crossings(board) == []


def spoil(change):
    board = copy.deepcopy(shipped()["central_europe"])
    change(board)
    return board


def line(board, name):
    return next(line for line in board["lines"] if line["id"] == name)


WRONG = {
    "no goods": lambda b: b["nodes"][0].pop("goods"),
    "two cities of a colour": lambda b: b["nodes"][0].update(goods="red"),
    "a start twice": lambda b: b["nodes"][5].update(number=3),
    "a node twice": lambda b: b["nodes"].append(b["nodes"][0]),
    "an unknown kind": lambda b: b["nodes"][0].update(kind="castle"),
    "no port": lambda b: b["rules"].update(ports=[]),
    "a line to nowhere": lambda b: line(b, "LEM-S9").update(b="XXX"),
    "no sections": lambda b: line(b, "LEM-S9").update(sections=0),
    "no entrance signal": lambda b: line(b, "PAR-LEM").update(signals=[]),
    "a joint that is not there": lambda b: line(b, "LEM-LIM")["signals"][0].update(joint=2),
    "five arms": lambda b: b["lines"].append(
        {"id": "x", "a": "LYO", "b": "LIM", "sections": 1, "signals": []}
    ),
    "two lines side by side": lambda b: b["lines"].append({**line(b, "LEM-LIM"), "id": "x", "signals": []}),
    "too few switch discs": lambda b: b["rules"].update(switch_discs=25),
    "too many green discs": lambda b: b["rules"].update(green_discs=9),
    "places in the port": lambda b: b["rules"]["port_slots"]["MRS"].update(red=3),
    "an unknown agent": lambda b: b["rules"]["agents"].append("ghost"),
    "an agent twice": lambda b: b["rules"]["agents"].append(b["rules"]["agents"][0]),
    "yes is no truth": lambda b: b["rules"].update(pass_through_cities="yes"),
    "a green too many": lambda b: b["first_setup"]["green"].append("T:LEM-LIM@1"),
    "a green that is not there": lambda b: b["first_setup"]["green"].__setitem__(7, "T:moon"),
    "a switch without setting": lambda b: b["first_setup"]["switches"].pop("LYO"),
    "a switch that joins three": lambda b: b["first_setup"]["switches"]["LYO"].update(
        open=["DIJ", "MRS", "CFE"]
    ),
    "no lines": lambda b: b.pop("lines"),
    "lines of another type": lambda b: b.update(lines=3),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_board_is_told_in_words(name):
    board = spoil(WRONG[name])
    french, english = problems_of(board, "fr"), problems_of(board, "en")
    assert french and len(french) == len(english) and french != english
    with pytest.raises(BadOption):
        box_for(board, 2, GAME.check_options(2, {}))


@pytest.mark.rule("convoi-express:A1")
@pytest.mark.rule("convoi-express:D1")
def test_a_board_on_which_no_signal_would_be_red_is_told():
    """Every entrance needs a signal, so such a board has few lines; here only this check looks at it."""
    board = spoil(lambda b: None)
    signals = [(part, signal) for part in board["lines"] for signal in part["signals"]]
    for part, one in signals[9:]:
        part["signals"].remove(one)
    found = boards._Findings("en")
    boards._check_rules(board, found)
    assert found.told == ["There must be at least two signals more than green discs: 10, not 9."]


def test_a_place_that_cannot_be_reached_is_told():
    board = spoil(lambda b: None)
    # The entrance of Wien's line leads straight to the start of Kiel: nothing else is there.
    for node in board["nodes"]:
        if node["id"] == "S5":
            board["lines"].append({"id": "S5-S7", "a": "S5", "b": "S7", "sections": 1, "signals": []})
    board["lines"] = [one for one in board["lines"] if one["id"] not in ("HAM-S7",)]
    assert problems_of(board)


def test_what_is_no_board_is_told():
    for thing in (None, [], {}, "board", 7, json.loads("[1]")):
        assert problems_of(thing, "fr") and problems_of(thing, "en")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda b: line(b, "LEM-S9").update(sections="2"),
            "lines › LEM-S9 › sections must be a whole number.",
        ),
        (lambda b: b["nodes"][0].pop("x"), "nodes › PAR › x is missing."),
        (lambda b: b["nodes"][0].update(x=float("nan")), "nodes › PAR › x must be a number."),
        (lambda b: b.pop("size"), "size is missing."),
        (lambda b: b.update(size=[1000]), "size must be 2 numbers."),
        (lambda b: b.update(ground={"seas": 5}), "ground › seas must be a list [ … ]."),
        (lambda b: b["nodes"].append("Paris"), "nodes › 39 must be an object { … }."),
        (lambda b: b["name"].update(en=""), "name › en must be a text of 1 to 60 letters."),
        (lambda b: b["rules"].update(agents=["wizard"]), "Unknown agents: wizard; choose from: logistician"),
        (lambda b: b["nodes"][1].update(x=-5), "AMS lies off the board."),
    ],
)
def test_what_is_missing_or_of_another_kind_is_told_where_it_stands(change, told):
    assert problems_of(spoil(change))[0].startswith(told)


def test_whatever_is_in_a_file_is_told_or_can_be_drawn():
    """A value anywhere in the file becomes another: it is told in words, or the board can be laid and drawn."""
    rng = random.Random(1)
    others = (None, -1, 0, 3, 1.5, "", "PAR", [], {}, True, [1, 2], {"id": "PAR"}, float("inf"))
    fine = 0
    for _ in range(50):
        board = spoil(lambda b: None)
        inside: Any = board
        key: Any = rng.choice(list(board))
        while isinstance(inside[key], dict | list) and inside[key] and rng.random() < 0.9:
            inside = inside[key]
            key = rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        inside[key] = rng.choice(others)
        told = problems_of(board, "fr")
        assert len(told) == len(problems_of(board, "en"))
        if not told:
            fine += 1
            Plan(Network(board))
    assert 0 < fine < 15


def test_a_board_that_somebody_wrote_can_be_played():
    board = spoil(lambda b: line(b, "S6-PAR").update(sections=3))
    assert problems_of(board) == []
    options = GAME.check_options(2, {})
    box, state, rng = box_for(board, 2, options), GAME.state_layout(), random.Random(1)
    GAME.engine.run(contract.setup, box, state)
    table = Table(GAME, 2, options, box, state)
    table.deal(rng)
    while table.actor != OVER:
        table.play(rng.choice(table.moves()))
        table.deal(rng)
        assert problems(table) == []
    assert table.box.spaces == 86
