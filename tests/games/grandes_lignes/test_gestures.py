"""Grandes Lignes, what spares clicks: ways that are proposed with all they cost, and orders given beforehand."""

import random

import pytest

from rotonde.games.grandes_lignes import gestures, maps
from rotonde.games.grandes_lignes.box import QUICKEST
from rotonde.games.grandes_lignes.check import problems
from rotonde.games.grandes_lignes.rules import ASIDE, ENTRY, RUN
from rotonde.kernel.subset import OVER
from tests.games.grandes_lignes.laying import (
    ENTER,
    FRANCE,
    GAME,
    PARIS,
    STOP,
    accounts,
    at,
    building,
    city,
    give,
    line,
    racing,
    step,
    stroke,
    throw,
    way,
)

NAMES = ["Hugo", "Anna", "Mina"]
EAST = ["1509", "1608", "1708", "1808", "1908"]  # to Reims, all plain


def seen_by(table, seat=0):
    return table.seen_by(seat).called(NAMES[: table.players])


def test_a_city_within_reach_is_proposed_with_its_whole_cost():
    table = building(6, EAST[:2])
    (proposal,) = gestures.proposals(seen_by(table), "hex-1908", "en")
    assert proposal.moves == (stroke("1608", "1708"), stroke("1708", "1808"), stroke("1808", "1908"))
    assert proposal.sentence == "Build as far as Reims"
    assert proposal.note == "Costs 3 dice points. Premium: 5 game points."
    assert proposal.tags == {"hex-1908": "3"}
    assert proposal.way == [f"hex-{name}" for name in EAST[1:]] and not proposal.later
    for move in proposal.moves:
        table.play(move)
    assert table.state.points == 3


def test_a_far_city_is_approached_as_far_as_the_points_go():
    table = building(2, EAST[:2])
    (proposal,) = gestures.proposals(seen_by(table), "hex-1908", "fr")
    assert proposal.moves == (stroke("1608", "1708"), stroke("1708", "1808"))
    assert proposal.sentence == "Construire vers Reims\u00a0: 2 traits ce tour-ci"
    assert proposal.note == "Coûte 2 points de dé. Aucun droit. Il restera 1 point de dé à trouver."


def test_dues_are_told_by_name_and_a_dearer_way_without_them_is_the_other_choice():
    table = building(6, [PARIS, "1508"], EAST, EAST)
    quick, thrifty = gestures.proposals(seen_by(table), "hex-1908", "en")
    before = accounts(table)
    assert "Dues: " in quick.note and " to Anna" in quick.note and " to Mina" in quick.note
    assert "Dues" not in thrifty.note
    for move in quick.moves:
        table.play(move)
    paid = [now - then for now, then in zip(accounts(table), before, strict=True)]
    assert paid[1] == paid[2] > 0
    assert (
        f"Dues: {paid[1]} game point{'s' if paid[1] > 1 else ''} to Anna and {paid[2]} to Mina." in quick.note
    )


def test_what_is_left_of_a_way_is_told_with_its_dues():
    table = building(1, [PARIS, "1508"], EAST, EAST)
    quick = gestures.proposals(seen_by(table), "hex-1708", "fr")[0]
    assert len(quick.moves) == 1
    assert "Il restera" in quick.note and "à payer" in quick.note and "à Anna" in quick.note


def test_targets_are_the_hexes_that_no_single_stroke_reaches():
    table = building(6, EAST[:2])
    seen = seen_by(table)
    targets = set(gestures.targets(seen))
    single = {thing for move in seen.moves() for thing in seen.things(move)}
    assert "hex-1908" in targets and not targets & single and "hex-1608" not in targets
    assert all(gestures.proposals(seen, thing, "en") for thing in sorted(targets)[::40])


def test_one_touch_draws_a_stroke_where_only_one_leads():
    table = building(6, EAST[:2])
    seen = seen_by(table)
    assert seen.things(stroke("1608", "1708")) == ["hex-1708"]
    assert set(seen.things(stroke("1608", "1609"))) == {"hex-1609", "hex-1608"}, "Paris is next to it too"


def lines_apart():
    """Seat 0 goes round by its own line to Reims; seat 1 has the straight one."""
    table = racing(
        city("Paris"),
        city("Reims"),
        [PARIS, "1508", "1507", "1607", "1707", "1807", "1908"],
        EAST,
        runners=(0, 1),
    )
    throw(table, 3)
    return table


def test_a_race_has_a_fastest_and_a_cheapest_way():
    table = lines_apart()
    seen = seen_by(table)
    fast, cheap = gestures.proposals(seen, None, "en")
    assert fast.sentence == "Run towards Reims, the fastest way"
    assert fast.moves == tuple(step(name) for name in EAST[1:4])
    assert fast.note == (
        "Costs 3 dice points. Dues: 1 game point to Anna. 1 dice point will be left to go, 1 over Anna’s lines."
    )
    assert fast.way == [f"hex-{name}" for name in EAST[:4]], "this turn"
    assert fast.later == [f"hex-{name}" for name in EAST[3:]], "and the rest of the way"
    assert fast.tags == {f"hex-{EAST[3]}": "3", f"hex-{EAST[4]}": "4"}
    assert cheap.sentence == "Run towards Reims, the cheapest way"
    assert cheap.moves == (step("1508"), step("1507"), step("1607"))
    assert cheap.note.startswith("Costs 3 dice points. No dues this turn.")
    before = accounts(table)
    for move in fast.moves:
        table.play(move)
    assert accounts(table)[:2] == [before[0] - 1, before[1] + 1]


def test_a_run_may_end_anywhere_on_the_lines():
    table = lines_apart()
    (proposal,) = gestures.proposals(seen_by(table), "hex-1708", "fr")
    assert proposal.moves == (step("1608"), step("1708"))
    assert "1 point de jeu à Anna" in proposal.note
    assert "hex-1908" in gestures.targets(seen_by(table))


def test_orders_are_for_races_only():
    assert gestures.orders(seen_by(building(6, EAST)), "fr") == []
    offered = {order.id for order in gestures.orders(seen_by(lines_apart()), "fr")}
    assert offered == {"enter", "alone", "fastest-1", "cheapest-1"}


def test_orders_are_obeyed_and_leave_what_has_to_be_chosen():
    table = lines_apart()
    seen = seen_by(table)
    assert gestures.obey(seen, "alone") is None
    assert gestures.obey(seen, "fastest-1") == step("1608")
    assert gestures.obey(seen, "cheapest-1") == step("1508")
    assert gestures.obey(seen, "fastest-2") is None and gestures.obey(seen, "enter") is None
    alone = racing(city("Paris"), city("Reims"), EAST)
    throw(alone, 2)
    assert gestures.obey(seen_by(alone), "alone") == step("1608")


def test_a_train_on_its_own_line_runs_by_itself_unless_told_otherwise():
    table = racing(city("Paris"), city("Reims"), EAST)
    (alone,) = (order for order in gestures.orders(seen_by(table), "fr") if order.usual)
    assert alone.id == "alone" and alone.label == "Rouler seul quand il n’y a rien à choisir"
    assert [order.id for order in gestures.orders(seen_by(building(3)), "fr")] == []


def test_a_train_does_not_pay_without_being_told_to():
    """On a rival's line, and on the way to one: the last steps that the throw can pay for count."""
    table = racing(city("Paris"), city("Reims"), EAST[:2], EAST, runners=(0,))
    throw(table, 1)
    assert gestures.obey(seen_by(table), "alone") == step("1608")
    table = racing(city("Paris"), city("Reims"), EAST[:2], EAST, runners=(0,))
    throw(table, 2)
    assert gestures.obey(seen_by(table), "alone") is None


def test_a_train_that_cannot_climb_stops():
    hill = next(
        maps.hex_name(where) for where in FRANCE.hexes if FRANCE.terrain(FRANCE.index[where]) == maps.HILL
    )
    there = way(PARIS, hill)
    table = racing(city("Paris"), city("Nice"), [*there, *way(hill, "2627")[1:]])
    table.state.train[0] = at(there[-2])
    throw(table, 1)
    assert step(there[-3]) in table.moves() and step(hill) not in table.moves()
    assert gestures.obey(seen_by(table), "alone") == STOP


@pytest.mark.parametrize(
    "options", [{}, QUICKEST, QUICKEST | {"build_after_race": True}, QUICKEST | {"ferries": True}]
)
def test_whatever_is_proposed_or_ordered_can_be_played(options):
    rng = random.Random(4)
    table = GAME.new(3, options)
    table.deal(rng)
    offered = 0
    for _ in range(160):
        if table.actor == OVER:
            break
        seen = seen_by(table, table.actor)
        given = [order.id for order in gestures.orders(seen, "fr")]
        move = gestures.obey(seen, rng.choice(given)) if given else None
        assert move is None or move in table.moves()
        things = [None, *gestures.targets(seen)]
        found = gestures.proposals(seen, rng.choice(things), rng.choice(["fr", "en"]))
        if not found:
            table.play(rng.choice(table.moves()) if move is None else move)
        for proposal in found[:1]:
            offered += 1
            assert proposal.sentence and proposal.note and proposal.moves
            for move in proposal.moves:
                table.play(move)
        table.deal(rng)
        if table.actor >= 0 and table.state.phase == RUN and rng.random() < 0.5:
            table.play(STOP)
            table.deal(rng)
    assert offered > 20


def test_a_way_that_the_account_cannot_bear_says_so():
    table = building(6, [PARIS, "1508"], EAST[:-1])
    give(table, 2, 38)
    fast, thrifty = gestures.proposals(seen_by(table), "hex-1808", "en")
    assert fast.moves == (stroke("1508", "1608"),)
    assert fast.sentence == "Build towards Reims, one hex west, the shortest way: 1 stroke this turn"
    assert "Your account does not allow going any farther." in fast.note
    assert "account" not in thrifty.note and len(thrifty.moves) > 1


def test_entering_every_race_can_be_ordered():
    table = racing(city("Paris"), city("Reims"), EAST)
    s = table.state
    s.phase, s.throws, s.part[0], s.train[0] = ENTRY, 0, ASIDE, -1
    assert problems(table) == []
    assert gestures.obey(seen_by(table), "enter") == ENTER
    assert gestures.obey(seen_by(table), "alone") is None


def test_a_line_of_others_is_told_in_the_rest_of_the_way():
    table = racing(city("Paris"), city("Reims"), [PARIS, "1508"], EAST, runners=(0,))
    line(table, 2, EAST)
    throw(table, 1)
    (proposal,) = gestures.proposals(seen_by(table), None, "fr")
    assert "Il restera 3 points de dé, dont 3 chez Anna et 3 chez Mina." in proposal.note
