"""Search stops when the rest of its budget could not change its mind, and not before; by the clock it thinks on."""

import random
from typing import Any

import pytest

from rotonde.kernel.handle import Table, load_game
from rotonde.kernel.subset import CHANCE, OVER
from rotonde.players import (
    ALIKE,
    ALIKE_AFTER,
    CATCHING_UP,
    FEWEST,
    FEWEST_TRIES,
    MOST_NODES,
    Brain,
    Spec,
    search_rules,
)

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


def test_visits_are_counted(brain: Brain) -> None:
    engine, tree = brain.game.engine, brain._tree
    tree.used = 1
    for node, visits, worth in ((0, 0, 0), (1, 4, 5006), (1, 9, 5000), (1, 2, 4995), (1, 1, 9000), (1, 0, 0)):
        child = engine.run(search_rules.add_child, tree, node, 0)
        tree.visits[child] = visits
        tree.total[child] = visits * worth
    assert engine.run(search_rules.lead, tree) == 5
    for margin, visits in ((0, 9), (5, 9 + 2), (6, 9 + 2 + 4)):
        assert engine.run(search_rules.visits_of_the_best, tree, margin) == visits


def test_search_by_the_clock_stops_when_more_time_would_hardly_change_the_move(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, tree = brain.game.engine, brain._tree
    budget = 16 * BUDGET
    monkeypatch.setattr("time.perf_counter", lambda: tree.visits[1] / budget)  # a second for so many tries
    monkeypatch.setattr("rotonde.players.SURE_AT", SURE_OF_A_TOY)
    sure, ahead = 0, 0
    for number, table in enumerate(decisions(brain)):
        tree.visits[1] = 0
        brain._last = None
        brain.choose(Spec("search", seconds=1.0), table.seen_by(table.actor), number)
        done = int(tree.visits[1])
        assert done >= max(FEWEST_TRIES, FEWEST * budget)
        best = engine.run(search_rules.visits_of_the_best, tree, ALIKE if done >= ALIKE_AFTER * budget else 0)
        if best >= SURE_OF_A_TOY * done:
            sure += 1
        else:
            assert engine.run(search_rules.lead, tree) > CATCHING_UP * (budget - done)
            ahead += 1
    assert sure, "no decision was clear: the test shows nothing"
    assert ahead, "every decision was clear: the test shows nothing"


def below(brain: Brain, node: int) -> Any:
    """All that is known below a node, whatever the numbers of the nodes are."""
    tree, children = brain._tree, list[Any]()
    child = tree.child[node]
    while child != 0:
        fields = (tree.move, tree.total, tree.stand, tree.promise, tree.best_promise, tree.available)
        children.append([int(field[child]) for field in fields] + [below(brain, child)])
        child = tree.next[child]
    return int(tree.visits[node]), children


def test_what_is_below_a_move_is_kept_and_the_rest_forgotten(brain: Brain) -> None:
    engine, tree = brain.game.engine, brain._tree
    table = decisions(brain)[1]
    for number in range(3):
        brain.choose(Spec("search", iterations=BUDGET), table.seen_by(table.actor), 1)
        children = list[int]()
        child = tree.child[1]
        while child != 0:
            children.append(int(child))
            child = tree.next[child]
        node = children[number % len(children)]
        known, used = below(brain, node), int(tree.used)
        engine.run(search_rules.keep_below, tree, node)
        assert below(brain, 1) == known
        assert tree.used < used
        # There is room for new nodes behind.
        engine.run(search_rules.add_child, tree, 1, 0)
        assert below(brain, 1)[1][:-1] == known[1]


def alone(brain: Brain) -> Table:
    """A table where the same seat decides again and again, with a die in between."""
    table = brain.game.new(1, {})
    table.deal(random.Random(3))
    return table


def test_by_the_clock_search_thinks_on_from_what_it_knows(brain: Brain) -> None:
    tree, table = brain._tree, alone(brain)
    brain._last = None
    went_on = 0
    while table.actor != OVER:
        seen = table.seen_by(0)
        node = brain._thought_of(seen)
        known = int(tree.visits[node]) if node > 0 else 0
        chosen = brain.choose(Spec("search", seconds=0.01), seen, 1)
        assert tree.visits[1] > known
        went_on += known > 0
        table.play(chosen)
        table.deal(random.Random(4))
    assert went_on, "it never knew where it was: the test shows nothing"


def test_search_thinks_anew_where_the_last_thought_does_not_lead(brain: Brain) -> None:
    table = alone(brain)
    seen = table.seen_by(0)
    for last, then in (
        (Spec("search", iterations=100), "the next"),  # counted: the same on every machine
        (Spec("search", seconds=0.02), "the same"),
        (Spec("search", seconds=0.02), "another table"),
    ):
        brain._last = None
        chosen = brain.choose(last, seen, 1)
        after = table.copy()
        if then == "the next":
            after.play(chosen)
            after.deal(random.Random(4))
        elif then == "another table":
            after = brain.game.new(2, {})
            after.deal(random.Random(3))
            after.play(after.moves()[0])
            after.deal(random.Random(4))
        assert brain._thought_of(after.seen_by(after.actor)) == 0, then


def test_it_has_a_move_even_without_time(brain: Brain) -> None:
    table = alone(brain)
    brain._last = None
    assert brain.choose(Spec("search", seconds=1e-9), table.seen_by(0), 1) in table.moves()


def test_getting_warm_leaves_no_thought_behind(brain: Brain) -> None:
    table = alone(brain)
    brain.warm(table.seen_by(0))
    table.play(table.moves()[0])
    table.deal(random.Random(4))
    assert brain._thought_of(table.seen_by(0)) == 0
