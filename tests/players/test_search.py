"""Search stops when the rest of its budget could not change its mind, and not before."""

import random

import pytest

from rotonde.kernel.handle import Table, load_game
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.players import MOST_NODES, SURE_AFTER, Brain, Spec, search_rules

BUDGET = 1500
SURE_OF_A_TOY = 0.7  # in so small a game search goes on trying everything


@pytest.fixture(scope="module")
def brain() -> Brain:
    return Brain(load_game("tests.kernel.toy", "native"), MOST_NODES)


def decisions(brain: Brain) -> list[Table]:
    """Positions of one game where somebody must choose between several moves."""
    rng = random.Random(7)
    table, found = brain.game.new(2, {}), list[Table]()
    while table.actor != OVER and len(found) < 12:
        if table.actor == CHANCE:
            table.deal(rng)
        else:
            if len(table.moves()) > 1:
                found.append(table.copy())
            table.play(rng.choice(table.moves()))
    return found


def test_stopping_early_changes_no_move(brain: Brain) -> None:
    stopped = 0
    engine, tree = brain.game.engine, brain._tree
    for number, table in enumerate(decisions(brain)):
        seen = table.seen_by(table.actor)
        chosen = brain.choose(Spec("search", iterations=BUDGET), seen, number)
        rng = engine.rng(number)
        engine.run(search_rules.start_tree, seen.box, seen.state, seen.seat, brain._work, tree, rng)
        args = (seen.box, seen.state, seen.seat, brain._work, brain._out, tree, rng)
        done = brain._count(BUDGET, args)
        engine.run(search_rules.search, *args, BUDGET - done)
        assert tree.visits[1] == BUDGET
        assert engine.run(search_rules.most_visited, tree) == chosen
        stopped += done < BUDGET
    assert stopped, "no decision was clear before the end: the test shows nothing"


def test_the_lead_counts_visits(brain: Brain) -> None:
    engine, tree = brain.game.engine, brain._tree
    tree.used = 1
    for node, visits in ((0, 0), (1, 4), (1, 9), (1, 2)):
        child = engine.run(search_rules.add_child, tree, node, 0)
        tree.visits[child] = visits
    assert engine.run(search_rules.lead, tree) == 5
    assert engine.run(search_rules.most_visits, tree) == 9


def test_search_by_the_clock_stops_when_nearly_all_tries_go_to_one_move(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, tree = brain.game.engine, brain._tree
    budget = 16 * BUDGET
    monkeypatch.setattr("time.perf_counter", lambda: tree.visits[1] / budget)  # a second for so many tries
    monkeypatch.setattr("rotonde.players.SURE_AT", SURE_OF_A_TOY)
    sure, unsure = 0, 0
    for number, table in enumerate(decisions(brain)):
        tree.visits[1] = 0
        brain.choose(Spec("search", seconds=1.0), table.seen_by(table.actor), number)
        done, most = tree.visits[1], engine.run(search_rules.most_visits, tree)
        if done < budget // 2:  # until then no lead is safe
            assert done >= SURE_AFTER[0]
            assert done >= SURE_AFTER[1] * budget
            assert most >= SURE_OF_A_TOY * done
            sure += 1
        else:
            unsure += 1
    assert sure, "no decision was clear: the test shows nothing"
    assert unsure, "every decision was clear: the test shows nothing"
