"""Convoi Express, what is in the box and how the table is laid: C, B, S, D and V."""

import random

import pytest

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.boards import shipped
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.errors import BadOption
from rotonde.kernel.moves import pack
from rotonde.kernel.subset import CHANCE, PUBLIC
from tests.games.convoi_express.laying import (
    AMERICA,
    BLACK,
    GAME,
    act,
    lay,
    move,
    net,
    offered,
    place,
    sane,
    verbs,
)

BOARDS = list(shipped())


def start(players=2, seed=1, **options):
    """A new table up to the first decision."""
    table = GAME.new(players, options)
    table.deal(random.Random(seed))
    return table


@pytest.mark.rule("convoi-express:C1")
def test_there_are_two_boards():
    assert BOARDS == ["central_europe", "north_america"]
    with pytest.raises(BadOption):
        GAME.new(2, {"board": "moon"})


@pytest.mark.rule("convoi-express:C2")
@pytest.mark.rule("convoi-express:S6")
def test_nine_trains_begin_in_the_depot_and_all_agents_are_free():
    table = GAME.new(2)
    assert table.state.where.tolist() == [rules.DEPOT] * 9
    assert [rules.colour_of(train) for train in range(9)] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert table.state.load.tolist() == [0] * 9
    assert not any(table.state.spent)


@pytest.mark.rule("convoi-express:C3")
@pytest.mark.parametrize(
    ("train", "faces"),
    [(0, {2: 1, 3: 2, 4: 2, 5: 1}), (4, {1: 1, 2: 2, 3: 2, 4: 1}), (8, {1: 3, 2: 2, 3: 1})],
)
def test_each_colour_has_its_die(train, faces):
    table = act(lay({train: "PAR"}), pack(Verb.USE, rules.MOVE_CARD), pack(Verb.MOVE, train))
    assert {(m >> 8) & 4095: weight for m, weight in table.chances()} == faces


@pytest.mark.rule("convoi-express:C4")
@pytest.mark.parametrize("board", BOARDS)
def test_discs_tokens_and_cubes(board):
    rules_of_board = shipped()[board]["rules"]
    assert rules_of_board["switch_discs"] == 26
    assert rules_of_board["green_discs"] <= 10
    assert len(GAME.new(2, {"board": board}).box.start) == 11


@pytest.mark.rule("convoi-express:C5")
def test_81_action_cards_and_18_instruction_cards():
    table = GAME.new(2)
    assert table.state.pile.tolist() == [27, 27, 27]
    assert table.box.instructions == 18
    new, shown = table.box.card_new.tolist()[1:], table.box.card_move.tolist()[1:]
    assert sorted(new) == [0] * 10 + [1] * 7 + [2]
    assert sum(row == [rules.WILD] * 3 for row in shown) == 1
    assert (1, [rules.BLACK, rules.GREY, -1]) in zip(new, shown, strict=True)


@pytest.mark.rule("convoi-express:B1")
@pytest.mark.parametrize(("board", "spaces"), [*zip(BOARDS, (85, 79), strict=True)])
def test_spaces_are_sections_cities_ports_and_starts(board, spaces):
    here = net(GAME.new(2, {"board": board}))
    assert len(here.spaces) == spaces
    assert {space.kind for space in here.spaces} == {"section", "city", "port", "start"}


@pytest.mark.rule("convoi-express:B2")
@pytest.mark.parametrize("board", BOARDS)
def test_every_entrance_of_a_city_or_port_has_a_signal(board):
    here = net(GAME.new(2, {"board": board}))
    for space in here.spaces:
        if space.kind in ("city", "port"):
            assert all(way.signal >= 0 for way in space.ways)
        if space.kind == "start":
            assert len(space.ways) == 1


@pytest.mark.rule("convoi-express:B4")
@pytest.mark.parametrize("board", BOARDS)
def test_a_junction_has_three_or_six_settings(board):
    table = lay(options={"board": board})
    act(table, pack(Verb.USE, rules.SWITCH_CARD))
    for junction, name in enumerate(net(table).junctions):
        settings = [b for a, b, _ in offered(table, Verb.SWITCH) if a == junction]
        assert len(settings) == {3: 2, 4: 5}[len(net(table).arms[name])]
        assert all(setting.bit_count() == 2 for setting in settings)


@pytest.mark.rule("convoi-express:B7")
@pytest.mark.parametrize("board", BOARDS)
def test_eleven_starts_at_the_ends_of_lines(board):
    here = net(GAME.new(2, {"board": board}))
    starts = [here.nodes[space.node] for space in here.spaces if space.kind == "start"]
    assert sorted(node["number"] for node in starts) == list(range(2, 13))


@pytest.mark.rule("convoi-express:S1")
def test_without_a_choice_it_is_central_europe():
    assert GAME.new(2).options["board"] == "central_europe"


@pytest.mark.rule("convoi-express:S2")
@pytest.mark.parametrize("board", BOARDS)
def test_switches_as_in_the_first_game_or_as_one_likes(board):
    table = start(board=board)
    first = shipped()[board]["first_setup"]["switches"]
    for junction, name in enumerate(net(table).junctions):
        open_to = {
            arm.node for k, arm in enumerate(net(table).arms[name]) if table.state.open[junction] >> k & 1
        }
        assert open_to == set(first[name]["open"])
    free = start(board=board, setup="free")
    while free.state.phase == rules.GREENS:
        free.play(free.moves()[0])
    settings = []
    while free.state.phase == rules.SWITCHES:
        assert verbs(free) == {Verb.LAY_SWITCH}
        assert len(free.moves()) in (3, 6)
        free.play(free.moves()[-1])
        settings.append(free.state.open.tolist())
    assert len(settings) == len(net(table).junctions)
    sane(free)


@pytest.mark.rule("convoi-express:S3")
@pytest.mark.rule("convoi-express:N2")
@pytest.mark.parametrize(("board", "greens"), [("central_europe", 8), ("north_america", 9)])
def test_one_green_disc_for_each_city_and_three_on_tracks(board, greens):
    for setup in ("first", "free"):
        table = start(board=board, setup=setup)
        rng = random.Random(3)
        while table.state.phase in (rules.GREENS, rules.SWITCHES):
            table.play(rng.choice(table.moves()))
        gates = [table.box.gate_of[k] for k in range(table.box.signals) if table.state.green[k]]
        stops = [k for k, space in enumerate(net(table).spaces) if space.kind in ("city", "port")]
        assert sorted(gates) == [-1, -1, -1, *stops]
        assert len(gates) == greens
        sane(table)


@pytest.mark.rule("convoi-express:S4")
def test_two_cubes_of_each_colour():
    assert GAME.new(3).state.cubes.tolist() == [2, 2, 2, 2]


@pytest.mark.rule("convoi-express:S5")
def test_seven_tokens():
    assert GAME.new(3).state.clock == 7


@pytest.mark.rule("convoi-express:S7")
def test_sixteen_cards_under_the_card_1():
    table = GAME.new(2)
    assert table.state.pile_count == 16
    assert sum(table.state.unseen) == 18, "nobody knows which two are out"


@pytest.mark.rule("convoi-express:S8")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_five_action_cards_each(players):
    table = start(players)
    assert [sum(hand) for hand in table.state.hand] == [5] * players + [0] * (4 - players)
    sane(table)


@pytest.mark.rule("convoi-express:S9")
def test_anybody_may_begin():
    table = GAME.new(4)
    assert table.actor == CHANCE
    assert offered(table, Verb.FIRST) == [(seat, 0, 0) for seat in range(4)]
    act(table, pack(Verb.FIRST, 2))
    table.deal(random.Random(0))
    assert table.actor == 2


@pytest.mark.rule("convoi-express:S10")
def test_nothing_is_hidden():
    table = start(3)
    for seat in (0, 1, 2, PUBLIC):
        assert bytes(table.seen_by(seat).state) == bytes(table.state)


@pytest.mark.rule("convoi-express:D1")
@pytest.mark.parametrize("setup", ["first", "free"])
@pytest.mark.parametrize("board", BOARDS)
def test_one_more_green_disc_goes_anywhere(board, setup):
    table = start(board=board, extra_green=True, setup=setup)
    while sum(table.state.green) + 1 < table.box.greens:
        table.play(table.moves()[0])
    assert verbs(table) == {Verb.LAY_GREEN}
    assert len(table.moves()) == table.box.signals - sum(table.state.green)
    table.play(table.moves()[0])
    assert table.state.phase in (rules.HANDS, rules.SWITCHES)
    assert sum(table.state.green) == {"central_europe": 9, "north_america": 10}[board]


@pytest.mark.rule("convoi-express:D2")
def test_fewer_or_more_cards_and_more_tokens():
    for removed in range(7):
        assert GAME.new(2, {"removed": removed}).state.pile_count == 18 - removed
    for tokens in (7, 8, 9, 10):
        table = lay(clock=1, options={"tokens": tokens}, trains={BLACK: "PAR-DIJ/0>PAR"})
        assert GAME.new(2, {"tokens": tokens}).state.clock == tokens
        move(table, BLACK, 2)
        assert (table.state.clock, table.state.pile_count) == (tokens - 1, 8), (
            "so many come back, one is owed"
        )


@pytest.mark.rule("convoi-express:D3")
@pytest.mark.parametrize("board", BOARDS)
def test_ten_goods(board):
    table = lay(options={"board": board, "goods": 10})
    state, box = table.state, table.box
    assert state.cubes.tolist() == [3, 3, 3, 3]
    assert box.wanted == 10
    ports = box.ports
    run = GAME.engine.run
    for port in range(ports):
        for colour in range(4):
            state.delivered[port, colour] = box.slots[port, colour]
    # One more of a colour: two such places in the one port, one in each of two.
    assert run(rules.has_slot, box, state, 0, 1)
    state.delivered[0, 0] += 1
    assert bool(run(rules.has_slot, box, state, 0, 2)) == (ports == 1)
    state.delivered[ports - 1, 1] += 1
    assert not run(rules.has_slot, box, state, 0, 3)
    assert not run(rules.has_slot, box, state, ports - 1, 3)


@pytest.mark.rule("convoi-express:D3")
def test_a_cube_without_a_place_goes_back_to_its_city():
    table = lay({BLACK: "LYO-MRS/1>MRS"}, options={"goods": 10})
    for colour, count in enumerate((3, 3, 1, 1)):
        table.state.delivered[0, colour] = count
        table.state.cubes[colour] -= count
    table.state.load[BLACK] = 3
    table.state.cubes[2] -= 1
    table.state.delivered[0, 2] += 1
    table.state.cubes[2] -= 1
    sane(table)
    move(table, BLACK, 2)
    assert place(table, BLACK) == "depot"
    assert table.state.cubes[2] == 1
    assert table.state.clock == 7


@pytest.mark.rule("convoi-express:V1")
def test_start_tokens_renumber_the_start_spaces():
    table = GAME.new(2, {"starts": "shuffled"})
    act(table, pack(Verb.FIRST, 0))
    numbers = [7, 2, 12, 3, 4, 5, 6, 8, 9, 10, 11]
    for k, number in enumerate(numbers):
        assert sorted(a for a, _, _ in offered(table, Verb.TOKEN)) == sorted(numbers[k:])
        act(table, pack(Verb.TOKEN, number))
    assert table.state.start[7 - 2] == table.box.start[0]
    assert table.state.start[2 - 2] == table.box.start[1]
    assert table.state.phase == rules.HANDS


@pytest.mark.rule("convoi-express:V2")
def test_tokens_instead_of_start_dice():
    table = GAME.new(1, {"starts": "drawn"})
    rng = random.Random(1)
    while table.state.phase != rules.START:
        table.play(rng.choice(table.moves()))
    assert [weight for _, weight in table.chances()] == [1] * 11
    act(table, pack(Verb.START, 6))
    assert len(table.chances()) == 10, "three different ones for the first three trains"
    act(table, pack(Verb.START, 7), pack(Verb.START, 8))
    assert table.state.token.tolist() == [1] * 11, "then all are shuffled again"
    table.state.phase = rules.REVEAL
    act(table, pack(Verb.REVEAL, 4), pack(Verb.NEW, rules.BLACK), pack(Verb.START, 6))
    assert table.state.token.tolist().count(1) == 10
    assert table.state.clock == 5, "somebody stands there"
    for number in range(11):
        table.state.token[number] = int(number == 3)
    table.state.phase, table.state.card, table.state.new_left = rules.START, 4, 1
    act(table, pack(Verb.START, 5))
    assert table.state.token.tolist() == [1] * 11


def test_an_america_without_its_third_agent():
    with_him, without = GAME.new(2, AMERICA), GAME.new(2, {**AMERICA, "dispatcher": False})
    assert with_him.box.on_duty.tolist() == [0, 0, 0, 1, 1, 1]
    assert without.box.on_duty.tolist() == [0, 0, 0, 1, 1, 0]
    assert GAME.new(2).box.on_duty.tolist() == [1, 1, 1, 0, 0, 0]
