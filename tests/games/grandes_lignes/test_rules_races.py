"""Grandes Lignes, the second phase: drawing, entering and running races; international ones; the end."""

import pytest

from rotonde.games.grandes_lignes import maps
from rotonde.games.grandes_lignes.check import problems
from rotonde.games.grandes_lignes.rules import (
    ABANDONED,
    ARRIVED,
    CITIES,
    ENDED,
    ENTRY,
    EXTRA,
    LAST_THROW,
    START,
    THROW,
    Verb,
)
from rotonde.kernel.moves import a_of, pack
from rotonde.kernel.subset import CHANCE, OVER
from tests.games.grandes_lignes.laying import (
    ABANDON,
    DECLINE,
    ENTER,
    FRANCE,
    PARIS,
    PASS,
    STOP,
    accounts,
    at,
    city,
    destination,
    line,
    new,
    racing,
    run,
    step,
    stroke,
    strokes,
    throw,
    verbs,
    way,
)

REIMS, PARIS_CITY, NANCY, STRASBOURG = city("Reims"), city("Paris"), city("Nancy"), city("Strasbourg")
EAST = ["1509", "1608", "1708", "1808", "1908"]  # Paris to Reims, four steps
NORTH = ["1509", "1508", "1507", "1607", "1706", "1806", "1906", "1907", "1908"]  # the long way round


def drawing(*lines, players=3, normal_races=0, **options):
    """Before the start of a race is drawn; seat 0 draws."""
    table = new(players, **options)
    for seat, hexes in enumerate(lines):
        line(table, seat, hexes)
    s = table.state
    s.phase, s.round, s.waiting, s.race = START, 9, 0, 1
    s.abroad, s.normal_races = int(normal_races == 3), normal_races % 3
    assert problems(table) == []
    return table


def draw(table, start, goal):
    table.play(pack(Verb.START, start))
    table.play(pack(Verb.GOAL, goal))


# ---------------------------------------------------------------- drawing and entering


@pytest.mark.rule("grandes-lignes:R1")
def test_start_and_goal_are_drawn_each_city_alike_and_differ():
    table = drawing()
    for place in FRANCE.city_hex[1:]:
        line(table, 0, way(PARIS, maps.hex_name(FRANCE.hexes[place])))
    table.state.account[0] = 20
    assert [(a_of(move), weight) for move, weight in table.chances()] == [(c, 1) for c in range(CITIES)]
    table.play(pack(Verb.START, REIMS))
    assert [a_of(move) for move in table.moves()] == [c for c in range(CITIES) if c != REIMS]
    table.play(pack(Verb.GOAL, PARIS_CITY))
    assert table.state.phase == ENTRY and table.actor == 0


@pytest.mark.rule("grandes-lignes:R1")
def test_each_in_turn_draws():
    table = drawing(EAST)
    for drawer in (0, 1, 2, 0):
        assert table.state.drawer == drawer
        draw(table, PARIS_CITY, REIMS)
        for _ in range(3):
            table.play(DECLINE)


@pytest.mark.rule("grandes-lignes:R2")
def test_from_the_drawer_on_each_says_whether_he_runs_even_without_a_line():
    table = drawing(EAST)
    table.state.drawer = 1
    draw(table, PARIS_CITY, REIMS)
    for seat, said in ((1, DECLINE), (2, ENTER), (0, ENTER)):
        assert table.actor == seat and table.moves() == [ENTER, DECLINE]
        table.play(said)
    assert table.state.phase == THROW
    assert table.state.part.tolist()[:3] == [1, 0, 1]
    assert table.state.active == 2, "the first from the drawer on who entered"


# ---------------------------------------------------------------- running


@pytest.mark.rule("grandes-lignes:R3")
def test_trains_start_together_and_take_turns_over_anybodys_lines():
    table = racing(PARIS_CITY, REIMS, EAST, NORTH, runners=(0, 2))
    assert table.state.train.tolist()[:3] == [at(PARIS), -1, at(PARIS)]
    throw(table, 3)
    assert table.moves() == [step("1608"), step("1508"), STOP, ABANDON]
    table.play(step("1508"))
    table.play(step("1507"))
    assert step("1508") in table.moves(), "one may turn back"
    table.play(STOP)
    assert table.state.active == 2 and table.actor == CHANCE and len(table.moves()) == 6


@pytest.mark.rule("grandes-lignes:R4")
def test_climbing_and_coming_down_cost_two_and_nothing_else_does():
    hills = [*way(PARIS, "2309"), "2409", "2510", "2511", "2411"]
    table = racing(NANCY, STRASBOURG, [*hills], ["1509", "1508"])
    line(table, 0, ["2510", "2610", "2609"])
    throw(table, 6)
    table.play(step("2409"))
    assert table.state.points == 5
    table.play(step("2510"))
    assert table.state.points == 3, "up"
    table.play(step("2511"))
    assert table.state.points == 2, "along the top"
    table.play(step("2411"))
    assert table.actor == CHANCE, "down, and nothing is left"


@pytest.mark.rule("grandes-lignes:R4")
def test_a_one_at_the_foot_of_a_hill_moves_nothing_and_a_river_costs_one():
    table = racing(NANCY, STRASBOURG, [*way(PARIS, "2309"), "2409", "2510", "2610", "2609"])
    run(table, 1, "2409")
    throw(table, 1)
    assert table.moves() == [step("2309"), STOP, ABANDON]
    table = racing(PARIS_CITY, REIMS, [PARIS, "1609", "1610"], EAST)
    throw(table, 2)
    table.play(step("1609"))
    assert table.state.points == 1


@pytest.mark.rule("grandes-lignes:R5")
def test_one_point_a_turn_to_each_owner_however_many_hexes():
    table = racing(PARIS_CITY, NANCY, [PARIS, "1508"], EAST, ["1509", "1508", "1407"])
    line(table, 2, way("1908", "2309"))
    line(table, 2, way(PARIS, "1908"))
    table.state.track[table.box.around[at("1608"), 0]] = 0b010  # only seat 1 from 1608 to 1708
    table.state.account = [20, 20, 20, 0, 0, 0]
    throw(table, 6)
    for name in ("1608", "1708", "1808", "1908"):
        table.play(step(name))
    nxt = way("1908", "2309")[1]
    table.play(step(nxt))
    table.play(STOP)
    # 1608-1708 is seat 1's alone, what follows Reims is seat 2's alone.
    assert accounts(table) == [18, 21, 21]


@pytest.mark.rule("grandes-lignes:R5")
def test_ones_own_line_and_standing_still_cost_nothing():
    table = racing(PARIS_CITY, NANCY, way(PARIS, "2309"), way(PARIS, "2309"))
    before = accounts(table)
    run(table, 4, "1608", "1708")
    assert accounts(table) == before
    table = racing(PARIS_CITY, NANCY, [PARIS, "1508"], way(PARIS, "2309"))
    before = accounts(table)
    run(table, 4)
    assert accounts(table) == before


@pytest.mark.rule("grandes-lignes:R6")
def test_of_several_owners_as_few_as_possible_are_paid_and_the_poorest():
    table = racing(PARIS_CITY, NANCY, [PARIS, "1508"], EAST, EAST)
    line(table, 2, way("1908", "2309"))
    table.state.account = [20, 18, 20, 0, 0, 0]
    run(table, 3, "1608", "1708")
    assert accounts(table) == [19, 19, 20], "seat 1 is poorer"
    run(table, 6, "1808", "1908", "2008")
    assert accounts(table) == [18, 19, 21], "seat 2 alone covers all that was used"


@pytest.mark.rule("grandes-lignes:R7")
def test_first_twenty_second_ten_in_the_order_they_come_in():
    table = racing(PARIS_CITY, REIMS, EAST, EAST, EAST, runners=(0, 1, 2))
    table.state.account = [20, 20, 20, 0, 0, 0]
    run(table, 3, "1608", "1708", "1808")
    run(table, 6, *EAST[1:])  # no exact throw is needed
    assert table.state.part[1] == ARRIVED and accounts(table) == [20, 40, 20]
    run(table, 6, *EAST[1:])
    assert accounts(table) == [20, 40, 30]
    assert table.state.wins.tolist()[:3] == [0, 1, 0]


@pytest.mark.rule("grandes-lignes:R8")
def test_the_race_is_over_when_the_second_arrives():
    table = racing(PARIS_CITY, REIMS, EAST, EAST, EAST, runners=(0, 1, 2))
    run(table, 6, *EAST[1:])
    assert table.state.phase == THROW
    run(table, 6, *EAST[1:])
    assert table.state.phase == START and table.state.drawer == 1
    assert table.state.train.tolist() == [-1] * 6 and problems(table) == []


@pytest.mark.rule("grandes-lignes:R8")
def test_a_single_runner_runs_and_gets_twenty():
    table = racing(PARIS_CITY, REIMS, [PARIS, "1508"], EAST, runners=(0,))
    before = accounts(table)
    run(table, 2, "1608", "1708")
    run(table, 6, "1808", "1908")
    assert accounts(table) == [before[0] + 18, before[1] + 2, before[2]]
    assert table.state.phase == START


@pytest.mark.rule("grandes-lignes:R9")
def test_a_racer_may_give_up_before_moving_and_keeps_nothing():
    table = racing(PARIS_CITY, REIMS, EAST, runners=(0, 1))
    throw(table, 3)
    table.play(ABANDON)
    assert table.state.part[0] == ABANDONED
    throw(table, 2)
    table.play(step("1608"))
    assert ABANDON not in table.moves()
    table.play(STOP)
    assert table.state.active == 1, "the other goes on alone"
    before = accounts(table)
    run(table, 6, *EAST[2:])
    assert accounts(table)[0] == before[0] + 1 and accounts(table)[1] == before[1] + 19


@pytest.mark.rule("grandes-lignes:R10")
def test_a_race_without_an_arrival_is_void_but_counts():
    table = drawing(EAST)
    draw(table, PARIS_CITY, REIMS)
    for _ in range(3):
        table.play(DECLINE)
    assert (table.state.void_races, table.state.normal_races, table.state.drawer) == (1, 1, 1)
    table = racing(PARIS_CITY, REIMS, EAST)
    table.state.throws = LAST_THROW
    run(table, 1, "1608")
    assert table.state.void_races == 1 and table.state.phase == START


@pytest.mark.rule("grandes-lignes:R11")
def test_dues_are_paid_even_from_an_empty_account():
    table = racing(PARIS_CITY, REIMS, [PARIS, "1508"], EAST)
    table.state.account[0] = 0
    run(table, 2, "1608", "1708")
    assert table.state.account[0] == -1
    table = drawing(EAST)
    table.state.account = [-3, 43, 20, 0, 0, 0]
    draw(table, PARIS_CITY, REIMS)
    assert ENTER in table.moves()


@pytest.mark.rule("grandes-lignes:R12")
def test_nobody_builds_any_more():
    table = drawing(EAST)
    while table.actor != OVER:
        assert Verb.STROKE not in verbs(table)
        table.play(table.moves()[-1])


# ---------------------------------------------------------------- international races


ABROAD = [*way(PARIS, "2006"), "2005"]  # through Reims and Charleville to Belgium


@pytest.mark.rule("grandes-lignes:I1")
def test_after_three_normal_races_comes_an_international_one():
    table = drawing(ABROAD)
    kinds = []
    for _ in range(8):
        kinds.append(table.state.abroad)
        table.play(table.moves()[0])
        table.play(table.moves()[0])
        for _ in range(3):
            table.play(DECLINE)
    assert kinds == [0, 0, 0, 1, 0, 0, 0, 1]


@pytest.mark.rule("grandes-lignes:I2")
def test_the_destination_is_thrown_with_one_die():
    table = drawing(normal_races=3)
    for die in range(1, 6):
        goal = FRANCE.destination_hexes[die - 1][0]
        line(table, 0, way(PARIS, maps.hex_name(FRANCE.hexes[goal])))
    line(table, 0, way(PARIS, "1106"))
    table.state.account[0] = 20
    table.play(pack(Verb.START, PARIS_CITY))
    assert [a_of(move) for move in table.moves()] == [destination(die) for die in range(1, 7)]
    names = [FRANCE.place_names[destination(die)]["en"] for die in range(1, 7)]
    assert names[:2] == ["Great Britain", "Belgium or Luxembourg"] and names[5] == "Overseas"


@pytest.mark.rule("grandes-lignes:I3")
def test_any_hex_of_the_destination_will_do():
    table = racing(
        city("Charleville"), destination(2), ABROAD, [*way(PARIS, "2006"), "2106", "2105"], runners=(0, 1)
    )
    run(table, 2, "2005")
    run(table, 2, "2106", "2105")
    assert table.state.wins.tolist()[:2] == [1, 0] and table.state.phase == START


@pytest.mark.rule("grandes-lignes:I3")
def test_overseas_is_not_drawn_from_one_of_its_ports_nor_what_nobody_reached():
    table = drawing([*way(PARIS, "1106")], normal_races=3)
    assert a_of(table.moves()[0]) == PARIS_CITY
    starts = {a_of(move) for move in table.moves()}
    assert city("Le Havre") not in starts, "from there one could go nowhere"
    table.play(pack(Verb.START, PARIS_CITY))
    assert [a_of(move) for move in table.moves()] == [destination(6)]


@pytest.mark.rule("grandes-lignes:I4")
def test_costs_dues_and_primes_are_the_same_abroad():
    table = racing(city("Charleville"), destination(2), [PARIS, "1508"], ABROAD)
    before = accounts(table)
    run(table, 6, "2005")
    assert accounts(table) == [before[0] + 20 - 1, before[1] + 1, before[2]]


# ---------------------------------------------------------------- the end


@pytest.mark.rule("grandes-lignes:E1")
@pytest.mark.parametrize(("players", "target"), [(2, 250), (3, 250), (4, 225), (5, 200), (6, 200)])
def test_the_game_ends_as_soon_as_somebody_has_enough(players, target):
    table = racing(PARIS_CITY, REIMS, [PARIS, "1508"], EAST, players=players, runners=(0, 1))
    table.state.account[0] = target - 20
    run(table, 6, *EAST[1:])
    assert table.actor == OVER and table.scores()[0] == target, "before the dues of that turn"
    assert table.winners() == [0]


@pytest.mark.rule("grandes-lignes:E1")
def test_dues_can_end_the_game_too():
    table = racing(PARIS_CITY, NANCY, [PARIS, "1508"], way(PARIS, "2309"))
    table.state.account[1] = 249
    run(table, 1, "1608")
    assert table.actor == OVER and table.winners() == [1]


@pytest.mark.rule("grandes-lignes:E2")
def test_the_most_points_then_the_most_races_won_then_shared():
    table = racing(PARIS_CITY, NANCY, EAST)
    table.state.phase = ENDED
    table.state.account = [251, 252, 252, 0, 0, 0]
    table.state.wins = [9, 3, 4, 0, 0, 0]
    assert table.winners() == [2]
    table.state.wins = [9, 4, 4, 0, 0, 0]
    assert table.winners() == [1, 2]


@pytest.mark.rule("grandes-lignes:E3")
def test_when_nobody_races_any_more_the_points_decide():
    table = drawing(EAST)
    for race in range(9):
        assert table.state.void_races == race
        table.play(table.moves()[0])
        table.play(table.moves()[0])
        for _ in range(3):
            table.play(DECLINE)
    assert table.actor == OVER and table.winners() == [0]


# ---------------------------------------------------------------- options of races


@pytest.mark.rule("grandes-lignes:O4")
def test_option_only_with_a_line_of_ones_own():
    table = drawing(EAST, [*EAST, "1907"], own_track=True)
    line(table, 0, way(PARIS, "1505"))
    draw(table, REIMS, city("Amiens"))
    order = []
    while table.state.phase == ENTRY:
        order.append(table.actor)
        table.play(ENTER)
    assert order == [0, 1], "seat 2 has a line at neither end"


@pytest.mark.rule("grandes-lignes:O5")
def test_option_points_left_over_decide_among_those_of_one_round():
    table = racing(PARIS_CITY, REIMS, EAST, EAST, EAST, runners=(0, 1, 2), fair_finish=True)
    before = accounts(table)
    run(table, 5, *EAST[1:])
    assert accounts(table) == before, "not yet"
    run(table, 6, *EAST[1:])
    run(table, 1, "1608")
    assert [now - then for now, then in zip(accounts(table), before, strict=True)] == [10, 20, 0]


@pytest.mark.rule("grandes-lignes:O5")
def test_option_equal_ones_share_the_primes():
    table = racing(PARIS_CITY, REIMS, EAST, EAST, EAST, runners=(0, 1, 2), fair_finish=True)
    before = accounts(table)
    run(table, 5, *EAST[1:])
    run(table, 5, *EAST[1:])
    run(table, 4, *EAST[1:])
    assert [now - then for now, then in zip(accounts(table), before, strict=True)] == [15, 15, 0]
    assert table.state.wins.tolist()[:3] == [1, 1, 0]


@pytest.mark.rule("grandes-lignes:O6")
def test_option_alone_one_gets_the_prime_at_once():
    table = drawing(EAST, solo_instant=True)
    draw(table, PARIS_CITY, REIMS)
    before = accounts(table)
    table.play(DECLINE)
    table.play(ENTER)
    table.play(DECLINE)
    assert accounts(table)[1] == before[1] + 20 and table.state.phase == START


@pytest.mark.rule("grandes-lignes:O7")
def test_option_races_of_six_hexes():
    table = drawing(way(PARIS, "2309"), long_races=True)
    table.play(pack(Verb.START, PARIS_CITY))
    assert [a_of(move) for move in table.moves()] == [NANCY], "Reims is too near"


@pytest.mark.rule("grandes-lignes:O8")
def test_option_the_race_is_finished_first():
    table = racing(PARIS_CITY, REIMS, EAST, EAST, EAST, runners=(0, 1), finish_race=True)
    table.state.account = [230, 245, 20, 0, 0, 0]
    run(table, 6, *EAST[1:])
    assert table.actor != OVER and table.scores()[0] == 250
    run(table, 6, *EAST[1:])
    assert table.actor == OVER and table.winners() == [1]


@pytest.mark.rule("grandes-lignes:O9")
def test_option_what_a_race_brings_buys_strokes():
    table = racing(PARIS_CITY, REIMS, EAST, [PARIS, "1508"], build_after_race=True)
    before = accounts(table)[0]
    run(table, 6, *EAST[1:])
    assert (table.state.phase, table.actor, table.state.points) == (EXTRA, 0, 20)
    table.play(stroke("1908", "1907"))
    assert accounts(table)[0] == before + 20 - 1 and table.state.points == 19
    assert strokes(table)
    table.play(PASS)
    assert table.state.phase == START, "nobody else earned anything"


@pytest.mark.rule("grandes-lignes:O10")
def test_option_ferries_take_three_points_and_a_toll():
    there = [*way(PARIS, "1501"), "1401"]
    table = racing(city("Dunkerque"), destination(1), [PARIS, "1508"], there, ferries=True)
    before = accounts(table)
    throw(table, 2)
    assert step("1401") not in table.moves()
    table.play(STOP)
    run(table, 3, "1401")
    assert accounts(table)[:2] == [before[0] + 20 - 3, before[1] + 3]
