"""Bots of Grandes Lignes: better than a plain builder that enters every race."""

import random

import pytest

from rotonde import players
from rotonde.games.grandes_lignes.box import QUICKEST
from rotonde.games.grandes_lignes.forecast_rules import forecast
from rotonde.games.grandes_lignes.rules import BUILD, PLACES, PREMIUM, SEATS
from rotonde.games.grandes_lignes.value import ASTRAY, FORESEEABLE, plain_move
from rotonde.kernel import contract
from rotonde.kernel.handle import load_game
from rotonde.kernel.subset import OVER
from tests.games.grandes_lignes.laying import PASS, STOP, at, building, city, new, racing, step, stroke, throw

GAME = load_game("rotonde.games.grandes_lignes", "native")
EAST = ["1509", "1608", "1708", "1808", "1908"]  # from Paris to Reims, all plain


def play(kinds, seed):
    rng, table, out = random.Random(seed), GAME.new(len(kinds), QUICKEST), GAME.offers_layout()
    while table.actor != OVER:
        table.deal(rng)
        if table.actor == OVER:
            break
        if kinds[table.actor] == "plain":
            table.play(int(GAME.engine.run(plain_move, table.box, table.state, out)))
        else:
            table.play(players.choose(kinds[table.actor], table.seen_by(table.actor), rng.getrandbits(32)))
    return table


@pytest.mark.slow
@pytest.mark.parametrize("other", ["plain", "random"])
def test_greedy_wins_more_than_its_share(other):
    won = 0
    for seed in range(6):
        kinds = [other] * 3
        kinds[seed % 3] = "greedy"
        won += seed % 3 in play(kinds, seed).winners()
    assert won >= 3


def test_a_forecast_builds_until_every_place_is_reached_with_dice_of_its_own():
    table = new(3, **QUICKEST)

    def course(luck):
        accounts, strokes, reached = [0] * SEATS, [0] * SEATS, [0] * SEATS
        forecast(table.box, table.state, 0, -1, luck, accounts, strokes, reached)
        return accounts[:3], strokes[:3], reached[:3]

    accounts, strokes, reached = course(5)
    assert sum(accounts) == 3 * 20 + PREMIUM * table.box.places_to_reach
    assert sum(reached) >= table.box.places_to_reach
    assert all(strokes)
    assert course(6) != (accounts, strokes, reached) == course(5)


def test_search_does_not_leave_dice_points_while_a_stroke_leads_to_a_city_of_others():
    """Anna has reached Reims, and somebody all the rest: Hugo still has his lines for the races to think of."""
    table = building(6, EAST[:2], EAST)
    for place in range(PLACES):
        table.state.first_at[place] = 2
    table.state.left = 0
    promise = weighed(table)
    assert promise[PASS] == ASTRAY < promise[stroke("1608", "1708")]


def weighed(table):
    """Every move with what it promises at first sight."""
    out = GAME.offers_layout()
    out.count = 0
    GAME.engine.run(contract.moves, table.box, table.state, out)
    GAME.engine.run(contract.priors, table.box, table.state, out)
    return {int(out.move[k]): int(out.prior[k]) for k in range(out.count)}


def last_step_of_a_rival():
    """Hugo's train is alone in the race and one hex from Reims, on Anna's line."""
    table = racing(city("Paris"), city("Reims"), EAST[:-1], EAST, runners=(0,))
    table.state.train[0] = at("1808")
    return table


@pytest.mark.parametrize("kind", ["greedy", "search:200"])
@pytest.mark.parametrize("points", [1, 6])
def test_a_train_arrives_though_the_last_step_costs_a_due(kind, points):
    table = last_step_of_a_rival()
    throw(table, points)
    assert players.choose(kind, table.seen_by(0), 3) == step("1908")


def test_search_looks_first_at_the_way_to_the_goal_and_never_stops_on_its_own_line():
    table = racing(city("Paris"), city("Reims"), EAST, runners=(0, 1))
    table.state.train[0] = at("1708")
    throw(table, 1)
    promise = weighed(table)
    assert promise[step("1808")] == 0
    assert promise[step("1608")] == promise[STOP] == ASTRAY


def test_search_looks_at_few_strokes_and_among_them_at_those_that_greedy_likes():
    rng, table = random.Random(1), GAME.new(2)
    agreed = []
    for _ in range(60):
        table.deal(rng)
        move = players.choose("greedy", table.seen_by(table.actor), rng.getrandbits(32))
        if table.state.phase == BUILD:
            promise = weighed(table)
            close = [stroke for stroke, worth in promise.items() if worth > ASTRAY]
            assert len(close) < 40
            agreed.append(promise[move] == max(promise.values()))
        table.play(move)
    assert sum(agreed) > len(agreed) / 2


def test_search_builds_on_a_large_map_as_greedy_does_and_thinks_in_its_races():
    table = building(6, EAST)
    assert table.box.places_to_reach > FORESEEABLE
    seen = table.seen_by(table.actor)
    assert GAME.engine.run(contract.explore, table.box, table.state) == 0
    assert players.choose("search:200", seen, 3) == players.choose("greedy", seen, 3)
    race = racing(city("Paris"), city("Reims"), EAST)
    assert GAME.engine.run(contract.explore, race.box, race.state) > 0
    small = new(3, **QUICKEST)
    assert GAME.engine.run(contract.explore, small.box, small.state) > 0
