"""Convoi Express, how trains move: B and M, and what is different in North America: N."""

import pytest

from rotonde.games.convoi_express import rules
from rotonde.games.convoi_express.rules import Verb
from rotonde.kernel.moves import pack
from tests.games.convoi_express.laying import (
    AMERICA,
    BLACK,
    BROWN,
    GREY,
    act,
    cubes,
    deliver,
    delivered,
    exit_to,
    green,
    join,
    lay,
    move,
    offered,
    place,
    verbs,
)


@pytest.mark.rule("convoi-express:B3")
def test_switches_and_signals_cost_no_points():
    # From Wien over the switches at Salzburg and München, past the signal towards Verona.
    table = lay({BLACK: "S5"})
    join(table, "MUN", "SZG", "VER")
    move(table, BLACK, 4)
    assert place(table, BLACK) == "VER-MUN/0>VER"
    assert table.state.clock == 7


@pytest.mark.rule("convoi-express:B5")
@pytest.mark.parametrize(
    ("start", "end"), [("VER-MUN/1>VER", "VER-MUN/0>VER"), ("VER-MUN/0>MUN", "VER-MUN/1>MUN")]
)
def test_a_track_signal_acts_both_ways(start, end):
    table = move(lay({GREY: start}), GREY, 1)
    assert (place(table, GREY), table.state.clock) == (end, 7)
    table = lay({GREY: start})
    green(table, "T:MIL-BAS@1", "T:LEM-LIM@1", "T:CFE-MPL@1")
    move(table, GREY, 1)
    assert (place(table, GREY), table.state.clock) == (start, 6)


@pytest.mark.rule("convoi-express:B6")
def test_a_train_keeps_its_direction():
    table = move(lay({BROWN: "S6-PAR/1>S6"}), BROWN, 1)
    assert place(table, BROWN) == "S6-PAR/0>S6"


@pytest.mark.rule("convoi-express:M1")
@pytest.mark.parametrize(("points", "end"), [(1, "S6-PAR/0>PAR"), (2, "S6-PAR/1>PAR"), (3, "PAR")])
def test_every_section_and_every_city_costs_a_point(points, end):
    table = move(lay({BROWN: "S6"}), BROWN, points)
    assert (place(table, BROWN), table.state.clock) == (end, 7)


@pytest.mark.rule("convoi-express:M2")
def test_the_exit_of_a_city_is_chosen_after_the_roll_among_the_green_ones():
    table = lay({BROWN: "PAR"})
    green(table, "G:PAR/PAR-DIJ", "G:PAR/PAR-REI")
    move(table, BROWN, 2)
    assert table.state.phase == rules.ROLLED
    ways = [exit_to(table, BROWN, line) for line in ("S6-PAR", "PAR-DIJ", "PAR-REI")]
    assert table.moves() == ways
    act(table, ways[1])
    assert (place(table, BROWN), table.state.clock) == ("PAR-DIJ/1>DIJ", 7)


@pytest.mark.rule("convoi-express:M2")
def test_a_single_green_exit_is_taken_and_a_train_may_not_stay():
    table = move(lay({BROWN: "PAR"}), BROWN, 1)
    assert place(table, BROWN) == "S6-PAR/1>S6", "also back the way it came"


@pytest.mark.rule("convoi-express:M2")
def test_a_blocked_exit_must_be_taken_when_it_is_the_only_one():
    table = move(lay({BROWN: "PAR", GREY: "S6-PAR/1>S6"}), BROWN, 3)
    assert (place(table, BROWN), table.state.clock) == ("PAR", 4)
    table = move(lay({BROWN: "PAR", GREY: "S6-PAR/1>PAR"}), BROWN, 3)
    assert (place(table, BROWN), table.state.clock) == ("depot", 1)


@pytest.mark.rule("convoi-express:M2")
@pytest.mark.parametrize("before", ["PAR-DIJ/0>DIJ", "PAR-DIJ/0>PAR"])
def test_a_blocked_exit_is_not_taken_while_another_is_free(before):
    table = lay({BROWN: "PAR", GREY: before})
    green(table, "G:PAR/PAR-DIJ", "G:PAR/PAR-REI")
    move(table, BROWN, 2)
    assert table.moves() == [exit_to(table, BROWN, line) for line in ("S6-PAR", "PAR-REI")]
    table = lay({BROWN: "PAR", GREY: before})
    green(table, "G:PAR/PAR-DIJ")
    move(table, BROWN, 1)
    assert place(table, BROWN) == "S6-PAR/1>S6", "the only one that is free"


@pytest.mark.rule("convoi-express:M2")
@pytest.mark.rule("convoi-express:M6")
@pytest.mark.rule("convoi-express:M7")
def test_where_all_exits_are_blocked_one_is_chosen():
    table = lay({BROWN: "PAR", GREY: "PAR-DIJ/0>DIJ", BLACK: "S6-PAR/1>PAR"})
    green(table, "G:PAR/PAR-DIJ")
    move(table, BROWN, 3)
    assert table.moves() == [exit_to(table, BROWN, line) for line in ("S6-PAR", "PAR-DIJ")]
    behind = table.copy()
    act(behind, table.moves()[1])
    assert (place(behind, BROWN), behind.state.clock) == ("PAR", 4)
    act(table, table.moves()[0])
    assert (place(table, BROWN), table.state.clock) == ("depot", 1)


@pytest.mark.rule("convoi-express:M3")
def test_a_switch_leads_to_its_open_way():
    table = lay({BROWN: "PAR-DIJ/1>DIJ"})
    move(table, BROWN, 1)
    assert place(table, BROWN) == "LYO-DIJ/0>LYO"
    table = lay({BROWN: "PAR-DIJ/1>DIJ"})
    join(table, "DIJ", "PAR", "BAS")
    move(table, BROWN, 1)
    assert place(table, BROWN) == "DIJ-BAS/0>BAS"


@pytest.mark.rule("convoi-express:M3")
@pytest.mark.rule("convoi-express:M6")
@pytest.mark.rule("convoi-express:T1")
def test_a_disc_on_its_arm_stops_a_train():
    table = lay({BROWN: "DIJ-BAS/0>DIJ"})
    move(table, BROWN, 3)
    assert (place(table, BROWN), table.state.clock) == ("DIJ-BAS/0>DIJ", 4)


@pytest.mark.rule("convoi-express:M3")
def test_a_four_way_switch():
    table = move(lay({BROWN: "LYO-DIJ/0>LYO"}), BROWN, 1)
    assert place(table, BROWN) == "LYO-MRS/0>MRS"
    table = move(lay({BROWN: "CFE-LYO/0>LYO"}), BROWN, 1)
    assert table.state.clock == 6


@pytest.mark.rule("convoi-express:M4")
@pytest.mark.rule("convoi-express:M6")
def test_a_red_signal_stops_a_train():
    table = move(lay({BROWN: "PAR-REI/0>PAR"}), BROWN, 2)
    assert (place(table, BROWN), table.state.clock) == ("PAR-REI/0>PAR", 5)


@pytest.mark.rule("convoi-express:M4")
def test_a_red_signal_keeps_facing_trains_apart():
    table = lay({BROWN: "LEM-LIM/0>LIM", GREY: "LEM-LIM/1>LEM"})
    move(table, BROWN, 2)
    assert (place(table, BROWN), table.state.clock) == ("LEM-LIM/0>LIM", 5)


@pytest.mark.rule("convoi-express:M5")
def test_behind_a_train_that_goes_the_same_way():
    table = move(lay({BLACK: "S6", GREY: "S6-PAR/1>PAR"}), BLACK, 4)
    assert (place(table, BLACK), table.state.clock) == ("S6-PAR/0>PAR", 4)
    assert place(table, GREY) == "S6-PAR/1>PAR"


@pytest.mark.rule("convoi-express:M5")
def test_an_occupied_city_is_no_collision():
    table = move(lay({BLACK: "S6", GREY: "PAR"}), BLACK, 4)
    assert (place(table, BLACK), table.state.clock) == ("S6-PAR/1>PAR", 5)


@pytest.mark.rule("convoi-express:M7")
@pytest.mark.rule("convoi-express:T4")
def test_head_on():
    table = move(lay({BLACK: "S6", GREY: "S6-PAR/1>S6"}, {BLACK: "red", GREY: "blue"}), BLACK, 2)
    assert (place(table, BLACK), place(table, GREY)) == ("depot", "S6-PAR/1>S6")
    assert table.state.clock == 5, "two for the one point that was left"
    assert (cubes(table, "red"), cubes(table, "blue")) == (2, 1)
    assert table.state.load[BLACK] == 0
    table = move(lay({BLACK: "S6", GREY: "S6-PAR/1>S6"}), BLACK, 4)
    assert table.state.clock == 1, "two for each of three"


@pytest.mark.rule("convoi-express:M7")
def test_a_train_that_waits_on_its_start_is_met_head_on():
    table = move(lay({BROWN: "S6-PAR/0>S6", GREY: "S6"}), BROWN, 2)
    assert (place(table, BROWN), place(table, GREY), table.state.clock) == ("depot", "S6", 3)


@pytest.mark.rule("convoi-express:M8")
@pytest.mark.rule("convoi-express:T3")
def test_a_start_space_costs_two_tokens_whatever_points_are_left():
    for points in (1, 4):
        table = move(lay({BROWN: "S6-PAR/0>S6"}, {BROWN: "white"}), BROWN, points)
        assert (place(table, BROWN), table.state.clock, cubes(table, "white")) == ("depot", 5, 2)


@pytest.mark.rule("convoi-express:M9")
def test_a_train_must_stop_in_a_city_and_loses_nothing():
    table = lay({BLACK: "S6"})
    green(table, "G:PAR/PAR-DIJ")
    move(table, BLACK, 5)
    assert (place(table, BLACK), table.state.clock, table.state.phase) == ("PAR", 7, rules.ACTIONS)


@pytest.mark.rule("convoi-express:M10")
def test_a_port_unloads_and_sends_to_the_depot():
    table = move(lay({BLACK: "LYO-MRS/1>MRS"}, {BLACK: "blue"}), BLACK, 5)
    assert (place(table, BLACK), table.state.clock, delivered(table)) == ("depot", 7, 1)
    assert (table.state.load[BLACK], cubes(table, "blue")) == (0, 1)
    table = move(lay({BLACK: "LYO-MRS/1>MRS"}), BLACK, 5)
    assert (place(table, BLACK), table.state.clock, delivered(table)) == ("depot", 7, 0), "an empty one too"


# ---------------------------------------------------------------- North America


def america(trains, loads=None, **more):
    return lay(trains, loads, options={**AMERICA, **more})


@pytest.mark.rule("convoi-express:N1")
def test_each_port_takes_one_of_each_colour():
    table = america({BLACK: "SLC-SFO/1>SFO", BROWN: "PIT-NYC/0>NYC"}, {BLACK: "red", BROWN: "red"})
    assert table.box.slots.tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]
    move(table, BLACK, 2)
    move(table, BROWN, 2)
    assert table.state.delivered.tolist() == [[0, 0, 1, 0], [0, 0, 1, 0]]
    assert (place(table, BLACK), place(table, BROWN)) == ("depot", "depot")


@pytest.mark.rule("convoi-express:N3")
def test_a_train_may_pass_a_city_or_stop_there():
    for stop in (True, False):
        table = america({BLACK: "CHY-DEN/0>DEN"})
        green(table, "G:DEN/KCY-DEN")
        move(table, BLACK, 3)
        assert table.state.phase == rules.PASSING
        onward = exit_to(table, BLACK, "KCY-DEN")
        assert table.moves() == [pack(Verb.STOP), onward], "not back by the way it came"
        act(table, pack(Verb.STOP) if stop else onward)
        assert table.state.clock == 7 if stop else place(table, BLACK) != "DEN"
        assert (place(table, BLACK) == "DEN") == stop


@pytest.mark.rule("convoi-express:N3")
def test_without_another_green_exit_it_stops_and_loses_nothing():
    table = move(america({BLACK: "CHY-DEN/0>DEN"}), BLACK, 5)
    assert (place(table, BLACK), table.state.clock) == ("DEN", 7)


@pytest.mark.rule("convoi-express:N4")
def test_an_empty_train_may_stop_in_a_port_or_pass_it():
    table = america({BLACK: "SLC-SFO/1>SFO"})
    move(table, BLACK, 2)
    assert place(table, BLACK) == "SFO", "it stays, and nobody else gets in"
    table = america({BLACK: "SLC-SFO/1>SFO"})
    green(table, "G:SFO/BAK-SFO")
    move(table, BLACK, 2)
    act(table, exit_to(table, BLACK, "BAK-SFO"))
    assert place(table, BLACK) == "BAK-SFO/0>BAK"
    # It leaves a port as it leaves a city.
    table = move(america({BLACK: "SFO"}), BLACK, 2)
    assert place(table, BLACK) == "SLC-SFO/0>SLC"


@pytest.mark.rule("convoi-express:N5")
def test_a_loaded_train_must_unload_where_there_is_a_place():
    table = america({BLACK: "SLC-SFO/1>SFO"}, {BLACK: "blue"})
    green(table, "G:SFO/BAK-SFO")
    move(table, BLACK, 3)
    assert (place(table, BLACK), delivered(table)) == ("depot", 1)


@pytest.mark.rule("convoi-express:N5")
@pytest.mark.parametrize("stop", [True, False])
def test_it_may_pass_where_the_table_has_agreed_so(stop):
    table = america({BLACK: "SLC-SFO/1>SFO"}, {BLACK: "blue"}, unloading="may")
    green(table, "G:SFO/BAK-SFO")
    move(table, BLACK, 2)
    act(table, pack(Verb.STOP) if stop else exit_to(table, BLACK, "BAK-SFO"))
    assert (place(table, BLACK) == "depot", delivered(table)) == (stop, int(stop))


@pytest.mark.rule("convoi-express:N5")
def test_a_port_without_a_place_is_passed_with_the_load():
    table = america({BLACK: "SLC-SFO/1>SFO"}, {BLACK: "blue"})
    deliver(table, 4)
    move(table, BLACK, 2)
    assert (place(table, BLACK), table.state.load[BLACK], delivered(table)) == ("SFO", 2, 4)
    table = america({BLACK: "SLC-SFO/1>SFO"}, {BLACK: "blue"}, full_port="depot")
    deliver(table, 4)
    move(table, BLACK, 2)
    assert (place(table, BLACK), table.state.load[BLACK], cubes(table, "blue")) == ("depot", 0, 1)


@pytest.mark.rule("convoi-express:N6")
def test_loading_needs_a_stop_and_the_agents_are_others():
    table = america({BLACK: "CHY-DEN/0>DEN"})
    green(table, "G:DEN/KCY-DEN")
    move(table, BLACK, 3)
    assert verbs(table) == {Verb.STOP, Verb.EXIT}
    act(table, pack(Verb.STOP))
    assert (BLACK, rules.MOVE_CARD, 0) in offered(table, Verb.LOAD)
    assert table.box.on_duty.tolist() == [0, 0, 0, 1, 1, 1]
