"""Grandes Lignes, the first phase: setting up, strokes, dues, premiums, the end of building."""

from itertools import pairwise

import pytest

from rotonde.games.grandes_lignes import maps
from rotonde.games.grandes_lignes.check import problems
from rotonde.games.grandes_lignes.rules import BUILD, CITIES, DIE, LAST_ROUND, OPENING, STALL, START, Verb
from rotonde.kernel.moves import a_of, pack
from rotonde.kernel.subset import CHANCE
from tests.games.grandes_lignes.laying import (
    CLOSE,
    FRANCE,
    GAME,
    PARIS,
    PASS,
    accounts,
    at,
    building,
    cost,
    edge,
    give,
    line,
    new,
    stroke,
    strokes,
    verbs,
    way,
)

EAST = ["1509", "1608", "1708", "1808"]  # towards Reims, 1908, all plain


def dice(table, points):
    table.play(pack(Verb.DIE, points))


def draw(table, *names):
    """Strokes one after the other along these hexes."""
    for one, other in pairwise(names):
        table.play(stroke(one, other))


# ---------------------------------------------------------------- the box and setting up


@pytest.mark.rule("grandes-lignes:C1")
def test_the_map_of_france():
    assert len(FRANCE.hexes) == 542
    assert sum(FRANCE.terrain(place) == maps.HILL for place in range(542)) == 86
    assert sorted(maps.number_of(city) for city in range(CITIES)) == [
        10 * red + blue for red in range(1, 7) for blue in range(1, 7)
    ]
    assert all(FRANCE.terrain(place) == maps.PLAIN for place in FRANCE.city_hex)
    assert FRANCE.place_names[0] == {"fr": "Paris", "en": "Paris"}
    assert sum(len(edges) for _, edges in FRANCE.rivers) == 254


@pytest.mark.rule("grandes-lignes:C2")
def test_dice_points_never_touch_the_account():
    table = building(6, EAST)
    before = accounts(table)
    draw(table, "1808", "1809")
    assert table.state.points == 3 and accounts(table) == before


@pytest.mark.rule("grandes-lignes:S1")
@pytest.mark.parametrize("players", range(2, 7))
def test_twenty_points_and_no_track(players):
    table = GAME.new(players)
    assert accounts(table) == [20] * players
    assert not any(table.state.track) and problems(table) == []


@pytest.mark.rule("grandes-lignes:S2")
def test_everybody_is_in_paris():
    assert new(4).state.present[at(PARIS)] == 0b1111


@pytest.mark.rule("grandes-lignes:S3")
def test_the_first_player_is_drawn_and_the_others_follow():
    table = GAME.new(3)
    assert table.actor == CHANCE and [a_of(move) for move in table.moves()] == [0, 1, 2]
    table.play(pack(Verb.FIRST, 2))
    order = []
    while table.state.phase == OPENING:
        order.append(table.actor)
        table.play(stroke(PARIS, "1608"))
    assert order == [2, 0, 1]


# ---------------------------------------------------------------- rounds


@pytest.mark.rule("grandes-lignes:B1")
def test_the_first_stroke_is_free_whatever_it_crosses():
    table = new(3)
    assert len(table.moves()) == 6 and verbs(table) == {Verb.STROKE}
    for _ in range(3):  # all over the same river, in the same direction
        table.play(stroke(PARIS, "1609"))
    assert accounts(table) == [20, 20, 20]
    assert table.state.track[edge(PARIS, "1609")] == 0b111
    assert table.state.phase == DIE and problems(table) == []


@pytest.mark.rule("grandes-lignes:B2")
def test_each_round_the_next_player_begins_and_one_die_is_for_all():
    table = new(3)
    for _ in range(3):
        table.play(stroke(PARIS, "1608"))
    for starter in (1, 2, 0, 1):
        assert table.actor == CHANCE and len(table.moves()) == 6
        dice(table, 4)
        order = []
        for _ in range(3):
            order.append(table.actor)
            assert table.state.points == 4
            table.play(PASS)
        assert order == [starter, (starter + 1) % 3, (starter + 2) % 3]


@pytest.mark.rule("grandes-lignes:B3")
def test_strokes_may_be_scattered_and_start_where_one_is_present():
    table = building(3, EAST)
    assert edge("1908", "1907") not in strokes(table)
    draw(table, PARIS, "1508")
    draw(table, "1808", "1908", "1907")  # the second starts where the first has just come
    assert table.actor == 1, "three points are spent"


@pytest.mark.rule("grandes-lignes:B3")
def test_what_is_left_is_lost():
    table = building(6, EAST)
    draw(table, "1808", "1908")
    table.play(PASS)
    assert (table.actor, table.state.points) == (1, 6)


@pytest.mark.rule("grandes-lignes:B8")
def test_one_may_pass_and_whoever_can_build_nothing_is_passed_over():
    table = building(1, EAST)
    s = table.state
    assert PASS in table.moves()
    around = ["1609", "1608", "1508", "1409", "1510", "1610"]
    for name in around:
        line(table, 2, [PARIS, name])
    s.account[1] = 0
    table.play(PASS)
    assert table.actor == 2, "seat 1 has no point for any way out of Paris"


# ---------------------------------------------------------------- what a stroke costs


@pytest.mark.rule("grandes-lignes:B4")
def test_a_six_goes_six_hexes():
    table = building(6)
    draw(table, PARIS, "1608", "1708", "1808", "1908", "1907", "2006")
    assert table.actor == 1


@pytest.mark.rule("grandes-lignes:B4")
def test_a_six_goes_two_hexes_and_climbs_a_hill():
    table = building(6, way(PARIS, "2309"))
    draw(table, "2309", "2409")
    draw(table, "2309", "2410")
    assert table.state.points == 4
    draw(table, "2409", "2510")
    assert table.actor == 1


@pytest.mark.rule("grandes-lignes:B4")
def test_a_six_comes_down_a_hill_and_goes_two_hexes():
    table = building(6, [*way(PARIS, "2309"), "2409", "2510"])
    draw(table, "2510", "2610")
    assert table.state.points == 2
    draw(table, "2610", "2609")
    draw(table, "2409", "2408")
    assert table.actor == 1


@pytest.mark.rule("grandes-lignes:B4")
def test_a_six_crosses_two_rivers():
    table = building(6)
    draw(table, PARIS, "1609", "1610")
    assert table.actor == 1


@pytest.mark.rule("grandes-lignes:B4")
def test_a_six_crosses_a_river_and_goes_three_hexes():
    table = building(6)
    draw(table, PARIS, "1510", "1411", "1412", "1413")
    assert table.actor == 1


@pytest.mark.rule("grandes-lignes:B4")
def test_a_six_goes_along_a_hill():
    table = building(6, [*way(PARIS, "2309"), "2409", "2510"])
    draw(table, "2510", "2511")
    assert table.actor == 1
    table = building(5, [*way(PARIS, "2309"), "2409", "2510"])
    assert edge("2510", "2511") not in strokes(table)


@pytest.mark.rule("grandes-lignes:B5")
def test_river_and_hill_together_cost_six():
    assert cost("1918", "1819") == 6, "a river and a slope"
    assert cost("2420", "2321") == 6, "a river between two hills"


@pytest.mark.rule("grandes-lignes:B6")
def test_no_stroke_twice_none_over_the_sea_none_from_where_one_is_not():
    table = building(6, EAST)
    offered = strokes(table)
    assert edge(PARIS, "1608") not in offered
    assert edge("1908", "1907") not in offered
    assert len(FRANCE.edges) == 1464, "no way leads over the sea"


@pytest.mark.rule("grandes-lignes:B7")
def test_a_line_ends_in_the_first_foreign_hex():
    foreign = {place for place in range(len(FRANCE.hexes)) if FRANCE.terrain(place) in maps.FOREIGN}
    assert not [way for way in FRANCE.edges if {way.a, way.b} <= foreign]
    table = building(6, [*way(PARIS, "2006"), "2005"])
    assert edge("2005", "1905") not in strokes(table), "no line goes on from abroad"
    assert edge("2006", "1905") in strokes(table)
    draw(table, "2006", "1905")
    assert edge("2005", "1905") in strokes(table), "but a second one may arrive"


@pytest.mark.rule("grandes-lignes:B9")
def test_the_channel_costs_three():
    table = building(3, way(PARIS, "1501"))
    draw(table, "1501", "1401")
    assert table.actor == 1 and accounts(table)[0] == 20 + 5 * 3, "Amiens on the way, Dunkerque, and abroad"


# ---------------------------------------------------------------- dues


@pytest.mark.rule("grandes-lignes:D1")
def test_nobody_can_refuse():
    table = building(6, [], EAST)
    draw(table, PARIS, "1508", "1608")
    assert table.state.present[at("1608")] == 0b11


@pytest.mark.rule("grandes-lignes:D2")
def test_joining_a_line_costs_one_to_each_who_is_there():
    table = building(6, [PARIS, "1508"], EAST, EAST)
    draw(table, "1508", "1608")
    assert accounts(table) == [18, 21, 21]


@pytest.mark.rule("grandes-lignes:D3")
def test_following_a_line_costs_two_and_no_junction_besides():
    table = building(6, [], EAST)
    draw(table, PARIS, "1608")
    assert accounts(table) == [18, 22, 20]
    draw(table, "1608", "1708")
    assert accounts(table) == [16, 24, 20]


@pytest.mark.rule("grandes-lignes:D4")
def test_a_city_is_free_but_following_a_line_into_it_is_not():
    reims = [*EAST, "1908"]
    table = building(6, [*EAST[:3], "1707", "1807"], reims)
    before = accounts(table)
    draw(table, "1807", "1907", "1908")
    assert accounts(table) == before, "no due for a city"
    table = building(6, EAST, reims)
    before = accounts(table)
    draw(table, "1808", "1908")
    assert accounts(table)[0] == before[0] - 2


@pytest.mark.rule("grandes-lignes:D5")
def test_a_hex_costs_once_and_never_to_leave():
    table = building(6, [*EAST, "1807"], [*EAST, "1807"])
    line(table, 0, ["1708", "1707"])
    line(table, 1, ["1708", "1707"])
    before = accounts(table)
    draw(table, "1807", "1707")  # he is at both ends already, and nobody goes this way
    draw(table, "1807", "1907")
    assert accounts(table) == before


@pytest.mark.rule("grandes-lignes:D6")
def test_dues_that_one_cannot_pay_forbid_the_stroke():
    table = building(6, [PARIS, "1508"], EAST, EAST)
    give(table, 1, 39)
    assert edge("1508", "1608") not in strokes(table)
    give(table, 2, 38)
    assert edge("1508", "1608") in strokes(table)
    give(table, 0, 40)
    assert strokes(table), "what costs nothing can be built without a point"


# ---------------------------------------------------------------- premiums


@pytest.mark.rule("grandes-lignes:P1")
def test_the_first_in_a_city_gets_five():
    table = building(6, EAST, [*EAST[:3], "1707", "1807", "1907"])
    before = accounts(table)
    draw(table, "1808", "1908")
    table.play(PASS)
    assert accounts(table)[0] == before[0] + 5
    draw(table, "1907", "1908")
    assert accounts(table)[1] == before[1]
    assert table.state.left == 39


@pytest.mark.rule("grandes-lignes:P2")
def test_the_first_abroad_gets_five_once_for_each_line_of_the_table():
    table = building(6, [*way(PARIS, "2006"), "2106"])
    assert table.box.places_to_reach == 35 + 5
    before = accounts(table)[0]
    draw(table, "2106", "2105")
    assert accounts(table)[0] == before + 5
    draw(table, "2106", "2206")
    assert accounts(table)[0] == before + 5, "Belgium again"


@pytest.mark.rule("grandes-lignes:P3")
def test_a_premium_can_be_spent_in_the_same_turn():
    table = building(6, EAST, ["1509", "1608", "1708", "1707", "1807", "1907", "2006"])
    give(table, 0, 40)
    draw(table, "1808", "1908")
    assert table.state.account[0] == 5
    draw(table, "1908", "1907")
    assert table.state.account[0] == 4


# ---------------------------------------------------------------- the end of building


def all_but(table, missing):
    """Seat 2 has reached every place except so many of them."""
    for place in range(42):
        goals = maps.place_hexes(FRANCE, place)
        if table.box.premium[place] and place not in missing:
            line(table, 2, way(PARIS, maps.hex_name(FRANCE.hexes[goals[0]])))


@pytest.mark.rule("grandes-lignes:F1")
def test_building_ends_with_the_round_in_which_the_last_place_is_reached():
    table = building(6, way(PARIS, "2627")[:-1])
    all_but(table, {maps.city_of(66)})
    table.state.account = [20, 20, 20, 0, 0, 0]
    assert table.state.left == 1
    draw(table, way(PARIS, "2627")[-2], "2627")
    assert table.state.left == 0 and table.state.phase == BUILD
    while table.state.phase == BUILD:
        table.play(PASS)
    assert table.state.phase == START
    assert table.state.drawer == 1, "the player after the one who began the last round"


@pytest.mark.rule("grandes-lignes:F2")
def test_after_six_rounds_with_one_place_left_a_majority_may_stop_building():
    table = building(1, EAST)
    all_but(table, {maps.city_of(66)})
    s = table.state
    s.account = [20, 20, 20, 0, 0, 0]
    assert s.left == 1
    for _ in range(6):
        while s.phase == BUILD:
            assert CLOSE not in table.moves()
            table.play(PASS)
        dice(table, 1)
    assert CLOSE in table.moves()
    table.play(CLOSE)
    table.play(PASS)
    table.play(PASS)
    assert s.phase == DIE, "one of three is no majority, and a vote counts for its round only"
    dice(table, 1)
    table.play(CLOSE)
    table.play(PASS)
    table.play(CLOSE)
    assert s.phase == START


@pytest.mark.rule("grandes-lignes:F2")
def test_nobody_is_asked_for_a_vote_that_decides_nothing():
    table = building(1, EAST)
    all_but(table, {maps.city_of(66)})
    s = table.state
    s.stalled = STALL
    table.play(PASS)
    assert CLOSE in table.moves(), "two of three may still want it"
    table.play(PASS)
    assert CLOSE not in table.moves(), "one of three decides nothing"
    s.votes = 0b011
    assert CLOSE not in table.moves(), "it is decided already"
    s.votes, s.left = 0b001, 0
    assert CLOSE not in table.moves(), "every place is reached, and building ends anyway"


@pytest.mark.rule("grandes-lignes:F3")
def test_after_the_last_round_what_nobody_reached_is_not_drawn():
    table = building(6, [*EAST, "1908"])
    table.state.round = LAST_ROUND
    for _ in range(3):
        table.play(PASS)
    assert table.state.phase == START
    assert [a_of(move) for move in table.moves()] == [maps.city_of(11), maps.city_of(15)]
    table.play(table.moves()[0])
    assert [a_of(move) for move in table.moves()] == [maps.city_of(15)]


# ---------------------------------------------------------------- options of building


@pytest.mark.rule("grandes-lignes:O1")
def test_option_everybody_leaves_on_another_side():
    table = new(6, distinct_start=True)
    for left in range(6, 0, -1):
        assert len(table.moves()) == left
        table.play(table.moves()[0])


@pytest.mark.rule("grandes-lignes:O2")
def test_option_who_began_the_round_before_sits_out():
    table = new(3, skip_starter=True)
    for _ in range(3):
        table.play(stroke(PARIS, "1608"))
    for order in ([1, 2], [2, 0], [0, 1], [1, 2]):
        dice(table, 2)
        for seat in order:
            assert table.actor == seat
            table.play(PASS)


@pytest.mark.rule("grandes-lignes:O3")
def test_option_dice():
    for choice, expected in (
        ("one", dict.fromkeys(range(1, 7), 1)),
        ("two", {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}),
        ("low-plus-3", {4: 2, 5: 2, 6: 2}),
    ):
        table = new(2, dice=choice)
        for _ in range(2):
            table.play(stroke(PARIS, "1608"))
        assert {a_of(move): weight for move, weight in table.chances()} == expected


@pytest.mark.rule("grandes-lignes:O10")
def test_option_ferries_are_bought_and_two_are_the_most():
    table = building(6, way(PARIS, "1501"), ferries=True)
    draw(table, "1501", "1502")
    before = accounts(table)[0]
    draw(table, "1501", "1401")
    assert accounts(table)[0] == before - 6 + 5 and table.state.points == 4
    draw(table, "1502", "1401")
    assert accounts(table)[0] == before - 12 + 5
    line(table, 0, way("1502", "1305"))
    assert edge("1305", "1205") not in strokes(table)
